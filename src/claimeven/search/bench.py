"""Fixed positions per phase of the game, solved with a fresh table: node counts and CPU time.

The node count of the whole bench is the same on every machine; it changes only when the search does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

from claimeven.errors import WrongScore
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.search.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Rival = Callable[[Sequence[int]], int]  # the score of the position after 0-based columns
    Case = tuple[Sequence[int], int]  # 0-based columns and the score

# Made by tools/make_suites.py.
POSITIONS = {CONNECT_FOUR: "bench-positions.txt", MAX_CONNECT_FOUR: "bench-max-positions.txt"}


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
EMPTY_SCORES = {CONNECT_FOUR: 1, MAX_CONNECT_FOUR: 0}


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """What one phase cost; ``rival_seconds`` is None when no rival was measured."""

    name: str
    positions: int
    nodes: int
    cpu_seconds: float
    rival_seconds: float | None


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
    cases = list(bench_cases(rules))
    for phase in PHASES:
        games = [(game, score) for game, score in cases if len(game) in phase.discs]
        yield _run_phase(phase, games, table_mib, rival, rules)


def run_empty(*, table_mib: int, rival: Rival | None = None, rules: Rules = CONNECT_FOUR) -> PhaseResult:
    """The result of the empty board alone; a ``rival`` may need minutes. Raises as ``run_bench`` does."""
    return _run_phase(EMPTY, [((), EMPTY_SCORES[rules])], table_mib, rival, rules)


def run_threads(*, table_mib: int, threads: int, rules: Rules = CONNECT_FOUR) -> ThreadsResult:
    """The wall time of the empty board with one thread and with several, each with a fresh table."""
    one, several = (_time_empty(table_mib, number, rules) for number in (1, threads))
    return ThreadsResult(threads, one[0], several[0], one[1], several[1])


def _time_empty(table_mib: int, threads: int, rules: Rules) -> tuple[float, int]:
    """Wall seconds and nodes of the empty board."""
    solver = Solver(table_mib=table_mib, threads=threads, book=None)
    solver.solve_many([], rules=rules)  # have everything loaded before the clock starts
    start = time.monotonic()
    report = solver.solve(Position(rules=rules))
    seconds = time.monotonic() - start
    check_scores([((), EMPTY_SCORES[rules])], [int(report.score)], "Claimeven")
    return seconds, report.nodes


def _run_phase(
    phase: Phase, games: list[Case], table_mib: int, rival: Rival | None, rules: Rules
) -> PhaseResult:
    solver = Solver(table_mib=table_mib, book=None)
    nodes, ours, theirs = 0, 0.0, 0.0
    for start in range(0, len(games), phase.together):
        group = games[start : start + phase.together]
        report = solver.solve_many([Position.from_moves(game, rules=rules) for game, _ in group])
        nodes += report.nodes
        ours += report.cpu_seconds
        check_scores(group, [int(score) for score in report.scores], "Claimeven")
        if rival is not None:
            before = time.process_time()
            answers = [rival(game) for game, _ in group]
            theirs += time.process_time() - before
            check_scores(group, answers, "the rival")
    return PhaseResult(phase.name, len(games), nodes, ours, None if rival is None else theirs)


def bench_cases(rules: Rules) -> Iterator[Case]:
    """The positions of a game as the file has them: 0-based columns and the score."""
    text = resources.files("claimeven.search").joinpath(POSITIONS[rules]).read_text(encoding="ascii")
    for line in text.splitlines():
        moves, score = line.split()
        yield parse_moves(moves), int(score)


def check_scores(group: Sequence[Case], answers: list[int], who: str) -> None:
    """Raise WrongScore, naming the position and ``who`` is wrong, unless all answers are right."""
    for (game, score), answer in zip(group, answers, strict=True):
        if answer != score:
            columns = write_moves(game)
            raise WrongScore(f"{columns}: {who} says {answer:+d}; the score is {score:+d}")
