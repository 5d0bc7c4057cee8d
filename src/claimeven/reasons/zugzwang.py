"""Zugzwang counted: how many cells can be filled before a side must play below a threat."""

from __future__ import annotations

from dataclasses import dataclass

from claimeven.reasons.cells import cells_of
from claimeven.reasons.forced import completing
from claimeven.rules.position import Position

Pairs = tuple[tuple[int, int], ...]


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
