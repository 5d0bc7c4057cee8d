"""Boards that no game leads to: discs that float, and any number of discs of either side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import IllegalMove
from claimeven.rules.board import Board
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR


@given(st.data(), st.sampled_from([(7, 6), (4, 4), (5, 7), (8, 4)]))
def test_a_disc_takes_the_lowest_empty_cell_of_its_column(data: st.DataObject, size: tuple[int, int]) -> None:
    rules = MAX_CONNECT_FOUR.sized(*size)
    filled = data.draw(st.integers(0, rules.board)) & rules.board
    board = Board(data.draw(st.integers(0, rules.board)) & filled, filled, rules)
    taken = naive.cells(filled, rules.rows)
    lowest = {
        column: min(row for row in range(rules.rows) if (column, row) not in taken)
        for column in range(rules.columns)
        if any((column, row) not in taken for row in range(rules.rows))
    }
    cells = {column: rules.cell(column, row) for column, row in lowest.items()}
    assert (board.playable, board.drops, board.is_over) == (tuple(lowest), sum(cells.values()), not lowest)
    for column, cell in cells.items():
        after = board.play(column)
        assert after == Board(board.other, board.filled | cell, rules)
        assert (type(after), after.left, after.other) == (Board, board.left - 1, board.own | cell)


@pytest.mark.parametrize(("own", "filled"), [(0, 0b10), (0b1, 0b1), (0, 0b11)])
def test_a_position_rejects_such_a_board(own: int, filled: int) -> None:
    assert Board(own, filled).ply == filled.bit_count()
    with pytest.raises(IllegalMove):
        Position(own, filled)


@pytest.mark.parametrize(("own", "filled"), [(0, 1 << 6), (0, 1 << 49), (0b1, 0)])
def test_discs_off_the_board_are_refused(own: int, filled: int) -> None:
    with pytest.raises(IllegalMove, match="do not lie on a board of 7x6"):
        Board(own, filled)
