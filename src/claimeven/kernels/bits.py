"""Operations on boards as 64-bit words: drops, columns, mirror images; and the masks of a Board."""

from claimeven.kernels.jit import ONE, U64, ZERO, Board, Words, kernel
from claimeven.kernels.layout import ANSWER, BOTTOM, CELLS, LEAD, STRIDE

# The masks of a Board:
#     bottom   the cells of the bottom row
#     cells    all cells
#     lead     the rows that are an odd number of steps below the top row
#     answer   the top row and every second row below it
#     stride   bits from a cell to its neighbour on the right (rows + 1)
#
#     7 x 6:   answer   the second player gets these by always answering on top
#              lead     then the first player gets these (if the number of rows is even)
#              answer
#              lead
#              answer
#              lead     = the bottom row


@kernel
def board_of(work: Words) -> Board:
    """Return the masks of the board for which a workspace is set up."""
    return Board(work[BOTTOM], work[CELLS], work[LEAD], work[ANSWER], work[STRIDE])


@kernel
def drops_on(board: Board, filled: U64) -> U64:
    """Return the cells that the next disc could take."""
    return (filled + board.bottom) & board.cells


@kernel
def lowest_in_columns(board: Board, cells: U64) -> U64:
    """Return the bottom cell of each column that has any of ``cells``."""
    # A full column plus any of its cells carries into the empty bit on top of the column.
    return ((cells + board.cells) >> (board.stride - ONE)) & board.bottom


@kernel
def above_lowest(board: Board, cells: U64) -> U64:
    """Return the cells above the lowest of ``cells`` in each column.

    cells  feet   cells - feet   up to the lowest   above it
      .      .         .               .                #
      #      .         #               .                #
      .      .         .               .                #
      #      .         .               #                .
      .      .         #               #                .
      .      #         #               #                .
    """
    feet = lowest_in_columns(board, cells)
    whole = (feet << (board.stride - ONE)) - feet
    return whole & ~(cells ^ (cells - feet))


@kernel
def mirror(board: Board, word: U64) -> U64:
    """Return ``word`` with left and right exchanged; works for keys as well, which use the bit on top."""
    column = (ONE << board.stride) - ONE
    mirrored = ZERO
    feet = board.bottom
    while feet != ZERO:
        mirrored = (mirrored << board.stride) | (word & column)
        word >>= board.stride
        feet >>= board.stride
    return mirrored
