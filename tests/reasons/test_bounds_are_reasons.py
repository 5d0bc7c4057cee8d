"""A verdict that a bound settles without a search has a reason."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from boards import bounds_of
from claimeven.reasons.strategy import find_reason
from claimeven.rules.rules import Rules
from sensible import sensible_position


@pytest.mark.compiled
@pytest.mark.parametrize("size", [(7, 6), (6, 4), (8, 6), (5, 8)])
def test_a_verdict_that_a_bound_settles_has_a_reason(size: tuple[int, int]) -> None:
    """On boards with an even number of rows, where answering on top is a rule."""
    rules, chance = Rules(*size), Random(f"bounds {size}")
    seen: Counter[tuple[int, bool]] = Counter()
    for _ in range(350):
        position = sensible_position(rules.cells - chance.randint(4, 20), chance, rules)
        bound = min(bounds_of(position), default=1)
        if bound <= 0:
            side, wins = 1 - position.turn, bound < 0
            reason = find_reason(position, side, wins=wins)
            assert reason is not None, str(position)
            assert reason.wins or not wins
            seen[side, wins] += 1
    assert min(seen[0, True], seen[1, True], seen[1, False]) > 4, seen
