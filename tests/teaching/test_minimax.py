"""Minimax: the values on file, an oracle without alpha and beta, and what pruning may not change."""

from __future__ import annotations

import csv
import itertools
import math
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimeven.errors import GameOver, UnknownName
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.teaching.estimates import ESTIMATES, estimate_named
from claimeven.teaching.minimax import MACHINE_WINS, PERSON_WINS, Minimax, Side, compare
from strategies import games

Game = tuple[Rules, list[int]]
with open(Path(__file__).parent.parent / "data" / "minimax-depth5.tsv", encoding="ascii", newline="") as file:
    CASES = list(csv.DictReader(file, delimiter="\t"))
FULL = "2234114322434311"  # a drawn game on 4x4
estimates = st.sampled_from(sorted(ESTIMATES))
sides = st.sampled_from(get_args(Side))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["moves_1based"])
def test_the_choices_on_file(case: dict[str, str]) -> None:
    position = Position.from_moves(case["moves_1based"].strip("-"))
    report = Minimax(depth=int(case["depth"])).choose(position)
    assert (report.column + 1, report.value) == (int(case["best_column_1based"]), int(case["value"]))


@pytest.mark.parametrize(("moves", "column", "value"), [("", 4, 12), ("4", 4, 9), ("1", 4, 10)])
def test_the_anchors(moves: str, column: int, value: int) -> None:
    report = Minimax().choose(Position.from_moves(moves))
    assert (report.column + 1, report.value) == (column, value)


def oracle(position: Position, depth: int, estimate: str, machine: int, sooner: int = 0) -> tuple[float, int]:
    """Plain minimax over positions: the value for player ``machine``, and the leftmost best column.

    A win counts ``sooner`` more for every ply that is left to look ahead.
    """
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0, -1
        more = sooner * depth
        return (MACHINE_WINS + more if outcome.winner == machine else PERSON_WINS - more), -1
    machine_moves = position.turn == machine
    if depth == 0:
        own, other = (position.own, position.other) if machine_moves else (position.other, position.own)
        return estimate_named(estimate)(own, other, position.rules), -1
    best, best_column = (-math.inf if machine_moves else math.inf), -1
    for column in position.playable:
        value, _ = oracle(position.play(column), depth - 1, estimate, machine, sooner)
        if value > best if machine_moves else value < best:
            best, best_column = value, column
    return best, best_column


@settings(max_examples=50)
@given(games(), st.integers(1, 3), estimates, sides, st.booleans())
def test_value_and_column_agree_with_the_oracle(
    game: Game, depth: int, estimate: str, side: Side, prefer_sooner: bool
) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    machine = (position.ply + (side == "person")) % 2
    search = Minimax(depth=depth, estimate=estimate, side=side, prefer_sooner=prefer_sooner)
    report = search.choose(position)
    assert (report.value, report.column) == oracle(position, depth, estimate, machine, int(prefer_sooner))


@pytest.mark.parametrize(
    ("side", "value", "sooner"),
    [("machine", MACHINE_WINS, MACHINE_WINS + 4), ("person", PERSON_WINS, PERSON_WINS - 4)],
)
def test_a_win_at_once_is_worth_no_more_unless_it_should_be(side: Side, value: int, sooner: int) -> None:
    position = Position.from_moves("415261")
    slow, fast = (Minimax(side=side, prefer_sooner=wish).choose(position) for wish in (False, True))
    assert (slow.column + 1, slow.value) == (1, value)
    assert (fast.column + 1, fast.value) == (3, sooner)


@settings(max_examples=50)
@given(games(), st.integers(1, 4), estimates)
def test_pruning_changes_neither_value_nor_column(game: Game, depth: int, estimate: str) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    if position.is_over:
        return
    pruned, full = (
        Minimax(depth=depth, estimate=estimate, pruning=pruning).choose(position) for pruning in (True, False)
    )
    assert (pruned.value, pruned.column) == (full.value, full.column)
    assert pruned.nodes <= full.nodes
    assert full.cutoffs == 0
    assert (pruned.cutoffs > 0) == (pruned.nodes < full.nodes)


def test_without_pruning_every_move_is_explored() -> None:
    nodes = [Minimax(depth=depth, pruning=False).choose(Position()).nodes for depth in (1, 2, 3, 4)]
    assert nodes == [7, 7 + 49, 7 + 49 + 343, 7 + 49 + 343 + 2401]


def test_a_value_that_is_only_equal_cuts() -> None:
    """Two discs make no run: every leaf is worth 0, and after the first column one reply is enough."""
    report = Minimax(depth=2, estimate="lines").choose(Position())
    assert (report.column, report.value) == (0, 0)
    assert (report.nodes, report.cutoffs) == (7 + 7 + 6, 6)


def test_a_search_costs_the_same_every_time() -> None:
    report = Minimax().choose(Position())
    assert (report.nodes, report.cutoffs) == (2987, 487)


def test_the_clock_is_read_before_and_after_the_search() -> None:
    ticks = itertools.count(10.0, 2.5)
    assert Minimax(depth=1, clock=lambda: next(ticks)).choose(Position()).cpu_seconds == 2.5


def test_depth_beyond_the_end_of_the_game_changes_nothing() -> None:
    position = Position.from_moves(FULL[:-6], Rules(4, 4))
    assert Minimax(depth=6).choose(position).value == Minimax(depth=100).choose(position).value


@pytest.mark.parametrize(("moves", "size"), [("1212121", (7, 6)), (FULL, (4, 4))])
def test_a_finished_game_has_no_column_to_choose(moves: str, size: tuple[int, int]) -> None:
    with pytest.raises(GameOver, match="no column to choose"):
        Minimax().choose(Position.from_moves(moves, Rules(*size)))


def test_bad_options_are_refused() -> None:
    with pytest.raises(UnknownName):
        Minimax(estimate="hope")
    with pytest.raises(ValueError, match="the depth must be at least 1 ply, not 0"):
        Minimax(depth=0)
    with pytest.raises(UnknownName, match="no minimax for the variant 'max'"):
        Minimax().choose(Position(rules=MAX_CONNECT_FOUR))


def test_a_comparison_has_every_depth_and_the_share_saved() -> None:
    ticks = itertools.count(0.0, 1.0)
    compared = list(compare(Position.from_moves("44"), depth=3, clock=lambda: next(ticks)))
    assert [c.depth for c in compared] == [1, 2, 3]
    for c in compared:
        assert (c.pruned.column, c.pruned.value) == (c.full.column, c.full.value)
        assert c.saved == pytest.approx(1 - c.pruned.nodes / c.full.nodes)
        assert c.full.cutoffs == 0
    assert compared[0].saved == 0
    assert compared[2].saved > 0.3
