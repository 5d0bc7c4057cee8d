"""Explanations of columns, compared with exact scores: its verdict, whether it keeps, and the reply."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.cells import names_of
from claimeven.reasons.columns import ColumnExplanation, explain_column
from claimeven.reasons.sentences import NAMES
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.score_source import score_of
from claimeven.solver.solver import Solver
from sensible import sensible_position

pytestmark = pytest.mark.compiled
SIZES = [Rules(7, 6), Rules(6, 4), Rules(5, 5), MAX_CONNECT_FOUR.sized(4, 5)]


def expected(position: Position, column: int, score: Score, solver: Solver) -> tuple[str, bool]:
    """Return the verdict of a column, and whether it is as good as the best, by its exact score."""
    value = Score(-score_of(position.play(column), solver), position.left, position.rules)
    is_enough = position.rules.line_ends_game and score >= 0
    return value.verdict, value.verdict == score.verdict if is_enough else value == score


def assert_reply_is_good(position: Position, why: ColumnExplanation, score: Score, solver: Solver) -> None:
    """Assert that the reply gives what is claimed: a draw, a win, or a win sooner than best play does."""
    assert why.consequence.reply is not None
    value = -score_of(position.play(why.column).play(why.consequence.reply), solver)
    if why.verdict == "draw":
        assert why.consequence.text.endswith("draws")
        assert value >= 0
    elif score >= 0:
        assert why.consequence.text.endswith("wins")
        assert value > 0
    else:
        assert why.consequence.text.endswith("wins" if why.keeps else "wins sooner")
        assert value == -score if why.keeps else value > -score


@pytest.mark.parametrize(
    ("moves", "column", "text", "cells"),
    [
        ("2224175125434", "1", "X plays 4 and waits for c3, until O has to play c2", "c2 c3 d4"),
        ("67773513475375525675", "2", "O plays 4 and wins by force: 1 2 2 4", "d2"),
        ("64352611615345", "7", "O plays 5 and then just replies, so it wins", "e4"),
    ],
)
def test_the_marked_cells_are_those_in_the_text(moves: str, column: str, text: str, cells: str) -> None:
    position, solver = Position.from_moves(moves), Solver(table_mib=4)
    found = explain_column(position, int(column) - 1, solver.score(position), solver, NAMES).consequence
    assert (found.text, names_of(found.cells, position.rules)) == (text, cells.split())


def test_a_column_that_keeps_a_draw_or_a_win_claims_no_more() -> None:
    solver, chance = Solver(table_mib=4), Random(26)
    kept = {"draw": 0, "win": 0}
    while min(kept.values()) < 10:
        position = sensible_position(26, chance)
        score = solver.score(position)
        for column in position.playable:
            why = explain_column(position, column, score, solver, NAMES)
            if why.keeps and score.verdict != "loss" and not position.play(column).is_over:
                consequence = why.consequence
                assert (consequence.text, consequence.cells, consequence.reply) == (score.verdict, 0, None)
                kept[score.verdict] += 1


@pytest.mark.parametrize("rules", SIZES, ids=str)
def test_a_column_has_the_value_that_its_sentence_claims(rules: Rules) -> None:
    solver, chance = Solver(table_mib=4), Random(f"columns {rules}")
    seen: set[tuple[str, bool]] = set()
    replies = 0
    for _ in range(60):
        position = sensible_position(chance.randint(rules.cells // 3, rules.cells - 3), chance, rules)
        score = solver.score(position)
        for column in position.playable:
            why = explain_column(position, column, score, Solver(table_mib=1), NAMES)
            assert (why.verdict, why.keeps) == expected(position, column, score, solver), (str(position), why)
            seen.add((why.verdict, why.keeps))
            if why.consequence.reply is not None:
                replies += 1
                assert_reply_is_good(position, why, score, solver)
    assert {("win", True), ("draw", True), ("draw", False), ("loss", True), ("loss", False)} <= seen
    assert replies or not rules.line_ends_game
