"""Positions of sensible players, who see fours, do not hand one over, and prefer the middle."""

from __future__ import annotations

from random import Random

from claimeven import CONNECT_FOUR, Position, Rules
from claimeven.reasons.threats import fours


def sensible_column(position: Position, rng: Random) -> int:
    """Choose a four, or what stops one; else a column that hands over none, more often in the middle."""
    rules = position.rules
    now = fours(position.own, position.filled, rules) or fours(position.other, position.filled, rules)
    if now:
        return rules.column_of(now & -now)
    safe = [
        column
        for column in position.playable
        if not fours(position.other, position.filled | position.drop(column), rules)
    ]
    columns = safe or list(position.playable)
    weights = [1 + min(column, rules.columns - 1 - column) for column in columns]
    return rng.choices(columns, weights)[0]


def sensible_game(discs: int, rng: Random, rules: Rules = CONNECT_FOUR) -> tuple[int, ...]:
    """Return the columns of an unfinished game of that many discs, with no four for the side to move."""
    while True:
        position = Position(rules=rules)
        columns: list[int] = []
        while position.ply < discs and not position.is_over:
            columns.append(sensible_column(position, rng))
            position = position.play(columns[-1])
        if not position.is_over and not fours(position.own, position.filled, rules):
            return tuple(columns)


def sensible_position(discs: int, rng: Random, rules: Rules = CONNECT_FOUR) -> Position:
    """Return the position after such a game."""
    return Position.from_moves(sensible_game(discs, rng, rules), rules)
