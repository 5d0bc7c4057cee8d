"""Convert boards from and to arrays, as digits or as planes; numpy is loaded only to make an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimeven.errors import GeometryError, IllegalMove
from claimeven.rules.rules import CONNECT_FOUR, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]
    Cells = NDArray[Any] | Sequence[Sequence[int]] | Sequence[int]

EMPTY = 0
FIRST = 1
SECOND = 2


def discs_of_cells(cells: Cells, rules: Rules | None) -> tuple[int, int, Rules]:
    """Return the discs of the first and of the second player, and the rules, for ``cells`` of 0, 1 and 2.

    Without ``rules`` the game is Connect Four on a board of that shape; a flat list has the cells row by
    row. Raises GeometryError for another size, IllegalMove for another number.
    """
    rows = _rows_of(cells, rules or CONNECT_FOUR)
    widths = sorted({len(row) for row in rows})
    has_size = rules is None or (len(rows) == rules.rows and widths == [rules.columns])
    if len(widths) != 1 or not has_size:
        shape = f"{len(rows)} rows of {' or '.join(map(str, widths)) or 'no'} cells"
        expected = "rows of one length" if rules is None else f"{rules.rows} rows of {rules.columns}"
        raise GeometryError(f"{shape} are not a board; expected {expected}")
    if rules is None:
        rules = CONNECT_FOUR.sized(widths[0], len(rows))
    discs = {EMPTY: 0, FIRST: 0, SECOND: 0}
    for row, line in zip(reversed(range(rules.rows)), rows, strict=True):
        for column, digit in enumerate(line):
            if digit not in discs:
                place = f"row {rules.rows - row} from the top, column {rules.column_name(column)}"
                raise IllegalMove(f"{place}: {digit!r} is not a disc; expected 0 (empty), 1 or 2")
            discs[digit] |= rules.cell(column, row)
    return discs[FIRST], discs[SECOND], rules


def digits_of_discs(first: int, second: int, rules: Rules) -> Digits:
    """Return the cells as an array, top row first: 0 is empty, 1 and 2 are the players' discs."""
    import numpy as np

    on_first, on_second = planes_of_discs(first, second, rules)
    return np.asarray(FIRST * on_first + SECOND * on_second, np.uint8)


def planes_of_discs(one: int, two: int, rules: Rules) -> Digits:
    """Return two planes of the cells, top row first: 1 where ``one`` has a disc, then where ``two`` has."""
    import numpy as np

    planes = np.zeros((2, rules.rows, rules.columns), np.uint8)
    for number, discs in enumerate((one, two)):
        for row in range(rules.rows):
            for column in range(rules.columns):
                if discs & rules.cell(column, row):
                    planes[number, rules.rows - 1 - row, column] = 1
    return planes


def _rows_of(cells: Cells, rules: Rules) -> list[list[int]]:
    """Return the rows of ``cells``; a flat list is cut into the rows of ``rules``."""
    items: list[Any] = cells.tolist() if hasattr(cells, "tolist") else list(cells)
    rows = [item for item in items if hasattr(item, "__len__")]
    if items and not rows:
        width = rules.columns
        return [items[start : start + width] for start in range(0, len(items), width)]
    if len(rows) < len(items):
        raise GeometryError("rows and numbers side by side are not a board; expected rows of one length")
    return [list(row) for row in rows]
