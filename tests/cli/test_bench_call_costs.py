"""The cost of calls: what is measured, in which order, and that nothing wrong is measured."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from claimeven.cli.bench import call_costs
from claimeven.cli.bench.call_costs import (
    EXPECTED_SCORE,
    CallCost,
    SolverApi,
    _Function,
    _measure,
    _our_processes,
    _Process,
    measure_call_costs,
)
from claimeven.cli.bench.suite import bench_cases
from claimeven.errors import WrongScore
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.solver.solver import Solver

ANSWER = f"print({EXPECTED_SCORE!r})"
NAMES = [
    "process",
    "Solver.score, the last discs",
    "Solver.columns, the last discs",
    "Position.from_moves, 30 moves",
    "Position.play",
]
CASES = [case for case in bench_cases(CONNECT_FOUR) if len(case[0]) == 39][:5]


@pytest.fixture(autouse=True)
def only_some_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five positions and one short process."""
    monkeypatch.setattr(call_costs, "bench_cases", lambda _: CASES)
    monkeypatch.setattr(call_costs, "DISC_RANGES", {"the last discs": range(39, 42)})
    monkeypatch.setattr(
        call_costs, "_our_processes", lambda _: [_Process("process", ("-c", ANSWER), EXPECTED_SCORE)]
    )


def columns_of(position: Position) -> dict[int, int]:
    scores = Solver(table_mib=1).columns(position)
    return {column: int(score) for column, score in enumerate(scores) if score is not None}


def score_of(position: Position) -> int:
    return int(Solver(table_mib=1).score(position))


TWIN = SolverApi(
    name="twin",
    make_board=Position.from_moves,
    play=Position.play,
    new_searches=[lambda: score_of, lambda: score_of],
    new_columns=lambda: columns_of,
    program=ANSWER,
)


def results(rival: SolverApi | None) -> list[CallCost]:
    return list(measure_call_costs(table_mib=1, rival=rival, seconds=0.0, process_runs=1))


def test_rows_without_a_rival() -> None:
    rows = results(None)
    assert [row.name for row in rows] == NAMES
    assert all(row.microseconds > 0 and row.rival_microseconds is None for row in rows)


def test_rows_with_a_rival() -> None:
    rows = results(TWIN)
    assert [row.name for row in rows] == NAMES
    assert all(row.rival_microseconds is not None for row in rows)


def test_a_rival_answers_the_first_process_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def two(_: Path) -> Iterator[_Process]:
        yield _Process("first", ("-c", ANSWER), EXPECTED_SCORE)
        yield _Process("second", ("-c", "pass"))

    monkeypatch.setattr(call_costs, "_our_processes", two)
    first, second, *_ = results(TWIN)
    assert (first.name, second.name) == ("first", "second")
    assert first.rival_microseconds is not None
    assert second.rival_microseconds is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"new_searches": [lambda: score_of, lambda: lambda _: 99]}, r"[1-7]{39}: .*; the rival says 99$"),
        ({"new_columns": lambda: lambda _: {0: 9}}, r"[1-7]{39}: .*; the rival says \{0: 9\}$"),
        ({"play": lambda board, _: board}, r"[1-7]{31,}: Claimeven says \['.*; the rival says \['"),
        ({"program": "print('score -2')"}, r"^twin: expected 'score \+2', but it printed 'score -2'$"),
    ],
)
def test_a_rival_that_is_wrong_is_not_measured(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongScore, match=words):
        results(dataclasses.replace(TWIN, **wrong))


def test_a_rival_that_makes_other_boards_is_not_measured() -> None:
    def mirrored(moves: Sequence[int]) -> Position:
        return Position.from_moves(moves).mirror()

    with pytest.raises(WrongScore, match=r"[1-7]{30,39}: Claimeven says .*; the rival says "):
        results(dataclasses.replace(TWIN, make_board=mirrored))


@pytest.mark.parametrize("shift", [1, -1])
def test_a_wrong_score_of_our_own_is_never_a_fast_one(shift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [(game, score + shift) for game, score in CASES]
    monkeypatch.setattr(call_costs, "bench_cases", lambda _: cases)
    with pytest.raises(WrongScore, match=r"[1-7]{39}: Claimeven says .*; the score is "):
        results(None)


@pytest.mark.parametrize("program", ["print('score +3')", "raise SystemExit('score +2')", "pass"])
def test_a_process_without_the_expected_output_is_rejected(program: str) -> None:
    with pytest.raises(WrongScore, match=r"^some: expected 'score \+2', but it printed "):
        _Process("some", ("-c", program), EXPECTED_SCORE).cpu_seconds()


def test_every_first_process_has_an_empty_cache(tmp_path: Path) -> None:
    program = (
        "import os, pathlib; cache = pathlib.Path(os.environ['CLAIMEVEN_CACHE']); "
        "print('files', len(list(cache.iterdir()))); (cache / 'kernel').touch()"
    )
    process = _Process("first", ("-c", program), "files 0", tmp_path)
    for _ in range(2):
        process.cpu_seconds()
    assert len(list(tmp_path.glob("*/kernel"))) == 2


@pytest.mark.compiled
def test_the_processes_answer(tmp_path: Path) -> None:
    processes = list(_our_processes(tmp_path))  # this name was taken before the fixture replaced it
    assert [process.name for process in processes][:3] == [
        "process: claimeven solve 445312264471",
        "first process, empty cache",
        "process: maxconnect4 one-move, depth 4",
    ]
    for process in processes:
        process.cpu_seconds()
    assert (tmp_path / "after.txt").is_file()


@dataclass
class Clock:
    """Stands for something that is measured: what it cost, call by call, the last again and again."""

    name: str
    costs: list[float]
    asked: list[str] = field(default_factory=list)

    def cpu_seconds(self) -> float:
        self.asked.append(self.name)
        return self.costs.pop(0) if len(self.costs) > 1 else self.costs[0]


def test_compared_functions_alternate() -> None:
    asked: list[str] = []
    clocks: list[Any] = [Clock("a", [9.0, 1.0, 2.0], asked), Clock("b", [3.0], asked)]
    assert _measure("some", clocks, rounds=3) == CallCost("some", 2e6, 3e6)
    assert asked == ["a", "b"] * 3


def test_rounds_continue_until_the_time_is_over() -> None:
    asked: list[str] = []
    clocks: list[Any] = [Clock("a", [0.25], asked), Clock("b", [0.75], asked)]
    assert _measure("some", clocks, rounds=3, seconds=2.5, calls=10) == CallCost("some", 25e3, 75e3)
    assert len(asked) == 2 * 5


@pytest.mark.parametrize("prepare", [gc.enable, gc.disable])
def test_the_garbage_collector_is_paused_and_restored(prepare: Callable[[], None]) -> None:
    seen: list[bool] = []
    prepare()
    try:
        before = gc.isenabled()
        _Function(lambda _: seen.append(gc.isenabled()), ([1, 2],), int).cpu_seconds()
        assert (seen, gc.isenabled()) == ([False, False], before)
    finally:
        gc.enable()


def test_bitbully_is_measured_if_it_is_installed() -> None:
    pytest.importorskip("bitbully")
    rows = results(call_costs.bitbully())
    assert [row.name for row in rows if row.rival_microseconds is not None] == NAMES
