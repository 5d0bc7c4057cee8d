"""Position: a board that alternate moves can lead to, and Outcome: how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from claimeven.errors import BadArgument, IllegalMove, wrong_type
from claimeven.rules.arrays import digits_of_discs, discs_of_cells, planes_of_discs
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
        if difference == 0:
            return None
        return int(difference < 0)


@dataclass(frozen=True, slots=True)
class Position(Board):
    """A board: ``own`` holds the discs of the side to move, ``filled`` the discs of both.

    The first player is to move when the number of discs is even. ``is_over`` is true when no more discs may
    be dropped. Raises IllegalMove for discs that float or are not on the board, and for disc counts that
    cannot arise from alternate moves.

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
                "second; these disc counts can't arise from alternate moves"
            )
        if self.rules.is_floating(self.filled):
            raise IllegalMove("a disc floats: every filled cell must be on a filled cell or at the bottom")

    @staticmethod
    def from_moves(moves: str | Iterable[int] = "", rules: Rules = CONNECT_FOUR) -> Position:
        """Return the position after ``moves``: text, e.g. ``4453``, or 0-based columns.

        Raises IllegalMove for a move that cannot be played, GameOver for one after the end; both name the
        move.
        """
        # Enough to fill the board and one more, which cannot be played: ``moves`` may be endless.
        played: list[str | int] = list(islice(moves, rules.cells + 1))
        discs = _drop_all(played, rules)
        if discs is not None:
            own, filled = discs
            # Discs stay, so a game that is not over now was not over before.
            has_line = rules.line_ends_game and (rules.has_line(own) or rules.has_line(own ^ filled))
            if not has_line and filled != rules.board:
                return _trusted_position(own, filled, rules, False)
        # The game is over, or a move cannot be played: play move by move to find out which.
        positions = list(Position(0, 0, rules).along(played))
        return positions[-1]

    @staticmethod
    def from_discs(first: int, second: int, rules: Rules = CONNECT_FOUR) -> Position:
        """Return the position with these discs of the two players; raise IllegalMove as Position does."""
        if first & second:
            raise IllegalMove("both players have a disc on the same cell; expected one disc on a cell")
        filled = first | second
        is_second_to_move = filled.bit_count() % 2 == 1
        own = second if is_second_to_move else first
        return Position(own, filled, rules)

    @staticmethod
    def from_array(cells: Cells, rules: Rules | None = None) -> Position:
        """Return the position in an array or nested list, top row first: 0 empty, 1 first player, 2 second.

        Without ``rules`` the game is Connect Four on a board of that shape. A flat list, as used by Kaggle,
        is cut into the rows of ``rules``, or of 7x6. Raises GeometryError for a shape that is not a board,
        IllegalMove for other numbers, and otherwise as Position does.
        """
        return Position.from_discs(*discs_of_cells(cells, rules))

    @property
    def turn(self) -> int:
        """The player whose turn it is, 0 or 1; after the end, the one whose turn it would be."""
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
        """Return the discs of the first player, 0, or of the second, 1."""
        return self.second if side else self.first

    @property
    def key(self) -> int:
        """A number that no other position on a board of this size has, never 0."""
        return self.own + self.filled + self.rules.bottom

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None before its end."""
        if not self.is_over:
            return None
        return Outcome(self.lines_of(self.first), self.lines_of(self.second))

    @property
    def winner(self) -> int | None:
        """The player who has won, 0 or 1; None after a draw and before the end."""
        outcome = self.outcome
        return None if outcome is None else outcome.winner

    def play(self, column: int) -> Position:
        """Return the position after a disc in ``column`` (0-based); raise IllegalMove or GameOver."""
        cell = self.drop(column)
        rules = self.rules
        filled = self.filled | cell
        # The game was not over before, so only the disc just dropped can have ended it.
        is_over = filled == rules.board or (rules.line_ends_game and rules.has_line(self.own | cell))
        return _trusted_position(self.own ^ self.filled, filled, rules, is_over)

    def along(self, moves: Iterable[str | int]) -> Iterator[Position]:
        """Yield this position and the one after each of ``moves``, names or 0-based columns.

        Raises IllegalMove or GameOver, naming the move that cannot be played.
        """
        position = self
        yield position
        for number, move in enumerate(moves, start=1):
            try:
                column = self.rules.column_named(move) if isinstance(move, str) else move
                position = position.play(column)
            except IllegalMove as error:
                raise type(error)(f"move {number}: {error}") from None
            yield position

    def play_all(self, columns: Iterable[int]) -> Position:
        """Return the position after discs in these columns, one after the other."""
        position = self
        for column in columns:
            position = position.play(column)
        return position

    def children(self) -> Iterator[tuple[int, Position]]:
        """Yield each playable column, left to right, with the position after a disc in it."""
        for column in self.playable:
            yield column, self.play(column)

    def mirror(self) -> Position:
        """Return the same position with left and right exchanged."""
        own = self.rules.mirror(self.own)
        filled = self.rules.mirror(self.filled)
        return _trusted_position(own, filled, self.rules, self.is_over)

    def to_array(self) -> Digits:
        """Return the cells as an array that ``from_array`` reads: rows x columns, top row first."""
        return digits_of_discs(self.first, self.second, self.rules)

    def to_planes(self) -> Digits:
        """Return an array for neural networks: 2 x rows x columns, own discs first, then the other side's.

        Ones are discs; the top row is first, as in ``to_array``.
        """
        return planes_of_discs(self.own, self.other, self.rules)

    def draw(self, first: str = "X", second: str = "O") -> str:
        """Return the board as text, top row first, each cell a mark between blanks, a dot if it is empty."""
        lines = []
        for marks in self.marks(self.first, first, second, "."):
            line = "".join(f" {mark} " for mark in marks)
            lines.append(line)
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        """Return the drawing that notebooks show, every line of four marked."""
        from claimeven.rules.board_svg import write_board_svg

        return write_board_svg(self)


def require_position(position: object) -> None:
    """Raise BadArgument for a Board that is not a Position, TypeError for anything else that is not one."""
    if isinstance(position, Position):
        return
    if isinstance(position, Board):
        raise BadArgument(
            "a Board is not enough: its discs may float or be too many of one side; expected a Position, "
            "e.g. Position(board.own, board.filled, board.rules)"
        )
    advice = ""
    if isinstance(position, str):
        advice = FROM_MOVES
    elif isinstance(getattr(position, "position", None), Position):
        advice = f"its position is in {type(position).__name__}.position"
    raise wrong_type("a Position", position, advice)


def _drop_all(moves: Iterable[str | int], rules: Rules) -> tuple[int, int] | None:
    """Return ``own`` and ``filled`` after discs in these columns, even beyond the end of the game.

    None if a disc does not fit.
    """
    own = 0
    filled = 0
    for move in moves:
        column = COLUMNS_BY_NAME.get(move, -1) if isinstance(move, str) else move
        if not 0 <= column < rules.columns:
            return None
        cell = (filled + rules.bottom) & rules.column_masks[column]
        if not cell:
            return None
        own ^= filled
        filled |= cell
    return own, filled


def _trusted_position(own: int, filled: int, rules: Rules, is_over: bool) -> Position:
    """Return a position that follows from another one, without the checks, which take most of the time."""
    position = object.__new__(Position)
    set_field = object.__setattr__
    set_field(position, "own", own)
    set_field(position, "filled", filled)
    set_field(position, "rules", rules)
    set_field(position, "is_over", is_over)
    return position
