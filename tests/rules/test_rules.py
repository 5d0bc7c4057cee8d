from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import GeometryError, IllegalMove
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules, parse_size
from claimeven.rules.variant import MAX
from strategies import SIZES, sizes


def is_supported(columns: int, rows: int) -> bool:
    return columns >= 4 and rows >= 4 and (rows + 1) * columns <= 64


def all_cells(rules: Rules) -> set[naive.Cell]:
    return {(column, row) for column in range(rules.columns) for row in range(rules.rows)}


@pytest.mark.parametrize("columns", range(-1, 70))
def test_every_size_is_supported_or_refused_with_the_reason(columns: int) -> None:
    for rows in range(-1, 70):
        if is_supported(columns, rows):
            rules = Rules(columns, rows)
            assert (rules.columns, rules.rows, rules.cells) == (columns, rows, columns * rows)
            assert rules.board < 1 << 64
            continue
        with pytest.raises(GeometryError) as refused:
            Rules(columns, rows)
        assert f"{columns} columns and {rows} rows" in str(refused.value)
        advice = str(refused.value).partition("; ")[2]
        if columns < 4 or rows < 4:
            assert advice == "the smallest has 4 columns and 4 rows"
        elif found := re.fullmatch(r"at most (\d+) columns are possible", advice):
            most = int(found[1])
            assert columns > most
            assert is_supported(most, 4)
            assert not is_supported(most + 1, 4)
        else:
            most = int(
                advice.removeprefix(f"with {columns} columns at most ").removesuffix(" rows are possible")
            )
            assert is_supported(columns, most)
            assert not is_supported(columns, most + 1)


def test_how_many_sizes_there_are() -> None:
    supported = [(c, r) for c in range(1, 100) for r in range(1, 100) if is_supported(c, r)]
    assert len(supported) == 42
    assert max(c for c, _ in supported) == 12
    assert max(r for _, r in supported) == 15


def test_lines_of_the_common_board_by_direction() -> None:
    rules = Rules()
    steps = [naive.cells(line, rules.rows) for line in rules.lines]
    vertical = [line for line in steps if len({column for column, _ in line}) == 1]
    horizontal = [line for line in steps if len({row for _, row in line}) == 1]
    assert (len(vertical), len(horizontal), len(steps)) == (21, 24, 69)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_masks_and_lines_agree_with_the_oracle(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    board = all_cells(rules)
    assert naive.cells(rules.board, rows) == board
    assert naive.cells(rules.bottom, rows) == {cell for cell in board if cell[1] == 0}
    for column, row in board:
        cell = rules.cell(column, row)
        assert naive.cells(cell, rows) == {(column, row)}
        assert (rules.column_of(cell), rules.row_of(cell)) == (column, row)
    for column in range(columns):
        assert naive.cells(rules.column_masks[column], rows) == {cell for cell in board if cell[0] == column}
    assert len(rules.column_masks) == columns
    for row in range(rows):
        assert naive.cells(rules.bottom << row, rows) == {cell for cell in board if cell[1] == row}
    assert len(set(rules.lines)) == len(rules.lines)
    assert {frozenset(naive.cells(line, rows)) for line in rules.lines} == naive.lines(board)


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (4, 4), (9, 6), (4, 15)])
def test_four_cells_of_a_line_are_a_line_and_three_are_not(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    for line in rules.lines:
        assert rules.has_line(line)
        for cell in naive.cells(line, rows):
            assert not rules.has_line(line ^ rules.cell(*cell))


@given(sizes, st.data())
def test_lines_and_mirror_of_any_discs(rules: Rules, data: st.DataObject) -> None:
    discs = data.draw(st.sets(st.sampled_from(sorted(all_cells(rules)))))
    word = naive.word(discs, rules.rows)
    assert rules.has_line(word) == bool(naive.lines(discs))
    flipped = {(rules.columns - 1 - column, row) for column, row in discs}
    assert rules.mirror(word) == naive.word(flipped, rules.rows)
    assert rules.mirror(rules.mirror(word)) == word


def test_centre_comes_first_and_left_before_right() -> None:
    assert [column + 1 for column in Rules().centre_first] == [4, 3, 5, 2, 6, 1, 7]
    assert [column + 1 for column in Rules(8, 7).centre_first] == [4, 5, 3, 6, 2, 7, 1, 8]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_column_names_are_single_characters_and_round_trip(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    names = [rules.column_name(column) for column in range(columns)]
    assert "".join(names) == "123456789abc"[:columns]
    assert [rules.column_named(name) for name in names] == list(range(columns))


@pytest.mark.parametrize("name", ["0", "8", "a", "", "44", " ", "-", "A", "\u0663", "é"])
def test_what_is_not_a_column_is_refused_with_what_is(name: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Rules().column_named(name)
    assert str(refused.value) == f"{name!r} is not a column; columns are 1 to 7"


def test_rules_are_a_frozen_value() -> None:
    rules = Rules(8, 7)
    assert rules == Rules(8, 7) != Rules(7, 8)
    assert hash(rules) == hash(Rules(8, 7))
    assert (str(rules), repr(rules)) == ("8x7", "Rules(columns=8, rows=7, variant=FOUR)")
    assert rules != Rules(8, 7, MAX)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.rows = 6  # type: ignore[misc]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_size_round_trips_as_text(columns: int, rows: int) -> None:
    rules = Rules(columns, rows)
    assert parse_size(str(rules)) == rules
    assert parse_size(str(rules), MAX_CONNECT_FOUR) == Rules(columns, rows, MAX)


def test_the_games_have_names_and_keep_them_on_boards_of_other_sizes() -> None:
    assert GAMES == {"four": CONNECT_FOUR, "max": MAX_CONNECT_FOUR}
    assert [rules.title for rules in GAMES.values()] == ["Connect Four", "Max-Connect4"]
    for rules in GAMES.values():
        small = rules.sized(5, 4)
        assert (small.columns, small.rows, small.name) == (5, 4, rules.name)
        assert small.sized(7, 6) == rules
    with pytest.raises(GeometryError, match="3 columns and 4 rows"):
        MAX_CONNECT_FOUR.sized(3, 4)


@pytest.mark.parametrize(
    "text", ["", "7", "7x", "x6", "7 x 6", "7X6", "-7x6", "7x6x5", "7.0x6", "\u0667x\u0666", "777x6"]
)
def test_text_that_is_not_a_size_is_rejected_with_an_example(text: str) -> None:
    with pytest.raises(GeometryError) as refused:
        parse_size(text)
    assert str(refused.value) == f"{text!r} is not a board size; write columns x rows, e.g. 7x6"


@given(st.text())
def test_any_text_is_a_size_or_refused(text: str) -> None:
    try:
        rules = parse_size(text)
    except GeometryError:
        return
    assert is_supported(rules.columns, rules.rows)
