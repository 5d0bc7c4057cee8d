"""Variants: one object of each, however it is copied, and values that lie within the bounds."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.rules.variant import FOUR, MAX, Variant


@pytest.mark.parametrize("variant", [FOUR, MAX], ids=repr)
def test_there_is_one_object_of_each_variant(variant: Variant) -> None:
    assert pickle.loads(pickle.dumps(variant)) is variant
    assert copy.copy(variant) is variant
    assert copy.deepcopy(variant) is variant


@pytest.mark.parametrize("variant", [FOUR, MAX], ids=repr)
def test_a_variant_cannot_be_changed(variant: Variant) -> None:
    with pytest.raises(AttributeError):
        variant.title = "Connect Five"  # type: ignore[misc]


def test_rules_have_the_variant_of_their_game() -> None:
    assert CONNECT_FOUR.variant is FOUR
    assert MAX_CONNECT_FOUR.sized(5, 4).variant is MAX
    assert pickle.loads(pickle.dumps(MAX_CONNECT_FOUR)) == MAX_CONNECT_FOUR
    assert hash(pickle.loads(pickle.dumps(MAX_CONNECT_FOUR))) == hash(MAX_CONNECT_FOUR)


def test_the_bounds_of_the_empty_board() -> None:
    assert FOUR.bounds(Position()) == (-21, 21)
    assert MAX.bounds(Position(rules=MAX_CONNECT_FOUR)) == (-69, 69)


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (7, 6)])
def test_the_final_margin_lies_within_the_bounds_of_every_position(size: tuple[int, int]) -> None:
    rules = MAX_CONNECT_FOUR.sized(*size)
    chance = random.Random(f"{size}")
    for _ in range(20):
        position = Position(rules=rules)
        positions = [position]
        while not position.is_over:
            position = position.play(chance.choice(position.playable))
            positions.append(position)
        final = MAX.final_value(position)
        for earlier in positions:
            lower, upper = MAX.bounds(earlier)
            margin = final if earlier.turn == position.turn else -final
            assert lower <= margin <= upper
        assert MAX.bounds(position) == (final, final)
