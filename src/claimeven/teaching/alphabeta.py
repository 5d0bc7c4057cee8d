"""Alpha-beta search to a fixed depth, written to be read: `minimax` and `tree` both run it.

One side, the maximizer, wants the largest value, the other, the minimizer, the smallest. Alpha is the value
that the maximizer has already secured elsewhere in the tree, beta the one that the minimizer has. Together
they are the window. Once alpha >= beta, the remaining moves of a node cannot change the root and are cut.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from claimeven.rules.rules import Rules
from claimeven.teaching.estimates import Estimate

DRAW = 0


class Recorder(Protocol):
    """Follows a search from node to node, to count or to keep what it does; it may raise to stop the search.

    Every node below the root is entered, and then left by ``leave_leaf`` or ``leave``. The root is only left.
    """

    def enter(self, cell: int, alpha: float, beta: float) -> None:
        """Receive the cell of a move that is searched next, and its window."""

    def leave_leaf(self, value: int) -> None:
        """Receive the value of a leaf."""

    def leave(self, returned: float, alpha: float, beta: float, pruned: int) -> None:
        """Receive what an inner node returns, its window in the end, and the cells of the moves it cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlphaBeta:
    """The settings of a search.

    ``max_wins`` and ``min_wins`` are the values of a win for each side. With ``prefer_sooner`` a win is worth
    1 more for every ply that was left to search. Without ``pruning`` every move is searched. With
    ``fail_hard`` an inner node returns no value outside its window.
    """

    rules: Rules
    estimate: Estimate
    max_wins: int
    min_wins: int
    recorder: Recorder
    prefer_sooner: bool = False
    pruning: bool = True
    fail_hard: bool = False

    def search(
        self, max_discs: int, min_discs: int, depth: int, alpha: float, beta: float, max_moves: bool
    ) -> tuple[float, int]:
        """Return the value of a board for the maximizer, and the cell of the best move (0 at a leaf).

        ``max_discs`` and ``min_discs`` are the discs of the two sides, ``depth`` the plies left to search.
        ``max_moves`` is true when the maximizer is to move. A value between alpha and beta is exact; a value
        of alpha or less is an upper bound, a value of beta or more a lower bound.
        """
        # Step 1. A leaf: the game is over, or this is as deep as we search.
        leaf_value = self._leaf_value(max_discs, min_discs, depth, max_moves)
        if leaf_value is not None:
            self.recorder.leave_leaf(leaf_value)
            return leaf_value, 0

        # Step 2. Try every column, left to right: the lowest bit is the leftmost.
        given_alpha = alpha
        given_beta = beta
        best = -math.inf if max_moves else math.inf
        best_cell = 0
        cells = ((max_discs | min_discs) + self.rules.bottom) & self.rules.board
        while cells:
            cell = cells & -cells
            cells ^= cell

            # Step 3. Search the board after the move, with what both sides have secured so far.
            child_alpha = alpha if self.pruning else -math.inf
            child_beta = beta if self.pruning else math.inf
            self.recorder.enter(cell, child_alpha, child_beta)
            if max_moves:
                value, _ = self.search(max_discs | cell, min_discs, depth - 1, child_alpha, child_beta, False)
            else:
                value, _ = self.search(max_discs, min_discs | cell, depth - 1, child_alpha, child_beta, True)

            # Step 4. Keep a value that is strictly better for the mover: the leftmost of equal moves stays.
            if max_moves and value > best:
                best = value
                best_cell = cell
                alpha = max(alpha, value)
            elif not max_moves and value < best:
                best = value
                best_cell = cell
                beta = min(beta, value)

            # Step 5. Cut: the opponent has something at least as good elsewhere and will not come here.
            if self.pruning and alpha >= beta:
                break

        # Step 6. Fail-soft returns the best value seen; fail-hard moves it to the nearer end of the window.
        if self.fail_hard:
            best = min(max(best, given_alpha), given_beta)
        self.recorder.leave(best, alpha, beta, cells)
        return best, best_cell

    def _leaf_value(self, max_discs: int, min_discs: int, depth: int, max_moves: bool) -> int | None:
        """Return the value of a board that is not searched deeper, None for any other.

        The game was not over before the last move, so only the side that made it can have four in a row.
        """
        bonus = depth if self.prefer_sooner else 0
        if max_moves and self.rules.has_line(min_discs):
            return self.min_wins - bonus
        if not max_moves and self.rules.has_line(max_discs):
            return self.max_wins + bonus
        if max_discs | min_discs == self.rules.board:
            return DRAW
        if depth == 0:
            return self.estimate(max_discs, min_discs, self.rules)
        return None
