"""Board: discs seen from the side to move, however they came there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from claimeven.errors import GameOver, IllegalMove, wrong_type
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

FROM_MOVES = "Position.from_moves reads moves"


@dataclass(frozen=True, slots=True)
class Board:
    """``own`` holds the discs of the side to move, ``filled`` the discs of both.

    Discs may float, and each side may have any number of them: a Position is a Board that taking turns can
    lead to. ``is_over`` is true when no more disc may be dropped. Raises IllegalMove for discs that do not
    lie on the board.
    """

    own: int = 0
    filled: int = 0
    rules: Rules = CONNECT_FOUR
    is_over: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules = self.rules
        for words in (self.own, self.filled):
            if not isinstance(words, int):
                raise wrong_type("discs as an int, one bit for each cell", words, FROM_MOVES)
        if not isinstance(rules, Rules):
            raise wrong_type("Rules", rules)
        if self.filled & ~rules.board or self.own & ~self.filled:
            raise IllegalMove(f"the discs do not lie on a board of {rules}, or own discs are not filled")
        object.__setattr__(self, "is_over", self.filled == rules.board or self._line_ended_game)

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
        return self.filled + self.rules.bottom & self.rules.board & ~self.filled

    @property
    def playable(self) -> tuple[int, ...]:
        """The columns that may be played, left to right; none when the game is over."""
        if self.is_over:
            return ()
        drops = self.drops
        return tuple([column for column, mask in enumerate(self.rules.column_masks) if drops & mask])

    def require_unfinished(self, so: str = "there is no column to choose") -> None:
        """Raise GameOver if the game is over; ``so`` says what cannot be done then."""
        if self.is_over:
            raise GameOver(f"the game is over after {self.ply} moves; {so}")

    def lines_of(self, discs: int) -> tuple[int, ...]:
        """The lines that ``discs`` fill, each as a mask."""
        return tuple(line for line in self.rules.lines if line & discs == line)

    def marks(self, discs: int, mark: str, other: str, empty: str) -> list[list[str]]:
        """The cells, top row first: ``mark`` is one of ``discs``, ``other`` any other disc."""
        cell_of, rows, columns = self.rules.cell, reversed(range(self.rules.rows)), range(self.rules.columns)
        cells = [[cell_of(column, row) for column in columns] for row in rows]
        return [[mark if c & discs else other if c & self.filled else empty for c in row] for row in cells]

    def drop(self, column: int) -> int:
        """The cell that a disc dropped in ``column`` would take; raises IllegalMove or GameOver."""
        rules = self.rules
        if not self.is_over and 0 <= column < rules.columns:
            cell = self.filled + rules.bottom & rules.column_masks[column] & ~self.filled
            if cell:
                return cell
        raise self._refusal(column)

    def play(self, column: int) -> Self:
        """The board after a disc in ``column`` (0-based); raises IllegalMove or GameOver."""
        return replace(self, own=self.other, filled=self.filled | self.drop(column))

    @property
    def _line_ended_game(self) -> bool:
        has_line = self.rules.has_line
        return self.rules.line_ends_game and (has_line(self.other) or has_line(self.own))

    def _refusal(self, column: int) -> IllegalMove:
        """Why no disc can be dropped in ``column``, and where one can."""
        if self.is_over:
            why = "four stand in a row" if self._line_ended_game else "the board is full"
            return GameOver(f"the game is over after {self.ply} moves: {why}")
        name_of = self.rules.column_name
        names = " ".join(map(name_of, self.playable))
        if not 0 <= column < self.rules.columns:
            name = COLUMN_NAMES[column] if column in range(len(COLUMN_NAMES)) else column + 1
            return IllegalMove(f"there is no column {name}; playable columns are {names}")
        return IllegalMove(f"column {name_of(column)} is full; playable columns are {names}")
