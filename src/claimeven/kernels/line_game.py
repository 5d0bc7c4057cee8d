"""Solve the restricted game: Connect Four in which only listed lines count.

One side, the *seeker*, wants to complete a line of its list before the other side, the *stopper*, completes a
line of its own list. A full board counts for the stopper. Lines outside the lists do not count. So a position
has one of two values for the side to move: it reaches its aim, or it does not.

A list is four words, one for each direction; a bit represents the line whose lowest bit it is. With all lines
in both lists the seeker succeeds exactly when it wins the game. A shorter list can only hurt its owner, so a
seeker who succeeds with a few lines wins with all of them.

An entry of the table takes two words: the key hash, which ``mix`` makes one-to-one, and

    bit  63                                                       1    0
        +----------------------------------------------------------+---+
        |  number of the question                                  | 1 if the seeker succeeds
        +----------------------------------------------------------+---+

An entry is valid for its own question, and for later ones if VALID says so: a seeker who succeeds also
succeeds with more lines of its own and fewer lines of the stopper, and a seeker who fails also fails with
fewer of its own and more of the stopper's. So the table need not be cleared before the next question.
"""

from claimeven.kernels.bits import above_lowest, board_of, drops_on
from claimeven.kernels.four_search import safe_drops
from claimeven.kernels.jit import (
    I64,
    ONE,
    TWO,
    U64,
    ZERO,
    Board,
    LineList,
    Words,
    kernel,
    popcount,
    prefetch,
    words_at,
)
from claimeven.kernels.layout import (
    BUSY_MARKS,
    CHILD_RANK,
    CHILD_WORDS,
    CHILDREN,
    HANDED_DOWN,
    KEY_HASH,
    LINES,
    PAUSED,
    QUESTION,
    ROW,
    SEEKER,
    STOPPER,
    TABLE,
    VALID,
    WORDS,
)
from claimeven.kernels.order import NUMBER, insert
from claimeven.kernels.pause import NEW, STOPPED, begin_node, keep_place, kept_place
from claimeven.kernels.table import mix

DIRECTIONS = 4
UNKNOWN = I64(2)
AGES = U64(64)
AIM_REACHED = I64(-1)


@kernel
def lines_of(work: Words, side: I64) -> LineList:
    """Return the list of the seeker or of the stopper."""
    first = LINES + DIRECTIONS * side
    return LineList(work[first], work[first + 1], work[first + 2], work[first + 3])


@kernel
def holds_line(cells: U64, lines: LineList, stride: U64) -> bool:
    """Return True if ``cells`` contain a listed line."""
    pairs = cells & (cells >> ONE)
    found = pairs & (pairs >> TWO) & lines.vertical
    pairs = cells & (cells >> (stride - ONE))
    found |= pairs & (pairs >> (stride + stride - TWO)) & lines.falling
    pairs = cells & (cells >> stride)
    found |= pairs & (pairs >> (stride + stride)) & lines.level
    pairs = cells & (cells >> (stride + ONE))
    found |= pairs & (pairs >> (stride + stride + TWO)) & lines.rising
    return bool(found != ZERO)


@kernel
def missing_cells(discs: U64, starts: U64, step: U64) -> U64:
    """Return the cells that complete a line of one direction whose other three cells are in ``discs``."""
    twice = step + step
    thrice = twice + step
    second = discs >> step
    third = discs >> twice
    fourth = discs >> thrice
    near = discs & second & starts
    far = third & fourth & starts
    found = (second & far) | ((discs & far) << step)
    return found | ((near & fourth) << twice) | ((near & third) << thrice)


@kernel
def threats_on(board: Board, discs: U64, filled: U64, lines: LineList) -> U64:
    """Return the empty cells that complete a listed line of ``discs``."""
    stride = board.stride
    found = missing_cells(discs, lines.vertical, ONE)
    found |= missing_cells(discs, lines.falling, stride - ONE)
    found |= missing_cells(discs, lines.level, stride)
    found |= missing_cells(discs, lines.rising, stride + ONE)
    return found & (board.cells ^ filled)


