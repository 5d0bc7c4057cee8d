from __future__ import annotations

import pytest

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score, final_value


@pytest.mark.parametrize(
    ("rules", "value", "left", "plies", "result", "words"),
    [
        (CONNECT_FOUR, 2, 38, 35, "win in 35 plies", "the side to move wins in 35 plies"),
        (CONNECT_FOUR, 5, 9, 1, "win in 1 ply", "the side to move wins in 1 ply"),
        (CONNECT_FOUR, -5, 10, 2, "loss in 2 plies", "the side to move loses in 2 plies"),
        (CONNECT_FOUR, 0, 1, 1, "draw", "a draw, with 1 ply to go"),
        (MAX_CONNECT_FOUR, 1, 20, 20, "win by 1 line", "the side to move ends 1 line ahead"),
        (MAX_CONNECT_FOUR, 2, 20, 20, "win by 2 lines", "the side to move ends 2 lines ahead"),
        (MAX_CONNECT_FOUR, -3, 1, 1, "loss by 3 lines", "the side to move ends 3 lines behind"),
        (MAX_CONNECT_FOUR, 0, 20, 20, "draw", "a draw, with equal lines at the end"),
    ],
)
def test_a_score_says_what_it_means_in_its_game(
    rules: Rules, value: int, left: int, plies: int, result: str, words: str
) -> None:
    score = Score(value, left, rules)
    assert (int(score), str(score)) == (value, f"{value:+d}" if value else "0")
    assert (score.verdict, score.plies) == (result.split()[0], plies)
    assert (score.result, score.words) == (result, words)


def test_scores_of_one_game_have_an_order_and_those_of_two_are_never_the_same() -> None:
    for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR):
        assert Score(-1, 8, rules) < Score(0, 8, rules) < Score(2, 8, rules) == Score(2, 8, rules)
    assert Score(2, 8) != Score(2, 8, MAX_CONNECT_FOUR)


@pytest.mark.parametrize(("rules", "value"), [(CONNECT_FOUR, -18), (MAX_CONNECT_FOUR, -1)])
def test_a_line_of_the_other_side_is_worth_what_the_game_pays(rules: Rules, value: int) -> None:
    assert final_value(Position.from_moves("1212121", rules)) == value
