"""Proofs: every move of one side answered, down to positions that a theorem of answering on top settles.

The trees are those of formats/proof.py, which checks them with the rules alone. The theorems are the bounds
of kernels/bounds.py, as statements that can be written down and checked. M is to move, R answers on top of
M's disc. The columns with an odd number of empty cells are paired: when M takes the next cell of one, R takes
the next cell of its partner, and both are even from then on.

    even    An even number of cells is empty. In an even column M gets the next cell and every second one
            above it, R the others. Of the next cells of a pair M gets one; above them it is as in an even
            column. M cannot win if its cells hold no line, whichever next cells those are. If one of R's
            cells completes a line (a trap), nothing is played above it, and M, who always has to move, must
            play below it in the end: R wins. R also wins if its cells complete a line together.
    odd     An odd number of cells is empty, and R has a threat in an odd column that M gets the next cell of:
            R answers on top there, too, so that the threat is R's, and all else is as above.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from claimeven.reasons.cells import cells_of
from claimeven.reasons.strategy import likely_replies
from claimeven.reasons.threats import completing, fours
from claimeven.rules.position import Position
from claimeven.solver.score_source import ScoreSource, score_of

ColumnPairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Answering:
    """How R plays: the ``pairs`` of odd columns and, if that is needed, the column left to a ``threat``."""

    pairs: ColumnPairs
    threat: int | None


def answering(position: Position, *, wins: bool) -> Answering | None:
    """A way for the side that is not to move to win or, unless ``wins``, not to lose, by answering alone."""
    rules, masks = position.rules, position.rules.column_masks
    empty = {column: list(cells_of(masks[column] & ~position.filled)) for column in position.playable}
    odd = [column for column, cells in empty.items() if len(cells) % 2]
    threats = completing(position.other, rules) & ~position.filled
    for left in odd if len(odd) % 2 else [None]:
        paired = [column for column in odd if column != left]
        reach, sure = position.own, 0  # what M can have, next cells of pairs aside, and what R gets
        for column, cells in empty.items():
            later = cells[1:] if column in paired else cells
            answers = sum(later[1::2])
            trap = answers & threats
            reach |= sum(later[0::2]) & (trap & -trap) - 1  # nothing is played above the lowest trap
            sure |= answers
        if left is not None and not sure & threats & masks[left]:
            continue
        if wins and not sure & threats and not rules.has_line(position.other | sure):
            continue
        for pairs in _pairings(paired):
            choices = product(*((empty[one][0], empty[two][0]) for one, two in pairs))
            if not any(rules.has_line(reach | sum(taken)) for taken in choices):
                return Answering(pairs, left)
    return None


def _pairings(columns: list[int]) -> Iterator[ColumnPairs]:
    """Every way to put columns into pairs."""
    if not columns:
        yield ()
        return
    first, *rest = columns
    for number, partner in enumerate(rest):
        for others in _pairings(rest[:number] + rest[number + 1 :]):
            yield ((first, partner), *others)


Node = dict[str, Any]
Claim = tuple[int, bool, Node]  # a side, whether it wins or only does not lose, and why
MAX_LEAVES = 100
MAX_NODES = 20_000
STEPS = (1, 3, 10, 30)  # how many leaves a proof may have at first


def proof_of(position: Position, exact: ScoreSource, *, most: int = MAX_LEAVES) -> list[Claim] | None:
    """What ``exact`` says of an unfinished position, proved: a win, or in a draw no loss of either side.

    None if a proof is not found; all together have at most ``most`` leaves.
    """
    score, mover = exact.score(position), position.turn
    wanted = [(0, False), (1, False)] if score == 0 else [(mover if score > 0 else 1 - mover, True)]
    claims: list[Claim] = []
    for side, wins in wanted:
        tree = prove(position, side, wins=wins, exact=exact, most=most) if most > 0 else None
        if tree is None:
            return None
        most -= leaves_of(tree)
        claims.append((side, wins, tree))
    return claims


def prove(
    position: Position, side: int, *, wins: bool, exact: ScoreSource, most: int = MAX_LEAVES
) -> Node | None:
    """A proof with at most ``most`` leaves that ``side`` wins an unfinished position or, else, does not lose.

    ``exact`` says which moves are worth trying. None if no proof is found; it is a small one, but there may
    be smaller ones.
    """
    prover = _Prover(side, wins, exact)
    for limit in (*(step for step in STEPS if step < most), most):
        found = prover.node(position, limit)
        if found is not None:
            return found
    return None


def leaves_of(node: Node) -> int:
    """The number of leaves of a proof."""
    if "replies" in node:
        return sum(leaves_of(child) for child in node["replies"].values())
    return leaves_of(node["then"]) if "then" in node else 1


class _Prover:
    """Looks for proofs with few leaves and remembers what it found."""

    def __init__(self, side: int, wins: bool, exact: ScoreSource) -> None:
        self._side = side
        self._wins = wins
        self._exact = exact
        self._proved: dict[Position, tuple[int, Node]] = {}
        self._failed: dict[Position, int] = {}
        self._nodes = 0

    def node(self, position: Position, most: int) -> Node | None:
        """A proof with at most ``most`` leaves."""
        if position in self._proved:
            count, found = self._proved[position]
            return found if count <= most else None
        if self._failed.get(position, 0) >= most or self._nodes > MAX_NODES:
            return None
        self._nodes += 1
        node = self._leaf(position)
        if node is None and most > 0:
            grow = self._play if position.turn == self._side else self._replies
            node = grow(position, most)
        if node is None:
            self._failed[position] = most
        else:
            self._proved[position] = leaves_of(node), node
        return node

    def _leaf(self, position: Position) -> Node | None:
        rules, filled = position.rules, position.filled
        if position.is_over:
            return None if self._wins else {"leaf": "full"}
        if not self._wins and not rules.has_line(rules.board & ~position.discs_of(self._side)):
            return {"leaf": "no-line"}
        if position.turn == self._side:
            now = fours(position.own, filled, rules)
            return {"leaf": "four", "column": rules.column_of(now) + 1} if now else None
        if fours(position.own, filled, rules):
            return None
        threats = fours(position.other, filled, rules)
        if threats & threats - 1:
            return {"leaf": "threats", "columns": [rules.column_of(cell) + 1 for cell in cells_of(threats)]}
        plan = answering(position, wins=self._wins)
        if plan is None:
            return None
        pairs = [[one + 1, two + 1] for one, two in plan.pairs]
        threat = None if plan.threat is None else plan.threat + 1
        return {"leaf": "answering", "pairs": pairs, "threat": threat}

    def _play(self, position: Position, most: int) -> Node | None:
        """A move of the own side, one that leads to a leaf if there is such a one."""
        children = [(column, position.play(column)) for column in likely_replies(position, None)]
        children = [(column, after) for column, after in children if self._keeps(after)]
        for limit in (0, most):
            for column, after in children:
                node = self.node(after, limit)
                if node is not None:
                    return {"play": column + 1, "then": node}
        return None

    def _replies(self, position: Position, most: int) -> Node | None:
        """Every move of the other side, or the only one if all others lose at once."""
        if threat := fours(position.other, position.filled, position.rules):
            column = position.rules.column_of(threat)
            node = self.node(position.play(column), most)
            return None if node is None else {"threat": column + 1, "then": node}
        children = list(position.children())
        replies, left = {}, most - len(children)
        if left < 0:
            return None
        for column, after in children:
            node = self.node(after, left + 1)
            if node is None:
                return None
            left -= leaves_of(node) - 1
            replies[str(column + 1)] = node
        return {"replies": replies}

    def _keeps(self, position: Position) -> bool:
        """Whether a position, with the other side to move, is still what is to be proved."""
        score = score_of(position, self._exact)
        return score < 0 or (score == 0 and not self._wins)
