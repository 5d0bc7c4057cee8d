"""The sentences of explanations: one position for each thing that can be said, and none says too much."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.explanation import explain
from claimeven.reasons.short_why import short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.search.solver import Solver

SAID = {
    "a four now": ("445566", "X completes four at c1 or g1."),
    "a double threat to come": (
        "6451325271553622541721",
        "X plays 3, which threatens two fours, at c4 and d3: O can stop only one.",
    ),
    "a double threat": ("37464521645", "X threatens four at c2 and g2; O can stop only one."),
    "four on top of the answer": (
        "53757633222341533",
        "O plays 4 and threatens four at d3; X must answer there, and O completes four on top, at d4.",
    ),
    "a forced line": (
        "466441354244533565",
        "X forces four with 6 6 5 2 6: every reply of O is the only one.",
    ),
    "no defence": (
        "14743443442213",
        "Whatever X plays, O forces four; the longest defence is 1 1 2 3 3 2 1 5.",
    ),
    "nobody has a line": (
        "324544534552653344212622335611111666777",
        "Nobody can make four any more: every line has discs of both sides.",
    ),
    "a line completed by answering": (
        "64463424",
        "O only has to answer: X gets no line, "
        "and in the end O completes the one that still lacks a4, b4 and c4.",
    ),
    "threats that are of no use": (
        "47156655444164324355533",
        "Threats of X: b4 (no use: O has a threat right below); f4 (playable now); "
        "g4 (of little use: an even row, and X gets the odd ones).",
    ),
    "a threat that decides": (
        "22572174434644161462575",
        "Threats of X: c3 (decides here); e4 (playable now).",
    ),
    "a threat that comes too late": (
        "465532563664677426744554",
        "Threats of O: c4 (of little use: an even row, but X's odd threat at g5 comes first).",
    ),
    "an own threat taken": (
        "465532563664677426744554",
        "Column 7: O plays 7 on top, where X had a threat, and waits for c4, until X has to play c3.",
    ),
    "columns that are answered alike": (
        "6451325271553622541721",
        "O wins by answering 2, 5 or 7 with 3.",
    ),
    "columns that complete a line of the other side": (
        "14743443442213",
        "Column 5: O completes four on top, at e2.",
    ),
    "most columns win": ("44444432223353567", "All columns but 1 and 7 win."),
    "the only column left": ("324544534552653344212622335611111666777", "Column 7 is the only one left."),
    "no column is better": ("37464521645", "No column holds out longer than the others."),
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mib=4)


@pytest.mark.compiled
@pytest.mark.parametrize("name", SAID)
def test_what_is_said(name: str, solver: Solver) -> None:
    moves, sentence = SAID[name]
    assert sentence in explain(Position.from_moves(moves), solver).sentences


@pytest.mark.compiled
def test_where_only_the_search_knows_there_is_a_best_line(solver: Solver) -> None:
    explanation = explain(Position.from_moves("3554424762443645476525556233", Rules(7, 7)), solver)
    assert explanation.sentences[1].startswith(
        "That X wins is known by search alone; a best line begins X 6 (threatens f6), O 6 (must answer), X 2"
    )
    margins = explain(Position.from_moves("343453", MAX_CONNECT_FOUR.sized(5, 4)), solver)
    assert "That O wins is known by search alone; a best line begins X 3, " in margins.text


@pytest.mark.compiled
def test_the_names_of_the_sides_are_used_throughout(solver: Solver) -> None:
    text = explain(Position.from_moves("44444432223353567"), solver, names=("Red", "Yellow")).text
    assert "Yellow completes four at e4 as soon as Red plays e3" in text
    assert not {"X", "O"} & set(text.replace(".", " ").replace(",", " ").split())


@pytest.mark.compiled
def test_nearly_all_explanations_are_short(solver: Solver) -> None:
    rng = Random(16)
    counts: list[int] = []
    while len(counts) < 25:
        position = Position()
        while position.ply < 22 and not position.is_over:
            position = position.play(rng.choice(position.playable))
        if not position.is_over:
            explanation = explain(position, solver)
            counts.append(len(explanation.sentences))
            short = short_why(position, explanation.score, solver)
            assert short.startswith(explanation.line_text)
    assert max(counts) <= 14
    assert sum(count > 10 for count in counts) <= 2
