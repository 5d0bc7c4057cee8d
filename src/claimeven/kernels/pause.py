"""Pause a search when its budget is used up, and resume it later at the same node.

layout.py explains the words. Every search starts a node with ``begin_node``. When it pauses, it leaves each
node on the path with ``keep_place``; when it is resumed, ``kept_place`` returns that place.
"""

from claimeven.kernels.jit import I64, ONE, U64, ZERO, Words, kernel
from claimeven.kernels.layout import BUDGET, NODES, OFFSET, PAUSED, PAUSED_BEST, PAUSED_PLACE, ROW

NEW, RESUMED, STOPPED = 0, 1, 2
PLACE = U64(8)
WAITING = U64(0xFF)


@kernel
def begin_node(work: Words, left: I64) -> I64:
    """Count a node with ``left`` empty cells and return NEW, or pause and return STOPPED.

    Return RESUMED for a node above the one at which the search was paused: it has been counted before, and
    its row has its place.
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
    """Record the place of the current child in the order of row ``left``, its length, and the best value."""
    work[left * ROW + PAUSED_PLACE] = (U64(place) << PLACE) | U64(waiting)
    work[left * ROW + PAUSED_BEST] = U64(best + OFFSET)


@kernel
def kept_place(work: Words, left: I64) -> tuple[I64, I64, I64]:
    """Return what ``keep_place`` recorded: place, waiting and best."""
    kept = work[left * ROW + PAUSED_PLACE]
    best = I64(work[left * ROW + PAUSED_BEST]) - OFFSET
    return I64(kept >> PLACE), I64(kept & WAITING), best
