"""Inquiry: one request's way to exact values: what is known first, then a search until its time is up."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.errors import LimitReached
from claimeven.search.limit import Limit
from claimeven.search.lookahead import Lookahead
from claimeven.search.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from claimeven.rules.position import Position
    from claimeven.rules.score import Score
    from claimeven.search.limit import Progress
    from claimeven.web.knowledge import Knowledge

LOOKAHEAD_MIB = 16


class NeedsSearch(Exception):
    """Something is not known, and this inquiry may not search."""


class SearchStopped(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What one search at a time may use: nothing here may be shared by two that run at once."""

    solver: Solver
    lookahead: Lookahead


def new_seat(table_mib: int) -> Seat:
    """A seat whose tables are made when they are first needed; raises TableError for an impossible size."""
    return Seat(Solver(table_mib=table_mib), Lookahead(table_mib=min(table_mib, LOOKAHEAD_MIB)))


def _nothing(progress: Progress) -> None:
    """Tell nobody."""


class Inquiry:
    """Exact values for one request (an ``Exact``); without a ``seat`` it never searches.

    Everything together may take ``seconds``. While it searches, it hands what it hears of the search to
    ``tell``, and gives up when ``stop`` is set. Raises NeedsSearch, LimitReached or SearchStopped.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        seat: Seat | None = None,
        *,
        seconds: float | None = None,
        stop: threading.Event | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._knowledge = knowledge
        self._seat = seat
        self._seconds = seconds
        self._stop = threading.Event() if stop is None else stop
        self._clock = clock
        self._start = clock()
        self.tell: Callable[[Progress], None] = _nothing
        self.nodes = 0

    @property
    def seat(self) -> Seat:
        """Where to search; raises NeedsSearch if this inquiry may not, SearchStopped if nobody waits."""
        if self._seat is None:
            raise NeedsSearch
        if self._stop.is_set():
            raise SearchStopped
        return self._seat

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._start

    def is_known(self, position: Position) -> bool:
        """True when the value needs no search."""
        return self._knowledge.score(position) is not None

    def score(self, position: Position) -> Score:
        """The exact value, also of a finished game."""
        known = self._knowledge.score(position)
        if known is not None:
            return known
        solver = self.seat.solver
        with self._stop_or_limit():
            report = solver.solve(position, self._remaining(), progress=self.tell)
        self.nodes += report.nodes
        self._knowledge.learn_score(position, report.score)
        return report.score

    def best_column(self, position: Position, score: Score) -> int:
        """The first column, centre first, that keeps the value of an unfinished position."""
        known = self._knowledge.best_column(position, score)
        if known is not None:
            return known
        solver = self.seat.solver
        with self._stop_or_limit():
            column = solver.best_column(position, score, self._remaining(), progress=self.tell)
        self._knowledge.learn_column(position, column)
        return column

    @contextlib.contextmanager
    def _stop_or_limit(self) -> Iterator[None]:
        """Tell a search that was stopped from one whose time was up."""
        try:
            yield
        except LimitReached:
            if self._stop.is_set():
                raise SearchStopped from None
            raise

    def _remaining(self) -> Limit:
        seconds = None if self._seconds is None else max(0.0, self._seconds - self.elapsed)
        return Limit(seconds=seconds, stop=self._stop)
