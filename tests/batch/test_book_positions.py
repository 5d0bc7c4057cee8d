"""Early positions: each once, as many as others have counted, and scores that follow from the last ply."""

from __future__ import annotations

import pytest

import naive
from claimeven.batch.book_positions import children_of, derived_scores, early_positions, known_score
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.book import book_key, game_to
from strategies import naive_board

SMALL = Rules(4, 4)


def test_as_many_as_others_have_counted() -> None:
    """Positions per ply up to mirror images, as published; up to six discs no game is over."""
    assert [len(layer) for layer in early_positions(CONNECT_FOUR, 6)] == [1, 4, 25, 121, 568, 2144, 8231]


def test_finished_games_are_left_out() -> None:
    """27,473 positions of seven discs are known; 364 of them are won, as many as have a row of four."""
    layers = early_positions(CONNECT_FOUR, 7)
    won = {book_key(child) for p in layers[6].values() for child in children_of(p) if child.is_over}
    assert (len(layers[7]), len(won)) == (27109, 364)


def test_children_are_the_moves_that_can_be_played() -> None:
    for moves in ("", "1212", "111111", "121212"):
        position = Position.from_moves(moves)
        assert list(children_of(position)) == [position.play(column) for column in position.playable]
    assert list(children_of(Position.from_moves("1212121"))) == []


@pytest.mark.parametrize("plies", [0, 1, 5, 9])
def test_scores_follow_from_the_last_ply(plies: int) -> None:
    layers = early_positions(SMALL, plies)
    truth = {}
    for layer in layers:
        for key, position in layer.items():
            game = game_to(position)
            assert game is not None
            truth[key] = naive.score(naive_board(SMALL, list(game)))
    assert derived_scores(layers, {key: truth[key] for key in layers[-1]}) == truth


def test_a_missing_score_is_not_guessed() -> None:
    with pytest.raises(KeyError):
        derived_scores(early_positions(SMALL, 1), {})


def test_known_scores_are_final_or_stored() -> None:
    full = Position.from_moves("1212121")
    assert known_score(full, {}) == -18
    assert known_score(Position(), {}) is None
    mirror = Position.from_moves("7")
    assert known_score(mirror, {book_key(Position.from_moves("1")): 2}) == 2
    assert len(early_positions(MAX_CONNECT_FOUR.sized(4, 4), 16)[16]) == 0
