"""The tree of Alice and Bill: alpha-beta that keeps every node it visits and every cut it makes.

Alice always wants the largest value and Bill the smallest, whoever moves first. Alpha is the least
that Alice has secured on the way from the root, beta the most that Bill has. A node with alpha >= beta
is left at once, and its remaining columns are the ones it pruned.

After a cut the true value of a node is not known, only a bound: where Bill chooses and has seen 3 and
-1000, the value is -1000 or less. So every node says what is known of its minimax value: exactly, at most
or at least a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from claimeven.errors import LimitReached
from claimeven.formats.columns import ALICE, Name, other_name
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Deadline, Limit
from claimeven.teaching.estimates import Estimate, estimate_named, leaf_value

Bound = Literal["exact", "upper", "lower"]
DEFAULT_DEPTH = 4
DEFAULT_ESTIMATE = "lines"
ALICE_WINS = 1000
BILL_WINS = -1000


@dataclass(frozen=True, slots=True)
class Node:
    """A move in the tree and what became of it; the root has no ``move``, no ``player`` and depth 0.

    ``value`` is what the node's children prove of its minimax value, and ``bound`` says whether that is
    exact, an upper or a lower bound. A leaf has exactly its estimate. Where the children prove both an upper
    and a lower bound, the node has the one that the search needed.

    ``returned`` is what the search returned from the node: for a leaf its estimate, for the others a number
    from the window that they were given (fail-hard). ``alpha`` and ``beta`` are the bounds when the node was
    left, infinite where nothing is secured. ``pruned`` are the columns (0-based) that it did not look at.
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
        """True where the search went no deeper: ``value`` is its estimate, or how the game ended."""
        return not self.children

    @property
    def lower(self) -> float:
        """The least that the minimax value can be, by what the node says."""
        return -math.inf if self.bound == "upper" else self.value

    @property
    def upper(self) -> float:
        """The most that the minimax value can be, by what the node says."""
        return math.inf if self.bound == "lower" else self.value

    def _repr_svg_(self) -> str | None:
        """The tree below as a notebook shows it; None where there is none."""
        from claimeven.teaching.tree_text import write_tree_svg

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
    """The root of the tree of ``position``, where ``first`` is to move; without ``pruning``, the whole tree.

    Raises GameOver for a finished game, UnknownName for an unknown estimate or another game than Connect
    Four, ValueError for a depth below 1, and LimitReached at the limit, whose nodes are the lines of the
    printed tree.

    >>> from claimeven import Position
    >>> tree = build_tree(Position.from_moves("4453"))
    >>> tree.value, best_line(tree)[0].move
    (-1, 2)
    """
    if depth < 1:
        raise ValueError(f"a tree of {depth} plies has no moves; expected at least 1")
    position.rules.require_game(CONNECT_FOUR, "tree")
    position.require_unfinished("the tree would have no moves")
    movers = (first, other_name(first))
    gardener = TreeBuilder(position.rules, estimate_named(estimate), movers, depth, pruning, Deadline(limit))
    if not pruning and limit.nodes is not None:
        _check_full_size(position, depth, limit.nodes)
    discs = (position.own, position.other) if first == ALICE else (position.other, position.own)
    return gardener.grow(*discs, None, 0, -math.inf, math.inf)


def best_line(root: Node) -> tuple[Node, ...]:
    """The moves that both sides think best, from the first move to a leaf; the leftmost of equals.

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
class TreeBuilder:
    """Grows one tree; the nodes of ``deadline`` are the lines that printing it takes."""

    rules: Rules
    estimate: Estimate
    movers: tuple[Name, Name]
    depth: int
    pruning: bool
    deadline: Deadline

    def grow(self, alice: int, bill: int, move: int | None, depth: int, alpha: float, beta: float) -> Node:
        """The node after ``move``, the disc number ``depth`` of the tree, searched within alpha to beta."""
        # Step 1. Every node is a line of the printed tree; for the root, the line "first move".
        self.deadline.count_node(BILL_WINS, ALICE_WINS)
        player = self.movers[(depth - 1) % 2] if depth else None

        # Step 2. A leaf: the game is over, or this is as deep as we look.
        estimate = self.estimate if depth == self.depth else None
        value = leaf_value(alice, bill, self.rules, estimate, (ALICE_WINS, BILL_WINS))
        if value is not None:
            return Node(move, player, depth, value, "exact", value, alpha, beta)

        # Step 3. Try every column, left to right.
        least, most = alpha, beta
        alice_moves = self.movers[depth % 2] == ALICE
        children: list[Node] = []
        drops = (alice | bill) + self.rules.bottom & self.rules.board
        columns = tuple(column for column, mask in enumerate(self.rules.column_masks) if drops & mask)
        for column in columns:
            drop = drops & self.rules.column_masks[column]
            discs = (alice | drop, bill) if alice_moves else (alice, bill | drop)
            window = (alpha, beta) if self.pruning else (-math.inf, math.inf)
            children.append(self.grow(*discs, column, depth + 1, *window))

            # Step 4. A better value for the mover moves the mover's own bound.
            if alice_moves:
                alpha = max(alpha, children[-1].returned)
            else:
                beta = min(beta, children[-1].returned)

            # Step 5. Cut: the opponent has something at least as good elsewhere and will not come here.
            if self.pruning and alpha >= beta and len(children) < len(columns):
                self.deadline.count_node(BILL_WINS, ALICE_WINS)
                break

        # Step 6. Fail-hard: what is returned does not leave the window that the node was given.
        returned = int(min(alpha, most) if alice_moves else max(beta, least))
        pruned = columns[len(children) :]
        value, bound = _known(children, alice_moves, bool(pruned), least)
        return Node(move, player, depth, value, bound, returned, alpha, beta, pruned, tuple(children))


def _known(children: Sequence[Node], alice_moves: bool, is_cut: bool, alpha: float) -> tuple[int, Bound]:
    """What the searched children prove of their parent's value: a number, exact or a bound.

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


def _check_full_size(position: Position, depth: int, max_lines: int) -> None:
    """Raise LimitReached if the tree without pruning has more than ``max_lines`` lines.

    Without pruning the size does not depend on values, so counting takes a moment where growing takes long.
    """
    rules = position.rules
    lines = 1  # the line "first move"

    def count(own: int, other: int, depth: int) -> None:
        nonlocal lines
        drops = own + other + rules.bottom & rules.board
        lines += drops.bit_count()
        if lines > max_lines:
            raise LimitReached(BILL_WINS, ALICE_WINS, lines)
        while drops and depth > 1:
            drop = drops & -drops
            drops ^= drop
            if not rules.has_line(own | drop):
                count(other, own | drop, depth - 1)

    count(position.own, position.other, depth)
