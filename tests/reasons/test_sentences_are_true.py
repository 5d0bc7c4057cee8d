"""Every sentence of an explanation holds, and agrees with the verdict and the others; one test a symptom."""

from __future__ import annotations

import re
from random import Random

import pytest

from claimeven import Explanation, Position, Solver, explain
from claimeven.reasons.explanation import short_why
from sensible import sensible_position
from sentence_checks import contradictions_of
from sentence_checks.board_facts import NAMES, lines_left

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mib=16)


def explained(moves: str, solver: Solver) -> Explanation:
    """Return the explanation of a position, in which no sentence is contradicted."""
    explanation = explain(Position.from_moves(moves), solver)
    assert contradictions_of(explanation, solver) == []
    return explanation


@pytest.mark.parametrize(("least", "most", "count"), [(8, 13, 12), (14, 19, 50), (20, 27, 80), (28, 40, 80)])
def test_no_sentence_is_contradicted_by_exact_play(least: int, most: int, count: int, solver: Solver) -> None:
    rng = Random(f"sentences {least}")
    for _ in range(count):
        position = sensible_position(rng.randint(least, most), rng)
        assert contradictions_of(explain(position, solver), solver) == [], str(position)


def test_a_line_that_is_not_best_play_is_not_called_best_play(solver: Solver) -> None:
    rng = Random("simple ways")
    simple = 0
    while simple < 5:
        position = sensible_position(rng.randint(20, 36), rng)
        explanation = explain(position, solver)
        if explanation.faster is not None:
            simple += 1
            assert explanation.line_text.startswith("A simple way")
            assert f"column {explanation.faster + 1} is faster" in explanation.line_text
            assert contradictions_of(explanation, solver) == []
        else:
            assert not explanation.line_text.startswith("A simple way")


def test_the_move_that_analyze_calls_best_is_not_replaced_by_a_slower_one(solver: Solver) -> None:
    explanation = explained("3372535546313325255167744722", solver)
    analysis = solver.analyze(explanation.position)
    assert [column + 1 for column in analysis.best] == [1]
    why = short_why(explanation.position, explanation.score, solver)
    assert why.startswith("Best play: X 1.")


@pytest.mark.parametrize(
    "moves",
    ["3516536567424766773657443741154511", "64246443226637521334636422777771", "134211317642713777"],
)
def test_a_forced_line_longer_than_the_verdict_is_called_so(moves: str, solver: Solver) -> None:
    explanation = explained(moves, solver)
    texts = [sentence.text for sentence in explanation.sentences]
    (pace,) = [text for text in texts if text.startswith("That takes up to")]
    assert pace.endswith(f"the fastest win takes {explanation.score.plies}.")


def test_a_side_that_has_lines_is_not_called_without_lines(solver: Solver) -> None:
    explanation = explained("17773652234632722667316355276153155", solver)
    assert lines_left(explanation.position, NAMES.index("O"))
    assert "has no line left" not in explanation.text
    assert (
        "Every line that O could still make needs d3 or a cell above it, and comes too late"
        in explanation.text
    )


def test_a_promise_to_take_cells_is_followed_by_how(solver: Solver) -> None:
    explanation = explained("23122455543154454654676766267722177", solver)
    assert "Meanwhile" not in explanation.text
    rng = Random("meanwhile")
    seen = 0
    while seen < 10:
        position = sensible_position(rng.randint(22, 36), rng)
        explanation = explain(position, solver)
        if "Meanwhile" in explanation.text:
            seen += 1
            assert [sentence for sentence in explanation.sentences if sentence.about == "rule"]


def test_cells_above_another_waiting_threat_are_not_counted(solver: Solver) -> None:
    explanation = explained("5223352342335467325464466", solver)
    reason = explanation.reasons[0]
    assert reason.kind == "zugzwang"
    assert reason.count.last.bit_count() == 2
    assert (
        "Five cells can be filled first; O moves first, so O also fills the fifth: a1 or g4"
        in explanation.text
    )


def test_two_fours_at_the_end_of_a_forced_line_are_not_called_the_only_reply(solver: Solver) -> None:
    text = explained("466441354244533565", solver).text
    assert "the only one" not in text
    assert re.search(
        r"O must answer every threat, and at the end cannot stop fours at \w\d and \w\d at once", text
    )


def test_a_reason_that_holds_after_a_line_is_stated_for_that_position(solver: Solver) -> None:
    explanation = explained("324544534552653344212622335611111666777", solver)
    (neither,) = [
        sentence for sentence in explanation.sentences if "neither side can make four" in sentence.text
    ]
    assert neither.text.startswith("After that, neither side can make four any more")
    assert neither.plies == explanation.plies > 0


def test_threats_are_those_of_the_position_in_which_the_reason_holds(solver: Solver) -> None:
    rng = Random("threats then")
    seen = 0
    while seen < 5:
        explanation = explain(sensible_position(rng.randint(24, 36), rng), solver)
        for sentence in explanation.sentences:
            if sentence.about == "threats" and explanation.plies:
                seen += 1
                assert sentence.plies == explanation.plies
                assert re.match(r"[XO]'s threats after that: ", sentence.text)


@pytest.mark.parametrize(
    ("moves", "text", "cells"),
    [
        ("14743443442213", "Column 5: O completes four on top, at e2.", "e1 e2"),
        (
            "465532563664677426744554",
            "Column 7: O plays 7 on top, where X had a threat, and waits for c4, until X has to play c3.",
            "c3 c4 g4 g5",
        ),
    ],
)
def test_a_sentence_on_a_column_marks_every_cell_it_names(
    moves: str, text: str, cells: str, solver: Solver
) -> None:
    explanation = explained(moves, solver)
    (sentence,) = [sentence for sentence in explanation.sentences if sentence.text == text]
    marked = sentence.cells
    for one, two in sentence.pairs:
        marked |= one | two
    rules = explanation.position.rules
    expected = 0
    for name in cells.split():
        expected |= rules.cell(ord(name[0]) - ord("a"), int(name[1]) - 1)
    assert marked == expected


def test_a_column_that_keeps_a_draw_is_only_called_a_draw(solver: Solver) -> None:
    for moves in ("47156655444164324355533", "417442336513533245555477322667"):
        explanation = explain(Position.from_moves(moves), solver)
        assert explanation.score.verdict == "draw"
        kept = [why.text for why in explanation.columns if why is not None and why.keeps]
        assert kept
        assert all(re.fullmatch(r"Column \d: draw\.", text) for text in kept)
