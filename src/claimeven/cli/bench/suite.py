"""Solve fixed positions for each phase of the game with a fresh table: node counts and CPU time.

The total number of nodes is the same on every machine, and changes only when the search does.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from claimeven.errors import FormatError, IllegalMove, WrongScore
from claimeven.formats.moves import EMPTY_BOARD, parse_moves, write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_COST
from claimeven.solver.solver import Solver

Rival = Callable[[Sequence[int]], int]  # 0-based columns -> the score of the position after them
Case = tuple[Sequence[int], int]  # 0-based columns and the score

# Made by tools/make_suites.py.
POSITIONS = {CONNECT_FOUR: "positions.txt", MAX_CONNECT_FOUR: "max-positions.txt"}


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the game by number of discs; ``batch_size`` positions are solved in one call."""

    name: str
    discs: range
    batch_size: int


# The later a position, the shorter its search: with one call for each, the calls would be measured.
PHASES = (
    Phase("opening", range(15), batch_size=1),
    Phase("middle", range(15, 29), batch_size=20),
    Phase("end", range(29, 42), batch_size=1000),
)
EMPTY = Phase("empty", range(1), batch_size=1)
FILE = Phase("file", range(64), batch_size=1)
SCORE = re.compile(r"[+-]?[0-9]{1,3}")
EMPTY_SCORES = {CONNECT_FOUR: 1, MAX_CONNECT_FOUR: 0}


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """The cost of a phase or of a file of positions; ``rival_seconds`` is None without a rival.

    ``wrong`` names the scores that differ from those of the file.
    """

    name: str
    positions: int
    nodes: int
    cpu_seconds: float
    rival_seconds: float | None
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreadsResult:
    """The wall time and the nodes of the empty board with one thread and with several."""

    threads: int
    seconds_of_one: float
    seconds: float
    nodes_of_one: int
    nodes: int


def run_bench(
    *, table_mib: int, rival: Rival | None = None, rules: Rules = CONNECT_FOUR
) -> Iterator[PhaseResult]:
    """Yield the result of each phase as it is finished: one thread, no book, a fresh table for each phase.

    A ``rival`` solves the same positions alternately. Raise WrongScore if either gets one wrong.
    """
    cases = bench_cases(rules)
    for phase in PHASES:
        selected = [case for case in cases if len(case[0]) in phase.discs]
        yield _run(phase, selected, table_mib, rival, rules)


def run_empty(*, table_mib: int, rival: Rival | None, rules: Rules) -> PhaseResult:
    """Return the result of the empty board alone; raise WrongScore as ``run_bench`` does."""
    return _run(EMPTY, [((), EMPTY_SCORES[rules])], table_mib, rival, rules)


def run_file(
    cases: Sequence[Case], *, table_mib: int, rival: Rival | None = None, rules: Rules = CONNECT_FOUR
) -> PhaseResult:
    """Return the result of ``cases``, solved one after the other: one thread, no book, one table.

    A ``rival`` solves the same positions alternately. A wrong score is reported in the result and is not an
    error: the scores of the file may be what is being tested.
    """
    return _run(FILE, cases, table_mib, rival, rules)


def _run(
    phase: Phase, cases: Sequence[Case], table_mib: int, rival: Rival | None, rules: Rules
) -> PhaseResult:
    """Solve ``cases`` in batches, and have the rival solve each batch after us."""
    solver = _loaded_solver(table_mib, rules)
    cost = NO_COST
    rival_seconds = 0.0
    wrong: list[str] = []
    for start in range(0, len(cases), phase.batch_size):
        batch = cases[start : start + phase.batch_size]
        positions = [Position.from_moves(game, rules) for game, _ in batch]
        if phase is FILE:  # one call per position, as a user would make them
            report = solver.solve(positions[0])
            answers = {"Claimeven": [int(report.score)]}
            cost += report
        else:
            batch_report = solver.solve_many(positions)
            answers = {"Claimeven": batch_report.scores.tolist()}
            cost += batch_report
        if rival is not None:
            before = time.process_time()
            answers["the rival"] = [rival(game) for game, _ in batch]
            rival_seconds += time.process_time() - before
        for name, scores in answers.items():
            if phase is FILE:
                wrong += _wrong_scores(batch, scores, name, "the file says")
            else:
                check_scores(batch, scores, name)
    return PhaseResult(
        name=phase.name,
        positions=len(cases),
        nodes=cost.nodes,
        cpu_seconds=cost.cpu_seconds,
        rival_seconds=None if rival is None else rival_seconds,
        wrong=tuple(wrong),
    )


