"""Lines of four: which discs form one, how many they form, and which empty cells would complete one."""

from claimeven.kernels.jit import I64, ONE, TWO, U64, ZERO, kernel, popcount

THREE = U64(3)


@kernel
def has_line(discs: U64, stride: U64) -> bool:
    """True when some four of ``discs`` stand in a row."""
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        pairs = discs & (discs >> step)
        if (pairs & (pairs >> (step + step))) != ZERO:
            return True
    return False


@kernel
def count_lines(discs: U64, stride: U64) -> I64:
    """The number of lines that ``discs`` fill; lines that overlap all count."""
    count = I64(0)
    for step in (ONE, stride - ONE, stride, stride + ONE):  # | \ - /
        pairs = discs & (discs >> step)
        count += popcount(pairs & (pairs >> (step + step)))
    return count


@kernel
def open_lines(room: U64, stride: U64) -> tuple[I64, U64]:
    """The number of lines that ``room`` holds, and the cells of all of them together."""
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
    """Every cell that would complete a line of ``discs``; may lie on filled cells or off the board.

    From two neighbouring discs (o o), a third one on either side of the gap or of the pair:

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
