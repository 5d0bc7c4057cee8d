"""Position: a board that taking turns can lead to, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from claimeven.errors import BadArgument, IllegalMove, wrong_type
from claimeven.rules.board import FROM_MOVES, Board
from claimeven.rules.rules import COLUMNS_BY_NAME, CONNECT_FOUR, Rules

if TYPE_CHECKING:
    from claimeven.rules.arrays import Cells, Digits


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: the lines of the first and of the second player.

    ``winner`` is 0 for the first player, 1 for the second and None for a draw.
    """

    first_lines: tuple[int, ...]
    second_lines: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """0 or 1, or None for a draw."""
        difference = len(self.first_lines) - len(self.second_lines)
        return None if difference == 0 else int(difference < 0)


@dataclass(frozen=True, slots=True)
class Position(Board):
    """A board: ``own`` holds the discs of the side to move, ``filled`` the discs of both.

    Whoever moves when the number of discs is even is the first player. ``is_over`` is true when no more disc
    may be dropped. Raises IllegalMove for discs that float or do not lie on the board, and for numbers of
    discs that taking turns cannot give.

    >>> position = Position.from_moves("4453")
    >>> position.ply, position.turn, [column + 1 for column in position.playable]
    (4, 0, [1, 2, 3, 4, 5, 6, 7])
    >>> position.play(3).draw().splitlines()[-1]
    ' .  .  O  X  X  .  . '
    """

    def __post_init__(self) -> None:
        Board.__post_init__(self)
        if self.own.bit_count() != self.filled.bit_count() // 2:
            raise IllegalMove(
                f"{self.first.bit_count()} discs of the first player and {self.second.bit_count()} of the "
                "second; expected as many, or one more of the first"
            )
        if self.rules.is_floating(self.filled):
            raise IllegalMove("a disc floats: every filled cell must stand on a filled cell or the bottom")

    @staticmethod
    def from_moves(moves: str | Iterable[int] = "", rules: Rules = CONNECT_FOUR) -> Position:
        """The position after ``moves``: text as ``4453``, or 0-based columns.

        Raises IllegalMove naming the move that cannot be played, GameOver for one after the end.
        """
        own = filled = 0
        played: list[str | int] = []
        steps: Iterable[str | int] = moves
        for move in steps:
            played.append(move)
            column = COLUMNS_BY_NAME.get(move, -1) if isinstance(move, str) else move
            is_column = 0 <= column < rules.columns
            cell = filled + rules.bottom & rules.column_masks[column] if is_column else 0
            if not cell:
                break
            own, filled = own ^ filled, filled | cell
        else:
            # Discs stay, so a game that is not over now was not over before, either.
            has_line = rules.line_ends_game and (rules.has_line(own) or rules.has_line(own ^ filled))
            if not has_line and filled != rules.board:
                return _reached(own, filled, rules, False)
        *_, last = Position(0, 0, rules).along(played)
        return last

    @staticmethod
    def from_discs(first: int, second: int, rules: Rules = CONNECT_FOUR) -> Position:
        """The position with these discs of the two players; raises IllegalMove as Position does."""
        if first & second:
            raise IllegalMove("both players have a disc on the same cell; expected one disc on a cell")
        filled = first | second
        return Position(second if filled.bit_count() % 2 else first, filled, rules)

    @staticmethod
    def from_array(cells: Cells, rules: Rules | None = None) -> Position:
        """The position that an array or nested list shows, top row first: 0 empty, 1 first player, 2 second.

        Without ``rules`` it is one of Connect Four on a board of that shape. A flat list, as Kaggle has it,
        is cut into the rows of ``rules``, or of the usual board. Raises GeometryError for a shape that is
        none, IllegalMove for other numbers, and as Position does.
        """
        from claimeven.rules.arrays import discs_of_cells

        return Position.from_discs(*discs_of_cells(cells, rules))

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 for the first player, 1 for the second; also after the end of the game."""
        return self.filled.bit_count() % 2

    @property
    def first(self) -> int:
        """The discs of the first player."""
        return self.other if self.turn else self.own

    @property
    def second(self) -> int:
        """The discs of the second player."""
        return self.own if self.turn else self.other

    def discs_of(self, side: int) -> int:
        """The discs of the first player, 0, or of the second, 1."""
        return self.second if side else self.first

    @property
    def key(self) -> int:
        """A number that no other position on a board of this size has, never 0."""
        return self.own + self.filled + self.rules.bottom

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome(self.lines_of(self.first), self.lines_of(self.second)) if self.is_over else None

    @property
    def winner(self) -> int | None:
        """Who has won, 0 or 1; None after a draw, and while the game goes on."""
        return self.outcome.winner if self.outcome else None

    def play(self, column: int) -> Position:
        """The position after a disc in ``column`` (0-based); raises IllegalMove or GameOver."""
        cell = self.drop(column)
        rules = self.rules
        filled = self.filled | cell
        # The game was not over before, so only the disc just dropped can have ended it.
        is_over = filled == rules.board or (rules.line_ends_game and rules.has_line(self.own | cell))
        return _reached(self.own ^ self.filled, filled, rules, is_over)

    def along(self, moves: Iterable[str | int]) -> Iterator[Position]:
        """This position and that after each of ``moves``, names or 0-based columns.

        Raises IllegalMove or GameOver that names the move which cannot be played.
        """
        position = self
        yield position
        for number, move in enumerate(moves, start=1):
            try:
                position = position.play(self.rules.column_named(move) if isinstance(move, str) else move)
            except IllegalMove as error:
                raise type(error)(f"move {number}: {error}") from None
            yield position

    def play_all(self, columns: Iterable[int]) -> Position:
        """The position after discs in these columns, one after the other."""
        return reduce(Position.play, columns, self)

    def children(self) -> Iterator[tuple[int, Position]]:
        """Each playable column, left to right, with the position after a disc in it."""
        for column in self.playable:
            yield column, self.play(column)

    def mirror(self) -> Position:
        """The same position, left and right exchanged."""
        flip = self.rules.mirror
        return _reached(flip(self.own), flip(self.filled), self.rules, self.is_over)

    def to_array(self) -> Digits:
        """The cells as an array of numbers that ``from_array`` reads: rows x columns, top row first."""
        from claimeven.rules.arrays import digits_of_discs

        return digits_of_discs(self.first, self.second, self.rules)

    def to_planes(self) -> Digits:
        """The board as a net sees it: 2 x rows x columns, ones for own discs, then for the other side's.

        Top row first, as in ``to_array``.
        """
        from claimeven.rules.arrays import planes_of_discs

        return planes_of_discs(self.own, self.other, self.rules)

    def draw(self, first: str = "X", second: str = "O") -> str:
        """The board, top row first, each cell a mark between blanks; a dot is an empty cell."""
        rows = self.marks(self.first, first, second, ".")
        return "\n".join("".join(f" {mark} " for mark in row) for row in rows)

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, every line of four marked."""
        from claimeven.rules.board_svg import write_board_svg

        return write_board_svg(self)


def require_position(position: object) -> None:
    """Raise BadArgument for a Board that is not a Position, TypeError for anything else that is not one."""
    if isinstance(position, Position):
        return
    if isinstance(position, Board):
        raise BadArgument(
            "a Board is not enough: its discs may float or be too many of one side; expected a Position, "
            "as Position(board.own, board.filled, board.rules)"
        )
    advice = ""
    if isinstance(position, str):
        advice = FROM_MOVES
    elif isinstance(getattr(position, "position", None), Position):
        advice = f"its position is in {type(position).__name__}.position"
    raise wrong_type("a Position", position, advice)


def _reached(own: int, filled: int, rules: Rules, is_over: bool) -> Position:
    """A position that follows from another one, without the checks, which take most of the time."""
    position = object.__new__(Position)
    put = object.__setattr__
    put(position, "own", own)
    put(position, "filled", filled)
    put(position, "rules", rules)
    put(position, "is_over", is_over)
    return position
