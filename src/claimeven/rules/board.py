"""Board: any discs on a board, seen from the side to move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from claimeven.errors import GameOver, IllegalMove, wrong_type
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

FROM_MOVES = "Position.from_moves reads moves"


@dataclass(frozen=True, slots=True)
class Board:
    """``own`` holds the discs of the side to move, ``filled`` the discs of both.

    Discs may float, and each side may have any number of them; a Position is a Board that alternate moves can
    lead to. ``is_over`` is true when no more discs may be dropped. Raises IllegalMove for discs that are not
    on the board.
    """

    own: int = 0
    filled: int = 0
    rules: Rules = CONNECT_FOUR
    is_over: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules = self.rules
        for discs in (self.own, self.filled):
            if not isinstance(discs, int):
                raise wrong_type("discs as an int, one bit for each cell", discs, FROM_MOVES)
        if not isinstance(rules, Rules):
            raise wrong_type("Rules", rules)
        if self.filled & ~rules.board or self.own & ~self.filled:
            raise IllegalMove(f"the discs do not lie on a board of {rules}, or own discs are not filled")
        is_over = self.filled == rules.board or self._has_ended_by_line()
        object.__setattr__(self, "is_over", is_over)

    @property
    def other(self) -> int:
        """The discs of the opponent of the side to move."""
        return self.filled ^ self.own

    @property
    def ply(self) -> int:
        """The number of discs on the board."""
        return self.filled.bit_count()

    @property
    def left(self) -> int:
        """The number of empty cells."""
        return self.rules.cells - self.filled.bit_count()

    @property
    def drops(self) -> int:
        """The cells that the next disc could take, one bit for each column that is not full."""
        rules = self.rules
        return (self.filled + rules.bottom) & rules.board & ~self.filled

    @property
    def playable(self) -> tuple[int, ...]:
        """The columns that may be played, left to right; none when the game is over."""
        if self.is_over:
            return ()
        drops = self.drops
        return tuple([column for column, mask in enumerate(self.rules.column_masks) if drops & mask])

    def require_unfinished(self, consequence: str = "there is no column to choose") -> None:
        """Raise GameOver if the game is over; ``consequence`` ends its message."""
        if self.is_over:
            raise GameOver(f"the game is over after {self.ply} moves; {consequence}")

    def lines_of(self, discs: int) -> tuple[int, ...]:
        """Return the lines that ``discs`` fill, each as a mask."""
        return tuple(line for line in self.rules.lines if line & discs == line)

    def marks(self, discs: int, mark: str, other: str, empty: str) -> list[list[str]]:
        """Return the cells, top row first: ``mark`` for ``discs``, ``other`` for any other disc."""
        rows = []
        for row in reversed(range(self.rules.rows)):
            marks = []
            for column in range(self.rules.columns):
                cell = self.rules.cell(column, row)
                if cell & discs:
                    marks.append(mark)
                elif cell & self.filled:
                    marks.append(other)
                else:
                    marks.append(empty)
            rows.append(marks)
        return rows

    def drop(self, column: int) -> int:
        """Return the cell that a disc dropped in ``column`` would take; raise IllegalMove or GameOver."""
        rules = self.rules
        if not self.is_over and 0 <= column < rules.columns:
            cell = (self.filled + rules.bottom) & rules.column_masks[column] & ~self.filled
            if cell:
                return cell
        raise self._illegal_move(column)

    def play(self, column: int) -> Self:
        """Return the board after a disc in ``column`` (0-based); raise IllegalMove or GameOver."""
        return replace(self, own=self.other, filled=self.filled | self.drop(column))

    def _has_ended_by_line(self) -> bool:
        rules = self.rules
        return rules.line_ends_game and (rules.has_line(self.other) or rules.has_line(self.own))

    def _illegal_move(self, column: int) -> IllegalMove:
        """Return the error that says why no disc can be dropped in ``column``, and where one can."""
        if self.is_over:
            end = "four in a row" if self._has_ended_by_line() else "a full board"
            return GameOver(f"the game ended at move {self.ply} with {end}")
        playable = " ".join(self.rules.column_name(column) for column in self.playable)
        if 0 <= column < self.rules.columns:
            name = self.rules.column_name(column)
            return IllegalMove(f"column {name} is full; playable columns are {playable}")
        has_name = 0 <= column < len(COLUMN_NAMES)
        name = COLUMN_NAMES[column] if has_name else str(column + 1)
        return IllegalMove(f"there is no column {name}; playable columns are {playable}")
