"""Game: where a game began and every move since, so that moves can be taken back and shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from claimeven.errors import IllegalMove
from claimeven.rules.position import Position

EMPTY = Position()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played; raises IllegalMove or GameOver for a move that could not have been, by number.

    >>> game = Game().play(3).play(3).play(4)
    >>> game.moves, game.position.ply, game.undo(2).moves
    ((3, 3, 4), 3, (3,))
    """

    start: Position = EMPTY
    moves: tuple[int, ...] = ()
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positions = [self.start]
        for number, column in enumerate(self.moves, start=1):
            try:
                positions.append(positions[-1].play(column))
            except IllegalMove as error:
                raise type(error)(f"move {number}: {error}") from None
        object.__setattr__(self, "positions", tuple(positions))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

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
        """The game with one more disc; raises IllegalMove or GameOver."""
        return Game(self.start, (*self.moves, column))

    def undo(self, plies: int = 1) -> Game:
        """The game without its last ``plies`` moves, or from its start if there were fewer."""
        return Game(self.start, self.moves[: max(0, len(self.moves) - plies)])
