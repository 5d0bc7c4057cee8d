"""The checks of what explanations and reviews say notice false sentences: a word of a true one is changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import cast

import pytest

from claimeven import Explanation, Position, Solver, explain
from claimeven.reasons.mistakes import MISTAKE_KINDS, Mistake, classify_mistake
from claimeven.reasons.sentences import Sentence
from claimeven.solver.review import review_game
from sensible import sensible_position
from sentence_checks import ReviewedMistake, contradictions_of, contradictions_of_mistake

pytestmark = pytest.mark.compiled

# False sentences: the moves, the true text, and the false text that replaces it.
FALSE = {
    "the number of plies": ("255455526741574413241277", "X loses in 10 plies", "X loses in 12 plies"),
    "the verdict": ("1444234253333734", "A draw, with 26 plies to go", "X wins in 26 plies"),
    "a move that is not best": ("3536647673455616634452552132", "X 4 (must answer)", "X 1"),
    "a slower move called best play": ("34462642444121", "A simple way to win", "Best play"),
    "the faster column": ("34462642444121", "column 3 is faster", "column 5 is faster"),
    "a move that need not answer": ("34462642444121", "X 1 (column", "X 1 (must answer; column"),
    "the cell of a four": ("445566", "at c1 or g1", "at c1"),
    "the cells of a double threat": ("37464521645", "c2 and g2", "c2 and g3"),
    "the cell of an answer": ("53757633222341533", "four at d3", "four at c4"),
    "a forced line": ("3564353311342262", "6 6 4 5 5", "6 6 4 5 4"),
    "two fours at the end": ("43444472245626", "fours at c3 and e2", "fours at c3 and e3"),
    "the only reply": (
        "43444472245626", ", and at the end cannot stop fours at c3 and e2 at once.", ".",
    ),
    "how long a plan takes": ("22572174434644161462575", "That takes up to 16", "That takes up to 14"),
    "the count of a zugzwang": ("46535273775554467666533344326471", "Five cells", "Seven cells"),
    "lines that come too late": (
        "476543534425674545523311",
        "Meanwhile X takes a cell of every line that O could still make.",
        "Every line that O could still make needs a5 or a cell above it, and comes too late.",
    ),
    "no line left": (
        "46535273775554467666533344326471",
        "Every line that X could still make needs b4 or a cell above it, and comes too late.",
        "X has no line left.",
    ),
    "the count of a mutual zugzwang": ("255455526741574413241277", "Eight other", "Ten other"),
    "the cells of a mutual zugzwang": ("255455526741574413241277", "want c3 and f3", "want c3 and f4"),
    "what both want": ("4554655224425344625666", "O waits for c3 and g3.",
                       "Both want c3 and g3, so neither plays c2 or g2."),
    "who has no line": ("54444443151635533756663735667711222", "O cannot win: X has a disc",
                        "X cannot win: O has a disc"),
    "the number of open lines": ("5255252243674344674", "who has 24 open lines", "who has 23 open lines"),
    "the lines that are needed": ("5255252243674344674", "c4-d3-e2-f1", "b5-c4-d3-e2"),
    "the cells that are enough": ("1444234253333734", "its threat at b4", "its threat at b3"),
    "who needs a line": ("545625216644333344", "one line to hold", "one line to win"),
    "a threat that decides": ("1444234253333734", "holds the draw: without it X would lose",
                              "decides: without it X would not win"),
    "a threat that is not needed": (
        "2134557764644554664673255322277672", "(each decides: without it O would not win)",
        "(each alone is not needed: O wins without it)",
    ),
    "a threat that is left out": ("4554655224425344625666", "c4, g4 (not", "c4 (not"),
    "a threat right below": ("255455526741574413241277", "c3, f3 (not enough)",
                             "c3, f3 (not enough: O has a threat right below each)"),
    "the columns that keep the result": ("44444432223353567", "All columns but 1 and 7 win",
                                         "All columns but 1 win"),
    "no column is better": ("5255252243674344674", "Column 5 holds out longest",
                            "No column holds out longer than the others"),
    "the cell of a four on top": ("14743443442213", "on top, at e2", "on top, at e3"),
    "an answer to columns": ("6451325271553622541721", "2, 5 or 7 with 3", "2, 3 or 7 with 5"),
    "an answer to another move": ("44444432223353567", "if 2, then 2", "if 2, then 7"),
    "the cells of a Claimeven": ("454534455321223545436332221", "a4 and g4", "a3 and g4"),
    "the columns of a Claimeven": ("454534455321223545436332221", "columns 1 and 7", "columns 1 and 2"),
    "the cells of a Baseinverse": ("4347541367247336621375534211455667", "e6 and f6", "e6 and g6"),
    "the cells of a Vertical": ("255455526741574413241277", "a4 with a5", "a5 with a6"),
    "the cells of an Aftereven": ("335574464365671336345454", "a3 with a4", "a1 with a2"),
    "the cells below a threat": ("75445634533662553654476477332226212", "also gets a3", "also gets a2"),
    "an unknown sentence": ("445566", "X completes four", "X may complete four"),
}  # fmt: skip

# The same for what was overlooked: the moves, the last of which is the mistake.
FALSE_OF_MISTAKES = {
    "the four that was missed": ("4563352431454", "four at e4", "four at e5"),
    "who missed it": ("4563352431454", "X could have", "O could have"),
    "the four that was not stopped": ("25374173366624644354727", "a2", "a3"),
    "the disc below a threat": ("22344263741326433345465", "disc at e2", "disc at e3"),
    "the forced win that was missed": ("22344263741326", "1 1 1", "1 1 2"),
    "a forced win that is not the fastest": ("4457457613354332326", " (not the fastest way)", ""),
    "a forced win with a faster column": ("31533633742155664777435", "column 2 was", "column 4 was"),
    "the forced win that was given": ("54156633446465712", "5 5 6", "5 5 1"),
    "the column that waits": ("4765325265344747764433122563255366", "With column 2", "With column 1"),
    "the cells that are waited for": ("447514544245735226577", "c3 or f3", "c3 or f4"),
    "the cells right below": ("447514544245735226577", "c2 or f2", "c2 or f1"),
    "the threat that is taken": ("4646441214637565733553", "take c5", "take c6"),
    "who only had to reply": ("257564423455", "O would", "X would"),
    "what the better column threatens": ("454155442212362337", "threatens g1", "threatens g2"),
    "the lines through a cell": ("732721443", "lies on 11 lines", "lies on 12 lines"),
    "the lines that a cell cuts": ("732721443", "c2 on 4 and 4", "c2 on 4 and 3"),
}


@dataclass(frozen=True)
class Reworded:
    """An explanation with other sentences."""

    explanation: Explanation
    sentences: tuple[Sentence, ...]

    def __getattr__(self, name: str) -> object:
        return getattr(self.explanation, name)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mib=16)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_sentence_is_detected(name: str, solver: Solver) -> None:
    moves, true, false = FALSE[name]
    explanation = explain(Position.from_moves(moves), solver)
    assert contradictions_of(explanation, solver) == []
    sentences = tuple(replace(one, text=one.text.replace(true, false)) for one in explanation.sentences)
    assert sentences != explanation.sentences
    assert contradictions_of(cast(Explanation, Reworded(explanation, sentences)), solver) != []


def last_mistake(position: Position, column: int, solver: Solver) -> tuple[ReviewedMistake, Mistake | None]:
    """A move and its sentence."""
    (judged,) = review_game(position, (column,), solver).moves
    assert judged is not None
    return ReviewedMistake(position, judged, solver), classify_mistake(position, judged)


@pytest.mark.parametrize("name", FALSE_OF_MISTAKES)
def test_a_false_sentence_on_a_mistake_is_detected(name: str, solver: Solver) -> None:
    moves, true, false = FALSE_OF_MISTAKES[name]
    mistake, found = last_mistake(Position.from_moves(moves[:-1]), int(moves[-1]) - 1, solver)
    assert found is not None
    assert contradictions_of_mistake(mistake, found) == []
    assert true in found.text
    assert contradictions_of_mistake(mistake, replace(found, text=found.text.replace(true, false))) != []


def test_no_sentence_on_a_mistake_is_contradicted_by_exact_play(solver: Solver) -> None:
    rng, kinds = Random("mistakes"), set()
    for _ in range(200):
        position = sensible_position(rng.randint(14, 40), rng)
        mistake, found = last_mistake(position, rng.choice(position.playable), solver)
        if found is not None:
            kinds.add(found.kind)
            assert contradictions_of_mistake(mistake, found) == [], str(position)
    assert len(kinds) >= len(MISTAKE_KINDS) - 2
