"""Inquiry: one request's way to exact values: what is known first, then a search until its time is up."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass

from claimeven.errors import LimitReached, Refused
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Limit, Listener
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import Columns, Found
from claimeven.solver.solver import NOTHING, Account, Solver
from claimeven.solver.workspace import WIDEST
from claimeven.web.answers import Answer
from claimeven.web.knowledge import Knowledge
from claimeven.web.refusal import UNAVAILABLE

LOOKAHEAD_MIB = 16


class NeedsSearch(LimitReached):
    """Something is not known, and this inquiry may not search."""

    def __init__(self) -> None:
        super().__init__(*WIDEST, nodes=0)


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


@dataclass
class Inquiry:
    """Exact values for one request (an ``Exact`` and ``Analyst``); without a ``seat`` it never searches.

    Everything together may take ``seconds``. While it searches, it calls ``tell`` with its progress, and
    gives up when ``stop`` is set. Who asks may ``publish`` what becomes known on the way to the answer, by
    name. Raises NeedsSearch, LimitReached or SearchStopped.
    """

    knowledge: Knowledge
    seat: Seat | None = None
    _: KW_ONLY
    seconds: float | None = None
    stop: threading.Event | None = None
    clock: Callable[[], float] = time.monotonic
    tell: Listener | None = None
    publish: Callable[[str, Answer], None] = lambda *_: None
    nodes: int = 0
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        self._limit, self._start = Limit(seconds=self.seconds, stop=self.stop), self.clock()

    def require_seat(self) -> Seat:
        """Where to search; raises SearchStopped if nobody waits, NeedsSearch if this inquiry may not."""
        self.require_asked()
        if self.seat is None:
            raise NeedsSearch
        return self.seat

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self.clock() - self._start

    def score(self, position: Position) -> Score:
        """The exact value, also of a finished game."""
        self.require_asked()
        known = self.knowledge.score(position)
        if known is not None:
            return known
        with self._searching(position) as account:
            score = account.score(position)
        self.knowledge.learn_value(position, int(score))
        return score

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """The value, cut to the range from ``lower`` to ``upper``."""
        self.require_asked()
        known = self.knowledge.score(position)
        if known is not None:
            return min(max(int(known), lower), upper)
        with self._searching(position) as account:
            return account.score_in_window(position, lower, upper)

    def columns(self, position: Position, found: Found | None = None) -> Columns:
        """The exact value of every column; ``found`` is called with each, those that are known first."""
        known = self.knowledge.columns(position)

        def learn(column: int, score: Score) -> None:
            self.knowledge.learn_value(position.play(column), -score)
            if found is not None:
                found(column, score)

        for column, score in known.items():
            if found is not None:
                found(column, score)
        if len(known) == position.drops.bit_count():
            return tuple(map(known.get, range(position.rules.columns)))
        with self._searching(position, known) as account:
            return account.columns(position, learn)

    def best_column(self, position: Position, score: Score) -> int:
        """The first column, centre first, that keeps the value of an unfinished position."""
        known = self.knowledge.best_column(position, score)
        if known is not None:
            return known
        with self._searching(position) as account:
            column = account.best_column(position, score)
        self.knowledge.learn_column(position, column)
        return column

    @contextlib.contextmanager
    def limited(self) -> Iterator[Limit]:
        """What is left of the limit, for a search; tells one that was stopped from one whose time was up."""
        try:
            yield self._limit.less(self.elapsed)
        except LimitReached:
            self.require_asked()
            raise

    def require_asked(self) -> None:
        """Raise SearchStopped if nobody waits for an answer."""
        if self.stop is not None and self.stop.is_set():
            raise SearchStopped from None

    @contextlib.contextmanager
    def _searching(self, position: Position, known: Mapping[int, Score] = NOTHING) -> Iterator[Account]:
        """Searches about one position."""
        with self.limited() as limit:
            account = Account(self.require_seat().solver, position, limit, self.tell, known)
            yield account
        self.nodes += account.nodes
        self.cpu_seconds += account.cpu_seconds
