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

from claimeven.reasons.cells import cells_of
from claimeven.reasons.nine_rules import Ground
from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class Claim:
    """The threats that decide, one cell or the three of a combination, and what is left to be solved."""

    threats: tuple[int, ...]
    ground: Ground


def claims_of(position: Position) -> Iterator[Claim]:
    """The claims of the first player when the second is to move, single threats first."""
    yield from _single(position)
    yield from _combinations(position)


def _single(position: Position) -> Iterator[Claim]:
    rules, ours, filled = position.rules, position.other, position.filled
    odd = sum(rules.bottom << row for row in range(0, rules.rows, 2))
    empty = rules.board & ~filled
    waiting = empty & odd & ~position.drops
    holes = 0
    for line in rules.lines:
        hole = line & ~ours
        if hole & waiting and hole & hole - 1 == 0:
            holes |= hole
    for hole in cells_of(holes):
        column = next(mask for mask in rules.column_masks if mask & hole)
        stopped = column & empty & ~(hole - 1) | column & waiting
        yield Claim((hole,), Ground(rules, ours, filled, closed=column, solved=((stopped,),)))


def _combinations(position: Position) -> Iterator[Claim]:
    rules, ours, filled = position.rules, position.other, position.filled
    odds = sum(rules.bottom << row for row in range(0, rules.rows, 2))
    empty = rules.board & ~filled
    halves = [line & empty for line in rules.lines
              if (line & empty).bit_count() == 2 and line & filled == line & ours]  # fmt: skip
    for one, two in permutations(halves, 2):
        cross = one & two
        odd, even = one ^ cross, two ^ cross
        if cross.bit_count() != 1 or one & odds != one or even & odds or cross & position.drops:
            continue
        if even not in (odd << 1, odd >> 1) or not even & empty:
            continue
        cross_column, odd_column = (
            next(mask for mask in rules.column_masks if mask & cell) for cell in (cross, odd)
        )
        if cross_column == odd_column:
            continue
        for stopped in _stopped(position, cross, odd, even, cross_column, odd_column, odds):
            closed = cross_column | odd_column
            ground = Ground(rules, ours, filled, closed=closed, solved=tuple(stopped))
            yield Claim((cross, odd, even), ground)


def _stopped(
    position: Position, cross: int, odd: int, even: int, cross_column: int, odd_column: int, odds: int
) -> Iterator[list[tuple[int, ...]]]:
    """The lines that a combination stops: those with a cell of each mask of one of the tuples."""
    drops, empty = position.drops, position.rules.board & ~position.filled
    above_cross = cross_column & empty & ~(cross | cross - 1)
    above_odd = odd_column & empty & ~(odd | odd - 1)
    always: list[tuple[int, ...]] = [(cross_column & odds & empty & ~drops,), (above_cross, above_odd)]
    is_above = even == odd << 1
    if is_above:
        always.append((cross << 1, odd))
        if odd & drops:
            always.append((above_cross & ~(cross << 1),))
    if not is_above and even & drops:
        yield always
        return
    below = odd_column & drops
    yield [*always, *_upwards(below, odd)]
    if drops & cross_column & odds and not odd & drops:
        yield [*always, (drops & cross_column, below), *_upwards(below << 1, odd << 1)]


def _upwards(lowest: int, highest: int) -> Iterator[tuple[int, int]]:
    """Pairs of cells one on the other, from ``lowest`` up to ``highest``."""
    while lowest << 1 <= highest:
        yield lowest, lowest << 1
        lowest <<= 2
