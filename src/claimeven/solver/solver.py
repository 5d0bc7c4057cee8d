"""Solver: exact scores of positions, of every column, and the best line, in both games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from claimeven.errors import LimitReached, TableError, wrong_type
from claimeven.rules.position import Position, require_position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.rules.score import Score, final_value
from claimeven.solver.book import Book, no_book, packaged_book
from claimeven.solver.limits import (
    NO_LIMIT,
    NO_SIDE,
    Analysis,
    BatchReport,
    Limit,
    Listener,
    MoveReport,
    Progress,
    Report,
    Tally,
    Watch,
    require_limit,
    require_range,
)
from claimeven.solver.score_source import Columns, Found, analyze, known_best_column, widest_bounds
from claimeven.solver.workspace import SLICE, WIDEST, Table, require_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from claimeven.solver.arrays import Scores
    from claimeven.solver.engine import Engine

MAX_THREADS = 64  # more would keep each other, and whoever wants to stop them, from running
ONE_SLICE = Limit(nodes=SLICE)
NOTHING: Mapping[int, Score] = {}
DEFAULT_TABLE_MIB = 64  # larger tables need fewer nodes but more time: they miss the caches


class Solver:
    """Exact scores of positions of both games, on boards of any size.

    One transposition table serves all searches of a solver, so related positions cost less together.
    With several ``threads`` a search takes less time; the score is always the same. Early positions are
    answered from ``book``; None searches them all. Any number of threads may use one solver at once.
    ``limit`` and ``progress`` are for every call that is given none of its own; calls with many positions
    report no progress. A copy, or one that was pickled, has the same settings and a table of its own.

    >>> from claimeven import Position
    >>> solver = Solver(table_mib=1)
    >>> solver.score(Position.from_moves("44444432223353567"))
    Score(+9, win in 9)
    """

    def __init__(
        self,
        *,
        table_mib: int = DEFAULT_TABLE_MIB,
        threads: int = 1,
        book: Callable[[Rules], Book] | None = packaged_book,
        limit: Limit = NO_LIMIT,
        progress: Listener | None = None,
    ) -> None:
        if not 1 <= threads <= MAX_THREADS:
            raise TableError(f"{threads} threads cannot search; 1 to {MAX_THREADS} can")
        require_table(table_mib)
        self._table_mib = table_mib
        self._threads = threads
        self._book = book or no_book
        self._limit = limit
        self._progress = progress
        self._ready: tuple[Engine, int] | None = None  # and the plies that the book has for it
        self._lock = threading.Lock()

    def score(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Score:
        """The exact score; raises LimitReached at the limit, and GameOver after the end of Connect Four.

        A full board of Max-Connect4 has its final margin.
        """
        self._require(position, limit)
        engine = self._quick_engine(position, limit or self._limit)
        value = None if engine is None else engine.try_quick_score(position)
        if value is not None:
            return _value(position, value)
        return self.solve(position, limit, progress=progress).score

    def solve(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Report:
        """The exact score with what it cost; raises as ``score`` does."""
        self._require(position, limit)
        if position.rules.line_ends_game:
            position.require_unfinished(NO_SIDE)
        stored = self._known(position)
        if stored is not None:
            return Report(0, 0.0, score=_value(position, stored))
        limit, progress = limit or self._limit, progress or self._progress
        value, cost = self._engine(position.rules).solve(position, limit, progress)
        return Report(cost.nodes, cost.cpu_seconds, score=_value(position, value))

    def choose(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> MoveReport:
        """The first of the best columns, centre first, and the score, with what both cost.

        The limit holds for the two together. Raises LimitReached, and GameOver for a finished game.
        """
        account = self._account(position, limit, progress)
        score = account.score(position)
        column = account.best_column(position, score)
        return MoveReport(account.nodes, account.cpu_seconds, column=column, score=score)

    def best_column(
        self,
        position: Position,
        score: Score,
        limit: Limit | None = None,
        *,
        progress: Listener | None = None,
    ) -> int:
        """The first of the best columns, centre first, of a position whose ``score`` is known.

        Much cheaper than ``analyze``: of each column it finds out only whether it keeps the score.
        """
        if not isinstance(score, Score):
            raise wrong_type("the Score of the position", score)
        return self._account(position, limit, progress).best_column(position, score)

    def score_in_window(
        self,
        position: Position,
        lower: int,
        upper: int,
        limit: Limit | None = None,
        *,
        progress: Listener | None = None,
    ) -> int:
        """The value of a position, cut to the range from ``lower`` to ``upper``; raises LimitReached.

        A narrow range is much cheaper than ``score``: 0 to 1 tells whether the side to move wins.
        Raises BadArgument for a range that is empty, or wider than scores can be.
        """
        self._require(position, limit)
        require_range(lower, upper, WIDEST)
        return Account(self, position, limit, progress).score_in_window(position, lower, upper)

    def scores(
        self,
        positions: Iterable[Position] | NDArray[np.integer],
        limit: Limit | None = None,
        *,
        rules: Rules = CONNECT_FOUR,
    ) -> Scores:
        """The exact scores of many positions of the same rules, as an array of int8.

        The fast way for millions: no Python call for each search, and every thread takes a share. An array
        has a row of two words for each position, ``own`` and ``filled``; ``rules`` say what they mean.
        Raises GeometryError for mixed positions, IllegalMove for a row that is no position, otherwise as
        ``score`` does.
        """
        return self.solve_many(positions, limit, rules=rules).scores

    def solve_many(
        self,
        positions: Iterable[Position] | NDArray[np.integer],
        limit: Limit | None = None,
        *,
        rules: Rules = CONNECT_FOUR,
        windows: NDArray[np.int16] | None = None,
    ) -> BatchReport:
        """``scores`` with what they cost. A call without positions only loads the search.

        With ``windows``, a row of two numbers for each position, scores are exact only between the two, which
        is cheaper: a score up to the first comes out as some number up to it, one from the second on as
        some number from there on.
        """
        import numpy as np

        from claimeven.solver.arrays import boards_of_positions, boards_of_words, require_unfinished

        require_limit(limit)
        if isinstance(positions, np.ndarray):
            boards = boards_of_words(rules, positions)
        else:
            boards = boards_of_positions(positions, rules)
        require_unfinished(boards)
        scores, known = self._book(boards.rules).scores_of(boards)
        if len(boards) and known.all():
            return BatchReport(0, 0.0, scores=scores)
        asked = WIDEST if windows is None else windows[~known]
        engine, limit = self._engine(boards.rules), limit or self._limit
        scores[~known], cost = engine.solve_many(boards.where(~known).words, asked, limit)
        return BatchReport(cost.nodes, cost.cpu_seconds, scores=scores)

    def columns(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> tuple[Score | None, ...]:
        """The exact score of every column for the side to move, None where no disc fits.

        The limit holds for all of them together. Raises LimitReached, and GameOver for a finished game.
        """
        return self._account(position, limit, progress).columns(position)

    def analyze(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Analysis:
        """Every column's score, the best columns and the best line.

        The limit holds for the whole analysis. Raises LimitReached, and GameOver for a finished game.
        """
        return analyze(position, self._account(position, limit, progress))

    def _account(self, position: Position, limit: Limit | None, progress: Listener | None) -> Account:
        """The account of one call about an unfinished position; raises GameOver for another."""
        self._require(position, limit)
        position.require_unfinished(NO_SIDE)
        return Account(self, position, limit, progress)

    def _require(self, position: Position, limit: Limit | None) -> None:
        """Raise TypeError or BadArgument for what is not a Position or not a Limit."""
        if type(position) is not Position:  # quicker than a call for nearly everybody
            require_position(position)
        if limit is not None and type(limit) is not Limit:
            require_limit(limit)

    @property
    def _settings(self) -> dict[str, Any]:
        """The arguments that make a solver like this one."""
        return {
            "table_mib": self._table_mib,
            "threads": self._threads,
            "book": self._book,
            "limit": self._limit,
            "progress": self._progress,
        }

    def __getstate__(self) -> dict[str, Any]:
        return self._settings

    def __setstate__(self, settings: dict[str, Any]) -> None:
        Solver.__init__(self, **settings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Solver:
        return Solver(**self._settings)

    def _known(self, position: Position) -> int | None:
        """The value of a position if that needs no search: of a finished game, or from the book."""
        return final_value(position) if position.is_over else self._book(position.rules).score(position)

    def _quick_engine(self, position: Position, limit: Limit) -> Engine | None:
        """The engine, if a slice of its search is quicker than a look into the book, and within the limit."""
        ready = self._ready
        if ready is None or limit.nodes is not None or position.ply <= ready[1]:
            return None
        return ready[0] if ready[0].is_for(position.rules) else None

    def _engine(self, rules: Rules) -> Engine:
        """The engine of a game on a board; a solver keeps one at a time."""
        from claimeven.solver.engine import Engine

        with self._lock:
            if self._ready is None or not self._ready[0].is_for(rules):
                self._ready = None  # two tables at once may be more than there is memory
                engine = Engine(rules, Table(self._table_mib), threads=self._threads)
                book = self._book(rules)
                self._ready = engine, book.plies if book.rules == rules else -1
            return self._ready[0]


class Within:
    """A solver, as an Exact, whose searches share the seconds of a limit, which count from now."""

    def __init__(self, solver: Solver, limit: Limit, progress: Listener | None = None) -> None:
        self._solver = solver
        self._watch = Watch(limit)
        self._progress = progress

    def score(self, position: Position) -> Score:
        """The exact value of an unfinished position; raises LimitReached when the time is up."""
        return self._solver.score(position, self._watch.left(), progress=self._progress)

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """The value, cut to the range from ``lower`` to ``upper``; raises as ``score`` does."""
        left = self._watch.left()
        return self._solver.score_in_window(position, lower, upper, left, progress=self._progress)

    def best_column(self, position: Position, score: Score) -> int:
        """The first column, centre first, that keeps the value; raises as ``score`` does."""
        return self._solver.best_column(position, score, self._watch.left(), progress=self._progress)


class Account(Tally):
    """The searches of a solver about one position: one limit for all, bounds and costs of the whole.

    ``limit`` and ``progress`` are by default those of the solver. ``known`` are scores of columns that need
    no search.
    """

    def __init__(
        self,
        solver: Solver,
        position: Position,
        limit: Limit | None,
        progress: Listener | None,
        known: Mapping[int, Score] = NOTHING,
    ) -> None:
        self._solver = solver
        self._position = position
        self._limit = limit or solver._limit
        self._progress = progress or solver._progress
        self._watch = Watch(self._limit)
        self._values = {column: int(score) for column, score in known.items()}  # as far as they are known
        self._score: int | None = None

    def score(self, position: Position) -> Score:
        """The score of the position itself."""
        report = self.add(self._solver.solve(position, self._limit, progress=self._progress))
        self._score = int(report.score)
        return report.score

    def columns(self, position: Position, found: Found | None = None) -> Columns:
        """The score of every column of the position, None where no disc fits.

        ``found`` is called with each that was not known before, as soon as it is.
        """
        values, left, rules = self._values, position.left, position.rules
        tell = None if found is None else lambda column, value: found(column, Score(value, left, rules))
        engine = self._solver._quick_engine(position, self._limit)
        if engine is not None:
            self.add(engine.columns(position, values, ONE_SLICE, self._tell, tell))
        count = position.drops.bit_count()
        if len(values) < count:
            for column, child in position.children():
                if column not in values and (after := self._solver._known(child)) is not None:
                    values[column] = -after
                    if tell is not None:
                        tell(column, -after)
        if len(values) < count:
            engine, limit = self._solver._engine(rules), self._watch.left(self.nodes)
            self.add(engine.columns(position, values, limit, self._tell, tell))
        if len(values) < count:
            raise LimitReached(*self._bounds(), self.nodes)
        self._score = max(values.values())
        columns = range(rules.columns)
        return tuple([Score(values[c], left, rules) if c in values else None for c in columns])

    def best_column(self, position: Position, score: Score) -> int:
        """The first column, centre first, that keeps the score of a position."""
        column = self._solver._book(position.rules).best_column(position)
        if column is None:
            window = -score, 1 - score
            column = known_best_column(position, score, lambda child: self.score_in_window(child, *window))
        assert column is not None, f"no column keeps {score}, so it is not the score"
        return column

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """The value of a position, perhaps a later one, cut to the range from ``lower`` to ``upper``."""
        value = self._solver._known(position)
        if value is None:
            engine, limit = self._solver._engine(position.rules), self._watch.left(self.nodes)
            try:
                value, cost = engine.solve(position, limit, self._tell, (lower, upper))
            except LimitReached as stop:
                raise LimitReached(*self._bounds(), self.nodes + stop.nodes) from None
            self.add(cost)
        return min(max(value, lower), upper)

    def _bounds(self) -> tuple[int, int]:
        """What is known of the score of the position."""
        if self._score is not None:
            return self._score, self._score
        lower, upper = widest_bounds(self._position)
        return max([lower, *self._values.values()]), upper

    def _tell(self, progress: Progress) -> None:
        """Pass on the progress of one search as that of the whole analysis."""
        if self._progress is not None:
            lower, upper = self._bounds()
            nodes, seconds = self.nodes + progress.nodes, self._watch.seconds
            self._progress(Progress(lower=lower, upper=upper, nodes=nodes, seconds=seconds))


def _value(position: Position, value: int) -> Score:
    return Score(value, position.left, position.rules)
