"""Exceptions arrive in another process as they were raised."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import claimeven
from claimeven import (
    ClaimevenError,
    FormatError,
    Limit,
    LimitReached,
    Position,
    Score,
    Solver,
    UnknownName,
    errors,
)
from claimeven.solver.search_context import SearchRequired
from claimeven.web.errors import ApiError, SearchStopped

# How to make those whose arguments are something else than a message.
EXAMPLES: dict[type[ClaimevenError], Callable[[], ClaimevenError]] = {
    FormatError: lambda: FormatError("'8' is not a column", line=3, column=7),
    LimitReached: lambda: LimitReached(-2, 5, 1234),
    ApiError: lambda: ApiError(503, "busy", "try again", retry_after=2, line=3),
    SearchRequired: SearchRequired,
    SearchStopped: SearchStopped,
    UnknownName: lambda: UnknownName("player", "perfekt", ["perfect", "random"]),
}


def kinds_below(kind: type[ClaimevenError]) -> Iterator[type[ClaimevenError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from kinds_below(below)


def every_kind() -> list[type[ClaimevenError]]:
    """Every exception of the package, wherever it is defined."""
    for module in pkgutil.walk_packages(claimeven.__path__, "claimeven."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = set(kinds_below(ClaimevenError))
    of_the_package = [kind for kind in kinds if kind.__module__.startswith("claimeven.")]
    return sorted(of_the_package, key=lambda kind: kind.__name__)


def through_pickle(error: ClaimevenError) -> Any:
    return pickle.loads(pickle.dumps(error))


@pytest.mark.parametrize("sent", [through_pickle, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("kind", every_kind(), ids=lambda kind: kind.__name__)
def test_a_pickled_or_copied_exception_keeps_its_message(
    kind: type[ClaimevenError], sent: Callable[[ClaimevenError], Any]
) -> None:
    error = EXAMPLES[kind]() if kind in EXAMPLES else kind("what was seen")
    error.add_note("in row 7")
    arrived = sent(error)
    assert type(arrived) is kind
    assert str(arrived) == str(error)
    assert arrived.args == error.args
    assert vars(arrived) == vars(error)
    assert arrived.__notes__ == ["in row 7"]


def limited_score(nodes: int) -> Score:
    return Solver(table_mib=1, book=None).score(Position(), Limit(nodes=nodes))


def require_the_limit(stop: LimitReached) -> None:
    assert stop.nodes >= 1
    assert stop.lower < stop.upper
    assert str(stop).startswith(f"stopped after {stop.nodes} nodes; ")


def test_a_pool_whose_worker_reaches_a_limit_does_not_hang() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(LimitReached) as raised:
            pool.apply_async(limited_score, (1,)).get(timeout=120)
        require_the_limit(raised.value)


def test_an_executor_whose_worker_reaches_a_limit_is_not_broken() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        with pytest.raises(LimitReached) as raised:
            executor.submit(limited_score, 1).result(timeout=120)
        require_the_limit(raised.value)
        assert executor.submit(abs, -1).result(timeout=120) == 1


def test_the_tree_of_exceptions_is_drawn_as_it_is() -> None:
    drawn: list[tuple[str, str]] = []  # each exception with the one that it is below
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        found = re.fullmatch(r"    ((?:\|   |    )*)(?:[|`]-- )?([A-Z][A-Za-z]+)(?:  .*)?", line)
        if found is not None:
            depth = len(found[1]) // 4 + ("-- " in line)
            above[depth] = found[2]
            if depth:
                drawn.append((found[2], above[depth - 1]))
    kinds = [kind for kind in kinds_below(ClaimevenError) if kind.__module__ == errors.__name__]
    assert sorted(drawn) == sorted((kind.__name__, kind.__bases__[0].__name__) for kind in kinds[1:])
