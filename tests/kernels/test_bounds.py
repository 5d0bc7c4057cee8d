"""A bound that is too low makes wrong scores: every bound against plain negamax."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import naive
from boards import bounds_of
from claimeven.kernels.bounds import NO_BOUND
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from strategies import naive_board, random_moves

DATA = Path(__file__).parents[1] / "data"

# Columns, rows and the largest number of empty cells that the oracle can take.
BOARDS = [(4, 4, 12), (5, 4, 12), (4, 5, 12), (5, 5, 11), (7, 5, 10), (7, 6, 10), (9, 4, 8), (4, 15, 8)]


def check(columns: int, rows: int, most_left: int, count: int) -> int:
    """Compare on random positions; the number of those whose best bound is the exact score."""
    rules, chance = Rules(columns, rows), random.Random(f"{columns}x{rows}")
    attained = 0
    for _ in range(count):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        bounds = bounds_of(Position.from_moves(moves, rules))
        if bounds:
            score = naive.score(naive_board(rules, moves))
            assert score <= min(bounds), moves
            attained += score == min(bounds)
    return attained


def test_a_few_bounds_hold_and_are_attained() -> None:
    assert check(5, 4, 7, 40) > 3


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_bounds_hold_on_random_late_positions(columns: int, rows: int, most_left: int) -> None:
    assert check(columns, rows, most_left, 500) > 20


@pytest.mark.parametrize("phase", ["opening", "middle", "end"])
def test_bounds_hold_on_every_position_of_the_suites(phase: str) -> None:
    """Their scores were confirmed by another solver."""
    for line in (DATA / f"suite-{phase}.tsv").read_text(encoding="ascii").splitlines():
        moves, score = line.split(" ")
        assert int(score) <= min(bounds_of(Position.from_moves(moves)), default=int(NO_BOUND)), moves


@pytest.mark.parametrize("moves", ["", "4", "44", "4453"])
def test_nothing_is_claimed_early_in_the_game(moves: str) -> None:
    assert bounds_of(Position.from_moves(moves)) == []
