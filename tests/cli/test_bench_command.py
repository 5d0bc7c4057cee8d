"""`claimeven bench`: the table, the rival, and what is refused."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

from claimeven.cli import bench
from claimeven.cli.bench import call_costs
from claimeven.cli.bench.call_costs import CallCost
from claimeven.cli.bench.suite import PhaseResult, ThreadsResult, bench_cases
from claimeven.errors import WrongScore
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from commands import run_here

Capture = pytest.CaptureFixture[str]

ALONE = """\
phase    positions       nodes     CPU s Mnodes/s
opening         30    14885245     2.500     5.95
end           1000        7015     0.001     7.01
Bench: 14892260
"""
AGAINST = """\
phase    positions       nodes     CPU s Mnodes/s  bitbully s  ratio
opening         30    14885245     2.500     5.95      12.345   4.94
end           1000        7015     0.001     7.01       0.025  25.00
Bench: 14892260
"""
CALLS = """\
call                                        CPU us
process: claimeven solve 445312264471       912346
Solver.score, 29 discs and more              18.07
Position.play                                99.99
"""
CALLS_AGAINST = """\
call                                        CPU us  bitbully us  ratio
process: claimeven solve 445312264471       912346
Solver.score, 29 discs and more              18.07         1.81   0.10
Position.play                                99.99          125   1.25
"""
NOT_INSTALLED = "claimeven: bitbully is not installed; run `pip install bitbully`\n"


class Results:
    """Stands for ``run_bench``: remembers how it was called and gives what a bench could give."""

    def __init__(self) -> None:
        self.table_mib = 0
        self.rival: Callable[[Sequence[int]], int] | None = None
        self.rules = CONNECT_FOUR

    def __call__(
        self, *, table_mib: int, rival: Callable[[Sequence[int]], int] | None, rules: Rules
    ) -> Iterator[PhaseResult]:
        self.table_mib, self.rival, self.rules = table_mib, rival, rules
        seconds = (12.345, 0.025) if rival else (None, None)
        yield PhaseResult("opening", 30, 14885245, 2.5, seconds[0])
        yield PhaseResult("end", 1000, 7015, 0.001, seconds[1])


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Results:
    results = Results()
    monkeypatch.setattr(bench, "run_bench", results)
    return results


class Rival:
    """Stands for bitbully: a solver without a book whose score is the number of discs."""

    def __init__(self, *, opening_book: str | None) -> None:
        assert opening_book is None

    def mtdf(self, board: list[int]) -> int:
        return len(board)


class Board:
    """Stands for bitbully's boards."""

    play_on_copy = None


def test_the_table(results: Results, capsys: Capture) -> None:
    assert run_here(capsys, "bench") == (0, ALONE, "")
    assert (results.table_mib, results.rival, results.rules) == (64, None, CONNECT_FOUR)


def test_the_table_of_max_connect4(results: Results, capsys: Capture) -> None:
    assert run_here(capsys, "bench", "--variant", "max") == (0, ALONE, "")
    assert results.rules == MAX_CONNECT_FOUR


def test_the_size_of_the_table_is_an_option(results: Results, capsys: Capture) -> None:
    assert run_here(capsys, "bench", "--table", "7") == (0, ALONE, "")
    assert results.table_mib == 7


