"""Players by name: a new player is one more line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.errors import UnknownName
from claimeven.players.chance import RandomPlayer
from claimeven.players.minimax import MinimaxPlayer
from claimeven.players.perfect import PerfectPlayer
from claimeven.search.minimax import Minimax

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from claimeven.players.player import Player
    from claimeven.search.solver import Solver

PLAYERS: dict[str, Callable[[Solver, Random, Minimax], Player]] = {
    "minimax": lambda _solver, _rng, minimax: MinimaxPlayer(minimax),
    "perfect": lambda solver, _rng, _minimax: PerfectPlayer(solver),
    "random": lambda _solver, rng, _minimax: RandomPlayer(rng),
}
DEFAULT_MINIMAX = Minimax()


def new_player(name: str, *, solver: Solver, rng: Random, minimax: Minimax = DEFAULT_MINIMAX) -> Player:
    """The player called ``name``, searching with ``solver`` or ``minimax`` and choosing by ``rng``.

    Raises UnknownName if there is none.
    """
    if name not in PLAYERS:
        raise UnknownName("player", name, sorted(PLAYERS))
    return PLAYERS[name](solver, rng, minimax)
