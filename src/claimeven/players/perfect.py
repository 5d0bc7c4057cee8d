"""The player that never gives away anything: it plays a column of the best exact score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.players.player import Choice
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, Variant

if TYPE_CHECKING:
    from claimeven.rules.geometry import Geometry
    from claimeven.search.exact import Exact


class PerfectPlayer:
    """Wins as soon, or by as many lines, as it can; among equals the column nearest the centre."""

    name = "perfect"

    def __init__(self, solver: Exact) -> None:
        self._solver = solver

    def prepare(self, geometry: Geometry, variant: Variant = CONNECT_FOUR) -> None:
        """Have the solver loaded, or compiled if it never was."""
        self._solver.score(nearly_full(geometry, variant))

    def choose(self, position: Position) -> Choice:
        """The first of the best columns, and the score."""
        score = self._solver.score(position)
        return Choice(column=self._solver.best_column(position, score), score=score)


def nearly_full(geometry: Geometry, variant: Variant = CONNECT_FOUR) -> Position:
    """A position without a line and with two cells left: the least work a solver can be given.

    Pairs of columns alternate from row to row, so no three equal discs ever touch in a row:

        X X O O X X .
        O O X X O O .
        X X O O X X O
        O O X X O O X
        X X O O X X O
        O O X X O O X
    """
    last = geometry.columns - 1
    left = geometry.cell(last, geometry.rows - 1) | geometry.cell(last, geometry.rows - 2)
    filled = geometry.board ^ left
    own = sum(
        geometry.cell(column, row)
        for column in range(geometry.columns)
        for row in range(geometry.rows)
        if (column // 2 + row) % 2
    )
    return Position(own & filled, filled, geometry, variant)
