"""Searches: one search for one question, a few at a time, and none that nobody waits for."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import sys
import threading
import traceback
import weakref
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from claimeven.errors import LimitReached, Refused, TableError
from claimeven.solver.score_cache import ScoreCache
from claimeven.web.answers import Start
from claimeven.web.inquiry import Inquiry, SearchStopped, Seat
from claimeven.web.searches import SEARCH_NICENESS, Search, Searches, Work

PATIENCE = 30
LONG = 1000  # seconds that no test waits
LOWEST_PRIORITY = 19  # of Linux


def new_searches(*, workers: int = 1, queue: int = 1, seconds: float = PATIENCE) -> Searches:
    return Searches(ScoreCache(), [Seat(1) for _ in range(workers)], queue=queue, seconds=seconds)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(scenario(), PATIENCE)

    asyncio.run(bounded())


class Gate:
    """Work that waits until it is let through, or stopped."""

    def __init__(self, answer: Any = "done") -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()
        self.runs = 0
        self._answer = answer

    def __call__(self, inquiry: Inquiry) -> Any:
        self.runs += 1
        inquiry.publish("entered", Start([self.runs]))
        self.entered.set()
        while not self.opened.wait(0.005):
            inquiry.require_seat()  # raises once nobody waits
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    async def enter(self) -> None:
        """Wait until the work is under way."""
        while not self.entered.is_set():
            await asyncio.sleep(0.001)


async def settle(searches: Searches) -> None:
    while searches.running:
        await asyncio.sleep(0.001)


@contextlib.contextmanager
def no_collector() -> Iterator[None]:
    """Python's garbage collector is off: what is freed is freed at once, because nothing refers to it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def events(search: Search) -> list[str]:
    return [event.name async for event in search.follow()]


def test_the_same_question_is_answered_once_for_all() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(), Gate()
        with searches.asking("key", gate) as first, searches.asking("key", gate) as second:
            assert first is second
            await gate.enter()
            gate.opened.set()
            assert [await first.answer(), await second.answer()] == ["done", "done"]
            assert await events(second) == ["entered"]
        assert gate.runs == 1
        assert (searches.started, searches.shared, searches.finished) == (1, 1, 1)

    run(scenario)


def test_a_search_stops_when_the_last_one_leaves_and_not_before() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(), Gate()
        with searches.asking("key", gate):
            with searches.asking("key", gate):
                await gate.enter()
            assert (searches.running, searches.stopped) == (1, 0)
        await settle(searches)
        assert (searches.running, searches.stopped, searches.finished) == (0, 1, 0)

    run(scenario)


def test_nobody_joins_a_search_that_is_being_stopped() -> None:
    async def scenario() -> None:
        searches, old, new = new_searches(), Gate("old"), Gate("new")
        with searches.asking("key", old) as first:
            await old.enter()
        with searches.asking("key", new) as second:
            assert second is not first
            new.opened.set()
            assert await second.answer() == "new"

    run(scenario)


def test_a_full_queue_refuses_and_says_when_to_come_back() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(workers=1, queue=1), Gate()
        with searches.asking("runs", gate), searches.asking("waits", gate) as waiting:
            assert (searches.running, searches.waiting) == (1, 1)
            with pytest.raises(Refused) as caught, searches.asking("too many", gate):
                pass
            assert (caught.value.status, caught.value.error) == (503, "busy")
            assert caught.value.retry_after is not None
            assert 1 <= caught.value.retry_after <= 60
            assert searches.refused == 1
            gate.opened.set()
            assert await waiting.answer() == "done"
        assert searches.waiting == 0

    run(scenario)


def test_who_joins_a_running_search_needs_no_place_in_the_queue() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(workers=1, queue=0), Gate()
        with searches.asking("key", gate), searches.asking("key", gate) as second:
            gate.opened.set()
            assert await second.answer() == "done"

    run(scenario)


