"""Perft: how many games there are of a given number of plies, to check the kernels against the rules."""

from claimeven.kernels.bits import drops_on
from claimeven.kernels.jit import I64, ONE, U64, ZERO, Board, kernel, popcount
from claimeven.kernels.lines import has_line


@kernel
def perft(board: Board, own: U64, filled: U64, depth: I64) -> I64:
    """The number of ways to play exactly ``depth`` plies from here; nobody plays on after a line."""
    if depth == 0:
        return I64(1)
    other = filled ^ own
    if has_line(other, board.stride):
        return I64(0)
    drops = drops_on(board, filled)
    if depth == 1:
        return popcount(drops)
    games = I64(0)
    while drops != ZERO:
        drop = drops & (~drops + ONE)
        drops ^= drop
        games += perft(board, other, filled | drop, depth - 1)
    return games
