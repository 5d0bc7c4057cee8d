"""Zugzwang: threats below which the other side must play in the end, and the cells filled before that.

Take a threat of the first player in an odd row of a board with an even number of rows. The second player will
have to play below it in the end: the cells to be filled before are odd in number, and the second player is to
move. A claim leaves the column of such a threat, or the two columns of a combination of threats, alone, and
says which lines of the second player that stops by itself (section 8 of Allis' thesis). Rules on the other
columns have to stop the rest. Several odd threats in different columns do the same for either side if
their number is right: ``closed_column_claims``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from claimeven.reasons.allis import CoverProblem, Solved
from claimeven.reasons.cells import Pairs, cells_of, column_around, odd_rows
from claimeven.reasons.threats import completing
from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class ZugzwangClaim:
    """The threats that decide, one cell or several, and the lines that rules still have to stop."""

    threats: tuple[int, ...]
    problem: CoverProblem


def odd_threat_claims(position: Position) -> Iterator[ZugzwangClaim]:
    """Yield the claims of the first player when the second is to move: single threats, then combinations."""
    yield from _single_threat_claims(position)
    yield from _combination_claims(position)


def _single_threat_claims(position: Position) -> Iterator[ZugzwangClaim]:
    """Yield the claims with a threat in an odd row that is not playable yet."""
    rules = position.rules
    empty = rules.board & ~position.filled
    waiting = waiting_odd_cells(position)
    for threat in cells_of(completing(position.other, rules) & waiting):
        column = column_around(threat, rules)
        from_threat_upwards = column & empty & ~(threat - 1)
        stopped = from_threat_upwards | (column & waiting)
        yield ZugzwangClaim((threat,), CoverProblem(position, closed=column, solved=((stopped,),)))


def _combination_claims(position: Position) -> Iterator[ZugzwangClaim]:
    """Yield the claims with two lines that lack two cells each and share one of them, the crossing.

    The crossing and one of the other two cells are in odd rows; the third is right above or right below:

        .  even           .  odd
        x  odd      or    x  even      x: the crossing, in any odd row
    """
    rules = position.rules
    empty = rules.board & ~position.filled
    waiting = waiting_odd_cells(position)
    odd_cells = odd_rows(rules)
    missing_two = []
    for line in rules.lines:
        missing = line & empty
        if not line & position.own and missing.bit_count() == 2:
            missing_two.append(missing)
    for one, two in permutations(missing_two, 2):
        crossing = one & two
        if crossing.bit_count() != 1 or not crossing & waiting:
            continue
        odd = one ^ crossing
        even = two ^ crossing
        if odd & odd_cells and even in (odd << 1, odd >> 1):
            closed = column_around(crossing, rules) | column_around(odd, rules)
            for solved in _stopped_by_combination(position, crossing, odd, even):
                problem = CoverProblem(position, closed=closed, solved=solved)
                yield ZugzwangClaim((crossing, odd, even), problem)


def _stopped_by_combination(position: Position, crossing: int, odd: int, even: int) -> Iterator[Solved]:
    """Yield what a combination of threats stops, for each of the ways in which the winner may play it.

    A line is stopped if it has a cell of each mask of one of the tuples, as CoverProblem wants it.
    """
    rules = position.rules
    drops = position.drops
    empty = rules.board & ~position.filled
    crossing_column = column_around(crossing, rules)
    odd_column = column_around(odd, rules)
    above_crossing = crossing_column & empty & ~(crossing | (crossing - 1))
    above_odd = odd_column & empty & ~(odd | (odd - 1))
    right_above_crossing = crossing << 1
    odd_cells_of_crossing_column = crossing_column & odd_rows(rules) & empty & ~drops

    always: list[tuple[int, ...]] = [(odd_cells_of_crossing_column,), (above_crossing, above_odd)]
    if even == odd << 1:
        always.append((right_above_crossing, odd))
        if odd & drops:
            always.append((above_crossing & ~right_above_crossing,))
    elif even & drops:
        yield tuple(always)
        return
    odd_column_drop = odd_column & drops
    yield (*always, *_stacked_pairs(odd_column_drop, odd))
    crossing_column_drop = crossing_column & drops
    if crossing_column_drop & odd_rows(rules) and not odd & drops:
        either_drop = (crossing_column_drop, odd_column_drop)
        yield (*always, either_drop, *_stacked_pairs(odd_column_drop << 1, odd << 1))


def _stacked_pairs(lowest: int, highest: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of cells, one on top of the other, from ``lowest`` up to ``highest``."""
    while lowest << 1 <= highest:
        yield lowest, lowest << 1
        lowest <<= 2


