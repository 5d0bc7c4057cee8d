"""Chunks of positions and their results: what is sent to a worker and back, and how a worker solves one."""

from __future__ import annotations

import threading
import time
from array import array
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from claimeven.rules.rules import Rules
from claimeven.solver.boards import Boards, Flags, Scores, boards_of_keys
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import NO_COST, Cost
from claimeven.solver.solver import Solver

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
class Chunk:
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
class ChunkResult(Cost):
    """The scores of a chunk, a signed byte each, and what else was wanted; what they cost, and where.

    ``more`` has some bytes for each position: the scores of its columns, NO_SCORE where there is none, or its
    move and the mirror image's.
    """

    scores: bytes
    more: bytes | None
    seconds: float
    version: str


def solve_chunk(chunk: Chunk) -> ChunkResult:
    """Solve a chunk in this thread, which keeps its solver, and with it the table, for the next one."""
    solver = _solver(chunk)
    start = time.monotonic()
    boards = boards_of_keys(chunk.rules, np.frombuffer(chunk.keys, np.uint64))
    task = _Task(solver)
    more: bytes | None = None
    if chunk.wanted == Wanted.COLUMNS:
        columns = task.columns(boards)
        scores, more = columns.max(axis=1), columns.tobytes()
    elif chunk.wanted == Wanted.BEST:
        scores = task.scores(boards)
        columns = task.columns(boards, scores)
        columns[~best_columns(columns)] = NO_SCORE
        more = columns.tobytes()
    elif chunk.wanted == Wanted.MOVE:
        scores, more = task.moves(boards)
    else:
        scores = task.scores(boards)
    return ChunkResult(
        scores=scores.tobytes(),
        more=more,
        nodes=task.cost.nodes,
        cpu_seconds=task.cost.cpu_seconds,
        seconds=time.monotonic() - start,
        version=version("claimeven"),
    )


@dataclass
class _Task:
    """The searches for one chunk, and what they cost together."""

    solver: Solver
    cost: Cost = NO_COST

    def columns(self, boards: Boards, scores: Scores | None = None) -> Scores:
        """A row of column scores for each board: what a disc there is worth to the side that drops it.

        If the ``scores`` of the boards are given, columns that do not keep them get any number below.
        """
        columns = boards.rules.columns
        children, fits = boards.children()
        values = np.full(len(children), NO_SCORE, np.int8)
        ended = fits & children.over
        values[ended] = -children.where(ended).final_values
        fits &= ~ended
        kept = None if scores is None else -np.tile(scores, columns)[fits].astype(np.int16)
        values[fits] = -self.scores(children.where(fits), kept)
        return values.reshape(columns, -1).T

    def moves(self, boards: Boards) -> tuple[Scores, bytes]:
        """The score of each board; its best column and that of its mirror image, two bytes a board."""
        scores, columns = array("b"), bytearray()
        for position in boards.positions():
            report = mirrored = self.solver.choose(position)
            self.cost += report
            # A move in the middle is the first choice of the mirror image, too.
            if report.column != boards.rules.columns - 1 - report.column:
                mirrored = self.solver.choose(position.mirror())
                self.cost += mirrored
            scores.append(report.score)
            columns += bytes((report.column, mirrored.column))
        return np.array(scores), bytes(columns)

    def scores(self, boards: Boards, at_most: NDArray[np.int16] | None = None) -> Scores:
        """The score of each board for its side to move; any number above if it is not ``at_most`` that."""
        windows = None if at_most is None else np.stack([at_most, at_most + 1], axis=1)
        report = self.solver.solve_many(boards.words, rules=boards.rules, windows=windows)
        self.cost += report
        return report.scores


def best_columns(columns: Scores) -> Flags:
    """Which scores of a row of columns are the best of it; none where no disc fits."""
    best: Flags = (columns == columns.max(axis=1, keepdims=True)) & (columns != NO_SCORE)
    return best


def _solver(chunk: Chunk) -> Solver:
    """The solver of this thread, ready to search, replaced when a chunk needs another one."""
    kind = chunk.rules, chunk.table_mib, chunk.book
    if getattr(_own, "kind", None) != kind:
        _own.kind = _own.solver = None  # two tables at once may be more than there is memory
        _own.solver = Solver(table_mib=chunk.table_mib, book=packaged_book if chunk.book else None)
        _own.solver.solve_many([], rules=chunk.rules)  # loading the search is no cost of the first positions
        _own.kind = kind
    made: Solver = _own.solver
    return made
