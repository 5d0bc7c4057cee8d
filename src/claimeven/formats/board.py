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

from claimeven.errors import FormatError, IllegalMove
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
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("-"):
            break
        if line.strip():
            rows.append((number, line))
    width = len(rows[0][1].split()) if rows else 0
    rules = _sized(rules, width, len(rows))
    discs = {first: 0, second: 0, ".": 0}
    for row, (number, line) in zip(reversed(range(len(rows))), rows, strict=True):
        marks = line.split()
        if len(marks) != width:
            raise FormatError(f"{len(marks)} cells; every row has {width}", line=number)
        for column, mark in enumerate(marks):
            if mark not in discs:
                place = [i for i, sign in enumerate(line, start=1) if not sign.isspace()][column]
                raise FormatError(
                    f"{mark!r} is no disc; expected {first}, {second} or .", line=number, column=place
                )
            discs[mark] |= rules.cell(column, row)
    return _position(discs[first], discs[second], rules)


def _sized(rules: Rules, columns: int, rows: int) -> Rules:
    try:
        return rules.sized(columns, rows)
    except ValueError as error:
        raise FormatError(str(error)) from None


def _position(first: int, second: int, rules: Rules) -> Position:
    try:
        return Position.from_discs(first, second, rules)
    except IllegalMove as error:
        raise FormatError(str(error)) from None
