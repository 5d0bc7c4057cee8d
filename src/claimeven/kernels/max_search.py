"""Exact search of Max-Connect4: null windows, one table, and bounds from answering on top.

The board is always filled. The margin is the number of lines of the side to move minus that of the other side
on the full board, with best play. It depends on the position alone, and so do the entries of the table.
Discs may float: the next disc of a column takes its lowest empty cell. The lead and answer masks must then be
those of the empty cells (``masks`` in solver/workspace.py).

The bound is Victor Allis' claimeven, counted in lines: the side that answers on top cannot lose.
"""

from claimeven.kernels.abdada import enter, must_leave, take_child
from claimeven.kernels.bits import board_of, mirror
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, Words, kernel, popcount, prefetch, words_at
from claimeven.kernels.layout import (
    CHILD_RANK,
    CHILD_WORDS,
    CHILDREN,
    FLOATING,
    HANDED_DOWN,
    KEY_HASH,
    MIRROR,
    OFFSET,
    PATH_BOUND,
    PATH_KEY,
    PAUSED,
    ROW,
    ROWS,
    SHARED,
    TABLE,
    WORDS,
)
from claimeven.kernels.lines import completions, count_lines, open_lines
from claimeven.kernels.max_bounds import answer_bound, idle_cells, next_cells, split_bound
from claimeven.kernels.order import NUMBER, sort_children
from claimeven.kernels.pause import NEW, STOPPED, begin_node, keep_place, kept_place
from claimeven.kernels.table import UNKNOWN, entry_index, known_bound, mix, store

RANK_MIDDLE = I64(1 << 20)  # keeps ranks above 0
RANK_LINE = I64(256)  # larger than any bound, so that lines come first and the bound breaks ties


@kernel
def hash_of_key(board: Board, work: Words, own: U64, filled: U64, left: I64) -> U64:
    """Return the key hash of a position: exact among all positions with the same floating discs."""
    marks = next_cells(board, filled)
    key = (own & (marks - board.bottom)) | marks
    if left > I64(work[MIRROR]):
        key = min(key, mirror(board, key))
    return mix(key)


@kernel
def make_children(
    board: Board,
    table: Words,
    work: Words,
    own: U64,
    filled: U64,
    mine: I64,
    theirs: I64,
    left: I64,
    alpha: I64,
) -> I64:
    """Write the children into row ``left`` of the workspace, rank them, and prefetch their table entries.

    Return the index after the last child. If the static bound of a child proves a margin above ``alpha``,
    return that margin minus ROWS * ROW instead, which is below 0.

    For the rank, a completed line counts 1 and a denied one 2; a line that the other side could then complete
    on top of this disc costs 1. Ties are broken by the answer bound, then by closeness to the centre. Giving
    weight to lines that may come later, for either side, made the search slower.
    """
    stride = board.stride
    other = filled ^ own
    drops = next_cells(board, filled) & board.cells
    gains = completions(own, stride)
    denials = completions(other, stride)
    if work[FLOATING] != ZERO:  # then a vertical line can be completed from below
        gains = denials = board.cells
    end = left * ROW + CHILDREN
    column = 0
    while work[column] != ZERO:
        move = drops & work[column]
        column += 1
        if move == ZERO:
            continue
        gain = I64(0)
        if move & gains != ZERO:
            gain = count_lines(own | move, stride) - mine
        rank = RANK_MIDDLE + RANK_LINE * gain
        if left & 1 == 0:
            bound = answer_bound(board, other, filled | move)
            rank -= bound
        else:
            bound = split_bound(board, other, filled | move) - mine - gain
        if -bound > alpha:
            return -bound - ROWS * ROW
        if move & denials != ZERO:
            rank += 2 * RANK_LINE * (count_lines(other | move, stride) - theirs)
        above = (move << ONE) & board.cells & ~filled
        if above & denials != ZERO:
            rank -= RANK_LINE * (count_lines(other | above, stride) - theirs)
        key_hash = hash_of_key(board, work, other, filled | move, left)
        prefetch(table, entry_index(table, key_hash, left))
        work[end] = move
        work[end + KEY_HASH] = key_hash
        work[end + HANDED_DOWN] = U64(gain)
        work[end + CHILD_RANK] = U64(rank)
        end += CHILD_WORDS
    return end


