"""Player: any object with a ``name`` and a ``choose`` method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from claimeven.rules.position import Position
from claimeven.rules.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A column (0-based), and the score of the position for the side to move if the player knows it."""

    column: int
    score: Score | None = None


class Player(Protocol):
    """Any object with a ``name`` and a ``choose`` method; ``registry.py`` has the table of players."""

    @property
    def name(self) -> str:
        """The name, perhaps with a number, e.g. ``level:3``."""

    def choose(self, position: Position) -> Choice:
        """Return a column that may be played now; raise GameOver when the game is over."""
