"""Positions of sensible players: they take or stop a four, hand over none if they can, like the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

if TYPE_CHECKING:
    from random import Random


def fours_of(discs: int, position: Position) -> list[int]:
    """The columns where the side with these ``discs`` would complete a line now."""
    rules = position.rules
    return [column for column in position.playable if rules.has_line(discs | position.drop(column))]


def sensible_column(position: Position, chance: Random) -> int:
    """What a sensible player plays; the middle column of seven is four times as likely as the outer ones."""
    for discs in (position.own, position.other):
        if columns := fours_of(discs, position):
            return columns[0]
    columns = [c for c in position.playable if not _hands_over(position, c)] or list(position.playable)
    last = position.rules.columns - 1
    return chance.choices(columns, [1 + min(column, last - column) for column in columns])[0]


def _hands_over(position: Position, column: int) -> bool:
    """Whether the other side completes a line on top."""
    cell, rules = position.drop(column), position.rules
    return bool(cell << 1 & rules.board) and rules.has_line(position.other | cell << 1)


def sensible_position(discs: int, chance: Random, rules: Rules = CONNECT_FOUR) -> Position:
    """A position of so many discs that sensible players reach, in which nobody completes four at once."""
    while True:
        position = Position(rules=rules)
        while position.ply < discs and not position.is_over:
            position = position.play(sensible_column(position, chance))
        if position.ply == discs and not position.is_over and not fours_of(position.own, position):
            return position
