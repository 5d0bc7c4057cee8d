"""RequestContext: what one question may use: known scores, a search slot, its time limit and its host."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.schemas.base import Schema
from claimeven.schemas.server import HealthSchema
from claimeven.solver.limits import Limit, Listener
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import Columns, Found
from claimeven.solver.solver import NOTHING, Account, Solver
from claimeven.solver.workspace import WIDEST
from claimeven.web.errors import NO_ANSWER, ApiError, SearchStopped
from claimeven.web.knowledge import Knowledge as ScoreCache

LOOKAHEAD_MIB = 16
DEFAULT_SECONDS = 30.0

Publish = Callable[[str, Schema], None]


def unknown_health() -> HealthSchema:
    """Raise ApiError: this host does not report its health."""
    raise ApiError(NO_ANSWER, "not_supported", "the health of this host is not known")


class SearchRequired(LimitReached):
    """Something is not known, and this inquiry may not search."""

    def __init__(self) -> None:
        super().__init__(*WIDEST, nodes=0)


class SearchSlot:
    """What one search at a time may use: nothing here may be shared by two that run at once.

    Its tables are made when they are first needed. Raises TableError for an impossible size.
    """

    def __init__(self, table_mib: int) -> None:
        self.solver = Solver(table_mib=table_mib)
        self.lookahead = Lookahead(table_mib=min(table_mib, LOOKAHEAD_MIB))


@dataclass
class RequestContext:
    """Exact values for one request (an ``Exact`` and ``Analyst``); without a ``seat`` it never searches.

    Everything together may take ``seconds``. While it searches, it calls ``tell`` with its progress, and
    gives up when ``stop`` is set. Who asks may ``publish`` what becomes known on the way to the answer, by
    name. Raises SearchRequired, LimitReached or SearchStopped.
    """

    cache: ScoreCache
    slot: SearchSlot | None = None
    _: KW_ONLY
    seconds: float = DEFAULT_SECONDS
    stop: threading.Event | None = None
    clock: Callable[[], float] = time.monotonic
    tell: Listener | None = None
    publish: Publish = lambda *_: None
    health: Callable[[], HealthSchema] = unknown_health
    nodes: int = 0
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        self._limit, self._start = Limit(seconds=self.seconds, stop=self.stop), self.clock()

    def require_slot(self) -> SearchSlot:
        """Where to search; raises SearchStopped if nobody waits, SearchRequired if this inquiry may not."""
        self.require_client()
        if self.slot is None:
            raise SearchRequired
        return self.slot

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return self.clock() - self._start

    def score(self, position: Position) -> Score:
        """The exact value, also of a finished game."""
        self.require_client()
        known = self.cache.score(position)
        if known is not None:
            return known
        with self._searching(position) as account:
            score = account.score(position)
        self.cache.learn_value(position, int(score))
        return score

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """The value, cut to the range from ``lower`` to ``upper``."""
        self.require_client()
        known = self.cache.score(position)
        if known is not None:
            return min(max(int(known), lower), upper)
        with self._searching(position) as account:
            return account.score_in_window(position, lower, upper)

    def columns(self, position: Position, found: Found | None = None) -> Columns:
        """The exact value of every column; ``found`` is called with each, those that are known first."""
        known = self.cache.columns(position)

        def learn(column: int, score: Score) -> None:
            self.cache.learn_value(position.play(column), -score)
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
        known = self.cache.best_column(position, score)
        if known is not None:
            return known
        with self._searching(position) as account:
            column = account.best_column(position, score)
        self.cache.learn_column(position, column)
        return column

    @contextlib.contextmanager
    def limited(self) -> Iterator[Limit]:
        """What is left of the limit, for a search; tells one that was stopped from one whose time was up."""
        try:
            yield self._limit.less(self.elapsed)
        except LimitReached:
            self.require_client()
            raise

    def require_client(self) -> None:
        """Raise SearchStopped if nobody waits for an answer."""
        if self.stop is not None and self.stop.is_set():
            raise SearchStopped from None

    @contextlib.contextmanager
    def _searching(self, position: Position, known: Mapping[int, Score] = NOTHING) -> Iterator[Account]:
        """Searches about one position."""
        with self.limited() as limit:
            account = Account(self.require_slot().solver, position, limit, self.tell, known)
            yield account
        self.nodes += account.nodes
        self.cpu_seconds += account.cpu_seconds
