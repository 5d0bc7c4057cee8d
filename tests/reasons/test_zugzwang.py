"""Zugzwang counts, played out: all else is filled in turn, then somebody must play under the threat."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.reason import Reason, why_wins
from claimeven.reasons.words import cells_before
from claimeven.rules.rules import Rules
from sensible import sensible_position


def decided_by_one_cell(size: tuple[int, int], count: int) -> list[Reason]:
    """Reasons of both sides that say who must play under a threat."""
    rules, chance = Rules(*size), Random(f"zugzwang {size}")
    found = []
    for _ in range(count):
        discs = chance.randint(rules.cells // 3, rules.cells - 4)
        position = sensible_position(discs, chance, rules)
        reason = why_wins(position, 1 - position.ply % 2)
        if reason is not None and reason.kind == "zugzwang":
            found.append(reason)
    return found


def fill(reason: Reason, chance: Random) -> tuple[int, int, int]:
    """Fill the board in any order, the cell under the threat last: its side, and the cells filled by then.

    The cells are counted in the column of the threat, the one under it too, and in the other columns.
    """
    position = reason.position
    rules, filled, ply = position.rules, position.filled, position.ply
    column = next(mask for mask in rules.column_masks if mask & reason.cells)
    inside = outside = 0
    while True:
        drops = filled + rules.bottom & rules.board
        cells = [rules.cell(c, r) for c in range(rules.columns) for r in range(rules.rows)]
        free = [cell for cell in cells if cell & drops and cell != reason.cells >> 1]
        chosen = chance.choice(free) if free else reason.cells >> 1
        filled, ply = filled | chosen, ply + 1
        inside, outside = inside + bool(chosen & column), outside + (not chosen & column)
        if not free:
            return (ply - 1) % 2, inside, outside


@pytest.mark.parametrize("size", [(7, 6), (6, 4), (5, 8)])
def test_the_other_side_plays_under_the_threat_after_as_many_cells_as_are_counted(
    size: tuple[int, int],
) -> None:
    reasons = decided_by_one_cell(size, 600)
    chance = Random("fill")
    for reason in reasons:
        for _ in range(3):
            side, inside, outside = fill(reason, chance)
            assert side == 1 - reason.side, str(reason.position)
            assert (inside, outside) == cells_before(reason.cells, reason.position), str(reason.position)
    assert min(sum(reason.side == side for reason in reasons) for side in (0, 1)) >= 5
