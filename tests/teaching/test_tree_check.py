"""Checking a printed tree: every kind of mistake is found in its line and named in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.formats.columns import parse_columns
from claimeven.teaching.tree import build_tree
from claimeven.teaching.tree_check import BLANK_LINE, SPACING, check_tree
from claimeven.teaching.tree_text import write_tree

TREE = build_tree(parse_columns("e\nabba\nbaa\ne\nabbaab\nab\nb\n"))
PRINTED = write_tree(TREE)
LINES = PRINTED.splitlines()
# 1 A1: 1   2 |-B2: 1   3 |-|-A3: 1   4 |-|-|-B4: 1; h=-2   14 |-|-|-B4: pruning 4, 6, 7; alpha=-7, beta=-8


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


def without_line(number: int) -> str:
    return "\n".join([*LINES[: number - 1], *LINES[number:]]) + "\n"


def test_the_lines_that_the_cases_below_change() -> None:
    assert LINES[:5] == ["A1: 1", "|-B2: 1", "|-|-A3: 1", "|-|-|-B4: 1; h=-2", "|-|-|-B4: 2; h=-2"]
    assert LINES[13:15] == ["|-|-|-B4: pruning 4, 6, 7; alpha=-7, beta=-8", "|-|-A3: 3"]
    assert (len(LINES), LINES[-1]) == (579, "first move: 4")


def test_the_true_tree_is_equal() -> None:
    check = check_tree(PRINTED, TREE)
    assert check.is_equal
    assert (check.difference, check.spacing) == (None, None)


MISTAKES = {
    "two commas": (
        with_line(14, "|-|-|-B4: pruning 4,, 6, 7; alpha=-7, beta=-8"),
        14,
        "wrong columns pruned: 4, , 6, 7 instead of 4, 6, 7",
    ),
    "a comma at the end": (
        with_line(14, "|-|-|-B4: pruning 4, 6, 7,; alpha=-7, beta=-8"),
        14,
        "wrong columns pruned: 4, 6, 7,  instead of 4, 6, 7",
    ),
    "no comma": (
        with_line(14, "|-|-|-B4: pruning 4 6, 7; alpha=-7, beta=-8"),
        14,
        "wrong columns pruned: 4 6, 7 instead of 4, 6, 7",
    ),
    "a comma after the first move": (with_line(579, "first move: 4,"), 579, "wrong first move: 4, instead"),
    "estimate": (with_line(4, "|-|-|-B4: 1; h=3"), 4, "wrong estimate: h=3 instead of h=-2"),
    "value as a fraction": (with_line(4, "|-|-|-B4: 1; h=-2.0"), 4, "h=-2.0 instead of h=-2"),
    "alpha": (
        with_line(14, "|-|-|-B4: pruning 4, 6, 7; alpha=8, beta=-8"),
        14,
        "wrong alpha: 8 instead of -7",
    ),
    "beta": (
        with_line(14, "|-|-|-B4: pruning 4, 6, 7; alpha=-7, beta=-7"),
        14,
        "wrong beta: -7 instead of -8",
    ),
    "alpha and beta": (
        with_line(14, "|-|-|-B4: pruning 4, 6, 7; alpha=-8, beta=-7"),
        14,
        "wrong alpha: -8 instead of -7; wrong beta: -7 instead of -8",
    ),
    "pruned columns": (
        with_line(14, "|-|-|-B4: pruning 4, 5, 6, 7; alpha=-7, beta=-8"),
        14,
        "wrong columns pruned: 4, 5, 6, 7 instead of 4, 6, 7",
    ),
    "should be pruned": (
        write_tree(build_tree(parse_columns("e\nabba\nbaa\ne\nabbaab\nab\nb\n"), pruning=False)),
        14,
        "a branch that should have been pruned: B4 in column 4",
    ),
    "pruned too early": (
        with_line(5, "|-|-|-B4: pruning 2, 3; alpha=1, beta=1"),
        5,
        "pruned too early: B4 in column 2 must still be searched",
    ),
    "missing pruning": (without_line(14), 14, "a missing pruning: B4 in columns 4, 6, 7"),
    "missing move": (without_line(5), 5, "a missing move: B4 in column 2"),
    "missing inner move": (
        without_line(2),
        2,
        "A3 in column 1 does not belong here; the next line should be B2",
    ),
    "missing children": (without_line(4).replace(LINES[4] + "\n", ""), 4, "a missing move: B4 in column 1"),
    "a move twice": (with_line(5, LINES[3]), 5, "B4 in column 1 is not possible or was already searched"),
    "leaf without value": (
        with_line(4, "|-|-|-B4: 1"),
        4,
        "a leaf without its estimate; expected h=-2",
    ),
    "value without leaf": (with_line(3, "|-|-A3: 1; h=0"), 3, "an estimate on a move that is not a leaf"),
    "player": (with_line(3, "|-|-B3: 1"), 3, "wrong player: B3 instead of A3"),
    "indentation": (with_line(3, "|-A3: 1"), 3, "wrong indentation: 1 x |- before A3; expected 2 x"),
    "first move": (with_line(579, "first move: 3"), 579, "wrong first move: 3 instead of 4"),
    "no first move": (without_line(579), 579, "lines missing: 1; a missing first move"),
    "ends early": ("\n".join(LINES[:100]) + "\n", 101, "lines missing: 479; a missing"),
    "more lines": (PRINTED + "first move: 4\n", 580, "a line after the end of the tree"),
    "prose": (with_line(2, "Bill moves"), 2, "not a valid tree line"),
    "nothing": ("", 1, "lines missing: 579; a missing move: A1 in column 1"),
}


@pytest.mark.parametrize(("text", "line", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_found_and_named(text: str, line: int, words: str) -> None:
    check = check_tree(text, TREE)
    assert check.difference is not None
    assert not check.is_equal
    assert words in check.difference.reason
    assert check.difference.line == line
    assert check.spacing is None
    assert check.difference.expected == (LINES[line - 1] if line <= len(LINES) else "")
    assert check.difference.seen == [*text.splitlines(), ""][line - 1]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PRINTED.replace("h=", "h = "), 4),
        (PRINTED.replace(", ", ","), 14),
        (PRINTED.replace("; ", ";").replace(": ", ":"), 1),
        (PRINTED.replace("|-", "| - "), 2),
        ("\n" + PRINTED, 1),
        (PRINTED + "\n \n", 580),
        (PRINTED.replace("\n", "\r\n"), 1),
        (PRINTED.replace("\n", "  \n"), 1),
        (PRINTED.rstrip("\n"), 579),
    ],
)
def test_differences_in_spacing_are_reported_separately(text: str, line: int) -> None:
    check = check_tree(text, TREE)
    assert check.difference is None
    assert not check.is_equal
    assert check.spacing is not None
    assert check.spacing.line == line
    assert check.spacing.reason == (SPACING if check.spacing.seen.strip() else BLANK_LINE)


def test_spacing_does_not_hide_a_mistake_behind_it() -> None:
    check = check_tree(with_line(5, "|-|-|-B4: 2; h = 9").replace("A1: 1\n", "A1:1\n\n", 1), TREE)
    assert check.spacing is not None
    assert check.difference is not None
    assert (check.spacing.line, check.difference.line) == (1, 6)
    assert check.difference.reason == "wrong estimate: h=9 instead of h=-2"


@given(st.text() | st.lists(st.sampled_from([*LINES[:20], "", "x"])).map("\n".join))
def test_any_text_can_be_checked(text: str) -> None:
    check = check_tree(text, TREE)
    assert not check.is_equal
    for difference in (check.spacing, check.difference):
        if difference:
            assert 1 <= difference.line <= text.count("\n") + 2
