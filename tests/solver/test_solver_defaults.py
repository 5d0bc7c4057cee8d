"""A limit and a listener given once, to the solver: every method has them, unless it is given its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver import engine
from claimeven.solver.limits import Limit, Progress
from claimeven.solver.review import review_game
from claimeven.solver.solver import Solver

pytestmark = pytest.mark.compiled

HARD = Position()  # takes seconds without a book
LATE = Position.from_moves("641251673773751121454322555266")
CALLS: dict[str, Callable[..., object]] = {
    "score": Solver.score,
    "solve": Solver.solve,
    "choose": Solver.choose,
    "columns": Solver.columns,
    "analyze": Solver.analyze,
    "best_column": lambda solver, position, *given: solver.best_column(position, Score(1, left=42), *given),
    "score_in_window": lambda solver, position, *given: solver.score_in_window(position, 0, 1, *given),
    "scores": lambda solver, position, *given: solver.scores([position], *given),
    "solve_many": lambda solver, position, *given: solver.solve_many([position], *given),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_limit_of_the_solver_holds_for_every_call(call: Callable[..., object]) -> None:
    solver = Solver(table_mib=4, book=None, limit=Limit(nodes=50_000))
    with pytest.raises(LimitReached):
        call(solver, HARD)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_limit_of_the_call_overrides_it(call: Callable[..., object]) -> None:
    solver = Solver(table_mib=4, book=None, limit=Limit(seconds=3600))
    with pytest.raises(LimitReached):
        call(solver, HARD, Limit(nodes=50_000))


def test_a_larger_limit_of_the_call_overrides_it() -> None:
    solver = Solver(table_mib=4, book=None, limit=Limit(nodes=1))
    assert solver.score(LATE, Limit(seconds=60)) == Solver(table_mib=4).score(LATE)


@pytest.mark.parametrize(
    "name", ["score", "solve", "choose", "columns", "analyze", "best_column", "score_in_window"]
)
def test_the_listener_of_the_solver_is_called_for_every_call(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PROGRESS_SECONDS", 0.0)
    reports: list[Progress] = []
    solver = Solver(table_mib=4, book=None, limit=Limit(seconds=0.3), progress=reports.append)
    with pytest.raises(LimitReached):
        CALLS[name](solver, HARD)
    assert reports


def test_a_listener_of_the_call_overrides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PROGRESS_SECONDS", 0.0)
    reports: list[Progress] = []
    own_reports: list[Progress] = []
    solver = Solver(table_mib=4, book=None, limit=Limit(seconds=0.3), progress=reports.append)
    with pytest.raises(LimitReached):
        solver.analyze(HARD, progress=own_reports.append)
    assert own_reports
    assert not reports


def test_a_review_leaves_moves_unjudged_at_the_solvers_limit() -> None:
    review = review_game(HARD, (3, 3), Solver(table_mib=4, book=None, limit=Limit(nodes=10_000)))
    assert review.moves == (None, None)
