"""Players by name: a new player is one more line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.errors import UnknownName
from claimeven.players.chance import RandomPlayer
from claimeven.players.lookahead import LookaheadPlayer
from claimeven.players.minimax import MinimaxPlayer
from claimeven.players.perfect import PerfectPlayer
from claimeven.search.lookahead import Lookahead
from claimeven.search.minimax import Minimax

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from claimeven.players.player import Player
    from claimeven.search.exact import Exact

PLAYERS: dict[str, Callable[[Exact, Random, Minimax], Player]] = {
    "minimax": lambda _solver, _rng, minimax: MinimaxPlayer(minimax),
    "perfect": lambda solver, _rng, _minimax: PerfectPlayer(solver),
    "random": lambda _solver, rng, _minimax: RandomPlayer(rng),
}
MAX_PLAYERS: dict[str, Callable[[Exact, Random, LookaheadPlayer], Player]] = {
    "lookahead": lambda _solver, _rng, lookahead: lookahead,
    "perfect": lambda solver, _rng, _lookahead: PerfectPlayer(solver),
    "random": lambda _solver, rng, _lookahead: RandomPlayer(rng),
}
DEFAULT_MINIMAX = Minimax()
DEFAULT_LOOKAHEAD = LookaheadPlayer(Lookahead())


def new_player(name: str, *, solver: Exact, rng: Random, minimax: Minimax = DEFAULT_MINIMAX) -> Player:
    """The player of Connect Four called ``name``, searching with ``solver`` or ``minimax``.

    What it leaves to chance comes from ``rng``. Raises UnknownName if there is none.
    """
    if name not in PLAYERS:
        raise UnknownName("player", name, sorted(PLAYERS))
    return PLAYERS[name](solver, rng, minimax)


def new_max_player(
    name: str, *, solver: Exact, rng: Random, lookahead: LookaheadPlayer = DEFAULT_LOOKAHEAD
) -> Player:
    """The player of Max-Connect4 called ``name``; raises UnknownName if there is none."""
    if name not in MAX_PLAYERS:
        raise UnknownName("player", name, sorted(MAX_PLAYERS))
    return MAX_PLAYERS[name](solver, rng, lookahead)
