"""Limits: what is left of one, and that every search that is not exact heeds it, too."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from claimeven.solver.limits import CHECK_NODES, NO_LIMIT, Deadline, Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.teaching.minimax import Minimax
from claimeven.teaching.tree import build_tree
from fake_clock import Clock

Search = Callable[[Limit], object]

END = Position.from_moves("123456712345671234567123456712345671", MAX_CONNECT_FOUR)


class After(threading.Event):
    """An event that is set once it has been checked so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def minimax(limit: Limit) -> object:
    return Minimax(depth=20, limit=limit).choose(Position())


def tree(limit: Limit) -> object:
    return build_tree(Position(), depth=20, limit=limit)


def full_tree(limit: Limit) -> object:
    return build_tree(Position(), depth=20, pruning=False, limit=limit)


def lookahead(limit: Limit) -> object:
    return Lookahead(table_mib=1).choose(Position(rules=MAX_CONNECT_FOUR), 30, limit)


def exact_lookahead(limit: Limit) -> object:
    return Lookahead(table_mib=1, book=None).choose(Position(rules=MAX_CONNECT_FOUR.sized(8, 7)), None, limit)


PLAIN = [minimax, tree, full_tree]
COMPILED = [pytest.param(search, marks=pytest.mark.compiled) for search in (lookahead, exact_lookahead)]


@pytest.mark.parametrize("search", [*PLAIN, *COMPILED])
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(seconds=0.01)], ids=["at once", "soon"])
def test_a_search_ends_when_its_time_is_up(search: Search, limit: Limit) -> None:
    with pytest.raises(LimitReached):
        search(limit)


@pytest.mark.parametrize("search", [*PLAIN, *COMPILED])
@pytest.mark.parametrize("looks", [0, 3])
def test_a_search_ends_when_it_is_stopped(search: Search, looks: int) -> None:
    with pytest.raises(LimitReached):
        search(Limit(stop=After(looks)))


@pytest.mark.parametrize("search", [minimax, tree])
@pytest.mark.parametrize("nodes", [0, 1, CHECK_NODES, 1000])
def test_a_search_ends_one_node_after_its_last(search: Search, nodes: int) -> None:
    with pytest.raises(LimitReached) as reached:
        search(Limit(nodes=nodes))
    assert reached.value.nodes == nodes + 1


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    limit = Limit(seconds=1e9, nodes=10**9, stop=threading.Event())
    reports = [Minimax(depth=4, limit=one, clock=lambda: 0).choose(Position()) for one in (NO_LIMIT, limit)]
    assert reports[0] == reports[1]
    assert build_tree(Position(), depth=3, limit=limit) == build_tree(Position(), depth=3)
    choices = [Lookahead(table_mib=1, book=None).choose(END, None, one) for one in (NO_LIMIT, limit)]
    assert choices[0].value == choices[1].value


def test_a_deadline_leaves_what_its_searches_have_not_used(clock: Clock) -> None:
    stop = threading.Event()
    deadline = Deadline(Limit(seconds=5, nodes=100, stop=stop))
    clock.now += 2
    deadline.nodes += 30
    assert deadline.remaining() == Limit(seconds=3, nodes=70, stop=stop)
    assert deadline.nodes_left == 70
    assert not deadline.is_over()


def test_a_deadline_that_is_over_leaves_nothing(clock: Clock) -> None:
    deadline = Deadline(Limit(seconds=5, nodes=100))
    clock.now += 9
    deadline.nodes += 300
    assert deadline.remaining() == Limit(seconds=0, nodes=0)
    assert deadline.nodes_left == 0
    assert deadline.is_over()


def test_a_deadline_without_a_limit_is_never_over(clock: Clock) -> None:
    deadline = Deadline(NO_LIMIT)
    clock.now += 1e9
    deadline.nodes += 10**12
    assert deadline.remaining() == NO_LIMIT
    assert deadline.nodes_left > 10**12
    assert not deadline.is_over()


def test_a_stopped_deadline_is_over_however_much_time_is_left() -> None:
    stop = threading.Event()
    deadline = Deadline(Limit(seconds=1e9, stop=stop))
    assert not deadline.is_over()
    stop.set()
    assert deadline.is_over()
