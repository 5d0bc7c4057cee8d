"""A board as an array of digits, top row first, and as planes; numpy is loaded when one is made."""

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

EMPTY, FIRST, SECOND = 0, 1, 2


def discs_of_cells(cells: Cells, rules: Rules | None) -> tuple[int, int, Rules]:
    """The discs of the first and of the second player, and the rules, on ``cells`` of 0, 1 and 2.

    Without ``rules`` the game is Connect Four, its size that of the rows; cells in one row of numbers are
    those of the board row by row. Raises GeometryError for another size, IllegalMove for another number.
    """
    rows = _rows_of(cells, rules or CONNECT_FOUR)
    widths = {len(row) for row in rows}
    width = max(widths, default=0)
    if len(widths) != 1 or (rules is not None and (width, len(rows)) != (rules.columns, rules.rows)):
        shape = f"{len(rows)} rows of {' or '.join(map(str, sorted(widths))) or 'no'} cells"
        expected = "rows of one length" if rules is None else f"{rules.rows} rows of {rules.columns}"
        raise GeometryError(f"{shape} are no board; expected {expected}")
    rules = rules or CONNECT_FOUR.sized(width, len(rows))
    discs = {EMPTY: 0, FIRST: 0, SECOND: 0}
    for row, line in zip(reversed(range(rules.rows)), rows, strict=True):
        for column, digit in enumerate(line):
            if digit not in discs:
                place = f"row {rules.rows - row} from the top, column {rules.column_name(column)}"
                raise IllegalMove(f"{place}: {digit!r} is no disc; expected 0 (empty), 1 or 2")
            discs[digit] |= rules.cell(column, row)
    return discs[FIRST], discs[SECOND], rules


def digits_of_discs(first: int, second: int, rules: Rules) -> Digits:
    """The cells as an array, top row first: 0 is empty, 1 and 2 are the players' discs."""
    import numpy as np

    on_first, on_second = planes_of_discs(first, second, rules)
    return np.asarray(FIRST * on_first + SECOND * on_second, np.uint8)


def planes_of_discs(one: int, two: int, rules: Rules) -> Digits:
    """Two planes of the cells, top row first: 1 where ``one`` has a disc, then where ``two`` has."""
    import numpy as np

    rows = list(reversed(range(rules.rows)))
    places = [[column * rules.stride + row for column in range(rules.columns)] for row in rows]
    return np.array(
        [[[discs >> place & 1 for place in line] for line in places] for discs in (one, two)], np.uint8
    )


def _rows_of(cells: Cells, rules: Rules) -> list[list[int]]:
    """The rows of ``cells``; numbers without rows are cut into those of ``rules``."""
    listed: list[Any] = cells.tolist() if hasattr(cells, "tolist") else list(cells)
    if listed and not any(hasattr(row, "__len__") for row in listed):
        width = rules.columns
        return [listed[begin : begin + width] for begin in range(0, len(listed), width)]
    if not all(hasattr(row, "__len__") for row in listed):
        raise GeometryError("rows and numbers side by side are no board; expected rows of one length")
    return [list(row) for row in listed]
