"""Alice and Bill's files: round trips, what is ignored, and the place of every error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import FormatError
from claimeven.formats.columns import ALICE, BILL, NAMES, Name, other_name, parse_columns, write_columns
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from strategies import games

Game = tuple[Rules, list[int]]
LINES = ("e", "abba", "baa", "e", "abbaab", "ab", "b")
TEXT = "".join(f"{line}\n" for line in LINES)


def file_of(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_the_first_line_is_the_left_column_and_the_first_letter_the_bottom() -> None:
    position = parse_columns(file_of("aab", "e", "e", "e", "e", "e", "b"))
    assert position.own == 0b11
    assert position.other == 0b100 | 1 << 42


def test_the_side_to_move_is_the_one_named_first() -> None:
    alice = parse_columns(TEXT, first=ALICE)
    with pytest.raises(FormatError):
        parse_columns(file_of("b", "e", "e", "e", "e", "e", "e"), first=BILL)
    bill = parse_columns(TEXT, first=BILL)
    assert (alice.own, alice.other) == (bill.other, bill.own)


@given(games(), st.sampled_from(NAMES))
def test_unfinished_games_round_trip(game: Game, first: Name) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    text = write_columns(position, first=first)
    if position.is_over:
        with pytest.raises(FormatError):
            parse_columns(text, first=first, rules=rules)
    else:
        assert parse_columns(text, first=first, rules=rules) == position
    assert write_columns(position, first=first) == text


@given(games())
def test_exchanging_names_exchanges_letters(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    swapped = write_columns(position, first=ALICE).translate(str.maketrans("ab", "ba"))
    assert write_columns(position, first=BILL) == swapped
    assert [other_name(name) for name in NAMES] == [BILL, ALICE]


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r\r\n"),
        TEXT.replace("\n", " \t \n"),
        TEXT.replace("\n", " \r\n"),
        TEXT.replace("\n", "\n\n \n"),
        "\n\n" + TEXT.rstrip("\n"),
        TEXT.replace("abba\n", "ab\rba\n"),
        " \t" + TEXT.replace("\n", "\n  "),
    ],
)
def test_blank_lines_returns_and_blanks_around_a_line_are_ignored(text: str) -> None:
    assert parse_columns(text) == parse_columns(TEXT)


BAD = {
    "six columns": (file_of(*LINES[:6]), 7, 1, "ends after 6 of 7 columns; expected one line for each"),
    "six columns after blanks": ("\n\n" + file_of(*LINES[:6]) + "\n\n", 9, 1, "6 of 7"),
    "eight columns": (file_of(*LINES, "e"), 8, 1, "column 8; expected 7"),
    "seven discs": (file_of("e", "abababa", *LINES[2:]), 2, 7, "on top of 6; expected 1 to 6 letters"),
    "a third letter": (file_of("e", "abc", *LINES[2:]), 2, 3, "'c' is not a disc; expected a or b"),
    "a capital": (file_of("E", *LINES[1:]), 1, 1, "'E' is not a disc"),
    "e among discs": (file_of("ae", *LINES[1:]), 1, 2, "'e' is not a disc; expected a or b, or e alone"),
    "a letter after a blank in front": (file_of("e", "  abc", *LINES[2:]), 2, 5, "'c' is not a disc"),
    "a blank inside": (file_of("e", "a b", *LINES[2:]), 2, 2, "' ' is not a disc"),
    "a blank line for an empty column": (
        file_of(*LINES[:2], "", *LINES[3:]),
        8,
        1,
        "; line 3 is blank; write e for an empty column",
    ),
    "a blank line at the end": (
        file_of(*LINES[:6], ""),
        7,
        1,
        "; line 7 is blank; write e for an empty column",
    ),
    "a vertical tab": (file_of(*LINES[:3], "\x0b", *LINES[4:]), 4, 1, "not a disc"),
    "too many of Alice": (file_of("a", *"eeeeee"), 7, 1, "1 discs of Alice and 0 of Bill"),
    "two more of Bill": (file_of("b", "b", *"eeeee"), 7, 1, "0 discs of Alice and 2 of Bill"),
    "won by Alice": (file_of("b", "e", "e", "aaaa", "bbb", "e", "e"), 4, 1, "Alice has already won"),
    "full": (file_of("aabbaa", "bbaabb", "aabbaa", "bbaabb", "aabbaa", "bbaabb", "ababab"), 7, 1, "full"),
    "empty": ("", 1, 1, "ends after 0 of 7 columns"),
    "only blanks": (" \n\r\n\t", 1, 1, "ends after 0 of 7 columns"),
    "binary": ("\x7fELF\x02\x01\x01\x00", 1, 1, r"'\x7f' is not a disc"),
}


@pytest.mark.parametrize(("text", "line", "column", "words"), BAD.values(), ids=BAD)
def test_bad_files_are_refused_where_they_are_bad(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as raised:
        parse_columns(text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert words in raised.value.reason
    assert "expected" in raised.value.reason


def test_without_a_blank_line_the_error_does_not_mention_one() -> None:
    with pytest.raises(FormatError) as raised:
        parse_columns(file_of(*LINES[:6]))
    assert "blank" not in raised.value.reason


def test_a_win_is_named_where_it_begins() -> None:
    rising = file_of("\n", "b", "\n", "ab", "aab", "aaab", "e", "b", "b")
    with pytest.raises(FormatError, match=r"line 3, column 1: Bill has already won") as raised:
        parse_columns(rising)
    assert raised.value.line == 3


def near_files() -> st.SearchStrategy[str]:
    lines = st.text(st.sampled_from("abe \r\tc"), max_size=8)
    return st.one_of(st.text(), st.lists(lines, max_size=9).map("\n".join))


@given(near_files() | st.binary().map(lambda data: data.decode("utf-8", "replace")), st.sampled_from(NAMES))
def test_any_text_is_a_position_or_refused_at_a_place(text: str, first: Name) -> None:
    try:
        position = parse_columns(text, first=first)
    except FormatError as error:
        line, column = error.line, error.column
    else:
        assert not position.is_over
        assert parse_columns(write_columns(position, first=first), first=first) == position
        return
    assert 1 <= line <= text.count("\n") + 2
    assert column >= 1
