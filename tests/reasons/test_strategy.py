"""The strategy behind a reason, played to the end: it never falls short of what the reason promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from check_strategies import Playout, is_contradicted, met, reasons_of, shortfall
from claimeven.reasons.reason import KINDS, why_holds
from claimeven.reasons.strategy import answers
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.search.solver import Solver
from sensible import sensible_position

SOLVER = Solver()
MOST_LEFT = 16
BY_ANSWERING = ("cover", "zugzwang")

# Size, a seed, the number of positions, and the fewest strategies by answering among what they give.
RUNS = [
    ((7, 6), 1, 1800, 900),
    ((7, 6), 2, 1800, 900),
    ((7, 6), 3, 1800, 900),
    ((6, 4), 1, 400, 220),
    ((8, 6), 1, 200, 90),
    ((5, 8), 1, 400, 220),
    ((7, 5), 1, 300, 40),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("size", "seed", "count", "fewest"), RUNS)
def test_against_every_reply(size: tuple[int, int], seed: int, count: int, fewest: int) -> None:
    rules, chance, playout = Rules(*size), Random(f"{size} {seed}"), Playout()
    kinds: Counter[str] = Counter()
    for _ in range(count):
        position = sensible_position(rules.cells - chance.randint(6, MOST_LEFT), chance, rules)
        for reason in reasons_of(position):
            assert not is_contradicted(reason, SOLVER.score(position).value), str(position)
            assert playout.failure(reason) == "", str(position)
            kinds[reason.kind] += 1
    assert sum(kinds[kind] for kind in BY_ANSWERING) >= fewest, kinds
    assert set(kinds) == set(KINDS) - {"four", "search"} - ({"zugzwang"} if size[1] % 2 else set())


@pytest.mark.compiled
@pytest.mark.parametrize("discs", [(8, 13), (14, 19), (20, 24)])
def test_against_perfect_and_random_players_from_earlier_positions(discs: tuple[int, int]) -> None:
    chance = Random(f"early {discs}")
    seen: Counter[str] = Counter()
    for _ in range(120):
        position = sensible_position(chance.randint(*discs), chance)
        for reason in reasons_of(position):
            assert not is_contradicted(reason, SOLVER.score(position).value), str(position)
            assert met(reason, SOLVER, None) == "", str(position)
            assert met(reason, SOLVER, chance) == "", str(position)
            seen[reason.kind] += 1
    assert sum(seen[kind] for kind in BY_ANSWERING) >= 12, seen


def test_every_move_has_an_answer_with_a_reason_or_there_are_no_answers() -> None:
    chance, seen = Random("answers"), 0
    for _ in range(300):
        position = sensible_position(chance.randint(14, 36), chance)
        side = 1 - position.ply % 2
        for wins in (True, False):
            found = answers(position, side, wins=wins)
            if found is None:
                continue
            seen += 1
            answered = {answer.column: answer for answer in found}
            for column, after in position.children():
                if column not in answered:
                    assert after.is_over
                    assert shortfall(after, side, wins) == ""
                    continue
                then = after.play(answered[column].reply)
                reason = answered[column].reason
                if reason is None:
                    assert shortfall(then, side, wins) == ""
                else:
                    assert (reason.position, reason.side) == (then, side)
                    assert reason.wins or not wins
    assert seen > 60


def test_a_promise_that_does_not_hold_is_noticed() -> None:
    position = Position.from_moves("223411432243", Rules(4, 4))
    assert SOLVER.score(position).value == 0
    reason = why_holds(position, 1)
    assert reason is not None
    wrong = replace(reason, wins=True)
    assert is_contradicted(wrong, 0)
    assert not is_contradicted(reason, 0)
    assert Playout().failure(reason) == met(reason, SOLVER, None) == ""
    assert Playout().failure(wrong).endswith(": no reply")
    assert met(wrong, SOLVER, None).endswith(": no reply")


@pytest.mark.parametrize(
    ("moves", "side", "wins", "failure"),
    [
        ("1212121", 0, True, ""),
        ("1212121", 1, False, ": lost"),
        ("2234114322434311", 0, True, ": drawn"),
        ("2234114322434311", 1, False, ""),
    ],
)
def test_the_end_of_a_game_is_what_was_promised_or_not(
    moves: str, side: int, wins: bool, failure: str
) -> None:
    rules = Rules(4, 4) if len(moves) == 16 else Rules()
    assert shortfall(Position.from_moves(moves, rules), side, wins) == failure
