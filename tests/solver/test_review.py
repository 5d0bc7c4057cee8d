"""Reviews: every judgement, and that they add up along any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.review import MoveReview, review_game
from claimeven.solver.solver import Solver

SMALL = Rules(4, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(4, 4)
CLASSIC = "44444432223353567"


@pytest.mark.parametrize(
    ("before", "after", "judgement", "words"),
    [
        (3, 3, "best", "best"),
        (3, 1, "weaker_win", "slower win"),
        (3, 0, "win_given_away", "win given away: now a draw"),
        (3, -2, "win_given_away", "win given away: now a loss"),
        (0, 0, "best", "best"),
        (0, -2, "draw_given_away", "draw given away"),
        (-1, -1, "best", "best"),
        (-1, -3, "weaker_loss", "faster loss"),
    ],
)
def test_a_move_is_judged_by_the_values_before_and_after(
    before: int, after: int, judgement: str, words: str
) -> None:
    judged = MoveReview(column=0, before=Score(before, 20), after=Score(after, 20), better=None)
    assert (judged.judgement, judged.words) == (judgement, words)


def test_in_max_connect4_lines_count_and_not_time() -> None:
    smaller = MoveReview(
        column=0, before=Score(3, 20, MAX_CONNECT_FOUR), after=Score(1, 20, MAX_CONNECT_FOUR), better=1
    )
    larger = MoveReview(
        column=0, before=Score(-1, 20, MAX_CONNECT_FOUR), after=Score(-2, 20, MAX_CONNECT_FOUR), better=1
    )
    assert (smaller.words, larger.words) == ("smaller win", "larger loss")


@pytest.mark.compiled
def test_a_known_game_has_its_turning_point() -> None:
    moves = [int(column) - 1 for column in CLASSIC]
    review = review_game(Position(), moves, Solver(table_mib=4))
    assert review.is_complete
    assert review.turning_point == 14
    turn = review.moves[14]
    assert turn is not None
    assert (turn.words, turn.better) == ("win given away: now a loss", 5)
    assert [move.words for move in review.moves[:8] if move] == ["best"] * 8


class SlowSolver:
    """Knows positions with some numbers of discs; the others take too long."""

    def __init__(self, *known: int) -> None:
        self._known = known

    def score(self, position: Position, /) -> Score:
        if position.ply not in self._known:
            raise LimitReached(-9, 9, 1000)
        return Score(0, position.left, position.rules)

    def score_in_window(self, position: Position, lower: int, upper: int, /) -> int:
        return min(max(int(self.score(position)), lower), upper)

    def columns(self, position: Position, /) -> tuple[Score | None, ...]:
        raise AssertionError(f"nobody asks for the columns of {position}")

    def best_column(self, position: Position, score: Score, /) -> int:
        raise AssertionError(f"{position} has {score} whatever is played")


@pytest.mark.parametrize(
    ("known", "judged"),
    [
        ((2, 3, 4), [False, False, True, True]),
        ((0, 1, 3, 4), [True, False, False, True]),
        ((0, 2, 4), [False] * 4),
    ],
)
def test_what_takes_too_long_is_left_unjudged(known: tuple[int, ...], judged: list[bool]) -> None:
    start = Position(rules=MAX_SMALL)
    review = review_game(start, (0, 1, 2, 3), SlowSolver(*known))
    assert [move is not None for move in review.moves] == judged
    assert not review.is_complete
    assert review.turning_point is None


class Undecided(SlowSolver):
    """Knows values, but not in time which column keeps them."""

    def score(self, position: Position, /) -> Score:
        return Score(position.ply, position.left, position.rules)

    def best_column(self, _position: Position, _score: Score, /) -> int:
        raise LimitReached(-9, 9, 1000)


def test_a_move_whose_better_one_takes_too_long_is_left_unjudged() -> None:
    start = Position(rules=MAX_SMALL)
    assert review_game(start, (0, 1), Undecided()).moves == (None, None)


def test_a_game_without_moves_is_complete() -> None:
    assert review_game(Position(rules=SMALL), (), Solver(table_mib=1)).is_complete


@pytest.mark.compiled
@given(st.lists(st.integers(0, SMALL.columns - 1), max_size=SMALL.cells))
def test_judgements_add_up(columns: list[int]) -> None:
    position = start = Position(rules=SMALL)
    moves, analyses = [], []
    solver = Solver(table_mib=1)
    for column in columns:
        if column in position.playable:
            moves.append(column)
            analyses.append(solver.analyze(position))
            position = position.play(column)
    for move, column, analysis in zip(review_game(start, moves, solver).moves, moves, analyses, strict=True):
        assert move is not None
        assert move.column == column
        assert move.before == analysis.score
        assert move.after == analysis.columns[column]
        assert (move.better is None) == (column in analysis.best)
        assert move.better is None or move.better in analysis.best
