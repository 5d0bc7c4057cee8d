"""What calls cost as users meet them, in CPU time: processes, scores, columns and positions.

Every process is run, and every position asked about, once before it is measured: a row says what it costs to
get an answer that takes little or no search. Solvers to be compared are measured in turn, round by round.
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
from functools import reduce
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from timeit import timeit
from typing import Any

from claimeven.cli.bench.suite import bench_cases, check_scores
from claimeven.errors import WrongScore
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.statefile import State, write_state
from claimeven.kernels.library import CACHE_VARIABLE
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.solver.solver import Solver
from claimeven.solver.workspace import require_table

PROCESSES = 5  # runs of each process
SECONDS = 0.5  # CPU time for each of those who are measured in turn
MIN_ROUNDS = 3
GAME, SCORE = "445312264471", "score +2"
MAX_DEPTH = 4
LENGTH = 30  # moves of the games that positions are made from
SETS = {"29 discs and more": range(29, 42), "15 to 28 discs": range(15, 29)}
BITBULLY_PROGRAM = f"""
from bitbully import BitBully, Board
print(f"score {{BitBully().mtdf(Board({list(parse_moves(GAME))})):+d}}")
"""


@dataclass(frozen=True, slots=True)
class CallResult:
    """What one call costs, in microseconds of CPU time; None for a rival who was not measured."""

    name: str
    microseconds: float
    rival_microseconds: float | None


@dataclass(frozen=True, slots=True)
class Contestant:
    """A solver: how it makes a board of 0-based columns, plays on a copy of it, and answers.

    Each of ``searches`` and ``columns`` makes a solver with a table of its own. All searches give the score,
    and the fastest counts; ``read`` turns the columns into scores by column. ``program`` prints the score of
    GAME as SCORE.
    """

    name: str
    board: Callable[[Sequence[int]], Any]
    play: Callable[[Any, int], Any]
    searches: Sequence[Callable[[], Callable[[Any], Any]]]
    columns: Callable[[], Callable[[Any], Any]]
    program: str = ""
    read: Callable[[Any], dict[int, int]] = dict

    def searching(self, name: str, games: list[list[int]]) -> list[_Pass]:
        """The ways to find the score, or the columns, of the positions after games."""
        boards = [self.board(game) for game in games]
        if name == "score":
            return [_Pass(search(), (boards,), int) for search in self.searches]
        return [_Pass(self.columns(), (boards,), self.read)]


def bitbully() -> Contestant:
    """The solver of that name, its program with the book that it has by default; raises ImportError."""
    from bitbully import BitBully, Board

    def method(name: str) -> Callable[[], Any]:
        return lambda: getattr(BitBully(opening_book=None), name)  # its books have no position of SETS

    return Contestant(
        name="bitbully",
        board=Board,
        play=Board.play_on_copy,
        searches=[method(name) for name in ("mtdf", "negamax", "null_window")],
        columns=method("score_all_moves"),
        program=BITBULLY_PROGRAM,
    )


def _claimeven(table_mib: int) -> Contestant:
    """This one; _processes has its programs."""
    return Contestant(
        name="Claimeven",
        board=Position.from_moves,
        play=Position.play,
        searches=[lambda: Solver(table_mib=table_mib).score],
        columns=lambda: Solver(table_mib=table_mib).columns,
        read=lambda scores: {column: score for column, score in enumerate(scores) if score is not None},
    )


def run_calls(
    *, table_mib: int, rival: Contestant | None = None, seconds: float = SECONDS, processes: int = PROCESSES
) -> Iterator[CallResult]:
    """The result of each row as it is finished; raises WrongScore if an answer is wrong.

    ``seconds`` of CPU time go to each that is measured in turn, ``processes`` runs to each process.
    """
    require_table(table_mib)
    rivals = [] if rival is None else [rival]
    programs = [_Process(who.name, ("-c", who.program), SCORE) for who in rivals]
    with tempfile.TemporaryDirectory() as folder:
        for process in _processes(Path(folder)):
            for one in (process, *programs):
                one.cpu_seconds()  # so that what is made only once is there
            yield _result(process.name, [process, *programs], rounds=processes)
            programs = []  # a rival answers the first
    cases = [(list(game), score) for game, score in bench_cases(CONNECT_FOUR)]
    for name, games, passes in _rows(cases, [_claimeven(table_mib), *rivals]):
        _require_agreement(games, passes)
        yield _result(name, passes, rounds=MIN_ROUNDS, seconds=seconds, calls=len(games))


@dataclass(frozen=True, slots=True)
class _Process:
    """A run of Python, and the words that it must print; with an empty cache if a folder for it is given."""

    name: str
    arguments: tuple[str, ...]
    expected: str = ""
    folder: Path | None = None

    def cpu_seconds(self) -> float:
        """What a run costs from start to end, all threads; raises WrongScore if the words are missing."""
        command, env = [sys.executable, *self.arguments], dict(os.environ)
        if self.folder is not None:
            env[CACHE_VARIABLE] = tempfile.mkdtemp(dir=self.folder)
        before = _cpu_seconds_of_children()
        done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        seconds = _cpu_seconds_of_children() - before
        if done.returncode or self.expected not in done.stdout:
            printed = (done.stdout + done.stderr).strip()
            raise WrongScore(f"{self.name}: expected {self.expected!r}, but it printed {printed!r}")
        return seconds


@dataclass(frozen=True, slots=True)
class _Pass:
    """One call for each position of a list; ``read`` turns an answer into one that can be compared."""

    call: Callable[..., Any]
    arguments: tuple[Sequence[Any], ...]
    read: Callable[[Any], Any]

    def answers(self) -> list[Any]:
        """What the calls give."""
        return [self.read(answer) for answer in map(self.call, *self.arguments)]

    def cpu_seconds(self) -> float:
        """What all calls cost, without the garbage collector, which runs at any time."""
        # A deque of no length is a loop that costs next to nothing.
        return timeit(lambda: deque(map(self.call, *self.arguments), 0), number=1, timer=time.process_time)


def _cpu_seconds_of_children() -> float:
    """What all processes cost that this one has started and waited for."""
    try:
        import resource
    except ImportError:  # not on Windows, where this clock has finer steps than it has elsewhere
        times = os.times()
        return times.children_user + times.children_system
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _result(
    name: str, measured: Sequence[_Process | _Pass], *, rounds: int, seconds: float = 0.0, calls: int = 1
) -> CallResult:
    """What a call costs the first of those who are measured, and the fastest of the others, in the median.

    They take turns until both the rounds and the seconds of each are over.
    """
    taken: list[list[float]] = [[] for _ in measured]
    while len(taken[0]) < rounds or sum(map(sum, taken)) < seconds * len(measured):
        for one, times in zip(measured, taken, strict=True):
            times.append(one.cpu_seconds())
    ours, *others = (1e6 * median(times) / calls for times in taken)
    return CallResult(name, ours, min(others, default=None))


def _processes(folder: Path) -> Iterator[_Process]:
    solve = ("-m", "claimeven", "solve", GAME)
    yield _Process(f"process: claimeven solve {GAME}", solve, SCORE)
    yield _Process("first process, empty cache", solve, SCORE, folder)
    state = reduce(State.play, parse_moves(GAME), State())
    before, after = folder / "before.txt", folder / "after.txt"
    before.write_text(write_state(state), encoding="ascii")
    one_move = ("-m", "claimeven", "maxconnect4", "one-move", str(before), str(after), str(MAX_DEPTH))
    expected = f"move {len(GAME) + 1}: Player 1, column"
    yield _Process(f"process: maxconnect4 one-move, depth {MAX_DEPTH}", one_move, expected)
    if find_spec("numba") is not None:
        yield _Process("for comparison: python, import numba", ("-c", "import numba"))


def _rows(
    cases: list[tuple[list[int], int]], contestants: Sequence[Contestant]
) -> Iterator[tuple[str, list[list[int]], list[_Pass]]]:
    """The rows of calls in this process: name, games, and passes over the positions after these, ours first.

    Their solvers are made when their turn comes.
    """
    for name in ("score", "columns"):
        for words, discs in SETS.items():
            selected = [case for case in cases if len(case[0]) in discs]
            games = [game for game, _ in selected]
            passes = [one for who in contestants for one in who.searching(name, games)]
            answers = passes[0].answers()
            scores = answers if name == "score" else [max(answer.values()) for answer in answers]
            check_scores(selected, scores, "Claimeven")
            yield f"Solver.{name}, {words}", games, passes
    games = [game for game, _ in cases if len(game) > LENGTH]
    begun = [game[:LENGTH] for game in games]
    passes = [_Pass(who.board, (begun,), _marks) for who in contestants]
    yield f"Position.from_moves, {LENGTH} moves", begun, passes
    last = [game[-1] for game in games]
    passes = [
        _Pass(who.play, ([who.board(game[:-1]) for game in games], last), _marks) for who in contestants
    ]
    yield "Position.play", games, passes


def _require_agreement(games: list[list[int]], passes: list[_Pass]) -> None:
    """Raise WrongScore if a rival's answers are not ours, which come first."""
    ours, *others = (one.answers() for one in passes)
    for theirs in others:
        for game, our, their in zip(games, ours, theirs, strict=True):
            if our != their:
                raise WrongScore(f"{write_moves(game)}: Claimeven says {our}; the rival says {their}")


def _marks(board: object) -> list[str]:
    """A board as its marks, row by row from the top; all draw X and O, and empty cells as . or _."""
    return str(board).replace("_", ".").split()
