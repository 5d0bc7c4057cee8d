"""Moves as cells, in the order they were played: ``d1 d2 e1 c1``.

A cell is named by the letter of its column and by its row from below, so that a1 is at the bottom left. A
disc falls to the lowest empty cell of its column, so the row says nothing new; it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from claimeven.errors import FormatError, IllegalMove, shortened
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

SEPARATORS = " \t,;"
DIGIT_COLUMNS = 9  # on wider boards letters are names of columns in moves, too
EXAMPLE = "d1"
_WORD = re.compile(rf"[^{SEPARATORS}]+")
_CELLS = re.compile(r"(?:[a-z][0-9]{1,2})+")
_CELL = re.compile(r"[a-z][0-9]{1,2}")


class _Word(NamedTuple):
    """A word of a text, with its place."""

    text: str
    line: int
    column: int


def is_cells(lines: Sequence[tuple[int, str]], rules: Rules) -> bool:
    """Return whether numbered lines, in lower case, are meant as cells: they begin with a cell.

    On a board of more than nine columns ``a1`` could also be the moves a and 1. There the text must consist
    of two or more words, each of them a cell.
    """
    words = [word.text for word in _words(lines)]
    if not words:
        return False
    if rules.columns <= DIGIT_COLUMNS:
        return _CELLS.fullmatch(words[0]) is not None
    return len(words) > 1 and all(_CELL.fullmatch(word) for word in words)


def parse_cells(lines: Sequence[tuple[int, str]], rules: Rules = CONNECT_FOUR) -> tuple[int, ...]:
    """Return the 0-based columns of the cells in numbered lines, which are in lower case.

    Raise FormatError at the first cell that does not exist or is not the next free one of its column, and at
    a cell after the end of the game.

    >>> parse_cells([(1, "d1 d2 e1 c1")])
    (3, 3, 4, 2)
    """
    position = Position(0, 0, rules)
    columns = []
    for cell in _cells(lines):
        column = _column_of(cell, position)
        try:
            position = position.play(column)
        except IllegalMove as error:
            raise FormatError(f"{cell.text}: {error}", line=cell.line, column=cell.column) from None
        columns.append(column)
    return tuple(columns)


def write_cells(columns: Iterable[int], rules: Rules = CONNECT_FOUR) -> str:
    """Return the text that ``parse_cells`` reads; raise IllegalMove for moves that cannot be played.

    >>> write_cells((3, 3, 4, 2))
    'd1 d2 e1 c1'
    """
    position = Position(0, 0, rules)
    names = []
    for column in columns:
        names.append(rules.cell_name(position.drop(column)))
        position = position.play(column)
    return " ".join(names)


def _words(lines: Iterable[tuple[int, str]]) -> Iterator[_Word]:
    """Yield the words of numbered lines."""
    for number, line in lines:
        for found in _WORD.finditer(line):
            yield _Word(found[0], number, found.start() + 1)


def _cells(lines: Iterable[tuple[int, str]]) -> Iterator[_Word]:
    """Yield the cells, which may have no blanks between them; raise FormatError at any other word."""
    for word in _words(lines):
        if _CELLS.fullmatch(word.text) is None:
            raise FormatError(
                f"{shortened(word.text)} is not a cell; expected a letter and a row, e.g. {EXAMPLE}",
                line=word.line,
                column=word.column,
            )
        for found in _CELL.finditer(word.text):
            yield _Word(found[0], word.line, word.column + found.start())


def _column_of(cell: _Word, position: Position) -> int:
    """Return the 0-based column of a cell; raise FormatError unless a disc falls to that cell.

    A full column and a finished game are left to the caller.
    """
    rules = position.rules
    column = ord(cell.text[0]) - ord("a")
    row = int(cell.text[1:]) - 1
    if column >= rules.columns or not 0 <= row < rules.rows:
        last_letter = chr(ord("a") + rules.columns - 1)
        reason = f"there is no cell {cell.text}; columns are a to {last_letter}, rows 1 to {rules.rows}"
        raise FormatError(reason, line=cell.line, column=cell.column)
    next_cell = position.drops & rules.column_masks[column]
    if not position.is_over and next_cell and rules.row_of(next_cell) != row:
        next_name = rules.cell_name(next_cell)
        reason = f"a disc cannot go to {cell.text}; the next free cell of its column is {next_name}"
        raise FormatError(reason, line=cell.line, column=cell.column)
    return column
