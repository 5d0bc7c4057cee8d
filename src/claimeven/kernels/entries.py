"""The entries of the library: every question that can be asked, each a call with the address of a workspace.

The question stands in row 0 of the workspace, and so does the answer (layout.py). An entry that uses up its
budget returns with what it has found so far, and PAUSED is not 0; called again with a larger budget, it goes
on from the very node.
"""

from claimeven.kernels import four_search, line_game, lookahead, max_search
from claimeven.kernels.bits import board_of
from claimeven.kernels.jit import I64, U64, ZERO, Words, kernel, popcount, scores_at, words_at
from claimeven.kernels.layout import (
    CEILING,
    CELLS,
    COUNT,
    DEPTH,
    DONE,
    FILL,
    FILLED,
    FLOOR,
    GAME,
    KIND,
    LOWER,
    OFFSET,
    OVER,
    OWN,
    PAUSED,
    POSITION_WORDS,
    POSITIONS,
    RESULTS,
    SCORES,
    SEEKER,
    SIDE,
    STRIDE,
    UPPER,
    VALUE,
    WANTED,
    WORKSPACE_WORDS,
)
from claimeven.kernels.lines import has_line

first_bounds_of_four, ask_four = four_search.first_bounds, four_search.ask
first_bounds_of_max, ask_max = max_search.first_bounds, max_search.ask
choose_column = lookahead.choose
reaches_aim = line_game.reaches_aim


@kernel
def solve(address: U64) -> None:
    """Leave the exact value of the position in LOWER and UPPER, or OVER in both if the game has ended.

    A value up to FLOOR, or from CEILING on, may come out as a mere bound on that side; LOWER is then at least
    UPPER all the same. When the budget runs out, they are the bounds known by then.
    """
    work = words_at(address, WORKSPACE_WORDS)
    if is_over(work):
        note_bounds(work, I64(OVER), I64(OVER))
    else:
        floor, ceiling = I64(work[FLOOR]) - OFFSET, I64(work[CEILING]) - OFFSET
        null_window_loop(work, work[OWN], work[FILLED], floor, ceiling)


@kernel
def solve_all(address: U64) -> None:
    """Fill SCORES with the values of all POSITIONS from number DONE on; none of them may be over."""
    work = words_at(address, WORKSPACE_WORDS)
    count = I64(work[COUNT])
    positions = words_at(work[POSITIONS], count * POSITION_WORDS)
    scores = scores_at(work[SCORES], count)
    for number in range(I64(work[DONE]), count):
        place = number * POSITION_WORDS
        floor, ceiling = I64(positions[place + 2]) - OFFSET, I64(positions[place + 3]) - OFFSET
        null_window_loop(work, positions[place], positions[place + 1], floor, ceiling)
        if work[PAUSED] != ZERO:
            return
        scores[number] = I64(work[LOWER]) - OFFSET
        work[DONE] = U64(number + 1)


@kernel
def columns(address: U64) -> None:
    """Write the exact value of every drop of WANTED, for the side that plays it, into RESULTS.

    A drop whose value is known leaves WANTED. If the game has ended, LOWER is OVER.
    """
    work = words_at(address, WORKSPACE_WORDS)
    if is_over(work):
        note_bounds(work, I64(OVER), I64(OVER))
        return
    own, filled = work[OWN], work[FILLED]
    column = I64(0)
    while work[column] != ZERO:
        drop = work[WANTED] & work[column]
        if drop != ZERO:
            if work[GAME] != U64(FILL) and has_line(own | drop, work[STRIDE]):
                value = (popcount(work[CELLS] ^ filled) + 1) // 2
            else:
                null_window_loop(work, filled ^ own, filled | drop, I64(-OFFSET), I64(OFFSET))
                if work[PAUSED] != ZERO:
                    return
                value = OFFSET - I64(work[LOWER])
            work[RESULTS + column] = U64(value + OFFSET)
            work[WANTED] ^= drop
        column += 1


@kernel
def choose(address: U64) -> None:
    """Leave the best column of Max-Connect4 DEPTH plies ahead in COLUMN, and its value in VALUE."""
    work = words_at(address, WORKSPACE_WORDS)
    depth, kind = I64(work[DEPTH]), I64(work[KIND])
    choose_column(work, work[OWN], work[FILLED], depth, kind)


@kernel
def complete_line(address: U64) -> None:
    """Leave in VALUE whether the seeker completes a line of its list first (line_game.py).

    The position must be unfinished: no side has a line of its list yet. When the search is paused, VALUE
    means nothing.
    """
    work = words_at(address, WORKSPACE_WORDS)
    side = I64(work[SIDE])
    reached = reaches_aim(work, work[OWN], work[FILLED], side)
    work[VALUE] = U64(reached == (side == SEEKER))


@kernel
def null_window_loop(work: Words, own: U64, filled: U64, floor: I64, ceiling: I64) -> None:
    """Narrow LOWER and UPPER, by null windows, until they meet within ``floor`` to ``ceiling``.

    First it asks for the verdict, then goes one step at a time: a third fewer nodes than halving the range.
    """
    board = board_of(work)
    fills = work[GAME] == U64(FILL)
    if work[PAUSED] != ZERO:
        lower, upper = I64(work[LOWER]) - OFFSET, I64(work[UPPER]) - OFFSET
    else:
        if fills:
            lower, upper = first_bounds_of_max(board, own, filled)
        else:
            lower, upper = first_bounds_of_four(board, own, filled)
        lower, upper = max(lower, floor), min(upper, ceiling)
    # In Connect Four: does the side that leads win? In Max-Connect4: is the margin at least 0?
    verdict = I64(-1) if fills or popcount(board.cells ^ filled) & 1 == 1 else I64(0)
    while True:
        note_bounds(work, lower, upper)
        if lower >= upper:
            return
        alpha = max(lower, min(upper - 1, verdict))
        value = ask_max(work, own, filled, alpha) if fills else ask_four(work, own, filled, alpha)
        if work[PAUSED] != ZERO:
            return
        if value > alpha:
            lower = value
        else:
            upper = value


@kernel
def note_bounds(work: Words, lower: I64, upper: I64) -> None:
    """Put the bounds down."""
    work[LOWER] = U64(lower + OFFSET)
    work[UPPER] = U64(upper + OFFSET)


@kernel
def is_over(work: Words) -> bool:
    """True when a game of Connect Four has ended; one of Max-Connect4 always has a value."""
    own, filled, stride = work[OWN], work[FILLED], work[STRIDE]
    ended = filled == work[CELLS] or has_line(own, stride) or has_line(filled ^ own, stride)
    return bool(work[GAME] != U64(FILL) and ended)


ENTRIES = (solve, solve_all, columns, choose, complete_line)
