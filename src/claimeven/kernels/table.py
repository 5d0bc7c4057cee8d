"""The transposition table: one word per entry, exact keys, both bounds.

A key is hashed to 64 bits by a one-to-one function, so that no two positions ever share a key hash. The low
bits of the hash choose the entry; the high bits are stored in it and identify the position:

    bit  63                                16 15          8 7           0
        +------------------------------------+-------------+-------------+
        |  high 48 bits of the key hash      | lower + 128 | upper + 128 |
        +------------------------------------+-------------+-------------+

The number of entries is a power of two and at least 2 ** 16, so that the index and the stored bits together
are the whole key hash. An empty entry is 0, which no pair of bounds can produce. A newer entry always
replaces an older one. The BUSY_MARKS of abdada.py follow the entries.

Most positions have few cells left, and those are the cheapest to search again. They share the first 2 ** 16
entries, half a megabyte that stays in the CPU's cache: that costs a few nodes and saves about a sixth of the
time in Connect Four.
"""

from claimeven.kernels.jit import I64, U64, ZERO, Words, kernel
from claimeven.kernels.layout import BUSY_MARKS, INDEX_BITS, OFFSET

NEAR_LEFT = 16  # positions with at most this many cells left share the first entries; 14 and 18 were slower
NEAR_MASK = U64((1 << INDEX_BITS) - 1)
MULTIPLIER = U64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio; odd, so that multiplication is one-to-one
HALF = U64(32)
TAG = U64(0xFFFF_FFFF_FFFF_0000)
BYTE = U64(0xFF)
EIGHT = U64(8)
UNKNOWN = I64(OFFSET)  # larger than any bound


@kernel
def mix(key: U64) -> U64:
    """Return the hash of a key; one-to-one."""
    spread = key * MULTIPLIER
    return spread ^ (spread >> HALF)


@kernel
def entry_index(table: Words, key_hash: U64, left: I64) -> U64:
    """Return the index of the entry for a key hash of a position with ``left`` empty cells."""
    return key_hash & (U64(table.size - BUSY_MARKS - 1) if left > NEAR_LEFT else NEAR_MASK)


@kernel
def is_entry_of(entry: U64, key_hash: U64) -> bool:
    """Return True if ``entry`` belongs to the key hash."""
    return bool((entry ^ key_hash) & TAG == ZERO and entry & ~TAG != ZERO)


@kernel
def pack(key_hash: U64, lower: I64, upper: I64) -> U64:
    """Return an entry that records lower <= score <= upper."""
    return (key_hash & TAG) | (U64(lower + OFFSET) << EIGHT) | U64(upper + OFFSET)


@kernel
def lower_of(entry: U64) -> I64:
    """Return the lower bound of an entry."""
    return I64((entry >> EIGHT) & BYTE) - OFFSET


@kernel
def upper_of(entry: U64) -> I64:
    """Return the upper bound of an entry."""
    return I64(entry & BYTE) - OFFSET


@kernel
def known_bound(table: Words, key_hash: U64, left: I64, alpha: I64) -> I64:
    """Return a stored bound that shows whether the score is above ``alpha``, or UNKNOWN if there is none."""
    entry = table[entry_index(table, key_hash, left)]
    if is_entry_of(entry, key_hash):
        if upper_of(entry) <= alpha:
            return upper_of(entry)
        if lower_of(entry) > alpha:
            return lower_of(entry)
    return UNKNOWN


@kernel
def store(table: Words, key_hash: U64, left: I64, lower: I64, upper: I64) -> None:
    """Record that lower <= score <= upper, keeping tighter bounds that the entry already has."""
    index = entry_index(table, key_hash, left)
    entry = table[index]
    if is_entry_of(entry, key_hash):
        lower = max(lower, lower_of(entry))
        upper = min(upper, upper_of(entry))
    table[index] = pack(key_hash, lower, upper)
