"""Theorems of answering on top: positions that need no search because one side only has to answer.

These are the bounds of kernels/bounds.py, as statements that can be written down and checked. M is to move,
R answers on top of M's disc. The columns with an odd number of empty cells are paired: when M takes the next
cell of one, R takes the next cell of its partner, and both are even from then on.

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

from claimeven.reasons.cells import cells_of
from claimeven.reasons.forced import completing
from claimeven.rules.position import Position

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Answering:
    """How R plays: the ``pairs`` of odd columns and, if that is needed, the column left to a ``threat``."""

    pairs: Pairs
    threat: int | None
    wins: bool


def answering(position: Position, *, wins: bool) -> Answering | None:
    """A way for the side that is not to move to win or, unless ``wins``, not to lose, by answering alone."""
    rules, filled = position.rules, position.filled
    odd = [column for column in position.playable
           if (rules.column_masks[column] & ~filled).bit_count() % 2]  # fmt: skip
    threats = completing(position.other, rules) & rules.board & ~filled
    lefts = [column for column in odd if threats & _higher(position, column)] if len(odd) % 2 else [None]
    for left in lefts:
        rest = [column for column in odd if column != left]
        for pairs in _pairings(rest):
            plan = Answering(pairs, left, wins)
            if holds_by(position, plan):
                return plan
    return None


def holds_by(position: Position, plan: Answering) -> bool:
    """True when a plan does what it promises."""
    rules, own, other, filled = position.rules, position.own, position.other, position.filled
    leads, sure = _shares(position, plan.threat)
    threats = completing(other, rules) & ~filled
    traps = threats & sure
    if plan.threat is not None:
        mask = rules.column_masks[plan.threat]
        hole = threats & _higher(position, plan.threat)
        if not hole:
            return False
        leads &= ~mask | ((hole & -hole) - 1)
    above = _above_lowest(position, traps)
    decides = plan.threat is not None or traps or rules.has_line(other | sure)
    if plan.wins and not decides:
        return False
    drops = [position.drops & rules.column_masks[column] for pair in plan.pairs for column in pair]
    for choice in product((0, 1), repeat=len(plan.pairs)):
        taken = sum(drops[2 * number + one] for number, one in enumerate(choice))
        if rules.has_line((own | leads | taken) & ~above):
            return False
    return True


def _shares(position: Position, threat: int | None) -> tuple[int, int]:
    """The cells that M gets, next cells of paired columns aside, and those that R gets."""
    leads = sure = 0
    for column in position.playable:
        cells = list(cells_of(position.rules.column_masks[column] & ~position.filled))
        first = len(cells) % 2 if column != threat else 0
        leads |= sum(cells[first::2])
        if column != threat:
            sure |= sum(cells[first + 1 :: 2])
    return leads, sure


def _higher(position: Position, column: int) -> int:
    """The cells of a column that R gets by answering on top from its next cell on."""
    cells = list(cells_of(position.rules.column_masks[column] & ~position.filled))
    return sum(cells[1::2])


def _above_lowest(position: Position, cells: int) -> int:
    """The cells above the lowest of ``cells`` in each column."""
    above = 0
    for mask in position.rules.column_masks:
        if here := cells & mask:
            lowest = here & -here
            above |= mask & ~(lowest | lowest - 1)
    return above


def _pairings(columns: list[int]) -> Iterator[Pairs]:
    """Every way to put columns into pairs."""
    if not columns:
        yield ()
        return
    first, *rest = columns
    for number, partner in enumerate(rest):
        for others in _pairings(rest[:number] + rest[number + 1 :]):
            yield ((first, partner), *others)
