from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimeven.errors import FormatError
from claimeven.formats.board import parse_board, write_board
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from strategies import games

Game = tuple[Rules, list[int]]
DRAWING = """\
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  .  .  .
 .  .  O  X  X  .  .
 -------------------
 1  2  3  4  5  6  7"""


def test_the_drawing_is_the_one_of_the_manual() -> None:
    drawn = write_board(Position.from_moves("4453"))
    assert [line.rstrip() for line in drawn.splitlines()] == DRAWING.splitlines()
    assert [len(line) for line in drawn.splitlines()] == [21] * 6 + [20, 21]
    assert parse_board(DRAWING) == Position.from_moves("4453")


@pytest.mark.parametrize("game", [CONNECT_FOUR, MAX_CONNECT_FOUR])
@given(data=st.data())
def test_boards_round_trip(game: Rules, data: st.DataObject) -> None:
    rules, moves = data.draw(games(game))
    first, second = data.draw(st.sampled_from([("X", "O"), ("1", "2"), ("●", "○")]))
    position = Position.from_moves(moves, rules)
    text = write_board(position, first, second)
    assert parse_board(text, first, second, game) == position
    assert write_board(parse_board(text, first, second, game), first, second) == text


@given(games())
def test_only_the_rows_are_needed(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert parse_board(position.draw()) == position
    loose = "\n" + position.draw().replace(" ", "\t  ").replace("\n", "\r\n\r\n") + "\n"
    assert parse_board(loose) == position


def text_near_a_board() -> st.SearchStrategy[str]:
    lines = st.text(st.sampled_from("XO. -\t7Q"), max_size=16)
    return st.one_of(st.text(), st.lists(lines, max_size=9).map("\n".join), damaged_boards())


@st.composite
def damaged_boards(draw: st.DrawFn) -> str:
    """A drawing with one sign replaced or one line missing."""
    rules, moves = draw(games())
    text = write_board(Position.from_moves(moves, rules))
    if draw(st.booleans()):
        place = draw(st.integers(0, len(text) - 1))
        return text[:place] + draw(st.sampled_from("XO. -\n?")) + text[place + 1 :]
    lines = text.splitlines()
    del lines[draw(st.integers(0, len(lines) - 1))]
    return "\n".join(lines)


def parsed_or_refused(text: str) -> Position | FormatError:
    try:
        return parse_board(text)
    except FormatError as error:
        return error


@given(text_near_a_board())
def test_any_text_is_a_board_or_a_format_error_with_its_place(text: str) -> None:
    found = parsed_or_refused(text)
    if isinstance(found, Position):
        assert parse_board(write_board(found)) == found
        return
    lines = text.splitlines() or [""]
    assert 1 <= found.line <= len(lines)
    assert 1 <= found.column <= max(1, len(lines[found.line - 1]))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("X  X", "X  Q", "line 6, column 14: 'Q' is not a disc; expected X, O or ."),
        ("O  X  X", "OO X  Q", "line 6, column 8: 'OO' is not a disc; expected X, O or ."),
        (".  .  .  O", ".  .  O", "line 5, column 1: 6 cells; every row has 7"),
        (
            "O  X  X",
            "O  .  X",
            "line 1, column 1: 1 discs of the first player and 2 of the second; "
            "these disc counts can't arise from alternate moves",
        ),
        (
            "O  X  X",
            "X  X  X",
            "line 1, column 1: 3 discs of the first player and 1 of the second; "
            "these disc counts can't arise from alternate moves",
        ),
        (
            "O  X  X",
            "X  .  X",
            "line 1, column 1: a disc floats: every filled cell must be on a filled cell or at the bottom",
        ),
    ],
)
def test_error_messages(before: str, after: str, message: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_board(DRAWING.replace(before, after))
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["", "\n\n", "----", ". . .\n" * 4, ". . . .\n" * 3, (". " * 13 + "\n") * 4])
def test_a_drawing_of_no_supported_size_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"is too (small; the smallest has 4|large; at most 12) columns"):
        parse_board(text)
