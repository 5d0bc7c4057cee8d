"""Measure the CPU time of one call as a user makes it: a process, a score, the columns, a position.

Everything is run once before it is measured, so that a row shows the cost of an answer that needs little or
no search. Solvers that are compared alternate, round by round.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from timeit import timeit
from typing import Any, NamedTuple, Protocol

from claimeven.cli.bench.suite import Case, bench_cases, check_scores
from claimeven.errors import WrongScore
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.statefile import State, write_state
from claimeven.kernels.library import CACHE_VARIABLE
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.solver.solver import Solver
from claimeven.solver.workspace import require_table

try:
    import resource
except ImportError:  # on Windows
    resource = None  # type: ignore[assignment]

PROCESS_RUNS = 5
SECONDS = 0.5  # CPU time for each solver and row
MIN_ROUNDS = 3
MOVES = "445312264471"  # the position that processes solve
EXPECTED_SCORE = "score +2"
MAX_CONNECT4_DEPTH = 4
OPENING_LENGTH = 30  # moves of the games for Position.from_moves
DISC_RANGES = {"29 discs and more": range(29, 42), "15 to 28 discs": range(15, 29)}
BITBULLY_PROGRAM = f"""
from bitbully import BitBully, Board
print(f"score {{BitBully().mtdf(Board({list(parse_moves(MOVES))})):+d}}")
"""


@dataclass(frozen=True, slots=True)
class CallCost:
    """The CPU time of one call in microseconds; None for a rival that was not measured."""

    name: str
    microseconds: float
    rival_microseconds: float | None


@dataclass(frozen=True, slots=True)
class SolverApi:
    """The functions of a solver that are measured.

    ``make_board`` takes 0-based columns; ``play`` plays on a copy of a board. Each of ``new_searches`` and
    ``new_columns`` makes a solver with its own table and returns its function of a board. All searches return
    the score, and the fastest counts; ``read_columns`` converts what ``new_columns`` finds to scores by
    column. ``program`` is Python code that prints EXPECTED_SCORE for MOVES.
    """

    name: str
    make_board: Callable[[Sequence[int]], Any]
    play: Callable[[Any, int], Any]
    new_searches: Sequence[Callable[[], Callable[[Any], Any]]]
    new_columns: Callable[[], Callable[[Any], Any]]
    program: str = ""
    read_columns: Callable[[Any], dict[int, int]] = dict


def bitbully() -> SolverApi:
    """Return the functions of bitbully, whose program uses its default book; raise ImportError."""
    from bitbully import BitBully, Board

    def new_method(name: str) -> Callable[[], Any]:
        return lambda: getattr(BitBully(opening_book=None), name)  # no book has positions of DISC_RANGES

    return SolverApi(
        name="bitbully",
        make_board=Board,
        play=Board.play_on_copy,
        new_searches=[new_method("mtdf"), new_method("negamax"), new_method("null_window")],
        new_columns=new_method("score_all_moves"),
        program=BITBULLY_PROGRAM,
    )


def _claimeven(table_mib: int) -> SolverApi:
    """Return our own functions; our programs are in _our_processes."""

    def new_search() -> Callable[[Position], Any]:
        return Solver(table_mib=table_mib).score

    def new_columns() -> Callable[[Position], Any]:
        return Solver(table_mib=table_mib).columns

    def read_columns(scores: Sequence[int | None]) -> dict[int, int]:
        return {column: score for column, score in enumerate(scores) if score is not None}

    return SolverApi(
        name="Claimeven",
        make_board=Position.from_moves,
        play=Position.play,
        new_searches=[new_search],
        new_columns=new_columns,
        read_columns=read_columns,
    )


def measure_call_costs(
    *,
    table_mib: int,
    rival: SolverApi | None = None,
    seconds: float = SECONDS,
    process_runs: int = PROCESS_RUNS,
) -> Iterator[CallCost]:
    """Yield the cost of each call as it is measured; raise WrongScore if an answer is wrong.

    Each solver gets ``seconds`` of CPU time for a row, and each process is run ``process_runs`` times.
    """
    require_table(table_mib)
    yield from _process_costs(rival, process_runs)
    solvers = [_claimeven(table_mib)]
    if rival is not None:
        solvers.append(rival)
    cases = bench_cases(CONNECT_FOUR)
    for comparison in _search_comparisons(cases, solvers):
        yield _function_cost(comparison, seconds)
    for comparison in _position_comparisons(cases, solvers):
        yield _function_cost(comparison, seconds)


def _process_costs(rival: SolverApi | None, runs: int) -> Iterator[CallCost]:
    """Yield the cost of each of our processes; the rival's program is compared with the first."""
    rival_processes = []
    if rival is not None:
        rival_processes.append(_Process(rival.name, ("-c", rival.program), EXPECTED_SCORE))
    with tempfile.TemporaryDirectory() as folder:
        for process in _our_processes(Path(folder)):
            compared = [process, *rival_processes]
            for one in compared:
                one.cpu_seconds()  # fills caches
            yield _measure(process.name, compared, rounds=runs)
            rival_processes = []


