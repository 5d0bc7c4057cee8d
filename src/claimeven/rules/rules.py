"""Rules: the variant and the size of the board, with its masks and lines as bits.

A board of W columns and H rows is one integer of W * (H + 1) bits: column by column from the left,
each from the bottom up, with one bit that is always empty on top. For 7 x 6 the bits are numbered:

     6 13 20 27 34 41 48     always empty: keeps a shift from wrapping into the next column
    +--------------------+
    | 5 12 19 26 33 40 47|   row 5, the top
    | 4 11 18 25 32 39 46|
    | 3 10 17 24 31 38 45|
    | 2  9 16 23 30 37 44|
    | 1  8 15 22 29 36 43|
    | 0  7 14 21 28 35 42|   row 0, the bottom
    +--------------------+

The neighbour above is 1 bit away, the one to the right ``stride`` = H + 1, the diagonals H + 2 and H.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from claimeven.errors import GeometryError, IllegalMove, UnknownName, shortened
from claimeven.rules.variant import FOUR, MAX, Variant

LINE_LENGTH = 4
MIN_SIDE = 4
WORD_BITS = 64
COLUMN_NAMES = "123456789abcdefghijklmnopqrstuvwxyz"
COLUMNS_BY_NAME = {name: column for column, name in enumerate(COLUMN_NAMES)}


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant on a board of a supported size, and the masks derived from it.

    ``steps`` are the distances of neighbours in the four directions. ``centre_first`` are the columns in the
    order of preference among equals: 4 3 5 2 6 1 7 on seven columns. Raises GeometryError for a size that is
    not supported.

    >>> rules = Rules(7, 6)
    >>> rules.cells, len(rules.lines)
    (42, 69)
    >>> corner = rules.cell(column=6, row=5)
    >>> rules.column_of(corner), rules.row_of(corner)
    (6, 5)
    """

    columns: int = 7
    rows: int = 6
    variant: Variant = FOUR
    line_ends_game: bool = field(init=False, repr=False, compare=False)
    stride: int = field(init=False, repr=False, compare=False)
    cells: int = field(init=False, repr=False, compare=False)
    bottom: int = field(init=False, repr=False, compare=False)
    board: int = field(init=False, repr=False, compare=False)
    steps: tuple[int, ...] = field(init=False, repr=False, compare=False)
    column_masks: tuple[int, ...] = field(init=False, repr=False, compare=False)
    centre_first: tuple[int, ...] = field(init=False, repr=False, compare=False)
    lines: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if size_problem := _size_problem(self.columns, self.rows):
            raise GeometryError(f"a board of {self.columns} columns and {self.rows} rows is {size_problem}")
        stride = self.rows + 1
        columns = range(self.columns)
        bottom = sum(1 << (column * stride) for column in columns)
        full_column = (1 << self.rows) - 1
        middle = (self.columns - 1) / 2

        def distance_from_centre(column: int) -> tuple[float, int]:
            return (abs(column - middle), column)

        derived = {
            "line_ends_game": self.variant.line_ends_game,
            "stride": stride,
            "cells": self.columns * self.rows,
            "bottom": bottom,
            "board": bottom * full_column,
            "steps": (1, stride - 1, stride, stride + 1),  # | \\ - /
            "column_masks": tuple(full_column << (column * stride) for column in columns),
            "centre_first": tuple(sorted(columns, key=distance_from_centre)),
            "lines": _lines(self.columns, self.rows),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def name(self) -> str:
        """The name of the variant in options and files: ``four`` or ``max``."""
        return self.variant.name

    @property
    def title(self) -> str:
        """The name of the game in texts."""
        return self.variant.title

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of the first and of the second player's discs."""
        return self.variant.colours

    def require_game(self, wanted: Rules, what: str) -> None:
        """Raise UnknownName unless this is the variant of ``wanted``, on a board of any size.

        ``what`` names the feature that only this variant has.
        """
        if self.variant is not wanted.variant:
            raise UnknownName(f"{what} for the variant", self.name, [wanted.name])

    def sized(self, columns: int, rows: int) -> Rules:
        """Return the same variant on a board of another size; raise GeometryError if it is not supported."""
        return Rules(columns, rows, self.variant)

    def cell(self, column: int, row: int) -> int:
        """Return the bit of one cell."""
        return 1 << (column * self.stride + row)

    def column_of(self, cell: int) -> int:
        """Return the column of a cell, from 0 at the left; ``cell`` has a single bit."""
        return (cell.bit_length() - 1) // self.stride

    def row_of(self, cell: int) -> int:
        """Return the row of a cell, from 0 at the bottom; ``cell`` has a single bit."""
        return (cell.bit_length() - 1) % self.stride

    def has_line(self, discs: int) -> bool:
        """Return whether ``discs`` contain four in a row."""
        for step in self.steps:
            pairs = discs & (discs >> step)
            if pairs & (pairs >> 2 * step):
                return True
        return False

    def is_floating(self, filled: int) -> bool:
        """Return whether some filled cell has an empty one below it."""
        return bool((filled + self.bottom) & filled)

    def mirror(self, bits: int) -> int:
        """Return the same cells with left and right exchanged."""
        column = (1 << self.stride) - 1
        mirrored = 0
        for _ in range(self.columns):
            mirrored = (mirrored << self.stride) | (bits & column)
            bits >>= self.stride
        return mirrored

    def column_name(self, column: int) -> str:
        """Return the name of a column: 1 to 9, then a, b, c and so on."""
        return COLUMN_NAMES[column]

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: the letter of its column and its row, a1 at the bottom left."""
        letter = chr(ord("a") + self.column_of(cell))
        return f"{letter}{self.row_of(cell) + 1}"

    def column_named(self, name: str) -> int:
        """Return the column called ``name``; raise IllegalMove if there is none."""
        column = COLUMNS_BY_NAME.get(name, -1)
        if not 0 <= column < self.columns:
            raise IllegalMove(f"{name!r} is not a column; columns are 1 to {COLUMN_NAMES[self.columns - 1]}")
        return column


@cache
def _lines(columns: int, rows: int) -> tuple[int, ...]:
    """Return every line of four as a mask: vertical, horizontal, rising and falling."""
    stride = rows + 1
    reach = LINE_LENGTH - 1
    lines = []
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        lowest_row = reach if up < 0 else 0
        highest_row = rows - 1 - (reach if up > 0 else 0)
        for column in range(columns - reach * right):
            for row in range(lowest_row, highest_row + 1):
                line = 0
                for number in range(LINE_LENGTH):
                    bit = (column + number * right) * stride + row + number * up
                    line |= 1 << bit
                lines.append(line)
    return tuple(lines)


def _size_problem(columns: int, rows: int) -> str:
    """Return why a board cannot have this size, or nothing: (rows + 1) x columns must fit a machine word."""
    if min(columns, rows) < MIN_SIDE:
        return f"too small; the smallest has {MIN_SIDE} columns and {MIN_SIDE} rows"
    most_rows = WORD_BITS // columns - 1
    if most_rows < MIN_SIDE:
        most_columns = WORD_BITS // (MIN_SIDE + 1)
        return f"too large; at most {most_columns} columns are possible"
    if rows > most_rows:
        return f"too large; with {columns} columns at most {most_rows} rows are possible"
    return ""


CONNECT_FOUR = Rules()
MAX_CONNECT_FOUR = Rules(variant=MAX)
GAMES = {rules.name: rules for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR)}


def parse_size(text: str, rules: Rules = CONNECT_FOUR) -> Rules:
    """Return ``rules`` on a board of a size written like ``7x6``, columns first.

    Raises GeometryError for any other text, and for a size that is not supported.
    """
    columns, separator, rows = text.partition("x")
    if not separator or not _is_side(columns) or not _is_side(rows):
        raise GeometryError(f"{shortened(text)} is not a board size; write columns x rows, e.g. 7x6")
    return rules.sized(int(columns), int(rows))


def _is_side(text: str) -> bool:
    """Return whether ``text`` is a number of one or two digits."""
    return text.isascii() and text.isdigit() and len(text) <= 2
