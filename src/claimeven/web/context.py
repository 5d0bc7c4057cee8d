"""RequestContext: what one question may use: known scores, a search slot and a time limit."""

from __future__ import annotations

import threading
from collections.abc import Callable

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.schemas.base import Schema
from claimeven.schemas.server import HealthSchema
from claimeven.solver.limits import Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchContext, SearchRequired
from claimeven.solver.solver import Solver
from claimeven.web.errors import NO_ANSWER, ApiError, SearchStopped, search_error

LOOKAHEAD_MIB = 16
DEFAULT_SECONDS = 30.0

Publish = Callable[[str, Schema], None]


class SearchSlot:
    """What one running search uses: no two searches may share it at the same time.

    Its tables are made when they are first needed. Raises TableError for an impossible size.
    """

    def __init__(self, table_mib: int) -> None:
        self.solver = Solver(table_mib=table_mib)
        self.lookahead = Lookahead(table_mib=min(table_mib, LOOKAHEAD_MIB))


def publish_nothing(_name: str, _data: Schema) -> None:
    """Ignore an event."""


def unknown_health() -> HealthSchema:
    """Raise ApiError: this host does not report its health."""
    raise ApiError(NO_ANSWER, "not_supported", "this host does not report its health")


class RequestContext(SearchContext):
    """The SearchContext of one question, which notices when the client has left.

    ``publish`` is called with the name and the data of each event on the way to the answer. Without a
    ``slot`` nothing is searched, and SearchRequired is raised instead. When ``stop`` is set, SearchStopped
    is raised before the next score. ``health`` reports the state of the host.
    """

    def __init__(
        self,
        cache: ScoreCache,
        slot: SearchSlot | None = None,
        *,
        seconds: float = DEFAULT_SECONDS,
        stop: threading.Event | None = None,
        publish: Publish = publish_nothing,
        health: Callable[[], HealthSchema] = unknown_health,
    ) -> None:
        solver = None if slot is None else slot.solver
        super().__init__(solver, Limit(seconds=seconds, stop=stop), cache=cache)
        self.cache = cache
        self.seconds = seconds
        self.publish = publish
        self.health = health
        self._slot = slot
        self._stop = stop

    def require_slot(self) -> SearchSlot:
        """Return the search slot; raise SearchStopped, and SearchRequired if there is none."""
        self.require_client()
        if self._slot is None:
            raise SearchRequired
        return self._slot

    def require_client(self) -> None:
        """Raise SearchStopped if no client waits for the answer."""
        if self._is_stopped():
            raise SearchStopped

    def score(self, position: Position) -> Score:
        """Return the exact score as a SearchContext does; raise SearchStopped."""
        self.require_client()
        return super().score(position)

    def score_in_window(self, position: Position, lower: int, upper: int) -> int:
        """Return the score in a window as a SearchContext does; raise SearchStopped."""
        self.require_client()
        return super().score_in_window(position, lower, upper)

    def api_error(self, error: Exception) -> ApiError | None:
        """Return the ApiError for what was raised on the way to the answer; None for a bug."""
        if isinstance(error, LimitReached) and self._is_stopped():
            return SearchStopped()
        return search_error(error, seconds=self.seconds)

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()
