"""The entries of the library: every question that can be asked, each a call with the address of a desk.

The question stands in row 0 of the desk, and so does the answer (layout.py). An entry that uses up its budget
returns with what it has found so far, and PAUSED is not 0; called again with a larger budget, it goes on from
the very node.
"""

from claimeven.kernels import connect, fill, line_game, lookahead
from claimeven.kernels.bits import board_of
from claimeven.kernels.jit import I64, U64, ZERO, Words, kernel, popcount, scores_at, words_at
from claimeven.kernels.layout import (
    CEILING,
    CELLS,
    COUNT,
    DEPTH,
    DESK_WORDS,
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
)
from claimeven.kernels.lines import has_line

first_bounds_of_connect, ask_connect = connect.first_bounds, connect.ask
first_bounds_of_fill, ask_fill = fill.first_bounds, fill.ask
choose_column = lookahead.choose
reaches_aim = line_game.reaches_aim


@kernel
def solve(address: U64) -> None:
    """Leave the exact value of the position in LOWER and UPPER, or OVER in both if the game has ended.

    A value up to FLOOR, or from CEILING on, may come out as a mere bound on that side; LOWER is then at least
    UPPER all the same. When the budget runs out, they are the bounds known by then.
    """
    desk = words_at(address, DESK_WORDS)
    if is_over(desk):
        note_bounds(desk, I64(OVER), I64(OVER))
    else:
        floor, ceiling = I64(desk[FLOOR]) - OFFSET, I64(desk[CEILING]) - OFFSET
        narrow(desk, desk[OWN], desk[FILLED], floor, ceiling)


@kernel
def solve_all(address: U64) -> None:
    """Fill SCORES with the values of all POSITIONS from number DONE on; none of them may be over."""
    desk = words_at(address, DESK_WORDS)
    count = I64(desk[COUNT])
    positions = words_at(desk[POSITIONS], count * POSITION_WORDS)
    scores = scores_at(desk[SCORES], count)
    for number in range(I64(desk[DONE]), count):
        place = number * POSITION_WORDS
        floor, ceiling = I64(positions[place + 2]) - OFFSET, I64(positions[place + 3]) - OFFSET
        narrow(desk, positions[place], positions[place + 1], floor, ceiling)
        if desk[PAUSED] != ZERO:
            return
        scores[number] = I64(desk[LOWER]) - OFFSET
        desk[DONE] = U64(number + 1)


@kernel
def columns(address: U64) -> None:
    """Write the exact value of every drop of WANTED, for the side that plays it, into RESULTS.

    A drop whose value is known leaves WANTED. If the game has ended, LOWER is OVER.
    """
    desk = words_at(address, DESK_WORDS)
    if is_over(desk):
        note_bounds(desk, I64(OVER), I64(OVER))
        return
    own, filled = desk[OWN], desk[FILLED]
    column = I64(0)
    while desk[column] != ZERO:
        drop = desk[WANTED] & desk[column]
        if drop != ZERO:
            if desk[GAME] != U64(FILL) and has_line(own | drop, desk[STRIDE]):
                value = (popcount(desk[CELLS] ^ filled) + 1) // 2
            else:
                narrow(desk, filled ^ own, filled | drop, I64(-OFFSET), I64(OFFSET))
                if desk[PAUSED] != ZERO:
                    return
                value = OFFSET - I64(desk[LOWER])
            desk[RESULTS + column] = U64(value + OFFSET)
            desk[WANTED] ^= drop
        column += 1


@kernel
def choose(address: U64) -> None:
    """Leave the best column of Max-Connect4 DEPTH plies ahead in COLUMN, and its value in VALUE."""
    desk = words_at(address, DESK_WORDS)
    depth, kind = I64(desk[DEPTH]), I64(desk[KIND])
    choose_column(desk, desk[OWN], desk[FILLED], depth, kind)


@kernel
def complete_line(address: U64) -> None:
    """Leave in VALUE whether the seeker completes a line of its list first (line_game.py).

    The position must be unfinished: no side has a line of its list yet. When the search is paused, VALUE
    means nothing.
    """
    desk = words_at(address, DESK_WORDS)
    side = I64(desk[SIDE])
    reached = reaches_aim(desk, desk[OWN], desk[FILLED], side)
    desk[VALUE] = U64(reached == (side == SEEKER))


@kernel
def narrow(desk: Words, own: U64, filled: U64, floor: I64, ceiling: I64) -> None:
    """Narrow LOWER and UPPER, by null windows, until they meet within ``floor`` to ``ceiling``.

    First it asks for the verdict, then goes one step at a time: a third fewer nodes than halving the range.
    """
    board = board_of(desk)
    fills = desk[GAME] == U64(FILL)
    if desk[PAUSED] != ZERO:
        lower, upper = I64(desk[LOWER]) - OFFSET, I64(desk[UPPER]) - OFFSET
    else:
        if fills:
            lower, upper = first_bounds_of_fill(board, own, filled)
        else:
            lower, upper = first_bounds_of_connect(board, own, filled)
        lower, upper = max(lower, floor), min(upper, ceiling)
    # In Connect Four: does the side that leads win? In Max-Connect4: is the margin at least 0?
    verdict = I64(-1) if fills or popcount(board.cells ^ filled) & 1 == 1 else I64(0)
    while True:
        note_bounds(desk, lower, upper)
        if lower >= upper:
            return
        alpha = max(lower, min(upper - 1, verdict))
        value = ask_fill(desk, own, filled, alpha) if fills else ask_connect(desk, own, filled, alpha)
        if desk[PAUSED] != ZERO:
            return
        if value > alpha:
            lower = value
        else:
            upper = value


@kernel
def note_bounds(desk: Words, lower: I64, upper: I64) -> None:
    """Put the bounds down."""
    desk[LOWER] = U64(lower + OFFSET)
    desk[UPPER] = U64(upper + OFFSET)


@kernel
def is_over(desk: Words) -> bool:
    """True when a game of Connect Four has ended; one of Max-Connect4 always has a value."""
    own, filled, stride = desk[OWN], desk[FILLED], desk[STRIDE]
    ended = filled == desk[CELLS] or has_line(own, stride) or has_line(filled ^ own, stride)
    return bool(desk[GAME] != U64(FILL) and ended)


ENTRIES = (solve, solve_all, columns, choose, complete_line)
