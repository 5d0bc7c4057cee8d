"""Pasted texts: every format is recognized, and any other text is rejected."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import FormatError
from claimeven.formats.board import write_board
from claimeven.formats.columns import BILL, write_columns
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import Paste, parse_paste, parse_position, write_position
from claimeven.formats.stacks import write_stacks
from claimeven.formats.statefile import State, write_state
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from strategies import games

GAME = Position.from_moves("4453")
ODD = Position.from_moves("44533")


def reached(paste: Paste) -> Position:
    position = paste.start
    for column in paste.moves:
        position = position.play(column)
    return position


@given(games())
def test_every_way_to_write_a_game_is_recognised(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert reached(parse_paste(write_moves(moves), rules)) == position
    for kind, text in (("board", write_stacks(position)), ("drawing", write_board(position))):
        paste = parse_paste(text, rules)
        assert (paste.kind, paste.start) == (kind, position)
    if not position.is_over:
        paste = parse_paste(write_columns(position), rules)
        assert (paste.kind, paste.start) == ("columns", position)


@given(games())
def test_a_position_is_read_from_every_way_to_write_its_game(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    for text in (write_moves(moves), write_board(position), write_stacks(position)):
        assert parse_position(text, rules) == position


@given(st.one_of(games(), games(MAX_CONNECT_FOUR)))
def test_a_written_position_is_read_back(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    text = write_position(position)
    assert parse_position(text, rules) == position
    assert write_position(parse_position(text, rules)) == text


def test_a_position_is_not_read_from_impossible_moves_or_boards() -> None:
    for text in ("4444444", "48", "xx------", "x"):
        with pytest.raises(FormatError):
            parse_position(text)


def test_only_text_is_read_and_only_a_position_is_written() -> None:
    with pytest.raises(TypeError, match="expected text, not the list"):
        parse_position([3, 3])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Position, not the str '4453'"):
        write_position("4453")  # type: ignore[arg-type]


@given(games(MAX_CONNECT_FOUR))
def test_a_state_file_is_recognised_and_is_of_max_connect4(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    if rules != MAX_CONNECT_FOUR:
        return
    position = Position.from_moves(moves, rules)
    state = State.from_discs(position.first, position.second, position.turn + 1)
    paste = parse_paste(write_state(state), CONNECT_FOUR)
    assert (paste.kind, paste.start, paste.notes) == ("state", position, ())


@pytest.mark.parametrize("text", ["4453", " 4 4 5 3\n", "4,4,5,3", "\n4453\n\n", "4;4;5;3"])
def test_blanks_and_commas_between_moves_are_ignored(text: str) -> None:
    assert parse_paste(text) == Paste(kind="moves", start=Position(), moves=(3, 3, 4, 2))


def test_an_empty_text_is_the_empty_board() -> None:
    assert parse_paste(" \n") == Paste(kind="moves", start=Position())


def test_a_drawing_may_be_small_and_without_blanks() -> None:
    text = "\n".join([*["......."] * 4, "...o...", "..oxx.."])
    assert parse_paste(text) == Paste(kind="drawing", start=GAME)


def test_moves_and_boards_are_of_the_given_variant() -> None:
    for text in ("4453", write_stacks(GAME), write_board(GAME)):
        assert parse_paste(text, rules=MAX_CONNECT_FOUR).start.rules == MAX_CONNECT_FOUR


def test_a_note_explains_who_is_who_in_columns() -> None:
    assert parse_paste(write_columns(GAME)).notes == ("Alice is to move. Alice's discs are x, Bill's are o.",)
    assert parse_paste(write_columns(ODD, first=BILL)).notes == (
        "Bill is to move. Alice's discs are x, Bill's are o.",
    )
    assert parse_paste(write_columns(ODD)).notes == ("Alice is to move. Alice's discs are o, Bill's are x.",)


def test_a_note_mentions_that_player_2_began() -> None:
    paste = parse_paste(write_state(State.from_discs(GAME.second, GAME.first, 2)))
    assert paste.start == Position(GAME.own, GAME.filled, MAX_CONNECT_FOUR)
    assert paste.notes == ("Player 2 began this game, so its discs are x here, those of player 1 o.",)


def test_a_note_mentions_a_missing_seventh_line() -> None:
    text = write_state(State.from_discs(GAME.first, GAME.second, 1)).removesuffix("1\n")
    assert parse_paste(text).notes == (
        "The seventh line is missing; going by the number of discs, player 1 moves next.",
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4444444", "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        ("12121212", "move 8: the game ended at move 7 with four in a row"),
        ("hello", "'h' is not a column; columns are 1 to 7"),
        ("hello\nworld", "a board of 1 columns and 2 rows is not supported"),
        ("0000000\n" * 5 + "0000001\n1\n", "player 1 moves next and has 1 discs, the other player 0"),
        ("0000000\n" * 4 + "0000001\n0000000\n2\n", "discs float"),
        ("e\n" * 6, "the text ends after 6 of 7 columns"),
    ],
)
def test_what_is_not_a_position_is_rejected(text: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_paste(text)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("4x53", 1, 2),
        ("  4 4, x", 1, 8),
        ("\n\n 4 x", 3, 4),
        (" --q----", 1, 4),
        ("  -----", 1, 8),
    ],
)
def test_an_error_in_a_line_has_its_place_in_the_text(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse_paste(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(st.text(alphabet="0127xXoO.-abe \n,", max_size=80) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert parse_paste(text).kind in ("moves", "drawing", "board", "state", "columns")