def _function_cost(comparison: _Comparison, seconds: float) -> CallCost:
    """Measure the functions of a comparison after checking that they agree."""
    _require_agreement(comparison)
    return _measure(
        comparison.name,
        comparison.functions,
        rounds=MIN_ROUNDS,
        seconds=seconds,
        calls=len(comparison.games),
    )


class _Measurable(Protocol):
    def cpu_seconds(self) -> float:
        """Run once and return the CPU seconds it took."""


@dataclass(frozen=True, slots=True)
class _Process:
    """A run of Python and what it must print; with ``cache_folder``, each run has an empty kernel cache."""

    name: str
    arguments: tuple[str, ...]
    expected: str = ""
    cache_folder: Path | None = None

    def cpu_seconds(self) -> float:
        """Run the process and return its CPU time; raise WrongScore if it fails or prints something else."""
        command = [sys.executable, *self.arguments]
        environment = dict(os.environ)
        if self.cache_folder is not None:
            environment[CACHE_VARIABLE] = tempfile.mkdtemp(dir=self.cache_folder)
        before = _cpu_seconds_of_children()
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        seconds = _cpu_seconds_of_children() - before
        if done.returncode or self.expected not in done.stdout:
            printed = (done.stdout + done.stderr).strip()
            raise WrongScore(f"{self.name}: expected {self.expected!r}, but it printed {printed!r}")
        return seconds


@dataclass(frozen=True, slots=True)
class _Function:
    """A function that is called once for each position; ``read`` makes its results comparable.

    ``arguments`` has a sequence for each parameter, as in ``map``.
    """

    call: Callable[..., Any]
    arguments: tuple[Sequence[Any], ...]
    read: Callable[[Any], Any]

    def results(self) -> list[Any]:
        """Return the results of all calls."""
        return [self.read(result) for result in map(self.call, *self.arguments)]

    def cpu_seconds(self) -> float:
        """Make all calls, with the garbage collector disabled, and return their CPU time."""

        def call_all() -> None:
            deque(map(self.call, *self.arguments), maxlen=0)  # a loop that costs next to nothing

        return timeit(call_all, number=1, timer=time.process_time)


class _Comparison(NamedTuple):
    """Functions that must give the same results for the positions after ``games``; ours is the first."""

    name: str
    games: list[list[int]]
    functions: list[_Function]


def _cpu_seconds_of_children() -> float:
    """Return the CPU time of all ended child processes."""
    if resource is None:
        times = os.times()  # on Windows, where its steps are fine enough
        return times.children_user + times.children_system
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _measure(
    name: str, compared: Sequence[_Measurable], *, rounds: int, seconds: float = 0.0, calls: int = 1
) -> CallCost:
    """Return the median cost of a call of the first, and that of the fastest of the others.

    They alternate for at least ``rounds`` rounds and ``seconds`` for each of them.
    """
    times: list[list[float]] = [[] for _ in compared]
    spent = 0.0
    while len(times[0]) < rounds or spent < seconds * len(compared):
        for one, own_times in zip(compared, times, strict=True):
            taken = one.cpu_seconds()
            own_times.append(taken)
            spent += taken
    microseconds = [1e6 * median(own_times) / calls for own_times in times]
    return CallCost(name, microseconds[0], min(microseconds[1:], default=None))


