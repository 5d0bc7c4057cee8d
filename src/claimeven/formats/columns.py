"""Alice and Bill's files: one line for each column, left column first, its discs from bottom to top.

    e           an empty column
    abba        four discs: Alice's at the bottom, two of Bill's, Alice's on top
    ...         and so on, one line for every column of the board

Blank lines, carriage returns and blanks at the end of a line are ignored.
"""

from __future__ import annotations

from typing import Literal, get_args

from claimeven.errors import FormatError
from claimeven.formats.stacks import stacks_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Name = Literal["alice", "bill"]
NAMES: tuple[Name, Name] = get_args(Name)
ALICE, BILL = NAMES
EMPTY = "e"
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
    for column, (number, line) in enumerate(lines):
        if column == rules.columns:
            raise FormatError(f"this is column {column + 1}; expected {rules.columns} columns", line=number)
        for row, name in enumerate(_parse_column(line, number, rules)):
            discs[name] |= rules.cell(column, row)
    numbers = [number for number, _ in lines]
    if len(numbers) < rules.columns:
        raise FormatError(
            f"the text ends after {len(numbers)} of {rules.columns} columns; expected one line for each, "
            f"{EMPTY} or 1 to {rules.rows} letters a and b",
            line=numbers[-1] + 1 if numbers else 1,
        )
    _require_counts(discs, first, last_line=numbers[-1])
    _require_unfinished(discs, rules, numbers)
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


def _non_blank_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are not blank, without blanks at their ends, with their numbers from 1."""
    lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.rstrip(" \t\r")
        if stripped:
            lines.append((number, stripped))
    return lines


def _parse_column(line: str, number: int, rules: Rules) -> list[Name]:
    """Return the owners of the discs of one column, from bottom to top."""
    names: list[Name] = []
    if line == EMPTY:
        return names
    for place, letter in enumerate(line, start=1):
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


def _require_unfinished(discs: dict[Name, int], rules: Rules, numbers: list[int]) -> None:
    """Raise FormatError if the game is over; ``numbers`` are the line numbers of the columns."""
    for name in NAMES:
        for line in rules.lines:
            if line & discs[name] == line:
                lowest = line & -line
                raise FormatError(
                    f"{name.title()} has already won with four in a row from here; expected an open game",
                    line=numbers[rules.column_of(lowest)],
                    column=rules.row_of(lowest) + 1,
                )
    if discs[ALICE] | discs[BILL] == rules.board:
        raise FormatError("the board is full; expected at least one empty cell", line=numbers[-1])