@kernel
def search(
    work: Words,
    own: U64,
    filled: U64,
    mine: I64,
    theirs: I64,
    key_hash: U64,
    left: I64,
    alpha: I64,
) -> I64:
    """Return a bound v that shows whether the margin is above ``alpha``.

    Either v > alpha and margin >= v, or v <= alpha and margin <= v. ``mine`` and ``theirs`` are the numbers
    of lines that both sides have. ``key_hash`` belongs to the position, or is 0 if the table has not been
    consulted about it yet. At least one cell is left. If the search was paused, or another thread has decided
    a node above this one, the value is meaningless.
    """
    # Step 1. Count the node, or pause. A resumed search passes here again.
    state = begin_node(work, left)
    if state == STOPPED:
        return alpha
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))

    # Step 2. Cut by the lines that each side would have if it got all the empty cells.
    other = filled ^ own
    empty = board.cells & ~filled
    reach, alive = open_lines(own | empty, board.stride)
    best_possible = reach - theirs
    if left == 1:
        return best_possible
    if left & 1 == 1:
        best_possible = min(best_possible, split_bound(board, own, filled) - theirs)
    if best_possible <= alpha:
        return best_possible
    reach, other_alive = open_lines(other | empty, board.stride)
    worst_possible = mine - reach
    if worst_possible > alpha:
        return worst_possible

    # Step 3. Fill pairs of cells that change nothing, always with discs of the same side so that the table
    # sees one position.
    dead = empty & ~(alive | other_alive)
    if dead != ZERO and work[FLOATING] == ZERO:
        idle = idle_cells(board, filled, dead)
        if idle != ZERO:
            filled |= idle
            if left & 1 == 1:
                own |= idle
            else:
                other |= idle
            left -= popcount(idle)
            key_hash = ZERO

    left -= 1
    order = left * ROW
    first = order + CHILDREN
    if state == NEW:
        # Step 4. Look the position up in the table, unless the parent has done so.
        if key_hash == ZERO:
            key_hash = hash_of_key(board, work, own, filled, left + 1)
            bound = known_bound(table, key_hash, left + 1, alpha)
            if bound != UNKNOWN:
                return bound

        # Step 5. If only one column is left, the sides simply alternate there.
        drops = next_cells(board, filled) & board.cells
        if drops & (drops - ONE) == ZERO:
            if left & 1 == 1:
                return answer_bound(board, own, filled)
            return -answer_bound(board, other, filled | drops)

        # Step 6. Make the children; cut by their static bounds.
        end = make_children(board, table, work, own, filled, mine, theirs, left, alpha)
        if end < 0:
            return end + ROWS * ROW

        # Step 7. Cut by the table entries of the children; sort the others by rank.
        best, waiting = sort_children(table, work, left, end, alpha, worst_possible)
        if best > alpha:
            return best
        start = I64(0)
    else:
        if key_hash == ZERO:
            key_hash = hash_of_key(board, work, own, filled, left + 1)
        start, waiting, best = kept_place(work, left)

    # Step 8. Search the children. With several threads, busy ones come last (abdada.py).
    shared = left > I64(work[SHARED])
    if shared:
        enter(work, left, key_hash, alpha)
    for number in range(start, waiting):
        place = order + number
        if shared and state == NEW:
            take_child(table, work, left, place, order + waiting)
        state = I64(NEW)
        child = first + I64(work[place] & NUMBER)
        child_filled = filled | work[child]
        gain = I64(work[child + HANDED_DOWN])
        child_hash = ZERO if shared else work[child + KEY_HASH]  # 0: another thread may have stored it by now
        value = -search(work, other, child_filled, theirs, mine + gain, child_hash, left, -alpha - 1)
        if work[PAUSED] != ZERO:
            keep_place(work, left, number, waiting, best)
            return alpha
        if shared and must_leave(board, table, work, left, work[child + KEY_HASH]):
            return I64(work[order + PATH_BOUND]) - OFFSET
        best = max(best, value)
        if best > alpha:
            break
    work[order + PATH_KEY] = ZERO

    # Step 9. Store the bound.
    if best > alpha:
        store(table, key_hash, left + 1, best, best_possible)
    else:
        store(table, key_hash, left + 1, worst_possible, best)
    return best


@kernel
def first_bounds(board: Board, own: U64, filled: U64) -> tuple[I64, I64]:
    """Return bounds of the margin without search; equal on a full board."""
    other = filled ^ own
    empty = board.cells & ~filled
    lower = count_lines(own, board.stride) - count_lines(other | empty, board.stride)
    upper = count_lines(own | empty, board.stride) - count_lines(other, board.stride)
    if popcount(empty) & 1 == 0:
        upper = min(upper, answer_bound(board, own, filled))
    return lower, upper


@kernel
def search_root(work: Words, own: U64, filled: U64, alpha: I64) -> I64:
    """Call ``search`` for a position whose ``first_bounds`` are not equal."""
    board = board_of(work)
    left = popcount(board.cells & ~filled)
    mine = count_lines(own, board.stride)
    theirs = count_lines(filled ^ own, board.stride)
    key_hash = hash_of_key(board, work, own, filled, left)
    return search(work, own, filled, mine, theirs, key_hash, left, alpha)
