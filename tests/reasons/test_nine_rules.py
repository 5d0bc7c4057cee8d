"""Allis' nine rules: how many there are, what each solves, and the examples of his thesis."""

from __future__ import annotations

from collections import Counter

import pytest

from claimeven.reasons.cover import find_cover
from claimeven.reasons.nine_rules import ground_of
from claimeven.rules.position import Position

# Diagrams of the thesis as games of 0-based columns, and whether rules cover every line of White.
DIAGRAMS = {
    "6.1": ("23333334", True),
    "6.4": ("2233243440", True),
    "6.5": ("101021142422333344", False),
    "6.6": ("32", False),
    "6.7": ("33333056", False),
    "6.8": ("322223334444666665", False),
    "6.9": ("322332", False),
    "6.10": ("24332222", True),
}


def diagram(name: str) -> Position:
    return Position.from_moves(int(column) for column in DIAGRAMS[name][0])


def test_the_empty_board_has_808_useful_rules() -> None:
    assert Counter(rule.name for rule in ground_of(Position()).rules()) == {
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


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_of_the_thesis_have_a_cover_or_none(name: str) -> None:
    assert (find_cover(ground_of(diagram(name))) is not None) is DIAGRAMS[name][1]


def test_an_aftereven_wins_diagram_6_4_and_claimevens_only_draw_6_1() -> None:
    assert find_cover(ground_of(diagram("6.4")), winning=True) is not None
    assert find_cover(ground_of(diagram("6.1")), winning=True) is None
    cover = find_cover(ground_of(diagram("6.1")))
    assert cover is not None
    assert {rule.name for rule in cover} == {"claimeven"}
