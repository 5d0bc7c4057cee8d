"""Limits of searches, and the reports of what they found and cost."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, Protocol

from claimeven.errors import BadArgument, LimitReached, wrong_type
from claimeven.rules.position import Position
from claimeven.rules.score import Score

if TYPE_CHECKING:
    import threading

    from claimeven.solver.board_arrays import Flags
    from claimeven.solver.boards import Scores

NO_SIDE = "there is no side to move"  # why a finished game is not searched
NO_SCORE = -128  # in an array of scores: a column that no disc fits into, or any column of a finished game
CHECK_NODES = 256  # about ten milliseconds in plain Python


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When a search gives up: None means never, 0 at once. Nodes are counted per thread.

    Setting ``stop`` from another thread ends the search within a twentieth of a second. Raises BadArgument
    for negative numbers and NaN, TypeError for other types.
    """

    seconds: float | None = None
    nodes: int | None = None
    stop: threading.Event | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            if not isinstance(self.seconds, Real):
                raise wrong_type("seconds as a number", self.seconds)
            if math.isnan(self.seconds) or self.seconds < 0:
                raise BadArgument(f"a limit of {self.seconds} seconds; expected 0 or more")
        if self.nodes is not None:
            if not isinstance(self.nodes, Integral):
                raise wrong_type("nodes as a whole number", self.nodes)
            if self.nodes < 0:
                raise BadArgument(f"a limit of {self.nodes} nodes; expected 0 or more")
        if self.stop is not None and not hasattr(self.stop, "is_set"):
            raise wrong_type("a threading.Event to stop at", self.stop)


NO_LIMIT = Limit()


def require_range(lower: object, upper: object, widest: tuple[int, int]) -> None:
    """Raise TypeError or BadArgument unless this is a range of whole numbers within ``widest``."""
    for bound in (lower, upper):
        if not isinstance(bound, Integral):
            raise wrong_type("a range of whole numbers", bound)
    if not widest[0] <= lower <= upper <= widest[1]:  # type: ignore[operator]
        raise BadArgument(f"a range from {lower} to {upper}; expected two of {widest[0]} to {widest[1]}")


def require_limit(limit: object) -> None:
    """Raise TypeError unless this is a Limit or None."""
    if limit is None or isinstance(limit, Limit):
        return
    advice = ""
    if isinstance(limit, Real):
        advice = f"Limit(seconds={limit}) stops after so many seconds"
    raise wrong_type("a Limit", limit, advice)


class Deadline:
    """A limit that has begun to run: its seconds count from now, and its nodes as they are counted.

    All searches that share a limit share one deadline.
    """

    def __init__(self, limit: Limit) -> None:
        self.nodes = 0
        self._limit = limit
        self._start = time.monotonic()
        self._next_check = 0

    @property
    def seconds(self) -> float:
        """Seconds elapsed."""
        return time.monotonic() - self._start

    @property
    def nodes_left(self) -> int:
        """How many more nodes may be searched."""
        if self._limit.nodes is None:
            return sys.maxsize
        return max(0, self._limit.nodes - self.nodes)

    def remaining(self) -> Limit:
        """Return what is left of the limit."""
        seconds = self._limit.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - self.seconds)
        nodes = None if self._limit.nodes is None else self.nodes_left
        return Limit(seconds=seconds, nodes=nodes, stop=self._limit.stop)

    def is_over(self) -> bool:
        """Return whether the time is up or the search was stopped."""
        seconds = self._limit.seconds
        if seconds is not None and self.seconds >= seconds:
            return True
        stop = self._limit.stop
        return stop is not None and stop.is_set()

    def count_node(self, lower: int, upper: int) -> None:
        """Count one node, and check the limit now and then.

        Raises LimitReached with these bounds when the limit is reached.
        """
        self.nodes += 1
        if self.nodes < self._next_check:
            return
        max_nodes = sys.maxsize if self._limit.nodes is None else self._limit.nodes
        if self.nodes > max_nodes or self.is_over():
            raise LimitReached(lower, upper, self.nodes)
        self._next_check = min(self.nodes + CHECK_NODES, max_nodes + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The state of a running search: the score is between ``lower`` and ``upper``, inclusive."""

    lower: int
    upper: int
    nodes: int
    seconds: float


class Listener(Protocol):
    """A function that is called with the progress of a search while it runs."""

    def __call__(self, progress: Progress, /) -> None:
        """Receive the progress so far."""
        ...


@dataclass(frozen=True, slots=True)
class Cost:
    """The nodes and CPU seconds that an answer took, all threads together."""

    nodes: int
    cpu_seconds: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.nodes + other.nodes, self.cpu_seconds + other.cpu_seconds)


NO_COST = Cost(0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Cost):
    """The score of a position, and its cost."""

    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReport(Report):
    """The score of a position, and the first of its best columns (0-based), centre first."""

    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchReport(Cost):
    """The scores of many positions, in their order, and their cost."""

    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnsReport(Cost):
    """The scores of every column of many positions, a row for each, for the side to move, and their cost.

    ``playable`` is true where a column may be played, ``scores`` is -128 elsewhere. ``over`` is true for
    the positions whose game is over, which have no playable column.
    """

    scores: Scores
    playable: Flags
    over: Flags

    @property
    def best(self) -> Flags:
        """True for the columns that have the best score of their row."""
        from claimeven.solver.boards import best_columns

        return best_columns(self.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Cost):
    """Every column of a position: its score for the side to move, or None where no disc fits.

    ``best`` are the columns (0-based, centre first) with the best score; ``line`` is best play to the
    end, each side taking the first of its best columns.
    """

    position: Position
    score: Score
    columns: tuple[Score | None, ...]
    best: tuple[int, ...]
    line: tuple[int, ...]

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        from claimeven.solver.notebook_tables import write_analysis_html

        return write_analysis_html(self)
