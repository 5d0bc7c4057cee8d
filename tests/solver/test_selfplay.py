"""Along a best line, score, predicted length and outcome agree at every ply."""

from __future__ import annotations

import random

import pytest

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.solver import Solver
from strategies import random_moves

# Columns, rows, and the largest number of empty cells to start from.
STARTS = [(7, 6, 28), (7, 5, 24), (6, 6, 24), (8, 7, 22), (12, 4, 20), (4, 15, 30), (4, 4, 16)]


def assert_line_is_consistent(position: Position, solver: Solver) -> None:
    analysis = solver.analyze(position)
    assert analysis.position == position
    assert analysis.line[0] == analysis.best[0]
    assert len(analysis.line) == analysis.score.plies
    value, mover = int(analysis.score), position.turn
    for ply, column in enumerate(analysis.line):
        score = solver.score(position)
        assert int(score) == (value if position.turn == mover else -value)
        assert score.plies == len(analysis.line) - ply
        position = position.play(column)
    assert position.outcome is not None
    expected = {"win": mover, "loss": 1 - mover, "draw": None}[analysis.score.verdict]
    assert position.outcome.winner == expected


def test_a_short_line() -> None:
    assert_line_is_consistent(
        Position.from_moves("472424756645422154157737216635626711"), Solver(table_mib=1, book=None)
    )


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), STARTS)
def test_best_lines_from_random_positions(columns: int, rows: int, most_left: int) -> None:
    rules, chance = Rules(columns, rows), random.Random(7)
    solver = Solver(table_mib=16, book=None)
    for _ in range(25):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        assert_line_is_consistent(Position.from_moves(moves, rules), solver)
