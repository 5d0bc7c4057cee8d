"""What the first player can claim with an odd threat: section 8 of Allis' thesis.

A threat of the first player in an odd row of an even board is one under which the second player will have to
play in the end: the cells to be filled before are odd in number, and the second player is to move. A claim
leaves the column of the threat, or the two columns of a combination of threats, to itself and says which
lines of the second player that already stops. Rules have to solve the rest on the other columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from claimeven.reasons.cells import cells_of, column_around, odd_rows
from claimeven.reasons.forced import completing
from claimeven.reasons.nine_rules import Ground
from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class Claim:
    """The threats that decide, one cell or the three of a combination, and what is left to be solved."""

    threats: tuple[int, ...]
    ground: Ground


def claims_of(position: Position) -> Iterator[Claim]:
    """The claims of the first player when the second is to move, single threats first."""
    rules = position.rules
    empty, odds = rules.board & ~position.filled, odd_rows(rules)
    waiting = empty & odds & ~position.drops
    for hole in cells_of(completing(position.other, rules) & waiting):
        column = column_around(hole, rules)
        stopped = column & empty & ~(hole - 1) | column & waiting
        yield Claim((hole,), Ground(position, closed=column, solved=((stopped,),)))
    halves = [line & empty for line in rules.lines
              if not line & position.own and (line & empty).bit_count() == 2]  # fmt: skip
    for one, two in permutations(halves, 2):
        cross = one & two
        odd, even = one ^ cross, two ^ cross
        if cross.bit_count() == 1 and cross & waiting and odd & odds and even in (odd << 1, odd >> 1):
            closed = column_around(cross, rules) | column_around(odd, rules)
            for solved in _stopped(position, cross, odd, even):
                yield Claim((cross, odd, even), Ground(position, closed=closed, solved=solved))


def _stopped(position: Position, cross: int, odd: int, even: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The lines that a combination stops: those with a cell of each mask of one of the tuples."""
    rules, drops = position.rules, position.drops
    empty, odds = rules.board & ~position.filled, odd_rows(rules)
    cross_column, odd_column = column_around(cross, rules), column_around(odd, rules)
    above_cross = cross_column & empty & ~(cross | cross - 1)
    above_odd = odd_column & empty & ~(odd | odd - 1)
    always: list[tuple[int, ...]] = [(cross_column & odds & empty & ~drops,), (above_cross, above_odd)]
    if even == odd << 1:
        always.append((cross << 1, odd))
        if odd & drops:
            always.append((above_cross & ~(cross << 1),))
    elif even & drops:
        yield tuple(always)
        return
    below = odd_column & drops
    yield (*always, *_upwards(below, odd))
    if drops & cross_column & odds and not odd & drops:
        yield (*always, (drops & cross_column, below), *_upwards(below << 1, odd << 1))


def _upwards(lowest: int, highest: int) -> Iterator[tuple[int, int]]:
    """Pairs of cells one on the other, from ``lowest`` up to ``highest``."""
    while lowest << 1 <= highest:
        yield lowest, lowest << 1
        lowest <<= 2
