"""The tree of Alice and Bill: every node that an alpha-beta search visits and every cut it makes.

Alice always wants the largest value and Bill the smallest, no matter who moves first. The search is the one
in ``alphabeta.py``; TreeBuilder records it.

After a cut the true value of a node is not known, only a bound: where Bill chooses and has seen 3 and
-1000, the value is -1000 or less. So every node has the best bound known on its minimax value: exact, at
most or at least a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from claimeven.errors import LimitReached
from claimeven.formats.columns import ALICE, Name, other_name
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Deadline, Limit
from claimeven.teaching.alphabeta import AlphaBeta
from claimeven.teaching.estimates import estimate_named

Bound = Literal["exact", "upper", "lower"]
DEFAULT_DEPTH = 4
DEFAULT_ESTIMATE = "lines"
ALICE_WINS = 1000
BILL_WINS = -1000


@dataclass(frozen=True, slots=True)
class Node:
    """A move in the tree and the result of searching it; the root has no ``move``, no ``player`` and depth 0.

    ``value`` is what the node's children prove of its minimax value: the exact value, an upper or a lower
    bound, as ``bound`` says. For a leaf it is the estimate, and exact. Where the children prove both an upper
    and a lower bound, the node keeps the one that the search needed.

    ``returned`` is what the search returned from the node: for a leaf its estimate, for other nodes a number
    inside the window they were given (fail-hard). ``alpha`` and ``beta`` are the window when the node was
    left, infinite where nothing was secured. ``pruned`` are the columns (0-based) that were not searched.
    """

    move: int | None
    player: Name | None
    depth: int
    value: int
    bound: Bound
    returned: int
    alpha: float
    beta: float
    pruned: tuple[int, ...] = ()
    children: tuple[Node, ...] = ()

    @property
    def is_leaf(self) -> bool:
        """True where the search went no deeper: ``value`` is the estimate, or the result of the game."""
        return not self.children

    @property
    def lower(self) -> float:
        """The smallest minimax value that ``value`` and ``bound`` allow."""
        return -math.inf if self.bound == "upper" else self.value

    @property
    def upper(self) -> float:
        """The largest minimax value that ``value`` and ``bound`` allow."""
        return math.inf if self.bound == "lower" else self.value

    def _repr_svg_(self) -> str | None:
        """Return the tree as a notebook shows it; None for a leaf."""
        from claimeven.teaching.tree_svg import write_tree_svg

        return None if self.is_leaf else write_tree_svg(self)


def build_tree(
    position: Position,
    *,
    depth: int = DEFAULT_DEPTH,
    estimate: str = DEFAULT_ESTIMATE,
    first: Name = ALICE,
    pruning: bool = True,
    limit: Limit = NO_LIMIT,
) -> Node:
    """Search ``position``, where ``first`` is to move, and return the root of the tree that was searched.

    Without ``pruning`` that is the full tree. Raises GameOver for a finished game, UnknownName for an unknown
    estimate or a variant other than Connect Four, ValueError for a depth below 1, and LimitReached at the
    limit, whose nodes are the lines of the printed tree.

    >>> from claimeven import Position
    >>> tree = build_tree(Position.from_moves("4453"))
    >>> tree.value, best_line(tree)[0].move
    (-1, 2)
    """
    if depth < 1:
        raise ValueError(f"the depth must be at least 1 ply, not {depth}")
    position.rules.require_game(CONNECT_FOUR, "tree")
    position.require_unfinished("the tree would have no moves")
    if not pruning and limit.nodes is not None:
        _require_full_tree_fits(position, depth, limit.nodes)
    builder = TreeBuilder(position.rules, first, Deadline(limit))
    alpha_beta = AlphaBeta(
        rules=position.rules,
        estimate=estimate_named(estimate),
        max_wins=ALICE_WINS,
        min_wins=BILL_WINS,
        recorder=builder,
        pruning=pruning,
        fail_hard=True,
    )
    alice_moves = first == ALICE
    alice = position.own if alice_moves else position.other
    bill = position.other if alice_moves else position.own
    alpha_beta.search(alice, bill, depth, -math.inf, math.inf, alice_moves)
    return builder.root


def best_line(root: Node) -> tuple[Node, ...]:
    """Return the best moves of both sides, from the first move to a leaf; the leftmost of equal ones.

    >>> from claimeven import Position
    >>> [node.move for node in best_line(build_tree(Position.from_moves("4453"), depth=2))]
    [2, 1]
    """
    line = []
    node = root
    while node.children:
        node = next(child for child in node.children if child.returned == node.returned)
        line.append(node)
    return tuple(line)


@dataclass(slots=True)
class _OpenNode:
    """A node whose children are still being searched: its move, the window it was given, its children."""

    move: int | None
    alpha: float
    beta: float
    children: list[Node] = field(default_factory=list)


class TreeBuilder:
    """A Recorder that keeps every node of a search; ``root`` is the whole tree once the search has ended.

    ``first`` and its opponent move in turn. It counts the lines of the printed tree and stops the search when
    these reach the limit.
    """

    root: Node

    def __init__(self, rules: Rules, first: Name, deadline: Deadline) -> None:
        self._rules = rules
        self._movers = (first, other_name(first))
        self._deadline = deadline
        self._open_nodes = [_OpenNode(None, -math.inf, math.inf)]
        self._count_line()  # "first move", the line of the root

    def enter(self, cell: int, alpha: float, beta: float) -> None:
        """Open a node for a move."""
        self._count_line()
        self._open_nodes.append(_OpenNode(self._rules.column_of(cell), alpha, beta))

    def leave_leaf(self, value: int) -> None:
        """Close a node without children; its value is exact."""
        node = self._open_nodes.pop()
        self._close(node, value=value, bound="exact", returned=value, alpha=node.alpha, beta=node.beta)

    def leave(self, returned: float, alpha: float, beta: float, pruned: int) -> None:
        """Close a node whose children were searched, apart from those pruned."""
        if pruned:
            self._count_line()
        node = self._open_nodes.pop()
        depth = len(self._open_nodes)
        alice_moves = self._movers[depth % 2] == ALICE
        value, bound = _proven_value(node.children, alice_moves, is_cut=pruned != 0, alpha=node.alpha)
        self._close(
            node,
            value=value,
            bound=bound,
            returned=int(returned),
            alpha=alpha,
            beta=beta,
            pruned=self._columns(pruned),
        )

    def _close(
        self,
        node: _OpenNode,
        *,
        value: int,
        bound: Bound,
        returned: int,
        alpha: float,
        beta: float,
        pruned: tuple[int, ...] = (),
    ) -> None:
        """Add a finished node to its parent, or keep it as the root."""
        depth = len(self._open_nodes)
        player = self._movers[(depth - 1) % 2] if depth > 0 else None
        children = tuple(node.children)
        finished = Node(node.move, player, depth, value, bound, returned, alpha, beta, pruned, children)
        if self._open_nodes:
            self._open_nodes[-1].children.append(finished)
        else:
            self.root = finished

    def _columns(self, cells: int) -> tuple[int, ...]:
        """Return the columns of ``cells``, left to right."""
        masks = enumerate(self._rules.column_masks)
        return tuple(column for column, mask in masks if cells & mask)

    def _count_line(self) -> None:
        self._deadline.count_node(BILL_WINS, ALICE_WINS)


def _proven_value(
    children: Sequence[Node], alice_moves: bool, *, is_cut: bool, alpha: float
) -> tuple[int, Bound]:
    """Return what the searched children prove of their parent's value: a number, exact or a bound.

    Where Alice moves, the value is the largest of the children's, so it lies between the largest of their
    lower bounds and the largest of their upper bounds; where Bill moves, likewise with the smallest. A column
    that was not searched can only raise the value of Alice's node, or lower that of Bill's.

    ``alpha`` is the lower end of the window that the parent was given. If the true value lies inside the
    window, the search finds it and both bounds meet there. If not, either the upper bound is at most alpha,
    or the lower bound is at least beta. The search needed that bound and no other.
    """
    choose = max if alice_moves else min
    lower = choose(child.lower for child in children)
    upper = choose(child.upper for child in children)
    if is_cut and alice_moves:
        upper = math.inf
    if is_cut and not alice_moves:
        lower = -math.inf
    if lower == upper:
        return int(lower), "exact"
    if upper <= alpha:
        return int(upper), "upper"
    return int(lower), "lower"


def _require_full_tree_fits(position: Position, depth: int, max_lines: int) -> None:
    """Raise LimitReached if the tree without pruning has more than ``max_lines`` lines.

    Without pruning the size does not depend on values, so counting takes a moment where searching takes long.
    """
    max_moves = max_lines - 1  # the last line is "first move"
    moves = _count_moves(position.rules, position.own, position.other, depth, max_moves)
    if moves > max_moves:
        raise LimitReached(BILL_WINS, ALICE_WINS, moves + 1)


def _count_moves(rules: Rules, own: int, other: int, depth: int, max_moves: int) -> int:
    """Return the number of moves in a full tree; the count stops soon after ``max_moves``."""
    cells = ((own | other) + rules.bottom) & rules.board
    moves = cells.bit_count()
    if depth == 1:
        return moves
    while cells and moves <= max_moves:
        cell = cells & -cells
        cells ^= cell
        if not rules.has_line(own | cell):
            moves += _count_moves(rules, other, own | cell, depth - 1, max_moves - moves)
    return moves
