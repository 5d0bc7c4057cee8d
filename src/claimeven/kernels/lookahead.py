"""Depth-limited search, Max-Connect4: every line of play ends at the same depth, in an estimate.

It is only asked about depths that do not reach the full board (fill.py solves those exactly), so estimates
and final margins never meet in one search. Values are those of the side to move, UNIT to a line.

The value of a position at a depth is that of plain minimax, whatever the table holds: an entry counts only
at its own depth. It takes two words, the mixed key and

    bit  47       40 39       32 31              16 15               0
        +-----------+-----------+------------------+-----------------+
        |   depth   | best move | lower + MIDDLE   | upper + MIDDLE  |
        +-----------+-----------+------------------+-----------------+

and, of any depth, it says which move to try first. The desk is laid out as in fill.py; row n holds the
children of the node that looks n plies ahead, two words a child: move, lines it completes.
"""

from claimeven.kernels.bits import board_of, mirror
from claimeven.kernels.fill_bounds import next_cells
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, Words, kernel, popcount, words_at
from claimeven.kernels.layout import (
    BUDGET,
    CHILDREN,
    COLUMN,
    FLOATING,
    MIDDLE,
    NODES,
    NOTICES,
    POTENTIAL,
    ROW,
    TABLE,
    UNIT,
    VALUE,
    WORDS,
)
from claimeven.kernels.lines import completions, count_lines
from claimeven.kernels.order import NUMBER, insert
from claimeven.kernels.table import mix

INFINITE = I64(MIDDLE - 1)
NO_MOVE = I64(63)
VALUE_BITS = U64(16)
MOVE_SHIFT = U64(32)
DEPTH_SHIFT = U64(40)
VALUE_MASK = U64(0xFFFF)
MOVE_MASK = U64(0x3F)


@kernel
def estimate(board: Board, own: U64, filled: U64, difference: I64, kind: I64) -> I64:
    """What an unfinished board is worth to the side to move; ``difference`` are own lines less other lines.

    By answering on top, the sides would get every second row: with an even number of cells left, the side to
    move the lead cells and the other side the answer cells.
    """
    value = UNIT * difference
    if kind == POTENTIAL:
        empty = board.cells & ~filled
        own_rows, other_rows = empty & board.lead, empty & board.answer
        if popcount(empty) & 1 == 1:
            own_rows, other_rows = other_rows, own_rows
        value += potential(board, own, empty, own_rows) - potential(board, filled ^ own, empty, other_rows)
    return value


@kernel
def potential(board: Board, discs: U64, empty: U64, rows: U64) -> I64:
    """What the lines that ``discs`` can still make are worth; ``rows`` are the cells they will likely get.

    The weights, in sixteenths of a line, were fitted to the exact margins of 1500 positions of 15 to 26
    discs: a line of three is worth almost a line if the cell it lacks is likely ours, and almost nothing if
    not.
    """
    stride = board.stride
    value = I64(0)
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        twice = step + step
        pairs = (discs | empty) & ((discs | empty) >> step)
        possible = pairs & (pairs >> twice)
        pairs = (discs | rows) & ((discs | rows) >> step)
        likely = pairs & (pairs >> twice)
        # How many of the four cells from here on are taken: near is the first two of them, far the others.
        near, far = discs | (discs >> step), (discs >> twice) | (discs >> (twice + step))
        two_near, two_far = discs & (discs >> step), (discs >> twice) & (discs >> (twice + step))
        three = (two_near & far & ~two_far) | (two_far & near & ~two_near)
        two = (two_near & ~far) | (two_far & ~near) | (near & far & ~two_near & ~two_far)
        one = (near & ~two_near & ~far) | (far & ~two_far & ~near)
        value += 2 * popcount(possible & (three | two | one))
        value += 11 * popcount(likely & three) + 4 * popcount(likely & two)
    return value


@kernel
def ordered_children(board: Board, desk: Words, own: U64, filled: U64, depth: I64, preferred: I64) -> I64:
    """Write the children into row ``depth`` of the desk and sort them; return how many there are.

    First the column number ``preferred`` (in the order of the desk), then those that complete most lines or
    deny the other side most, which counts twice; then the centre.
    """
    stride = board.stride
    other = filled ^ own
    drops = next_cells(board, filled) & board.cells
    gains = completions(own, stride)
    denials = completions(other, stride)
    if desk[FLOATING] != ZERO:  # then a vertical line may be completed from below
        gains = denials = board.cells
    mine, theirs = count_lines(own, stride), count_lines(other, stride)
    order = depth * ROW
    count = I64(0)
    column = 0
    while desk[column] != ZERO:
        move = drops & desk[column]
        if move != ZERO:
            gain = count_lines(own | move, stride) - mine if move & gains != ZERO else I64(0)
            denied = count_lines(other | move, stride) - theirs if move & denials != ZERO else I64(0)
            rank = I64(1 << 16) if column == preferred else gain + 2 * denied
            child = order + CHILDREN + 2 * column
            desk[child], desk[child + 1] = move, U64(gain)
            insert(desk, order, count, U64(rank), U64(column))
            count += 1
        column += 1
    return count


