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

from claimeven.errors import LimitReached, TableError
from claimeven.schemas.events import StartSchema
from claimeven.solver.score_cache import ScoreCache
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.errors import ApiError, SearchStopped
from claimeven.web.search_queue import SEARCH_NICENESS, Search, SearchQueue, Work

PATIENCE = 30
LONG = 1000  # seconds that no test waits
LOWEST_PRIORITY = 19  # of Linux


def new_searches(*, workers: int = 1, queue: int = 1, seconds: float = PATIENCE) -> SearchQueue:
    return SearchQueue(ScoreCache(), [SearchSlot(1) for _ in range(workers)], queue=queue, seconds=seconds)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(scenario(), PATIENCE)

    asyncio.run(bounded())


class Task:
    """Work that waits until it is let through, or stopped."""

    def __init__(self, answer: Any = "done") -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()
        self.runs = 0
        self._answer = answer

    def __call__(self, context: RequestContext) -> Any:
        self.runs += 1
        context.publish("entered", StartSchema([self.runs]))
        self.entered.set()
        while not self.opened.wait(0.005):
            context.require_slot()  # raises SearchStopped once no client waits
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    async def enter(self) -> None:
        """Wait until the work is under way."""
        while not self.entered.is_set():
            await asyncio.sleep(0.001)


async def settle(searches: SearchQueue) -> None:
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
    return [event.name async for event in search.events()]


def test_the_same_question_is_answered_once_for_all() -> None:
    async def scenario() -> None:
        searches, task = new_searches(), Task()
        with searches.waiting_for("key", task) as first, searches.waiting_for("key", task) as second:
            assert first is second
            await task.enter()
            task.opened.set()
            assert [await first.result(), await second.result()] == ["done", "done"]
            assert await events(second) == ["entered"]
        assert task.runs == 1
        assert (searches.started, searches.shared, searches.finished) == (1, 1, 1)

    run(scenario)


def test_a_search_stops_when_its_last_client_leaves_and_not_before() -> None:
    async def scenario() -> None:
        searches, task = new_searches(), Task()
        with searches.waiting_for("key", task):
            with searches.waiting_for("key", task):
                await task.enter()
            assert (searches.running, searches.stopped) == (1, 0)
        await settle(searches)
        assert (searches.running, searches.stopped, searches.finished) == (0, 1, 0)

    run(scenario)


def test_no_client_joins_a_search_that_is_being_stopped() -> None:
    async def scenario() -> None:
        searches, old, new = new_searches(), Task("old"), Task("new")
        with searches.waiting_for("key", old) as first:
            await old.enter()
        with searches.waiting_for("key", new) as second:
            assert second is not first
            new.opened.set()
            assert await second.result() == "new"

    run(scenario)


def test_a_full_queue_rejects_and_names_a_retry_time() -> None:
    async def scenario() -> None:
        searches, task = new_searches(workers=1, queue=1), Task()
        with searches.waiting_for("runs", task), searches.waiting_for("waits", task) as waiting:
            assert (searches.running, searches.waiting) == (1, 1)
            with pytest.raises(ApiError) as caught, searches.waiting_for("too many", task):
                pass
            assert (caught.value.status, caught.value.error) == (503, "busy")
            assert caught.value.retry_after is not None
            assert 1 <= caught.value.retry_after <= 60
            assert searches.refused == 1
            task.opened.set()
            assert await waiting.result() == "done"
        assert searches.waiting == 0

    run(scenario)


def test_joining_a_running_search_needs_no_place_in_the_queue() -> None:
    async def scenario() -> None:
        searches, task = new_searches(workers=1, queue=0), Task()
        with searches.waiting_for("key", task), searches.waiting_for("key", task) as second:
            task.opened.set()
            assert await second.result() == "done"

    run(scenario)


def test_a_search_removed_from_the_queue_never_runs() -> None:
    async def scenario() -> None:
        searches, task, never = new_searches(), Task(), Task()
        with searches.waiting_for("runs", task) as running:
            with searches.waiting_for("waits", never):
                assert searches.waiting == 1
            assert searches.waiting == 0
            task.opened.set()
            await running.result()
        assert (never.runs, searches.stopped, searches.started) == (0, 1, 1)

    run(scenario)


def test_a_search_that_waits_too_long_is_refused() -> None:
    async def scenario() -> None:
        searches, task, never = new_searches(seconds=0.05), Task(), Task()
        with searches.waiting_for("runs", task), searches.waiting_for("waits", never) as waiting:
            with pytest.raises(ApiError, match="try again in"):
                await waiting.result()
            assert (never.runs, searches.waiting) == (0, 0)

    run(scenario)


def test_searches_run_in_parallel_up_to_the_number_of_workers() -> None:
    async def scenario() -> None:
        searches, tasks = new_searches(workers=2), [Task(), Task(), Task()]
        with (
            searches.waiting_for(0, tasks[0]),
            searches.waiting_for(1, tasks[1]),
            searches.waiting_for(2, tasks[2]) as last,
        ):
            await tasks[0].enter()
            await tasks[1].enter()
            assert (searches.running, searches.waiting, tasks[2].runs) == (2, 1, 0)
            for task in tasks:
                task.opened.set()
            assert await last.result() == "done"

    run(scenario)


