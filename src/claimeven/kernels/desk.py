"""The desk: the one array of words that a searching thread works in, so that nothing is ever allocated.

Row n holds what a node whose children have n cells left knows of them; row 0 is for the whole search:

    row 0     0 .. 15         column masks, centre first, then zeros
              NODES           nodes searched so far
              BUDGET          nodes that may be searched; setting it to 0 stops the search
              LOWER, UPPER    the bounds of the value found so far, each plus OFFSET
              FLOOR, CEILING  it is enough to know that the value is at most, at least this, each plus OFFSET
              SHARED          where more cells are left, threads divide the search (share.py)
              LEAVE           the row of the node that another thread has decided, or 0
              MIRROR          fill.py: mirror images share an entry while more cells than this are left
              FLOATING        fill.py: not 0 when some disc floats
              VALUE, COLUMN   lookahead.py: what it found
    row n     0 .. 13         the children in the order of search: rank << 8 | number
              PATH_KEY        the mixed key of the node while it is on the path of a shared search, else 0
              PATH_BOUND      its alpha, then what another thread has found, each plus OFFSET
              CHILDREN ..     four words a child, as each search says
"""

from claimeven.kernels.jit import I64, U64, Words, kernel

ROWS, ROW = 64, 64
NODES, BUDGET, LOWER, UPPER, FLOOR, CEILING, SHARED, LEAVE, MIRROR, FLOATING, VALUE, COLUMN = range(16, 28)
PATH_KEY, PATH_BOUND, CHILDREN = 14, 15, 16
NUMBER = U64(0xFF)
RANK = U64(8)


@kernel
def insert(desk: Words, order: I64, count: I64, rank: U64, number: U64) -> None:
    """Put a child into the sorted list of ``count`` at ``order``, behind those of the same rank."""
    place = order + count
    while place > order and (desk[place - 1] >> RANK) < rank:
        desk[place] = desk[place - 1]
        place -= 1
    desk[place] = (rank << RANK) | number
