"""The player that follows reasons: it plays as they say, and asks for exact values only where none holds."""

from __future__ import annotations

from claimeven.errors import GameOver
from claimeven.players.player import Choice
from claimeven.reasons.strategy import reply
from claimeven.rules.position import Position
from claimeven.search.exact import Exact


class StrategyPlayer:
    """Wins where a reason says that it does, else holds where one says so, else plays a best column.

    Where a reason holds, nothing is searched: a draw that the rules promise is enough, even if perfect play
    could win. On the way from there to the end of the game it never falls short of what was promised.
    """

    name = "strategy"

    def __init__(self, solver: Exact) -> None:
        self._solver = solver

    def choose(self, position: Position) -> Choice:
        """A column after which a reason holds, or a best one with the score if there is no reason."""
        if position.is_over:
            raise GameOver(f"the game is over after {position.ply} moves; there is no column to choose")
        for wins in (True, False):
            column = reply(position, wins=wins)
            if column is not None:
                return Choice(column=column)
        score = self._solver.score(position)
        return Choice(column=self._solver.best_column(position, score), score=score)