def test_against_a_rival(results: Results, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("bitbully")
    module.__dict__.update(BitBully=Rival, Board=list)
    monkeypatch.setitem(sys.modules, "bitbully", module)
    assert run_here(capsys, "bench", "--against", "bitbully") == (0, AGAINST, "")
    assert results.rival is not None
    assert results.rival((3, 3, 4)) == 3


@pytest.mark.usefixtures("results")
def test_the_empty_board_comes_on_request_and_does_not_count(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def run_empty(*, table_mib: int, rival: object, rules: Rules) -> PhaseResult:
        asked.append((table_mib, rival, rules))
        return PhaseResult("empty", 1, 66161551, 11.5, None)

    def run_threads(*, table_mib: int, threads: int, rules: Rules) -> ThreadsResult:
        asked.append((table_mib, threads, rules))
        return ThreadsResult(threads, 12.0, 7.5, 66161551, 68387936)

    monkeypatch.setattr(bench, "run_empty", run_empty)
    monkeypatch.setattr(bench, "run_threads", run_threads)
    code, out, err = run_here(capsys, "bench", "--empty", "--threads", "2")
    *table, empty, threads, total = out.splitlines()
    assert (code, err, [*table, total]) == (0, "", ALONE.splitlines())
    assert empty == "empty            1    66161551    11.500     5.75"
    assert threads == (
        "empty board, wall time: 1 thread 12.00 s and 66161551 nodes, 2 threads 7.50 s and 68387936 nodes, "
        "ratio 1.60"
    )
    assert asked == [(64, None, CONNECT_FOUR), (64, 2, CONNECT_FOUR)]


@pytest.mark.usefixtures("results")
def test_a_rival_that_is_not_installed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bitbully", None)
    assert run_here(capsys, "bench", "--against", "bitbully") == (2, "", NOT_INSTALLED)
    assert run_here(capsys, "bench", "--calls", "--against", "bitbully") == (2, "", NOT_INSTALLED)


def measure_call_costs(*, table_mib: int, rival: call_costs.SolverApi | None) -> Iterator[CallCost]:
    """Stand in for ``measure_call_costs`` with fixed rows."""
    assert table_mib == 64
    yield CallCost("process: claimeven solve 445312264471", 912345.6, None)
    yield CallCost("Solver.score, 29 discs and more", 18.071, 1.809 if rival else None)
    yield CallCost("Position.play", 99.99, 125.0 if rival else None)


@pytest.mark.parametrize("arguments", [(), ("--against", "bitbully")])
def test_calls_are_compared_when_the_rival_is_installed(
    arguments: tuple[str, ...], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = types.ModuleType("bitbully")
    module.__dict__.update(BitBully=Rival, Board=Board)
    monkeypatch.setitem(sys.modules, "bitbully", module)
    monkeypatch.setattr(call_costs, "measure_call_costs", measure_call_costs)
    assert run_here(capsys, "bench", "--calls", *arguments) == (0, CALLS_AGAINST, "")


def test_calls_as_they_are_measured(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real thing, made short: five positions, one process, one round."""
    cases = [case for case in bench_cases(CONNECT_FOUR) if len(case[0]) == 39][:5]
    process = call_costs._Process("process", ("-c", "print('score +2')"), "score +2")
    monkeypatch.setitem(sys.modules, "bitbully", None)
    monkeypatch.setattr(call_costs, "bench_cases", lambda _: cases)
    monkeypatch.setattr(call_costs, "DISC_RANGES", {"39 discs": range(39, 40)})
    monkeypatch.setattr(call_costs, "_our_processes", lambda _: [process])
    short = partial(call_costs.measure_call_costs, seconds=0.0, process_runs=1)
    monkeypatch.setattr(call_costs, "measure_call_costs", short)
    code, out, err = run_here(capsys, "bench", "--calls", "--table", "1")
    assert (code, err) == (0, NOT_INSTALLED)
    headings, *rows = out.splitlines()
    assert headings.split() == ["call", "CPU", "us"]
    assert [re.sub(r" +[0-9.]+$", "", row) for row in rows] == [
        "process",
        "Solver.score, 39 discs",
        "Solver.columns, 39 discs",
        "Position.from_moves, 30 moves",
        "Position.play",
    ]


def test_calls_alone_when_the_rival_is_not_installed(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bitbully", None)
    monkeypatch.setattr(call_costs, "measure_call_costs", measure_call_costs)
    assert run_here(capsys, "bench", "--calls") == (0, CALLS, NOT_INSTALLED)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--against", "nobody"), "invalid choice: 'nobody'"),
        (("--against",), "expected one argument"),
        (("--against", "bitbully", "--variant", "max"), "bitbully plays only Connect Four on 7x6"),
        (
            ("--calls", "--variant", "max"),
            "--calls measures something else; omit FILE, --variant, --size, --empty and --threads",
        ),
        (
            ("--calls", "--empty"),
            "--calls measures something else; omit FILE, --variant, --size, --empty and --threads",
        ),
        (
            ("--calls", "--threads", "2"),
            "--calls measures something else; omit FILE, --variant, --size, --empty and --threads",
        ),
        (("--variant", "nix"), "'nix' is not a variant; expected four or max"),
        (("--table", "0"), "'0' is not a table size; expected a whole number of MiB from 1"),
        (("--table", "some"), "'some' is not a table size"),
        (("one.txt", "two.txt"), "unrecognized arguments: two.txt"),
    ],
)
@pytest.mark.usefixtures("results")
def test_wrong_command_lines(arguments: tuple[str, ...], words: str, capsys: Capture) -> None:
    result = run_here(capsys, "bench", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_a_table_larger_than_the_memory(capsys: Capture) -> None:
    result = run_here(capsys, "bench", "--table", str(1 << 50))
    assert result.code == 2
    assert result.err.startswith(f"claimeven: a table of {1 << 50} MiB is not possible; ")
    assert result.err.count("\n") == 1


def test_a_wrong_score_ends_the_bench_with_exit_code_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(**_: object) -> Iterator[PhaseResult]:
        yield PhaseResult("opening", 30, 1000, 1.0, None)
        raise WrongScore("4453: Claimeven says +2; the score is -2")

    monkeypatch.setattr(bench, "run_bench", wrong)
    result = run_here(capsys, "bench")
    assert (result.code, result.err) == (1, "claimeven: 4453: Claimeven says +2; the score is -2\n")
    assert "Bench:" not in result.out
