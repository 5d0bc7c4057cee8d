"""The engine behind the solver: threads, limits, stopping, node counts and tables."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimeven.errors import GameOver, GeometryError, LimitReached
from claimeven.kernels.layout import (
    BUDGET,
    LOWER,
    NODES,
    OFFSET,
    PAUSED,
    POTENTIAL,
    ROW,
    UPPER,
)
from claimeven.kernels.library import library
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver import engine, search_run
from claimeven.solver import limits as limit_module
from claimeven.solver.limits import NO_LIMIT, Deadline, Limit, Progress
from claimeven.solver.solver import Solver
from claimeven.solver.workspace import SLICE, Table
from suites import sample

DATA = Path(__file__).parents[1] / "data"
EMPTY_BOARD_SCORE = 1  # known since 1988; searching it takes seconds, so a short limit always stops it
LATE = "641251673773751121454322555266"  # 12 cells left
LATE_SCORE = 1
EMPTY_MAX = Position(rules=MAX_CONNECT_FOUR)


def stopped(search: Callable[[], object]) -> LimitReached:
    """Return the LimitReached that stopped ``search``; no thread is left running."""
    before = threading.enumerate()
    with pytest.raises(LimitReached) as caught:
        search()
    assert threading.enumerate() == before
    return caught.value


def assert_bounds_hold(stop: LimitReached, position: Position, score: int) -> None:
    left = position.left
    assert -(left // 2) <= stop.lower <= score <= stop.upper <= (left + 1) // 2


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_give_the_scores_of_one(threads: int) -> None:
    cases = sample("opening", 15) + sample("middle", 40) + sample("end", 40)
    solver = Solver(threads=threads, book=None)
    assert [solver.score(position) for position, _ in cases] == [score for _, score in cases]


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_many_positions_at_once_keep_their_order(threads: int) -> None:
    cases = sample("middle", 60) + sample("end", 60)
    report = Solver(threads=threads, book=None).solve_many(position for position, _ in cases)
    assert list(report.scores) == [score for _, score in cases]
    assert report.nodes > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_scores_outside_their_windows_come_out_outside(threads: int) -> None:
    cases = sample("end", 40) * 5
    shifts = np.repeat([-2, -1, 0, 1, 2], 40)
    scores = np.array([score for _, score in cases])
    windows = np.stack([scores + shifts - 1, scores + shifts + 1], axis=1).astype(np.int16)
    solver = Solver(table_mib=1, threads=threads, book=None)
    found = solver.solve_many([position for position, _ in cases], windows=windows).scores
    assert (found[shifts == 0] == scores[shifts == 0]).all()
    assert (found[shifts < 0] >= windows[shifts < 0, 1]).all()
    assert (found[shifts > 0] <= windows[shifts > 0, 0]).all()
    assert not (found == scores).all()


def test_no_positions_have_no_scores() -> None:
    report = Solver(table_mib=1).solve_many([])
    assert (len(report.scores), report.nodes) == (0, 0)


def test_more_threads_than_positions() -> None:
    solver = Solver(table_mib=1, threads=3, book=None)
    assert list(solver.scores([Position.from_moves(LATE)])) == [LATE_SCORE]


def test_positions_that_cannot_be_solved_together_are_refused() -> None:
    solver = Solver(table_mib=1)
    with pytest.raises(GeometryError, match=r"7x6 and .*5x4 in one call"):
        solver.scores([Position.from_moves(LATE), Position(rules=Rules(5, 4))])
    with pytest.raises(GameOver, match="row 1: the game is over after 7 moves"):
        solver.scores([Position.from_moves(LATE), Position.from_moves("1212121")])


def test_a_solver_may_change_the_size_of_the_board() -> None:
    solver = Solver(table_mib=1, book=None)
    small = Position.from_moves("1212143434", Rules(4, 4))
    assert solver.score(Position.from_moves(LATE)) == LATE_SCORE
    assert solver.score(small) == Solver(table_mib=1).score(small)
    assert solver.score(Position.from_moves(LATE)) == LATE_SCORE


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [0, 1, 100, 3000, 2 * SLICE])
def test_a_limit_of_nodes_leaves_bounds_that_hold(nodes: int, threads: int) -> None:
    solver = Solver(table_mib=1, threads=threads, book=None)
    stops: list[LimitReached] = []
    for position, score in sample("opening", 20):
        try:
            assert solver.score(position, Limit(nodes=nodes)) == score
        except LimitReached as stop:
            assert_bounds_hold(stop, position, score)
            stops.append(stop)
    assert stops
    assert all(stop.lower < stop.upper for stop in stops)
    assert all(nodes <= stop.nodes <= threads * nodes for stop in stops)


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_seconds_leaves_bounds_that_hold(threads: int) -> None:
    solver = Solver(threads=threads, book=None)
    stop = stopped(lambda: solver.score(Position(), Limit(seconds=0.1)))
    assert_bounds_hold(stop, Position(), EMPTY_BOARD_SCORE)
    assert f"the score is between {stop.lower:+d} and {stop.upper:+d}" in str(stop)


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_a_search(threads: int) -> None:
    solver = Solver(threads=threads, book=None)
    stop = threading.Event()
    stop.set()
    for search in (solver.score, solver.analyze, solver.columns):
        end = stopped(partial(search, Position(), Limit(stop=stop)))
        assert_bounds_hold(end, Position(), EMPTY_BOARD_SCORE)
    stopped(lambda: solver.scores([Position(), Position()], Limit(stop=stop)))
    (position, score), *_ = sample("middle", 2)
    assert solver.score(position, Limit(stop=threading.Event())) == score


@pytest.mark.compiled
def test_threads_divide_the_work() -> None:
    """Together they search hardly more than one alone would: each has its own part."""
    cases = sample("opening", 12)
    alone = [Solver(book=None).solve(position).nodes for position, _ in cases]
    reports = [Solver(threads=2, book=None).solve(position) for position, _ in cases]
    assert [report.score for report in reports] == [score for _, score in cases]
    assert sum(report.nodes for report in reports) < 1.6 * sum(alone)


@pytest.mark.compiled
def test_a_stopped_search_can_be_resumed() -> None:
    (position, score), *_ = sample("opening", 2)
    half = Limit(nodes=Solver(book=None).solve(position).nodes // 2)
    solver = Solver(book=None)
    stopped(lambda: solver.score(position, half))
    assert solver.score(position) == score


QUESTIONS: dict[str, Callable[[Solver, Position], object]] = {
    "score": lambda solver, position: int(solver.score(position)),
    "solve": lambda solver, position: solver.solve(position).nodes,
    "columns": lambda solver, position: solver.columns(position),
    "analyze": lambda solver, position: solver.analyze(position).nodes,
    "choose": lambda solver, position: solver.choose(position).nodes,
    "scores": lambda solver, position: solver.scores([position]).tolist(),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("nodes", [0, 3])
def test_a_question_after_a_stopped_one_has_a_budget_of_its_own(nodes: int, question: str) -> None:
    """Its workspace is the one that was stopped: it must find the same, and search as many nodes for it."""
    ask, position = QUESTIONS[question], Position.from_moves(LATE)
    expected = ask(Solver(table_mib=1, book=None), position)
    solver = Solver(table_mib=1, book=None)
    stopped(lambda: solver.solve(position, Limit(nodes=nodes)))
    assert ask(solver, position) == expected


def test_a_quick_score_after_a_stopped_question_has_a_budget_of_its_own() -> None:
    tested, position = engine.Engine(CONNECT_FOUR, Table(1)), Position.from_moves(LATE)
    stopped(lambda: tested.solve(position, Deadline(Limit(nodes=1))))
    assert tested.try_quick_score(position) == LATE_SCORE


@pytest.mark.parametrize("nodes", [None, 0, 3])
def test_a_short_search_needs_no_thread(nodes: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first slice is enough, even with a workspace that was stopped before."""
    solver, position = Solver(table_mib=1, threads=2, book=None), Position.from_moves(LATE)
    if nodes is not None:
        stopped(lambda: solver.solve(position, Limit(nodes=nodes)))
    monkeypatch.setattr(search_run, "_thread", None)
    assert int(solver.solve(position).score) == LATE_SCORE
    assert max(int(value) for value in solver.columns(position) if value is not None) == LATE_SCORE


