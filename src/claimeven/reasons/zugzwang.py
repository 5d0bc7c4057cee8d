"""Zugzwang: threats that a side must make way for in the end, and the cells that can be filled before.

A threat of the first player in an odd row of an even board is one under which the second player will have to
play in the end: the cells to be filled before are odd in number, and the second player is to move. A claim
leaves the column of the threat, or the two columns of a combination of threats, to itself and says which
lines of the second player that already stops (section 8 of Allis' thesis). Rules have to solve the rest on
the other columns. Several odd threats in different columns do the same for either side, if their number fits:
``closed_column_claims``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from claimeven.reasons.allis import CoverProblem
from claimeven.reasons.cells import Pairs, cells_of, column_around, odd_rows
from claimeven.reasons.threats import completing
from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class Claim:
    """The threats that decide, one cell or the three of a combination, and what is left to be solved."""

    threats: tuple[int, ...]
    ground: CoverProblem


def claims_of(position: Position) -> Iterator[Claim]:
    """The claims of the first player when the second is to move, single threats first."""
    rules = position.rules
    empty, odds = rules.board & ~position.filled, odd_rows(rules)
    waiting = empty & odds & ~position.drops
    for hole in cells_of(completing(position.other, rules) & waiting):
        column = column_around(hole, rules)
        stopped = column & empty & ~(hole - 1) | column & waiting
        yield Claim((hole,), CoverProblem(position, closed=column, solved=((stopped,),)))
    halves = [line & empty for line in rules.lines
              if not line & position.own and (line & empty).bit_count() == 2]  # fmt: skip
    for one, two in permutations(halves, 2):
        cross = one & two
        odd, even = one ^ cross, two ^ cross
        if cross.bit_count() == 1 and cross & waiting and odd & odds and even in (odd << 1, odd >> 1):
            closed = column_around(cross, rules) | column_around(odd, rules)
            for solved in _stopped(position, cross, odd, even):
                yield Claim((cross, odd, even), CoverProblem(position, closed=closed, solved=solved))


def closed_column_claims(position: Position) -> Iterator[Claim]:
    """The claims of the side that is not to move with threats in two or more columns, few columns first.

    The number of rows is even, and each threat lies in an odd row above an empty cell. The first player
    needs an odd number of columns (one is a claim of ``claims_of``), the second an even number. Nobody wants
    to open such a column: the other side would lose at once by playing right under the threat. All cells
    below these are free, and so are the other columns. They are even in number, as rows and discs show: a
    column with its threat in row r has r - 2 cells below, an odd number, filled ones included; the other
    columns have an even number of cells; and the discs on the board are odd in number if the first player is
    not to move, even if the second is not. So the side to move runs out of free cells first.

    Solved are the lines of the side to move with

        a cell from a threat upwards in a closed column: nothing is ever played there before the end,
        an odd cell of a closed column that is not a drop: the claiming side takes it as an answer,
        two of the cells under the threats: the first of them to be played ends the game.

    Rules have to solve the rest on the other columns.
    """
    rules = position.rules
    if rules.rows % 2:
        return
    empty, odds = rules.board & ~position.filled, odd_rows(rules)
    waiting = empty & odds & ~position.drops
    threats = completing(position.other, rules) & waiting
    by_column = [list(cells_of(threats & mask)) for mask in rules.column_masks if threats & mask]
    is_first = position.turn == 1  # the first player is the one that is not to move
    for count in range(3 if is_first else 2, len(by_column) + 1, 2):
        for columns in combinations(by_column, count):
            for cells in product(*columns):
                yield _closed_columns(position, cells, empty, waiting)


def _closed_columns(position: Position, threats: tuple[int, ...], empty: int, waiting: int) -> Claim:
    """The claim that closes the columns of some threats."""
    closed = stopped = 0
    for threat in threats:
        column = column_around(threat, position.rules)
        from_threat_upwards = column & empty & ~(threat - 1)
        closed |= column
        stopped |= from_threat_upwards | (column & waiting)
    two_under = [(one >> 1, two >> 1) for one, two in combinations(threats, 2)]
    return Claim(threats, CoverProblem(position, closed=closed, solved=((stopped,), *two_under)))


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


@dataclass(frozen=True, slots=True)
class FillCount:
    """The cells that can be filled before a side must make way for a four.

    ``free`` are the empty cells that are neither below a waiting threat of the winner nor above such a cell.
    ``last`` are the cells right below these threats: once all free cells are filled, the loser must take one
    of them, and the winner completes four on top of it.
    """

    free: int
    last: int

    @property
    def pairs(self) -> Pairs:
        """Each of the last cells with the threat right above it."""
        return tuple((below, below << 1) for below in cells_of(self.last))

    @property
    def cells(self) -> int:
        """How many cells are filled before the four, the one right below it included."""
        return self.free.bit_count() + 1

    @property
    def plies(self) -> int:
        """How many discs are dropped at most until the four is complete."""
        return self.cells + 1


def count_free_cells(position: Position, side: int, holes: int, taken: int) -> FillCount:
    """Count what can be filled before the other side must play below one of the threats of ``side``.

    ``holes`` are the threats that decide; ``taken`` are cells that ``side`` may play by its plan. In other
    columns a threat of the same side stops play, too, if the plan does not play right below it and the cells
    from there up to the top are even in number: neither side fills any of them, and whose turn it is when
    the others are filled stays the same.
    """
    rules = position.rules
    empty = rules.board & ~position.filled
    waiting = completing(position.discs_of(side), rules) & empty & ~position.drops
    free = empty
    last = 0
    for column in rules.column_masks:
        stop = column & holes
        if not stop:
            for hole in cells_of(waiting & column):
                if not hole >> 1 & taken and _leaves_turn(hole, column):
                    stop |= hole
        if stop:
            below = (stop & -stop) >> 1
            last |= below
            free &= ~(column & ~(below - 1))
    return FillCount(free, last)


def _leaves_turn(hole: int, column: int) -> bool:
    """Whether the cells from the one below ``hole`` to the top of its ``column`` are even in number."""
    from_below = column & ~((hole >> 1) - 1)
    return from_below.bit_count() % 2 == 0
