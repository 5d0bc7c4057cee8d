"""Alice and Bill's files: one line for each column, left column first, its discs from bottom to top.

    e           an empty column
    abba        four discs: Alice's at the bottom, two of Bill's, Alice's on top
    ...         and so on, one line for every column of the board

Blank lines, carriage returns and blanks at both ends of a line are ignored.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from claimeven.errors import FormatError
from claimeven.formats.stacks import stacks_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Name = Literal["alice", "bill"]
NAMES: tuple[Name, Name] = get_args(Name)
ALICE, BILL = NAMES
EMPTY = "e"
BLANKS = " \t\r"
LETTERS = {"a": ALICE, "b": BILL}


def other_name(name: Name) -> Name:
    """Return the opponent of ``name``."""
    return BILL if name == ALICE else ALICE


def parse_columns(text: str, *, first: Name = ALICE, rules: Rules = CONNECT_FOUR) -> Position:
    """Return the position that ``text`` shows with ``first`` to move: the own discs are those of ``first``.

    Raise FormatError for anything else, for impossible numbers of discs, and for a finished game, since then
    there is no side to move.
    """
    lines = _non_blank_lines(text)
    discs = {ALICE: 0, BILL: 0}
    for column, line in enumerate(lines):
        if column == rules.columns:
            reason = f"this is column {column + 1}; expected {rules.columns} columns"
            raise FormatError(reason, line=line.number)
        for row, name in enumerate(_parse_column(line, rules)):
            discs[name] |= rules.cell(column, row)
    if len(lines) < rules.columns:
        raise _missing_columns(text, lines, rules)
    _require_counts(discs, first, last_line=lines[-1].number)
    _require_unfinished(discs, rules, lines)
    return Position(discs[first], discs[ALICE] | discs[BILL], rules)


def write_columns(position: Position, *, first: Name = ALICE) -> str:
    """Return the text that ``parse_columns`` reads with the same ``first``, with a final line end.

    >>> write_columns(Position.from_moves("4453")).split()
    ['e', 'e', 'b', 'ab', 'a', 'e', 'e']
    """
    own_letter = "a" if first == ALICE else "b"
    other_letter = "b" if first == ALICE else "a"
    stacks = stacks_of(position, position.own, own_letter, other_letter)
    return "".join(f"{stack or EMPTY}\n" for stack in stacks)


class _Line(NamedTuple):
    """A line without blanks at its ends, its number from 1, and how many blanks were in front."""

    text: str
    number: int
    indent: int


def _non_blank_lines(text: str) -> list[_Line]:
    """Return the lines that are not blank."""
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        without_end = line.rstrip(BLANKS)
        stripped = without_end.lstrip(BLANKS)
        if stripped:
            lines.append(_Line(stripped, number, len(without_end) - len(stripped)))
    return lines


def _missing_columns(text: str, lines: list[_Line], rules: Rules) -> FormatError:
    """Return the error for a text with too few columns; a blank line may be meant as an empty column."""
    expected = f"expected one line for each, {EMPTY} or 1 to {rules.rows} letters a and b"
    reason = f"the text ends after {len(lines)} of {rules.columns} columns; {expected}"
    if not lines:
        return FormatError(reason)
    columns = {line.number for line in lines}
    last_line = len(text.removesuffix("\n").split("\n"))
    blank_lines = [number for number in range(1, last_line + 1) if number not in columns]
    if blank_lines:
        reason = f"{reason}; line {blank_lines[0]} is blank; write {EMPTY} for an empty column"
    return FormatError(reason, line=lines[-1].number + 1)


def _parse_column(line: _Line, rules: Rules) -> list[Name]:
    """Return the owners of the discs of one column, from bottom to top."""
    names: list[Name] = []
    number = line.number
    if line.text == EMPTY:
        return names
    for place, letter in enumerate(line.text, start=line.indent + 1):
        if letter == "\r":
            continue
        if letter not in LETTERS:
            reason = f"{letter!r} is not a disc; expected a or b, or {EMPTY} alone for an empty column"
            raise FormatError(reason, line=number, column=place)
        if len(names) == rules.rows:
            reason = f"a disc on top of {rules.rows}; expected 1 to {rules.rows} letters a and b"
            raise FormatError(reason, line=number, column=place)
        names.append(LETTERS[letter])
    return names


def _require_counts(discs: dict[Name, int], first: Name, *, last_line: int) -> None:
    """Raise FormatError unless both have as many discs, or the opponent of ``first`` has one more."""
    opponent = other_name(first)
    if discs[opponent].bit_count() - discs[first].bit_count() not in (0, 1):
        raise FormatError(
            f"{discs[ALICE].bit_count()} discs of Alice and {discs[BILL].bit_count()} of Bill up to here; "
            f"with {first.title()} to move, expected as many of both or one more of {opponent.title()}",
            line=last_line,
        )


def _require_unfinished(discs: dict[Name, int], rules: Rules, lines: list[_Line]) -> None:
    """Raise FormatError if the game is over; ``lines`` are those of the columns."""
    for name in NAMES:
        for four in rules.lines:
            if four & discs[name] == four:
                lowest = four & -four
                line = lines[rules.column_of(lowest)]
                raise FormatError(
                    f"{name.title()} has already won with four in a row from here; expected an open game",
                    line=line.number,
                    column=line.indent + rules.row_of(lowest) + 1,
                )
    if discs[ALICE] | discs[BILL] == rules.board:
        raise FormatError("the board is full; expected at least one empty cell", line=lines[-1].number)