@pytest.mark.compiled
def test_looking_ahead_after_a_stopped_search_has_a_budget_of_its_own() -> None:
    def new_engine() -> engine.Engine:
        return engine.Engine(MAX_CONNECT_FOUR, Table(1))

    def look(tested: engine.Engine) -> tuple[int, int, int]:
        column, value, cost = tested.choose(EMPTY_MAX, 4, POTENTIAL, Deadline(NO_LIMIT))
        return column, value, cost.nodes

    tested = new_engine()
    stopped(lambda: tested.solve(EMPTY_MAX, Deadline(Limit(nodes=0))))
    assert look(tested) == look(new_engine())


def test_the_seconds_of_a_choice_are_those_of_all_its_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []
    solve = engine.Engine.solve

    def note(self: engine.Engine, board: Position, deadline: Deadline, *more: Any) -> Any:
        given.append(deadline.remaining().seconds)
        return solve(self, board, deadline, *more)

    monkeypatch.setattr(engine.Engine, "solve", note)
    monkeypatch.setattr(limit_module, "time", SimpleNamespace(monotonic=lambda: 5 * len(given)))
    Solver(table_mib=1, book=None).choose(Position.from_moves(LATE), Limit(seconds=100))
    assert len(given) > 1
    assert given == [100 - 5 * number for number in range(len(given))]


