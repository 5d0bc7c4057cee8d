"""Minimax: choose a column by searching a fixed number of plies and estimating the boards met there.

The machine is the maximizer of the search in ``alphabeta.py``, its opponent, the person, the minimizer.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.solver.limits import NO_LIMIT, Deadline, Limit, Listener, Progress
from claimeven.teaching.alphabeta import AlphaBeta
from claimeven.teaching.estimates import estimate_named

Side = Literal["machine", "person"]
DEFAULT_DEPTH = 5
DEFAULT_ESTIMATE = "windows"
PROGRESS_NODES = 20_000  # moves explored between two calls of a progress listener
MACHINE_WINS = 100_000_000_000_000
PERSON_WINS = -10_000_000_000_000  # one zero fewer: no other value comes near either of them


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimaxReport:
    """The chosen column (0-based), its value for the machine, and what finding it cost.

    ``nodes`` is the number of moves explored, ``cutoffs`` how often at least one move was left unexplored.
    """

    column: int
    value: int
    nodes: int
    cutoffs: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimax:
    """Chooses columns by searching ``depth`` plies, on a board of any size.

    Of equal columns it chooses the leftmost. All wins are worth the same, unless it should
    ``prefer_sooner``: then each ply counts 1. ``side`` says who is to move: the machine, or the person, who
    wants the smallest value. ``pruning`` changes what a choice costs, never the choice. ``limit`` applies to
    each choice, and ``progress`` is called now and then while it is searched. Raises
    UnknownName for an unknown estimate, ValueError for a depth below 1.

    >>> from claimeven import Position
    >>> report = Minimax(depth=5, estimate="windows").choose(Position())
    >>> report.column, report.value
    (3, 12)
    """

    depth: int = DEFAULT_DEPTH
    estimate: str = DEFAULT_ESTIMATE
    side: Side = "machine"
    prefer_sooner: bool = False
    pruning: bool = True
    limit: Limit = NO_LIMIT
    progress: Listener | None = None
    clock: Callable[[], float] = time.process_time

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"the depth must be at least 1 ply, not {self.depth}")
        estimate_named(self.estimate)

    def choose(self, position: Position) -> MinimaxReport:
        """Return the best column found; raise GameOver if the game is over.

        Raise UnknownName for a variant other than Connect Four, LimitReached at the limit.
        """
        position.rules.require_game(CONNECT_FOUR, "minimax")
        position.require_unfinished()
        start = self.clock()
        counter = _Counter(Deadline(self.limit), self.progress)
        alpha_beta = AlphaBeta(
            rules=position.rules,
            estimate=estimate_named(self.estimate),
            max_wins=MACHINE_WINS,
            min_wins=PERSON_WINS,
            recorder=counter,
            prefer_sooner=self.prefer_sooner,
            pruning=self.pruning,
        )
        machine_moves = self.side == "machine"
        machine = position.own if machine_moves else position.other
        person = position.other if machine_moves else position.own
        value, cell = alpha_beta.search(machine, person, self.depth, -math.inf, math.inf, machine_moves)
        return MinimaxReport(
            column=position.rules.column_of(cell),
            value=int(value),
            nodes=counter.deadline.nodes,
            cutoffs=counter.cutoffs,
            cpu_seconds=self.clock() - start,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One position searched to one depth with pruning and without."""

    depth: int
    pruned: MinimaxReport
    full: MinimaxReport

    @property
    def saved(self) -> float:
        """The share of the moves that pruning left unexplored, from 0 to 1."""
        return 1 - self.pruned.nodes / self.full.nodes


def compare(position: Position, *, depth: int = DEFAULT_DEPTH, **settings: Any) -> Iterator[Comparison]:
    """Search with and without pruning to depth 1, 2, ... ``depth``, and yield each comparison when done.

    ``settings`` are passed on to Minimax; raise as Minimax does.
    """
    for plies in range(1, depth + 1):
        yield compare_at(position, plies, **settings)


def compare_at(position: Position, depth: int, **settings: Any) -> Comparison:
    """Search with and without pruning to one depth; ``settings`` as for ``compare``."""
    pruned = Minimax(depth=depth, pruning=True, **settings).choose(position)
    full = Minimax(depth=depth, pruning=False, **settings).choose(position)
    return Comparison(depth=depth, pruned=pruned, full=full)


@dataclass(slots=True)
class _Counter:
    """A Recorder that counts moves and cuts, reports progress, and stops the search at the limit."""

    deadline: Deadline
    progress: Listener | None = None
    cutoffs: int = 0

    def enter(self, cell: int, alpha: float, beta: float) -> None:  # noqa: ARG002
        self.deadline.count_node(PERSON_WINS, MACHINE_WINS)
        nodes = self.deadline.nodes
        if self.progress is not None and nodes % PROGRESS_NODES == 0:
            seconds = self.deadline.seconds
            self.progress(Progress(lower=PERSON_WINS, upper=MACHINE_WINS, nodes=nodes, seconds=seconds))

    def leave_leaf(self, value: int) -> None:
        pass

    def leave(self, returned: float, alpha: float, beta: float, pruned: int) -> None:  # noqa: ARG002
        if pruned:
            self.cutoffs += 1
