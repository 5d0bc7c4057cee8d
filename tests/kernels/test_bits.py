from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from boards import kernel_board
from claimeven.kernels import bits
from claimeven.kernels.jit import U64
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from naive import Cell
from strategies import SIZES, games, sizes


def cells_on(rules: Rules) -> st.SearchStrategy[set[Cell]]:
    cells = [(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    return st.sets(st.sampled_from(cells))


def word(cells: set[Cell], rules: Rules) -> U64:
    return U64(naive.word(cells, rules.rows))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_masks_of_a_board_are_those_of_the_picture(columns: int, rows: int) -> None:
    bottom, board, lead, answer, stride = (int(mask) for mask in kernel_board(Rules(columns, rows)))
    everything = {(column, row) for column in range(columns) for row in range(rows)}
    assert naive.cells(bottom, rows) == {(column, 0) for column in range(columns)}
    assert naive.cells(board, rows) == everything
    assert naive.cells(answer, rows) == {(c, r) for c, r in everything if (rows - 1 - r) % 2 == 0}
    assert naive.cells(lead, rows) == {(c, r) for c, r in everything if (rows - 1 - r) % 2 == 1}
    assert stride == rows + 1


@given(games())
def test_drops_on_is_the_next_cell_of_every_column_with_room(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert int(bits.drops_on(kernel_board(rules), U64(position.filled))) == position.drops


@given(sizes, st.data())
def test_lowest_in_columns_has_the_bottom_cell_of_every_column_that_has_a_cell(
    rules: Rules, data: st.DataObject
) -> None:
    cells = data.draw(cells_on(rules))
    feet = {(column, 0) for column, _ in cells}
    assert bits.lowest_in_columns(kernel_board(rules), word(cells, rules)) == word(feet, rules)


@given(sizes, st.data())
def test_above_lowest_has_the_cells_above_the_lowest_one_of_each_column(
    rules: Rules, data: st.DataObject
) -> None:
    cells = data.draw(cells_on(rules))
    above = set()
    for column in {column for column, _ in cells}:
        lowest = min(row for c, row in cells if c == column)
        above |= {(column, row) for row in range(lowest + 1, rules.rows)}
    assert bits.above_lowest(kernel_board(rules), word(cells, rules)) == word(above, rules)


@given(sizes, st.data())
def test_mirror_exchanges_left_and_right_with_tops(rules: Rules, data: st.DataObject) -> None:
    board = kernel_board(rules)
    all_bits = rules.columns * rules.stride
    any_word = data.draw(st.integers(0, (1 << all_bits) - 1))
    cells = naive.cells(any_word, rules.rows)
    flipped = {(rules.columns - 1 - column, row) for column, row in cells}
    image = U64(bits.mirror(board, U64(any_word)))
    assert image == word(flipped, rules)
    assert bits.mirror(board, image) == U64(any_word)
    assert int(image) == rules.mirror(any_word)
