"""Bounds of margins in Max-Connect4, and cells that change nothing: what is known without search.

As in bounds.py, ``answer`` cells are the top row and every second one below it, ``lead`` cells the others;
where discs float, only empty cells are counted. A lead cell and the answer cell above it, both empty, are a
pair. With an even number of cells left, the side to move leads: if the other side always answers on top, the
other side gets the answer cell of every pair. With an odd number left, the other side leads.
"""

from claimeven.kernels.jit import I64, ONE, TWO, U64, ZERO, Board, kernel, popcount
from claimeven.kernels.lines import THREE, completions, count_lines


@kernel
def next_cells(board: Board, filled: U64) -> U64:
    """The lowest empty cell of each column, which for a full one is the bit on top; discs may float."""
    return (filled + board.bottom) & ~filled


@kernel
def lead_of(reach: U64, sure: U64, stride: U64) -> I64:
    """The lines of ``reach`` less those of ``sure``."""
    return count_lines(reach, stride) - count_lines(sure, stride)


@kernel
def answer_bound(board: Board, own: U64, filled: U64) -> I64:
    """An upper bound of the margin when an even number of cells is empty; exact if all are in one column.

    The other side answers on top in columns with an even number of empty cells. The odd columns are even in
    number: it pairs them, and when the side to move takes the next cell of one, it takes that of the partner.
    So the side to move gets the lead cells, the other side the answer cells, except that the next cells of
    odd columns, which are answer cells, are shared: of each two the side to move chooses one. The other side
    chooses which two. With more than four odd columns, the side to move gets all of those cells.
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
    # The pairs a-b and c-d leave the side to move every choice but a and b, or c and d; and so on.
    return min(max(ac_bd, ad_bc), max(ab_cd, ad_bc), max(ab_cd, ac_bd))


@kernel
def split_bound(board: Board, own: U64, filled: U64) -> I64:
    """The most lines for the side to move, less those that the other side completes; an odd number is empty.

    The other side, which leads, can have one cell of every pair. When the side to move is on turn, single
    cells (the next cells of odd columns) are odd in number, and the other side has the lead cell below each,
    if that was empty at all. It answers on top of a lead cell. When a single cell was taken it takes another;
    if none is left, it opens a pair by its lead cell.

    So count the lines the side to move can still make, none that needs both cells of a pair. Each claims one
    cell it lacks, so that no line fails twice. Of each pair the other side gets a cell: that costs the line
    claiming it, and one more if the cell completes a line of the other side. The cheaper cell is what a pair
    costs at least.
    """
    stride = board.stride
    empty = board.cells & ~filled
    room = own | empty
    feet = empty & board.lead & (empty >> ONE)
    pairs = room & (room >> ONE)
    lines = pairs & (pairs >> TWO) & ~(feet | (feet >> ONE) | (feet >> TWO))
    count = popcount(lines)
    claimed = (lines << THREE) & empty  # of what a vertical line lacks, its top
    for step in (stride - ONE, stride, stride + ONE):  # \ - /
        pairs = room & (room >> step)
        lines = pairs & (pairs >> (step + step))
        count += popcount(lines)
        for _ in range(4):  # of what another line lacks, the leftmost
            claimed |= lines & empty
            lines = (lines & ~empty) << step
    threats = completions(filled ^ own, stride) & empty
    once, twice = claimed | threats, claimed & threats
    return count - popcount(feet & once & (once >> ONE)) - popcount(feet & twice & (twice >> ONE))


@kernel
def idle_cells(board: Board, filled: U64, dead: U64) -> U64:
    """Pairs of empty cells that change nothing; ``dead`` are those in no line that anybody can still make.

    No disc may float but those that filled idle cells. A pair is a dead lead cell and the dead answer cell on
    it, with only pairs above; or two dead cells, each the only one left in its column below such pairs.
    Nothing alive lies above a pair, and its second cell can be taken at once. Whoever plays best without them
    can do so with them: if the other side takes one of a pair, take the other.

        d  d  a     d: dead, a: alive, #: filled. Pairs are the upper two and then the lower two
        d  a  #     cells of the first column; the d of the second column and the last cell of
        d  a  #     the third are none.
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
