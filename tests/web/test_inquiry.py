"""Inquiries: the exact scores of one request, which stop when nobody waits."""

from __future__ import annotations

import threading
from random import Random

import pytest

from claimeven.errors import LimitReached
from claimeven.players.registry import PLAYERS
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver import limits
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchRequired
from claimeven.solver.solver import Solver
from claimeven.web import api
from claimeven.web.inquiry import Inquiry, SearchStopped, Seat

LATE = Position.from_moves("115661135135232")
ENDLESS = Position(rules=Rules(8, 7))  # takes days, and no book has it


class LeavesLater(threading.Event):
    """A client that is seen to leave at the third look."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= 3


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("minimax", Rules()),
        pytest.param("lookahead", MAX_CONNECT_FOUR, marks=pytest.mark.compiled),
    ],
)
def test_a_move_is_not_chosen_for_a_client_that_has_left(name: str, rules: Rules) -> None:
    inquiry = Inquiry(ScoreCache(), Seat(1), stop=LeavesLater())
    depth = PLAYERS[name].depth
    assert depth is not None
    with pytest.raises(SearchStopped):
        api.move(PLAYERS[name], Position(rules=rules), inquiry, {"depth": depth.most}, Random(0))


def test_a_tree_is_not_grown_for_a_client_that_has_left() -> None:
    inquiry = Inquiry(ScoreCache(), Seat(1), stop=LeavesLater())
    with pytest.raises(SearchStopped):
        api.grow(Position(), inquiry, {"depth": 6})


def test_an_inquiry_without_a_seat_never_searches() -> None:
    inquiry = Inquiry(ScoreCache())
    assert inquiry.score(Position()) == Score(1, 42)
    assert [score and int(score) for score in inquiry.columns(Position())] == [-2, -1, 0, 1, 0, -1, -2]
    assert inquiry.best_column(Position(), Score(1, 42)) == 3
    assert inquiry.score_in_window(Position(), 0, 9) == 1
    with pytest.raises(SearchRequired):
        inquiry.score(LATE)
    with pytest.raises(SearchRequired):
        inquiry.require_seat()


@pytest.mark.compiled
def test_what_an_inquiry_finds_is_known_from_then_on() -> None:
    cache = ScoreCache()
    inquiry = Inquiry(cache, Seat(1))
    score = inquiry.score(LATE)
    assert score == Solver(table_mib=1).score(LATE)
    column = inquiry.best_column(LATE, score)
    assert inquiry.nodes > 0
    again = Inquiry(cache)
    assert (again.score(LATE), again.best_column(LATE, score)) == (score, column)


@pytest.mark.compiled
def test_an_analysis_reports_known_columns_first_and_keeps_what_it_finds() -> None:
    cache = ScoreCache()
    last = LATE.playable[-1]
    scores = Solver(table_mib=1).columns(LATE)
    known = scores[last]
    assert known is not None
    cache.add_value(LATE.play(last), -known)
    order: list[int] = []
    analysis = Inquiry(cache, Seat(1)).analyze(LATE, found=lambda column, _: order.append(column), line=False)
    assert (analysis.columns, order[0], sorted(order)) == (scores, last, list(LATE.playable))
    assert Inquiry(cache).columns(LATE) == scores


def test_an_inquiry_that_nobody_waits_for_does_not_begin_to_search() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(SearchStopped):
        Inquiry(ScoreCache(), Seat(1), stop=stop).score(LATE)


@pytest.mark.compiled
def test_an_inquiry_stops_in_the_middle_of_a_search() -> None:
    stop = threading.Event()
    inquiry = Inquiry(ScoreCache(), Seat(1), stop=stop)
    inquiry.tell = lambda _: stop.set()
    with pytest.raises(SearchStopped):
        inquiry.score(ENDLESS)


@pytest.mark.compiled
def test_an_inquiry_keeps_its_limit() -> None:
    with pytest.raises(LimitReached):
        Inquiry(ScoreCache(), Seat(1), seconds=0.05).score(ENDLESS)


class Clock:
    """Stands for the time module; its time is set by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.compiled
def test_the_seconds_of_a_request_are_those_of_all_its_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    inquiry = Inquiry(ScoreCache(), Seat(1), seconds=100)
    clock.now += 60
    inquiry.score(LATE)
    with inquiry.limited() as limit:
        assert limit.seconds == 40
    clock.now += 60
    with pytest.raises(LimitReached):
        inquiry.score(ENDLESS)
