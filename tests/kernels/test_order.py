from __future__ import annotations

import numpy as np
import pytest

from claimeven.kernels.jit import I64, U64
from claimeven.kernels.layout import (
    BUSY_MARKS,
    CHILD_RANK,
    CHILD_WORDS,
    CHILDREN,
    KEY_HASH,
    ROW,
    WORKSPACE_WORDS,
)
from claimeven.kernels.order import NUMBER, sort_children
from claimeven.kernels.table import store

LEFT = 30
FIRST = LEFT * ROW + CHILDREN
RANKS = (2, 5, 2, 0, 5)
WORST = -9


def sort(bounds: dict[int, tuple[int, int]], alpha: int) -> tuple[int, list[int]]:
    """The value, and the numbers of the children in order, where the table has bounds of some children."""
    table, workspace = np.zeros((1 << 16) + BUSY_MARKS, np.uint64), np.zeros(WORKSPACE_WORDS, np.uint64)
    for number, rank in enumerate(RANKS):
        child, key_hash = FIRST + number * CHILD_WORDS, U64((number + 1) << 40 | number)
        workspace[child + KEY_HASH], workspace[child + CHILD_RANK] = key_hash, rank
        if number in bounds:
            lower, upper = bounds[number]
            store(table, key_hash, I64(LEFT), I64(lower), I64(upper))
    end = FIRST + len(RANKS) * CHILD_WORDS
    best, waiting = sort_children(table, workspace, I64(LEFT), I64(end), I64(alpha), I64(WORST))
    listed = workspace[LEFT * ROW : LEFT * ROW + int(waiting)]
    return int(best), [int(entry & NUMBER) // CHILD_WORDS for entry in listed]


def test_higher_ranks_come_first_and_equals_stay_as_they_are() -> None:
    assert sort({}, alpha=0) == (WORST, [1, 4, 0, 2, 3])


@pytest.mark.parametrize(
    ("bounds", "value", "order"),
    [
        ({1: (2, 8)}, -2, [4, 0, 2, 3]),  # at best -2 for us: no need to search it
        ({1: (2, 8), 4: (1, 8)}, -1, [0, 2, 3]),
        ({1: (-5, 3)}, WORST, [1, 4, 0, 2, 3]),  # may be above 0, may be not
    ],
)
def test_children_that_cannot_raise_alpha_are_left_out(
    bounds: dict[int, tuple[int, int]], value: int, order: list[int]
) -> None:
    assert sort(bounds, alpha=0) == (value, order)


def test_a_child_that_is_known_to_raise_alpha_decides() -> None:
    value, _ = sort({0: (1, 5), 2: (-6, -4)}, alpha=0)
    assert value == 4
