"""Players of one idea each: random, minimax, lookahead, perfect, and strategy, which follows reasons."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from random import Random

from claimeven.players.player import Choice
from claimeven.reasons.strategy import reply, reply_by_lines
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import ScoreSource
from claimeven.teaching.minimax import Minimax


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Every playable column is equally likely; the same generator makes the same choices."""

    rng: Random
    name = "random"

    def choose(self, position: Position) -> Choice:
        """Any column that may be played."""
        position.require_unfinished()
        return Choice(column=self.rng.choice(position.playable))


@dataclass(frozen=True, slots=True)
class MinimaxPlayer:
    """Plays what ``search`` chooses, some plies ahead and by an estimate; needs no solver."""

    search: Minimax
    name = "minimax"

    def choose(self, position: Position) -> Choice:
        """The leftmost of the best columns that the search sees, without a score: it knows only estimates."""
        return Choice(column=self.search.choose(position).column)


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays Max-Connect4 as ``search`` says, ``depth`` plies ahead; among equals the most central column."""

    search: Lookahead
    _: KW_ONLY
    depth: int
    limit: Limit = NO_LIMIT
    name = "lookahead"

    def choose(self, position: Position) -> Choice:
        """The best column that the search sees, with the margin once it sees the end; raises LimitReached."""
        seen = self.search.choose(position, self.depth, self.limit)
        score = Score(int(seen.value), seen.depth, position.rules) if seen.is_exact else None
        return Choice(column=seen.column, score=score)


@dataclass(frozen=True, slots=True)
class PerfectPlayer:
    """Wins as soon, or by as many lines, as it can; among equals the column nearest the centre."""

    solver: ScoreSource
    name = "perfect"

    def choose(self, position: Position) -> Choice:
        """The first of the best columns, and the score."""
        score = self.solver.score(position)
        return Choice(column=self.solver.best_column(position, score), score=score)


class StrategyPlayer(PerfectPlayer):
    """Wins where a reason says that it does, else holds where one says so, else plays a best column.

    Where the rules promise a result, nothing is searched: a draw is enough, even if perfect play could win.
    Without such a promise it prefers, of the columns that keep the result, one after which a few lines are
    all that it needs. It never falls short of what was promised.
    """

    name = "strategy"

    def choose(self, position: Position) -> Choice:
        """A column after which a reason holds, or a best one with the score if there is no reason."""
        position.require_unfinished()
        for wins in (True, False):
            column = reply(position, wins=wins)
            if column is not None:
                return Choice(column=column)
        score = self.solver.score(position)
        if score >= 0 and position.rules.line_ends_game:
            column = reply_by_lines(position, wins=score > 0)
            if column is not None:
                return Choice(column=column)
        return Choice(column=self.solver.best_column(position, score), score=score)
