"""Alice and Bill's files: one line for each column, left column first, its discs from bottom to top.

    e           an empty column
    abba        four discs: Alice's at the bottom, two of Bill's, Alice's on top
    ...         and so on, one line for every column of the board

Blank lines, carriage returns and blanks at the end of a line mean nothing.
"""

from __future__ import annotations

from itertools import product
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
    """The opponent of ``name``."""
    return BILL if name == ALICE else ALICE


def parse_columns(text: str, *, first: Name = ALICE, rules: Rules = CONNECT_FOUR) -> Position:
    """The position that ``text`` shows with ``first`` to move: its own discs are those of ``first``.

    Raises FormatError for anything else, for counts of discs that taking turns cannot give, and for a
    game that is over, since then there is no side to move.
    """
    stripped = (line.rstrip(" \t\r") for line in text.split("\n"))
    lines = [(number, line) for number, line in enumerate(stripped, start=1) if line]
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
    _check(discs, first, rules, numbers)
    return Position(discs[first], discs[ALICE] | discs[BILL], rules)


def write_columns(position: Position, *, first: Name = ALICE) -> str:
    """The text that ``parse_columns`` reads with the same ``first``, with a final line end.

    >>> write_columns(Position.from_moves("4453")).split()
    ['e', 'e', 'b', 'ab', 'a', 'e', 'e']
    """
    own, other = ("a", "b") if first == ALICE else ("b", "a")
    return "".join(f"{stack or EMPTY}\n" for stack in stacks_of(position, position.own, own, other))


def _parse_column(line: str, number: int, rules: Rules) -> list[Name]:
    """Whose discs stand in one column, from bottom to top."""
    names: list[Name] = []
    if line == EMPTY:
        return names
    for place, letter in enumerate(line, start=1):
        if letter in LETTERS and len(names) < rules.rows:
            names.append(LETTERS[letter])
        elif letter != "\r":
            why = f"{letter!r} is no disc; expected a or b, or {EMPTY} alone for an empty column"
            if letter in LETTERS:
                why = f"a disc on top of {rules.rows}; expected 1 to {rules.rows} letters a and b"
            raise FormatError(why, line=number, column=place)
    return names


def _check(discs: dict[Name, int], first: Name, rules: Rules, numbers: list[int]) -> None:
    """Both have dropped as many discs, or the opponent of ``first`` one more, and the game goes on."""
    opponent = other_name(first)
    if discs[opponent].bit_count() - discs[first].bit_count() not in (0, 1):
        raise FormatError(
            f"{discs[ALICE].bit_count()} discs of Alice and {discs[BILL].bit_count()} of Bill up to here; "
            f"with {first.title()} to move, expected as many of both or one more of {opponent.title()}",
            line=numbers[-1],
        )
    for name, line in product(NAMES, rules.lines):
        if line & discs[name] == line:
            lowest = line & -line
            why = f"{name.title()} has already won with four in a row from here; expected an open game"
            raise FormatError(why, line=numbers[rules.column_of(lowest)], column=rules.row_of(lowest) + 1)
    if discs[ALICE] | discs[BILL] == rules.board:
        raise FormatError("the board is full; expected at least one empty cell", line=numbers[-1])
