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
        if min(self.columns, self.rows) < MIN_SIDE or (self.rows + 1) * self.columns > WORD_BITS:
            raise GeometryError(
                f"a board of {self.columns} columns and {self.rows} rows is not supported; at least "
                f"{MIN_SIDE} of each, and (rows + 1) x columns at most {WORD_BITS}"
            )
        stride = self.rows + 1
        columns = range(self.columns)
        bottom = sum(1 << column * stride for column in columns)
        middle = (self.columns - 1) / 2
        derived = {
            "line_ends_game": self.variant.line_ends_game,
            "stride": stride,
            "cells": self.columns * self.rows,
            "bottom": bottom,
            "board": bottom * ((1 << self.rows) - 1),
            "steps": (1, stride - 1, stride, stride + 1),  # | \\ - /
            "column_masks": tuple(((1 << self.rows) - 1) << column * stride for column in columns),
            "centre_first": tuple(sorted(columns, key=lambda column: (abs(column - middle), column))),
            "lines": _lines(self.columns, self.rows),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def name(self) -> str:
        """The game in one word, as options and files have it."""
        return self.variant.name

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.variant.title

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of the first and of the second player's discs."""
        return self.variant.colours

    def require_game(self, wanted: Rules, what: str) -> None:
        """Raise UnknownName if this is not the game that ``what`` is for, on a board of any size."""
        if self.variant is not wanted.variant:
            raise UnknownName(f"{what} for the variant", self.name, [wanted.name])

    def sized(self, columns: int, rows: int) -> Rules:
        """The same game on a board of another size; raises GeometryError if that is not supported."""
        return Rules(columns, rows, self.variant)

    def cell(self, column: int, row: int) -> int:
        """The bit of one cell."""
        return 1 << column * self.stride + row

    def column_of(self, cell: int) -> int:
        """The column of one cell, from 0 at the left; ``cell`` has a single bit."""
        return (cell.bit_length() - 1) // self.stride

    def row_of(self, cell: int) -> int:
        """The row of one cell, from 0 at the bottom; ``cell`` has a single bit."""
        return (cell.bit_length() - 1) % self.stride

    def has_line(self, discs: int) -> bool:
        """True when some four of ``discs`` stand in a row."""
        for step in self.steps:
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_floating(self, filled: int) -> bool:
        """True when some filled cell has an empty one below it."""
        return bool((filled + self.bottom) & filled)

    def mirror(self, bits: int) -> int:
        """The same cells, left and right exchanged."""
        column = (1 << self.stride) - 1
        mirrored = 0
        for _ in range(self.columns):
            mirrored = mirrored << self.stride | bits & column
            bits >>= self.stride
        return mirrored

    def column_name(self, column: int) -> str:
        """How people write a column: 1 to 9, then a, b, c and so on."""
        return COLUMN_NAMES[column]

    def column_named(self, name: str) -> int:
        """The column that people write as ``name``; raises IllegalMove if there is none."""
        column = COLUMNS_BY_NAME.get(name, -1)
        if not 0 <= column < self.columns:
            raise IllegalMove(f"{name!r} is not a column; columns are 1 to {COLUMN_NAMES[self.columns - 1]}")
        return column


@cache
def _lines(columns: int, rows: int) -> tuple[int, ...]:
    """Every line of four as a mask: vertical, horizontal, rising and falling."""
    stride = rows + 1
    reach = LINE_LENGTH - 1
    lines = []
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for column in range(columns - reach * right):
            for row in range(max(0, -reach * up), rows - max(0, reach * up)):
                cells = ((column + i * right) * stride + row + i * up for i in range(LINE_LENGTH))
                lines.append(sum(1 << cell for cell in cells))
    return tuple(lines)


CONNECT_FOUR = Rules()
MAX_CONNECT_FOUR = Rules(variant=MAX)
GAMES = {rules.name: rules for rules in (CONNECT_FOUR, MAX_CONNECT_FOUR)}


def parse_size(text: str, rules: Rules = CONNECT_FOUR) -> Rules:
    """``rules`` on a board written as columns x rows, as ``7x6``; raises GeometryError for anything else."""
    columns, separator, rows = text.partition("x")
    sides_are_numbers = all(side.isascii() and side.isdigit() and len(side) < 3 for side in (columns, rows))
    if not separator or not sides_are_numbers:
        raise GeometryError(f"{shortened(text)} is not a board size; write columns x rows, as 7x6")
    return rules.sized(int(columns), int(rows))
