"""Bounds that follow from answering on top: what the side to move can reach at the very best.

Call the side to move M and the other side R, who answers. Read the rows from the top: ``answer`` rows
are the top row and every second one below it, ``lead`` rows the others (see bits.py). In a column with an
even number of empty cells the next cell lies in a lead row, in an odd column in an answer row. If R always
answers on top of M's disc, then in an even column M gets the lead rows and R the answer rows.

Both bounds return an upper bound for M's score, or ``NO_BOUND``. They hold on every board: nothing in
the proofs needs an even number of rows, only the parity of the empty cells that each of them names.

Answering on top is Victor Allis' rule claimeven (A Knowledge-based Approach of Connect-Four, 1988); taking
the next cell of the partner column is his baseinverse, and that an odd threat decides who runs out of moves
is his account of zugzwang. New here is that both become bounds of the score, not only of the verdict.
"""

from claimeven.kernels.bits import above_lowest, drops_on, lowest_in_columns
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, kernel, popcount
from claimeven.kernels.lines import has_line

NO_BOUND = I64(127)


@kernel
def even_bound(board: Board, own: U64, filled: U64, other_threats: U64, wanted: I64) -> I64:
    """An upper bound for the side to move when an even number of cells is empty.

    R answers on top in even columns. The odd columns are even in number: R pairs them, and when M takes
    the next cell of one, R takes the next cell of its partner; both are even columns from then on. So M ends
    with no more than

        own discs | empty lead cells | next cells of odd columns (drops in answer rows)

    and R surely gets every empty answer cell that is not a drop. Where R has a threat on such a sure cell Y,
    the game ends, at the latest, with R's disc on Y: nothing is ever played above it. If no line is left
    for M, the score is at most 0; with a sure threat R wins, and the longest M can hold out is to fill
    everything else first. Then the cells above every Y stay empty, and so do Y and the cell below it in all
    such columns but the last: R has (cells above) / 2 + (columns - 1) discs left after the winning one.

    ``wanted`` is the bound that would help: below 0, lines that R surely completes later count as well.
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
    """The bound from lines that R completes with ``sure`` cells, given that M can make no line.

    A line whose highest sure cell is d rows below the top is complete when, at the latest, d cells are empty.
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
    """An upper bound for the side to move when an odd number of cells is empty.

    It needs a threat X of R in a lead row of an odd column c. R answers on top in c and everywhere else, and
    pairs the other odd columns, which are even in number. In c, M gets answer rows and R lead rows, so M can
    never play below X without losing at once. Outside c all is as in ``even_bound``: the traps there are R's
    threats on answer cells that are not drops. M ends with no more than

        own discs | empty lead cells and odd-column drops outside c | empty answer cells of c below X

    less the cells above traps. If that holds no line, M must step below X or a trap once all else is full.
    Then empty are: all above X, all above the traps, and two more cells in each of those columns but one.

    ``wanted`` is the bound that would help: from 0 on, it is enough that M has no line left at all.
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
