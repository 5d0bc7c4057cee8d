"""Exact search of Connect Four: null windows, one table, and bounds that cut most branches early.

A score is from the point of view of the side to move: +k, it wins with its k-th last disc; -k, the other side
does; 0, a draw. With n cells left scores range from -(n // 2), lost at once, to (n + 1) // 2, won with the
next disc. ``search`` is only called for positions that are neither.

Two words for a board, null windows, never playing below a threat and ranking moves by the threats they make
come from Pascal Pons' tutorial solver; table entries of one word go back to John Tromp's Fhourstones.
"""

from claimeven.kernels.abdada import enter, must_leave, take_child
from claimeven.kernels.bits import board_of, drops_on, mirror
from claimeven.kernels.bounds import even_bound, odd_bound
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, Words, kernel, popcount, prefetch, words_at
from claimeven.kernels.layout import (
    CHILD_RANK,
    CHILD_WORDS,
    CHILDREN,
    HANDED_DOWN,
    KEY_HASH,
    OFFSET,
    PATH_BOUND,
    PATH_KEY,
    PAUSED,
    ROW,
    SHARED,
    TABLE,
    WORDS,
)
from claimeven.kernels.lines import completions
from claimeven.kernels.order import NUMBER, sort_children
from claimeven.kernels.pause import NEW, STOPPED, begin_node, keep_place, kept_place
from claimeven.kernels.table import UNKNOWN, entry_index, known_bound, mix, store

LOST_CHILD = I64(-1)
MIRROR_LEFT = 28  # mirror images share an entry if more cells than this are left


@kernel
def safe_drops(board: Board, filled: U64, threats: U64) -> U64:
    """Return the drops that do not lose at once to the opponent's ``threats``; 0 if all of them do."""
    drops = drops_on(board, filled)
    forced = drops & threats
    if forced != ZERO:
        if forced & (forced - ONE) != ZERO:
            return ZERO  # two threats at once cannot both be answered
        drops = forced
    return drops & ~(threats >> ONE)  # never play right below a threat


@kernel
def threats_of(board: Board, discs: U64, filled: U64) -> U64:
    """Return the empty cells that would complete a line of ``discs``."""
    return completions(discs, board.stride) & (board.cells ^ filled)


@kernel
def hash_of_key(board: Board, own: U64, filled: U64, left: I64) -> U64:
    """Return the key hash of a position; with few discs, mirror images share one."""
    key = own + filled + board.bottom
    if left > MIRROR_LEFT:
        key = min(key, mirror(board, key))
    return mix(key)


@kernel
def static_bound(board: Board, own: U64, filled: U64, other_threats: U64, left: I64, wanted: I64) -> I64:
    """Return an upper bound of the score without search; ``wanted`` is the bound needed for a cutoff."""
    if left & 1 == 0:
        return even_bound(board, own, filled, other_threats, wanted)
    return odd_bound(board, own, filled, other_threats, wanted)


@kernel
def make_children(
    board: Board, table: Words, work: Words, own: U64, filled: U64, safe: U64, left: I64
) -> I64:
    """Write the children into row ``left`` of the workspace and prefetch their table entries.

    Return the index after the last child, or LOST_CHILD if a child has no safe drops.
    """
    other = filled ^ own
    end = left * ROW + CHILDREN
    column = 0
    while work[column] != ZERO:
        move = safe & work[column]
        column += 1
        if move == ZERO:
            continue
        threats = threats_of(board, own | move, filled | move)
        child_safe = safe_drops(board, filled | move, threats)
        if child_safe == ZERO:
            return LOST_CHILD
        key_hash = hash_of_key(board, other, filled | move, left)
        prefetch(table, entry_index(table, key_hash, left))
        work[end] = move
        work[end + KEY_HASH] = key_hash
        work[end + HANDED_DOWN] = child_safe
        work[end + CHILD_RANK] = threats
        end += CHILD_WORDS
    return end


