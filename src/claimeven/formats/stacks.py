"""A board in one word, short and safe in a URL: ``--o-xo-x--``.

The columns from the left, each from bottom to top, with a hyphen between two columns; ``x`` is a disc of the
first player, ``o`` one of the second. Discs cannot float, and the number of discs says whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

FIRST = "x"
SECOND = "o"
SEPARATOR = "-"


def parse_stacks(text: str, rules: Rules = CONNECT_FOUR) -> Position:
    """Return the position that ``text`` shows; raise FormatError at the first character that is wrong.

    Raise FormatError as well for impossible numbers of discs, and when both players have a line that would
    have ended the game.

    >>> parse_stacks("--o-xo-x--") == Position.from_moves("4453")
    True
    """
    discs = {FIRST: 0, SECOND: 0}
    column = 0
    row = 0
    for place, character in enumerate(text, start=1):
        if character == SEPARATOR:
            column += 1
            row = 0
            if column == rules.columns:
                raise FormatError(f"column {column + 1} begins; expected {rules.columns}", column=place)
        elif character not in discs:
            raise FormatError(
                f"{character!r} is not a disc; expected {FIRST} or {SECOND}, or {SEPARATOR} before the next "
                "column",
                column=place,
            )
        elif row == rules.rows:
            raise FormatError(f"a disc on top of {row}; expected at most {row} in a column", column=place)
        else:
            discs[character] |= rules.cell(column, row)
            row += 1
    if column + 1 < rules.columns:
        raise FormatError(
            f"the text ends in column {column + 1} of {rules.columns}; expected {rules.columns - 1} hyphens",
            column=len(text) + 1,
        )
    if rules.line_ends_game and rules.has_line(discs[FIRST]) and rules.has_line(discs[SECOND]):
        raise FormatError("both players have four in a row; expected at most one of them to")
    try:
        return Position.from_discs(discs[FIRST], discs[SECOND], rules)
    except IllegalMove as error:
        raise FormatError(str(error)) from None


def write_stacks(position: Position) -> str:
    """Return the text that ``parse_stacks`` reads.

    >>> write_stacks(Position.from_moves("4453"))
    '--o-xo-x--'
    """
    return SEPARATOR.join(stacks_of(position, position.first, FIRST, SECOND))


def stacks_of(position: Position, discs: int, mark: str, other_mark: str) -> Iterator[str]:
    """Yield each column from bottom to top: ``mark`` is one of ``discs``, ``other_mark`` any other disc."""
    rules = position.rules
    for column in range(rules.columns):
        stack = ""
        for row in range(rules.rows):
            cell = rules.cell(column, row)
            if cell & discs:
                stack += mark
            elif cell & position.filled:
                stack += other_mark
        yield stack
