from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import GeometryError, IllegalMove
from claimeven.rules.geometry import Geometry, parse_size
from strategies import SIZES, geometries


def is_supported(columns: int, rows: int) -> bool:
    return columns >= 4 and rows >= 4 and (rows + 1) * columns <= 64


def all_cells(geometry: Geometry) -> set[naive.Cell]:
    return {(column, row) for column in range(geometry.columns) for row in range(geometry.rows)}


@pytest.mark.parametrize("columns", range(-1, 70))
def test_every_size_is_supported_or_refused_with_the_reason(columns: int) -> None:
    for rows in range(-1, 70):
        if is_supported(columns, rows):
            geometry = Geometry(columns, rows)
            assert (geometry.columns, geometry.rows, geometry.cells) == (columns, rows, columns * rows)
            assert geometry.board < 1 << 64
            continue
        with pytest.raises(GeometryError) as refused:
            Geometry(columns, rows)
        assert f"{columns} columns and {rows} rows" in str(refused.value)
        assert "at least 4 of each, and (rows + 1) x columns at most 64" in str(refused.value)


def test_how_many_sizes_there_are() -> None:
    supported = [(c, r) for c in range(1, 100) for r in range(1, 100) if is_supported(c, r)]
    assert len(supported) == 42
    assert max(c for c, _ in supported) == 12
    assert max(r for _, r in supported) == 15


def test_lines_of_the_common_board_by_direction() -> None:
    geometry = Geometry()
    steps = [naive.cells(line, geometry.rows) for line in geometry.lines]
    vertical = [line for line in steps if len({column for column, _ in line}) == 1]
    horizontal = [line for line in steps if len({row for _, row in line}) == 1]
    assert (len(vertical), len(horizontal), len(steps)) == (21, 24, 69)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_masks_and_lines_are_those_of_the_picture(columns: int, rows: int) -> None:
    geometry = Geometry(columns, rows)
    board = all_cells(geometry)
    assert naive.cells(geometry.board, rows) == board
    assert naive.cells(geometry.bottom, rows) == {cell for cell in board if cell[1] == 0}
    for column, row in board:
        assert naive.cells(geometry.cell(column, row), rows) == {(column, row)}
    for column in range(columns):
        assert naive.cells(geometry.column_mask(column), rows) == {
            cell for cell in board if cell[0] == column
        }
    assert geometry.column_masks == tuple(map(geometry.column_mask, range(columns)))
    for row in range(rows):
        assert naive.cells(geometry.row_mask(row), rows) == {cell for cell in board if cell[1] == row}
    assert len(set(geometry.lines)) == len(geometry.lines)
    assert {frozenset(naive.cells(line, rows)) for line in geometry.lines} == naive.lines(board)


@given(geometries, st.data())
def test_lines_and_mirror_of_any_discs(geometry: Geometry, data: st.DataObject) -> None:
    discs = data.draw(st.sets(st.sampled_from(sorted(all_cells(geometry)))))
    word = naive.word(discs, geometry.rows)
    assert geometry.has_line(word) == bool(naive.lines(discs))
    flipped = {(geometry.columns - 1 - column, row) for column, row in discs}
    assert geometry.mirror(word) == naive.word(flipped, geometry.rows)
    assert geometry.mirror(geometry.mirror(word)) == word


def test_centre_comes_first_and_left_before_right() -> None:
    assert [column + 1 for column in Geometry().centre_first] == [4, 3, 5, 2, 6, 1, 7]
    assert [column + 1 for column in Geometry(8, 7).centre_first] == [4, 5, 3, 6, 2, 7, 1, 8]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_column_names_are_one_sign_each_and_read_back(columns: int, rows: int) -> None:
    geometry = Geometry(columns, rows)
    names = [geometry.column_name(column) for column in range(columns)]
    assert "".join(names) == "123456789abc"[:columns]
    assert [geometry.column_named(name) for name in names] == list(range(columns))


@pytest.mark.parametrize("name", ["0", "8", "a", "", "44", " ", "-", "A", "\u0663", "é"])
def test_what_is_not_a_column_is_refused_with_what_is(name: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Geometry().column_named(name)
    assert str(refused.value) == f"{name!r} is not a column; columns are 1 to 7"


def test_geometry_is_a_frozen_value() -> None:
    geometry = Geometry(8, 7)
    assert geometry == Geometry(8, 7) != Geometry(7, 8)
    assert hash(geometry) == hash(Geometry(8, 7))
    assert (str(geometry), repr(geometry)) == ("8x7", "Geometry(columns=8, rows=7)")
    with pytest.raises(dataclasses.FrozenInstanceError):
        geometry.rows = 6  # type: ignore[misc]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_size_round_trips_as_text(columns: int, rows: int) -> None:
    geometry = Geometry(columns, rows)
    assert parse_size(str(geometry)) == geometry


@pytest.mark.parametrize(
    "text", ["", "7", "7x", "x6", "7 x 6", "7X6", "-7x6", "7x6x5", "7.0x6", "\u0667x\u0666", "777x6"]
)
def test_text_that_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(GeometryError) as refused:
        parse_size(text)
    assert str(refused.value) == f"{text!r} is not a board size; write columns x rows, as 7x6"


@given(st.text())
def test_any_text_is_a_size_or_refused(text: str) -> None:
    try:
        geometry = parse_size(text)
    except GeometryError:
        return
    assert is_supported(geometry.columns, geometry.rows)
