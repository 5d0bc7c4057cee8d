"""Solver: exact scores of positions, of every column, and the best line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, GeometryError, LimitReached, TableError
from claimeven.rules.position import STANDARD
from claimeven.search.book import Book, packaged_book
from claimeven.search.limit import NO_LIMIT, Analysis, BatchReport, Limit, Progress, Report
from claimeven.search.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from claimeven.kernels.jit import Scores
    from claimeven.rules.geometry import Geometry
    from claimeven.rules.position import Position
    from claimeven.search.engine import Engine

DEFAULT_TABLE_MIB = 64  # larger tables need fewer nodes but more time: they miss the caches


class Solver:
    """Exact scores of Connect Four positions of any size.

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
        book: Callable[[], Book] | None = packaged_book,
    ) -> None:
        if threads < 1:
            raise TableError(f"{threads} threads cannot search; at least 1 can")
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
    ) -> Score:
        """The exact score; raises GameOver for a finished game and LimitReached at the limit."""
        return self.solve(position, limit, progress=progress).score

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Report:
        """The exact score with what it cost; raises as ``score`` does."""
        _require_unfinished(position)
        stored = None if self._book is None else self._book().score(position)
        if stored is not None:
            return Report(score=Score(stored, _left(position)), nodes=0, cpu_seconds=0.0)
        value, nodes, cpu_seconds = self._engine_for(position.geometry).run(position, limit, progress)
        return Report(score=Score(value, _left(position)), nodes=nodes, cpu_seconds=cpu_seconds)

    def scores(self, positions: Iterable[Position], limit: Limit = NO_LIMIT) -> Scores:
        """The exact scores of many unfinished positions of one geometry, as an array of int8.

        The fast way for millions: no Python call for each search, and every thread takes a share.
        Raises GeometryError for mixed geometries, otherwise as ``score`` does.
        """
        return self.solve_many(positions, limit).scores

    def solve_many(self, positions: Iterable[Position], limit: Limit = NO_LIMIT) -> BatchReport:
        """``scores`` with what they cost. Always searches: the book is not asked."""
        import numpy as np

        listed = list(positions)
        for position in listed:
            _require_unfinished(position)
            if position.geometry != listed[0].geometry:
                raise GeometryError(f"positions of {listed[0].geometry} and {position.geometry} in one call")
        words = np.array([(position.own, position.filled) for position in listed], np.uint64).reshape(-1, 2)
        geometry = listed[0].geometry if listed else STANDARD
        scores, nodes, cpu_seconds = self._engine_for(geometry).run_many(words, limit)
        return BatchReport(scores=scores, nodes=nodes, cpu_seconds=cpu_seconds)

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Analysis:
        """Every column's score, the best columns and the best line; raises as ``score`` does.

        The limit holds for the whole analysis.
        """
        _require_unfinished(position)
        account = _Account(self, position, limit, progress)
        columns = account.columns()
        score = max(score for score in columns if score is not None)
        return Analysis(
            position=position,
            score=score,
            columns=columns,
            best=tuple(c for c in position.geometry.centre_first if columns[c] == score),
            line=account.best_line(score),
            nodes=account.nodes,
            cpu_seconds=account.cpu_seconds,
        )

    def _engine_for(self, geometry: Geometry) -> Engine:
        """The engine of this geometry; a solver keeps one at a time."""
        if self._engine is None or self._engine.geometry != geometry:
            from claimeven.search.engine import Engine  # numba loads here, when it is first needed

            self._engine = Engine(geometry, table_mib=self._table_mib, threads=self._threads)
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
        self._lower = -(_left(position) // 2)
        self._upper = (_left(position) + 1) // 2
        self.nodes = 0
        self.cpu_seconds = 0.0

    def columns(self) -> tuple[Score | None, ...]:
        """The score of every column, None where no disc fits."""
        playable = [c for c in self._position.geometry.centre_first if c in self._position.playable]
        columns: list[Score | None] = [None] * self._position.geometry.columns
        for column in playable:
            score = columns[column] = self._column_score(self._position, column)
            self._lower = max(self._lower, score.value)
        self._upper = self._lower
        return tuple(columns)

    def best_line(self, score: Score) -> tuple[int, ...]:
        """Best play to the end from the position of this score, the first best column each time."""
        line: list[int] = []
        position = self._position
        while not position.is_over:
            for column in position.geometry.centre_first:
                if column in position.playable and self._column_score(position, column) == score:
                    break
            line.append(column)
            position = position.play(column)
            score = Score(-score.value, _left(position))
        return tuple(line)

    def _column_score(self, position: Position, column: int) -> Score:
        """What a disc in ``column`` is worth to the side that drops it."""
        child = position.play(column)
        if child.is_over:
            won = child.outcome is not None and child.outcome.winner is not None
            return Score((_left(position) + 1) // 2 if won else 0, _left(position))
        try:
            report = self._solver.solve(child, self._remaining(), progress=self._tell)
        except LimitReached as stop:
            raise LimitReached(self._lower, self._upper, self.nodes + stop.nodes) from None
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds
        return Score(-report.score.value, _left(position))

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
        )


def _require_unfinished(position: Position) -> None:
    if position.is_over:
        raise GameOver(f"the game is over after {position.ply} moves; there is no side to move")


def _left(position: Position) -> int:
    return position.geometry.cells - position.ply