def test_bounds_of_two_threads_that_meet_are_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """One has found that it is at least 2, the other that it is at most 2, when the limit stops both."""
    bounds = [(-5, 5), (2, 5), (-5, 2)]  # of the first slice and of either thread

    def solve(address: int) -> None:
        words = (ctypes.c_uint64 * ROW).from_address(address)
        words[LOWER], words[UPPER] = (OFFSET + bound for bound in bounds.pop(0))
        words[NODES], words[PAUSED] = words[BUDGET], 1

    fake = replace(library(), solve=solve)
    monkeypatch.setattr(engine, "library", lambda: fake)
    monkeypatch.setattr(search_run, "TURN_NODES", 2 * SLICE)
    tested = engine.Engine(CONNECT_FOUR, Table(1), threads=2)
    value, _ = tested.solve(Position(), Deadline(Limit(nodes=2 * SLICE)))
    assert value == 2


@pytest.mark.compiled
def test_many_positions_stop_together() -> None:
    solver = Solver(table_mib=1, threads=2, book=None)
    positions = [position for position, _ in sample("opening", 4)]
    stopped(lambda: solver.scores(positions, Limit(nodes=100)))
    stopped(lambda: solver.scores([Position(), Position()], Limit(seconds=0.1)))
    assert solver.score(Position.from_moves(LATE)) == LATE_SCORE


