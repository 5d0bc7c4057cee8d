"""A unit of work and its answer: what travels to a worker and back, and what a worker does with it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.search.arrays import Boards, Flags, Scores, boards_of_keys, joined
from claimeven.search.book import packaged_book
from claimeven.search.limit import MoveReport
from claimeven.search.solver import Solver

NO_SCORE = -128  # of a column that is full, or not among the best where only those are wanted

_own = threading.local()  # a worker may have several threads, and a solver serves one search at a time


class Wanted(StrEnum):
    """What is wanted of each position besides its score: nothing, which columns are best, the score of every
    column, or its move.

    The move is the first of the best columns, centre first, and that of the mirror image.
    """

    SCORE = "scores alone"
    BEST = "best columns"
    COLUMNS = "scores of all columns"
    MOVE = "moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Unfinished positions of one number of discs, by their keys (int64), and what is wanted of each."""

    rules: Rules
    ply: int
    keys: bytes
    wanted: Wanted
    book: bool
    table_mib: int

    def __len__(self) -> int:
        return len(self.keys) // 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The scores of a unit, a signed byte each, and what else was wanted; what they cost, and where.

    ``more`` has some bytes for each position: the scores of its columns, NO_SCORE where there is none, or its
    move and the mirror image's.
    """

    scores: bytes
    more: bytes | None
    nodes: int
    cpu_seconds: float
    seconds: float
    version: str


def solve_unit(unit: Unit) -> Answer:
    """Solve a unit in this thread, which keeps its solver, and with it the table, for the next one."""
    solver = _solver(unit)
    start = time.monotonic()
    keys = np.frombuffer(unit.keys, np.int64).view(np.uint64)
    boards = boards_of_keys(unit.rules, keys)
    task = _Task(solver)
    more: bytes | None = None
    if unit.wanted == Wanted.COLUMNS:
        columns = task.columns(boards)
        scores, more = columns.max(axis=1), columns.tobytes()
    elif unit.wanted == Wanted.BEST:
        scores = task.scores(boards)
        columns = task.columns(boards, scores)
        columns[~best_columns(columns)] = NO_SCORE
        more = columns.tobytes()
    elif unit.wanted == Wanted.MOVE:
        scores, more = task.moves(boards)
    else:
        scores = task.scores(boards)
    return Answer(
        scores=scores.tobytes(),
        more=more,
        nodes=task.nodes,
        cpu_seconds=task.cpu_seconds,
        seconds=time.monotonic() - start,
        version=version("claimeven"),
    )


class _Task:
    """The searches for one unit, and what they cost together."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.nodes = 0
        self.cpu_seconds = 0.0

    def columns(self, boards: Boards, scores: Scores | None = None) -> Scores:
        """A row of column scores for each board: what a disc there is worth to the side that drops it.

        If the ``scores`` of the boards are given, columns that do not keep them get any number below.
        """
        values = np.full((len(boards), boards.rules.columns), NO_SCORE, np.int8)
        searched, places, kept = [], [], []
        for column in range(boards.rules.columns):
            children, fits = boards.children(column)
            ended = fits & children.over
            values[ended, column] = -children.where(ended).final_values
            fits &= ~ended
            searched.append(children.where(fits))
            places.append(fits)
            if scores is not None:
                kept.append(-scores[fits].astype(np.int16))
        found = self.scores(joined(searched), np.concatenate(kept) if kept else None)
        for column, fits in enumerate(places):
            mine, found = np.split(found, [np.count_nonzero(fits)])
            values[fits, column] = -mine
        return values

    def moves(self, boards: Boards) -> tuple[Scores, bytes]:
        """The score of each board; its best column and that of its mirror image, two bytes a board."""
        scores, columns = np.zeros(len(boards), np.int8), bytearray()
        last = boards.rules.columns - 1
        for number, position in enumerate(boards.positions()):
            report = self._choose(position)
            scores[number] = report.score.value
            # A move in the middle is the first choice of the mirror image, too.
            is_middle = report.column == last - report.column
            mirrored = report if is_middle else self._choose(position.mirror())
            columns += bytes((report.column, mirrored.column))
        return scores, bytes(columns)

    def _choose(self, position: Position) -> MoveReport:
        report = self._solver.choose(position)
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds
        return report

    def scores(self, boards: Boards, at_most: NDArray[np.int16] | None = None) -> Scores:
        """The score of each board for its side to move; any number above if it is not ``at_most`` that."""
        windows = None if at_most is None else np.stack([at_most, at_most + 1], axis=1)
        report = self._solver.solve_many(boards.words, rules=boards.rules, windows=windows)
        self.nodes += report.nodes
        self.cpu_seconds += report.cpu_seconds
        return report.scores


def best_columns(columns: Scores) -> Flags:
    """Which scores of a row of columns are the best of it; none where no disc fits."""
    best: Flags = (columns == columns.max(axis=1, keepdims=True)) & (columns != NO_SCORE)
    return best


def _solver(unit: Unit) -> Solver:
    """The solver of this thread, ready to search, replaced when a unit needs another one."""
    kind = unit.rules, unit.table_mib, unit.book
    if getattr(_own, "kind", None) != kind:
        _own.kind = _own.solver = None  # two tables at once may be more than there is memory
        solver = Solver(table_mib=unit.table_mib, book=packaged_book if unit.book else None)
        solver.solve_many([], rules=unit.rules)  # loading the search is no cost of the first positions
        _own.kind, _own.solver = kind, solver
    made: Solver = _own.solver
    return made
