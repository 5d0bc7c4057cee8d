"""Boards as words: what the masks of a Board are; drops, columns, mirror images."""

from claimeven.kernels.jit import ONE, U64, ZERO, Board, Words, kernel
from claimeven.kernels.layout import ANSWER, BOTTOM, CELLS, LEAD, STRIDE

# The masks of a Board:
#     bottom   the cells of the bottom row
#     cells    all cells
#     lead     the rows that are an odd number of steps below the top row
#     answer   the top row and every second row below it
#     stride   bits from a cell to its neighbour on the right (rows + 1)
#
#     7 x 6:   answer   2nd player gets these by answering on top of every disc
#              lead     1st player gets these (on a board of an even number of rows)
#              answer
#              lead
#              answer
#              lead     = the bottom row


@kernel
def board_of(work: Words) -> Board:
    """The masks of the board that a workspace is laid out for."""
    return Board(work[BOTTOM], work[CELLS], work[LEAD], work[ANSWER], work[STRIDE])


@kernel
def drops_on(board: Board, filled: U64) -> U64:
    """The cells that the next disc could take."""
    return (filled + board.bottom) & board.cells


@kernel
def lowest_in_columns(board: Board, cells: U64) -> U64:
    """One bottom bit for each column that has any of ``cells``."""
    # All rows plus at least one carries into the empty bit on top of the column.
    return ((cells + board.cells) >> (board.stride - ONE)) & board.bottom


@kernel
def above_lowest(board: Board, cells: U64) -> U64:
    """The cells above the lowest of ``cells`` in each column.

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
    """``word`` with left and right exchanged; also for keys, which fill the bit on top."""
    column = (ONE << board.stride) - ONE
    mirrored = ZERO
    feet = board.bottom
    while feet != ZERO:
        mirrored = (mirrored << board.stride) | (word & column)
        word >>= board.stride
        feet >>= board.stride
    return mirrored