def _our_processes(folder: Path) -> Iterator[_Process]:
    """Yield the processes that are measured; ``folder`` is for their files and caches."""
    solve = ("-m", "claimeven", "solve", MOVES)
    yield _Process(f"process: claimeven solve {MOVES}", solve, EXPECTED_SCORE)
    yield _Process("first process, empty cache", solve, EXPECTED_SCORE, folder)
    state = State()
    for column in parse_moves(MOVES):
        state = state.play(column)
    before = folder / "before.txt"
    after = folder / "after.txt"
    before.write_text(write_state(state), encoding="ascii")
    depth = MAX_CONNECT4_DEPTH
    one_move = ("-m", "claimeven", "maxconnect4", "one-move", str(before), str(after), str(depth))
    expected = f"move {len(MOVES) + 1}: Player 1, column"
    yield _Process(f"process: maxconnect4 one-move, depth {depth}", one_move, expected)
    if find_spec("numba") is not None:
        yield _Process("for comparison: python, import numba", ("-c", "import numba"))


def _search_comparisons(cases: Sequence[Case], solvers: Sequence[SolverApi]) -> Iterator[_Comparison]:
    """Yield the comparisons of searches; raise WrongScore if one of our scores is wrong.

    A generator, so that the tables of a comparison are freed before the next one makes its own.
    """
    for method in ("score", "columns"):
        for label, discs in DISC_RANGES.items():
            selected = [case for case in cases if len(case[0]) in discs]
            games = [list(game) for game, _ in selected]
            functions = []
            for solver in solvers:
                functions += _search_functions(solver, method, games)
            results = functions[0].results()
            if method == "columns":
                results = [max(columns.values()) for columns in results]
            check_scores(selected, results, "Claimeven")
            yield _Comparison(f"Solver.{method}, {label}", games, functions)


def _search_functions(solver: SolverApi, method: str, games: list[list[int]]) -> list[_Function]:
    """Return the functions of a solver that find the score, or the columns, of the positions after games."""
    boards = [solver.make_board(game) for game in games]
    if method == "columns":
        return [_Function(solver.new_columns(), (boards,), solver.read_columns)]
    return [_Function(new_search(), (boards,), int) for new_search in solver.new_searches]


def _position_comparisons(cases: Sequence[Case], solvers: Sequence[SolverApi]) -> Iterator[_Comparison]:
    """Yield the comparisons of making positions and of playing a move."""
    games = [list(game) for game, _ in cases if len(game) > OPENING_LENGTH]
    openings = [game[:OPENING_LENGTH] for game in games]
    make_functions = []
    play_functions = []
    last_moves = [game[-1] for game in games]
    for solver in solvers:
        make_functions.append(_Function(solver.make_board, (openings,), _cell_marks))
        boards = [solver.make_board(game[:-1]) for game in games]
        play_functions.append(_Function(solver.play, (boards, last_moves), _cell_marks))
    yield _Comparison(f"Position.from_moves, {OPENING_LENGTH} moves", openings, make_functions)
    yield _Comparison("Position.play", games, play_functions)


def _require_agreement(comparison: _Comparison) -> None:
    """Raise WrongScore if the results of a rival's function are not ours."""
    ours = comparison.functions[0].results()
    for function in comparison.functions[1:]:
        for game, our, their in zip(comparison.games, ours, function.results(), strict=True):
            if our != their:
                raise WrongScore(f"{write_moves(game)}: Claimeven says {our}; the rival says {their}")


def _cell_marks(board: object) -> list[str]:
    """Return the cells of a printed board, top row first; all solvers print X, O, and . or _ if empty."""
    return str(board).replace("_", ".").split()
