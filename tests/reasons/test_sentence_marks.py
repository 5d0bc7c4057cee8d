"""The cells that the sentences of an explanation mark exist, and are empty, where each sentence holds."""

from __future__ import annotations

import re
from random import Random

import pytest

from claimeven.reasons.cells import cells_of, names_of
from claimeven.reasons.explanation import Explanation, explain
from claimeven.reasons.sentences import Sentence
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from claimeven.solver.solver import Solver

pytestmark = pytest.mark.compiled
FOUR, DOUBLE, ZUGZWANG, COVER = "445566", "4455", "44444432223353567", "34444445"
GAMES = ("445566", "4455", "34444445", "44444432223353567", "4453612211335522", "4444334322")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mib=16)


def explained(moves: str, solver: Solver) -> Explanation:
    return explain(Position.from_moves(moves), solver)


def the(explanation: Explanation, about: str) -> Sentence:
    """Return the first sentence about something."""
    return next(sentence for sentence in explanation.sentences if sentence.about == about)


def named(sentence: Sentence) -> list[str]:
    return names_of(sentence.cells, Position().rules)


def test_the_sentences_are_those_of_the_text(solver: Solver) -> None:
    explanation = explained(ZUGZWANG, solver)
    assert " ".join(sentence.text for sentence in explanation.sentences) == explanation.text
    assert [sentence.about for sentence in explanation.sentences][:3] == ["verdict", "line", "reason"]


def test_a_line_shows_the_threat_that_is_still_open_after_it(solver: Solver) -> None:
    line = the(explained("1175555422212", solver), "line")
    assert line.text == "Best play: O 4, X 2 (threatens b6), O 2 (must answer), X 6, O 4 (threatens d4)."
    assert (line.side, line.plies, named(line)) == (1, 5, ["d4"])
    answered = the(explained(ZUGZWANG, solver), "line")
    assert "threatens c6" in answered.text
    assert (answered.side, answered.plies, named(answered)) == (None, 5, [])


def test_fours_now_are_shown_with_their_lines(solver: Solver) -> None:
    reason = the(explained(FOUR, solver), "reason")
    assert (reason.side, reason.plies, named(reason)) == (0, 0, ["c1", "g1"])
    assert [names_of(line, Position().rules) for line in reason.lines] == [
        ["c1", "d1", "e1", "f1"],
        ["d1", "e1", "f1", "g1"],
    ]


def test_a_double_threat_is_shown_where_both_cells_are_empty(solver: Solver) -> None:
    explanation = explained(DOUBLE, solver)
    reason = the(explanation, "reason")
    assert explanation.reasons[0].kind == "double-threat"
    assert (reason.plies, named(reason)) == (1, ["b1", "f1"])


def test_a_forced_sequence_that_ends_with_two_fours_is_shown_where_both_cells_are_empty(
    solver: Solver,
) -> None:
    explanation = explained("65214174224365", solver)
    reason = the(explanation, "reason")
    assert reason.text == (
        "X forces four with 5 4 3 5 6 3 6: O must answer every threat, "
        "and at the end cannot stop fours at c3 and f4 at once."
    )
    assert [step.column + 1 for step in explanation.line[: reason.plies]] == [5, 4, 3, 5, 6]
    assert (reason.side, named(reason)) == (0, ["c3", "f4"])


@pytest.mark.parametrize(
    ("moves", "kind", "cells", "lines"),
    [
        ("1341241316414516443", "four", "b2 e2", ["a2 b2 c2 d2", "c2 d2 e2 f2"]),
        ("316271466574464", "double-threat", "b2 e2", ["a2 b2 c2 d2", "c2 d2 e2 f2"]),
        ("3173774514727354417", "answer", "b3 b4", ["a3 b3 c3 d3", "b4 c3 d2 e1"]),
        ("741463316427", "mutual-zugzwang", "b3 e3", ["a3 b3 c3 d3", "c1 d2 e3 f4"]),
    ],
)
def test_a_line_that_lacks_two_of_the_cells_is_not_shown(
    moves: str, kind: str, cells: str, lines: list[str], solver: Solver
) -> None:
    explanation = explained(moves, solver)
    reason = the(explanation, "reason")
    assert explanation.reasons[0].kind == kind
    assert named(reason) == cells.split()
    assert [" ".join(names_of(line, Position().rules)) for line in reason.lines] == lines


def test_zugzwang_shows_its_cells_those_below_and_their_lines(solver: Solver) -> None:
    explanation = explained(ZUGZWANG, solver)
    reason = the(explanation, "reason")
    assert (reason.side, reason.plies, named(reason)) == (1, 5, ["a4", "e4"])
    assert set(reason.pairs) == {(cell >> 1, cell) for cell in cells_of(reason.cells)}
    for cell in cells_of(reason.cells):
        assert any(line & cell for line in reason.lines)


