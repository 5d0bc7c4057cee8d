"""The order in which a node's children are searched: a list on the desk, sorted as it grows."""

from claimeven.kernels.jit import I64, U64, Words, kernel

NUMBER = U64(0xFF)
RANK = U64(8)


@kernel
def insert(desk: Words, order: I64, count: I64, rank: U64, number: U64) -> None:
    """Put a child into the sorted list of ``count`` at ``order``, behind those of the same rank."""
    place = order + count
    while place > order and (desk[place - 1] >> RANK) < rank:
        desk[place] = desk[place - 1]
        place -= 1
    desk[place] = (rank << RANK) | number
