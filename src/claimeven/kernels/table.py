"""The transposition table: one word per entry, exact keys, both bounds.

A key is spread over 64 bits by a one-to-one mix, so nothing is lost whatever the size of the board.
The low bits of the mix choose the entry; the high bits stand in it and prove whose it is:

    bit  63                                16 15          8 7           0
        +------------------------------------+-------------+-------------+
        |  high 48 bits of the key hash      | lower + 128 | upper + 128 |
        +------------------------------------+-------------+-------------+

A table has a power of two of entries, at least 2 ** 16: then index and high bits together are the whole
key hash. An empty entry is 0, which no bounds can produce. A newer entry always replaces an older one.
Behind the entries stand the BUSY_MARKS of abdada.py.

Positions with few cells left are the most, and the cheapest to search again. They are all kept in the first
2 ** 16 entries, half a megabyte that stays in the processor's cache: that costs a few nodes more and saves
about a sixth of the time of Connect Four.
"""

from claimeven.kernels.jit import I64, U64, ZERO, Words, kernel
from claimeven.kernels.layout import BUSY_MARKS, INDEX_BITS, OFFSET

NEAR_LEFT = 16  # cells left at which positions move to the near part; 14 and 18 were slower
NEAR_MASK = U64((1 << INDEX_BITS) - 1)
MULTIPLIER = U64(0x9E3779B97F4A7C15)  # odd, so multiplication is one-to-one; 2**64 / golden ratio
HALF = U64(32)
TAG = U64(0xFFFF_FFFF_FFFF_0000)
BYTE = U64(0xFF)
EIGHT = U64(8)
UNKNOWN = I64(OFFSET)  # more than any bound


@kernel
def mix(key: U64) -> U64:
    """``key`` spread over 64 bits, one-to-one."""
    spread = key * MULTIPLIER
    return spread ^ (spread >> HALF)


@kernel
def entry_index(table: Words, key_hash: U64, left: I64) -> U64:
    """Where the entry of a key hash stands, for a position with ``left`` empty cells."""
    return key_hash & (U64(table.size - BUSY_MARKS - 1) if left > NEAR_LEFT else NEAR_MASK)


@kernel
def is_entry_of(entry: U64, key_hash: U64) -> bool:
    """True when ``entry`` belongs to the key hash."""
    return bool((entry ^ key_hash) & TAG == ZERO and entry & ~TAG != ZERO)


@kernel
def pack(key_hash: U64, lower: I64, upper: I64) -> U64:
    """The entry that says: lower <= score <= upper."""
    return (key_hash & TAG) | (U64(lower + OFFSET) << EIGHT) | U64(upper + OFFSET)


@kernel
def lower_of(entry: U64) -> I64:
    """The lower bound that an entry holds."""
    return I64((entry >> EIGHT) & BYTE) - OFFSET


@kernel
def upper_of(entry: U64) -> I64:
    """The upper bound that an entry holds."""
    return I64(entry & BYTE) - OFFSET


@kernel
def known_bound(table: Words, key_hash: U64, left: I64, alpha: I64) -> I64:
    """The stored bound that tells whether the score is above ``alpha``, or UNKNOWN if there is none."""
    entry = table[entry_index(table, key_hash, left)]
    if is_entry_of(entry, key_hash):
        if upper_of(entry) <= alpha:
            return upper_of(entry)
        if lower_of(entry) > alpha:
            return lower_of(entry)
    return UNKNOWN


@kernel
def store(table: Words, key_hash: U64, left: I64, lower: I64, upper: I64) -> None:
    """Note that lower <= score <= upper, beside tighter bounds that the entry may hold already."""
    index = entry_index(table, key_hash, left)
    entry = table[index]
    if is_entry_of(entry, key_hash):
        lower = max(lower, lower_of(entry))
        upper = min(upper, upper_of(entry))
    table[index] = pack(key_hash, lower, upper)
