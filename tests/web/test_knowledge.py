"""What is known without a search, and inquiries that may or may not search."""

from __future__ import annotations

import threading
from itertools import count
from random import Random
from typing import Any

import pytest

from claimeven.errors import LimitReached
from claimeven.players.registry import PLAYERS
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.book import book_key, parse_book, write_book
from claimeven.solver.limits import Limit
from claimeven.solver.solver import Account, Solver
from claimeven.web import api
from claimeven.web.inquiry import Inquiry, NeedsSearch, SearchStopped, Seat
from claimeven.web.knowledge import Knowledge

LATE = Position.from_moves("115661135135232")
HARD = Position.from_moves("1234567123")
ENDLESS = Position(rules=Rules(8, 7))  # takes days, and no book has it


def test_the_book_and_finished_games_are_known() -> None:
    knowledge = Knowledge()
    assert knowledge.score(Position()) == Score(1, 42)
    assert knowledge.score(Position.from_moves("1212121")) == Score(-18, 35)
    assert knowledge.score(LATE) is None
    assert knowledge.score(Position(rules=Rules(5, 5))) is None


def test_what_it_learns_it_knows_also_mirrored_but_in_no_other_game() -> None:
    knowledge = Knowledge()
    knowledge.learn_value(HARD, 3)
    assert knowledge.score(HARD) == Score(3, 32)
    assert knowledge.score(HARD.mirror()) == Score(3, 32)
    assert knowledge.score(Position(HARD.own, HARD.filled, MAX_CONNECT_FOUR)) is None


class LeavesLater(threading.Event):
    """A client that is seen to leave at the second look."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= 2


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("minimax", Rules()),
        pytest.param("lookahead", MAX_CONNECT_FOUR, marks=pytest.mark.compiled),
    ],
)
def test_a_move_is_not_chosen_for_a_client_that_has_left(name: str, rules: Rules) -> None:
    inquiry = Inquiry(Knowledge(), Seat(1), stop=LeavesLater())
    depth = PLAYERS[name].depth
    assert depth is not None
    with pytest.raises(SearchStopped):
        api.move(PLAYERS[name], Position(rules=rules), inquiry, {"depth": depth.most}, Random(0))


def test_a_tree_is_not_grown_for_a_client_that_has_left() -> None:
    inquiry = Inquiry(Knowledge(), Seat(1), stop=LeavesLater())
    with pytest.raises(SearchStopped):
        api.grow(Position(), inquiry, {"depth": 6})


def test_the_best_column_follows_from_values_that_are_known() -> None:
    knowledge = Knowledge()
    assert knowledge.best_column(Position(), Score(1, 42)) == 3
    assert knowledge.best_column(LATE, Score(2, 27)) is None
    knowledge.learn_column(LATE, 6)
    assert knowledge.best_column(LATE, Score(2, 27)) == 6


def test_the_best_column_may_stand_in_the_book() -> None:
    scores = {book_key(Position()): 1, book_key(LATE): 2}
    book = parse_book(write_book(LATE.rules, 0, scores, moves={book_key(LATE): (4, 4)}))
    assert Knowledge(book=lambda _: book).best_column(LATE, Score(2, 27)) == 4


def test_it_forgets_what_was_used_longest_ago() -> None:
    knowledge = Knowledge(most=2)
    positions = [Position.from_moves(moves) for moves in ("123456712", "112233541")]
    first, second, third = positions[0], HARD, positions[1]
    for position in (first, second):
        knowledge.learn_value(position, 0)
    assert knowledge.score(first) is not None  # used again, so the second one goes
    knowledge.learn_value(third, 0)
    assert knowledge.score(first) is not None
    assert knowledge.score(second) is None


def test_an_inquiry_without_a_seat_never_searches() -> None:
    inquiry = Inquiry(Knowledge())
    assert inquiry.score(Position()) == Score(1, 42)
    assert [score and int(score) for score in inquiry.columns(Position())] == [-2, -1, 0, 1, 0, -1, -2]
    with pytest.raises(NeedsSearch):
        inquiry.score(LATE)
    with pytest.raises(NeedsSearch):
        inquiry.columns(LATE)
    with pytest.raises(NeedsSearch):
        inquiry.best_column(LATE, Score(2, 27))
    assert [inquiry.score_in_window(Position(), *two) for two in ((-1, 0), (0, 1), (0, 9), (2, 3))] == [
        0,
        1,
        1,
        2,
    ]
    with pytest.raises(NeedsSearch):
        inquiry.score_in_window(LATE, 0, 1)


@pytest.mark.compiled
def test_what_an_inquiry_finds_is_known_from_then_on() -> None:
    knowledge = Knowledge()
    inquiry = Inquiry(knowledge, Seat(1))
    score = inquiry.score(LATE)
    assert score == Solver(table_mib=1).score(LATE)
    column = inquiry.best_column(LATE, score)
    assert inquiry.nodes > 0
    again = Inquiry(knowledge)
    assert (again.score(LATE), again.best_column(LATE, score)) == (score, column)


@pytest.mark.compiled
def test_what_lies_between_two_numbers_is_searched_for_or_follows_from_a_known_value() -> None:
    knowledge = Knowledge()
    value = int(Solver(table_mib=1).score(LATE))
    ranges = ((value - 2, value - 1), (value - 1, value + 1), (value + 1, value + 2))
    expected = [value - 1, value, value + 1]
    assert [Inquiry(knowledge, Seat(1)).score_in_window(LATE, *two) for two in ranges] == expected
    knowledge.learn_value(LATE, value)
    assert [Inquiry(knowledge).score_in_window(LATE.mirror(), *two) for two in ranges] == expected


@pytest.mark.compiled
def test_an_inquiry_tells_what_is_known_first_and_keeps_what_it_finds() -> None:
    knowledge = Knowledge()
    last = LATE.playable[-1]
    scores = Solver(table_mib=1).columns(LATE)
    known = scores[last]
    assert known is not None
    knowledge.learn_value(LATE.play(last), -known)
    told: list[int] = []
    found = Inquiry(knowledge, Seat(1)).columns(LATE, lambda column, _: told.append(column))
    assert (found, told[0], sorted(told)) == (scores, last, list(LATE.playable))
    assert Inquiry(knowledge).columns(LATE) == scores


def test_an_inquiry_that_nobody_waits_for_does_not_begin_to_search() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(SearchStopped):
        Inquiry(Knowledge(), Seat(1), stop=stop).score(LATE)


@pytest.mark.compiled
def test_an_inquiry_stops_in_the_middle_of_a_search() -> None:
    stop = threading.Event()
    inquiry = Inquiry(Knowledge(), Seat(1), stop=stop)
    inquiry.tell = lambda _: stop.set()
    with pytest.raises(SearchStopped):
        inquiry.score(ENDLESS)


@pytest.mark.compiled
def test_an_inquiry_keeps_its_limit() -> None:
    with pytest.raises(LimitReached):
        Inquiry(Knowledge(), Seat(1), seconds=0.05).score(ENDLESS)


@pytest.mark.compiled
def test_the_seconds_of_a_request_are_those_of_all_its_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    class Noting(Account):
        """Notes how many seconds each search was given."""

        def __init__(self, solver: Solver, position: Position, limit: Limit, *more: Any) -> None:
            given.append(limit.seconds)
            super().__init__(solver, position, limit, *more)

    monkeypatch.setattr("claimeven.web.inquiry.Account", Noting)
    clock = count(start=0, step=5).__next__
    inquiry = Inquiry(Knowledge(), Seat(1), seconds=100, clock=clock)
    inquiry.best_column(LATE, inquiry.score(LATE))
    assert given == [95, 90]
