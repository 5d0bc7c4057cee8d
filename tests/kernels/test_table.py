from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.kernels import table
from claimeven.kernels.jit import I64, U64
from claimeven.kernels.layout import BUSY_MARKS

words = st.integers(0, 2**64 - 1)
bounds = st.integers(-60, 60)


def entry_of(key_hash: int, lower: int, upper: int) -> U64:
    return U64(table.pack(U64(key_hash), I64(lower), I64(upper)))


@given(words, bounds, bounds)
def test_an_entry_gives_back_its_bounds_and_knows_its_key(key_hash: int, lower: int, upper: int) -> None:
    entry = entry_of(key_hash, lower, upper)
    assert (int(table.lower_of(entry)), int(table.upper_of(entry))) == (lower, upper)
    assert table.is_entry_of(entry, U64(key_hash))


@pytest.mark.parametrize(
    ("size", "left", "used"),
    [(1 << 16, 42, 1 << 16), (1 << 17, 42, 1 << 17), (1 << 17, table.NEAR_LEFT, 1 << 16)],
)
@given(one=words, two=words)
def test_two_keys_at_one_index_never_share_an_entry(
    size: int, left: int, used: int, one: int, two: int
) -> None:
    entries = np.zeros(size + BUSY_MARKS, np.uint64)
    two = (two & ~(used - 1)) | (one & (used - 1))
    places = [int(table.entry_index(entries, U64(key), I64(left))) for key in (one, two)]
    assert places[0] == places[1] < used
    assert bool(table.is_entry_of(entry_of(one, -3, 4), U64(two))) == (one == two)


@pytest.mark.parametrize("bit", range(64))
def test_keys_that_differ_in_one_bit_differ_in_their_place_or_their_entry(bit: int) -> None:
    entries = np.zeros((1 << 16) + BUSY_MARKS, np.uint64)
    one, two = U64(0x0123_4567_89AB_CDEF), U64(0x0123_4567_89AB_CDEF ^ 1 << bit)
    places = [int(table.entry_index(entries, key, I64(42))) for key in (one, two)]
    assert (places[0] == places[1]) == (bit >= 16)
    assert bool(table.is_entry_of(entry_of(int(one), -3, 4), two)) == (bit < 16)


@given(words)
def test_an_empty_entry_belongs_to_no_key(key_hash: int) -> None:
    assert not table.is_entry_of(U64(0), U64(key_hash))
    assert not table.is_entry_of(U64(0), U64(0))


@pytest.mark.parametrize("left", [42, 10])
@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ((-3, 7), (-5, 2), (-3, 2)),
        ((-5, 2), (-3, 7), (-3, 2)),
        ((-3, 2), (-9, 9), (-3, 2)),
        ((-9, 9), (4, 4), (4, 4)),
    ],
)
def test_a_tighter_bound_of_an_entry_is_kept(
    left: int, first: tuple[int, int], second: tuple[int, int], kept: tuple[int, int]
) -> None:
    entries = np.zeros((1 << 16) + BUSY_MARKS, np.uint64)
    key_hash = U64(0x0123_4567_89AB_CDEF)
    for lower, upper in (first, second):
        table.store(entries, key_hash, I64(left), I64(lower), I64(upper))
    entry = entries[int(table.entry_index(entries, key_hash, I64(left)))]
    assert table.is_entry_of(entry, key_hash)
    assert (int(table.lower_of(entry)), int(table.upper_of(entry))) == kept


def test_a_newer_position_takes_an_entry_over_with_nothing_of_the_older_one() -> None:
    entries = np.zeros((1 << 16) + BUSY_MARKS, np.uint64)
    older, newer = U64(0x1_0007), U64(0x2_0007)  # the same place, another key
    table.store(entries, older, I64(42), I64(1), I64(2))
    table.store(entries, newer, I64(42), I64(-5), I64(5))
    entry = entries[7]
    assert not table.is_entry_of(entry, older)
    assert table.is_entry_of(entry, newer)
    assert (int(table.lower_of(entry)), int(table.upper_of(entry))) == (-5, 5)


@given(words)
def test_mixing_loses_nothing(key: int) -> None:
    key_hash = int(table.mix(U64(key)))
    spread = key_hash ^ key_hash >> 32
    assert spread * pow(int(table.MULTIPLIER), -1, 2**64) % 2**64 == key


@pytest.mark.parametrize(("alpha", "known"), [(-4, -3), (-3, table.UNKNOWN), (4, table.UNKNOWN), (5, 5)])
def test_a_bound_is_known_if_it_shows_on_which_side_of_alpha_the_score_is(alpha: int, known: int) -> None:
    entries, key_hash, left = np.zeros((1 << 16) + BUSY_MARKS, np.uint64), U64(0xABC_0000_0123), I64(30)
    assert table.known_bound(entries, key_hash, left, I64(alpha)) == table.UNKNOWN
    table.store(entries, key_hash, left, I64(-3), I64(5))
    assert table.known_bound(entries, key_hash, left, I64(alpha)) == known
    assert table.known_bound(entries, U64(0xABD_0000_0123), left, I64(alpha)) == table.UNKNOWN
