"""The cells of a mask, and their names: the column as a letter, the row as a number from below, e.g. e4."""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.rules.rules import Rules

Pairs = tuple[tuple[int, int], ...]  # cells that belong together, as masks of one cell


def cells_of(cells: int) -> Iterator[int]:
    """Yield the cells of a mask, column by column from the left, each from the bottom up."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def name_of(cell: int, rules: Rules) -> str:
    """Return the name of a cell: a1 is at the bottom left."""
    return rules.cell_name(cell)


def names_of(cells: int, rules: Rules) -> list[str]:
    """Return the names of the cells of a mask."""
    return [name_of(cell, rules) for cell in cells_of(cells)]


def column_around(cell: int, rules: Rules) -> int:
    """Return all cells of the column of a cell."""
    return rules.column_masks[rules.column_of(cell)]


def odd_rows(rules: Rules) -> int:
    """Return the cells of rows 1, 3, 5 and so on; people count the bottom row as 1."""
    return sum(rules.bottom << row for row in range(0, rules.rows, 2))
