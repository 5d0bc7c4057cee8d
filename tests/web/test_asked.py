"""What a request asks about: read from parameters, and written as the query string of the same game."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import Refused
from claimeven.players.game import Game
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.web.asked import POSITION, board_of, query_of, read_game
from claimeven.web.parameters import read_query
from strategies import games


def asked(query: str) -> Game:
    return read_game(read_query(parse_qsl(query, keep_blank_values=True), POSITION))


@given(games(), st.sampled_from(list(GAMES.values())), st.integers(0, 64))
def test_the_query_asks_for_the_same_game(game: tuple[Rules, list[int]], rules: Rules, cut: int) -> None:
    board, moves = game
    start = Position(0, 0, rules.sized(board.columns, board.rows))
    for column in moves[:cut]:
        start = start.play(column)
    one = Game(start, tuple(moves[cut:]))
    assert asked(query_of(one)) == one


def test_the_query_says_no_more_than_it_must() -> None:
    assert query_of(asked("")) == ""
    assert query_of(asked("moves=4453&variant=four&size=7x6")) == "moves=4453"
    assert query_of(asked("board=------&variant=max")) == "variant=max"


def test_moves_begin_at_the_board() -> None:
    one = asked("board=--o-xo-x--&moves=41&variant=max")
    assert one.position == Position.from_moves("445341", rules=MAX_CONNECT_FOUR)
    assert board_of(one) == "--o-xo-x--"


@pytest.mark.parametrize(
    ("query", "error", "message"),
    [
        ("moves=8", "bad_position", "moves: line 1, column 1: '8' is not a column; columns are 1 to 7"),
        (
            "moves=4444444",
            "bad_position",
            "moves: move 7: column 4 is full; playable columns are 1 2 3 5 6 7",
        ),
        (
            "moves=12121212",
            "bad_position",
            "moves: move 8: the game ended at move 7 with four in a row",
        ),
        ("board=o------", "bad_position", "board: line 1, column 1: 0 discs of the first player"),
        ("board=", "bad_position", "board: line 1, column 1: the text ends in column 1 of 7"),
        ("size=3x3", "bad_parameter", "size: a board of 3 columns and 3 rows is not supported"),
        ("size=99x99", "bad_parameter", "size: a board of 99 columns and 99 rows is not supported"),
        ("size=7", "bad_parameter", "size: '7' is not a board size, as 7x6"),
        ("variant=five", "bad_parameter", "variant: 'five' is not known; expected four, max"),
        ("moves=" + "1" * 65, "bad_parameter", "moves: '111111111"),
        ("moves=4 4", "bad_parameter", "moves: '4 4' is not at most 64 columns, as 4453"),
    ],
)
def test_what_is_no_position_is_refused(query: str, error: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        asked(query)
    assert (caught.value.status, caught.value.error) == (400, error)
    assert str(caught.value).startswith(message)
