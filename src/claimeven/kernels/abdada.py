"""Divide one search between threads (ABDADA).

All threads run the same search of the same position on one table, and differ only in what this module does:

1. Every thread that reaches a node searches its first child: that child usually decides the node.
2. A thread sets a busy mark before it searches a child, and clears it afterwards. It prefers later children
   without a busy mark, so that the threads spread over the siblings; children with a mark come last, and by
   then the other thread has finished or can use help.
3. After every child a thread checks in the table whether another thread has decided a node on its own path.
   If so, it abandons everything below that node.

A busy mark is a key hash, stored after the entries of the table at an index that the hash determines. A lost
or stale mark wastes time but cannot make a score wrong: a thread's results are valid bounds in whatever order
it searches.

This is ABDADA (Jean-Christophe Weill, 1996) with busy marks after the table instead of counters in its
entries, and with point 3 added. A node on the path keeps its key hash and its alpha in its row of the
workspace; when it is decided, the bound replaces alpha.
"""

from claimeven.kernels.jit import I64, U64, ZERO, Board, Words, kernel, popcount
from claimeven.kernels.layout import BUSY_MARKS, CHILDREN, KEY_HASH, LEAVE, OFFSET, PATH_BOUND, PATH_KEY, ROW
from claimeven.kernels.order import NUMBER
from claimeven.kernels.table import UNKNOWN, known_bound

BUSY_MARK_SHIFT = U64(52)  # the highest bits of a key hash choose one of the BUSY_MARKS


@kernel
def busy_mark_index(table: Words, key_hash: U64) -> U64:
    """Return the index at which the busy mark of a key hash is stored."""
    return U64(table.size - BUSY_MARKS) + (key_hash >> BUSY_MARK_SHIFT)


@kernel
def enter(work: Words, left: I64, key_hash: U64, alpha: I64) -> None:
    """Add a node, whose children have ``left`` cells left, to the path."""
    work[left * ROW + PATH_KEY] = key_hash
    work[left * ROW + PATH_BOUND] = U64(alpha + OFFSET)


@kernel
def take_child(table: Words, work: Words, left: I64, place: I64, end: I64) -> None:
    """Move the first child without a busy mark, from ``place`` to ``end``, to ``place``; set its mark."""
    first = left * ROW + CHILDREN + KEY_HASH
    chosen = place
    if place > left * ROW:
        for later in range(place, end):
            key_hash = work[first + I64(work[later] & NUMBER)]
            if table[busy_mark_index(table, key_hash)] != key_hash:
                chosen = later
                break
    child = work[chosen]
    while chosen > place:
        work[chosen] = work[chosen - 1]
        chosen -= 1
    work[place] = child
    key_hash = work[first + I64(child & NUMBER)]
    table[busy_mark_index(table, key_hash)] = key_hash


@kernel
def must_leave(board: Board, table: Words, work: Words, left: I64, child_hash: U64) -> bool:
    """Clear the busy mark of a child; return True if the node need not be searched any further.

    In that case, return the node's PATH_BOUND from the search. It is a bound of the node if the node itself
    was decided, and meaningless if a node above it was, because the callers will leave as well.
    """
    table[busy_mark_index(table, child_hash)] = ZERO
    if work[LEAVE] == ZERO:
        work[LEAVE] = decided_row(board, table, work, left)
    if work[LEAVE] == ZERO:
        return False
    work[left * ROW + PATH_KEY] = ZERO
    if I64(work[LEAVE]) == left:
        work[LEAVE] = ZERO
    return True


@kernel
def decided_row(board: Board, table: Words, work: Words, left: I64) -> U64:
    """Return the highest row from ``left`` up whose node the table decides, or 0; set its PATH_BOUND."""
    found = ZERO
    for row in range(left, popcount(board.cells)):
        key_hash = work[row * ROW + PATH_KEY]
        bound = known_bound(table, key_hash, row + 1, I64(work[row * ROW + PATH_BOUND]) - OFFSET)
        if key_hash != ZERO and bound != UNKNOWN:
            work[row * ROW + PATH_BOUND] = U64(bound + OFFSET)
            found = U64(row)
    return found