def test_who_leaves_the_queue_is_never_searched_for() -> None:
    async def scenario() -> None:
        searches, gate, never = new_searches(), Gate(), Gate()
        with searches.asking("runs", gate) as running:
            with searches.asking("waits", never):
                assert searches.waiting == 1
            assert searches.waiting == 0
            gate.opened.set()
            await running.answer()
        assert (never.runs, searches.stopped, searches.started) == (0, 1, 1)

    run(scenario)


def test_who_waits_too_long_in_the_queue_is_refused() -> None:
    async def scenario() -> None:
        searches, gate, never = new_searches(seconds=0.05), Gate(), Gate()
        with searches.asking("runs", gate), searches.asking("waits", never) as waiting:
            with pytest.raises(Refused, match="try again in"):
                await waiting.answer()
            assert (never.runs, searches.waiting) == (0, 0)

    run(scenario)


def test_searches_run_beside_each_other_up_to_the_number_of_workers() -> None:
    async def scenario() -> None:
        searches, gates = new_searches(workers=2), [Gate(), Gate(), Gate()]
        with searches.asking(0, gates[0]), searches.asking(1, gates[1]), searches.asking(2, gates[2]) as last:
            await gates[0].enter()
            await gates[1].enter()
            assert (searches.running, searches.waiting, gates[2].runs) == (2, 1, 0)
            for gate in gates:
                gate.opened.set()
            assert await last.answer() == "done"

    run(scenario)


@pytest.mark.parametrize(
    ("failure", "error", "counted"),
    [
        (LimitReached(-3, 3, 1000), "limit", "over_limit"),
        (SearchStopped(), "stopping", "stopped"),
        (TableError("no memory"), "busy", "finished"),
        (OSError(errno.EMFILE, "Too many open files", "/secret"), "busy", "finished"),
        (Refused(422, "too_large", "the tree is too large"), "too_large", "finished"),
    ],
)
def test_a_search_without_an_answer_says_why(failure: Exception, error: str, counted: str) -> None:
    async def scenario() -> None:
        searches, gate = new_searches(), Gate(failure)
        with searches.asking("key", gate) as search:
            gate.opened.set()
            with pytest.raises(Refused) as caught:
                await search.answer()
            assert caught.value.error == error
            assert "secret" not in str(caught.value)
        assert getattr(searches, counted) == 1
        assert searches.running == 0

    run(scenario)


def test_a_bug_is_logged_and_costs_no_seat(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        searches = new_searches()
        for failing in (True, False):
            gate: Work[Any] = Gate(ZeroDivisionError("secret") if failing else "fine")
            assert isinstance(gate, Gate)
            gate.opened.set()
            with searches.asking("key", gate) as search:
                if failing:
                    with pytest.raises(Refused) as caught:
                        await search.answer()
                    assert (caught.value.status, caught.value.error) == (500, "internal")
                    assert "secret" not in str(caught.value)
                else:
                    assert await search.answer() == "fine"

    run(scenario)
    assert "a search failed" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_a_search_whose_priority_cannot_be_lowered_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> int:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "nice", refuse)

    async def scenario() -> None:
        searches = new_searches()
        for _ in range(3):
            gate = Gate()
            gate.opened.set()
            with searches.asking("key", gate) as search:
                assert await search.answer() == "done"
        assert searches.running == 0

    run(scenario)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_a_search_has_a_lower_priority_than_the_event_loop() -> None:
    async def scenario() -> None:
        searches = new_searches()
        with searches.asking("key", lambda _: os.getpriority(os.PRIO_PROCESS, 0)) as search:
            here = os.getpriority(os.PRIO_PROCESS, 0)
            assert await search.answer() == min(here + SEARCH_NICENESS, LOWEST_PRIORITY)

    run(scenario)