def closed_column_claims(position: Position) -> Iterator[ZugzwangClaim]:
    """Yield the claims of the side not to move with threats in two or more columns, few columns first.

    The number of rows is even, and each threat is in an odd row above an empty cell. The first player needs
    an odd number of columns (one is a claim of ``odd_threat_claims``), the second an even number. Neither
    side wants to play right below such a threat: the side to move would lose at once, and the other side
    would give its threat away. The cells further down are free, and so are the other columns. The free cells
    are even in number, as rows and discs show: a column with its threat in row r has r - 2 cells further
    down, an odd number, filled ones included; the other columns have an even number of cells; and the number
    of discs on the board is odd if the first player is not to move, even if the second is not. So the side to
    move runs out of free cells first.

    Stopped are the lines of the side to move with

        a cell from a threat upwards in a closed column: nothing is ever played there before the end,
        an odd cell of a closed column that is not playable: the claiming side takes it as an answer,
        two of the cells below the threats: the first of them to be played ends the game.

    Rules on the other columns have to stop the rest.
    """
    rules = position.rules
    if rules.rows % 2:
        return
    threats = completing(position.other, rules) & waiting_odd_cells(position)
    by_column = [list(cells_of(threats & column)) for column in rules.column_masks if threats & column]
    claims_for_first = position.turn == 1
    fewest = 3 if claims_for_first else 2
    for count in range(fewest, len(by_column) + 1, 2):
        for columns in combinations(by_column, count):
            for cells in product(*columns):
                yield _closed_column_claim(position, cells)


def _closed_column_claim(position: Position, threats: tuple[int, ...]) -> ZugzwangClaim:
    """Make the claim that closes the columns of some threats."""
    rules = position.rules
    empty = rules.board & ~position.filled
    waiting = waiting_odd_cells(position)
    closed = 0
    stopped = 0
    for threat in threats:
        column = column_around(threat, rules)
        from_threat_upwards = column & empty & ~(threat - 1)
        closed |= column
        stopped |= from_threat_upwards | (column & waiting)
    two_below = [(one >> 1, two >> 1) for one, two in combinations(threats, 2)]
    return ZugzwangClaim(threats, CoverProblem(position, closed=closed, solved=((stopped,), *two_below)))


def waiting_odd_cells(position: Position) -> int:
    """Return the empty cells in odd rows that are not playable yet."""
    return odd_rows(position.rules) & ~position.filled & ~position.drops


@dataclass(frozen=True, slots=True)
class FillCount:
    """The cells that can be filled before a side must play below a threat.

    ``free`` are the empty cells that are neither right below a waiting threat of the winner nor above such a
    cell. ``last`` are the cells right below these threats: once all free cells are filled, the loser must
    take one of them, and the winner completes four on top of it.
    """

    free: int
    last: int

    @property
    def pairs(self) -> Pairs:
        """Each of the last cells with the threat right above it."""
        return tuple((below, below << 1) for below in cells_of(self.last))

    @property
    def cells(self) -> int:
        """The number of cells filled before the four, including the one right below it."""
        return self.free.bit_count() + 1

    @property
    def plies(self) -> int:
        """The largest number of discs dropped until the four is complete."""
        return self.cells + 1


def count_free_cells(position: Position, side: int, holes: int, taken: int) -> FillCount:
    """Count what can be filled before the other side must play below one of the threats of ``side``.

    ``holes`` are the threats that decide; ``taken`` are cells that ``side`` may play by its plan. A threat of
    the same side in another column also stops play if the plan does not play right below it and the number of
    cells from there to the top is even: neither side fills any of them, and whose turn it is when the others
    are filled stays the same.
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
                is_avoided = not (hole >> 1) & taken
                if is_avoided and _leaves_turn(hole, column):
                    stop |= hole
        if stop:
            lowest_stop = stop & -stop
            below = lowest_stop >> 1
            last |= below
            free &= ~(column & ~(below - 1))
    return FillCount(free, last)


def _leaves_turn(hole: int, column: int) -> bool:
    """Return whether the number of cells from right below ``hole`` to the top of its ``column`` is even."""
    from_below = column & ~((hole >> 1) - 1)
    return from_below.bit_count() % 2 == 0
