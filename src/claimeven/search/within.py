"""Within: a solver with one limit for everything that it is asked."""

from __future__ import annotations

import time

from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.search.limit import Limit, Listener
from claimeven.search.solver import Solver


class Within:
    """An Exact whose searches share the seconds of a limit, which count from now."""

    def __init__(self, solver: Solver, limit: Limit, progress: Listener | None = None) -> None:
        self._solver = solver
        self._limit = limit
        self._progress = progress
        self._start = time.monotonic()

    def score(self, position: Position) -> Score:
        """The exact value of an unfinished position; raises LimitReached when the time is up."""
        return self._solver.score(position, self._left(), progress=self._progress)

    def between(self, position: Position, lower: int, upper: int) -> int:
        """The value, cut to the range from ``lower`` to ``upper``; raises as ``score`` does."""
        return self._solver.between(position, lower, upper, self._left(), progress=self._progress)

    def best_column(self, position: Position, score: Score) -> int:
        """The first column, centre first, that keeps the value; raises as ``score`` does."""
        return self._solver.best_column(position, score, self._left(), progress=self._progress)

    def _left(self) -> Limit:
        return self._limit.less(time.monotonic() - self._start)
