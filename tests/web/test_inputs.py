"""Inputs: parameters read as their schemas describe them, games, and query strings of the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.players.game import Game
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.schemas.position import query_string, start_board
from claimeven.web.errors import ApiError
from claimeven.web.inputs import (
    POSITION,
    Kind,
    Parameter,
    flag,
    integer,
    one_of,
    read_game,
    read_parameters,
    read_query_string,
    string,
)
from strategies import games

DEPTH = Parameter("depth", integer(1, 6), "", 4)
NAME = Parameter("name", one_of(("alice", "bill")), "", required=True)


def game_of(query: str) -> Game:
    return read_game(read_query_string(query, POSITION))


@given(games(), st.sampled_from(list(GAMES.values())), st.integers(0, 64))
def test_the_query_is_for_the_same_game(game: tuple[Rules, list[int]], rules: Rules, cut: int) -> None:
    board, moves = game
    start = Position(0, 0, rules.sized(board.columns, board.rows))
    for column in moves[:cut]:
        start = start.play(column)
    one = Game(start, tuple(moves[cut:]))
    assert game_of(query_string(one)) == one


def test_the_query_is_no_longer_than_needed() -> None:
    assert query_string(game_of("")) == ""
    assert query_string(game_of("moves=4453&variant=four&size=7x6")) == "moves=4453"
    assert query_string(game_of("board=------&variant=max")) == "variant=max"


def test_moves_begin_at_the_board() -> None:
    one = game_of("board=--o-xo-x--&moves=41&variant=max")
    assert one.position == Position.from_moves("445341", rules=MAX_CONNECT_FOUR)
    assert start_board(one) == "--o-xo-x--"


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
        ("size=3x3", "bad_parameter", "size: a board of 3 columns and 3 rows is too small"),
        (
            "size=99x99",
            "bad_parameter",
            "size: a board of 99 columns and 99 rows is too large; at most 12 columns are possible",
        ),
        ("size=7", "bad_parameter", "size: '7' is not a board size, e.g. 7x6"),
        ("variant=five", "bad_parameter", "variant: 'five' is unknown; expected one of four, max"),
        ("moves=" + "1" * 65, "bad_parameter", "moves: '111111111"),
        ("moves=4 4", "bad_parameter", "moves: '4 4' is not a list of at most 64 columns, e.g. 4453"),
    ],
)
def test_what_is_not_a_position_is_rejected(query: str, error: str, message: str) -> None:
    with pytest.raises(ApiError) as caught:
        game_of(query)
    assert (caught.value.status, caught.value.error) == (400, error)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (string("[ab]*", 3, "ab"), "", ""),
        (string("[ab]*", 3, "ab"), "aba", "aba"),
        (one_of(("alice", "bill")), "bill", "bill"),
        (integer(0, 12), "12", 12),
        (flag(), "true", True),
        (flag(), "false", False),
    ],
)
def test_a_good_value_is_read(kind: Kind, text: str, value: object) -> None:
    assert kind.parse(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (string("[ab]*", 3, "ab"), "abab"),
        (string("[ab]*", 3, "ab"), "a\n"),
        (string("[ab]*", 3, "ab"), "ac"),
        (one_of(("alice", "bill")), "Bill"),
        (integer(1, 12), "0"),
        (integer(1, 12), "13"),
        (integer(1, 12), "-1"),
        (integer(1, 12), "1.0"),
        (integer(1, 12), "٣"),
        (integer(1, 12), "9" * 5000),
        (integer(1, 12), ""),
        (flag(), "True"),
        (flag(), "1"),
    ],
)
def test_a_bad_value_is_refused_in_one_short_line(kind: Kind, text: str) -> None:
    with pytest.raises(ApiError, match=r"^name: .{1,160}$"):
        read_parameters([("name", text)], [Parameter("name", kind, "")])


@given(st.integers())
def test_a_number_is_read_where_its_schema_allows_it(number: int) -> None:
    kind = integer(1, 12)
    schema = kind.schema
    if schema["minimum"] <= number <= schema["maximum"]:
        assert kind.parse(str(number)) == number
    else:
        with pytest.raises(ApiError, match="whole number"):
            read_parameters([("number", str(number))], [Parameter("number", kind, "")])


def test_missing_parameters_have_their_defaults() -> None:
    assert read_parameters([("name", "bill")], (DEPTH, NAME)) == {"depth": 4, "name": "bill"}


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "name: missing"),
        ([("name", "bill"), ("name", "alice")], "name: given twice; send it once"),
        ([("name", "bob")], "name: 'bob' is unknown; expected one of alice, bill"),
        ([("name", "bill"), ("dept", "1")], "'dept': unknown parameter; expected depth, name"),
    ],
)
def test_a_bad_query_is_refused(pairs: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(ApiError) as caught:
        read_parameters(pairs, (DEPTH, NAME))
    assert (caught.value.status, caught.value.error, str(caught.value)) == (400, "bad_parameter", message)


def test_unknown_parameters_can_be_ignored() -> None:
    assert read_parameters([("_", "1")], (DEPTH,), ignore_unknown=True) == {"depth": 4}