@pytest.mark.parametrize(
    ("failure", "error", "counted"),
    [
        (LimitReached(-3, 3, 1000), "limit", "over_limit"),
        (SearchStopped(), "stopping", "stopped"),
        (TableError("no memory"), "busy", "finished"),
        (OSError(errno.EMFILE, "Too many open files", "/secret"), "busy", "finished"),
        (ApiError(422, "too_large", "the tree is too large"), "too_large", "finished"),
    ],
)
def test_a_search_without_an_answer_has_a_reason(failure: Exception, error: str, counted: str) -> None:
    async def scenario() -> None:
        searches, task = new_searches(), Task(failure)
        with searches.waiting_for("key", task) as search:
            task.opened.set()
            with pytest.raises(ApiError) as caught:
                await search.result()
            assert caught.value.error == error
            assert "secret" not in str(caught.value)
        assert getattr(searches, counted) == 1
        assert searches.running == 0

    run(scenario)


def test_a_bug_is_logged_and_costs_no_slot(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        searches = new_searches()
        for failing in (True, False):
            task: Work = Task(ZeroDivisionError("secret") if failing else "fine")
            assert isinstance(task, Task)
            task.opened.set()
            with searches.waiting_for("key", task) as search:
                if failing:
                    with pytest.raises(ApiError) as caught:
                        await search.result()
                    assert (caught.value.status, caught.value.error) == (500, "internal")
                    assert "secret" not in str(caught.value)
                else:
                    assert await search.result() == "fine"

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
            task = Task()
            task.opened.set()
            with searches.waiting_for("key", task) as search:
                assert await search.result() == "done"
        assert searches.running == 0

    run(scenario)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_a_search_has_a_lower_priority_than_the_event_loop() -> None:
    async def scenario() -> None:
        searches = new_searches()
        with searches.waiting_for("key", lambda _: os.getpriority(os.PRIO_PROCESS, 0)) as search:
            here = os.getpriority(os.PRIO_PROCESS, 0)
            assert await search.result() == min(here + SEARCH_NICENESS, LOWEST_PRIORITY)

    run(scenario)


@pytest.mark.parametrize("failure", [ZeroDivisionError("secret"), SystemExit(1)])
def test_a_search_that_fails_before_it_has_begun_costs_no_slot(
    failure: BaseException, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> RequestContext:
        raise failure

    async def scenario() -> None:
        searches, task = new_searches(), Task()
        task.opened.set()
        with monkeypatch.context() as patch:
            patch.setattr("claimeven.web.search_queue.RequestContext", fail)
            with searches.waiting_for("key", task) as search, pytest.raises(ApiError) as caught:
                await search.result()
            assert (caught.value.status, caught.value.error) == (500, "internal")
        with searches.waiting_for("key", task) as search:
            assert await search.result() == "done"
        assert searches.running == 0

    run(scenario)
    assert "a search failed" in caplog.text


def test_a_search_for_which_there_is_no_thread_is_refused_and_costs_no_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def scenario() -> None:
        searches, task = new_searches(workers=2, queue=2), Task()
        task.opened.set()
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", fail)
            for _ in range(2):
                with searches.waiting_for("key", task) as search, pytest.raises(ApiError) as caught:
                    await search.result()
                assert (caught.value.status, caught.value.error) == (503, "busy")
        assert (searches.running, searches.waiting) == (0, 0)
        with searches.waiting_for("key", task) as search:
            assert await search.result() == "done"

    run(scenario)


class Large:
    """A stand-in for something large: a table, a tree, an answer."""


async def freed(kept: list[weakref.ref[Any]]) -> None:
    """Return when all of it is gone; no garbage collector helps."""
    assert kept
    while any(reference() is not None for reference in kept):
        await asyncio.sleep(0.001)


def test_an_abandoned_search_leaves_nothing_in_memory() -> None:
    kept: list[weakref.ref[Any]] = []

    def work(context: RequestContext) -> None:
        large = Large()
        kept.append(weakref.ref(large))
        while True:
            try:
                raise LimitReached(-1, 1, nodes=0)  # as an engine does when it is stopped
            except LimitReached:
                context.require_slot()

    async def scenario() -> None:
        searches, task = new_searches(seconds=LONG), Task()
        with searches.waiting_for("first", task), searches.waiting_for("waits for the first", work) as search:
            task.opened.set()
            while not kept:
                await asyncio.sleep(0.001)
            kept.append(weakref.ref(search))
            del search
        await freed(kept)

    with no_collector():
        run(scenario)


def test_an_answer_stays_in_memory_only_while_a_client_waits() -> None:
    kept: list[weakref.ref[Any]] = []

    def work(_: RequestContext) -> Large:
        large = Large()
        kept.append(weakref.ref(large))
        return large

    async def scenario() -> None:
        searches, task = new_searches(seconds=LONG), Task()
        with searches.waiting_for("first", task), searches.waiting_for("waits for the first", work) as search:
            task.opened.set()
            assert isinstance(await search.result(), Large)
            kept.append(weakref.ref(search))
            del search
        await freed(kept)

    with no_collector():
        run(scenario)


def test_an_error_shared_by_many_clients_has_no_growing_traceback() -> None:
    async def scenario() -> None:
        searches, task = new_searches(), Task(ApiError(422, "too_large", "the tree is too large"))
        task.opened.set()
        lengths = []
        with searches.waiting_for("key", task) as search:
            for _ in range(3):
                with pytest.raises(ApiError, match="too large") as refused:
                    await search.result()
                lengths.append(len(traceback.extract_tb(refused.value.__traceback__)))
        assert lengths == lengths[:1] * 3

    run(scenario)


def test_closing_ends_all_searches_at_once() -> None:
    async def scenario() -> None:
        searches, task = new_searches(), Task()
        with searches.waiting_for("runs", task) as running, searches.waiting_for("waits", task) as waiting:
            await task.enter()
            await searches.close()
            for search in (running, waiting):
                with pytest.raises(ApiError, match="shutting down"):
                    await search.result()
            assert searches.running == 0
            with pytest.raises(ApiError, match="shutting down"), searches.waiting_for("new", task):
                pass

    run(scenario)
