"""Solver: exact scores of positions, of every column, and the best line, in both games."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, LimitReached, TableError
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.rules.score import Score, final_value
from claimeven.search.book import Book, packaged_book
from claimeven.search.desk import SLICE, WIDEST, Table
from claimeven.search.limit import NO_LIMIT, Analysis, BatchReport, Limit, MoveReport, Progress, Report
from claimeven.search.memory import require_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from claimeven.rules.position import Position
    from claimeven.search.engine import Engine
    from claimeven.search.words import Scores

MOST_THREADS = 64  # more would keep each other, and whoever wants to stop them, from running
ONE_SLICE = Limit(nodes=SLICE)
DEFAULT_TABLE_MIB = 64  # larger tables need fewer nodes but more time: they miss the caches


class Solver:
    """Exact scores of positions of both games, on boards of any size.

    One transposition table serves all searches of a solver, so related positions cost less together.
    With several ``threads`` a search takes less time; the score is always the same. Early positions are
    answered from ``book``; None searches them all. Any number of threads may ask one solver at once.

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
        book: Callable[[Rules], Book] | None = packaged_book,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise TableError(f"{threads} threads cannot search; 1 to {MOST_THREADS} can")
        require_table(table_mib)
        self._table_mib = table_mib
        self._threads = threads
        self._book = book
        self._ready: tuple[Engine, int] | None = None  # and the plies that the book has for it
        self._lock = threading.Lock()

    def score(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> Score:
        """The exact score; raises LimitReached at the limit, and GameOver after the end of Connect Four.

        A full board of Max-Connect4 has its final margin.
        """
        engine = self._quick_engine(position, limit)
        value = None if engine is None else engine.glance(position)
        if value is not None:
            return _value(position, value)
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
        engine = self._engine_for(position)
        value, _, cost = engine.solve(position.own, position.filled, limit, progress)
        return Report(score=_value(position, value), nodes=cost.nodes, cpu_seconds=cost.cpu_seconds)

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
        score: Score,
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
        rules: Rules = CONNECT_FOUR,
    ) -> Scores:
        """The exact scores of many positions of the same rules, as an array of int8.

        The fast way for millions: no Python call for each search, and every thread takes a share. An array
        has a row of two words for each position, ``own`` and ``filled``; ``rules`` tell what they mean.
        Raises GeometryError for mixed positions, IllegalMove for a row that is no position, otherwise as
        ``score`` does.
        """
        return self.solve_many(positions, limit, rules=rules).scores

    def solve_many(
        self,
        positions: Iterable[Position] | NDArray[np.integer],
        limit: Limit = NO_LIMIT,
        *,
        rules: Rules = CONNECT_FOUR,
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
            words = checked_words(positions, rules)
        else:
            words, rules = words_of(positions)
        if windows is None:
            windows = np.tile(np.array(WIDEST, np.int16), (len(words), 1))
        scores, cost = self._engine_of(rules).solve_many(words, windows, limit)
        return BatchReport(scores=scores, nodes=cost.nodes, cpu_seconds=cost.cpu_seconds)

    def columns(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Score | None, ...]:
        """The exact score of every column for the side to move, None where no disc fits.

        The limit holds for all of them together. Raises LimitReached, and GameOver for a finished game.
        """
        _require_unfinished(position)
        return _Account(self, position, limit, progress).columns()

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
            best=tuple(c for c in position.rules.centre_first if columns[c] == score),
            line=account.best_line(score),
            nodes=account.nodes,
            cpu_seconds=account.cpu_seconds,
        )

    def _known(self, position: Position) -> int | None:
        """What needs no search: a finished game of Max-Connect4, or a position of the book."""
        if position.is_over and not position.rules.line_ends_game:
            return final_value(position)
        _require_unfinished(position)
        return None if self._book is None else self._book(position.rules).score(position)

    def _known_column(self, position: Position) -> int | None:
        """The best column that the book has for a position."""
        return None if self._book is None else self._book(position.rules).best_column(position)

    def _quick_engine(self, position: Position, limit: Limit) -> Engine | None:
        """The engine, if a slice of its search is quicker than a look into the book, and within the limit."""
        ready = self._ready
        if ready is None or limit.nodes is not None or position.ply <= ready[1]:
            return None
        return ready[0] if ready[0].serves(position.rules) else None

    def _engine_for(self, position: Position) -> Engine:
        """The engine of a position; a solver keeps one at a time."""
        return self._engine_of(position.rules)

    def _engine_of(self, rules: Rules) -> Engine:
        from claimeven.search.engine import Engine

        with self._lock:
            if self._ready is None or not self._ready[0].serves(rules):
                self._ready = None  # two tables at once may be more than there is memory
                engine = Engine(rules, Table(self._table_mib), threads=self._threads)
                book = None if self._book is None else self._book(rules)
                self._ready = engine, book.plies if book and book.rules == rules else -1
            return self._ready[0]


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
        self._values: dict[int, int] = {}  # of columns, as far as they are known
        self._score: int | None = None
        self.nodes = 0
        self.cpu_seconds = 0.0

    def take_over(self, report: Report) -> None:
        """Put down a search of the position itself: its score is known from now on."""
        self._score = report.score.value
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds

    def columns(self) -> tuple[Score | None, ...]:
        """The score of every column, None where no disc fits."""
        position, values = self._position, self._values
        engine = self._solver._quick_engine(position, self._limit)
        if engine is not None:
            self._search(engine, ONE_SLICE)
        count = position.drops.bit_count()
        if len(values) < count:
            for column in position.playable:
                known = None if column in values else self._known_after(position, column)
                if known is not None:
                    values[column] = known
        if len(values) < count:
            self._search(self._solver._engine_for(position), self._remaining())
        if len(values) < count:
            raise LimitReached(*self._bounds(), self.nodes)
        self._score = max(values.values())
        left = position.left
        scores = {column: Score(value, left, position.rules) for column, value in values.items()}
        return tuple(map(scores.get, range(position.rules.columns)))

    def _search(self, engine: Engine, limit: Limit) -> None:
        """Have the values that are missing searched, as far as the limit allows."""
        position = self._position
        wanted = position.drops
        for column in self._values:
            wanted &= ~position.rules.column_mask(column)
        found, cost = engine.columns(position.own, position.filled, wanted, limit, self._tell)
        self._values.update(found)
        self.nodes += cost.nodes
        self.cpu_seconds += cost.cpu_seconds

    def _known_after(self, position: Position, column: int) -> int | None:
        """What a disc in ``column`` is worth to the side that drops it, if that needs no search."""
        child = position.play(column)
        known = final_value(child) if child.is_over else self._solver._known(child)
        return None if known is None else -known

    def best_line(self, score: Score) -> tuple[int, ...]:
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
        playable = [column for column in position.rules.centre_first if column in position.playable]
        return next(column for column in playable if self._keeps(position, column, value))

    def _keeps(self, position: Position, column: int, value: int) -> bool:
        """True when a disc in ``column`` is worth ``value``, the score of the position."""
        known = self._known_after(position, column)
        if known is not None:
            return known == value
        child = position.play(column)
        engine = self._solver._engine_for(child)
        try:
            _, upper, cost = engine.solve(
                child.own, child.filled, self._remaining(), self._tell, (-value, 1 - value)
            )
        except LimitReached as stop:
            raise LimitReached(*self._bounds(), self.nodes + stop.nodes) from None
        self.nodes += cost.nodes
        self.cpu_seconds += cost.cpu_seconds
        return upper <= -value

    def _bounds(self) -> tuple[int, int]:
        """What is known of the score of the position."""
        if self._score is not None:
            return self._score, self._score
        lower, upper = _widest(self._position)
        return max([lower, *self._values.values()]), upper

    def _tell(self, progress: Progress) -> None:
        """Pass on the progress of one search as that of the whole analysis."""
        if self._progress is not None:
            seconds = time.monotonic() - self._start
            nodes = self.nodes + progress.nodes
            lower, upper = self._bounds()
            self._progress(Progress(lower=lower, upper=upper, nodes=nodes, seconds=seconds))

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


def _value(position: Position, value: int) -> Score:
    return Score(value, position.left, position.rules)


def _widest(position: Position) -> tuple[int, int]:
    """Bounds of the score that need no search."""
    left = position.left
    if position.rules.line_ends_game:
        return -(left // 2), (left + 1) // 2
    empty = position.rules.board ^ position.filled
    most = [len(position.lines_of(discs | empty)) for discs in (position.own, position.other)]
    made = [len(position.lines_of(discs)) for discs in (position.own, position.other)]
    return made[0] - most[1], most[0] - made[1]
