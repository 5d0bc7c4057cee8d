"""Lines of four: detect them, count them, and find the cells that would complete one."""

from claimeven.kernels.jit import I64, ONE, TWO, U64, ZERO, kernel, popcount

THREE = U64(3)


@kernel
def has_line(discs: U64, stride: U64) -> bool:
    """Return True if ``discs`` contain four in a row."""
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        pairs = discs & (discs >> step)
        if (pairs & (pairs >> (step + step))) != ZERO:
            return True
    return False


@kernel
def count_lines(discs: U64, stride: U64) -> I64:
    """Return the number of lines that ``discs`` contain; overlapping lines all count."""
    count = I64(0)
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        pairs = discs & (discs >> step)
        count += popcount(pairs & (pairs >> (step + step)))
    return count


@kernel
def open_lines(room: U64, stride: U64) -> tuple[I64, U64]:
    """Return the number of lines inside ``room``, and the union of their cells."""
    count = I64(0)
    cells = ZERO
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        pairs = room & (room >> step)
        lines = pairs & (pairs >> (step + step))
        count += popcount(lines)
        lines |= lines << step
        cells |= lines | (lines << (step + step))
    return count, cells


@kernel
def completions(discs: U64, stride: U64) -> U64:
    """Return every cell that would complete a line of ``discs``; it may be filled or off the board.

    A pair of neighbouring discs (o o) and a third disc leave one cell X of a line, in one of four ways:

        o o X o     o o o X     with the pair below X          X o o o     o X o o     with it above X
    """
    found = (discs << ONE) & (discs << TWO) & (discs << THREE)  # vertical: only on top
    for step in (stride - ONE, stride, stride + ONE):  # \ - /
        twice = step + step
        thrice = twice + step
        pairs = discs & (discs >> step)
        found |= (pairs << twice) & ((discs << thrice) | (discs >> step))
        found |= (pairs >> step) & ((discs >> thrice) | (discs << step))
    return found
