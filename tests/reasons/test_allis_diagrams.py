"""Allis' nine rules: how many there are, what each solves, and the examples of his thesis."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from claimeven.reasons.allis import Compatibility, CoverProblem, Rule, find_cover
from claimeven.reasons.zugzwang import odd_threat_claims
from claimeven.rules.position import Position
from claimeven.solver.solver import Solver

SOLVER = Solver()

# Diagrams of the thesis as games of 0-based columns, whether rules cover every line of White, and the score.
DIAGRAMS = {
    "6.1": ("23333334", True, 0),
    "6.4": ("2233243440", True, -6),
    "6.5": ("101021142422333344", False, 2),
    "6.6": ("32", False, 2),
    "6.7": ("33333056", False, 3),
    "6.8": ("322223334444666665", False, -11),
    "6.9": ("322332", False, 3),
    "6.10": ("24332222", True, -4),
}
# Diagrams in which Black is to move, top row first.
CLAIMS = {
    "8.1": "....... ....... ...OX.. .XXXO.. .XOOO.. XOXXO..",
    "8.2": "....... ....... ...OX.. .XXXO.. .XOOO.. .OXXO.X",
    "8.3": "...OO.. ...XX.. ...OO.. ...XX.. ...OX.. ...XO.X",
    "8.7": "....... ...XO.. ...OX.. ...XX.. ...XO.. ..OXO..",
}
every_diagram = pytest.mark.parametrize("name", DIAGRAMS)


def diagram(name: str) -> Position:
    return Position.from_moves(int(column) for column in DIAGRAMS[name][0])


def drawn(name: str) -> Position:
    rows = [[".XO".index(mark) for mark in row] for row in CLAIMS[name].split()]
    return Position.from_array(rows)


def mask(*names: str) -> int:
    """Return cells by their names."""
    return sum(Position().rules.cell(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in names)


def line(first: str, last: str) -> int:
    """A line by its ends, as b2 and e2."""
    (line,) = (line for line in Position().rules.lines if line & mask(first) and line & mask(last))
    return line


def pairs(text: str) -> set[tuple[int, int]]:
    """Return pairs of cells, as "b1-b2 f1-f2"."""
    ends = [pair.split("-") for pair in text.split()]
    return {(mask(one), mask(two)) for one, two in ends}


def rules_of(name: str, kind: str) -> list[Rule]:
    """Return the rules of a kind in a diagram."""
    return [rule for rule in CoverProblem(diagram(name)).find_rules() if rule.name == kind]


def solvers_of(name: str, first: str, last: str) -> list[Rule]:
    """Return the rules that solve a line of White in a diagram."""
    problem = CoverProblem(diagram(name))
    assert line(first, last) in problem.problems
    return [rule for rule in problem.find_rules() if line(first, last) in problem.lines_of(rule)]


def test_the_empty_board_has_808_useful_rules() -> None:
    assert Counter(rule.name for rule in CoverProblem(Position()).find_rules()) == {
        "claimeven": 21,
        "baseinverse": 15,
        "vertical": 14,
        "aftereven": 12,
        "lowinverse": 84,
        "highinverse": 84,
        "baseclaim": 158,
        "before": 196,
        "specialbefore": 224,
    }


@every_diagram
def test_diagrams_of_the_thesis_have_a_cover_or_none(name: str) -> None:
    assert (find_cover(CoverProblem(diagram(name))) is not None) is DIAGRAMS[name][1]


@pytest.mark.compiled
@every_diagram
def test_diagrams_of_the_thesis_have_these_scores(name: str) -> None:
    assert SOLVER.score(diagram(name)) == DIAGRAMS[name][2]


def test_an_aftereven_wins_diagram_6_4_and_claimevens_only_draw_6_1() -> None:
    assert find_cover(CoverProblem(diagram("6.4")), winning=True) is not None
    assert find_cover(CoverProblem(diagram("6.1")), winning=True) is None
    cover = find_cover(CoverProblem(diagram("6.1")))
    assert cover is not None
    assert {rule.name for rule in cover} == {"claimeven"}


def test_sixteen_claimevens_solve_every_line_of_diagram_6_1() -> None:
    claimevens = rules_of("6.1", "claimeven")
    problem = CoverProblem(diagram("6.1"))
    assert len(claimevens) == 16
    assert {line for rule in claimevens for line in problem.lines_of(rule)} == set(problem.problems)
    together = Compatibility(claimevens, problem.game)
    assert all(together.compatible_with(one) >> two & 1 for one, two in permutations(range(16), 2))


def test_two_afterevens_of_diagram_6_4_need_one_answer_each() -> None:
    found = {rule.line: set(rule.pairs) for rule in rules_of("6.4", "aftereven")}
    assert found[line("b2", "e2")] == pairs("b1-b2")
    assert found[line("c2", "f2")] == pairs("f1-f2")
    cover = find_cover(CoverProblem(diagram("6.4")))
    assert cover is not None
    assert {line("b2", "e2"), line("c2", "f2")} <= {rule.line for rule in cover}


def test_the_aftereven_of_diagram_6_5_does_not_reach_the_line_above_it() -> None:
    assert line("d2", "g2") in {rule.line for rule in rules_of("6.5", "aftereven")}
    assert solvers_of("6.5", "c3", "f3") == []


def test_diagram_6_6_has_a_lowinverse_and_a_highinverse() -> None:
    assert pairs("c2-c3 d2-d3") in [set(rule.pairs) for rule in rules_of("6.6", "lowinverse")]
    high = mask("c2", "c3", "c4", "d2", "d3", "d4")
    assert high in [rule.cells for rule in rules_of("6.6", "highinverse")]


def test_the_baseclaim_of_diagram_6_7_solves_two_lines() -> None:
    problem = CoverProblem(diagram("6.7"))
    (rule,) = (
        rule
        for rule in rules_of("6.7", "baseclaim")
        if rule.pairs == ((mask("b1"), mask("e1")), (mask("c1"), mask("c2")))
    )
    assert {line("b1", "e4"), line("c1", "f1")} <= set(problem.lines_of(rule))


def test_only_a_before_solves_a_line_of_diagram_6_8() -> None:
    for rule in solvers_of("6.8", "d3", "g3"):
        assert (rule.name, rule.line, set(rule.pairs)) == ("before", line("d2", "g2"), pairs("f2-f3"))
    assert solvers_of("6.8", "d3", "g3")


def test_a_before_of_diagram_6_9_has_two_forms() -> None:
    found = [set(rule.pairs) for rule in solvers_of("6.9", "b5", "e2") if rule.line == line("b4", "e1")]
    assert pairs("b4-b5 e1-e2") in found
    assert pairs("b3-b4 e1-e2") in found


def test_a_specialbefore_and_a_baseinverse_cover_diagram_6_10() -> None:
    cover = find_cover(CoverProblem(diagram("6.10")))
    assert cover is not None
    (special,) = (rule for rule in cover if rule.name == "specialbefore")
    assert (special.line, special.loose) == (line("d2", "g2"), mask("e2", "d3"))
    assert pairs("a1-b1") in [set(rule.pairs) for rule in cover]


@pytest.mark.parametrize("name", ["8.1", "8.2"])
def test_one_odd_threat_and_a_cover_of_the_rest(name: str) -> None:
    claims = list(odd_threat_claims(drawn(name)))
    assert [claim.threats for claim in claims] == [(mask("a3"),)]
    assert find_cover(claims[0].problem) is not None


@pytest.mark.parametrize(("name", "even"), [("8.3", "g4"), ("8.7", "g2")])
def test_a_combination_of_threats_crosses_at_f3(name: str, even: str) -> None:
    assert (mask("f3"), mask("g3"), mask(even)) in {claim.threats for claim in odd_threat_claims(drawn(name))}


def test_the_combination_of_diagram_8_3_wins() -> None:
    threats = mask("f3", "g3", "g4")
    assert any(
        sum(claim.threats) == threats and find_cover(claim.problem) is not None
        for claim in odd_threat_claims(drawn("8.3"))
    )


@pytest.mark.compiled
@pytest.mark.parametrize("name", CLAIMS)
def test_white_wins_by_exact_play_what_white_claims(name: str) -> None:
    assert SOLVER.score(drawn(name)) < 0