@kernel
def fails_by_answers(
    board: Board,
    own: U64,
    filled: U64,
    own_lines: LineList,
    other_threats: U64,
    other_lines: LineList,
    is_seeker: bool,
) -> bool:
    """Return True if the side to move, M, cannot reach its aim because the other side, R, answers on top.

    The proofs are those of bounds.py, with lists of lines. R's replies depend on the columns alone, and they
    determine which cells M can get at all: M has no line if these contain none of M's list, and a threat of
    R, for a line on R's list, ends the game where it is a trap. Unlisted lines do not matter: completing one
    does not end the game, and the replies simply continue.

    If the number of empty cells is even, R sooner or later gets every empty answer cell that is not a drop,
    and nothing is played above a trap. If the rest contains no line for M, a seeker M fails. A stopper M
    fails if there is a trap, because M must finally play below one; or if R's discs and the cells that R gets
    contain a line of R's list, because otherwise the board is filled.

    If it is odd, R needs a threat in a lead row of a column whose drop is in an answer row; M has to play
    below it or below a trap once everything else is full. So R completes a line, and M fails on either side.
    """
    stride = board.stride
    drops = drops_on(board, filled)
    empty = board.cells ^ filled
    sure = empty & board.answer & ~drops
    if popcount(empty) & 1 == 0:
        traps = other_threats & sure
        reach = own | (empty & board.lead) | (drops & board.answer)
        if holds_line(reach & ~above_lowest(board, traps), own_lines, stride):
            return False
        return bool(is_seeker or traps != ZERO or holds_line((filled ^ own) | sure, other_lines, stride))
    if is_seeker and not holds_line(own | empty, own_lines, stride):
        return True
    targets = other_threats & board.lead & ~drops
    odd_drops = drops & board.answer
    while odd_drops != ZERO and targets != ZERO:
        drop = odd_drops & (~odd_drops + ONE)
        odd_drops ^= drop
        rest = above_lowest(board, drop)
        here = targets & rest
        if here == ZERO:
            continue
        column = rest | drop
        above_traps = above_lowest(board, other_threats & sure & ~column)
        reach = own | (empty & board.lead & ~column) | (drops & board.answer & ~column)
        reach = (reach & ~above_traps) | (column & board.answer & ~above_lowest(board, here))
        if not holds_line(reach, own_lines, stride):
            return True
    return False


@kernel
def entry_place(table: Words, key_hash: U64) -> U64:
    """Return the index of the first word of the entry for a key hash."""
    return (key_hash & U64((table.size - BUSY_MARKS) // 2 - 1)) << ONE


@kernel
def known_value(work: Words, table: Words, key_hash: U64) -> I64:
    """Return 1 if the seeker is known to succeed, 0 if it is known to fail, else UNKNOWN."""
    place = entry_place(table, key_hash)
    if table[place] == key_hash:
        entry = table[place + ONE]
        value = I64(entry & ONE)
        age = work[QUESTION] - (entry >> ONE)
        if age < AGES and (work[VALID + value] >> age) & ONE != ZERO:
            return value
    return UNKNOWN


@kernel
def make_children(work: Words, own: U64, filled: U64, safe: U64, left: I64, side: I64) -> I64:
    """Write the children into row ``left`` of the workspace and prefetch their table entries.

    Return the index after the last child, or AIM_REACHED if a child has no safe drops or fails by answers.
    """
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))
    lines = lines_of(work, side)
    other_lines = lines_of(work, 1 - side)
    other = filled ^ own
    end = left * ROW + CHILDREN
    column = 0
    while work[column] != ZERO:
        move = safe & work[column]
        column += 1
        if move == ZERO:
            continue
        child_own = own | move
        child_filled = filled | move
        threats = threats_on(board, child_own, child_filled, lines)
        child_safe = safe_drops(board, child_filled, threats)
        if child_safe == ZERO:
            return AIM_REACHED
        if fails_by_answers(board, other, child_filled, other_lines, threats, lines, side == STOPPER):
            return AIM_REACHED
        key_hash = mix(other + child_filled + board.bottom)
        prefetch(table, entry_place(table, key_hash))
        work[end] = move
        work[end + KEY_HASH] = key_hash
        work[end + HANDED_DOWN] = child_safe
        work[end + CHILD_RANK] = U64(popcount(threats))
        end += CHILD_WORDS
    return end


