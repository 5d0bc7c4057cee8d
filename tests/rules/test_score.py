"""Score: a number that compares and calculates as one, and says what it means."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score, final_value


@pytest.mark.parametrize(
    ("rules", "value", "left", "plies", "shown", "result", "words"),
    [
        (CONNECT_FOUR, 2, 38, 35, "win in 35", "win in 35 plies", "the side to move wins in 35 plies"),
        (CONNECT_FOUR, 5, 9, 1, "win in 1", "win in 1 ply", "the side to move wins in 1 ply"),
        (CONNECT_FOUR, -5, 10, 2, "loss in 2", "loss in 2 plies", "the side to move loses in 2 plies"),
        (CONNECT_FOUR, 0, 1, 1, "draw", "draw", "a draw, with 1 ply to go"),
        (MAX_CONNECT_FOUR, 1, 20, 20, "win by 1", "win by 1 line", "the side to move ends 1 line ahead"),
        (MAX_CONNECT_FOUR, 2, 20, 20, "win by 2", "win by 2 lines", "the side to move ends 2 lines ahead"),
        (MAX_CONNECT_FOUR, -3, 1, 1, "loss by 3", "loss by 3 lines", "the side to move ends 3 lines behind"),
        (MAX_CONNECT_FOUR, 0, 20, 20, "draw", "draw", "a draw, with equal lines at the end"),
    ],
)
def test_a_score_has_the_words_of_its_game(
    rules: Rules, value: int, left: int, plies: int, shown: str, result: str, words: str
) -> None:
    score = Score(value, left, rules)
    signed = f"{value:+d}" if value else "0"
    assert (str(score), f"{score}", repr(score)) == (signed, signed, f"Score({signed}, {shown})")
    assert (score.verdict, score.plies) == (result.split()[0], plies)
    assert (score.result, score.words) == (result, words)


@given(st.integers(-21, 21), st.integers(-21, 21), st.integers(0, 42), st.integers(0, 42))
def test_a_score_compares_and_hashes_by_its_value_alone(one: int, two: int, left: int, more: int) -> None:
    for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR):
        first, second = Score(one, left), Score(two, more, rules)
        for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
            assert compare(first, second) == compare(first, two) == compare(one, second) == compare(one, two)
        assert (hash(first), bool(first)) == (hash(one), bool(one))
        values: dict[int, str] = {first: "score", 100: "other"}
        assert (values[one], {one: "number"}[first]) == ("score", "number")


def test_scores_are_sorted_and_the_largest_is_one_of_them() -> None:
    scores = [Score(value, 20) for value in (3, -2, 0, 5)]
    assert sorted(scores) == [-2, 0, 3, 5]
    assert max(scores) is scores[3]
    assert min(scores, key=abs) is scores[2]


CALCULATIONS: dict[str, Callable[[Score], int]] = {
    "the other side's": lambda score: -score,
    "unchanged": lambda score: +score,
    "size": abs,
    "sum": lambda score: score + 0,
    "sum of several": lambda score: sum([score]),
    "sum of two": lambda score: score + score,
    "difference": lambda score: 0 - score,
    "product": lambda score: score * 1,
    "quotient": lambda score: score // 1,
    "rest": lambda score: score % 64,
    "rounded": round,
    "plain": int,
    "real part": lambda score: score.real,
    "bits": lambda score: score | 0,
}


@pytest.mark.parametrize("name", CALCULATIONS)
@pytest.mark.parametrize("value", [-5, 0, 5])
def test_what_is_calculated_from_a_score_is_a_plain_int(name: str, value: int) -> None:
    calculated = CALCULATIONS[name](Score(value, 30))
    assert type(calculated) is int
    assert calculated == CALCULATIONS[name](value)  # type: ignore[arg-type]


def test_a_score_passes_as_an_integer() -> None:
    score = Score(-5, 10)
    assert (float(score), f"{score:+d}", f"{score:4}", range(9)[score]) == (-5.0, "-5", "  -5", 4)
    assert json.dumps({"score": score, "columns": (score, None)}) == '{"score": -5, "columns": [-5, null]}'
    assert np.array([score, Score(3, 10)]).tolist() == [-5, 3]
    assert np.array([score, Score(3, 10)]).dtype == np.array([-5, 3]).dtype
    assert np.isnan(np.array([score, None], float)).tolist() == [False, True]
    assert np.int8(score) == score == np.int8(-5)


@pytest.mark.parametrize("rules", [CONNECT_FOUR, MAX_CONNECT_FOUR, Rules(5, 4)])
def test_a_score_is_pickled_and_copied_with_its_words(rules: Rules) -> None:
    score = Score(3, 17, rules)
    pickled = [pickle.loads(pickle.dumps(score, version)) for version in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in [*pickled, copy.copy(score), copy.deepcopy(score)]:
        assert type(other) is Score
        assert (other, other.left, other.rules, other.words) == (3, 17, rules, score.words)


def test_a_score_cannot_be_changed() -> None:
    score = Score(3, 17)
    with pytest.raises(AttributeError, match="a Score cannot be changed, so 'left' cannot be set"):
        score.left = 18
    with pytest.raises(AttributeError, match="a Score cannot be changed, so 'rules' cannot be deleted"):
        del score.rules
    assert (score.left, score.rules) == (17, CONNECT_FOUR)


@pytest.mark.parametrize("value", [2.5, "2", None])
def test_only_an_integer_makes_a_score(value: object) -> None:
    with pytest.raises(TypeError, match="integer"):
        Score(value, 20)  # type: ignore[arg-type]
    assert Score(np.int8(2), 20) == 2


@pytest.mark.parametrize(("rules", "value"), [(CONNECT_FOUR, -18), (MAX_CONNECT_FOUR, -1)])
def test_a_finished_game_has_the_value_of_its_variant(rules: Rules, value: int) -> None:
    assert final_value(Position.from_moves("1212121", rules)) == value
