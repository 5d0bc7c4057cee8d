"""Solver: exact scores of positions, of every column, and the best line, in both variants."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, LimitReached, TableError
from claimeven.rules.position import STANDARD
from claimeven.rules.variant import CONNECT_FOUR
from claimeven.search.book import Book, packaged_book
from claimeven.search.limit import NO_LIMIT, Analysis, BatchReport, Limit, MoveReport, Progress, Report
from claimeven.search.memory import require_table
from claimeven.search.score import final_value, value_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from claimeven.kernels.jit import Scores
    from claimeven.rules.geometry import Geometry
    from claimeven.rules.position import Position
    from claimeven.rules.variant import Variant
    from claimeven.search.engine import Engine
    from claimeven.search.score import Margin, Score

MOST_THREADS = 64  # more would keep each other, and whoever wants to stop them, from running
DEFAULT_TABLE_MIB = 64  # larger tables need fewer nodes but more time: they miss the caches


class Solver:
    """Exact scores of Connect Four positions of any size, and exact margins of Max-Connect4 positions.

    The variant of a position decides which of the two it gets.
    One transposition table serves all searches of a solver, so related positions cost less together.
    With several ``threads`` a search takes less time; the score is always the same. Early positions are
    answered from ``book``; None searches them all.

    >>> from claimeven import Position
    >>> solver = Solver(table_mib=1)
    >>> int(solver.score(Position.from_moves("44444432223353567")))
    9
    """

    def __init__(
        self,
        *,
        table_mib: int = DEFAULT_TABLE_MIB,
        threads: int = 1,
        book: Callable[[Variant], Book] | None = packaged_book,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise TableError(f"{threads} threads cannot search; 1 to {MOST_THREADS} can")
        require_table(table_mib)
        self._table_mib = table_mib
        self._threads = threads
        self._book = book
        self._engine: Engine | None = None

    def score(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Score | Margin:
        """The exact score; raises LimitReached at the limit, and GameOver after the end of Connect Four.

        A full board of Max-Connect4 has its final margin.
        """
        return self.solve(position, limit, progress=progress).score

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Report:
        """The exact score with what it cost; raises as ``score`` does."""
        stored = self._known(position)
        if stored is not None:
            return Report(score=_value(position, stored), nodes=0, cpu_seconds=0.0)
        engine = self._engine_for(position.geometry, position.variant)
        value, nodes, cpu_seconds = engine.run(position, limit, progress)
        return Report(score=_value(position, value), nodes=nodes, cpu_seconds=cpu_seconds)

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> MoveReport:
        """The first of the best columns, centre first, and the score, with what both cost.

        The limit holds for the two together. Raises LimitReached, and GameOver for a finished game.
        """
        _require_unfinished(position)
        account = _Account(self, position, limit, progress)
        report = self.solve(position, limit, progress=progress)
        account.take_over(report)
        column = account.best_column(position, report.score.value)
        return MoveReport(
            column=column, score=report.score, nodes=account.nodes, cpu_seconds=account.cpu_seconds
        )

    def best_column(
        self,
        position: Position,
        score: Score | Margin,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> int:
        """The first of the best columns, centre first, of a position whose ``score`` is known.

        Much cheaper than ``analyze``: of each column it asks only whether it keeps the score.
        """
        _require_unfinished(position)
        return _Account(self, position, limit, progress).best_column(position, score.value)

    def scores(
        self,
        positions: Iterable[Position] | NDArray[np.integer],
        limit: Limit = NO_LIMIT,
        *,
        geometry: Geometry = STANDARD,
        variant: Variant = CONNECT_FOUR,
    ) -> Scores:
        """The exact scores of many positions of one geometry and variant, as an array of int8.

        The fast way for millions: no Python call for each search, and every thread takes a share. An array
        has a row of two words for each position, ``own`` and ``filled``; geometry and variant tell what
        they mean. Raises GeometryError for mixed positions, IllegalMove for a row that is no position,
        otherwise as ``score`` does.
        """
        return self.solve_many(positions, limit, geometry=geometry, variant=variant).scores

    def solve_many(
        self,
        positions: Iterable[Position] | NDArray[np.integer],
        limit: Limit = NO_LIMIT,
        *,
        geometry: Geometry = STANDARD,
        variant: Variant = CONNECT_FOUR,
        windows: NDArray[np.int16] | None = None,
    ) -> BatchReport:
        """``scores`` with what they cost. Always searches: the book is not asked.

        With ``windows``, a row of two numbers for each position, scores are exact only between the two, which
        is cheaper: a score up to the first comes out as some number up to it, one from the second on as
        some number from there on.
        """
        import numpy as np

        from claimeven.search.words import checked_words, words_of

        if isinstance(positions, np.ndarray):
            words = checked_words(positions, geometry, variant)
        else:
            words, geometry, variant = words_of(positions)
        scores, nodes, cpu_seconds = self._engine_for(geometry, variant).run_many(words, limit, windows)
        return BatchReport(scores=scores, nodes=nodes, cpu_seconds=cpu_seconds)

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Analysis:
        """Every column's score, the best columns and the best line.

        The limit holds for the whole analysis. Raises LimitReached, and GameOver for a finished game.
        """
        _require_unfinished(position)
        account = _Account(self, position, limit, progress)
        columns = account.columns()
        score = max((score for score in columns if score is not None), key=int)
        return Analysis(
            position=position,
            score=score,
            columns=columns,
            best=tuple(c for c in position.geometry.centre_first if columns[c] == score),
            line=account.best_line(score),
            nodes=account.nodes,
            cpu_seconds=account.cpu_seconds,
        )

    def _known(self, position: Position) -> int | None:
        """What needs no search: a finished game of Max-Connect4, or a position of the book."""
        if position.is_over and not position.variant.line_ends_game:
            return final_value(position)
        _require_unfinished(position)
        return None if self._book is None else self._book(position.variant).score(position)

    def _known_column(self, position: Position) -> int | None:
        """The best column that the book has for a position."""
        return None if self._book is None else self._book(position.variant).best_column(position)

    def _engine_for(self, geometry: Geometry, variant: Variant) -> Engine:
        """The engine of this geometry and variant; a solver keeps one at a time."""
        if self._engine is None or (self._engine.geometry, self._engine.variant) != (geometry, variant):
            from claimeven.search.engine import Engine  # numba loads here, when it is first needed

            self._engine = None  # two tables at once may be more than there is memory
            self._engine = Engine(geometry, variant, table_mib=self._table_mib, threads=self._threads)
        return self._engine


class _Account:
    """The searches that analyse one position: one limit for all, bounds and costs of the whole."""

    def __init__(
        self,
        solver: Solver,
        position: Position,
        limit: Limit,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._solver = solver
        self._position = position
        self._limit = limit
        self._progress = progress
        self._start = time.monotonic()
        self._lower, self._upper = _widest(position)
        self.nodes = 0
        self.cpu_seconds = 0.0

    def take_over(self, report: Report) -> None:
        """Put down a search of the position itself: its score is known from now on."""
        self._lower = self._upper = report.score.value
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds

    def columns(self) -> tuple[Score | Margin | None, ...]:
        """The score of every column, None where no disc fits."""
        playable = [c for c in self._position.geometry.centre_first if c in self._position.playable]
        columns: list[Score | Margin | None] = [None] * self._position.geometry.columns
        for column in playable:
            score = columns[column] = self._column_score(self._position, column)
            self._lower = max(self._lower, score.value)
        self._upper = self._lower
        return tuple(columns)

    def best_line(self, score: Score | Margin) -> tuple[int, ...]:
        """Best play to the end from the position of this score, the first best column each time."""
        line: list[int] = []
        position = self._position
        value = score.value
        while not position.is_over:
            line.append(self.best_column(position, value))
            position = position.play(line[-1])
            value = -value
        return tuple(line)

    def best_column(self, position: Position, value: int) -> int:
        """The first column, centre first, that keeps the ``value`` of the position."""
        stored = self._solver._known_column(position)
        if stored is not None:
            return stored
        playable = [column for column in position.geometry.centre_first if column in position.playable]
        return next(column for column in playable if self._keeps(position, column, value))

    def _keeps(self, position: Position, column: int, value: int) -> bool:
        """True when a disc in ``column`` is worth ``value``, the score of the position."""
        child = position.play(column)
        known = final_value(child) if child.is_over else self._solver._known(child)
        if known is not None:
            return known == -value
        engine = self._solver._engine_for(child.geometry, child.variant)
        try:
            keeps, nodes, cpu_seconds = engine.run_at_most(child, -value, self._remaining(), self._tell)
        except LimitReached as stop:
            raise LimitReached(self._lower, self._upper, self.nodes + stop.nodes) from None
        self.nodes += nodes
        self.cpu_seconds += cpu_seconds
        return keeps

    def _column_score(self, position: Position, column: int) -> Score | Margin:
        """What a disc in ``column`` is worth to the side that drops it."""
        child = position.play(column)
        if child.is_over:
            return _value(position, -final_value(child))
        try:
            report = self._solver.solve(child, self._remaining(), progress=self._tell)
        except LimitReached as stop:
            raise LimitReached(self._lower, self._upper, self.nodes + stop.nodes) from None
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds
        return _value(position, -report.score.value)

    def _tell(self, progress: Progress) -> None:
        """Pass on the progress of one search as that of the whole analysis."""
        if self._progress is not None:
            seconds = time.monotonic() - self._start
            nodes = self.nodes + progress.nodes
            self._progress(Progress(lower=self._lower, upper=self._upper, nodes=nodes, seconds=seconds))

    def _remaining(self) -> Limit:
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return Limit(
            seconds=None if seconds is None else max(0.0, seconds - (time.monotonic() - self._start)),
            nodes=None if nodes is None else max(0, nodes - self.nodes),
            stop=self._limit.stop,
        )


def _require_unfinished(position: Position) -> None:
    if position.is_over:
        raise GameOver(f"the game is over after {position.ply} moves; there is no side to move")


def _value(position: Position, value: int) -> Score | Margin:
    return value_in(position.variant, value, position.geometry.cells - position.ply)


def _widest(position: Position) -> tuple[int, int]:
    """Bounds of the score that need no search."""
    left = position.geometry.cells - position.ply
    if position.variant.line_ends_game:
        return -(left // 2), (left + 1) // 2
    empty = position.geometry.board ^ position.filled
    most = [len(position.lines_of(discs | empty)) for discs in (position.own, position.other)]
    made = [len(position.lines_of(discs)) for discs in (position.own, position.other)]
    return made[0] - most[1], most[0] - made[1]
