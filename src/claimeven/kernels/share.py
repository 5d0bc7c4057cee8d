"""How threads divide one search: notices of what each is at, and leaving what another has decided.

All threads run the same search of the same position on one table, and differ only in what is done here:

1. The first child of a node is searched by every thread that comes by: mostly it decides the node.
2. Then a thread pins a notice up before it searches a child, and takes it down afterwards. It prefers
   children without a notice, so that the threads spread over the brothers; those with one come last, and
   by then their thread has finished or is glad of help.
3. After every child a thread looks whether another one has decided a node on its own path, by the entry of
   that node in the table. If so it leaves everything below.

A notice is a mixed key; it stands behind the entries of the table, at a place that the key chooses. One that
is lost or stale costs time, never truth: what a thread finds is a bound, wherever it looked first.

This is ABDADA (Jean-Christophe Weill, 1996) with notices beside the table instead of counters in its
entries, and with point 3 added.

A node on the path keeps its key, its alpha, and then what was decided, in its row of the desk.
"""

from claimeven.kernels.jit import I64, U64, ZERO, Board, Words, kernel, popcount
from claimeven.kernels.layout import CHILDREN, LEAVE, MIXED_KEY, NOTICES, OFFSET, PATH_BOUND, PATH_KEY, ROW
from claimeven.kernels.order import NUMBER
from claimeven.kernels.table import UNKNOWN, known_bound

NOTICE_SHIFT = U64(52)  # the highest bits of a mixed key choose one of the NOTICES


@kernel
def notice_index(table: Words, mixed: U64) -> U64:
    """Where the notice of a mixed key is pinned up."""
    return U64(table.size - NOTICES) + (mixed >> NOTICE_SHIFT)


@kernel
def enter(desk: Words, left: I64, mixed: U64, alpha: I64) -> None:
    """Put a node, whose children have ``left`` cells left, on the path."""
    desk[left * ROW + PATH_KEY] = mixed
    desk[left * ROW + PATH_BOUND] = U64(alpha + OFFSET)


@kernel
def take_child(table: Words, desk: Words, left: I64, place: I64, end: I64) -> None:
    """Bring the first child without a notice to ``place`` of the order, which goes to ``end``; pin one up."""
    first = left * ROW + CHILDREN + MIXED_KEY
    chosen = place
    if place > left * ROW:
        for later in range(place, end):
            mixed = desk[first + I64(desk[later] & NUMBER)]
            if table[notice_index(table, mixed)] != mixed:
                chosen = later
                break
    child = desk[chosen]
    while chosen > place:
        desk[chosen] = desk[chosen - 1]
        chosen -= 1
    desk[place] = child
    mixed = desk[first + I64(child & NUMBER)]
    table[notice_index(table, mixed)] = mixed


@kernel
def must_leave(board: Board, table: Words, desk: Words, left: I64, child_mixed: U64) -> bool:
    """Take the notice of a child down; True when the node need not be searched any further.

    Its PATH_BOUND is then what to return. That is the value of the node if the node itself was decided, and
    of no meaning if one above it was: its callers will leave as well.
    """
    table[notice_index(table, child_mixed)] = ZERO
    if desk[LEAVE] == ZERO:
        desk[LEAVE] = decided_row(board, table, desk, left)
    if desk[LEAVE] == ZERO:
        return False
    desk[left * ROW + PATH_KEY] = ZERO
    if I64(desk[LEAVE]) == left:
        desk[LEAVE] = ZERO
    return True


@kernel
def decided_row(board: Board, table: Words, desk: Words, left: I64) -> U64:
    """The highest row, from ``left`` up, whose node the table decides, its bound noted; 0 if none."""
    found = ZERO
    for row in range(left, popcount(board.cells)):
        mixed = desk[row * ROW + PATH_KEY]
        bound = known_bound(table, mixed, row + 1, I64(desk[row * ROW + PATH_BOUND]) - OFFSET)
        if mixed != ZERO and bound != UNKNOWN:
            desk[row * ROW + PATH_BOUND] = U64(bound + OFFSET)
            found = U64(row)
    return found
