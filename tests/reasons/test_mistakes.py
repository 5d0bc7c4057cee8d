"""What a mistake overlooked: an example of every kind, and every claim borne out by play."""

from __future__ import annotations

import re
from random import Random

import pytest

from claimeven.formats.moves import parse_moves
from claimeven.reasons.cells import names_of
from claimeven.reasons.mistakes import MIN_MARGIN, MISTAKE_KINDS, TITLES, Mistake, classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.review import MoveReview, review_game
from claimeven.solver.solver import Solver
from sensible import sensible_position

EXAMPLES = {
    "four-missed": ("456335243145", "4", "X could have completed four at e4.", "e4"),
    "four-unanswered": ("2537417336662464435472", "7", "O was threatening a2.", "a2"),
    "under-a-threat": (
        "2234426374132643334546",
        "5",
        "The disc at e2 lets O complete four on top, at e3.",
        "e2 e3",
    ),
    "forced-win-missed": ("2234426374132", "6", "O could have forced four with 1 1 1.", ""),
    "forced-win-given": ("5415663344646571", "2", "Now O forces four with 5 5 6.", ""),
    "zugzwang": (
        "476532526534474776443312256325536",
        "6",
        "With column 2, O would wait for four at a6, until X has to play a5.",
        "a5 a6 b6",
    ),
    "own-threat": (
        "464644121463756573355",
        "3",
        "The disc at c4 lets X take c5, where O had a threat.",
        "c4 c5",
    ),
    "answering": ("25756442345", "5", "After column 4, O would only have had to reply to win.", "d4"),
    "open-lines": (
        "73272144",
        "3",
        "Column 4 kept the win. d3 lies on 11 lines still open to X and cuts 11 of O's; c2 on 4 and 4.",
        "c2 d3",
    ),
    "better-move": ("45415544221236233", "7", "Column 6 kept the win; it threatens g1.", "f2 g1"),
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mib=4)


def judged(
    moves: str, column: str, solver: Solver, rules: Rules = CONNECT_FOUR
) -> tuple[Position, MoveReview]:
    position = Position.from_moves(moves, rules)
    (move,) = review_game(position, parse_moves(column, rules), solver).moves
    assert move is not None
    return position, move


@pytest.mark.compiled
@pytest.mark.parametrize("kind", MISTAKE_KINDS)
def test_an_example_of_every_kind(kind: str, solver: Solver) -> None:
    moves, column, text, cells = EXAMPLES[kind]
    position, move = judged(moves, column, solver)
    found = classify_mistake(position, move)
    assert found is not None
    assert (found.kind, found.text) == (kind, text)
    assert names_of(found.cells, position.rules) == cells.split()
    assert found.title in TITLES.values()
    _check(found, position, move, solver)


@pytest.mark.compiled
def test_the_other_side_of_zugzwang(solver: Solver) -> None:
    position, move = judged("47653252653447477644331225632553", "6", solver)
    found = classify_mistake(position, move)
    assert found is not None
    assert solver.score(position.play(move.column).play(1)).verdict == "loss"  # of X, who is to move again
    assert found.text == "Now O plays 2 and waits for four at a6, until X has to play a5."
    assert names_of(found.cells, position.rules) == ["a5", "a6", "b6"]


@pytest.mark.compiled
def test_mutual_zugzwang_names_the_cells_of_all_its_columns(solver: Solver) -> None:
    position, move = judged("44751454424573522657", "7", solver)
    found = classify_mistake(position, move)
    assert found is not None
    assert found.text == "Now O plays 2 and waits for four at c3 or f3, until X has to play c2 or f2."
    assert names_of(found.cells, position.rules) == ["b4", "c2", "c3", "f2", "f3"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("moves", "column", "text"),
    [
        (
            "445745761335433232",
            "6",
            "X could have forced four with 4 4 2 1 2 5 5 2 5 (not the fastest way).",
        ),
        (
            "3153363374215566477743",
            "5",
            "X could have forced four with 4 4 5 6 5 2 1 2 2 (column 2 was even faster).",
        ),
    ],
)
def test_a_forced_line_does_not_name_two_best_columns(
    moves: str, column: str, text: str, solver: Solver
) -> None:
    position, move = judged(moves, column, solver)
    found = classify_mistake(position, move)
    assert found is not None
    assert (found.text, found.names_better) == (text, True)
    first, better = int(text.split("with ")[1][0]) - 1, move.better
    assert (first == better) == ("not the fastest way" in text)
    assert len(re.findall(r"\d", text.split("(")[0])) > solver.score(position).plies