def test_deciding_lines_are_shown_with_the_cells_that_they_lack(solver: Solver) -> None:
    reason = the(explained("5255252243674344674", solver), "reason")
    assert (reason.side, reason.plies, named(reason)) == (0, 0, ["a3", "c3", "c4"])
    assert [names_of(line, Position().rules) for line in reason.lines] == [
        ["c4", "d3", "e2", "f1"],
        ["a3", "b3", "c3", "d3"],
    ]


def test_mutual_zugzwang_shows_the_threats_and_the_cells_below(solver: Solver) -> None:
    reason = the(explained("255455526741574413241277", solver), "reason")
    assert (reason.side, reason.plies, named(reason)) == (1, 0, ["c3", "f3"])
    assert set(reason.pairs) == {(cell >> 1, cell) for cell in cells_of(reason.cells)}
    assert len(reason.lines) >= 2


def test_a_rule_shows_its_pairs_and_the_lines_that_it_stops(solver: Solver) -> None:
    explanation = explained(COVER, solver)
    reason = explanation.reasons[1]
    claimevens = [used for used in reason.rules if used.name == "claimeven"]
    rule = next(sentence for sentence in explanation.sentences if sentence.text.startswith("Claimeven"))
    assert set(rule.pairs) == {pair for used in claimevens for pair in used.pairs}
    assert set(rule.stops) == {line for used in claimevens for line in used.lines}


def test_a_cover_shows_the_pairs_of_all_its_rules_and_a_search_only_a_line_that_it_names(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimeven.reasons.strategy.earliest_deciding_lines", lambda *_, **__: None)
    explanation = explained(COVER, solver)
    searched, covered = (sentence for sentence in explanation.sentences if sentence.about == "reason")
    assert [reason.kind for reason in explanation.reasons] == ["search", "cover"]
    assert set(covered.pairs) == {pair for used in explanation.reasons[1].rules for pair in used.pairs}
    assert (searched.plies, searched.pairs) == (0, ())
    alone = the(explained("4453", solver), "reason")
    assert alone.plies == len(explained("4453", solver).line) > 0


def test_advice_shows_the_cells_of_the_best_columns(solver: Solver) -> None:
    explanation = explained(ZUGZWANG, solver)
    best = [why.column for why in explanation.columns if why is not None and why.keeps]
    assert the(explanation, "advice").cells == sum(map(explanation.position.drop, best))


def random_position(seed: int) -> Position:
    """Return an unfinished position with 12 to 30 discs."""
    rng = Random(seed)
    while True:
        position = Position()
        for _ in range(rng.randrange(12, 31)):
            if not position.is_over:
                position = position.play(rng.choice(position.playable))
        if not position.is_over:
            return position


@pytest.mark.parametrize("position", [*map(Position.from_moves, GAMES), *map(random_position, range(12))])
def test_every_cell_named_is_shown_and_fits_the_board_after_the_moves_of_the_line(
    position: Position, solver: Solver
) -> None:
    explanation = explain(position, solver)
    for sentence in explanation.sentences:
        shown = explanation.position
        for step in explanation.line[: sentence.plies]:
            shown = shown.play(step.column)
        discs = (shown.first, shown.second)
        marked = sentence.cells | shown.filled  # discs of the line have numbers
        for cells in (*sentence.pairs, sentence.lines):
            for cell in cells:
                marked |= cell
        assert set(re.findall(r"\b[a-g][1-6]\b", sentence.text)) <= set(names_of(marked, shown.rules)), (
            sentence
        )
        assert not sentence.cells & shown.filled, sentence
        assert not any((one | two) & shown.filled for one, two in sentence.pairs), sentence
        if sentence.side is not None:
            assert all(not line & ~(discs[sentence.side] | sentence.cells) for line in sentence.lines), (
                sentence
            )
            assert not any(line & discs[sentence.side] for line in sentence.stops), sentence


def test_threats_of_max_connect4_are_shown_with_their_lines(solver: Solver) -> None:
    position = Position.from_moves("3675554622521725752463634376", MAX_CONNECT_FOUR)
    explanation = explain(position, solver)
    threats = [sentence for sentence in explanation.sentences if sentence.about == "threats"]
    assert [sentence.side for sentence in threats] == [0, 1]
    assert all(sentence.lines for sentence in threats)
    assert names_of(threats[0].cells, position.rules) == ["d4"]
