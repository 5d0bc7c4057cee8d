"""Game: the start of a game and every move since, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Integral

from claimeven.errors import IllegalMove
from claimeven.formats.moves import parse_moves
from claimeven.rules.position import Outcome, Position, require_position

EMPTY = Position()


@dataclass(frozen=True, slots=True)
class Game:
    """The record of a game; raise IllegalMove or GameOver, with its number, for a move that is not possible.

    ``undone`` are the moves that were taken back and that ``redo`` plays again, the next one first. Two games
    are equal when they have the same ``start`` and ``moves``.

    >>> game = Game().play(3).play(3).play(4)
    >>> game.moves, game.position.ply, game.undo(2).moves, game.undo(2).redo().moves
    ((3, 3, 4), 3, (3,), (3, 3))
    """

    start: Position = EMPTY
    moves: tuple[int, ...] = ()
    undone: tuple[int, ...] = field(default=(), repr=False, compare=False, kw_only=True)
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_position(self.start)
        for number, column in enumerate(self.moves, start=1):
            if not isinstance(column, Integral):
                raise IllegalMove(
                    f"move {number}: {column!r} is not a column; expected a whole number from 0, "
                    "or Game.from_moves for text"
                )
        object.__setattr__(self, "positions", tuple(self.start.along(self.moves)))

    @staticmethod
    def from_moves(moves: str | Iterable[int], start: Position = EMPTY) -> Game:
        """Return the game with ``moves`` since ``start``: text, e.g. ``4453``, or 0-based columns.

        Raise FormatError for any other text.
        """
        columns = parse_moves(moves, start.rules) if isinstance(moves, str) else tuple(moves)
        return Game(start, columns)

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it is not over."""
        return self.position.outcome

    @property
    def last_cell(self) -> int:
        """The cell of the last disc dropped; 0 before the first."""
        if not self.moves:
            return 0
        before = self.positions[-2]
        return self.position.filled ^ before.filled

    @property
    def line_cells(self) -> int:
        """The cells of all completed lines of four."""
        position = self.position
        cells = 0
        for discs in (position.first, position.second):
            for line in position.lines_of(discs):
                cells |= line
        return cells

    def play(self, column: int) -> Game:
        """Return the game with one more disc and nothing to redo; raise IllegalMove or GameOver."""
        return Game(self.start, (*self.moves, column))

    def undo(self, plies: int = 1) -> Game:
        """Return the game without its last ``plies`` moves, or at its start if there were fewer."""
        return self.at(max(0, len(self.moves) - plies))

    def redo(self, plies: int = 1) -> Game:
        """Return the game with ``plies`` of the undone moves played again, or all if there are fewer."""
        return self.at(len(self.moves) + min(plies, len(self.undone)))

    def at(self, plies: int) -> Game:
        """Return the game ``plies`` moves after its start, by undoing or redoing moves.

        Raise IllegalMove for a negative number and for more moves than there are, undone ones included.
        """
        known = self.moves + self.undone
        if not 0 <= plies <= len(known):
            raise IllegalMove(f"cannot go to move {plies}; the game has moves 0 to {len(known)}")
        return Game(self.start, known[:plies], undone=known[plies:])

    def _repr_svg_(self) -> str:
        """Return the board as a notebook shows it, the last disc and every line of four marked."""
        from claimeven.rules.board_svg import write_board_svg

        return write_board_svg(self.position, last=self.last_cell)
