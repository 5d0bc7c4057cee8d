"""The strategy behind a reason: a reply to every move, after which a reason holds again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.reasons.cells import cells_of, column_of
from claimeven.reasons.forced import fours
from claimeven.reasons.reason import why_holds, why_wins

if TYPE_CHECKING:
    from claimeven.reasons.reason import Reason
    from claimeven.rules.position import Position


ROUNDS = 2  # a combination of threats can need a second look: 1 of some 800 in 5,600 covers played to the end


def reply(position: Position, *, wins: bool, last: int | None = None, rounds: int = ROUNDS) -> int | None:
    """A column after which the side to move wins, or else does not lose, for a reason that needs no search.

    A four is taken; then comes answering on top of ``last``, the column that the other side has just played,
    then the columns from the centre outwards. If no column has such a reason, one that has a reply to every
    move will do, up to ``rounds`` deep. None if there is none.
    """
    rules = position.rules
    if now := fours(position.own, position.filled, rules):
        return column_of(now, rules)
    must = fours(position.other, position.filled, rules)
    columns = [column_of(cell, rules) for cell in cells_of(must)] or list(position.playable)
    columns.sort(key=lambda column: (column != last, rules.centre_first.index(column)))
    for depth in range(rounds):
        for column in columns:
            if holds(position.play(column), position.ply % 2, wins=wins, rounds=depth):
                return column
    return None


def holds(position: Position, side: int, *, wins: bool, rounds: int = 0) -> bool:
    """True when ``side``, which is not to move, wins or, unless ``wins``, does not lose.

    For a reason, or because every move has a reply, up to ``rounds`` deep; False says that none was found.
    """
    if position.is_over:
        return position.outcome is not None and position.outcome.winner in ((side,) if wins else (side, None))
    if settled(position, side, wins=wins) is not None:
        return True
    if not rounds:
        return False
    return all(
        holds(after, side, wins=wins)
        if after.is_over
        else reply(after, wins=wins, last=column, rounds=rounds) is not None
        for column, after in position.children()
    )


def settled(position: Position, side: int, *, wins: bool) -> Reason | None:
    """Why ``side`` wins a position or, unless ``wins``, does not lose it; None if no reason says so."""
    reason = why_wins(position, side)
    return reason if reason is not None or wins else why_holds(position, side)
