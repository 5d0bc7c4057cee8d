"""Depth-limited search of Max-Connect4: every line of play ends at the same depth, with an estimate.

It is only called for depths that do not reach the full board (max_search.py solves those exactly), so that
estimates and final margins never mix. Values are from the point of view of the side to move, UNIT for a line.

The value of a position at a given depth is that of plain minimax, whatever the table holds: bounds of an
entry are used only at the depth they were found at. An entry takes two words, the key hash and

    bit  47       40 39       32 31              16 15               0
        +-----------+-----------+------------------+-----------------+
        |   depth   | best move | lower + MIDDLE   | upper + MIDDLE  |
        +-----------+-----------+------------------+-----------------+

and its move is tried first at any depth. The workspace is laid out as in max_search.py; row n holds the
children of the node that looks n plies ahead, two words for each: its move, and the lines that it completes.
After them, while the search is paused, the node keeps what it needs to resume:

    KEPT + 0   the place in the order of the child being searched
    KEPT + 1   the number of children
    KEPT + 2   the best value so far, plus MIDDLE
    KEPT + 3   the column of that value
    KEPT + 4   the lower bound from the table, plus MIDDLE; the next word is the upper bound
    KEPT + 6   1 while the child is searched with the full window
"""

from claimeven.kernels.bits import board_of, mirror
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, Words, kernel, popcount, words_at
from claimeven.kernels.layout import (
    AHEAD,
    BUDGET,
    BUSY_MARKS,
    CHILDREN,
    COLUMN,
    FLOATING,
    MIDDLE,
    NODES,
    PAUSED,
    POTENTIAL,
    ROW,
    TABLE,
    UNIT,
    VALUE,
    WORDS,
)
from claimeven.kernels.lines import completions, count_lines
from claimeven.kernels.max_bounds import next_cells
from claimeven.kernels.order import NUMBER, insert
from claimeven.kernels.table import mix

INFINITE = I64(MIDDLE - 1)
KEPT = CHILDREN + 2 * 12  # no board has more than 12 columns
NO_MOVE = I64(63)
VALUE_BITS = U64(16)
MOVE_SHIFT = U64(32)
DEPTH_SHIFT = U64(40)
VALUE_MASK = U64(0xFFFF)
MOVE_MASK = U64(0x3F)


@kernel
def estimate(board: Board, own: U64, filled: U64, difference: I64, kind: I64) -> I64:
    """Return the estimated value of an unfinished board; ``difference`` is own lines minus other lines.

    If one side answers on top, each side gets every second row: with an even number of cells left, the side
    to move gets the lead cells and the other side the answer cells.
    """
    value = UNIT * difference
    if kind == POTENTIAL:
        empty = board.cells & ~filled
        own_rows = empty & board.lead
        other_rows = empty & board.answer
        if popcount(empty) & 1 == 1:
            own_rows, other_rows = other_rows, own_rows
        value += potential(board, own, empty, own_rows) - potential(board, filled ^ own, empty, other_rows)
    return value


@kernel
def potential(board: Board, discs: U64, empty: U64, rows: U64) -> I64:
    """Return the value of the lines that ``discs`` can still make; ``rows`` is what they will likely get.

    The weights, in sixteenths of a line, were fitted to the exact margins of 1500 positions of 15 to 26
    discs: a line of three is worth almost a whole line if its empty cell is likely ours, else almost nothing.
    """
    stride = board.stride
    value = I64(0)
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        twice = step + step
        pairs = (discs | empty) & ((discs | empty) >> step)
        possible = pairs & (pairs >> twice)
        pairs = (discs | rows) & ((discs | rows) >> step)
        likely = pairs & (pairs >> twice)
        # Count the discs on each line: in the first two cells (near) and in the last two (far).
        near = discs | (discs >> step)
        far = (discs >> twice) | (discs >> (twice + step))
        two_near = discs & (discs >> step)
        two_far = (discs >> twice) & (discs >> (twice + step))
        three = (two_near & far & ~two_far) | (two_far & near & ~two_near)
        two = (two_near & ~far) | (two_far & ~near) | (near & far & ~two_near & ~two_far)
        one = (near & ~two_near & ~far) | (far & ~two_far & ~near)
        value += 2 * popcount(possible & (three | two | one))
        value += 11 * popcount(likely & three) + 4 * popcount(likely & two)
    return value


