from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import FormatError
from claimeven.formats.moves import MAX_LINE_BYTES, parse_moves, read_games, write_moves
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from strategies import games, sizes


@given(games())
def test_games_round_trip(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    text = write_moves(moves)
    assert parse_moves(text, rules) == tuple(moves)
    assert write_moves(parse_moves(text, rules)) == text
    assert Position.from_moves(text, rules) == Position.from_moves(moves, rules)


@given(sizes, st.data())
def test_any_columns_round_trip_even_where_no_game_could_play_them(rules: Rules, data: st.DataObject) -> None:
    columns = data.draw(st.lists(st.integers(0, rules.columns - 1)))
    assert parse_moves(write_moves(columns), rules) == tuple(columns)


def parsed_or_refused(text: str, rules: Rules, line: int) -> tuple[int, ...] | FormatError:
    try:
        return parse_moves(text, rules, line=line)
    except FormatError as error:
        return error


@given(sizes, st.text() | st.text("123456789abcd"), st.integers(1, 1000))
def test_any_text_is_moves_or_a_format_error_at_the_first_wrong_character(
    rules: Rules, text: str, line: int
) -> None:
    names = "123456789abc"[: rules.columns]
    found = parsed_or_refused(text, rules, line)
    if not isinstance(found, FormatError):
        assert write_moves(found) == text
        return
    assert found.line == line
    assert all(name in names for name in text[: found.column - 1])
    assert text[found.column - 1] not in names
    assert repr(text[found.column - 1]) in found.reason


def test_the_empty_text_is_the_empty_game() -> None:
    assert parse_moves("") == ()
    assert write_moves(()) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4458", "line 7, column 4: '8' is not a column; columns are 1 to 7"),
        ("4 4", "line 7, column 2: ' ' is not a column; columns are 1 to 7"),
        ("0", "line 7, column 1: '0' is not a column; columns are 1 to 7"),
    ],
)
def test_error_messages(text: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_moves(text, line=7)
    assert str(refused.value) == message


def test_a_file_has_a_game_in_the_first_field_of_each_line() -> None:
    endless = b"x" * (2 * MAX_LINE_BYTES)
    file = io.BytesIO(b'4453 +2\n\n""\n  12\t1\n' + endless + b"\n7")
    assert list(read_games(file.readline)) == [b"4453", b"", b"", b"12", b"x" * MAX_LINE_BYTES, b"7"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
def test_every_kind_of_line_end_is_one(end: bytes) -> None:
    """CR CR LF is what a program makes of CR LF that writes it as text on Windows."""
    file = io.BytesIO(end.join([b"4453 +2", b"", b'"" 1', b"  12\t1", b"7"]))
    assert list(read_games(file.readline)) == [b"4453", b"", b"", b"12", b"7"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
def test_no_row_is_lost_or_doubled_wherever_a_piece_ends(end: bytes) -> None:
    for first in range(MAX_LINE_BYTES - 4, MAX_LINE_BYTES + 5):
        games = [b"x" * first, b"12", b"", b"345", b"y" * (2 * MAX_LINE_BYTES), b"6"]
        file = io.BytesIO(end.join(games) + end)
        assert list(read_games(file.readline)) == [game[:MAX_LINE_BYTES] for game in games]


def test_many_rows_without_a_line_feed_are_all_read() -> None:
    games = [b"4453", b"12"] * 10_000
    assert list(read_games(io.BytesIO(b"\r".join(games)).readline)) == games