@pytest.mark.compiled
def test_a_choice_is_the_first_best_column_and_costs_less_than_all() -> None:
    for position, score in sample("opening", 6):
        choice, analysis = Solver(book=None).choose(position), Solver(book=None).analyze(position)
        assert (choice.column, choice.score) == (analysis.best[0], score)
        assert choice.nodes < analysis.nodes
        alone = Solver(book=None).solve(position).nodes
        for few in (0, alone // 2, alone, choice.nodes - 1):
            stop = stopped(partial(Solver(book=None).choose, position, Limit(nodes=few)))
            assert_bounds_hold(stop, position, score)
            assert (stop.lower == stop.upper) == (few >= alone), "the score is known, its column is not"


@pytest.mark.compiled
def test_an_analysis_under_a_limit_gives_bounds_of_the_position_itself() -> None:
    for position, score in sample("opening", 3):
        nodes = Solver(table_mib=4, book=None).analyze(position).nodes
        lowers = []
        for few in (*range(0, nodes, max(1, nodes // 10)), nodes - 1):
            limit = Limit(nodes=few)
            stop = stopped(partial(Solver(table_mib=4, book=None).analyze, position, limit))
            assert_bounds_hold(stop, position, score)
            lowers.append(stop.lower)
        assert lowers == sorted(lowers)
        assert lowers[-1] > lowers[0], "columns that were finished count"


@pytest.mark.compiled
def test_the_columns_of_an_analysis_share_what_they_find() -> None:
    together = apart = 0
    for position, _ in sample("opening", 5):
        together += Solver(book=None).analyze(position).nodes
        children = [position.play(column) for column in position.playable]
        apart += sum(Solver(book=None).solve(child).nodes for child in children if not child.is_over)
    assert together < 0.95 * apart


@pytest.mark.compiled
def test_an_analysis_in_seconds_stops_as_well() -> None:
    stop = stopped(lambda: Solver(book=None).analyze(Position(), Limit(seconds=0.1)))
    assert_bounds_hold(stop, Position(), EMPTY_BOARD_SCORE)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is reported as often as possible."""
    monkeypatch.setattr(search_run, "TURN_NODES", 1000)
    monkeypatch.setattr(engine, "PROGRESS_SECONDS", 0.0)


@pytest.mark.compiled
@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_every_thread_and_the_solver_stays_usable(threads: int) -> None:
    solver = Solver(table_mib=1, threads=threads, book=None)

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    before = threading.enumerate()
    for search in (solver.score, solver.analyze):
        with pytest.raises(KeyboardInterrupt):
            search(Position(), progress=interrupt)
        assert threading.enumerate() == before
    for position, score in sample("middle", 10):
        assert solver.score(position) == score


@pytest.mark.usefixtures("eager")
def test_a_search_that_is_interrupted_stops_its_helping_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    here = threading.get_ident()
    is_interrupted = threading.Event()
    turns_after = count()
    most = 1000

    def solve(address: int) -> None:
        words = (ctypes.c_uint64 * ROW).from_address(address)
        words[LOWER], words[UPPER], words[PAUSED] = OFFSET - 5, OFFSET + 5, 1
        if threading.get_ident() != here:
            is_interrupted.wait(60)
            time.sleep(0.001)
            words[PAUSED] = next(turns_after) < most  # without a stop it would find an answer in the end

    def interrupt(_: Progress) -> None:
        is_interrupted.set()
        raise KeyboardInterrupt

    fake = replace(library(), solve=solve)
    monkeypatch.setattr(engine, "library", lambda: fake)
    tested = engine.Engine(CONNECT_FOUR, Table(1), threads=2)
    with pytest.raises(KeyboardInterrupt):
        tested.solve(Position(), Deadline(NO_LIMIT), interrupt)
    assert next(turns_after) < most


@pytest.mark.compiled
@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_narrows_and_always_holds(threads: int) -> None:
    reports: list[Progress] = []

    def listen(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(threads=threads, book=None).score(Position(), progress=listen)
    for earlier, later in pairwise(reports):
        assert earlier.lower <= later.lower <= EMPTY_BOARD_SCORE <= later.upper <= earlier.upper
        assert earlier.nodes <= later.nodes
        assert earlier.seconds <= later.seconds


@pytest.mark.compiled
def test_one_thread_counts_the_same_nodes_every_time() -> None:
    def nodes() -> list[int]:
        solver = Solver(table_mib=16, book=None)
        return [solver.solve(position).nodes for position, _ in sample("opening", 8) + sample("middle", 20)]

    counts = nodes()
    assert counts == nodes()
    assert len(set(counts)) > 20


@pytest.mark.compiled
def test_nodes_are_the_same_one_by_one_and_together() -> None:
    longer = 0
    for position, _ in sample("middle", 30):
        together = Solver(table_mib=16, book=None).solve_many([position]).nodes
        assert Solver(table_mib=16, book=None).solve(position).nodes == together
        longer += together > SLICE
    assert longer > 0, "some need more than the first slice"
