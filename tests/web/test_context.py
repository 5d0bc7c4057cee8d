"""RequestContext: the exact scores of one question, which stop when no client waits."""

from __future__ import annotations

import json
import threading

import pytest

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver import limits
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchRequired
from claimeven.solver.solver import Solver
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.endpoints import answer_question
from claimeven.web.errors import SearchStopped
from claimeven.web.queries import Question

LATE = Position.from_moves("115661135135232")
ENDLESS = Position(rules=Rules(8, 7))  # takes days, and no book has it


class LeavesLater(threading.Event):
    """A client that is seen to leave at the second look."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= 2


@pytest.mark.parametrize(
    ("path", "query_string"),
    [
        ("/api/move", "player=minimax&depth=6"),
        pytest.param("/api/move", "player=lookahead&variant=max&depth=10", marks=pytest.mark.compiled),
        ("/api/tree", "depth=6"),
        ("/api/explain", "moves=44"),
    ],
)
def test_nothing_is_searched_for_a_client_that_has_left(path: str, query_string: str) -> None:
    context = RequestContext(ScoreCache(), SearchSlot(1), stop=LeavesLater())
    answer = answer_question(path, Question(query_string), context)
    assert (answer.status, json.loads(answer.body)["error"]) == (503, "stopping")


def test_a_context_without_a_slot_never_searches() -> None:
    context = RequestContext(ScoreCache())
    assert context.score(Position()) == Score(1, 42)
    assert [score and int(score) for score in context.columns(Position())] == [-2, -1, 0, 1, 0, -1, -2]
    assert context.best_column(Position(), Score(1, 42)) == 3
    assert context.score_in_window(Position(), 0, 9) == 1
    with pytest.raises(SearchRequired):
        context.score(LATE)
    with pytest.raises(SearchRequired):
        context.require_slot()


@pytest.mark.compiled
def test_what_a_context_finds_is_cached() -> None:
    cache = ScoreCache()
    context = RequestContext(cache, SearchSlot(1))
    score = context.score(LATE)
    assert score == Solver(table_mib=1).score(LATE)
    column = context.best_column(LATE, score)
    assert context.nodes > 0
    again = RequestContext(cache)
    assert (again.score(LATE), again.best_column(LATE, score)) == (score, column)


@pytest.mark.compiled
def test_an_analysis_reports_cached_columns_first_and_caches_what_it_finds() -> None:
    cache = ScoreCache()
    last = LATE.playable[-1]
    scores = Solver(table_mib=1).columns(LATE)
    known = scores[last]
    assert known is not None
    cache.add_value(LATE.play(last), -known)
    order: list[int] = []
    analysis = RequestContext(cache, SearchSlot(1)).analyze(
        LATE, found=lambda column, _: order.append(column), line=False
    )
    assert (analysis.columns, order[0], sorted(order)) == (scores, last, list(LATE.playable))
    assert RequestContext(cache).columns(LATE) == scores


def test_a_stopped_context_does_not_start_a_search() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(SearchStopped):
        RequestContext(ScoreCache(), SearchSlot(1), stop=stop).score(LATE)


@pytest.mark.compiled
def test_a_context_stops_in_the_middle_of_a_search() -> None:
    stop = threading.Event()
    context = RequestContext(ScoreCache(), SearchSlot(1), stop=stop)
    context.progress = lambda _: stop.set()
    with pytest.raises(LimitReached) as caught:
        context.score(ENDLESS)
    assert isinstance(context.api_error(caught.value), SearchStopped)


@pytest.mark.compiled
def test_a_context_keeps_its_limit() -> None:
    with pytest.raises(LimitReached):
        RequestContext(ScoreCache(), SearchSlot(1), seconds=0.05).score(ENDLESS)


class Clock:
    """A fake time module whose time is set by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.compiled
def test_the_seconds_of_a_request_are_those_of_all_its_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    context = RequestContext(ScoreCache(), SearchSlot(1), seconds=100)
    clock.now += 60
    context.score(LATE)
    assert context.deadline.remaining().seconds == 40
    clock.now += 60
    with pytest.raises(LimitReached):
        context.score(ENDLESS)
