"""Zugzwang counts, played out: the other cells are filled, then one side must play under the threat."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.reason import Reason, why_wins
from claimeven.rules.rules import Rules
from sensible import sensible_position


def decided_by_one_cell(size: tuple[int, int], count: int) -> list[Reason]:
    """Return reasons of both sides that say who must play under a threat."""
    rules, chance = Rules(*size), Random(f"zugzwang {size}")
    found = []
    for _ in range(count):
        discs = chance.randint(rules.cells // 3, rules.cells - 4)
        position = sensible_position(discs, chance, rules)
        reason = why_wins(position, 1 - position.turn)
        if reason is not None and reason.kind == "zugzwang":
            found.append(reason)
    return found


def fill(reason: Reason, chance: Random) -> tuple[int, int]:
    """Fill the board in any order, a cell right below a threat that stops play last.

    The side that fills it, and how many cells are filled by then.
    """
    position = reason.position
    rules, filled, ply = position.rules, position.filled, position.ply
    last = reason.count.last
    while True:
        drops = filled + rules.bottom & rules.board
        cells = [rules.cell(c, r) for c in range(rules.columns) for r in range(rules.rows)]
        free = [cell for cell in cells if cell & drops and not cell & last]
        chosen = chance.choice(free) if free else last & -last
        filled, ply = filled | chosen, ply + 1
        if not free:
            return (ply - 1) % 2, ply - position.ply


@pytest.mark.parametrize("size", [(7, 6), (6, 4), (5, 8)])
def test_the_other_side_plays_under_a_threat_after_as_many_cells_as_are_counted(
    size: tuple[int, int],
) -> None:
    reasons = decided_by_one_cell(size, 600)
    chance = Random("fill")
    for reason in reasons:
        for _ in range(3):
            side, count = fill(reason, chance)
            assert side == 1 - reason.side, str(reason.position)
            assert count == reason.count.cells, str(reason.position)
    assert min(sum(reason.side == side for reason in reasons) for side in (0, 1)) >= 5
