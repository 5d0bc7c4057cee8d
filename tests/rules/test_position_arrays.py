"""Positions as arrays: round trips, what a list may look like, and refusals that name the place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given

from claimeven.errors import GeometryError, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from strategies import games

if TYPE_CHECKING:
    from claimeven.rules.arrays import Digits

MARKS = {".": 0, "X": 1, "O": 2}
EMPTY = [[0] * 7 for _ in range(6)]


def drawn(position: Position) -> list[list[int]]:
    """Return the numbers of an array, read from the drawing."""
    return [[MARKS[mark] for mark in row.split()] for row in str(position).splitlines()]


@given(games())
def test_arrays_round_trip_and_match_the_drawing(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    array = position.to_array()
    assert (array.shape, str(array.dtype)) == ((rules.rows, rules.columns), "uint8")
    assert array.tolist() == drawn(position)
    for given_as in (array, array.astype(np.float32), array.tolist(), list(array), tuple(map(tuple, array))):
        assert Position.from_array(given_as) == position
    for flat in (array.ravel(), array.ravel().tolist()):
        assert Position.from_array(flat, rules) == position


@given(games(MAX_CONNECT_FOUR))
def test_given_rules_are_kept(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert Position.from_array(position.to_array(), rules) == position


@given(games())
def test_planes_are_the_discs_of_the_side_to_move_and_of_the_other(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    own, other = planes = position.to_planes()
    assert (planes.shape, str(planes.dtype)) == ((2, rules.rows, rules.columns), "uint8")
    first, second = (position.to_array() == player for player in (1, 2))
    expected: tuple[Digits, Digits] = (first, second) if position.turn == 0 else (second, first)
    assert (own == expected[0]).all()
    assert (other == expected[1]).all()


def test_a_list_of_42_numbers_is_the_usual_board() -> None:
    position = Position.from_moves("4453")
    board = position.to_array().ravel().tolist()
    assert Position.from_array(board) == position


@pytest.mark.parametrize(
    ("cells", "rules", "message"),
    [
        ([], None, "0 rows of no cells are not a board; expected rows of one length"),
        ([[0] * 7, [0] * 6], None, "2 rows of 6 or 7 cells are not a board; expected rows of one length"),
        (EMPTY, Rules(7, 7), "6 rows of 7 cells are not a board; expected 7 rows of 7"),
        ([0] * 41, None, "6 rows of 6 or 7 cells are not a board; expected rows of one length"),
        ([0] * 42, Rules(8, 7), "6 rows of 2 or 8 cells are not a board; expected 7 rows of 8"),
        ([[0] * 3] * 3, None, "a board of 3 columns and 3 rows is too small"),
        ([0, [0]], None, "rows and numbers side by side are not a board"),
    ],
)
def test_shapes_that_are_not_a_board(cells: Any, rules: Rules | None, message: str) -> None:
    with pytest.raises(GeometryError) as refused:
        Position.from_array(cells, rules)
    assert message in str(refused.value)


def test_a_number_that_is_not_a_disc_is_named_with_its_place() -> None:
    cells = Position().to_array()
    cells[5, 3] = 3
    with pytest.raises(IllegalMove) as refused:
        Position.from_array(cells)
    assert str(refused.value) == "row 6 from the top, column 4: 3 is not a disc; expected 0 (empty), 1 or 2"


@pytest.mark.parametrize(("row", "message"), [(0, "a disc floats"), (5, "2 discs of the first player and 0")])
def test_arrays_that_are_not_a_position(row: int, message: str) -> None:
    cells = Position.from_moves("4").to_array()
    cells[row, 2] = 1 if row else 2
    with pytest.raises(IllegalMove, match=message):
        Position.from_array(cells, CONNECT_FOUR)
