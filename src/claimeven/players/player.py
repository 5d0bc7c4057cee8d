"""Player: anyone who chooses a column when shown a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from claimeven.errors import GameOver
from claimeven.rules.position import Position
from claimeven.rules.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A column (0-based), and the exact score of the position for the side to move if the player knows it."""

    column: int
    score: Score | None = None


class Player(Protocol):
    """What every player can do; ``registry.py`` has the table of players."""

    name: str

    def choose(self, position: Position) -> Choice:
        """A column that may be played now; raises GameOver when the game is over."""


def require_unfinished(position: Position) -> None:
    """Raise GameOver for a position in which there is nothing to choose."""
    if position.is_over:
        raise GameOver(f"the game is over after {position.ply} moves; there is no column to choose")
