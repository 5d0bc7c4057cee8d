"""Bounds of the margin in Max-Connect4 without search, and cells that cannot change it.

As in bounds.py, ``answer`` cells are the top row and every second row below it, ``lead`` cells the others;
where discs float, only empty cells are counted. A lead cell and the answer cell above it, both empty, are a
pair. If the number of empty cells is even, the side to move leads: when the other side always answers on top,
it gets the answer cell of every pair. If the number is odd, the other side leads.
"""

from claimeven.kernels.jit import I64, ONE, TWO, U64, ZERO, Board, kernel, popcount
from claimeven.kernels.lines import THREE, completions, count_lines


@kernel
def next_cells(board: Board, filled: U64) -> U64:
    """Return the lowest empty cell of each column, or the bit on top of a full one; discs may float."""
    return (filled + board.bottom) & ~filled


@kernel
def lead_of(reach: U64, sure: U64, stride: U64) -> I64:
    """Return the number of lines in ``reach`` minus the number in ``sure``."""
    return count_lines(reach, stride) - count_lines(sure, stride)


@kernel
def answer_bound(board: Board, own: U64, filled: U64) -> I64:
    """Return an upper bound of the margin if the number of empty cells is even; exact for a single column.

    The other side answers on top in columns with an even number of empty cells. The number of odd columns is
    even: it pairs them, and when the side to move takes the next cell of one, it takes that of the partner.
    So the side to move gets the lead cells and the other side the answer cells, except that they share the
    next cells of odd columns, which are answer cells: of each two the side to move chooses one. The other
    side chooses the pairing. With more than four odd columns, the bound gives the side to move all of those
    cells.
    """
    stride = board.stride
    empty = board.cells & ~filled
    drops = next_cells(board, filled) & board.cells
    odd = drops & board.answer
    reach = own | (empty & board.lead)
    sure = (filled ^ own) | (empty & board.answer & ~drops)
    if odd == ZERO:
        return lead_of(reach, sure, stride)
    a = odd & (~odd + ONE)
    others = odd ^ a
    b = others & (~others + ONE)
    if b == others:
        return max(lead_of(reach | a, sure | b, stride), lead_of(reach | b, sure | a, stride))
    others ^= b
    c = others & (~others + ONE)
    d = others ^ c
    if d & (d - ONE) != ZERO:
        return lead_of(reach | odd, sure, stride)
    ab_cd = max(lead_of(reach | a | b, sure | c | d, stride), lead_of(reach | c | d, sure | a | b, stride))
    ac_bd = max(lead_of(reach | a | c, sure | b | d, stride), lead_of(reach | b | d, sure | a | c, stride))
    ad_bc = max(lead_of(reach | a | d, sure | b | c, stride), lead_of(reach | b | c, sure | a | d, stride))
    # With the pairs a-b and c-d, the side to move can get any two of the cells except a and b, or c and d.
    return min(max(ac_bd, ad_bc), max(ab_cd, ad_bc), max(ab_cd, ac_bd))


@kernel
def split_bound(board: Board, own: U64, filled: U64) -> I64:
    """Return a bound of own lines minus lines that the other side adds, if an odd number of cells is empty.

    The other side leads and can get one cell of every pair: whenever it is the turn of the side to move, the
    number of single cells (the next cells of odd columns) is odd, and the other side already has the lead
    cell below each of them, if that cell was empty at the start. It answers on top of a lead cell. When a
    single cell is taken it takes another; if none is left, it opens a pair by taking its lead cell.

    So count the lines that the side to move can still make without both cells of a pair. Let each line claim
    one of its empty cells, so that no line is lost twice. Of each pair the other side gets a cell: this costs
    the line that claims the cell, and one more if the cell completes a line of the other side. Each pair
    costs at least as much as its cheaper cell.
    """
    stride = board.stride
    empty = board.cells & ~filled
    room = own | empty
    feet = empty & board.lead & (empty >> ONE)
    pairs = room & (room >> ONE)
    lines = pairs & (pairs >> TWO) & ~(feet | (feet >> ONE) | (feet >> TWO))
    count = popcount(lines)
    claimed = (lines << THREE) & empty  # a vertical line claims its top cell
    for step in (stride - ONE, stride, stride + ONE):  # \ - /
        pairs = room & (room >> step)
        lines = pairs & (pairs >> (step + step))
        count += popcount(lines)
        for _ in range(4):  # other lines claim their leftmost empty cell
            claimed |= lines & empty
            lines = (lines & ~empty) << step
    threats = completions(filled ^ own, stride) & empty
    once = claimed | threats
    twice = claimed & threats
    return count - popcount(feet & once & (once >> ONE)) - popcount(feet & twice & (twice >> ONE))


@kernel
def idle_cells(board: Board, filled: U64, dead: U64) -> U64:
    """Return pairs of empty cells that cannot change the margin.

    ``dead`` are the empty cells of no line that either side can still make. No disc may float except those
    that filled idle cells. A pair is a dead lead cell and the dead answer cell on it, with nothing but pairs
    above; or two dead cells, each the only one left in its column below such pairs. No live cell lies above a
    pair, and its second cell can be taken at once. So best play without the pairs is best play with them: if
    the other side takes one cell of a pair, take the other.

        d  d  a     d: dead, a: alive, #: filled. The upper two and then the lower two cells of
        d  a  #     the first column are pairs; the d of the second column and the last cell of
        d  a  #     the third are not.
        d  #  #
    """
    pairs = dead & board.answer & ((dead & board.lead) << ONE)
    top = pairs & ~((board.cells & ~filled) >> ONE)
    idle = ZERO
    while top != ZERO:
        idle |= top | (top >> ONE)
        top = (top >> TWO) & pairs
    filled |= idle
    lone = next_cells(board, filled) & dead & ~((board.cells & ~filled) >> ONE)
    while lone & (lone - ONE) != ZERO:
        rest = lone & (lone - ONE)
        rest &= rest - ONE
        idle |= lone ^ rest
        lone = rest
    return idle
