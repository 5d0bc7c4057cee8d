"""Convert the cells of many boards from arrays to words of discs and back, all boards at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimeven.errors import GeometryError, IllegalMove
from claimeven.rules.arrays import EMPTY, FIRST, SECOND
from claimeven.rules.rules import CONNECT_FOUR, Rules

Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Digits = NDArray[np.uint8]

ONE = np.uint64(1)


def rules_of_shape(shape: tuple[int, ...], rules: Rules | None) -> Rules:
    """Return ``rules``, or those of Connect Four if they are None, for arrays that end in rows x columns.

    Raises GeometryError if ``rules`` have another size, and for a size that is not supported.
    """
    rows, columns = shape[-2:]
    if rules is None:
        return CONNECT_FOUR.sized(columns, rows)
    if (rows, columns) != (rules.rows, rules.columns):
        raise GeometryError(
            f"{rows} rows of {columns} cells are not a board of {rules}; "
            f"expected {rules.rows} rows of {rules.columns}"
        )
    return rules


def words_of_cells(cells: NDArray[Any], rules: Rules) -> tuple[Words, Words]:
    """Return the discs of the first and of the second player, for boards of 0, 1 and 2.

    Raises IllegalMove, naming the first board with another number.
    """
    is_first = cells == FIRST
    is_second = cells == SECOND
    is_known = is_first | is_second | (cells == EMPTY)
    _require_known(is_known, cells, "0 (empty), 1 or 2")
    return words_of_plane(is_first, rules), words_of_plane(is_second, rules)


def words_of_planes(planes: NDArray[Any], rules: Rules) -> tuple[Words, Words]:
    """Return the discs of the first and of the second plane of every board, for planes of 0 and 1.

    Raises IllegalMove, naming the first board with another number, or with two discs on one cell.
    """
    is_disc = planes == 1
    is_known = is_disc | (planes == 0)
    _require_known(is_known, planes, "0 or 1")
    one = words_of_plane(is_disc[:, 0], rules)
    two = words_of_plane(is_disc[:, 1], rules)
    overlaps = (one & two) != 0
    if overlaps.any():
        raise IllegalMove(f"row {np.argmax(overlaps)}: both sides have a disc on the same cell")
    return one, two


def words_of_plane(is_disc: Flags, rules: Rules) -> Words:
    """Return the discs of each board in an array of boards x rows x columns, top row first."""
    words = np.zeros(len(is_disc), np.uint64)
    for row_from_top, column, shift in _cells(rules):
        words |= is_disc[:, row_from_top, column].astype(np.uint64) << shift
    return words


def plane_of_words(words: Words, rules: Rules) -> Digits:
    """Return an array of boards x rows x columns, top row first, with 1 where there is a disc."""
    plane = np.empty((len(words), rules.rows, rules.columns), np.uint8)
    for row_from_top, column, shift in _cells(rules):
        plane[:, row_from_top, column] = (words >> shift) & ONE
    return plane


def _cells(rules: Rules) -> Iterator[tuple[int, int, np.uint64]]:
    """Yield each cell: its row from the top, its column, and the number of its bit in a word."""
    for row_from_top in range(rules.rows):
        row = rules.rows - 1 - row_from_top
        for column in range(rules.columns):
            yield row_from_top, column, np.uint64(column * rules.stride + row)


def _require_known(is_known: Flags, cells: NDArray[Any], expected: str) -> None:
    """Raise IllegalMove at the first cell that is not known."""
    if is_known.all():
        return
    place = tuple(np.argwhere(~is_known)[0])
    raise IllegalMove(f"row {place[0]}: {cells[place]} is not a disc; expected {expected}")
