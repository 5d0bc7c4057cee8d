"""Game: where a game began and every move since, so that moves can be taken back and shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from numbers import Integral
from operator import or_

from claimeven.errors import IllegalMove
from claimeven.formats.moves import parse_moves
from claimeven.rules.position import Outcome, Position, require_position

EMPTY = Position()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played; raises IllegalMove or GameOver for a move that could not have been, by number.

    ``undone`` are moves that were taken back and that ``redo`` plays again, the next one first. Two games are
    equal when they began alike and have the same ``moves``.

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
        """The game with ``moves`` since ``start``: text as ``4453``, or 0-based columns.

        Raises FormatError for text that is none.
        """
        return Game(start, parse_moves(moves, start.rules) if isinstance(moves, str) else tuple(moves))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.position.outcome

    @property
    def last_cell(self) -> int:
        """The cell of the last disc dropped; 0 before the first."""
        return self.position.filled ^ self.positions[-2].filled if self.moves else 0

    @property
    def line_cells(self) -> int:
        """The cells of all lines of four; in Connect Four there is none before the end."""
        position = self.position
        return reduce(or_, (*position.lines_of(position.first), *position.lines_of(position.second)), 0)

    def play(self, column: int) -> Game:
        """The game with one more disc, and nothing to redo; raises IllegalMove or GameOver."""
        return Game(self.start, (*self.moves, column))

    def undo(self, plies: int = 1) -> Game:
        """The game without its last ``plies`` moves, or from its start if there were fewer."""
        return self.at(max(0, len(self.moves) - plies))

    def redo(self, plies: int = 1) -> Game:
        """The game with ``plies`` of the moves that were taken back, or all if there were fewer."""
        return self.at(len(self.moves) + min(plies, len(self.undone)))

    def at(self, plies: int) -> Game:
        """The game ``plies`` moves after its start, earlier or, with moves that were taken back, later.

        Raises IllegalMove where there is no such moment.
        """
        known = self.moves + self.undone
        if not 0 <= plies <= len(known):
            raise IllegalMove(f"there is no moment after {plies} moves; the game has 0 to {len(known)}")
        return Game(self.start, known[:plies], undone=known[plies:])

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, the last disc and every line of four marked."""
        from claimeven.rules.board_svg import write_board_svg

        return write_board_svg(self.position, last=self.last_cell)