@kernel
def ordered_children(board: Board, work: Words, own: U64, filled: U64, depth: I64, preferred: I64) -> I64:
    """Write the children into row ``depth`` of the workspace, sorted; return their number.

    The column number ``preferred`` (in the order of the workspace) comes first, then those that complete or
    deny the most lines, where a denied line counts twice; ties go to the centre.
    """
    stride = board.stride
    other = filled ^ own
    drops = next_cells(board, filled) & board.cells
    gains = completions(own, stride)
    denials = completions(other, stride)
    if work[FLOATING] != ZERO:  # then a vertical line can be completed from below
        gains = denials = board.cells
    mine = count_lines(own, stride)
    theirs = count_lines(other, stride)
    order = depth * ROW
    count = I64(0)
    column = 0
    while work[column] != ZERO:
        move = drops & work[column]
        if move != ZERO:
            gain = I64(0)
            if move & gains != ZERO:
                gain = count_lines(own | move, stride) - mine
            denied = I64(0)
            if move & denials != ZERO:
                denied = count_lines(other | move, stride) - theirs
            rank = I64(1 << 16) if column == preferred else gain + 2 * denied
            child = order + CHILDREN + 2 * column
            work[child] = move
            work[child + 1] = U64(gain)
            insert(work, order, count, U64(rank), U64(column))
            count += 1
        column += 1
    return count


@kernel
def opposite(board: Board, column: I64) -> I64:
    """Return the mirror image of a column, both as numbers in the order of the workspace."""
    odd = popcount(board.bottom) & 1
    return column if column < odd else ((column - odd) ^ 1) + odd


@kernel
def keep_node(
    work: Words,
    kept: I64,
    number: I64,
    count: I64,
    best: I64,
    best_column: I64,
    lower: I64,
    upper: I64,
    is_whole: bool,
) -> None:
    """Record what a node needs to resume after a pause, from word ``kept`` of the workspace."""
    work[kept] = U64(number)
    work[kept + 1] = U64(count)
    work[kept + 2] = U64(best + MIDDLE)
    work[kept + 3] = U64(best_column)
    work[kept + 4] = U64(lower + MIDDLE)
    work[kept + 5] = U64(upper + MIDDLE)
    work[kept + 6] = ONE if is_whole else ZERO