@kernel
def search(work: Words, own: U64, filled: U64, safe: U64, key_hash: U64, left: I64, side: I64) -> bool:
    """Return True if the side to move reaches its aim; ``side`` is SEEKER or STOPPER.

    ``safe`` are the safe drops, at least one; the side to move cannot complete a line with its next disc.
    ``key_hash`` belongs to the position, or is 0 if the table has not been consulted about it yet. If the
    search was paused, the value is meaningless.
    """
    # Step 1. Count the node, or pause. A resumed search passes here again.
    state = begin_node(work, left)
    if state == STOPPED:
        return False
    board = board_of(work)
    table = words_at(work[TABLE], I64(work[WORDS]))

    # Step 2. Follow forced moves without a node for each. ``caller`` is the side that the result is for.
    caller = side
    other = filled ^ own
    while True:
        if left <= 2:
            return bool(caller == STOPPER)
        left -= 1
        if safe & (safe - ONE) != ZERO:
            break
        own |= safe
        filled |= safe
        threats = threats_on(board, own, filled, lines_of(work, side))
        safe = safe_drops(board, filled, threats)
        if safe == ZERO:
            return bool(side == caller)
        own, other = other, own
        side = 1 - side
        key_hash = ZERO
        lines = lines_of(work, side)
        other_lines = lines_of(work, 1 - side)
        if fails_by_answers(board, own, filled, lines, threats, other_lines, side == SEEKER):
            return bool(side != caller)

    order = left * ROW
    first = order + CHILDREN
    is_reached = False
    if state == NEW:
        # Step 3. Look the position up in the table, unless the parent has done so.
        if key_hash == ZERO:
            key_hash = mix(own + filled + board.bottom)
            value = known_value(work, table, key_hash)
            if value != UNKNOWN:
                return bool((value == 1) == (caller == SEEKER))

        # Step 4. Make the children; one that fails at once decides the node.
        end = make_children(work, own, filled, safe, left, side)
        is_reached = end == AIM_REACHED

        # Step 5. Look the children up in the table; sort the unknown ones.
        number = I64(0)
        waiting = I64(0)
        good = I64(1) if side == SEEKER else I64(0)
        if not is_reached:
            for child in range(first, end, CHILD_WORDS):
                value = known_value(work, table, work[child + KEY_HASH])
                if value == good:
                    is_reached = True
                    break
                if value == UNKNOWN:
                    insert(work, order, waiting, work[child + CHILD_RANK], U64(child - first))
                    waiting += 1
    else:
        if key_hash == ZERO:
            key_hash = mix(own + filled + board.bottom)
        number, waiting, _ = kept_place(work, left)

    # Step 6. Search the unknown children.
    while not is_reached and number < waiting:
        child = first + I64(work[order + number] & NUMBER)
        child_safe = work[child + HANDED_DOWN]
        child_key = work[child + KEY_HASH]
        is_reached = not search(work, other, filled | work[child], child_safe, child_key, left, 1 - side)
        if work[PAUSED] != ZERO:
            keep_place(work, left, number, waiting, I64(0))
            return False
        number += 1

    # Step 7. Store the value.
    at = entry_place(table, key_hash)
    table[at] = key_hash
    table[at + ONE] = (work[QUESTION] << ONE) | U64(is_reached == (side == SEEKER))
    return bool(is_reached == (side == caller))


@kernel
def reaches_aim(work: Words, own: U64, filled: U64, side: I64) -> bool:
    """Return True if the side to move of any unfinished position reaches its aim."""
    board = board_of(work)
    lines = lines_of(work, side)
    other_lines = lines_of(work, 1 - side)
    if threats_on(board, own, filled, lines) & drops_on(board, filled) != ZERO:
        return True
    threats = threats_on(board, filled ^ own, filled, other_lines)
    safe = safe_drops(board, filled, threats)
    if safe == ZERO or fails_by_answers(board, own, filled, lines, threats, other_lines, side == SEEKER):
        return False
    return search(work, own, filled, safe, ZERO, popcount(board.cells ^ filled), side)
