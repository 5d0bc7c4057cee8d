"""Sort a node's children into the order of search, in the workspace."""

from claimeven.kernels.jit import I64, U64, Words, kernel
from claimeven.kernels.layout import CHILD_RANK, CHILD_WORDS, CHILDREN, KEY_HASH, ROW
from claimeven.kernels.table import UNKNOWN, known_bound

NUMBER = U64(0xFF)
RANK = U64(8)


@kernel
def insert(work: Words, order: I64, count: I64, rank: U64, number: U64) -> None:
    """Insert a child into the list of ``count`` children at ``order``, after those of the same rank."""
    place = order + count
    while place > order and (work[place - 1] >> RANK) < rank:
        work[place] = work[place - 1]
        place -= 1
    work[place] = (rank << RANK) | number


@kernel
def sort_children(table: Words, work: Words, left: I64, end: I64, alpha: I64, worst: I64) -> tuple[I64, I64]:
    """Sort the children that the table does not decide: by rank, then from the centre outwards.

    The children are in row ``left`` of the workspace, up to ``end``. Return the best value that the table has
    for the other children, or ``worst``, and the number of sorted ones. A value above ``alpha`` decides the
    node, and sorting stops.
    """
    best = worst
    waiting = I64(0)
    order = left * ROW
    first = order + CHILDREN
    for child in range(first, end, CHILD_WORDS):
        bound = known_bound(table, work[child + KEY_HASH], left, -alpha - 1)
        if bound == UNKNOWN:
            insert(work, order, waiting, work[child + CHILD_RANK], U64(child - first))
            waiting += 1
        else:
            best = max(best, -bound)
            if best > alpha:
                break
    return best, waiting
