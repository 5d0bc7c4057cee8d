"""The suites of tests/data, made by tools/make_suites.py: well formed, and scored alike by the solver."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from claimeven.rules.position import Position
from claimeven.solver.solver import Solver

DATA = Path(__file__).parents[1] / "data"
PHASES = {"opening": range(8, 15), "middle": range(15, 29), "end": range(29, 42)}
SIZES = {"opening": 200, "middle": 300, "end": 300}


def load(phase: str) -> list[tuple[str, int]]:
    """Return the moves and score of every position of a suite."""
    lines = (DATA / f"suite-{phase}.tsv").read_text(encoding="ascii").splitlines()
    return [(moves, int(score)) for moves, score in (line.split(" ") for line in lines)]


def assert_solver_agrees(suite: list[tuple[str, int]]) -> None:
    solver = Solver(book=None)
    for moves, score in suite:
        assert solver.score(Position.from_moves(moves)) == score, moves


@pytest.mark.parametrize("phase", PHASES)
def test_a_suite_is_sorted_and_holds_no_position_twice(phase: str) -> None:
    suite = load(phase)
    positions = [Position.from_moves(moves) for moves, _ in suite]
    assert len(suite) == SIZES[phase]
    assert [len(moves) for moves, _ in suite] == sorted(len(moves) for moves, _ in suite)
    assert {position.ply for position in positions} == set(PHASES[phase])
    assert not any(position.is_over for position in positions)
    assert len({min(position.key, position.mirror().key) for position in positions}) == len(positions)


@pytest.mark.parametrize("phase", PHASES)
def test_a_suite_has_wins_draws_and_losses(phase: str) -> None:
    scores = [score for _, score in load(phase)]
    for verdict in (min(scores) < 0, 0 in scores, max(scores) > 0):
        assert verdict


@pytest.mark.parametrize(("phase", "most"), [("opening", 0), ("middle", 0), ("end", 15)])
def test_few_positions_are_won_at_once(phase: str, most: int) -> None:
    won_at_once = [moves for moves, score in load(phase) if score == (43 - len(moves)) // 2]
    assert len(won_at_once) == most


@pytest.mark.compiled
@pytest.mark.parametrize("phase", ["middle", "end"])
def test_the_solver_agrees_on_a_whole_suite(phase: str) -> None:
    assert_solver_agrees(load(phase))


@pytest.mark.compiled
def test_the_solver_agrees_on_part_of_the_opening_suite() -> None:
    assert_solver_agrees(random.Random(1).sample(load("opening"), 120))


def test_the_solver_agrees_on_the_last_positions() -> None:
    assert_solver_agrees([(moves, score) for moves, score in load("end") if len(moves) >= 36])
