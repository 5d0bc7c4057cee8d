"""Every column of several hundred random positions, of every length, against an independent solver."""

from __future__ import annotations

import random

import pytest

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.solver import Solver
from strategies import random_moves

bitbully = pytest.importorskip("bitbully")
pytestmark = pytest.mark.compiled

POSITIONS_PER_LENGTH = 14


@pytest.mark.parametrize("length", range(12, 42))
def test_every_column_agrees(length: int) -> None:
    chance = random.Random(length)
    solver, judge = Solver(book=None), bitbully.BitBully(opening_book=None)
    for _ in range(POSITIONS_PER_LENGTH):
        moves = random_moves(length, chance, Rules())
        analysis = solver.analyze(Position.from_moves(moves))
        ours = {column: int(score) for column, score in enumerate(analysis.columns) if score is not None}
        board = bitbully.Board(moves)
        assert ours == judge.score_all_moves(board), moves
        assert analysis.score == judge.mtdf(board), moves
