"""Cells by name: the column as a letter, the row as a number from below, as in e4."""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.rules.rules import Rules


def cells_of(cells: int) -> Iterator[int]:
    """The cells of a mask one by one, column by column from the left, each from the bottom up."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def place_of(cell: int, rules: Rules) -> tuple[int, int]:
    """Column and row of a cell, both from 0."""
    return divmod(cell.bit_length() - 1, rules.stride)


def name_of(cell: int, rules: Rules) -> str:
    """The name of a cell: a1 is at the bottom left."""
    column, row = place_of(cell, rules)
    return f"{chr(ord('a') + column)}{row + 1}"


def names_of(cells: int, rules: Rules) -> list[str]:
    """The names of the cells of a mask."""
    return [name_of(cell, rules) for cell in cells_of(cells)]


def column_of(cell: int, rules: Rules) -> int:
    """The column of a cell, from 0."""
    return (cell.bit_length() - 1) // rules.stride
