"""A board in one word, short and safe in an address: ``--o-xo-x--``.

The columns from the left, each from bottom to top, with a hyphen between two columns; ``x`` is a disc of the
first player, ``o`` one of the second. Discs cannot float, and whose turn it is follows from their number.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

FIRST, SECOND, BETWEEN = "x", "o", "-"


def parse_stacks(text: str, rules: Rules = CONNECT_FOUR) -> Position:
    """The position that ``text`` shows; raises FormatError at the first sign that does not belong there.

    There are as many discs of both players, or one more of the first, and only one of them has a line that
    ends the game.

    >>> parse_stacks("--o-xo-x--") == Position.from_moves("4453")
    True
    """
    discs = {FIRST: 0, SECOND: 0}
    column = row = 0
    for place, sign in enumerate(text, start=1):
        why = ""
        if sign == BETWEEN:
            column, row = column + 1, 0
            if column == rules.columns:
                why = f"column {column + 1} begins; expected {rules.columns}"
        elif sign not in discs:
            why = f"{sign!r} is no disc; expected {FIRST} or {SECOND}, or {BETWEEN} before the next column"
        elif row == rules.rows:
            why = f"a disc on top of {row}; expected at most {row} in a column"
        else:
            discs[sign] |= rules.cell(column, row)
            row += 1
        if why:
            raise FormatError(why, column=place)
    if column + 1 < rules.columns:
        seen, expected = f"column {column + 1} of {rules.columns}", f"{rules.columns - 1} signs {BETWEEN}"
        raise FormatError(f"the text ends in {seen}; expected {expected}", column=len(text) + 1)
    if rules.line_ends_game and all(map(rules.has_line, discs.values())):
        raise FormatError("both players have four in a row; expected at most one of them to")
    try:
        return Position.from_discs(discs[FIRST], discs[SECOND], rules)
    except IllegalMove as error:
        raise FormatError(str(error)) from None


def write_stacks(position: Position) -> str:
    """The text that ``parse_stacks`` reads.

    >>> write_stacks(Position.from_moves("4453"))
    '--o-xo-x--'
    """
    return BETWEEN.join(stacks_of(position, position.first, FIRST, SECOND))


def stacks_of(position: Position, discs: int, mark: str, other: str) -> Iterator[str]:
    """The discs of each column from bottom to top: ``mark`` is one of ``discs``, ``other`` any other disc."""
    rules = position.rules
    for column in range(rules.columns):
        cells = (rules.cell(column, row) for row in range(rules.rows))
        yield "".join(mark if cell & discs else other for cell in cells if cell & position.filled)
