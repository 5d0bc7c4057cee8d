"""Searches: threads beside the event loop, one for each question, a few at a time, others in a queue.

    asking(key, work) --> the search of that key, or a new one --> waiting --> running --> finished
                                                                     |            |
                                 nobody asks any more: ------------> gone <-------+ (it is stopped)

Everything here but ``_run`` and ``_work`` happens on the event loop, so nothing needs a lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import math
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

from claimeven.errors import LimitReached, Refused, TableError
from claimeven.solver.score_cache import ScoreCache
from claimeven.web.events import Event
from claimeven.web.inquiry import Inquiry, SearchStopped, Seat
from claimeven.web.refusal import MAX_RETRY_SECONDS, UNAVAILABLE, failure, shortage

Found = TypeVar("Found")
Work = Callable[[Inquiry], Found]

# How much lower the priority of a search is than that of the event loop. With tools/load_server.py, book
# positions took 8 to 26 ms (p50), and 12 to 154 without.
SEARCH_NICENESS = 10
EWMA_DECAY = 0.9  # how much of the mean search time stays when another search has ended
SHUTDOWN_SECONDS = 1.0  # how long a server that stops waits for its searches

log = logging.getLogger("claimeven.web")


class Search:
    """One question that takes a search, and everybody who waits for its answer."""

    def __init__(self, key: Hashable, work: Work[Any]) -> None:
        self.key = key
        self.work = work
        self.asking = 0
        self.stop = threading.Event()
        self._events: list[Event] = []
        self._answer: Any = None
        self._is_done = False
        self._changed = asyncio.Event()

    def publish(self, event: Event) -> None:
        """Let everybody who follows see an event."""
        self._events.append(event)
        self._wake()

    def finish(self, answer: Any) -> None:
        """End with an answer, or with the Refused that explains why there is none; the first one counts."""
        if not self._is_done:
            self._answer, self._is_done = answer, True
            self._wake()

    async def follow(self) -> AsyncIterator[Event]:
        """All events, those of the past first, until the search is done."""
        seen = 0
        while seen < len(self._events) or not self._is_done:
            if seen == len(self._events):
                await self._changed.wait()
            else:
                seen += 1
                yield self._events[seen - 1]

    async def answer(self) -> Any:
        """The answer; raises Refused if there is none."""
        while not self._is_done:
            await self._changed.wait()
        if isinstance(self._answer, Refused):
            raise _repeated(self._answer)
        return self._answer

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


@dataclass(eq=False)
class Searches:
    """Runs as many searches at a time as there are ``seats``, each for at most ``seconds``.

    At most ``queue`` more may wait, and for at most as long; further ones are refused.
    """

    knowledge: ScoreCache
    seats: list[Seat]
    _: KW_ONLY
    queue: int
    seconds: float
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.workers = len(self.seats)
        # What has happened since the server started.
        self.started = self.finished = self.stopped = self.refused = self.over_limit = self.shared = 0
        self._searches: dict[Hashable, Search] = {}
        self._waiting: dict[Search, asyncio.TimerHandle] = {}  # the first came first; when they have to go
        self._mean_seconds = 1.0
        self._is_closed = False

    @property
    def running(self) -> int:
        """How many searches are at work."""
        return self.workers - len(self.seats)

    @property
    def waiting(self) -> int:
        """How many stand in the queue."""
        return len(self._waiting)

    @contextlib.contextmanager
    def asking(self, key: Hashable, work: Work[Any]) -> Iterator[Search]:
        """The search of that key while somebody waits for it; raises Refused when the queue is full."""
        search = self._join(key, work)
        search.asking += 1
        try:
            yield search
        finally:
            search.asking -= 1
            if search.asking == 0:
                search.stop.set()
                self.stopped += self._leave(search)

    async def close(self) -> None:
        """Stop every search and let nobody wait; returns when the threads are done, or after a second."""
        self._is_closed = True
        for search in self._searches.values():
            search.stop.set()
            search.finish(SearchStopped())
        for search in tuple(self._waiting):
            self._leave_queue(search)
        end = self.clock() + SHUTDOWN_SECONDS
        while self.running and self.clock() < end:
            await asyncio.sleep(0.01)

    def _join(self, key: Hashable, work: Work[Any]) -> Search:
        if self._is_closed:
            raise SearchStopped
        search = self._searches.get(key)
        if search is not None:
            self.shared += 1
            return search
        if not self.seats and len(self._waiting) >= self.queue:
            self.refused += 1
            raise self._busy()
        search = self._searches[key] = Search(key, work)
        loop = asyncio.get_running_loop()
        self._waiting[search] = loop.call_later(self.seconds, self._expire, search)
        self._start_waiting()
        return search

    def _leave(self, search: Search) -> bool:
        """Let nobody join a search that ends or is about to stop; True if it was still waiting."""
        if self._searches.get(search.key) is search:
            del self._searches[search.key]
        return self._leave_queue(search)

    def _leave_queue(self, search: Search) -> bool:
        """Take a search out of the queue; True if it was there. Nothing of it stays: it may hold much."""
        timer = self._waiting.pop(search, None)
        if timer is None:
            return False
        timer.cancel()
        return True

    def _expire(self, search: Search) -> None:
        """Refuse a search that has waited too long."""
        self._leave(search)
        self.refused += 1
        search.finish(self._busy())

    def _start_waiting(self) -> None:
        """Give every free seat to the search that has waited longest."""
        while self.seats and self._waiting:
            search, seat = next(iter(self._waiting)), self.seats.pop()
            self._leave_queue(search)
            task = (search, seat, asyncio.get_running_loop())
            # A daemon: when the process ends, it does not wait for a search.
            thread = threading.Thread(target=self._run, args=task, daemon=True)
            try:
                thread.start()
            except RuntimeError as error:  # the machine lets this process have no more threads
                self.seats.append(seat)
                self._leave(search)
                self.refused += 1
                search.finish(shortage(OSError(errno.EAGAIN, str(error))))
            else:
                self.started += 1

    def _run(self, search: Search, seat: Seat, loop: asyncio.AbstractEventLoop) -> None:
        """Thread target: do the work of a search and give its seat back, whatever happens."""
        start = self.clock()
        answer: Any = failure()
        try:
            answer = self._work(search, seat, loop)
        except BaseException:  # a bug; nobody above this thread would see it
            log.exception("a search failed")
        finally:
            _call(loop, self._finished, search, seat, answer, self.clock() - start)

    def _work(self, search: Search, seat: Seat, loop: asyncio.AbstractEventLoop) -> Any:
        """The answer of a search, or the Refused that says why it has none; raises only what is a bug."""
        _lower_priority()
        inquiry = Inquiry(
            self.knowledge,
            seat,
            seconds=self.seconds,
            stop=search.stop,
            publish=lambda name, data: _call(loop, search.publish, Event(name, data)),
        )
        try:
            return search.work(inquiry)
        except Refused as refused:
            return _repeated(refused)
        except LimitReached:
            message = (
                f"not solved within {self.seconds:g} s; a later position, or another try, may be quicker"
            )
            return Refused(UNAVAILABLE, "limit", message, retry_after=1)
        except (TableError, OSError) as error:  # the machine has run out of memory or files since the start
            return shortage(error)

    def _finished(self, search: Search, seat: Seat, answer: Any, seconds: float) -> None:
        """Back on the event loop: the next search takes the seat."""
        self.seats.append(seat)
        self._leave(search)
        self._mean_seconds += (1 - EWMA_DECAY) * (seconds - self._mean_seconds)
        error = answer.error if isinstance(answer, Refused) else ""
        self.finished += error not in ("stopping", "limit")
        self.stopped += error == "stopping"
        self.over_limit += error == "limit"
        search.finish(answer)
        self._start_waiting()

    def _busy(self) -> Refused:
        """The refusal when the queue is full, with an honest guess at when it will not be."""
        wait = self._mean_seconds * (len(self._waiting) + 1) / self.workers
        seconds = min(max(1, math.ceil(wait)), MAX_RETRY_SECONDS)
        message = (
            f"{self.workers} searches are at work and {len(self._waiting)} wait; try again in {seconds} s"
        )
        return Refused(UNAVAILABLE, "busy", message, retry_after=seconds)


def _repeated(refused: Refused) -> Refused:
    """The same refusal without its traceback, whose frames hold all that a search has worked on."""
    return Refused(
        refused.status, refused.error, refused.message, retry_after=refused.retry_after, **refused.details
    )


def _lower_priority() -> None:
    """Let the event loop go before this thread and the threads that it starts; only Linux can do that."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a search of the usual priority is better than none
            os.nice(SEARCH_NICENESS)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: Any) -> None:
    """Have the event loop call a function, unless it is closed already."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)
