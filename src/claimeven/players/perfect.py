"""The player that never gives anything away: it plays a column of the best exact score."""

from __future__ import annotations

from claimeven.players.player import Choice
from claimeven.rules.position import Position
from claimeven.search.exact import Exact


class PerfectPlayer:
    """Wins as soon, or by as many lines, as it can; among equals the column nearest the centre."""

    name = "perfect"

    def __init__(self, solver: Exact) -> None:
        self.solver = solver

    def choose(self, position: Position) -> Choice:
        """The first of the best columns, and the score."""
        score = self.solver.score(position)
        return Choice(column=self.solver.best_column(position, score), score=score)
