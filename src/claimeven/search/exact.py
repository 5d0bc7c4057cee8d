"""Exact: whoever knows exact values, be it a Solver or something that stands before one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.rules.position import Position
    from claimeven.rules.score import Score


class Exact(Protocol):
    """What perfect play and judging a game need to know."""

    def score(self, position: Position, /) -> Score:
        """The exact value of an unfinished position; raises LimitReached when it takes too long."""

    def best_column(self, position: Position, score: Score, /) -> int:
        """The first column, centre first, that keeps the value of the position; raises as ``score`` does."""


def known_best_column(position: Position, value: int, known: Callable[[Position], int | None]) -> int | None:
    """The first column, centre first, that keeps the ``value`` of an unfinished position.

    ``known`` gives the values of the positions after it; None if one of them that matters is not known.
    """
    playable = position.playable
    for column in position.rules.centre_first:
        if column in playable:
            after = known(position.play(column))
            if after is None:
                return None
            if after == -value:
                return column
    return None
