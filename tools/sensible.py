"""Positions as sensible players reach them: they see a four and what hands one over, and like the middle."""

from __future__ import annotations

from random import Random

from claimeven import CONNECT_FOUR, Position, Rules
from claimeven.reasons.threats import fours


def sensible_column(position: Position, rng: Random) -> int:
    """A four, or what stops one; else a column that hands over none, the middle more often."""
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
    return rng.choices(columns, [1 + min(column, rules.columns - 1 - column) for column in columns])[0]


def sensible_game(discs: int, rng: Random, rules: Rules = CONNECT_FOUR) -> tuple[int, ...]:
    """The columns of a game of that many discs that goes on, with no four for the side to move."""
    while True:
        position, columns = Position(rules=rules), []
        while position.ply < discs and not position.is_over:
            columns.append(sensible_column(position, rng))
            position = position.play(columns[-1])
        if not position.is_over and not fours(position.own, position.filled, rules):
            return tuple(columns)


def sensible_position(discs: int, rng: Random, rules: Rules = CONNECT_FOUR) -> Position:
    """The position after such a game."""
    return Position.from_moves(sensible_game(discs, rng, rules), rules)
