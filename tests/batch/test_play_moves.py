"""Rows of moves are played as Position plays them, and those that cannot be played are flagged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from claimeven.batch.rows import play_moves
from claimeven.errors import IllegalMove
from claimeven.formats.moves import write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.boards import Boards

both_games = st.sampled_from([CONNECT_FOUR, MAX_CONNECT_FOUR])
texts = st.text("1234567", max_size=44) | st.text("1234567x é", max_size=8)


def is_same(boards: Boards, number: int, position: Position) -> bool:
    return (int(boards.own[number]), int(boards.filled[number])) == (position.own, position.filled)


@given(st.data(), both_games)
def test_games_are_played(data: st.DataObject, game: Rules) -> None:
    rules, moves = data.draw(strategies.games(game))
    lines = [write_moves(moves[:length]).encode() for length in range(len(moves) + 1)]
    boards, bad = play_moves(rules, lines)
    assert not bad.any()
    for number in range(len(lines)):
        assert is_same(boards, number, Position.from_moves(moves[:number], rules))


@given(st.lists(texts, min_size=1, max_size=6), both_games)
def test_moves_that_cannot_be_played_are_flagged(games: list[str], rules: Rules) -> None:
    boards, bad = play_moves(rules, [game.encode() for game in games])
    for number, game in enumerate(games):
        try:
            position = Position.from_moves(game, rules)
        except IllegalMove:
            assert bad[number]
        else:
            assert not bad[number]
            assert is_same(boards, number, position)


@given(st.data(), both_games)
def test_moves_after_the_end_of_a_game_are_flagged(data: st.DataObject, game: Rules) -> None:
    rules = game.sized(4, 4)
    columns = data.draw(st.lists(st.sampled_from("1234"), min_size=8, max_size=20))
    moves = "".join(columns)
    boards, bad = play_moves(rules, [moves.encode()])
    try:
        position = Position.from_moves(moves, rules)
    except IllegalMove:
        assert bad[0]
    else:
        assert not bad[0]
        assert is_same(boards, 0, position)


@pytest.mark.parametrize("moves", ["12121212", "12121213", "1122334", "11223345", "1122334567"])
def test_four_in_a_row_ends_the_game(moves: str) -> None:
    _, bad = play_moves(CONNECT_FOUR, [moves.encode(), moves[:7].encode()])
    assert bad.tolist() == [len(moves) > 7, False]
    assert not play_moves(MAX_CONNECT_FOUR, [moves.encode()])[1][0]


def test_no_games() -> None:
    boards, bad = play_moves(CONNECT_FOUR, [])
    assert (len(boards), len(bad)) == (0, 0)
