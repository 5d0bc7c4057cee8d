"""The player that drops its discs at random."""

from __future__ import annotations

from random import Random

from claimeven.errors import GameOver
from claimeven.players.player import Choice
from claimeven.rules.position import Position


class RandomPlayer:
    """Every playable column is equally likely; the same generator makes the same choices."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, position: Position) -> Choice:
        """Any column that may be played."""
        if position.is_over:
            raise GameOver(f"the game is over after {position.ply} moves; there is no column to choose")
        return Choice(column=self._rng.choice(position.playable))
