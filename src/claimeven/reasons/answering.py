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


def _pairings(columns: list[int]) -> Iterator[Pairs]:
    """Every way to put columns into pairs."""
    if not columns:
        yield ()
        return
    first, *rest = columns
    for number, partner in enumerate(rest):
        for others in _pairings(rest[:number] + rest[number + 1 :]):
            yield ((first, partner), *others)
