"""One Solver used by many threads at once: every answer is right, and so is what the table keeps."""

from __future__ import annotations

import asyncio
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimeven.errors import GameOver, LimitReached
from claimeven.kernels.library import Library, library
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver import engine
from claimeven.solver.limits import Limit, Progress
from claimeven.solver.solver import Solver

pytestmark = pytest.mark.compiled

DATA = Path(__file__).parents[1] / "data"
THREADS = 8
LATE = Position.from_moves("641251673773751121454322555266")


def cases(phase: str, size: int) -> list[tuple[Position, int]]:
    """Return positions of a suite with their scores, no two of them the same."""
    lines = (DATA / f"suite-{phase}.tsv").read_text(encoding="ascii").splitlines()[:size]
    return [(Position.from_moves(moves), int(score)) for moves, score in (line.split(" ") for line in lines)]


CASES = cases("middle", 90) + cases("end", 60) + cases("opening", 10)


def in_threads(task: Callable[[random.Random], None], count: int = THREADS) -> None:
    """Run a task in many threads at once, each with a chance of its own; raises what any of them raises."""
    barrier = threading.Barrier(count)

    def begin(seed: int) -> None:
        barrier.wait(60)
        task(random.Random(seed))

    with ThreadPoolExecutor(count) as pool:
        for future in [pool.submit(begin, seed) for seed in range(count)]:
            future.result(timeout=300)


def assert_all_right(solver: Solver) -> None:
    """Solve everything once more in one thread: a false entry in the table would show."""
    for position, score in CASES:
        assert solver.score(position) == score
        assert max(int(value) for value in solver.columns(position) if value is not None) == score


def assert_score_or_bounds(solver: Solver, position: Position, score: int, limit: Limit) -> None:
    try:
        lower = upper = int(solver.score(position, limit))
    except LimitReached as stop:
        lower, upper = stop.lower, stop.upper
    assert lower <= score <= upper


@pytest.mark.parametrize("threads", [1, 2])
def test_many_threads_use_one_solver(threads: int) -> None:
    solver = Solver(table_mib=4, threads=threads, book=None)

    def ask(chance: random.Random) -> None:
        for position, score in chance.sample(CASES, 60):
            assert solver.score(position) == score
            assert int(solver.solve(position).score) == score

    in_threads(ask)
    assert_all_right(solver)


def test_threads_call_different_methods() -> None:
    """Scores, columns, analyses, choices, arrays, limits, exceptions and finished games in between."""
    solver = Solver(table_mib=4, book=None)

    def interrupt(_: Progress) -> None:
        raise ZeroDivisionError

    def ask(chance: random.Random) -> None:
        for position, score in chance.sample(CASES, 40):
            kind = chance.randrange(6)
            if kind == 0:
                assert solver.score(position) == score
            elif kind == 1:
                analysis = solver.analyze(position)
                assert analysis.score == score
                assert len(analysis.line) == analysis.score.plies
            elif kind == 2:
                assert int(solver.choose(position).score) == score
            elif kind == 3:
                assert solver.scores([position, LATE]).tolist() == [score, 1]
            elif kind == 4:
                with pytest.raises(GameOver):
                    solver.score(Position.from_moves("1212121"))
                assert_score_or_bounds(solver, position, score, Limit(nodes=chance.randrange(2000)))
            else:
                with pytest.raises((ZeroDivisionError, LimitReached)):
                    solver.score(Position(), Limit(seconds=0.3), progress=interrupt)

    in_threads(ask)
    assert_all_right(solver)


def test_threads_solve_different_games() -> None:
    """A solver has one table at a time; a thread that searches on the old one is not disturbed."""
    solver = Solver(table_mib=1, book=None)
    small = Position.from_moves("1212143434", Rules(4, 4))
    most = Position.from_moves("444444333333222222", rules=MAX_CONNECT_FOUR)
    expected = {
        position: int(Solver(table_mib=1, book=None).score(position)) for position in (small, most, LATE)
    }

    def ask(chance: random.Random) -> None:
        for _ in range(40):
            position = chance.choice(list(expected))
            assert solver.score(position) == expected[position]

    in_threads(ask, 4)


def test_asyncio() -> None:
    solver = Solver(table_mib=4, book=None)

    async def ask() -> None:
        for _ in range(3):
            scores = await asyncio.gather(*(asyncio.to_thread(solver.score, p) for p, _ in CASES))
            assert [int(score) for score in scores] == [score for _, score in CASES]

    asyncio.run(ask())
    assert_all_right(solver)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
@pytest.mark.parametrize("threads", [1, 2])
def test_after_a_fork_parent_and_child_are_both_right(threads: int) -> None:
    solver = Solver(table_mib=4, threads=threads, book=None)
    for position, score in CASES[::2]:
        assert solver.score(position) == score
    child = os.fork()
    if child == 0:
        wrong = 1
        try:
            assert_all_right(solver)
            wrong = 0
        finally:
            os._exit(wrong)
    assert_all_right(solver)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_an_error_in_a_searching_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    real = library()
    here = threading.get_ident()

    def fail(address: int) -> None:
        if threading.get_ident() != here:
            raise ZeroDivisionError(address)
        real.solve(address)

    broken = Library(solve=fail, solve_all=fail, columns=fail, choose=fail, complete_line=fail, code=real)
    monkeypatch.setattr(engine, "library", lambda: broken)
    solver = Solver(table_mib=1, threads=2, book=None)
    before = threading.enumerate()
    for search in (solver.score, solver.solve, lambda position: solver.scores([position])):
        with pytest.raises(ZeroDivisionError):
            search(Position())
        assert threading.enumerate() == before
