"""Boards as words: the Board tuple of masks, drops, columns, mirror images."""

from claimeven.kernels.jit import ONE, U64, ZERO, Board, kernel

# A Board holds every mask that a kernel needs, so that one compiled build serves every size:
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
def drops_on(board: Board, filled: U64) -> U64:
    """The cells that the next disc could take."""
    return (filled + board[0]) & board[1]


@kernel
def lowest_in_columns(board: Board, cells: U64) -> U64:
    """One bottom bit for each column that has any of ``cells``."""
    # All rows plus at least one carries into the empty bit on top of the column.
    return ((cells + board[1]) >> (board[4] - ONE)) & board[0]


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
    whole = (feet << (board[4] - ONE)) - feet
    return whole & ~(cells ^ (cells - feet))


@kernel
def mirror(board: Board, word: U64) -> U64:
    """``word`` with left and right exchanged; also for keys, which fill the bit on top."""
    column = (ONE << board[4]) - ONE
    mirrored = ZERO
    feet = board[0]
    while feet != ZERO:
        mirrored = (mirrored << board[4]) | (word & column)
        word >>= board[4]
        feet >>= board[4]
    return mirrored
