from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.kernels import lines
from claimeven.kernels.jit import U64
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from strategies import SIZES, games, sizes


def bit_list(word: int) -> Iterator[int]:
    return (1 << place for place in range(word.bit_length()) if word >> place & 1)


@given(sizes, st.data())
def test_has_line_on_any_discs(rules: Rules, data: st.DataObject) -> None:
    board = [(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    discs = data.draw(st.sets(st.sampled_from(board)))
    found = lines.has_line(U64(naive.word(discs, rules.rows)), U64(rules.stride))
    assert bool(found) == bool(naive.lines(discs))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_four_cells_of_a_line_are_a_line_and_three_are_not(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    stride = U64(rules.stride)
    for line in rules.lines:
        assert lines.has_line(U64(line), stride)
        for disc in bit_list(line):
            assert not lines.has_line(U64(line ^ disc), stride)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_three_of_a_line_are_completed_by_the_fourth(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    for line in rules.lines:
        cells = list(bit_list(line))
        is_vertical = cells[1] == cells[0] << 1
        for cell in cells[-1:] if is_vertical else cells:  # a vertical line grows only on top
            assert int(lines.completions(U64(line ^ cell), U64(rules.stride))) & cell


# A board may hold many lines in Max-Connect4, so threats next to finished lines are met as well.
@given(games(MAX_CONNECT_FOUR))
def test_completions_on_empty_cells_are_the_threats_of_a_position(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    empty = rules.board & ~position.filled
    for discs in (position.own, position.other):
        found = int(lines.completions(U64(discs), U64(rules.stride))) & empty
        threats = naive.completions(naive.cells(discs, rules.rows), rules.columns, rules.rows)
        assert found == naive.word(threats, rules.rows) & empty
