"""Say how good columns look to a player who sees the reply to a disc, but not what comes after it."""

from __future__ import annotations

from claimeven.reasons.threats import fours
from claimeven.rules.position import Position
from claimeven.teaching.estimates import windows


def safe_columns(position: Position) -> tuple[int, ...]:
    """Return the playable columns after which the other side cannot complete four at once."""
    rules = position.rules
    columns = []
    for column in position.playable:
        filled = position.filled | position.drop(column)
        if not fours(position.other, filled, rules):
            columns.append(column)
    return tuple(columns)


def apparent_value(position: Position, column: int) -> int:
    """Return the estimate ``windows`` of the board after a disc in a playable ``column``, for its player."""
    own = position.own | position.drop(column)
    return windows(own, position.other, position.rules)


def tempting_columns(position: Position, solution: int) -> tuple[int, ...]:
    """Return the safe columns other than ``solution`` that look at least as good."""
    value = apparent_value(position, solution)
    columns = []
    for column in safe_columns(position):
        if column != solution and apparent_value(position, column) >= value:
            columns.append(column)
    return tuple(columns)


def best_looking_wrong_column(position: Position, solution: int) -> int:
    """Return the column other than ``solution`` that looks best: a safe one if there is one, centre first."""
    safe = safe_columns(position)
    wrong = [column for column in position.rules.centre_first if column in position.playable]
    wrong.remove(solution)

    def appearance(column: int) -> tuple[bool, int]:
        return column in safe, apparent_value(position, column)

    return max(wrong, key=appearance)
