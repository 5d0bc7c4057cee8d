"""Fixed positions per phase of the game, solved with a fresh table: node counts and CPU time.

The node count of the whole bench is the same on every machine; it changes only when the search does.
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

Rival = Callable[[Sequence[int]], int]  # the score of the position after 0-based columns
Case = tuple[Sequence[int], int]  # 0-based columns and the score

# Made by tools/make_suites.py.
POSITIONS = {CONNECT_FOUR: "positions.txt", MAX_CONNECT_FOUR: "max-positions.txt"}


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the game by number of discs, and how many positions go to the solver in one call."""

    name: str
    discs: range
    together: int


# The later a position, the shorter its search: one call for each would measure the calls.
PHASES = (
    Phase("opening", range(15), together=1),
    Phase("middle", range(15, 29), together=20),
    Phase("end", range(29, 42), together=1000),
)
EMPTY = Phase("empty", range(1), together=1)
FILE = Phase("file", range(64), together=1)
SCORE = re.compile(r"[+-]?[0-9]{1,3}")
EMPTY_SCORES = {CONNECT_FOUR: 1, MAX_CONNECT_FOUR: 0}


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """What one phase, or somebody's own file, cost; ``rival_seconds`` is None when no rival was measured.

    ``wrong`` says which scores are not those of the file.
    """

    name: str
    positions: int
    nodes: int
    cpu_seconds: float
    rival_seconds: float | None
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreadsResult:
    """What several threads gain on the empty board, in wall time; they search all the nodes together."""

    threads: int
    seconds_of_one: float
    seconds: float
    nodes_of_one: int
    nodes: int


def run_bench(
    *, table_mib: int, rival: Rival | None = None, rules: Rules = CONNECT_FOUR
) -> Iterator[PhaseResult]:
    """The result of each phase as it is finished: one thread, no book, a fresh table for each phase.

    A ``rival`` solves the same positions, alternating. Raises WrongScore if either gets one wrong.
    """
    cases = bench_cases(rules)
    for phase in PHASES:
        yield _run(phase, [case for case in cases if len(case[0]) in phase.discs], table_mib, rival, rules)


def run_empty(*, table_mib: int, rival: Rival | None, rules: Rules) -> PhaseResult:
    """The result of the empty board alone; a ``rival`` may need minutes. Raises as ``run_bench`` does."""
    return _run(EMPTY, [((), EMPTY_SCORES[rules])], table_mib, rival, rules)


def run_file(
    cases: Sequence[Case], *, table_mib: int, rival: Rival | None = None, rules: Rules = CONNECT_FOUR
) -> PhaseResult:
    """What ``cases`` cost one after the other: one thread, no book, one table, fresh at the first.

    A ``rival`` solves the same positions, alternating. A wrong score is no error here, whosever it is: the
    scores may be what is tested.
    """
    return _run(FILE, cases, table_mib, rival, rules)


def _run(
    phase: Phase, cases: Sequence[Case], table_mib: int, rival: Rival | None, rules: Rules
) -> PhaseResult:
    solver = _loaded(table_mib, rules)
    spent = NO_COST
    theirs = 0.0
    wrong: list[str] = []
    for start in range(0, len(cases), phase.together):
        group = cases[start : start + phase.together]
        positions = [Position.from_moves(game, rules) for game, _ in group]
        if phase is FILE:  # solved as somebody would who asks for one score after the other
            report = solver.solve(positions[0])
            scores = [int(report.score)]
            spent += report
        else:
            reports = solver.solve_many(positions)
            scores = reports.scores.tolist()
            spent += reports
        answers = {"Claimeven": scores}
        if rival is not None:
            before = time.process_time()
            answers["the rival"] = [rival(game) for game, _ in group]
            theirs += time.process_time() - before
        for who, found in answers.items():
            if phase is FILE:
                wrong += _wrong_scores(group, found, who, "the file says")
            else:
                check_scores(group, found, who)
    rival_seconds = None if rival is None else theirs
    return PhaseResult(phase.name, len(cases), spent.nodes, spent.cpu_seconds, rival_seconds, tuple(wrong))


def run_threads(*, table_mib: int, threads: int, rules: Rules) -> ThreadsResult:
    """The wall time of the empty board with one thread and with several, each with a fresh table."""
    measured = []
    for number in (1, threads):
        solver = _loaded(table_mib, rules, number)
        start = time.monotonic()
        report = solver.solve(Position(rules=rules))
        measured.append((time.monotonic() - start, report.nodes))
        check_scores([((), EMPTY_SCORES[rules])], [int(report.score)], "Claimeven")
    (seconds_of_one, nodes_of_one), (seconds, nodes) = measured
    return ThreadsResult(threads, seconds_of_one, seconds, nodes_of_one, nodes)


def _loaded(table_mib: int, rules: Rules, threads: int = 1) -> Solver:
    """A solver without a book that has everything loaded before a clock starts."""
    solver = Solver(table_mib=table_mib, threads=threads, book=None)
    solver.solve_many([], rules=rules)
    return solver


def bench_cases(rules: Rules) -> list[Case]:
    """The positions of a game that the bench solves."""
    file = resources.files("claimeven.cli.bench").joinpath(POSITIONS[rules])
    return parse_cases(file.read_text(encoding="ascii"), rules)


def parse_cases(text: str, rules: Rules = CONNECT_FOUR) -> list[Case]:
    """Lines of moves and a score, as ``4453 2``; raises FormatError naming the first line that is none.

    What follows the score is not read, and blank lines do not count. The empty board is ``""``.
    """
    cases: list[Case] = []
    for number, line in enumerate(text.splitlines(), start=1):
        moves, score, *_ = (*line.split(maxsplit=2), "", "")
        if not moves:
            continue
        if not SCORE.fullmatch(score):
            raise FormatError("no moves and a score; expected them as in 4453 2", line=number)
        game = () if moves == EMPTY_BOARD else parse_moves(moves, rules, line=number)
        try:
            is_over = Position.from_moves(game, rules).is_over
        except IllegalMove as error:
            raise FormatError(str(error), line=number) from None
        if is_over:
            raise FormatError("the game is over; expected a position to solve", line=number)
        cases.append((game, int(score)))
    return cases


def check_scores(group: Sequence[Case], answers: list[int], who: str) -> None:
    """Raise WrongScore, naming the position and ``who`` is wrong, unless all answers are right."""
    for words in _wrong_scores(group, answers, who, "the score is"):
        raise WrongScore(words)


def _wrong_scores(group: Sequence[Case], answers: list[int], who: str, truth: str) -> list[str]:
    """What is wrong: the position, what ``who`` says of it, and what ``truth`` says."""
    return [
        f"{write_moves(game) or EMPTY_BOARD}: {who} says {answer:+d}; {truth} {score:+d}"
        for (game, score), answer in zip(group, answers, strict=True)
        if answer != score
    ]
