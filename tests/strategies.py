"""Positions for tests: sizes, random games and the same board for the package and for the oracles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

import naive
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, Variant

if TYPE_CHECKING:
    import random

# The common one, all 64 bits, one bit to spare, the widest, the tallest, odd rows, and the smallest.
SIZES = ((7, 6), (8, 7), (9, 6), (12, 4), (4, 15), (7, 5), (4, 4))
geometries = st.sampled_from([Geometry(columns, rows) for columns, rows in SIZES])


@st.composite
def games(draw: st.DrawFn, variant: Variant = CONNECT_FOUR) -> tuple[Geometry, list[int]]:
    """A geometry and the columns of a game on it, from no disc to the end."""
    geometry = draw(geometries)
    position = Position(geometry=geometry, variant=variant)
    moves: list[int] = []
    for _ in range(draw(st.integers(0, geometry.cells))):
        if position.is_over:
            break
        moves.append(draw(st.sampled_from(position.playable)))
        position = position.play(moves[-1])
    return geometry, moves


def naive_board(geometry: Geometry, moves: list[int]) -> naive.Board:
    """The oracle's board after ``moves``."""
    board = naive.empty(geometry.columns, geometry.rows)
    for column in moves:
        board = naive.play(board, column)
    return board


def random_moves(length: int, chance: random.Random, geometry: Geometry) -> list[int]:
    """The columns of a random game of ``length`` discs that is not over: no disc completes a line."""
    while True:
        position = Position(geometry=geometry)
        moves: list[int] = []
        while len(moves) < length:
            quiet = [c for c in position.playable if not geometry.has_line(position.own | position.drop(c))]
            if not quiet:
                break
            moves.append(chance.choice(quiet))
            position = position.play(moves[-1])
        if len(moves) == length and not position.is_over:
            return moves