@kernel
def look(
    work: Words,
    own: U64,
    filled: U64,
    difference: I64,
    depth: I64,
    alpha: I64,
    beta: I64,
    kind: I64,
) -> I64:
    """Return the value ``depth`` plies ahead if it is inside the window, else a bound on the same side of it.

    ``difference`` is own lines minus other lines. If the search was paused, the value is meaningless.
    """
    # Step 1. Stop at the horizon, or pause. A resumed search passes here again.
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))
    if depth == 0:
        return estimate(board, own, filled, difference, kind)
    is_resumed = work[PAUSED] != ZERO and work[PAUSED] != U64(depth)
    if not is_resumed:
        if work[NODES] > work[BUDGET]:
            work[PAUSED] = U64(depth)
            return alpha
        work[PAUSED] = ZERO

    # Step 2. Look the position up in the table, unless the search is resumed. Mirror images share an entry,
    # except where discs float.
    marks = next_cells(board, filled)
    key = (own & (marks - board.bottom)) | marks
    image = mirror(board, key) if work[FLOATING] == ZERO else key
    key_hash = mix(min(key, image))
    index = (key_hash & U64((table.size - BUSY_MARKS) // 2 - 1)) << ONE
    lower = -INFINITE
    upper = INFINITE
    preferred = NO_MOVE
    if not is_resumed and table[index] == key_hash:
        entry = table[index + ONE]
        preferred = I64((entry >> MOVE_SHIFT) & MOVE_MASK)
        if image < key:
            preferred = opposite(board, preferred)
        if I64(entry >> DEPTH_SHIFT) == depth:
            lower = I64((entry >> VALUE_BITS) & VALUE_MASK) - MIDDLE
            upper = I64(entry & VALUE_MASK) - MIDDLE
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper

    # Step 3. Sort the children, or restore the place at which the search was paused.
    other = filled ^ own
    kept = depth * ROW + KEPT
    if is_resumed:
        start = I64(work[kept])
        count = I64(work[kept + 1])
        best = I64(work[kept + 2]) - MIDDLE
        best_column = I64(work[kept + 3])
        lower = I64(work[kept + 4]) - MIDDLE
        upper = I64(work[kept + 5]) - MIDDLE
        is_whole = work[kept + 6] != ZERO
    else:
        start = I64(0)
        count = ordered_children(board, work, own, filled, depth, preferred)
        best = -INFINITE
        best_column = NO_MOVE
        is_whole = False

    # Step 4. Search the children (principal variation search): the first with the full window, the others
    # with a null window first, and with the full window if they turn out better.
    low = max(alpha, best)
    for number in range(start, count):
        column = I64(work[depth * ROW + number] & NUMBER)
        child = depth * ROW + CHILDREN + 2 * column
        child_filled = filled | work[child]
        child_difference = -difference - I64(work[child + 1])
        if not is_resumed:
            work[NODES] += ONE
        is_resumed = False
        is_whole = is_whole or best == -INFINITE
        value = low + 1
        if not is_whole:
            value = -look(work, other, child_filled, child_difference, depth - 1, -low - 1, -low, kind)
            is_whole = work[PAUSED] == ZERO and low < value < beta
        if is_whole:
            value = -look(work, other, child_filled, child_difference, depth - 1, -beta, -low, kind)
        if work[PAUSED] != ZERO:
            keep_node(work, kept, number, count, best, best_column, lower, upper, is_whole)
            return alpha
        is_whole = False
        if value > best:
            best = value
            best_column = column
        low = max(low, best)
        if low >= beta:
            break

    # Step 5. Store the bounds and the best move.
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    if image < key:
        best_column = opposite(board, best_column)
    table[index] = key_hash
    table[index + ONE] = (
        (U64(depth) << DEPTH_SHIFT)
        | (U64(best_column) << MOVE_SHIFT)
        | (U64(lower + MIDDLE) << VALUE_BITS)
        | U64(upper + MIDDLE)
    )
    return best


@kernel
def choose(work: Words, own: U64, filled: U64, depth: I64, kind: I64) -> None:
    """Write the value of a position, plus MIDDLE, to VALUE, and the best column to COLUMN.

    ``depth`` is at least 1 and less than the number of empty cells. Of equally good columns the first in the
    order of the workspace is chosen. While the search is paused, both words are meaningless to the caller.
    """
    # Step 1. Iterative deepening: look ahead one ply further each time.
    board = board_of(work)
    other = filled ^ own
    difference = count_lines(own, board.stride) - count_lines(other, board.stride)
    if work[PAUSED] == ZERO:
        work[AHEAD] = ONE
        work[COLUMN] = ZERO
    while I64(work[AHEAD]) <= depth:
        value = look(work, own, filled, difference, I64(work[AHEAD]), -INFINITE, INFINITE, kind)
        if work[PAUSED] != ZERO:
            return
        work[VALUE] = U64(value + MIDDLE)
        work[AHEAD] += ONE

    # Step 2. Find the first column that has the value.
    value = I64(work[VALUE]) - MIDDLE
    drops = next_cells(board, filled) & board.cells
    while work[I64(work[COLUMN])] != ZERO:
        move = drops & work[I64(work[COLUMN])]
        if move != ZERO:
            lines = count_lines(own | move, board.stride) - count_lines(other, board.stride)
            worth = -look(work, other, filled | move, -lines, depth - 1, -value, 1 - value, kind)
            if work[PAUSED] != ZERO or worth >= value:
                return
        work[COLUMN] += ONE
