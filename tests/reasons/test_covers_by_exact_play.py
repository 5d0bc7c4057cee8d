"""Covers against exact play: none is contradicted, and looser readings of the rules would be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from claimeven.formats.stacks import parse_stacks
from claimeven.reasons.allis import CoverProblem, find_cover
from claimeven.reasons.zugzwang import odd_threat_claims
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.solver import Solver
from cover_problems import oracle_cover
from naive_rules import LOOSER
from sensible import sensible_position
from strategies import random_moves

pytestmark = pytest.mark.compiled
SOLVER = Solver()
LOOSER_RULES = Path(__file__).parents[1] / "data" / "looser-rules.tsv"  # made by trying random positions


def sample(rules: Rules, count: int, discs: tuple[int, int]) -> list[Position]:
    """Return positions of sensible and of random players, in turn."""
    chance = Random(f"covers {rules}")
    found = []
    for number in range(count):
        length = chance.randint(*discs)
        if number % 2:
            found.append(Position.from_moves(random_moves(length, chance, rules), rules))
        else:
            found.append(sensible_position(length, chance, rules))
    return found


@pytest.mark.parametrize(
    ("size", "count", "discs"),
    [((7, 6), 2000, (14, 34)), ((6, 4), 800, (4, 18)), ((8, 6), 400, (26, 40)), ((5, 8), 1200, (14, 34))],
    ids=["7x6", "6x4", "8x6", "5x8"],
)
def test_no_cover_is_contradicted_by_exact_play(
    size: tuple[int, int], count: int, discs: tuple[int, int]
) -> None:
    seen: Counter[str] = Counter()
    for position in sample(Rules(*size), count, discs):
        score = int(SOLVER.score(position))
        if position.turn == 0:
            problem = CoverProblem(position)
            if find_cover(problem) is not None:
                assert score <= 0, str(position)
                seen["second holds"] += 1
            if find_cover(problem, winning=True) is not None:
                assert score < 0, str(position)
                seen["second wins"] += 1
        elif any(find_cover(claim.problem) is not None for claim in odd_threat_claims(position)):
            assert score < 0, str(position)
            seen["first wins"] += 1
    assert seen["second holds"] > count // 12
    assert min(seen["second wins"], seen["first wins"]) > count // 100, seen


def looser_rules() -> list[tuple[str, Position, int]]:
    rows = [line.split("\t") for line in LOOSER_RULES.read_text(encoding="ascii").splitlines()]
    return [(looser, parse_stacks(stacks), int(score)) for looser, stacks, score in rows]


def test_there_is_a_position_for_every_looser_reading() -> None:
    assert tuple(looser for looser, _, _ in looser_rules()) == LOOSER


@pytest.mark.parametrize(("looser", "position", "score"), looser_rules(), ids=LOOSER)
def test_a_looser_reading_is_contradicted(looser: str, position: Position, score: int) -> None:
    """The first player is to move and wins; rules that promise too much would say that the second holds."""
    assert position.turn == 0
    assert SOLVER.score(position) == score > 0
    assert oracle_cover(position, looser) is not None
    assert oracle_cover(position) is None
    assert find_cover(CoverProblem(position)) is None
