"""Pasted texts: every format is recognized, and any other text is rejected."""

from __future__ import annotations

import contextlib
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import FormatError
from claimeven.formats.board import write_board
from claimeven.formats.cells import DIGIT_COLUMNS, write_cells
from claimeven.formats.columns import BILL, write_columns
from claimeven.formats.link import write_query
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import Kind, Paste, parse_paste, parse_position, write_position
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


@pytest.mark.parametrize("text", ["d1 d2 e1 c1", "D1, d2; E1, c1", "d1d2e1c1", " d1 d2\n\n e1 c1\n"])
def test_cells_are_moves(text: str) -> None:
    assert parse_paste(text) == Paste(kind="cells", start=Position(), moves=(3, 3, 4, 2))


@given(games())
def test_a_game_written_as_cells_is_recognised(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    if rules.columns > DIGIT_COLUMNS and len(moves) == 1:
        return  # a1 alone is two moves there
    paste = parse_paste(write_cells(moves, rules), rules)
    assert (paste.kind, paste.moves) == ("cells" if moves else "moves", tuple(moves))


def test_on_a_board_with_letters_for_columns_one_word_is_moves() -> None:
    wide = Rules(12, 4)
    assert parse_paste("a1b1", wide).moves == (9, 0, 10, 0)
    assert parse_paste("a1 b1", wide).moves == (0, 1)


@given(games() | games(MAX_CONNECT_FOUR), st.integers(0, 42), st.integers(0, 42))
def test_a_link_has_the_game_and_the_position_that_is_shown(
    game: tuple[Rules, list[int]], begins: int, shown: int
) -> None:
    rules, moves = game
    start = Position.from_moves(moves[:begins], rules)
    since = tuple(moves[begins:])
    query = write_query(start, since)
    if not query or not moves:
        return  # a new game
    paste = parse_paste(f"http://127.0.0.1:8765/?{query}&view=review&at={shown}#top")
    assert (paste.kind, paste.start) == ("link", start)
    assert (paste.moves, paste.later) == (since[:shown], since[shown:])


@pytest.mark.parametrize(
    ("link", "moves"),
    [
        ("?moves=4453&line=77&from=2", "4477"),
        ("?moves=4453&line=77", "445377"),
        ("?moves=4453&line=77&from=2&on=game", "4453"),
        ("localhost:8765/?moves=%34%34", "44"),
        ("https://connect4.gamesolver.org/?pos=4453", "4453"),
        ("?moves=4453&moves=7", "4453"),
        ("?moves=4453&at=two", "4453"),
    ],
)
def test_a_link_is_read_as_the_page_reads_it(link: str, moves: str) -> None:
    assert write_moves(parse_paste(link).moves) == moves


def test_a_link_names_its_variant_and_size() -> None:
    assert parse_paste("?moves=4453", MAX_CONNECT_FOUR).start.rules == CONNECT_FOUR
    assert parse_paste("?moves=4453&variant=max&size=5x4").start.rules == MAX_CONNECT_FOUR.sized(5, 4)


def test_an_empty_text_is_the_empty_board() -> None:
    assert parse_paste(" \n") == Paste(kind="moves", start=Position())


def test_a_drawing_may_be_small_and_without_blanks() -> None:
    text = "\n".join([*["......."] * 4, "...o...", "..oxx.."])
    assert parse_paste(text) == Paste(kind="drawing", start=GAME)


def test_moves_and_boards_are_of_the_given_variant() -> None:
    for text in ("4453", write_stacks(GAME), write_board(GAME)):
        assert parse_paste(text, rules=MAX_CONNECT_FOUR).start.rules == MAX_CONNECT_FOUR


def test_a_note_explains_who_is_who_in_columns() -> None:
    assert parse_paste(write_columns(GAME)).notes == ("Alice is to move. Alice's discs are X, Bill's are O.",)
    assert parse_paste(write_columns(ODD, first=BILL)).notes == (
        "Bill is to move. Alice's discs are X, Bill's are O.",
    )
    assert parse_paste(write_columns(ODD)).notes == ("Alice is to move. Alice's discs are O, Bill's are X.",)


def test_a_note_mentions_that_player_2_began() -> None:
    paste = parse_paste(write_state(State.from_discs(GAME.second, GAME.first, 2)))
    assert paste.start == Position(GAME.own, GAME.filled, MAX_CONNECT_FOUR)
    assert paste.notes == ("Player 2 began this game, so its discs are X here, those of player 1 O.",)


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
        ("hello\nworld", "a board of 1 columns and 2 rows is too small"),
        ("0000000\n" * 5 + "0000001\n1\n", "player 1 moves next and has 1 discs, the other player 0"),
        ("0000000\n" * 4 + "0000001\n0000000\n2\n", "discs float"),
        ("e\n" * 6, "the text ends after 6 of 7 columns"),
        ("d1 d3", "a disc cannot go to d3; the next free cell of its column is d2"),
        ("d1 d2 d3 d4 d5 d6 d6", "d6: column 4 is full; playable columns are 1 2 3 5 6 7"),
        ("a1 b1 a2 b2 a3 b3 a4 b4", "b4: the game ended at move 7 with four in a row"),
        ("h1", "there is no cell h1; columns are a to g, rows 1 to 6"),
        ("d7", "there is no cell d7; columns are a to g, rows 1 to 6"),
        ("d0", "there is no cell d0; columns are a to g, rows 1 to 6"),
        ("d1 44", "'44' is not a cell; expected a letter and a row, e.g. d1"),
        ("http://127.0.0.1:8765/", "this link has no moves and no board; expected e.g. http://"),
        ("?view=review", "this link has no moves and no board; expected e.g. http://"),
        ("?moves=4444444", "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        ("?moves=1&variant=other", "'other' is not a variant; expected four or max"),
        ("?moves=1&size=3x3", "a board of 3 columns and 3 rows is too small"),
        ("?moves=12&line=3&from=3", "from=3 is out of range; the game has moves 0 to 2"),
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
        ("\n d1, d3", 2, 6),
        ("d1\nd2 d4", 2, 4),
        ("d1d2d4", 1, 5),
        ("http://h/?at=1&moves=44x", 1, 24),
        ("\n http://h/?moves=%34%34x", 2, 18),
        ("?moves=4&board=q------", 1, 16),
    ],
)
def test_an_error_in_a_line_has_its_place_in_the_text(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse_paste(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(st.text(alphabet="0127xXoO.-abe?=&% \n,", max_size=80) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert parse_paste(text).kind in get_args(Kind)
