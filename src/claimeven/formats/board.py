"""Drawn boards: six lines of discs over a line of hyphens and the column numbers.

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

from itertools import takewhile

from claimeven.errors import FormatError, GeometryError, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules


def write_board(position: Position, first: str = "X", second: str = "O") -> str:
    """The drawing of ``position`` with the given marks, without a final line end."""
    columns = position.rules.columns
    numbers = "".join(f" {name} " for name in COLUMN_NAMES[:columns])
    return f"{position.draw(first, second)}\n {'-' * (3 * columns - 2)}\n{numbers}"


def parse_board(text: str, first: str = "X", second: str = "O", rules: Rules = CONNECT_FOUR) -> Position:
    """The position that ``write_board`` draws; hyphens and numbers may be missing.

    Its size is that of the drawing, whatever the size of ``rules``. Raises FormatError
    for another mark, a ragged row, an unsupported size, a floating disc or counts of discs that taking turns
    cannot give.
    """
    above = takewhile(lambda line: not line.strip().startswith("-"), text.splitlines())
    rows = [(number, line) for number, line in enumerate(above, start=1) if line.strip()]
    width = len(rows[0][1].split()) if rows else 0
    discs = {first: 0, second: 0, ".": 0}
    try:
        rules = rules.sized(width, len(rows))
        for row, (number, line) in zip(reversed(range(len(rows))), rows, strict=True):
            marks = line.split()
            if len(marks) != width:
                raise FormatError(f"{len(marks)} cells; every row has {width}", line=number)
            for column, mark in enumerate(marks):
                if mark not in discs:
                    place = [i for i, sign in enumerate(line, start=1) if not sign.isspace()][column]
                    why = f"{mark!r} is no disc; expected {first}, {second} or ."
                    raise FormatError(why, line=number, column=place)
                discs[mark] |= rules.cell(column, row)
        return Position.from_discs(discs[first], discs[second], rules)
    except (GeometryError, IllegalMove) as error:
        raise FormatError(str(error)) from None
