"""The sentences of explanations: one position for each kind of sentence, and no sentence claims too much."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.reasons.explanation import Explanation, explain, short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from sentence_checks import contradictions_of

SENTENCES = {
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
    "a forced line": ("3564353311342262", "X forces four with 6 6 4 5 5: O must answer every threat."),
    "a forced line to two fours": (
        "43444472245626",
        "X forces four with 2 2 3 3 5: O must answer every threat, "
        "and at the end cannot stop fours at c3 and e2 at once.",
    ),
    "an answer that lets four be completed on top": (
        "4364753446126617",
        "X must answer at e2, and that lets O complete four on top, at e3.",
    ),
    "an answer, then a forced line": (
        "52365231454656",
        "X must answer at f4, and then O forces four: 6 3 4 4.",
    ),
    "no defence": (
        "14743443442213",
        "Whatever X plays, O forces four, if need be with 1 1 2 3 3 2 1 5.",
    ),
    "nobody has a line": (
        "42324134452623561563221153344776661577",
        "Neither side can make four any more: every line has discs of both sides.",
    ),
    "nobody has a line after these moves": (
        "324544534552653344212622335611111666777",
        "After that, neither side can make four any more: every line has discs of both sides.",
    ),
    "one side has no line": (
        "54444443151635533756663735667711222",
        "O cannot win: X has a disc in every line.",
    ),
    "one side has no line after these moves": (
        "32543726456253756656227434777445111",
        "After that, O cannot win: X has a disc in every line.",
    ),
    "a way to win that is not the fastest": (
        "34462642444121",
        "A simple way to win: X 1 (column 3 is faster).",
    ),
    "a way for the other side to win that is not the fastest": (
        "272354453354456345364753222277671",
        "A simple way for X to win: O 1 (must answer), X 6 (column 7 is faster).",
    ),
    "a plan slower than the verdict": (
        "22572174434644161462575",
        "That takes up to 16 plies; the fastest win takes 8.",
    ),
    "zugzwang against lines that come too late": (
        "46535273775554467666533344326471",
        "O completes four at b4 as soon as X plays b3, right below it. "
        "Five cells can be filled first; X moves first, so X also fills the fifth, b3. "
        "Every line that X could still make needs b4 or a cell above it, and comes too late.",
    ),
    "zugzwang against lines that are stopped": (
        "476543534425674545523311",
        "X completes four at a5 as soon as O plays a4, right below it. "
        "13 cells can be filled first; O moves first, so O also fills the 13th, a4. "
        "Meanwhile X takes a cell of every line that O could still make.",
    ),
    "zugzwang against lines of both kinds": (
        "6431365455412576",
        "O completes four at c6 as soon as X plays c5, right below it. "
        "21 cells can be filled first; X moves first, so X also fills the 21st, c5. "
        "Meanwhile O takes a cell of every line that X could still make, "
        "except lines that need c6 and come too late.",
    ),
    "zugzwang with several last cells": (
        "422336441143664347",
        "X completes four at a5 as soon as O plays a4, right below it. "
        "Eleven cells can be filled first; O moves first, so O also fills the eleventh: a4 or e1, "
        "each below a threat of X. Meanwhile X takes a cell of every line that O could still make.",
    ),
    "cells below the threat of a zugzwang": (
        "75445634533662553654476477332226212",
        "In column 1, X also gets a3.",
    ),
    "mutual zugzwang": (
        "255455526741574413241277",
        "Both want c3 and f3, so neither plays c2 or f2. "
        "Eight other cells can be filled first; X moves first, so O fills the last, "
        "X must play c2 or f2, and O completes four on top. "
        "Meanwhile O takes a cell of every line that X could still make, "
        "except lines that need c3, f3 or a cell above these and come too late.",
    ),
    "cells of which the loser of a mutual zugzwang plays one": (
        "255455526741574413241277",
        "X can get only one of c2 and f2.",
    ),
    "threats in several columns": (
        "2134557764644554664673255322277672",
        "O waits for a5 and c5. Two other cells can be filled first; X moves first, "
        "so O fills the last, X must play a4 or c4, and O completes four on top. "
        "Every line that X could still make needs a5, c5 or a cell above these, and comes too late.",
    ),
    "two lines that share a cell": (
        "434756444433373665577537726526651",
        "X has two lines that lack a5, a6 and b5 and share one of these cells; O can stop only one of them. "
        "Every line that O could still make is stopped or comes too late.",
    ),
    "one line that a side needs to win": (
        "5543336755435334",
        "A search shows that O, who has 17 open lines, needs only one line to win: "
        "d3-e4-f5-g6 (lacks f5 and g6).",
    ),
    "two lines that a side needs to win": (
        "5255252243674344674",
        "A search shows that X, who has 24 open lines, needs only two lines to win: c4-d3-e2-f1 (lacks c4) "
        "and a3-b3-c3-d3 (lacks a3 and c3). Without either, X would not win.",
    ),
    "three lines that a side needs to win": (
        "454321546225424416",
        "A search shows that X, who has 11 open lines, needs only three lines to win: "
        "c6-d5-e4-f3 (lacks c6), d5-e4-f3-g2 (lacks g2) and a5-b5-c5-d5 (lacks a5, b5 and c5). "
        "Without any one of them, X would not win.",
    ),
    "threats that are enough to win": (
        "46576335416366443463547713",
        "A search shows that O needs nothing new to win: its threats at b2 and e5 are enough. "
        "Without either, O would not win.",
    ),
    "a threat that is enough to hold": (
        "1444234253333734",
        "A search shows that X needs nothing new to hold: its threat at b4 is enough. "
        "Without it, O would win.",
    ),
    "a line that a side needs to hold": (
        "545625216644333344",
        "A search shows that O, who has 28 open lines, needs only one line to hold: "
        "c2-d3-e4-f5 (lacks e4 and f5). Without it, X would win.",
    ),
    "a side that holds without any line": (
        "474514234224435222",
        "A search shows that O cannot win even if X makes no line.",
    ),
    "what holds before the line": (
        "57232422324543551144537663324",
        "Even before these moves, a search shows that X, who has 10 open lines, needs only one line to hold: "
        "d6-e5-f4-g3 (lacks f4 and g3). Without it, O would win.",
    ),
    "what holds after the first move of the line": (
        "47156655444164324355533",
        "After the first of these moves, X cannot win: "
        "O just replies, and gets a cell of every line that X could still make.",
    ),
    "what holds after some moves of the line": (
        "234423115513324666",
        "After 2 of these moves, X cannot win: "
        "O just replies, and gets a cell of every line that X could still make.",
    ),
    "a side that may complete a line first": (
        "5342354457341446",
        "O cannot win: X just replies, and gets a cell of every line that O could still make, "
        "or completes a line first.",
    ),
    "other moves that are answered": (
        "44444432223353567",
        "If X plays 1 instead, O answers 1; if 2, then 2; if 5 or 7, then 5.",
    ),
    "a line completed by answering": (
        "64463424",
        "O just replies: X completes no line, "
        "and in the end O completes the one that still lacks a4, b4 and c4.",
    ),
    "a threat that decides": (
        "54744566745567",
        "O's threats: c2 (decides: without it O would not win).",
    ),
    "threats each of which decides": (
        "4554655224425344625666",
        "O's threats: c3, g3 (each decides: without it O would not win).",
    ),
    "a threat that holds the draw": (
        "1444234253333734",
        "X's threats: b4 (holds the draw: without it X would lose).",
    ),
    "a threat that is not needed": (
        "22572174434644161462575",
        "X's threats: c3 (not needed: X wins without it); e4 (playable now).",
    ),
    "a threat that a draw does not need": (
        "47156655444164324355533",
        "X's threats after that: b4 (playable now); g4 (not needed: X draws without it).",
    ),
    "threats of which each alone is not needed": (
        "44444432223353567",
        "O's threats after that: a3, a4, a5, e4 (each alone is not needed: O wins without it).",
    ),
    "a threat that is not enough": (
        "465532563664677426744554",
        "O's threats after that: c4 (not enough).",
    ),
    "threats right above those of the other side": (
        "4554655224425344625666",
        "X's threats: c3 (not enough); c4, g4 (not enough: O has a threat right below each).",
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


def texts_of(explanation: Explanation) -> tuple[str, ...]:
    return tuple(sentence.text for sentence in explanation.sentences)


@pytest.mark.compiled
@pytest.mark.parametrize("name", SENTENCES)
def test_sentences_of_known_positions(name: str, solver: Solver) -> None:
    moves, sentence = SENTENCES[name]
    explanation = explain(Position.from_moves(moves), solver)
    assert sentence in texts_of(explanation)
    assert contradictions_of(explanation, solver) == []


@pytest.mark.compiled
def test_without_a_simple_reason_the_best_line_is_given(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimeven.reasons.strategy.earliest_deciding_lines", lambda *_, **__: None)
    explanation = explain(Position.from_moves("3554424762443645476525556233", Rules(7, 7)), solver)
    assert explanation.sentences[1].text.startswith(
        "No simple reason: only a full search shows that X wins. "
        "Best play begins X 6 (threatens f6), O 6 (must answer), X 2"
    )


@pytest.mark.compiled
def test_sentences_of_max_connect4(solver: Solver) -> None:
    explanation = explain(Position.from_moves("3675554622521725752463634376", MAX_CONNECT_FOUR), solver)
    assert texts_of(explanation)[:2] == (
        "X ends 1 line ahead.",
        "Lines so far: X 2, O 0; still possible: X 10, O 17.",
    )
    assert "only a full search shows that X wins. Best play begins X 3, " in explanation.text
    assert "O's threats: a2, c5, d4 (playable now); d5 (not playable yet)." in texts_of(explanation)
    at_the_end = explain(Position.from_moves("34345331212245", MAX_CONNECT_FOUR.sized(5, 4)), solver)
    assert "Best play: X 2, O 4, " in at_the_end.text
    assert "Then the board is full, with X " in at_the_end.text
    assert "search" not in at_the_end.text


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
