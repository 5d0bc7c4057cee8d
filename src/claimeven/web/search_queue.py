"""SearchQueue: run searches in threads beside the event loop, a few at a time; the others wait in a queue.

    waiting_for(key, work) --> the search with this key, or a new one --> waiting --> running --> finished
                                                                             |           |
                                            the last client leaves: -------> removed <---+ (it is stopped)

Everything here except ``_run`` and ``_compute`` runs on the event loop, so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import errno
import logging
import math
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

from claimeven.schemas.base import Schema
from claimeven.solver.score_cache import ScoreCache
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.errors import (
    MAX_RETRY_SECONDS,
    UNAVAILABLE,
    ApiError,
    SearchStopped,
    internal_error,
    out_of_resources,
)

Work = Callable[[RequestContext], Any]

# How much lower the priority of a search is than that of the event loop. With tools/load_server.py, book
# positions took 8 to 26 ms (p50), and 12 to 154 without.
SEARCH_NICENESS = 10
EWMA_DECAY = 0.9  # the weight of earlier searches in the mean search time
SHUTDOWN_SECONDS = 1.0  # how long a server that shuts down waits for its searches
POLL_SECONDS = 0.01

log = logging.getLogger("claimeven.web")


class Event(NamedTuple):
    """Something that became known on the way to the answer."""

    name: str
    data: Schema

    @property
    def subject(self) -> tuple[str, int | None]:
        """What the event is about: its name and, if it has one, its column."""
        return self.name, getattr(self.data, "column", None)


class Search:
    """A search, its events so far, its result, and the number of clients that wait for it."""

    def __init__(self, key: Hashable, work: Work) -> None:
        self.key = key
        self.work = work
        self.clients = 0
        self.stop = threading.Event()
        self._events: list[Event] = []
        self._result: Any = None
        self._is_done = False
        self._changed = asyncio.Event()

    def publish(self, event: Event) -> None:
        """Add an event and wake the clients that follow the search."""
        self._events.append(event)
        self._wake()

    def finish(self, result: Any) -> None:
        """End with a result, or with the ApiError that explains why there is none; only the first counts."""
        if not self._is_done:
            self._result = result
            self._is_done = True
            self._wake()

    async def events(self) -> AsyncIterator[Event]:
        """Yield all events, past ones first, until the search is done."""
        seen = 0
        while True:
            while seen < len(self._events):
                yield self._events[seen]
                seen += 1
            if self._is_done:
                return
            await self._changed.wait()

    async def result(self) -> Any:
        """Wait for the result and return it; raise ApiError if there is none."""
        while not self._is_done:
            await self._changed.wait()
        if isinstance(self._result, ApiError):
            raise copy.copy(self._result)  # each client's traceback is its own
        return self._result

    def _wake(self) -> None:
        changed = self._changed
        self._changed = asyncio.Event()
        changed.set()


@dataclass(eq=False)
class SearchQueue:
    """Runs as many searches at a time as there are ``slots``, each for at most ``seconds``.

    At most ``queue`` more may wait, each for at most ``seconds``; the next one is refused.
    """

    cache: ScoreCache
    slots: list[SearchSlot]
    _: KW_ONLY
    queue: int
    seconds: float
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.workers = len(self.slots)
        # Counts since the server started.
        self.started = 0
        self.finished = 0
        self.stopped = 0
        self.refused = 0
        self.over_limit = 0
        self.shared = 0
        self._searches: dict[Hashable, Search] = {}
        self._waiting: dict[Search, asyncio.TimerHandle] = {}  # in order of arrival; the timer expires them
        self._mean_seconds = 1.0
        self._is_closed = False

    @property
    def running(self) -> int:
        """The number of running searches."""
        return self.workers - len(self.slots)

    @property
    def waiting(self) -> int:
        """The number of searches that wait for a slot."""
        return len(self._waiting)

    @contextlib.contextmanager
    def waiting_for(self, key: Hashable, work: Work) -> Iterator[Search]:
        """Count a client of the search with this key during the block; start the search if there is none.

        The search stops when its last client leaves. Raises ApiError if the queue is full.
        """
        search = self._join(key, work)
        search.clients += 1
        try:
            yield search
        finally:
            search.clients -= 1
            if search.clients == 0:
                search.stop.set()
                if self._remove(search):
                    self.stopped += 1

    async def close(self) -> None:
        """Stop every search, and wait a second at most for their threads to end."""
        self._is_closed = True
        for search in self._searches.values():
            search.stop.set()
            search.finish(SearchStopped())
        for search in tuple(self._waiting):
            self._remove_from_queue(search)
        end = self.clock() + SHUTDOWN_SECONDS
        while self.running and self.clock() < end:
            await asyncio.sleep(POLL_SECONDS)

    def _join(self, key: Hashable, work: Work) -> Search:
        """Return the search with this key, or add one to the queue; raise ApiError if that is full."""
        if self._is_closed:
            raise SearchStopped
        search = self._searches.get(key)
        if search is not None:
            self.shared += 1
            return search
        if not self.slots and len(self._waiting) >= self.queue:
            self.refused += 1
            raise self._busy_error()
        search = Search(key, work)
        self._searches[key] = search
        loop = asyncio.get_running_loop()
        self._waiting[search] = loop.call_later(self.seconds, self._expire, search)
        self._start_waiting()
        return search

    def _remove(self, search: Search) -> bool:
        """Let no more clients join a search that ends; return True if it was still waiting."""
        if self._searches.get(search.key) is search:
            del self._searches[search.key]
        return self._remove_from_queue(search)

    def _remove_from_queue(self, search: Search) -> bool:
        """Take a search out of the queue, with its timer; return True if it was there."""
        timer = self._waiting.pop(search, None)
        if timer is None:
            return False
        timer.cancel()  # a timer would keep the search, which may be large, in memory
        return True

    def _expire(self, search: Search) -> None:
        """Refuse a search that has waited too long."""
        self._remove(search)
        self.refused += 1
        search.finish(self._busy_error())

    def _start_waiting(self) -> None:
        """Start the searches that have waited longest, as many as there are free slots."""
        while self.slots and self._waiting:
            search = next(iter(self._waiting))
            self._remove_from_queue(search)
            self._start(search, self.slots.pop())

    def _start(self, search: Search, slot: SearchSlot) -> None:
        loop = asyncio.get_running_loop()
        # A daemon thread, so that a process that ends does not wait for it.
        thread = threading.Thread(target=self._run, args=(search, slot, loop), daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system gives this process no more threads
            self.slots.append(slot)
            self._remove(search)
            self.refused += 1
            search.finish(out_of_resources(OSError(errno.EAGAIN, str(error))))
        else:
            self.started += 1

    def _run(self, search: Search, slot: SearchSlot, loop: asyncio.AbstractEventLoop) -> None:
        """Thread target: compute the result of a search and give its slot back, whatever happens."""
        start = self.clock()
        result: Any = internal_error()
        try:
            result = self._compute(search, slot, loop)
        except BaseException:  # a bug, which would be lost in this thread
            log.exception("a search failed")
        finally:
            _call(loop, self._finish, search, slot, result, self.clock() - start)

    def _compute(self, search: Search, slot: SearchSlot, loop: asyncio.AbstractEventLoop) -> Any:
        """Return the result of a search, or the ApiError that says why there is none; raise only bugs."""
        _lower_priority()

        def publish(name: str, data: Schema) -> None:
            _call(loop, search.publish, Event(name, data))

        context = RequestContext(self.cache, slot, seconds=self.seconds, stop=search.stop, publish=publish)
        try:
            return search.work(context)
        except Exception as error:
            known_error = context.api_error(error)
            if known_error is None:
                raise
            return known_error

    def _finish(self, search: Search, slot: SearchSlot, result: Any, seconds: float) -> None:
        """Back on the event loop: free the slot, count the search, and start the next one."""
        self.slots.append(slot)
        self._remove(search)
        self._mean_seconds = EWMA_DECAY * self._mean_seconds + (1 - EWMA_DECAY) * seconds
        error = result.error if isinstance(result, ApiError) else None
        if error == "stopping":
            self.stopped += 1
        elif error == "limit":
            self.over_limit += 1
        else:
            self.finished += 1
        search.finish(result)
        self._start_waiting()

    def _busy_error(self) -> ApiError:
        """Return the error for a full queue, with an estimate of when it will not be full."""
        wait = self._mean_seconds * (len(self._waiting) + 1) / self.workers
        seconds = min(max(1, math.ceil(wait)), MAX_RETRY_SECONDS)
        message = (
            f"{self.workers} searches are running and {len(self._waiting)} are waiting; "
            f"try again in {seconds} s"
        )
        return ApiError(UNAVAILABLE, "busy", message, retry_after=seconds)


def _lower_priority() -> None:
    """Give this thread, and those it starts, a lower priority than the event loop; only Linux can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a search at the usual priority is better than none
            os.nice(SEARCH_NICENESS)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: Any) -> None:
    """Let the event loop call a function, unless the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)