@kernel
def opposite(board: Board, column: I64) -> I64:
    """The mirror image of a column, both as numbers in the order of the desk, centre first."""
    odd = popcount(board.bottom) & 1
    return column if column < odd else ((column - odd) ^ 1) + odd


@kernel
def look(
    desk: Words,
    own: U64,
    filled: U64,
    difference: I64,
    depth: I64,
    alpha: I64,
    beta: I64,
    kind: I64,
) -> I64:
    """The value ``depth`` plies ahead if it lies in the window, else a bound on the same side of the window.

    ``difference`` are own lines less other lines. When the budget is used up, the value means nothing.
    """
    # Step 1. Stop at the horizon, or when told to.
    board = board_of(desk)
    table = words_at(desk[TABLE], I64(desk[WORDS]))
    if depth == 0:
        return estimate(board, own, filled, difference, kind)
    if desk[NODES] > desk[BUDGET]:
        return alpha

    # Step 2. Ask the table. A position and its mirror image share an entry unless discs float.
    marks = next_cells(board, filled)
    key = (own & (marks - board.bottom)) | marks
    image = mirror(board, key) if desk[FLOATING] == ZERO else key
    mixed = mix(min(key, image))
    index = (mixed & U64((table.size - NOTICES) // 2 - 1)) << ONE
    lower, upper, preferred = -INFINITE, INFINITE, NO_MOVE
    if table[index] == mixed:
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

    # Step 3. Search the children: the first with the whole window, the others with an empty one unless they
    # turn out better.
    count = ordered_children(board, desk, own, filled, depth, preferred)
    other = filled ^ own
    best, best_column, low = -INFINITE, NO_MOVE, alpha
    for place in range(depth * ROW, depth * ROW + count):
        column = I64(desk[place] & NUMBER)
        child = depth * ROW + CHILDREN + 2 * column
        child_filled = filled | desk[child]
        child_difference = -difference - I64(desk[child + 1])
        desk[NODES] += ONE
        is_first = best == -INFINITE
        value = low + 1
        if not is_first:
            value = -look(desk, other, child_filled, child_difference, depth - 1, -low - 1, -low, kind)
        if is_first or low < value < beta:
            value = -look(desk, other, child_filled, child_difference, depth - 1, -beta, -low, kind)
        if desk[NODES] > desk[BUDGET]:
            return alpha
        if value > best:
            best, best_column = value, column
        low = max(low, best)
        if low >= beta:
            break

    # Step 4. Store what was found.
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    if image < key:
        best_column = opposite(board, best_column)
    table[index] = mixed
    table[index + ONE] = (
        (U64(depth) << DEPTH_SHIFT)
        | (U64(best_column) << MOVE_SHIFT)
        | (U64(lower + MIDDLE) << VALUE_BITS)
        | U64(upper + MIDDLE)
    )
    return best


@kernel
def choose(desk: Words, own: U64, filled: U64, depth: I64, kind: I64) -> None:
    """Leave the value of a position in VALUE of the desk, plus MIDDLE, and the best column in COLUMN.

    ``depth`` is at least 1 and less than the number of empty cells. Of equally good columns it is the first
    in the order of the desk. When the budget runs out, both mean nothing.
    """
    board = board_of(desk)
    difference = count_lines(own, board.stride) - count_lines(filled ^ own, board.stride)
    value = I64(0)
    for ahead in range(1, depth + 1):
        value = look(desk, own, filled, difference, ahead, -INFINITE, INFINITE, kind)
    desk[VALUE] = U64(value + MIDDLE)
    drops = next_cells(board, filled) & board.cells
    other = filled ^ own
    column = 0
    while desk[column] != ZERO:
        move = drops & desk[column]
        if move != ZERO:
            child = own | move, filled | move
            lines = count_lines(child[0], board.stride) - count_lines(other, board.stride)
            worth = -look(desk, other, child[1], -lines, depth - 1, -value, 1 - value, kind)
            if worth >= value:
                desk[COLUMN] = U64(column)
                return
        column += 1
