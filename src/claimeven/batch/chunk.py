"""Chunks of positions, which are sent to workers, and how a worker solves one."""

from __future__ import annotations

import threading
import time
from array import array
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version

import numpy as np

from claimeven.rules.rules import Rules
from claimeven.solver.boards import Boards, Scores
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import NO_COST, NO_SCORE, ColumnsReport, Cost
from claimeven.solver.solver import Solver

_thread = threading.local()  # a worker may have several threads, and a solver runs one search at a time


class Wanted(StrEnum):
    """The results that a job computes for each position besides its score.

    A move is the first of the best columns, centre first; it is found for the mirror image as well.
    """

    SCORE = "scores alone"
    BEST = "best columns"
    COLUMNS = "scores of all columns"
    MOVE = "moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Unfinished positions with the same number of discs, by key (int64), and the results wanted for each."""

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
    """The scores of a chunk, a signed byte each, the other results that were wanted, and the cost.

    ``more`` has the same number of bytes for each position: the scores of its columns, NO_SCORE for those
    that are full or not wanted, or its move and that of the mirror image. ``version`` is the version of the
    worker's claimeven.
    """

    scores: bytes
    more: bytes | None
    seconds: float
    version: str


def solve_chunk(chunk: Chunk) -> ChunkResult:
    """Solve a chunk in this thread, which keeps its solver and transposition table for the next one."""
    solver = _solver(chunk)
    start = time.monotonic()
    boards = Boards.from_keys(np.frombuffer(chunk.keys, np.uint64), chunk.rules)
    task = _Task(solver)
    more: bytes | None = None
    if chunk.wanted == Wanted.COLUMNS:
        columns = task.columns(boards).scores
        scores = columns.max(axis=1)
        more = columns.tobytes()
    elif chunk.wanted == Wanted.BEST:
        scores = task.scores(boards)
        report = task.columns(boards, scores)
        best_scores = np.where(report.best, report.scores, NO_SCORE).astype(np.int8)
        more = best_scores.tobytes()
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
    """The searches for one chunk, and their total cost."""

    solver: Solver
    cost: Cost = NO_COST

    def columns(self, boards: Boards, scores: Scores | None = None) -> ColumnsReport:
        """Return the scores of all columns of each board; ``scores`` are those of ``Solver.columns_many``."""
        report = self.solver.columns_many(boards, scores=scores)
        self.cost += report
        return report

    def moves(self, boards: Boards) -> tuple[Scores, bytes]:
        """Return the score of each board, and two bytes for each: its best column and its mirror image's."""
        scores = array("b")
        columns = bytearray()
        for position in boards.positions():
            report = self.solver.choose(position)
            self.cost += report
            mirrored = report
            is_middle = report.column == boards.rules.columns - 1 - report.column
            if not is_middle:  # the mirror image may prefer another of the best columns
                mirrored = self.solver.choose(position.mirror())
                self.cost += mirrored
            scores.append(report.score)
            columns += bytes((report.column, mirrored.column))
        return np.array(scores), bytes(columns)

    def scores(self, boards: Boards) -> Scores:
        """Return the score of each board."""
        report = self.solver.solve_many(boards)
        self.cost += report
        return report.scores


def _solver(chunk: Chunk) -> Solver:
    """Return the solver of this thread, loaded; a new one if the chunk needs other settings."""
    settings = (chunk.rules, chunk.table_mib, chunk.book)
    if getattr(_thread, "settings", None) != settings:
        _thread.settings = None
        _thread.solver = None  # free its table first: there may be no memory for two
        solver = Solver(table_mib=chunk.table_mib, book=packaged_book if chunk.book else None)
        solver.solve_many([], rules=chunk.rules)  # so that loading is not part of the cost of the chunk
        _thread.solver = solver
        _thread.settings = settings
    loaded: Solver = _thread.solver
    return loaded
