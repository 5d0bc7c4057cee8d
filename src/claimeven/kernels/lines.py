"""Lines of four: which discs form one, and which empty cells would complete one."""

from claimeven.kernels.jit import ONE, TWO, U64, ZERO, kernel

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
