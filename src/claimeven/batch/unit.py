"""A unit of work and its answer: what travels to a worker and back, and what a worker does with it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from claimeven.batch.boards import Boards, Flags, Values, boards_of_keys
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import VARIANTS
from claimeven.search.book import packaged_book
from claimeven.search.words import has_line

if TYPE_CHECKING:
    from claimeven.search.engine import Engine

NO_DISC_FITS = -128  # in place of a score, for a full column

_own = threading.local()  # a worker may have several threads, and an engine serves one search at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Unfinished positions of one number of discs, by their keys (int64), and what is wanted.

    With ``columns`` that is the score of every column, otherwise the score of the position alone.
    """

    size: tuple[int, int]
    variant: str
    ply: int
    keys: bytes
    columns: bool
    book: bool
    table_mib: int

    def __len__(self) -> int:
        return len(self.keys) // 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The scores of a unit, a signed byte each, and of every column if wanted; what they cost, and where."""

    scores: bytes
    columns: bytes | None
    nodes: int
    cpu_seconds: float
    seconds: float
    version: str


def solve_unit(unit: Unit) -> Answer:
    """Solve a unit in this thread, which keeps its engine, and with it the table, for the next one."""
    engine = _engine(unit)
    start = time.monotonic()
    keys = np.frombuffer(unit.keys, np.int64).view(np.uint64)
    boards = boards_of_keys(Geometry(*unit.size), VARIANTS[unit.variant], keys)
    task = _Task(unit, engine)
    if unit.columns:
        columns = task.columns(boards)
        scores, rows = columns.max(axis=1), columns.tobytes()
    else:
        scores, rows = task.scores(boards), None
    return Answer(
        scores=scores.tobytes(),
        columns=rows,
        nodes=task.nodes,
        cpu_seconds=task.cpu_seconds,
        seconds=time.monotonic() - start,
        version=_version(),
    )


class _Task:
    """The searches for one unit, and what they cost together."""

    def __init__(self, unit: Unit, engine: Engine) -> None:
        self._engine = engine
        self._uses_book = unit.book
        self.nodes = 0
        self.cpu_seconds = 0.0

    def columns(self, boards: Boards) -> Values:
        """A row of column scores for each board: what a disc there is worth to the side that drops it."""
        values = np.full((len(boards), boards.geometry.columns), NO_DISC_FITS, np.int8)
        lefts = boards.geometry.cells - boards.plies.astype(np.int8)
        searched, places = [], []
        for column in range(boards.geometry.columns):
            children, fits = boards.children(column)
            if boards.variant.line_ends_game:
                wins = fits & has_line(boards.geometry, children.filled ^ children.own)
                values[wins, column] = (lefts[wins] + 1) // 2
                draws = fits & ~wins & (lefts == 1)
                values[draws, column] = 0
                fits &= ~wins & ~draws
            searched.append(children.where(fits))
            places.append(fits)
        scores = self.scores(_joined(searched))
        for column, fits in enumerate(places):
            mine, scores = np.split(scores, [np.count_nonzero(fits)])
            values[fits, column] = -mine
        return values

    def scores(self, boards: Boards) -> Values:
        """The score of each board for its side to move."""
        from claimeven.search.limit import NO_LIMIT

        scores, unknown = self._known(boards)
        words = np.stack([boards.own[unknown], boards.filled[unknown]], axis=1)
        scores[unknown], nodes, cpu_seconds = self._engine.run_many(words, NO_LIMIT)
        self.nodes += nodes
        self.cpu_seconds += cpu_seconds
        return scores

    def _known(self, boards: Boards) -> tuple[Values, Flags]:
        """What the book says, and which boards it does not cover."""
        scores = np.zeros(len(boards), np.int8)
        unknown = np.ones(len(boards), np.bool_)
        if self._uses_book and boards.geometry == packaged_book(boards.variant).geometry:
            book = packaged_book(boards.variant)
            for number in np.flatnonzero(boards.plies <= book.plies):
                own, filled = int(boards.own[number]), int(boards.filled[number])
                score = book.score(Position(own, filled, boards.geometry, boards.variant))
                if score is not None:
                    scores[number], unknown[number] = score, False
        return scores, unknown


def _joined(parts: list[Boards]) -> Boards:
    own, filled = (np.concatenate([getattr(part, word) for part in parts]) for word in ("own", "filled"))
    return Boards(parts[0].geometry, parts[0].variant, own, filled)


def _engine(unit: Unit) -> Engine:
    """The engine of this thread, made anew when a unit of another kind comes."""
    kind = unit.size, unit.variant, unit.table_mib
    if getattr(_own, "kind", None) != kind:
        from claimeven.search.engine import Engine  # numba loads here, in the worker only

        _own.kind = _own.engine = None  # two tables at once may be more than there is memory
        _own.engine = Engine(
            Geometry(*unit.size), VARIANTS[unit.variant], table_mib=unit.table_mib, threads=1
        )
        _own.kind = kind
    engine: Engine = _own.engine
    return engine


@cache
def _version() -> str:
    return version("claimeven")
