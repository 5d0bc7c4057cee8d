"""Simple players: random, minimax, lookahead, perfect and strategy."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from random import Random

from claimeven.players.player import Choice
from claimeven.reasons.strategy import find_reply, find_reply_by_lines
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import ScoreSource
from claimeven.teaching.minimax import Minimax


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any column with equal probability; the same generator makes the same choices."""

    rng: Random
    name = "random"

    def choose(self, position: Position) -> Choice:
        """Return a random playable column."""
        position.require_unfinished()
        return Choice(column=self.rng.choice(position.playable))


@dataclass(frozen=True, slots=True)
class MinimaxPlayer:
    """Plays the column that minimax finds; needs no solver."""

    search: Minimax
    name = "minimax"

    def choose(self, position: Position) -> Choice:
        """Return the leftmost of the best columns found, without a score: minimax knows only estimates."""
        return Choice(column=self.search.choose(position).column)


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays Max-Connect4 by searching ``depth`` plies ahead; of equal columns it takes the most central."""

    search: Lookahead
    _: KW_ONLY
    depth: int
    limit: Limit = NO_LIMIT
    name = "lookahead"

    def choose(self, position: Position) -> Choice:
        """Return the best column found, with the margin once the search reaches the end of the game.

        Raise LimitReached at the limit.
        """
        report = self.search.choose(position, self.depth, self.limit)
        score = None
        if report.is_exact:
            score = Score(int(report.value), report.depth, position.rules)
        return Choice(column=report.column, score=score)


@dataclass(frozen=True, slots=True)
class PerfectPlayer:
    """Wins as soon, or by as many lines, as possible; of equal columns it takes the most central."""

    solver: ScoreSource
    name = "perfect"

    def choose(self, position: Position) -> Choice:
        """Return the first of the best columns, and the score."""
        score = self.solver.score(position)
        return Choice(column=self.solver.best_column(position, score), score=score)


class StrategyPlayer(PerfectPlayer):
    """Plays for a win that a reason proves, else for a draw that one proves, else a best column.

    Where a reason proves a result, nothing is searched: a proven draw is enough, even if perfect play could
    win. Without a reason it prefers, of the columns that keep the result, one after which a few lines are all
    that it needs. Its result is never worse than the one it has proved.
    """

    name = "strategy"

    def choose(self, position: Position) -> Choice:
        """Return a column after which a reason holds, or a best one with the score if there is no reason."""
        position.require_unfinished()
        for wins in (True, False):
            column = find_reply(position, wins=wins)
            if column is not None:
                return Choice(column=column)
        score = self.solver.score(position)
        if score >= 0 and position.rules.line_ends_game:
            column = find_reply_by_lines(position, wins=score > 0)
            if column is not None:
                return Choice(column=column)
        return Choice(column=self.solver.best_column(position, score), score=score)