@kernel
def search(
    work: Words,
    own: U64,
    filled: U64,
    safe: U64,
    key_hash: U64,
    left: I64,
    alpha: I64,
) -> I64:
    """Return a bound v that shows whether the score is above ``alpha``.

    Either v > alpha and score >= v, or v <= alpha and score <= v. ``safe`` are the safe drops, at least one;
    the side to move cannot win with its next disc. ``key_hash`` belongs to the position, or is 0 if the table
    has not been consulted about it yet. If the search was paused, or another thread has decided a node above
    this one, the value is meaningless.
    """
    # Step 1. Count the node, or pause. A resumed search passes here again.
    state = begin_node(work, left)
    if state == STOPPED:
        return alpha
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))

    # Step 2. Cut by the number of cells left, and follow forced moves without a node for each. ``sign`` is -1
    # while the caller's opponent is to move.
    sign = I64(1)
    other = filled ^ own
    while True:
        if left <= 2:
            return I64(0)
        best_possible = (left - 1) // 2
        if best_possible <= alpha:
            return sign * best_possible
        worst_possible = 1 - left // 2
        if worst_possible > alpha:
            return sign * worst_possible
        beta = alpha + 1
        left -= 1
        if safe & (safe - ONE) != ZERO:
            break
        own |= safe
        filled |= safe
        threats = threats_of(board, own, filled)
        safe = safe_drops(board, filled, threats)
        if safe == ZERO:
            return sign * best_possible
        bound = static_bound(board, other, filled, threats, left, -beta)
        if bound <= -beta:
            return sign * -bound
        own, other = other, own
        alpha = -beta
        sign = -sign
        key_hash = ZERO

    order = left * ROW
    first = order + CHILDREN
    if state == NEW:
        # Step 3. Look the position up in the table, unless the parent has done so.
        if key_hash == ZERO:
            key_hash = hash_of_key(board, own, filled, left + 1)
            bound = known_bound(table, key_hash, left + 1, alpha)
            if bound != UNKNOWN:
                return sign * bound

        # Step 4. Make the children. If one is lost at once, no move can be better.
        end = make_children(board, table, work, own, filled, safe, left)
        if end == LOST_CHILD:
            return sign * best_possible
        if best_possible - 1 <= alpha:
            return sign * (best_possible - 1)

        # Step 5. Cut by the static bounds of the children; rank them by the threats that we have there.
        for child in range(first, end, CHILD_WORDS):
            child_filled = filled | work[child]
            threats = work[child + CHILD_RANK]  # replaced by their number below
            bound = static_bound(board, other, child_filled, threats, left, -beta)
            if bound <= -beta:
                return sign * -bound
            work[child + CHILD_RANK] = U64(popcount(threats))

        # Step 6. Cut by the table entries of the children; sort the others by rank.
        best, waiting = sort_children(table, work, left, end, alpha, worst_possible)
        if best > alpha:
            return sign * best
        start = I64(0)
    else:
        if key_hash == ZERO:
            key_hash = hash_of_key(board, own, filled, left + 1)
        start, waiting, best = kept_place(work, left)

    # Step 7. Search the children. With several threads, busy ones come last (abdada.py).
    shared = left > I64(work[SHARED])
    if shared:
        enter(work, left, key_hash, alpha)
    for number in range(start, waiting):
        place = order + number
        if shared and state == NEW:
            take_child(table, work, left, place, order + waiting)
        state = I64(NEW)
        child = first + I64(work[place] & NUMBER)
        child_hash = ZERO if shared else work[child + KEY_HASH]  # 0: another thread may have stored it by now
        value = -search(work, other, filled | work[child], work[child + HANDED_DOWN], child_hash, left, -beta)
        if work[PAUSED] != ZERO:
            keep_place(work, left, number, waiting, best)
            return alpha
        if shared and must_leave(board, table, work, left, work[child + KEY_HASH]):
            return sign * (I64(work[order + PATH_BOUND]) - OFFSET)
        best = max(best, value)
        if best > alpha:
            break
    work[order + PATH_KEY] = ZERO

    # Step 8. Store the bound.
    if best > alpha:
        store(table, key_hash, left + 1, best, best_possible)
    else:
        store(table, key_hash, left + 1, worst_possible, best)
    return sign * best


@kernel
def first_bounds(board: Board, own: U64, filled: U64) -> tuple[I64, I64]:
    """Return bounds of the score without search; equal if one of the next two discs ends the game."""
    left = popcount(board.cells ^ filled)
    if threats_of(board, own, filled) & drops_on(board, filled) != ZERO:
        return (left + 1) // 2, (left + 1) // 2
    if safe_drops(board, filled, threats_of(board, filled ^ own, filled)) == ZERO:
        return -(left // 2), -(left // 2)
    return min(I64(0), 1 - left // 2), (left - 1) // 2


@kernel
def search_root(work: Words, own: U64, filled: U64, alpha: I64) -> I64:
    """Call ``search`` for a position whose ``first_bounds`` are not equal."""
    board = board_of(work)
    left = popcount(board.cells ^ filled)
    safe = safe_drops(board, filled, threats_of(board, filled ^ own, filled))
    key_hash = hash_of_key(board, own, filled, left)
    return search(work, own, filled, safe, key_hash, left, alpha)