def run_threads(*, table_mib: int, threads: int, rules: Rules) -> ThreadsResult:
    """Measure the empty board with one thread and with several, each with a fresh table."""
    seconds_of_one, nodes_of_one = _solve_empty_board(table_mib, 1, rules)
    seconds, nodes = _solve_empty_board(table_mib, threads, rules)
    return ThreadsResult(threads, seconds_of_one, seconds, nodes_of_one, nodes)


def _solve_empty_board(table_mib: int, threads: int, rules: Rules) -> tuple[float, int]:
    """Return the wall time and the nodes of the empty board; raise WrongScore if the score is wrong."""
    solver = _loaded_solver(table_mib, rules, threads)
    start = time.monotonic()
    report = solver.solve(Position(rules=rules))
    seconds = time.monotonic() - start
    check_scores([((), EMPTY_SCORES[rules])], [int(report.score)], "Claimeven")
    return seconds, report.nodes


def _loaded_solver(table_mib: int, rules: Rules, threads: int = 1) -> Solver:
    """Return a solver without a book that has loaded everything before the clock starts."""
    solver = Solver(table_mib=table_mib, threads=threads, book=None)
    solver.solve_many([], rules=rules)
    return solver


def bench_cases(rules: Rules) -> list[Case]:
    """Return the fixed positions of a game with their scores."""
    file = resources.files("claimeven.cli.bench").joinpath(POSITIONS[rules])
    return parse_cases(file.read_text(encoding="ascii"), rules)


def parse_cases(text: str, rules: Rules = CONNECT_FOUR) -> list[Case]:
    """Parse lines of moves and a score, e.g. ``4453 2``; raise FormatError for the first invalid line.

    The empty board is ``""``. Anything after the score is ignored, and so are blank lines.
    """
    cases: list[Case] = []
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.split()
        if fields:
            cases.append(_parse_case(fields, rules, number))
    return cases


def _parse_case(fields: Sequence[str], rules: Rules, line: int) -> Case:
    """Parse the fields of a line; raise FormatError naming the line."""
    if len(fields) < 2 or not SCORE.fullmatch(fields[1]):
        raise FormatError("expected moves and a score, e.g. 4453 2", line=line)
    moves = fields[0]
    game = () if moves == EMPTY_BOARD else parse_moves(moves, rules, line=line)
    try:
        position = Position.from_moves(game, rules)
    except IllegalMove as error:
        raise FormatError(str(error), line=line) from None
    if position.is_over:
        raise FormatError("the game is over; expected a position to solve", line=line)
    return game, int(fields[1])


def check_scores(cases: Sequence[Case], scores: Sequence[int], solver: str) -> None:
    """Raise WrongScore naming the position and the solver unless all scores are right."""
    wrong = _wrong_scores(cases, scores, solver, "the score is")
    if wrong:
        raise WrongScore(wrong[0])


def _wrong_scores(cases: Sequence[Case], scores: Sequence[int], solver: str, truth: str) -> list[str]:
    """Return a message for each wrong score; ``truth`` is the text before the expected score."""
    wrong = []
    for (game, expected), score in zip(cases, scores, strict=True):
        if score != expected:
            moves = write_moves(game) or EMPTY_BOARD
            wrong.append(f"{moves}: {solver} says {score:+d}; {truth} {expected:+d}")
    return wrong
