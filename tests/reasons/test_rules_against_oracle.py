"""Every rule and every pair of rules on random positions, compared with oracles that walk the board."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from claimeven.reasons.allis import Compatibility
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from cover_problems import naive_problem_of, problem_of, promise_facts, rule_facts
from naive_rules import KINDS, may_combine
from strategies import random_moves

SIZES = {(7, 6): 150, (6, 4): 150, (8, 6): 60, (5, 8): 80}  # and how many positions
NEVER_CLASH = ("claimeven", "vertical", "aftereven")  # with their like
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))


def positions(size: tuple[int, int], count: int, fewest: int = 0) -> list[Position]:
    """Return random positions, from ``fewest`` discs to an almost full board."""
    rules, chance = Rules(*size), Random(f"walk {size}")
    lengths = [chance.randint(fewest, rules.cells - 2) for _ in range(count)]
    return [Position.from_moves(random_moves(length, chance, rules), rules) for length in lengths]


@every_size
def test_the_rules_agree_with_those_of_the_oracle(size: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for position in positions(size, SIZES[size]):
        problem = problem_of(position)
        rules = problem.find_rules()
        expected = Counter(promise_facts(promise) for promise in naive_problem_of(position).promises())
        assert Counter(rule_facts(rule, problem) for rule in rules) == expected, str(position)
        seen.update(rule.name for rule in rules)
    assert set(seen) == set(KINDS)


@every_size
def test_rules_stay_out_of_closed_columns(size: tuple[int, int]) -> None:
    chance = Random(f"closed {size}")
    for position in positions(size, 30):
        closed = chance.sample(range(size[0]), chance.choice((1, 2)))
        problem = problem_of(position, closed)
        expected = Counter(
            promise_facts(promise) for promise in naive_problem_of(position, closed).promises()
        )
        assert Counter(rule_facts(rule, problem) for rule in problem.find_rules()) == expected, str(position)


@pytest.mark.parametrize("size", [(7, 6), (6, 5), (5, 7)])
def test_a_side_that_may_run_out_of_moves_has_only_rules_that_do_not_wait(size: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for position in positions(size, 60):
        problem = problem_of(position, controls_zugzwang=False)
        rules = problem.find_rules()
        expected = Counter(
            promise_facts(promise)
            for promise in naive_problem_of(position, controls_zugzwang=False).promises()
        )
        assert Counter(rule_facts(rule, problem) for rule in rules) == expected, str(position)
        seen.update(rule.name for rule in rules)
    assert set(seen) == {"baseinverse", "vertical", "before", "specialbefore"}


@every_size
def test_rules_combine_as_in_the_table_of_the_thesis(size: tuple[int, int]) -> None:
    """In either order; of any two kinds some do and, unless they never clash, some do not."""
    chance = Random(f"combine {size}")
    seen: set[tuple[frozenset[str], bool]] = set()
    for position in positions(size, 30):
        problem = problem_of(position)
        promises = {promise_facts(promise): promise for promise in naive_problem_of(position).promises()}
        rules = problem.find_rules()
        promise_of = [promises[rule_facts(rule, problem)] for rule in rules]
        together = Compatibility(rules, position.rules)
        by_kind = [[number for number, rule in enumerate(rules) if rule.name == kind] for kind in KINDS]
        for kind, other in combinations_with_replacement([some for some in by_kind if some], 2):
            for _ in range(60):
                one, two = chance.choice(kind), chance.choice(other)
                expected = one != two and may_combine(promise_of[one], promise_of[two])
                clash = str(position), promise_of[one], promise_of[two]
                one_allows_two = together.compatible_with(one) >> two & 1
                two_allows_one = together.compatible_with(two) >> one & 1
                assert one_allows_two == two_allows_one == expected, clash
                if one != two:
                    seen.add((frozenset({rules[one].name, rules[two].name}), expected))
    if size == (7, 6):
        both_ways = {(frozenset(two), may) for two in product(KINDS, repeat=2) for may in (True, False)}
        assert both_ways - seen == {(frozenset({kind}), False) for kind in NEVER_CLASH}
