"""Upper bounds of the score without search, from the strategy of answering on top.

Call the side to move M and the other side R, who answers. Read the rows from the top: ``answer`` rows
are the top row and every second row below it, ``lead`` rows the others (see bits.py). Call a column even or
odd by its number of empty cells. The next cell of an even column lies in a lead row, that of an odd column in
an answer row. If R always answers on top of M's disc, then in an even column M gets the lead rows and R the
answer rows.

Both functions return an upper bound for M's score, or ``NO_BOUND``. They hold on every board: the proofs do
not need an even number of rows, only the stated parity of the number of empty cells.

Answering on top is Victor Allis' rule claimeven (A Knowledge-based Approach of Connect-Four, 1988); taking
the next cell of the partner column is his baseinverse; and that an odd threat decides who runs out of moves
is his theory of zugzwang. What is new here is that they give bounds of the score, not only of the verdict.
"""

from claimeven.kernels.bits import above_lowest, drops_on, lowest_in_columns
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, kernel, popcount
from claimeven.kernels.lines import has_line

NO_BOUND = I64(127)


@kernel
def even_bound(board: Board, own: U64, filled: U64, other_threats: U64, wanted: I64) -> I64:
    """Return an upper bound for the side to move if the number of empty cells is even.

    R answers on top in even columns. The number of odd columns is even: R pairs them, and when M takes the
    next cell of one, R takes the next cell of its partner; after that both columns are even. So M ends up
    with no more than

        own discs | empty lead cells | next cells of odd columns (drops in answer rows)

    and R is sure to get every empty answer cell that is not a drop. If R has a threat on such a sure cell Y
    (a trap), the game ends, at the latest, with R's disc on Y: nothing is ever played above it. If M can no
    longer make a line, the score is at most 0. With a trap R wins, and the best M can do is to fill
    everything else first. Then the cells above every Y stay empty, and so do Y and the cell below it in all
    such columns but the last: R has (cells above) / 2 + (columns - 1) discs left after the winning one.

    ``wanted`` is the bound that would produce a cutoff: if it is below 0, lines that R is sure to complete
    later are counted as well.
    """
    drops = drops_on(board, filled)
    empty = board.cells ^ filled
    sure = empty & board.answer & ~drops
    reach = own | (empty & board.lead) | (drops & board.answer)
    traps = other_threats & sure
    if traps == ZERO:
        if has_line(reach, board.stride):
            return NO_BOUND
        return sure_line_bound(board, filled ^ own, sure) if wanted < 0 else I64(0)
    above = above_lowest(board, traps)
    if has_line(reach & ~above, board.stride):
        return NO_BOUND
    return -(popcount(above) // 2 + popcount(lowest_in_columns(board, traps)))


@kernel
def sure_line_bound(board: Board, other: U64, sure: U64) -> I64:
    """Return the bound from lines that R completes with ``sure`` cells, given that M cannot make a line.

    If the highest sure cell of a line is d rows below the top, the line is complete when d cells are empty,
    at the latest.
    """
    below = board.cells  # the cells at least ``height`` rows below the top
    height = 0
    best = I64(0)
    while below != ZERO:
        if not has_line(other | (sure & below), board.stride):
            break
        best = -I64(height // 2 + 1)
        height += 2
        below = (below >> ONE) & board.cells
        below = (below >> ONE) & board.cells
    return best


@kernel
def odd_bound(board: Board, own: U64, filled: U64, other_threats: U64, wanted: I64) -> I64:
    """Return an upper bound for the side to move if the number of empty cells is odd.

    It needs a threat X of R in a lead row of an odd column c. R answers on top in c and everywhere else, and
    pairs the other odd columns, whose number is even. In c, M gets answer rows and R lead rows, so M can
    never play below X without losing at once. Outside c everything is as in ``even_bound``: the traps there
    are R's threats on answer cells that are not drops. M ends up with no more than

        own discs | empty lead cells and odd-column drops outside c | empty answer cells of c below X

    minus the cells above traps. If that contains no line, M must play below X or a trap once everything else
    is full. The empty cells are then those above X, those above the traps, and two more in each of these
    columns but one.

    ``wanted`` is the bound that would produce a cutoff: if it is 0 or more, it is enough that M can no longer
    make any line at all.
    """
    drops = drops_on(board, filled)
    empty = board.cells ^ filled
    if wanted >= 0 and not has_line(own | empty, board.stride):
        return I64(0)
    odd_drops = drops & board.answer
    best = NO_BOUND
    targets = other_threats & empty & board.lead
    while odd_drops != ZERO:
        drop = odd_drops & (~odd_drops + ONE)
        odd_drops ^= drop
        rest = above_lowest(board, drop)  # the column c above its drop
        here = targets & rest
        if here == ZERO:
            continue
        above_target = above_lowest(board, here)
        column = rest | drop
        sure = empty & board.answer & ~drops & ~column
        traps = other_threats & sure
        above_traps = above_lowest(board, traps)
        reach = own | (empty & board.lead & ~column) | (drops & board.answer & ~column)
        reach = (reach & ~above_traps) | (column & board.answer & ~above_target)
        if not has_line(reach, board.stride):
            left = popcount(above_target) + popcount(above_traps)
            best = min(best, -((left - 1) // 2 + popcount(lowest_in_columns(board, traps)) + 1))
    return best
