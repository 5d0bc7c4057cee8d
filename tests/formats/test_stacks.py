"""Boards in one word: round trips, and every error at its place."""

from __future__ import annotations

import pytest
from hypothesis import given

from claimeven.errors import FormatError
from claimeven.formats.stacks import parse_stacks, write_stacks
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from strategies import games

TURNS = "these disc counts can't arise from alternate moves"


@given(games())
def test_what_is_written_can_be_read_back(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert parse_stacks(write_stacks(position), position.rules) == position


def test_columns_are_written_from_bottom_to_top() -> None:
    assert write_stacks(Position.from_moves("1112", Rules(4, 4))) == "xox-o--"


def test_the_variant_is_that_of_the_position() -> None:
    assert parse_stacks("x------", rules=MAX_CONNECT_FOUR).rules == MAX_CONNECT_FOUR


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "the text ends in column 1 of 7; expected 6 hyphens"),
        ("x-----", 7, "the text ends in column 6 of 7; expected 6 hyphens"),
        ("x-------", 8, "column 8 begins; expected 7"),
        ("xoxoxox------", 7, "a disc on top of 6; expected at most 6 in a column"),
        ("xa------", 2, "'a' is not a disc; expected x or o, or - before the next column"),
        ("xx------", 1, "2 discs of the first player and 0 of the second; " + TURNS),
        ("xxxx-oooo-----", 1, "both players have four in a row; expected at most one of them to"),
        ("o------", 1, "0 discs of the first player and 1 of the second; " + TURNS),
    ],
)
def test_what_is_not_a_board_is_rejected_with_its_place(text: str, column: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_stacks(text)
    assert (caught.value.column, caught.value.reason) == (column, reason)
