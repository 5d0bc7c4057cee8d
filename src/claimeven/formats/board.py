"""Drawn boards: one line for each row over a line of hyphens and the column numbers.

.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  .  .  .  .
.  .  .  O  .  .  .
.  .  O  X  X  .  .
-------------------
1  2  3  4  5  6  7
"""

from __future__ import annotations

from claimeven.errors import FormatError, GeometryError, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

EMPTY = "."


def write_board(position: Position, first: str = "X", second: str = "O") -> str:
    """Return the drawing of ``position`` with the given marks, without a final line end."""
    columns = position.rules.columns
    rows = position.draw(first, second)
    hyphens = "-" * (3 * columns - 2)
    numbers = "".join(f" {name} " for name in COLUMN_NAMES[:columns])
    return f"{rows}\n {hyphens}\n{numbers}"


def parse_board(text: str, first: str = "X", second: str = "O", rules: Rules = CONNECT_FOUR) -> Position:
    """Return the position that ``write_board`` draws; hyphens and numbers may be missing.

    The size is that of the drawing, whatever the size of ``rules``. Raise FormatError for an unknown mark, a
    ragged row, an unsupported size, a floating disc or impossible numbers of discs.
    """
    lines = _row_lines(text)
    width = len(lines[0][1].split()) if lines else 0
    discs = {first: 0, second: 0, EMPTY: 0}
    try:
        rules = rules.sized(width, len(lines))
        for row_from_top, (number, line) in enumerate(lines):
            row = rules.rows - 1 - row_from_top
            marks = line.split()
            if len(marks) != width:
                raise FormatError(f"{len(marks)} cells; every row has {width}", line=number)
            for column, mark in enumerate(marks):
                if mark not in discs:
                    reason = f"{mark!r} is not a disc; expected {first}, {second} or {EMPTY}"
                    raise FormatError(reason, line=number, column=_place_of_mark(line, column))
                discs[mark] |= rules.cell(column, row)
        return Position.from_discs(discs[first], discs[second], rules)
    except (GeometryError, IllegalMove) as error:
        raise FormatError(str(error)) from None


def _row_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines above the hyphens that are not blank, with their numbers from 1."""
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("-"):
            break
        if line.strip():
            lines.append((number, line))
    return lines


def _place_of_mark(line: str, column: int) -> int:
    """Return the place in ``line``, from 1, of its non-blank character number ``column``, from 0."""
    places = [place for place, character in enumerate(line, start=1) if not character.isspace()]
    return places[column]
