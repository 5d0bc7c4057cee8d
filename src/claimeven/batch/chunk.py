"""Chunks of positions, which are sent to workers, and how a worker solves one."""

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

NO_SCORE = -128  # for a column that is full, or not among the best where only those are wanted

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

    ``more`` has the same number of bytes for each position: the scores of its columns, NO_SCORE where there
    is none, or its move and that of the mirror image. ``version`` is the version of the worker's claimeven.
    """

    scores: bytes
    more: bytes | None
    seconds: float
    version: str


def solve_chunk(chunk: Chunk) -> ChunkResult:
    """Solve a chunk in this thread, which keeps its solver and transposition table for the next one."""
    solver = _solver(chunk)
    start = time.monotonic()
    boards = boards_of_keys(chunk.rules, np.frombuffer(chunk.keys, np.uint64))
    task = _Task(solver)
    more: bytes | None = None
    if chunk.wanted == Wanted.COLUMNS:
        columns = task.columns(boards)
        scores = columns.max(axis=1)
        more = columns.tobytes()
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
    """The searches for one chunk, and their total cost."""

    solver: Solver
    cost: Cost = NO_COST

    def columns(self, boards: Boards, scores: Scores | None = None) -> Scores:
        """Return the scores of all columns of each board, a row for each, for the side that drops the disc.

        If the ``scores`` of the boards are given, columns that do not keep them get any smaller number.
        """
        columns = boards.rules.columns
        children, fits = boards.children()
        values = np.full(len(children), NO_SCORE, np.int8)
        is_over = fits & children.over
        values[is_over] = -children.where(is_over).final_values
        is_open = fits & ~is_over
        at_most = None
        if scores is not None:
            at_most = -np.tile(scores, columns)[is_open].astype(np.int16)
        values[is_open] = -self.scores(children.where(is_open), at_most)
        return values.reshape(columns, -1).T

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

    def scores(self, boards: Boards, at_most: NDArray[np.int16] | None = None) -> Scores:
        """Return the score of each board, or any number above ``at_most`` where it is larger than that."""
        windows = None
        if at_most is not None:
            windows = np.stack([at_most, at_most + 1], axis=1)
        report = self.solver.solve_many(boards.words, rules=boards.rules, windows=windows)
        self.cost += report
        return report.scores


def best_columns(columns: Scores) -> Flags:
    """Return which columns of each row have the best score of the row; none where no disc fits."""
    best: Flags = (columns == columns.max(axis=1, keepdims=True)) & (columns != NO_SCORE)
    return best


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
