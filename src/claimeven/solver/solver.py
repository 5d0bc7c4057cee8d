"""Solver: exact scores of positions, of every column, and the best line, in both games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from claimeven.errors import LimitReached, TableError, wrong_type
from claimeven.rules.position import Position, require_position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver.backend import SearchBackend
from claimeven.solver.book import Book, no_book
from claimeven.solver.book_file import packaged_book
from claimeven.solver.engine import Engine
from claimeven.solver.limits import (
    NO_LIMIT,
    NO_SCORE,
    NO_SIDE,
    Analysis,
    BatchReport,
    ColumnsReport,
    Deadline,
    Limit,
    Listener,
    MoveReport,
    Report,
    require_limit,
    require_range,
)
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchContext
from claimeven.solver.workspace import WIDEST, Table, require_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from claimeven.solver.boards import Boards, Scores

MAX_THREADS = 64  # more would slow each other down, and delay a stop
DEFAULT_TABLE_MIB = 64  # larger tables need fewer nodes but more time: they miss the caches


class Solver:
    """Exact scores of positions of both games, on boards of any size.

    All searches of a solver share one transposition table, so related positions cost less together.
    With several ``threads`` a search takes less time; the score is always the same. Scores of early
    positions come from ``book``; None searches them all. Any number of threads may use one solver at once.
    ``limit`` and ``progress`` are the defaults of every call; calls with many positions report no progress.
    A copy has the same settings and a table of its own, even after pickling.

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
            raise TableError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
        require_table(table_mib)
        self._table_mib = table_mib
        self._threads = threads
        self._limit = limit
        self._progress = progress
        new_engine = partial(_new_engine, table_mib=table_mib, threads=threads)
        self.backend = SearchBackend(book or no_book, new_engine)

    def score(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Score:
        """Return the exact score; raise LimitReached at the limit, GameOver after the end of Connect Four.

        A full board of Max-Connect4 has its final margin.
        """
        self._require(position, limit)
        max_nodes = self._limit.nodes if limit is None else limit.nodes
        if max_nodes is None:
            engine = self.backend.quick_engine(position)
            if engine is not None:
                value = engine.try_quick_score(position)
                if value is not None:
                    return Score(value, position.left, position.rules)
        return self.context(limit, progress=progress).score(position)

    def solve(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Report:
        """Return the exact score with its cost; raise as ``score`` does."""
        self._require(position, limit)
        context = self.context(limit, progress=progress)
        score = context.score(position)
        return Report(context.nodes, context.cpu_seconds, score=score)

    def choose(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> MoveReport:
        """Return the first of the best columns, centre first, and the score, with the cost of both.

        The limit holds for the two together. Raises LimitReached, and GameOver for a finished game.
        """
        self._require(position, limit)
        position.require_unfinished(NO_SIDE)
        context = self.context(limit, progress=progress)
        score = context.score(position)
        column = context.best_column(position, score)
        return MoveReport(context.nodes, context.cpu_seconds, column=column, score=score)

    def best_column(
        self,
        position: Position,
        score: Score,
        limit: Limit | None = None,
        *,
        progress: Listener | None = None,
    ) -> int:
        """Return the first of the best columns, centre first, of a position whose ``score`` is known.

        Much cheaper than ``analyze``: of each column it finds out only whether it keeps the score.
        """
        if not isinstance(score, Score):
            raise wrong_type("the Score of the position", score)
        self._require(position, limit)
        return self.context(limit, progress=progress).best_column(position, score)

    def score_in_window(
        self,
        position: Position,
        lower: int,
        upper: int,
        limit: Limit | None = None,
        *,
        progress: Listener | None = None,
    ) -> int:
        """Return the score of a position, cut to the range from ``lower`` to ``upper``.

        A narrow range is much cheaper than ``score``: 0 to 1 tells whether the side to move wins. Raises
        LimitReached, and BadArgument for a range that is empty, or wider than scores can be.
        """
        self._require(position, limit)
        require_range(lower, upper, WIDEST)
        return self.context(limit, progress=progress).score_in_window(position, lower, upper)

    def scores(
        self,
        positions: Iterable[Position] | Boards | NDArray[Any],
        limit: Limit | None = None,
        *,
        rules: Rules | None = None,
    ) -> Scores:
        """Return the exact scores of many positions of the same rules, as an array of int8.

        The fast way for millions: no Python call for each search, and every thread takes a share. Besides
        positions and Boards, arrays are accepted: N x 2 words (``own`` and ``filled``), N x rows x columns
        cells (as ``Boards.from_array`` reads them), or N x 2 x rows x columns planes. ``rules`` are for
        arrays and an empty list; without them the game is Connect Four, and words are of 7x6. Raises
        GeometryError for positions of different rules and for other shapes, IllegalMove for a row that is not
        a position, otherwise as ``score`` does.
        """
        return self.solve_many(positions, limit, rules=rules).scores

    def solve_many(
        self,
        positions: Iterable[Position] | Boards | NDArray[Any],
        limit: Limit | None = None,
        *,
        rules: Rules | None = None,
        windows: NDArray[np.int16] | None = None,
    ) -> BatchReport:
        """Return ``scores`` with their cost. A call without positions only loads the search.

        With ``windows``, a row of two numbers for each position, scores are exact only between the two, which
        is cheaper; a score outside may come out as any number on the same side of its window.
        """
        from claimeven.solver.boards import boards_of, require_unfinished

        require_limit(limit)
        boards = boards_of(positions, rules)
        require_unfinished(boards)
        deadline = Deadline(self._limit if limit is None else limit)
        return self._solve_boards(boards, deadline, windows)

    def columns_many(
        self,
        positions: Iterable[Position] | Boards | NDArray[Any],
        limit: Limit | None = None,
        *,
        rules: Rules | None = None,
        scores: Scores | None = None,
    ) -> ColumnsReport:
        """Return the exact scores of every column of many positions, given in any form that ``scores`` takes.

        Finished games are not an error: the report says which they are. With ``scores``, the known scores of
        the positions, only the columns that keep them are exact, the others any smaller number, which is
        cheaper. Raises LimitReached if a column is left unsolved, otherwise as ``scores`` does.

        >>> from claimeven import Position
        >>> report = Solver(table_mib=1).columns_many([Position(), Position.from_moves("1212121")])
        >>> report.scores[0], report.over
        (array([-2, -1,  0,  1,  0, -1, -2], dtype=int8), array([False,  True]))
        """
        import numpy as np

        from claimeven.solver.boards import boards_of

        require_limit(limit)
        deadline = Deadline(self._limit if limit is None else limit)
        boards = boards_of(positions, rules)
        columns = boards.rules.columns
        over = boards.over
        children, fits = boards.children()
        playable = fits & ~np.repeat(over, columns)
        values = np.full(len(children), NO_SCORE, np.int8)
        ended = playable & children.over
        values[ended] = -children.where(ended).final_values
        searched = playable & ~ended
        windows = None
        if scores is not None:
            highest = -np.repeat(scores, columns)[searched].astype(np.int16)
            windows = np.stack([highest, highest + 1], axis=1)
        report = self._solve_boards(children.where(searched), deadline, windows)
        values[searched] = -report.scores
        return ColumnsReport(
            report.nodes,
            report.cpu_seconds,
            scores=values.reshape(-1, columns),
            playable=playable.reshape(-1, columns),
            over=over,
        )

    def _solve_boards(
        self, boards: Boards, deadline: Deadline, windows: NDArray[np.int16] | None
    ) -> BatchReport:
        """Return the scores of boards, from the book or by search; full boards may be among them."""
        scores, known = self.backend.book(boards.rules).scores_of(boards)
        if len(boards) and known.all():
            return BatchReport(0, 0.0, scores=scores)
        searched = ~known
        wanted = WIDEST if windows is None else windows[searched]
        engine = self.backend.engine(boards.rules)
        scores[searched], cost = engine.solve_many(boards.where(searched).words, wanted, deadline)
        return BatchReport(cost.nodes, cost.cpu_seconds, scores=scores)

    def columns(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> tuple[Score | None, ...]:
        """Return the exact score of every column for the side to move, None where no disc fits.

        The limit holds for all of them together. Raises LimitReached, and GameOver for a finished game.
        """
        self._require(position, limit)
        return self.context(limit, progress=progress).columns(position)

    def winning_columns(self, position: Position, limit: Limit | None = None) -> tuple[int, ...]:
        """Return the columns (0-based, left to right) that win with perfect play.

        Cheaper than ``columns``: of each column it finds out only whether it wins. The limit holds for all of
        them together. Raises LimitReached, and GameOver for a finished game.

        >>> from claimeven import Position
        >>> Solver(table_mib=1).winning_columns(Position())
        (3,)
        """
        self._require(position, limit)
        position.require_unfinished(NO_SIDE)
        context = self.context(limit)
        winning = []
        for column, child in position.children():
            try:
                other_sides_score = context.score_in_window(child, -1, 0)
            except LimitReached:
                lower, upper = position.rules.variant.bounds(position)
                raise LimitReached(lower, upper, context.nodes) from None
            if other_sides_score < 0:
                winning.append(column)
        return tuple(winning)

    def analyze(
        self, position: Position, limit: Limit | None = None, *, progress: Listener | None = None
    ) -> Analysis:
        """Return every column's score, the best columns and the best line.

        The limit holds for the whole analysis. Raises LimitReached, and GameOver for a finished game.
        """
        self._require(position, limit)
        return self.context(limit, progress=progress).analyze(position)

    def context(
        self,
        limit: Limit | None = None,
        *,
        progress: Listener | None = None,
        cache: ScoreCache | None = None,
    ) -> SearchContext:
        """Return a score source whose calls share one limit, which starts now.

        >>> from claimeven import Limit, Position
        >>> context = Solver(table_mib=1).context(Limit(seconds=60))
        >>> score = context.score(Position())
        >>> score, context.best_column(Position(), score)
        (Score(+1, win in 41), 3)
        """
        if limit is None:
            limit = self._limit
        if progress is None:
            progress = self._progress
        return SearchContext(self, limit, progress=progress, cache=cache)

    def _require(self, position: Position, limit: Limit | None) -> None:
        """Raise TypeError or BadArgument unless these are a Position and a Limit."""
        if type(position) is not Position:  # avoids a call in nearly all cases
            require_position(position)
        if limit is not None and type(limit) is not Limit:
            require_limit(limit)

    @property
    def _settings(self) -> dict[str, Any]:
        """The arguments that make a solver like this one."""
        return {
            "table_mib": self._table_mib,
            "threads": self._threads,
            "book": self.backend.book,
            "limit": self._limit,
            "progress": self._progress,
        }

    def __getstate__(self) -> dict[str, Any]:
        return self._settings

    def __setstate__(self, settings: dict[str, Any]) -> None:
        Solver.__init__(self, **settings)

    def __deepcopy__(self, memo: dict[int, Any]) -> Solver:
        return Solver(**self._settings)


def _new_engine(rules: Rules, *, table_mib: int, threads: int) -> Engine:
    return Engine(rules, Table(table_mib), threads=threads)