@pytest.mark.parametrize("failure", [ZeroDivisionError("secret"), SystemExit(1)])
def test_a_search_that_fails_before_it_has_begun_costs_no_seat(
    failure: BaseException, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> Inquiry:
        raise failure

    async def scenario() -> None:
        searches, gate = new_searches(), Gate()
        gate.opened.set()
        with monkeypatch.context() as patch:
            patch.setattr("claimeven.web.searches.Inquiry", fail)
            with searches.asking("key", gate) as search, pytest.raises(Refused) as caught:
                await search.answer()
            assert (caught.value.status, caught.value.error) == (500, "internal")
        with searches.asking("key", gate) as search:
            assert await search.answer() == "done"
        assert searches.running == 0

    run(scenario)
    assert "a search failed" in caplog.text


def test_a_search_for_which_there_is_no_thread_is_refused_and_costs_no_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def scenario() -> None:
        searches, gate = new_searches(workers=2, queue=2), Gate()
        gate.opened.set()
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", fail)
            for _ in range(2):
                with searches.asking("key", gate) as search, pytest.raises(Refused) as caught:
                    await search.answer()
                assert (caught.value.status, caught.value.error) == (503, "busy")
        assert (searches.running, searches.waiting) == (0, 0)
        with searches.asking("key", gate) as search:
            assert await search.answer() == "done"

    run(scenario)


class Large:
    """Stands for what takes much memory: a table, a tree, an answer."""


async def freed(kept: list[weakref.ref[Any]]) -> None:
    """Return when all of it is gone; no garbage collector helps."""
    assert kept
    while any(reference() is not None for reference in kept):
        await asyncio.sleep(0.001)


def test_an_abandoned_search_leaves_nothing_in_memory() -> None:
    kept: list[weakref.ref[Any]] = []

    def work(inquiry: Inquiry) -> None:
        large = Large()
        kept.append(weakref.ref(large))
        while True:
            try:
                raise LimitReached(-1, 1, nodes=0)  # as an engine does when it is stopped
            except LimitReached:
                inquiry.require_seat()

    async def scenario() -> None:
        searches, gate = new_searches(seconds=LONG), Gate()
        with searches.asking("first", gate), searches.asking("waits for the first", work) as search:
            gate.opened.set()
            while not kept:
                await asyncio.sleep(0.001)
            kept.append(weakref.ref(search))
            del search
        await freed(kept)

    with no_collector():
        run(scenario)


def test_an_answer_stays_in_memory_only_as_long_as_somebody_waits() -> None:
    kept: list[weakref.ref[Any]] = []

    def work(_: Inquiry) -> Large:
        large = Large()
        kept.append(weakref.ref(large))
        return large

    async def scenario() -> None:
        searches, gate = new_searches(seconds=LONG), Gate()
        with searches.asking("first", gate), searches.asking("waits for the first", work) as search:
            gate.opened.set()
            assert isinstance(await search.answer(), Large)
            kept.append(weakref.ref(search))
            del search
        await freed(kept)

    with no_collector():
        run(scenario)


def test_a_refusal_that_many_wait_for_grows_no_traceback() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(), Gate(Refused(422, "too_large", "the tree is too large"))
        gate.opened.set()
        lengths = []
        with searches.asking("key", gate) as search:
            for _ in range(3):
                with pytest.raises(Refused, match="too large") as refused:
                    await search.answer()
                lengths.append(len(traceback.extract_tb(refused.value.__traceback__)))
        assert lengths == lengths[:1] * 3

    run(scenario)


def test_closing_ends_everything_at_once() -> None:
    async def scenario() -> None:
        searches, gate = new_searches(), Gate()
        with searches.asking("runs", gate) as running, searches.asking("waits", gate) as waiting:
            await gate.enter()
            await searches.close()
            for search in (running, waiting):
                with pytest.raises(Refused, match="being stopped"):
                    await search.answer()
            assert searches.running == 0
            with pytest.raises(Refused, match="being stopped"), searches.asking("new", gate):
                pass

    run(scenario)
