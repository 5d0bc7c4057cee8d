"""Positions as sensible players reach them: they see a four and what hands one over, and like the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven import CONNECT_FOUR, Position, Rules
from claimeven.reasons.cells import column_of
from claimeven.reasons.forced import fours

if TYPE_CHECKING:
    from random import Random


def sensible_column(position: Position, rng: Random) -> int:
    """A four, or what stops one; else a column that hands over none, the middle more often."""
    rules = position.rules
    now = fours(position.own, position.filled, rules) or fours(position.other, position.filled, rules)
    if now:
        return column_of(now & -now, rules)
    safe = [
        column
        for column in position.playable
        if not fours(position.other, position.filled | position.drop(column), rules)
    ]
    columns = safe or list(position.playable)
    return rng.choices(columns, [1 + min(column, rules.columns - 1 - column) for column in columns])[0]


def sensible_position(discs: int, rng: Random, rules: Rules = CONNECT_FOUR) -> Position:
    """A position with that many discs in which the game goes on and the side to move has no four."""
    while True:
        position = Position(rules=rules)
        while position.ply < discs and not position.is_over:
            position = position.play(sensible_column(position, rng))
        if not position.is_over and not fours(position.own, position.filled, rules):
            return position
