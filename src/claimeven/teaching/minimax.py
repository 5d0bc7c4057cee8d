"""Minimax: looks a fixed number of plies ahead and estimates what it sees there.

The machine is the side to move at the root, unless told otherwise. It takes the largest value, its
opponent, the person, the smallest. Alpha is what the machine has secured elsewhere in the tree, beta what the
person has: a move that brings the two together ends the work on its siblings, since they cannot change the
root.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Deadline, Limit
from claimeven.teaching.estimates import Estimate, estimate_named, leaf_value

Side = Literal["machine", "person"]
DEFAULT_DEPTH = 5
DEFAULT_ESTIMATE = "windows"
MACHINE_WINS = 100_000_000_000_000
PERSON_WINS = -10_000_000_000_000  # one zero fewer: no other value comes near either of them


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimaxReport:
    """The chosen column (0-based), its value for the machine, and what finding it cost.

    ``nodes`` counts the moves explored, ``cutoffs`` how often at least one move was left unexplored.
    """

    column: int
    value: int
    nodes: int
    cutoffs: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimax:
    """Chooses columns by looking ``depth`` plies ahead, on a board of any size.

    Of columns that are worth the same it chooses the leftmost. All wins are worth the same, unless it should
    ``prefer_sooner``: then a ply counts 1. ``side`` is who is to move, the machine or the person, who takes
    the smallest value. ``pruning`` changes what a choice costs, never the choice. ``limit`` is for each
    choice. Raises UnknownName for an unknown estimate, ValueError for a depth below 1.

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
    clock: Callable[[], float] = time.process_time

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"a depth of {self.depth} plies chooses no column; at least 1 does")
        estimate_named(self.estimate)

    def choose(self, position: Position) -> MinimaxReport:
        """The best column that it sees; raises GameOver where no column may be played.

        Raises UnknownName for a game that a line of four does not end, LimitReached at the limit.
        """
        position.rules.require_game(CONNECT_FOUR, "minimax")
        position.require_unfinished()
        start = self.clock()
        search = _Search(self, position.rules, estimate_named(self.estimate), Deadline(self.limit))
        machine_moves = self.side == "machine"
        sides = (position.own, position.other) if machine_moves else (position.other, position.own)
        value, drop = search.best(*sides, self.depth, -math.inf, math.inf, machine_moves)
        return MinimaxReport(
            column=position.rules.column_of(drop),
            value=int(value),
            nodes=search.deadline.nodes,
            cutoffs=search.cutoffs,
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
    """Depth 1 to ``depth`` with and without pruning, each as soon as it is done; raises as Minimax does.

    ``settings`` are the others of Minimax.
    """
    for plies in range(1, depth + 1):
        pruned, full = (
            Minimax(depth=plies, pruning=pruning, **settings).choose(position) for pruning in (True, False)
        )
        yield Comparison(depth=plies, pruned=pruned, full=full)


@dataclass(slots=True)
class _Search:
    """One search from one root, and the count of its work."""

    settings: Minimax
    rules: Rules
    estimate: Estimate
    deadline: Deadline
    cutoffs: int = 0

    def best(
        self, machine: int, person: int, depth: int, alpha: float, beta: float, machine_moves: bool
    ) -> tuple[float, int]:
        """The value of a board for the machine, and the cell of the best move (0 where there is none).

        Fail-soft: a value in alpha to beta is exact, a smaller one is an upper bound and a larger one a
        lower bound, which may lie beyond alpha or beta.
        """
        # Step 1. A leaf: the game is over, or this is as deep as we look.
        sooner = depth if self.settings.prefer_sooner else 0
        wins = (MACHINE_WINS + sooner, PERSON_WINS - sooner)
        leaf = leaf_value(machine, person, self.rules, None if depth else self.estimate, wins)
        if leaf is not None:
            return leaf, 0

        # Step 2. Try every column, left to right: the lowest bit is the leftmost.
        best, best_drop = (-math.inf if machine_moves else math.inf), 0
        drops = (machine | person) + self.rules.bottom & self.rules.board
        while drops:
            drop = drops & -drops
            drops ^= drop
            self.deadline.count_node(PERSON_WINS, MACHINE_WINS)

            # Step 3. Keep what is strictly better for the mover, so that the leftmost of equals stays.
            if machine_moves:
                value, _ = self.best(machine | drop, person, depth - 1, alpha, beta, False)
                if value > best:
                    best, best_drop = value, drop
                    alpha = max(alpha, value)
            else:
                value, _ = self.best(machine, person | drop, depth - 1, alpha, beta, True)
                if value < best:
                    best, best_drop = value, drop
                    beta = min(beta, value)

            # Step 4. Cut: the opponent has something at least as good elsewhere and will not come here.
            if self.settings.pruning and alpha >= beta and drops:
                self.cutoffs += 1
                break
        return best, best_drop
