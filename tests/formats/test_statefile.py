"""State files of Max-Connect4: parsing, warnings, errors and writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import FormatError, GameOver, IllegalMove
from claimeven.formats.statefile import (
    FIRST,
    SECOND,
    State,
    StateFile,
    other_player,
    parse_state,
    write_state,
)
from claimeven.rules.rules import CONNECT_FOUR

ROWS = ("0000000", "0000000", "0000000", "0002000", "0001000", "0211000")
EMPTY_ROWS = ("0000000",) * 6
SAMPLE = State.from_discs(
    first=CONNECT_FOUR.cell(2, 0) | CONNECT_FOUR.cell(3, 0) | CONNECT_FOUR.cell(3, 1),
    second=CONNECT_FOUR.cell(1, 0) | CONNECT_FOUR.cell(3, 2),
    player=SECOND,
)


def text_of(*lines: str, end: str = "\n") -> str:
    return "".join(f"{line}{end}" for line in lines)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any state that a file can hold, most of them impossible in a game."""
    digits = draw(st.lists(st.integers(0, 2), min_size=CONNECT_FOUR.cells, max_size=CONNECT_FOUR.cells))
    words = {0: 0, FIRST: 0, SECOND: 0}
    for place, digit in enumerate(digits):
        words[digit] |= CONNECT_FOUR.cell(place % CONNECT_FOUR.columns, place // CONNECT_FOUR.columns)
    return State.from_discs(words[FIRST], words[SECOND], draw(st.sampled_from((FIRST, SECOND))))


def test_a_file_is_read_and_written() -> None:
    text = text_of(*ROWS, "2")
    assert parse_state(text) == StateFile(SAMPLE)
    assert parse_state(text).warnings == ()
    assert write_state(SAMPLE) == text


@given(states())
def test_round_trip(state: State) -> None:
    text = write_state(state)
    assert parse_state(text) == StateFile(state)
    assert [len(line) for line in text.split("\n")] == [7] * 6 + [1, 0]


@given(
    states(),
    st.lists(st.sampled_from(("\n", "\r\n", "\r\r\n")), min_size=7, max_size=7),
    st.lists(st.text(st.sampled_from(" \t"), max_size=2), min_size=7, max_size=7),
    st.sampled_from(("", "\n", "\r\n", " \n\t\r\n\n")),
)
def test_line_ends_and_trailing_blanks_are_ignored(
    state: State, ends: list[str], blanks: list[str], tail: str
) -> None:
    lines = write_state(state).splitlines()
    text = "".join(f"{line}{blank}{end}" for line, blank, end in zip(lines, blanks, ends, strict=True))
    assert parse_state(text + tail).state == state
    assert parse_state(text.removesuffix("\n").removesuffix("\r").removesuffix("\r")).state == state


@pytest.mark.parametrize(
    ("bottom", "player", "words"),
    [
        (
            "0000000",
            1,
            "the seventh line is missing; going by the disc counts (0 of player 1, 0 of player 2), player 1",
        ),
        (
            "0001000",
            2,
            "the seventh line is missing; going by the disc counts (1 of player 1, 0 of player 2), player 2",
        ),
        (
            "0021000",
            1,
            "the seventh line is missing; going by the disc counts (1 of player 1, 1 of player 2), player 1",
        ),
        (
            "0002000",
            2,
            "the seventh line is missing; going by the disc counts (0 of player 1, 1 of player 2), player 2",
        ),
    ],
)
@pytest.mark.parametrize("tail", ["", "\n", "\r\n", "\n\n \n"])
def test_a_missing_seventh_line_is_derived(bottom: str, player: int, words: str, tail: str) -> None:
    read = parse_state("\n".join((*EMPTY_ROWS[:5], bottom)) + tail)
    assert (read.state.player, read.names_player) == (player, False)
    assert read.warnings[0].startswith(words)


@pytest.mark.parametrize(
    ("bottom", "player", "by_count"), [("0000000", 2, 1), ("0001000", 1, 2), ("0012000", 2, 1)]
)
def test_the_digit_decides_against_the_count(bottom: str, player: int, by_count: int) -> None:
    read = parse_state(text_of(*EMPTY_ROWS[:5], bottom, str(player)))
    assert read.state.player == player
    (warning,) = read.warnings
    assert f"player {by_count} would move next, but the seventh line says player {player}" in warning


@pytest.mark.parametrize("bottom", ["0001100", "0020000"])
def test_impossible_disc_counts_are_a_warning(bottom: str) -> None:
    read = parse_state(text_of(*EMPTY_ROWS[:5], bottom, "2"))
    assert read.state.player == SECOND
    (warning,) = read.warnings
    assert "can't arise from alternate moves" in warning


def test_floating_discs_count_and_are_a_warning() -> None:
    read = parse_state(text_of("0000000", "0000000", "0111100", "0222000", "0000020", "1000000", "2"))
    state = read.state
    (warning,) = read.warnings
    assert warning.startswith("discs float (columns: 2 3 4 5 6)")
    assert state.lines(FIRST) == 1
    assert state.drop(0) == CONNECT_FOUR.cell(0, 1)
    for column in (1, 2, 3, 4, 5, 6):
        assert state.drop(column) == CONNECT_FOUR.cell(column, 0)
    played = state.play(5).play(5)
    assert played.discs_of_player(SECOND) & CONNECT_FOUR.column_masks[5] == CONNECT_FOUR.cell(
        5, 0
    ) | CONNECT_FOUR.cell(5, 1)
    assert played.discs_of_player(FIRST) & CONNECT_FOUR.column_masks[5] == CONNECT_FOUR.cell(5, 2)


BAD = {
    "empty": ("", 1, 1, "ends after 0 of 6 rows"),
    "only blanks": (" \r\n\t\n", 1, 1, "ends after 0 of 6 rows"),
    "five rows": (text_of(*ROWS[:5]), 6, 1, "ends after 5 of 6 rows"),
    "the player after five rows": (text_of(*ROWS[:5], "1"), 6, 2, "ends after 1 of 7 cells"),
    "a short row": (text_of("000000", *ROWS[1:], "2"), 1, 7, "ends after 6 of 7 cells"),
    "a long row": (text_of(*ROWS[:2], "00000000", *ROWS[3:], "2"), 3, 8, "'0' after the last cell"),
    "a blank row": (text_of(*ROWS[:3], "", *ROWS[3:], "2"), 4, 1, "ends after 0 of 7 cells"),
    "digit 3": (text_of(*ROWS[:5], "0213000", "2"), 6, 4, "'3' is not a cell"),
    "digit 9": (text_of("9000000", *ROWS[1:], "2"), 1, 1, "'9' is not a cell"),
    "a letter": (text_of(*ROWS[:4], "000x000", *ROWS[5:], "2"), 5, 4, "'x' is not a cell"),
    "a minus": (text_of("-000000", *ROWS[1:], "2"), 1, 1, "'-' is not a cell"),
    "an Arabic digit": (text_of("0000000", "000\u0661000", *ROWS[2:], "2"), 2, 4, "is not a cell"),
    "a blank in front": (text_of(" 000000", *ROWS[1:], "2"), 1, 1, "' ' is not a cell"),
    "blanks between": (text_of("0 0 0 0 0 0 0", *ROWS[1:], "2"), 1, 2, "' ' is not a cell"),
    "only carriage returns": (text_of(*ROWS, "2", end="\r"), 1, 8, r"'\r' after the last cell"),
    "player 0": (text_of(*ROWS, "0"), 7, 1, "'0' is not a player"),
    "player 3": (text_of(*ROWS, "3"), 7, 1, "'3' is not a player"),
    "player 12": (text_of(*ROWS, "12"), 7, 2, "'2' after the player"),
    "a blank before the player": (text_of(*ROWS, " 1"), 7, 1, "' ' is not a player"),
    "a blank line before the player": (text_of(*ROWS, "", "1"), 7, 1, "a blank line before other text"),
    "a seventh row": (text_of(*ROWS, ROWS[0], "1"), 7, 1, "'0' is not a player"),
    "an eighth line": (text_of(*ROWS, "2", "2"), 8, 1, "more text after the player"),
    "more after blank lines": (text_of(*ROWS, "2", "", " ", "x"), 10, 1, "more text after the player"),
    "a form feed": (text_of(*ROWS, "2", "\x0c"), 8, 1, "more text after the player"),
    "binary": ("\x7fELF\x02\x01\x01\x00", 1, 1, r"'\x7f' is not a cell"),
}


@pytest.mark.parametrize(("text", "line", "column", "words"), BAD.values(), ids=BAD)
def test_bad_files_are_refused_where_they_are_bad(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as raised:
        parse_state(text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert words in raised.value.reason
    assert "expected" in raised.value.reason


def near_files() -> st.SearchStrategy[str]:
    rows = st.text(st.sampled_from("0123 \r\tx"), max_size=9) | st.just("0012000")
    return st.lists(rows, max_size=9).map("\n".join)


@given(st.text() | near_files() | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_any_text_is_a_state_or_refused_at_a_place(text: str) -> None:
    try:
        read = parse_state(text)
    except FormatError as error:
        line, column = error.line, error.column
    else:
        assert parse_state(write_state(read.state)).state == read.state
        return
    lines = text.split("\n")
    assert 1 <= line <= len(lines) + 1
    assert 1 <= column <= (len(lines[line - 1]) if line <= len(lines) else 0) + 1


@given(states())
def test_lines_and_drops_agree_with_the_obvious(state: State) -> None:
    for player in (FIRST, SECOND):
        cells = naive.cells(state.discs_of_player(player), CONNECT_FOUR.rows)
        assert state.lines(player) == len(naive.lines(cells))
    taken = naive.cells(state.filled, CONNECT_FOUR.rows)
    assert state.ply == len(taken)
    for column in range(CONNECT_FOUR.columns):
        empty = [row for row in range(CONNECT_FOUR.rows) if (column, row) not in taken]
        assert (column in state.playable) == bool(empty)
        if empty:
            after = state.play(column)
            assert after.discs_of_player(state.player) ^ state.own == CONNECT_FOUR.cell(column, empty[0])
            assert after.player == other_player(state.player)
            assert after.discs_of_player(after.player) == state.discs_of_player(after.player)
        else:
            with pytest.raises(IllegalMove):
                state.play(column)


@pytest.mark.parametrize(("run", "points"), [(4, 1), (5, 2), (6, 3), (7, 4)])
def test_overlapping_lines_all_count(run: int, points: int) -> None:
    state = State.from_discs(sum(CONNECT_FOUR.cell(column, 0) for column in range(run)), 0, FIRST)
    assert (state.lines(FIRST), state.lines(SECOND), state.winner) == (points, 0, FIRST)


def test_a_full_board_is_over() -> None:
    full = State.from_discs(0, CONNECT_FOUR.board, FIRST)
    assert (full.is_over, full.playable, full.lines(SECOND), full.winner) == (True, (), 69, SECOND)
    with pytest.raises(GameOver, match="with a full board"):
        full.play(3)


@pytest.mark.parametrize("column", [-1, 7])
def test_a_column_off_the_board_is_refused(column: int) -> None:
    with pytest.raises(IllegalMove, match=f"there is no column {column + 1}; playable columns are 1 2 3"):
        State().play(column)


def test_a_full_column_is_refused() -> None:
    state = State()
    for _ in range(6):
        state = state.play(3)
    with pytest.raises(IllegalMove, match="column 4 is full; playable columns are 1 2 3 5 6 7"):
        state.play(3)


@pytest.mark.parametrize("words", [(1 << 6, 0, 1), (1, 1, 1), (0, 0, 0), (0, 0, 3)])
def test_invalid_states_cannot_be_made(words: tuple[int, int, int]) -> None:
    with pytest.raises(IllegalMove):
        State.from_discs(*words)
