"""The player that looks a few plies ahead and trusts an estimate there."""

from __future__ import annotations

from claimeven.players.player import Choice
from claimeven.rules.position import Position
from claimeven.search.minimax import Minimax


class MinimaxPlayer:
    """Plays what ``search`` chooses; needs no solver."""

    name = "minimax"

    def __init__(self, search: Minimax) -> None:
        self._search = search

    def choose(self, position: Position) -> Choice:
        """The leftmost of the best columns that the search sees, without a score: it knows only estimates."""
        return Choice(column=self._search.choose(position).column)
