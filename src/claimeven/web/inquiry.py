"""Inquiry: the exact scores of one request, until its time is up or nobody waits for the answer."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from claimeven.errors import LimitReached, Refused
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Analysis, Limit, Listener
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.score_source import Columns
from claimeven.solver.search_context import ColumnFound, SearchContext, SearchRequired
from claimeven.solver.solver import Solver
from claimeven.web.answers import Answer
from claimeven.web.refusal import UNAVAILABLE

LOOKAHEAD_MIB = 16


class SearchStopped(Refused):
    """Nobody waits for the answer any more, or the server stops."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE, "stopping", "the server is being stopped", retry_after=5)


class Seat:
    """What one search at a time may use: nothing here may be shared by two that run at once.

    Its tables are made when they are first needed. Raises TableError for an impossible size.
    """

    def __init__(self, table_mib: int) -> None:
        self.solver = Solver(table_mib=table_mib)
        self.lookahead = Lookahead(table_mib=min(table_mib, LOOKAHEAD_MIB))


def _ignore(_name: str, _answer: Answer) -> None:
    """Publish nothing."""


class Inquiry:
    """The ScoreSource of one request: a SearchContext that knows whether anybody still waits.

    Everything together may take ``seconds``. When ``stop`` is set, SearchStopped is raised. ``publish`` is
    called with the name and content of what becomes known on the way to the answer. Without a ``seat``
    nothing is searched, and SearchRequired is raised instead.
    """

    def __init__(
        self,
        cache: ScoreCache,
        seat: Seat | None = None,
        *,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        publish: Callable[[str, Answer], None] = _ignore,
    ) -> None:
        self.knowledge = cache
        self.seat = seat
        self.publish = publish
        self._stop = stop
        limit = Limit(seconds=seconds, stop=stop)
        if seat is None:
            self._context = SearchContext(None, limit, cache=cache)
        else:
            self._context = seat.solver.context(limit, cache=cache)

    @property
    def tell(self) -> Listener | None:
        """The function that is called with the progress of searches."""
        return self._context.progress

    @tell.setter
    def tell(self, listener: Listener | None) -> None:
        self._context.progress = listener

    @property
    def nodes(self) -> int:
        """The nodes of all searches so far."""
        return self._context.nodes

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self._context.deadline.seconds

    def require_seat(self) -> Seat:
        """Return where to search; raise SearchStopped if nobody waits, SearchRequired if there is no seat."""
        self.require_asked()
        if self.seat is None:
            raise SearchRequired
        return self.seat

    def score(self, position: Position) -> Score:
        """Return the exact score of an unfinished position."""
        with self._stoppable():
            return self._context.score(position)

    def columns(self, position: Position) -> Columns:
        """Return the exact score of every column of an unfinished position."""
        with self._stoppable():
            return self._context.columns(position)

    def best_column(self, position: Position, score: Score) -> int:
        """Return the first column, centre first, that keeps the score of an unfinished position."""
        with self._stoppable():
            return self._context.best_column(position, score)

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """Return the score, cut to the range from ``lower`` to ``upper``."""
        with self._stoppable():
            return self._context.score_in_window(position, lower, upper)

    def analyze(
        self,
        position: Position,
        *,
        found: ColumnFound | None = None,
        scored: Callable[[Analysis], None] | None = None,
        line: bool = True,
    ) -> Analysis:
        """Return an analysis as ``SearchContext.analyze`` does."""
        with self._stoppable():
            return self._context.analyze(position, found=found, scored=scored, line=line)

    @contextlib.contextmanager
    def limited(self) -> Iterator[Limit]:
        """Provide what is left of the limit, for a search that has a deadline of its own."""
        with self._stoppable():
            yield self._context.deadline.remaining()

    def require_asked(self) -> None:
        """Raise SearchStopped if nobody waits for an answer."""
        if self._stop is not None and self._stop.is_set():
            raise SearchStopped from None

    @contextlib.contextmanager
    def _stoppable(self) -> Iterator[None]:
        """Raise SearchStopped before or after a search that nobody waits for, not LimitReached."""
        self.require_asked()
        try:
            yield
        except LimitReached:
            self.require_asked()
            raise
