"""Exact search, Connect Four: null windows, one table, and bounds that end most branches early.

Scores are those of the side to move: +k, it wins with its k-th last disc; -k, the other side does; 0, a
draw. With n cells left they lie in -(n // 2) .. (n + 1) // 2, and the two ends mean: lost at once, won with
the next disc. ``search`` is only asked about positions that are neither.

Two words for a board, null windows, never playing below a threat and ranking moves by the threats they make
are the textbook solver of Pascal Pons; table entries of one word go back to John Tromp's Fhourstones.
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
MIRROR_LEFT = 28  # mirror images share an entry while more cells are left


@kernel
def safe_drops(board: Board, filled: U64, threats: U64) -> U64:
    """The drops that do not lose at once to the opponent's ``threats``; none if all do."""
    drops = drops_on(board, filled)
    forced = drops & threats
    if forced != ZERO:
        if forced & (forced - ONE) != ZERO:
            return ZERO
        drops = forced
    return drops & ~(threats >> ONE)


@kernel
def threats_of(board: Board, discs: U64, filled: U64) -> U64:
    """The empty cells that complete a line of ``discs``."""
    return completions(discs, board.stride) & (board.cells ^ filled)


@kernel
def hash_of_key(board: Board, own: U64, filled: U64, left: I64) -> U64:
    """The key hash of a position; mirror images share one while there are few discs."""
    key = own + filled + board.bottom
    if left > MIRROR_LEFT:
        key = min(key, mirror(board, key))
    return mix(key)


@kernel
def static_bound(board: Board, own: U64, filled: U64, other_threats: U64, left: I64, wanted: I64) -> I64:
    """An upper bound of the score without search; ``wanted`` is the bound that would help."""
    if left & 1 == 0:
        return even_bound(board, own, filled, other_threats, wanted)
    return odd_bound(board, own, filled, other_threats, wanted)


@kernel
def make_children(
    board: Board, table: Words, work: Words, own: U64, filled: U64, safe: U64, left: I64
) -> I64:
    """Write the children into row ``left`` of the workspace and prefetch their table entries.

    Returns where they end, or LOST_CHILD if one of them has no safe drops.
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
        work[end], work[end + KEY_HASH] = move, key_hash
        work[end + HANDED_DOWN], work[end + CHILD_RANK] = child_safe, threats
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
    """Tell whether the score is above ``alpha``: v > alpha with score >= v, or v <= alpha with score <= v.

    ``safe`` are the safe drops, at least one; the side to move cannot win with its next disc. ``key_hash`` is
    that of the position, or 0 if its entry has not been asked yet. When the search was paused, or
    another thread has decided a node above this one, the value means nothing.
    """
    # Step 1. Count the node, or pause. A search that is resumed comes by again.
    state = begin_node(work, left)
    if state == STOPPED:
        return alpha
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))

    # Step 2. Count cells, and follow single safe drops. ``sign``: -1 while the caller's opponent is to move.
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
        # Step 3. Ask the table, if nobody has for this position.
        if key_hash == ZERO:
            key_hash = hash_of_key(board, own, filled, left + 1)
            bound = known_bound(table, key_hash, left + 1, alpha)
            if bound != UNKNOWN:
                return sign * bound

        # Step 4. Make the children; one that is lost at once is the best there can be.
        end = make_children(board, table, work, own, filled, safe, left)
        if end == LOST_CHILD:
            return sign * best_possible
        if best_possible - 1 <= alpha:
            return sign * (best_possible - 1)

        # Step 5. Cut by the static bounds of the children; rank them by the threats that they leave to us.
        for child in range(first, end, CHILD_WORDS):
            child_filled = filled | work[child]
            threats = work[child + CHILD_RANK]  # until they are counted
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

    # Step 7. Search them. With several threads, one that another thread is at comes last (abdada.py).
    shared = left > I64(work[SHARED])
    if shared:
        enter(work, left, key_hash, alpha)
    for number in range(start, waiting):
        place = order + number
        if shared and state == NEW:
            take_child(table, work, left, place, order + waiting)
        state = I64(NEW)
        child = first + I64(work[place] & NUMBER)
        ask = ZERO if shared else work[child + KEY_HASH]  # the table may have learned of it by now
        value = -search(work, other, filled | work[child], work[child + HANDED_DOWN], ask, left, -beta)
        if work[PAUSED] != ZERO:
            keep_place(work, left, number, waiting, best)
            return alpha
        if shared and must_leave(board, table, work, left, work[child + KEY_HASH]):
            return sign * (I64(work[order + PATH_BOUND]) - OFFSET)
        best = max(best, value)
        if best > alpha:
            break
    work[order + PATH_KEY] = ZERO

    # Step 8. Store the bound found.
    if best > alpha:
        store(table, key_hash, left + 1, best, best_possible)
    else:
        store(table, key_hash, left + 1, worst_possible, best)
    return sign * best


@kernel
def first_bounds(board: Board, own: U64, filled: U64) -> tuple[I64, I64]:
    """Bounds of the score without search; they are equal if one of the next two discs ends the game."""
    left = popcount(board.cells ^ filled)
    if threats_of(board, own, filled) & drops_on(board, filled) != ZERO:
        return (left + 1) // 2, (left + 1) // 2
    if safe_drops(board, filled, threats_of(board, filled ^ own, filled)) == ZERO:
        return -(left // 2), -(left // 2)
    return min(I64(0), 1 - left // 2), (left - 1) // 2


@kernel
def ask(work: Words, own: U64, filled: U64, alpha: I64) -> I64:
    """``search`` of a position whose ``first_bounds`` are not equal."""
    board = board_of(work)
    left = popcount(board.cells ^ filled)
    safe = safe_drops(board, filled, threats_of(board, filled ^ own, filled))
    key_hash = hash_of_key(board, own, filled, left)
    return search(work, own, filled, safe, key_hash, left, alpha)
