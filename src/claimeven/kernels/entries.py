"""The entry points of the library; each takes the address of a workspace.

The question is in row 0 of the workspace, and so is the answer (layout.py). An entry that uses up its budget
returns with what it has found so far, and PAUSED is not 0; called again with a larger budget, it resumes at
the same node.
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
    ESTIMATE,
    FILLED,
    FLOOR,
    GAME,
    LOWER,
    MAX,
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

first_bounds_of_four = four_search.first_bounds
search_four = four_search.search_root
first_bounds_of_max = max_search.first_bounds
search_max = max_search.search_root
choose_column = lookahead.choose
reaches_aim = line_game.reaches_aim


@kernel
def solve(address: U64) -> None:
    """Write the exact value of the position to LOWER and UPPER, or OVER to both if the game has ended.

    A value that is not between FLOOR and CEILING may be replaced by a bound on that side; LOWER is then at
    least UPPER all the same. If the budget runs out, they are the bounds known so far.
    """
    work = words_at(address, WORKSPACE_WORDS)
    if is_over(work):
        write_bounds(work, I64(OVER), I64(OVER))
    else:
        floor = I64(work[FLOOR]) - OFFSET
        ceiling = I64(work[CEILING]) - OFFSET
        null_window_loop(work, work[OWN], work[FILLED], floor, ceiling)


@kernel
def solve_all(address: U64) -> None:
    """Write the values of all POSITIONS from number DONE on to SCORES; none of them may be over."""
    work = words_at(address, WORKSPACE_WORDS)
    count = I64(work[COUNT])
    positions = words_at(work[POSITIONS], count * POSITION_WORDS)
    scores = scores_at(work[SCORES], count)
    for number in range(I64(work[DONE]), count):
        place = number * POSITION_WORDS
        own = positions[place]
        filled = positions[place + 1]
        floor = I64(positions[place + 2]) - OFFSET
        ceiling = I64(positions[place + 3]) - OFFSET
        null_window_loop(work, own, filled, floor, ceiling)
        if work[PAUSED] != ZERO:
            return
        scores[number] = I64(work[LOWER]) - OFFSET
        work[DONE] = U64(number + 1)


@kernel
def columns(address: U64) -> None:
    """Write the exact value of every drop of WANTED, for the side that plays it, to RESULTS.

    A drop is removed from WANTED when its value is known. If the game has ended, LOWER is OVER.
    """
    work = words_at(address, WORKSPACE_WORDS)
    if is_over(work):
        write_bounds(work, I64(OVER), I64(OVER))
        return
    own = work[OWN]
    filled = work[FILLED]
    column = I64(0)
    while work[column] != ZERO:
        drop = work[WANTED] & work[column]
        if drop != ZERO:
            if work[GAME] != U64(MAX) and has_line(own | drop, work[STRIDE]):
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
    """Write the best column of Max-Connect4, looking DEPTH plies ahead, to COLUMN and its value to VALUE."""
    work = words_at(address, WORKSPACE_WORDS)
    depth = I64(work[DEPTH])
    kind = I64(work[ESTIMATE])
    choose_column(work, work[OWN], work[FILLED], depth, kind)


@kernel
def complete_line(address: U64) -> None:
    """Write 1 to VALUE if the seeker completes a line of its list first, else 0 (line_game.py).

    The position must be unfinished: neither side has a line of its list yet. If the search is paused, VALUE
    is meaningless.
    """
    work = words_at(address, WORKSPACE_WORDS)
    side = I64(work[SIDE])
    reached = reaches_aim(work, work[OWN], work[FILLED], side)
    work[VALUE] = U64(reached == (side == SEEKER))


@kernel
def null_window_loop(work: Words, own: U64, filled: U64, floor: I64, ceiling: I64) -> None:
    """Narrow LOWER and UPPER by null-window searches until they meet between ``floor`` and ``ceiling``.

    Search for the verdict first, then one step at a time: a third fewer nodes than halving the range.
    """
    board = board_of(work)
    is_max = work[GAME] == U64(MAX)
    if work[PAUSED] != ZERO:
        lower = I64(work[LOWER]) - OFFSET
        upper = I64(work[UPPER]) - OFFSET
    else:
        if is_max:
            lower, upper = first_bounds_of_max(board, own, filled)
        else:
            lower, upper = first_bounds_of_four(board, own, filled)
        lower = max(lower, floor)
        upper = min(upper, ceiling)
    # The first window of Connect Four: does the side win that will not play the last disc? That of
    # Max-Connect4: is the margin at least 0?
    is_left_odd = popcount(board.cells ^ filled) & 1 == 1
    verdict = I64(-1) if is_max or is_left_odd else I64(0)
    while True:
        write_bounds(work, lower, upper)
        if lower >= upper:
            return
        alpha = max(lower, min(upper - 1, verdict))
        value = search_max(work, own, filled, alpha) if is_max else search_four(work, own, filled, alpha)
        if work[PAUSED] != ZERO:
            return
        if value > alpha:
            lower = value
        else:
            upper = value


@kernel
def write_bounds(work: Words, lower: I64, upper: I64) -> None:
    """Write the bounds of the value to LOWER and UPPER."""
    work[LOWER] = U64(lower + OFFSET)
    work[UPPER] = U64(upper + OFFSET)


@kernel
def is_over(work: Words) -> bool:
    """Return True if a game of Connect Four has ended; a game of Max-Connect4 always has a value."""
    own = work[OWN]
    filled = work[FILLED]
    stride = work[STRIDE]
    ended = filled == work[CELLS] or has_line(own, stride) or has_line(filled ^ own, stride)
    return bool(work[GAME] != U64(MAX) and ended)


ENTRIES = (solve, solve_all, columns, choose, complete_line)
