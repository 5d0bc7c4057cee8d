"""SearchContext: a score source for one question, with its limit, progress, cost and cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver.backend import SearchBackend
from claimeven.solver.engine import Engine
from claimeven.solver.limits import NO_LIMIT, NO_SIDE, Analysis, Cost, Deadline, Limit, Listener, Progress
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.score_source import Columns, analysis_of, best_line, known_best_column
from claimeven.solver.workspace import WIDEST

if TYPE_CHECKING:
    from claimeven.solver.solver import Solver

ColumnFound = Callable[[int, Score], None]
ValueFound = Callable[[int, int], None]


class SearchRequired(LimitReached):
    """Something is not known, and this context may not search."""

    def __init__(self) -> None:
        super().__init__(*WIDEST, nodes=0)


class SearchContext:
    """A ScoreSource for one question: all its searches share one limit, which starts now.

    ``Solver.context`` makes one. What needs no search comes first: finished games, the ``cache``, the book.
    What is found by search is added to the cache. ``progress`` is called a few times a second with the nodes
    and seconds of the whole question. ``nodes`` and ``cpu_seconds`` are the cost so far. Without a
    ``solver`` nothing is searched, and SearchRequired is raised instead. Only one thread may use a context.
    """

    def __init__(
        self,
        solver: Solver | None,
        limit: Limit = NO_LIMIT,
        *,
        progress: Listener | None = None,
        cache: ScoreCache | None = None,
    ) -> None:
        backend = None if solver is None else solver.backend
        known = backend if cache is None else cache
        assert known is not None, "a context needs a solver or a cache"
        self.progress = progress
        self.deadline = Deadline(limit)
        self.cpu_seconds = 0.0
        self._backend = backend
        self._cache = cache
        self._known: SearchBackend | ScoreCache = known
        self._has_node_limit = limit.nodes is not None
        # The position that the current call is about, and what is known of its score and its columns.
        self._position: Position | None = None
        self._score: int | None = None
        self._values: dict[int, int] = {}

    @property
    def nodes(self) -> int:
        """The nodes of all searches so far."""
        return self.deadline.nodes

    @property
    def cost(self) -> Cost:
        """The cost of all searches so far."""
        return Cost(self.nodes, self.cpu_seconds)

    def score(self, position: Position) -> Score:
        """Return the exact score; raise LimitReached, and GameOver after the end of Connect Four.

        A full board of Max-Connect4 has its final margin.
        """
        if not position.rules.variant.scores_finished_games:
            position.require_unfinished(NO_SIDE)
        value = self._known.value(position)
        if value is None:
            engine = self._engine(position.rules)
            try:
                value, cost = engine.solve(position, self.deadline, self._report)
            except LimitReached as stop:
                self.deadline.nodes += stop.nodes
                raise LimitReached(stop.lower, stop.upper, self.nodes) from None
            self._add_cost(cost)
            if self._cache is not None:
                self._cache.add_value(position, value)
        return Score(value, position.left, position.rules)

    def columns(
        self,
        position: Position,
        found: ColumnFound | None = None,
        *,
        known: Mapping[int, Score] | None = None,
    ) -> Columns:
        """Return the exact score of every column of an unfinished position, None where no disc fits.

        ``found`` is called with each column and its score as soon as it is known, those that need no search
        first. ``known`` are all columns that the cache knows, if the caller has looked them up and needs no
        call for them. Raises LimitReached, and GameOver for a finished game.
        """
        position.require_unfinished(NO_SIDE)
        values: dict[int, int] = {}
        if known is not None:
            for column, score in known.items():
                values[column] = int(score)
        self._start_call(position, values=values)
        number = position.drops.bit_count()
        searched = self._search_callback(position, found)
        if self._cache is None:
            self._search_columns_quickly(position, values, searched)
        if len(values) < number and known is None:
            self._add_known_columns(position, values, found)
        if len(values) < number:
            engine = self._engine(position.rules)
            cost = engine.columns(position, values, self.deadline, self._report_question, searched)
            self._add_cost(cost)
        if len(values) < number:
            raise LimitReached(*self._bounds(), self.nodes)
        self._score = max(values.values())
        return _column_scores(position, values)

    def best_column(self, position: Position, score: Score) -> int:
        """Return the first column, centre first, that keeps the ``score`` of an unfinished position.

        Raises LimitReached, and GameOver for a finished game.
        """
        position.require_unfinished(NO_SIDE)
        self._start_call(position, score=int(score))
        return self._best_column(position, score)

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """Return the score of any position, cut to the range from ``lower`` to ``upper``.

        A narrow range is much cheaper than the exact score. Raises LimitReached.
        """
        self._start_call(position)
        return self._score_in_window(position, lower, upper)

    def analyze(
        self,
        position: Position,
        *,
        found: ColumnFound | None = None,
        scored: Callable[[Analysis], None] | None = None,
        line: bool = True,
        known: Mapping[int, Score] | None = None,
    ) -> Analysis:
        """Return every column of an unfinished position, the best ones and, with ``line``, the best line.

        ``found`` and ``known`` are those of ``columns``; ``scored`` is called with the analysis when only the
        line is missing. Raises LimitReached, and GameOver for a finished game.
        """
        columns = self.columns(position, found, known=known)
        analysis = analysis_of(position, columns, self.cost)
        if scored is not None:
            scored(analysis)
        if not line:
            return analysis
        first = analysis.best[0]
        child = position.play(first)
        child_score = Score(-analysis.score, child.left, child.rules)
        rest = best_line(child, child_score, self._best_column)
        assert rest is not None
        return replace(analysis, line=(first, *rest), nodes=self.nodes, cpu_seconds=self.cpu_seconds)

    def _start_call(
        self, position: Position, score: int | None = None, values: dict[int, int] | None = None
    ) -> None:
        """Start a call about a position; ``score`` and ``values`` are what is known of it."""
        self._position = position
        self._score = score
        self._values = {} if values is None else values

    def _search_columns_quickly(
        self, position: Position, values: dict[int, int], searched: ValueFound | None
    ) -> None:
        """Add the columns that a first slice of search finds, if that is quicker than the book."""
        if self._backend is None or self._has_node_limit:
            return
        engine = self._backend.quick_engine(position)
        if engine is not None:
            self._add_cost(engine.try_quick_columns(position, values, searched))

    def _add_known_columns(
        self, position: Position, values: dict[int, int], found: ColumnFound | None
    ) -> None:
        """Add the columns that need no search, centre first."""
        playable = position.playable
        for column in position.rules.centre_first:
            if column in playable and column not in values:
                after = self._known.value(position.play(column))
                if after is not None:
                    values[column] = -after
                    if found is not None:
                        found(column, Score(-after, position.left, position.rules))

    def _search_callback(self, position: Position, found: ColumnFound | None) -> ValueFound | None:
        """Return the function to call with each column that a search finds; None if none is needed."""
        cache = self._cache
        if found is None and cache is None:
            return None

        def searched(column: int, value: int) -> None:
            if cache is not None:
                cache.add_value(position.play(column), -value)
            if found is not None:
                found(column, Score(value, position.left, position.rules))

        return searched

    def _best_column(self, position: Position, score: Score) -> int:
        column = self._known.stored_column(position)
        if column is not None:
            return column
        lower = -int(score)

        def value_after(child: Position) -> int:
            return self._score_in_window(child, lower, lower + 1)

        column = known_best_column(position, score, value_after)
        assert column is not None, f"no column keeps {score}, so it is not the score"
        if self._cache is not None:
            self._cache.add_best_column(position, column)
        return column

    def _score_in_window(self, position: Position, lower: int, upper: int) -> int:
        value = self._known.value(position)
        if value is None:
            engine = self._engine(position.rules)
            window = (lower, upper)
            try:
                value, cost = engine.solve(position, self.deadline, self._report_question, window)
            except LimitReached as stop:
                self.deadline.nodes += stop.nodes
                raise LimitReached(*self._bounds(), self.nodes) from None
            self._add_cost(cost)
        return min(max(value, lower), upper)

    def _engine(self, rules: Rules) -> Engine:
        if self._backend is None:
            raise SearchRequired
        return self._backend.engine(rules)

    def _add_cost(self, cost: Cost) -> None:
        self.deadline.nodes += cost.nodes
        self.cpu_seconds += cost.cpu_seconds

    def _bounds(self) -> tuple[int, int]:
        """Return what is known of the score of the position that the current call is about."""
        if self._score is not None:
            return self._score, self._score
        assert self._position is not None
        lower, upper = self._position.rules.variant.bounds(self._position)
        return max([lower, *self._values.values()]), upper

    def _report(self, progress: Progress) -> None:
        """Report the progress of a search for the score itself."""
        if self.progress is not None:
            nodes = self.nodes + progress.nodes
            self.progress(replace(progress, nodes=nodes, seconds=self.deadline.seconds))

    def _report_question(self, progress: Progress) -> None:
        """Report a search below the position of the call, with the bounds of that position."""
        if self.progress is not None:
            lower, upper = self._bounds()
            self._report(replace(progress, lower=lower, upper=upper))


def _column_scores(position: Position, values: dict[int, int]) -> Columns:
    """Return the values as a score for each column, None where there is no value."""
    left = position.left
    rules = position.rules
    scores: list[Score | None] = []
    for column in range(rules.columns):
        if column in values:
            scores.append(Score(values[column], left, rules))
        else:
            scores.append(None)
    return tuple(scores)
