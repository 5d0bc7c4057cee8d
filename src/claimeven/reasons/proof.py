"""Proofs: every move of one side answered, down to positions that a theorem of answering on top settles.

The trees are those of formats/proof.py, which checks them with the rules of the game alone. The theorems are
the bounds of kernels/bounds.py, as statements that can be written down and checked. M is to move, R answers
on top of M's disc. The columns with an odd number of empty cells are paired: when M takes the next cell of
one, R takes the next cell of its partner, and both are even from then on.

    even    The number of empty cells is even. In an even column M gets the next cell and every second one
            above it, R the others. M gets one of the two next cells of a pair; above them it is as in an even
            column. M cannot win if its cells contain no line, whichever next cells those are. If one of R's
            cells completes a line (a trap), nothing is played above it, and M, who always has to move, must
            play below it in the end: R wins. R also wins if its cells complete a line together.
    odd     The number of empty cells is odd, and R has a threat in an odd column of which M gets the next
            cell: R answers on top there as well, so that the threat is R's; all else is as above.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from claimeven.reasons.cells import cells_of
from claimeven.reasons.strategy import likely_replies
from claimeven.reasons.threats import completing, fours
from claimeven.rules.position import Position
from claimeven.solver.score_source import ScoreSource, score_of

ColumnPairs = tuple[tuple[int, int], ...]
Node = dict[str, Any]
Claim = tuple[int, bool, Node]  # a side, whether it wins or only does not lose, and why
MAX_LEAVES = 100
MAX_NODES = 20_000
FIRST_LIMITS = (1, 3, 10, 30)  # small proofs are looked for first


@dataclass(frozen=True, slots=True)
class AnsweringPlan:
    """How R plays: the ``pairs`` of odd columns and, if needed, the odd column of its ``threat``."""

    pairs: ColumnPairs
    threat: int | None


def find_answering_plan(position: Position, *, wins: bool) -> AnsweringPlan | None:
    """Return how the side not to move wins or, unless ``wins``, does not lose by answering alone, or None."""
    columns = position.rules.column_masks
    empty = {column: list(cells_of(columns[column] & ~position.filled)) for column in position.playable}
    odd_columns = [column for column, cells in empty.items() if len(cells) % 2]
    threat_columns: list[int | None] = [None]
    if len(odd_columns) % 2:
        threat_columns = [*odd_columns]
    for threat_column in threat_columns:
        paired = [column for column in odd_columns if column != threat_column]
        pairs = _safe_pairs(position, empty, paired, threat_column, wins)
        if pairs is not None:
            return AnsweringPlan(pairs, threat_column)
    return None


def _safe_pairs(
    position: Position,
    empty: Mapping[int, list[int]],
    paired: list[int],
    threat_column: int | None,
    wins: bool,
) -> ColumnPairs | None:
    """Return pairs of the columns in ``paired`` with which R succeeds, None if there are none.

    ``empty`` are the empty cells of each playable column, from the bottom up.
    """
    rules = position.rules
    threats = completing(position.other, rules) & ~position.filled
    theirs = position.own  # what M can have, apart from the next cells of pairs
    ours = 0  # what R gets
    for column, cells in empty.items():
        if column in paired:
            cells = cells[1:]
        answers = sum(cells[1::2])
        traps = answers & threats
        ours |= answers
        lowest_trap = traps & -traps
        below_traps = lowest_trap - 1  # every cell if there is no trap
        theirs |= sum(cells[0::2]) & below_traps
    if threat_column is not None and not ours & threats & rules.column_masks[threat_column]:
        return None
    if wins and not ours & threats and not rules.has_line(position.other | ours):
        return None
    for pairs in _pairings(paired):
        next_cells = [(empty[one][0], empty[two][0]) for one, two in pairs]
        if not any(rules.has_line(theirs | sum(taken)) for taken in product(*next_cells)):
            return pairs
    return None


def _pairings(columns: list[int]) -> Iterator[ColumnPairs]:
    """Yield every way to put columns into pairs."""
    if not columns:
        yield ()
        return
    first = columns[0]
    rest = columns[1:]
    for number, partner in enumerate(rest):
        others = rest[:number] + rest[number + 1 :]
        for pairs in _pairings(others):
            yield ((first, partner), *pairs)


def proof_of(position: Position, source: ScoreSource, *, max_leaves: int = MAX_LEAVES) -> list[Claim] | None:
    """Prove the result of an unfinished position: a win, or in a draw that neither side loses.

    ``source`` knows the result. The proofs have at most ``max_leaves`` leaves together; None if none are
    found.
    """
    score = source.score(position)
    winner = position.turn if score > 0 else 1 - position.turn
    wanted = [(winner, True)]
    if score == 0:
        wanted = [(0, False), (1, False)]
    claims: list[Claim] = []
    leaves_left = max_leaves
    for side, wins in wanted:
        if leaves_left <= 0:
            return None
        tree = prove(position, side, wins=wins, source=source, max_leaves=leaves_left)
        if tree is None:
            return None
        leaves_left -= leaves_of(tree)
        claims.append((side, wins, tree))
    return claims


def prove(
    position: Position, side: int, *, wins: bool, source: ScoreSource, max_leaves: int = MAX_LEAVES
) -> Node | None:
    """Prove that ``side`` wins an unfinished position or, unless ``wins``, does not lose it.

    ``source`` tells which moves are worth trying. The proof is a small one with at most ``max_leaves``
    leaves, but there may be smaller ones; None if none is found.
    """
    prover = _Prover(side, wins, source)
    limits = [limit for limit in FIRST_LIMITS if limit < max_leaves]
    for limit in (*limits, max_leaves):
        found = prover.node(position, limit)
        if found is not None:
            return found
    return None


def leaves_of(node: Node) -> int:
    """Return the number of leaves of a proof."""
    if "replies" in node:
        return sum(leaves_of(child) for child in node["replies"].values())
    if "then" in node:
        return leaves_of(node["then"])
    return 1


class _Prover:
    """A search for proofs with few leaves that remembers what it found."""

    def __init__(self, side: int, wins: bool, source: ScoreSource) -> None:
        self._side = side
        self._wins = wins
        self._source = source
        self._proved: dict[Position, tuple[int, Node]] = {}
        self._failed: dict[Position, int] = {}
        self._nodes = 0

    def node(self, position: Position, max_leaves: int) -> Node | None:
        """Return a proof with at most ``max_leaves`` leaves; None if none is found."""
        if position in self._proved:
            count, found = self._proved[position]
            return found if count <= max_leaves else None
        if self._failed.get(position, 0) >= max_leaves or self._nodes > MAX_NODES:
            return None
        self._nodes += 1
        node = self._leaf(position)
        if node is None and max_leaves > 0:
            if position.turn == self._side:
                node = self._own_move(position, max_leaves)
            else:
                node = self._replies(position, max_leaves)
        if node is None:
            self._failed[position] = max_leaves
        else:
            self._proved[position] = leaves_of(node), node
        return node

    def _leaf(self, position: Position) -> Node | None:
        """Return the leaf that settles a position, if it is settled."""
        rules = position.rules
        if position.is_over:
            return None if self._wins else {"leaf": "full"}
        if not self._wins:
            not_ours = rules.board & ~position.discs_of(self._side)
            if not rules.has_line(not_ours):
                return {"leaf": "no-line"}
        own_fours = fours(position.own, position.filled, rules)
        if position.turn == self._side:
            if own_fours:
                return {"leaf": "four", "column": rules.column_of(own_fours) + 1}
            return None
        if own_fours:
            return None
        return self._answering_leaf(position)

    def _answering_leaf(self, position: Position) -> Node | None:
        """Return the leaf of a position in which the own side has just played: two threats, or a theorem."""
        rules = position.rules
        threats = fours(position.other, position.filled, rules)
        if threats.bit_count() > 1:
            columns = [rules.column_of(cell) + 1 for cell in cells_of(threats)]
            return {"leaf": "threats", "columns": columns}
        plan = find_answering_plan(position, wins=self._wins)
        if plan is None:
            return None
        pairs = [[one + 1, two + 1] for one, two in plan.pairs]
        threat = None if plan.threat is None else plan.threat + 1
        return {"leaf": "answering", "pairs": pairs, "threat": threat}

    def _own_move(self, position: Position, max_leaves: int) -> Node | None:
        """Return a move of the own side, one that leads to a leaf if there is such a move."""
        children = []
        for column in likely_replies(position, None):
            after = position.play(column)
            if self._keeps_result(after):
                children.append((column, after))
        for limit in (0, max_leaves):
            for column, after in children:
                node = self.node(after, limit)
                if node is not None:
                    return {"play": column + 1, "then": node}
        return None

    def _replies(self, position: Position, max_leaves: int) -> Node | None:
        """Return every move of the other side, or the only one if all others lose at once."""
        threat = fours(position.other, position.filled, position.rules)
        if threat:
            column = position.rules.column_of(threat)
            node = self.node(position.play(column), max_leaves)
            return None if node is None else {"threat": column + 1, "then": node}
        children = list(position.children())
        spare_leaves = max_leaves - len(children)
        if spare_leaves < 0:
            return None
        replies = {}
        for column, after in children:
            node = self.node(after, spare_leaves + 1)
            if node is None:
                return None
            spare_leaves -= leaves_of(node) - 1
            replies[str(column + 1)] = node
        return {"replies": replies}

    def _keeps_result(self, position: Position) -> bool:
        """Return whether a position, with the other side to move, still has the result to be proved."""
        score = score_of(position, self._source)
        return score < 0 or (score == 0 and not self._wins)