@pytest.mark.compiled
def test_open_lines_are_counted_from_a_margin_on(solver: Solver) -> None:
    rng = Random("open lines")
    seen = 0
    while seen < 6:
        position = sensible_position(rng.randint(8, 14), rng)
        for column in position.playable:
            (move,) = review_game(position, (column,), solver).moves
            assert move is not None
            found = classify_mistake(position, move)
            if found is not None and found.kind == "open-lines":
                seen += 1
                numbers = [int(number) for number in re.findall(r"(?<![a-z])\d+", found.text)]
                better, *counts = numbers
                assert move.better == better - 1
                assert counts == [*through(position, better - 1), *through(position, column)]
                assert counts[0] + counts[1] >= counts[2] + counts[3] + MIN_MARGIN


def through(position: Position, column: int) -> list[int]:
    """Count the lines through the cell of a column that are open to the side to move, and to the other."""
    cell = position.drop(column)
    lines = [line for line in position.rules.lines if line & cell]
    return [sum(not line & discs for line in lines) for discs in (position.other, position.own)]


@pytest.mark.compiled
def test_the_given_names_of_the_sides_are_used(solver: Solver) -> None:
    found = classify_mistake(*judged("456335243145", "4", solver), names=("Red", "Yellow"))
    assert found is not None
    assert found.text == "Red could have completed four at e4."


@pytest.mark.compiled
def test_a_best_move_is_not_a_mistake(solver: Solver) -> None:
    assert classify_mistake(*judged("456335243145", "5", solver)) is None


@pytest.mark.compiled
def test_mistakes_of_max_connect4_are_not_classified() -> None:
    rules = MAX_CONNECT_FOUR.sized(5, 4)
    position, move = judged("343453", "1", Solver(table_mib=1), rules)
    assert move.judgement != "best"
    assert classify_mistake(position, move) is None


@pytest.mark.compiled
def test_every_claim_about_random_games_is_true(solver: Solver) -> None:
    rng, kinds = Random(16), set()
    for _ in range(12):
        start = _random_position(rng, 14)
        moves, position = [], start
        while not position.is_over:
            moves.append(rng.choice(position.playable))
            position = position.play(moves[-1])
        position = start
        for column, move in zip(moves, review_game(start, moves, solver).moves, strict=True):
            assert move is not None
            found = classify_mistake(position, move)
            if found is not None:
                kinds.add(found.kind)
                _check(found, position, move, solver)
            position = position.play(column)
    assert kinds >= {"four-missed", "four-unanswered", "forced-win-missed", "forced-win-given"}


def _random_position(rng: Random, plies: int) -> Position:
    while True:
        position = Position()
        while position.ply < plies and not position.is_over:
            position = position.play(rng.choice(position.playable))
        if not position.is_over:
            return position


def _check(found: Mistake, position: Position, move: MoveReview, solver: Solver) -> None:
    after = position.play(move.column)
    named = set(re.findall(r"\b[a-g][1-6]\b", found.text))
    assert named <= set(names_of(found.cells, position.rules)), found
    if found.kind == "four-missed":
        assert any(_wins(position, column) for column in position.playable)
    elif found.kind in ("four-unanswered", "under-a-threat"):
        replies = [column for column in after.playable if _wins(after, column)]
        assert (move.column in replies) is (found.kind == "under-a-threat") or len(replies) > 1
    elif found.kind in ("forced-win-missed", "forced-win-given"):
        line = re.findall(r"\d", found.text)
        _check_forced(position if found.kind == "forced-win-missed" else after, parse_moves("".join(line)))
    elif found.kind in ("zugzwang", "answering"):
        assert move.better is not None
        assert move.before.verdict != "loss"
        assert -solver.score(position.play(move.better)) == move.before


def _check_forced(position: Position, line: tuple[int, ...]) -> None:
    """Assert that every reply is the only one after which the attacker does not win at once."""
    for number, column in enumerate(line):
        if number % 2:
            threatened = Position.from_discs(position.first, position.second)
            for other in threatened.playable:
                if other != column:
                    after = threatened.play(other)
                    assert any(_wins(after, winning) for winning in after.playable)
        position = position.play(column)
    assert position.is_over
    assert position.outcome is not None
    assert position.outcome.winner == 1 - position.turn


def _wins(position: Position, column: int) -> bool:
    after = position.play(column)
    return after.is_over and bool(after.lines_of(after.other))
