"""play_game: a game between two players."""

from __future__ import annotations

from operator import index
from random import Random
from typing import Protocol

from claimeven.errors import IllegalMove, wrong_type
from claimeven.players.game import EMPTY, Game
from claimeven.players.player import Choice, Player
from claimeven.players.registry import new_player
from claimeven.rules.position import Position, require_position
from claimeven.solver.solver import Solver


class Chooser(Protocol):
    """Any object with a ``name`` and a ``choose`` method that returns a Choice or a column.

    Every Player is one.
    """

    @property
    def name(self) -> str:
        """The name, for messages."""

    def choose(self, position: Position) -> Choice | int:
        """Return a column that may be played now."""


def play_game(
    first: Chooser | str, second: Chooser | str, start: Position = EMPTY, *, rng: Random | None = None
) -> Game:
    """Return the game that two players play from ``start`` to its end; ``first`` moves when it is empty.

    A player is an object, or a name that ``new_player`` accepts, e.g. ``level:3``. ``rng`` makes the random
    decisions of players given by name. Raise IllegalMove, naming the player, for a column that cannot be
    played, and UnknownName as ``new_player`` does.

    >>> game = play_game("minimax:2", "random", rng=Random(1))
    >>> game.position.winner
    0
    """
    require_position(start)
    solver = Solver()
    players: list[Chooser | Player] = []
    for player in (first, second):
        if isinstance(player, str):
            players.append(new_player(player, start.rules, solver=solver, rng=rng))
        elif hasattr(player, "choose"):
            players.append(player)
        else:
            raise wrong_type("a player, an object or a name", player)
    game = Game(start)
    while game.result is None:
        player_to_move = players[game.position.turn]
        column = _column_of(player_to_move.choose(game.position))
        try:
            game = game.play(column)
        except IllegalMove as error:
            raise type(error)(f"{player_to_move.name}: {error}") from None
    return game


def _column_of(choice: Choice | int) -> int:
    """Return the column of a choice; raise TypeError if it is neither a Choice nor a whole number."""
    if isinstance(choice, Choice):
        return choice.column
    try:
        return index(choice)
    except TypeError:
        raise wrong_type("a Choice or a column as the result of choose", choice) from None
