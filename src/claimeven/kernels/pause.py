"""Pausing a search when its budget is used up, and resuming it later at the same node.

layout.py says what the words mean. Every search begins a node with ``begin_node``; on the way back from a
pause it leaves each node with ``keep_place``, and finds its place there again when it is resumed.
"""

from claimeven.kernels.jit import I64, ONE, U64, ZERO, Words, kernel
from claimeven.kernels.layout import BUDGET, NODES, OFFSET, PAUSED, PAUSED_BEST, PAUSED_PLACE, ROW

NEW, RESUMED, STOPPED = 0, 1, 2
PLACE = U64(8)
WAITING = U64(0xFF)


@kernel
def begin_node(work: Words, left: I64) -> I64:
    """Count a node with ``left`` empty cells: NEW; or set PAUSED if the budget is used up: STOPPED.

    RESUMED is a node above the one where the search was paused: it was counted then, and its row knows its
    place.
    """
    paused = work[PAUSED]
    if paused != ZERO and paused != U64(left):
        return I64(RESUMED)
    if work[NODES] >= work[BUDGET]:
        work[PAUSED] = U64(left)
        return I64(STOPPED)
    work[PAUSED] = ZERO
    work[NODES] += ONE
    return I64(NEW)


@kernel
def keep_place(work: Words, left: I64, place: I64, waiting: I64, best: I64) -> None:
    """Keep which child in the order of row ``left`` is searched, how many there are, and the best value."""
    work[left * ROW + PAUSED_PLACE] = (U64(place) << PLACE) | U64(waiting)
    work[left * ROW + PAUSED_BEST] = U64(best + OFFSET)


@kernel
def kept_place(work: Words, left: I64) -> tuple[I64, I64, I64]:
    """What ``keep_place`` has kept: place, waiting and best."""
    kept = work[left * ROW + PAUSED_PLACE]
    best = I64(work[left * ROW + PAUSED_BEST]) - OFFSET
    return I64(kept >> PLACE), I64(kept & WAITING), best
