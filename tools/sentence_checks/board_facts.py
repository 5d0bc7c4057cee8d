"""What a sentence names and what a board shows, found in slow and obvious ways."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimeven import Position, Rules

NAMES = ("X", "O")
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
CELL = r"[a-z]\d"
CELLS = rf"{CELL}(?:(?:, | and | or ){CELL})*"
COLUMNS = r"\w(?: \w)*"
SIDE = "[XO]"
MAX_LEFT_TO_SOLVE = 14  # cells: a plain search of more takes too long


def number_of(word: str) -> int:
    """Return a number written in letters or digits."""
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def cells_in(text: str, position: Position) -> int:
    """Return the cells that a text names, as a mask."""
    cells = 0
    for name in re.findall(rf"\b{CELL}\b", text):
        cells |= position.rules.cell(ord(name[0]) - ord("a"), int(name[1:]) - 1)
    return cells


def columns_in(text: str) -> list[int]:
    """Return the columns that a text names, from 0."""
    return [int(name) - 1 for name in re.findall(r"\b\d\b", text)]


def cell_names(cells: int, position: Position) -> str:
    """Return the names of cells as a list in a sentence."""
    return " and ".join(cell_list(cells, position))


def cell_list(cells: int, position: Position) -> list[str]:
    """Return the names of cells, column by column."""
    names = []
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            if cells & position.rules.cell(column, row):
                names.append(f"{chr(ord('a') + column)}{row + 1}")
    return names


def single_cells(cells: int) -> Iterator[int]:
    """Yield the cells of a mask."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def threats_of(position: Position, side: int) -> int:
    """Return the empty cells where a side completes a line, by trying them all."""
    discs = position.discs_of(side)
    found = 0
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            cell = position.rules.cell(column, row)
            if not cell & position.filled and position.rules.has_line(discs | cell):
                found |= cell
    return found


def fours_of(position: Position, side: int) -> int:
    """Return the threats that a side could play now."""
    return threats_of(position, side) & position.drops


def lines_left(position: Position, side: int) -> list[int]:
    """Return the lines without a disc of the other side."""
    other = position.discs_of(1 - side)
    return [line for line in position.rules.lines if line & other == 0]


def column_cells(position: Position, cell: int) -> int:
    """Return all cells of the column of a cell."""
    return next(mask for mask in position.rules.column_masks if mask & cell)


def free_cells(position: Position, last: int) -> int:
    """Count the empty cells that are neither one of ``last`` nor above one."""
    free = 0
    for column in position.rules.column_masks:
        under = column & last
        empty = column & ~position.filled
        free += (empty & (under - 1)).bit_count() if under else empty.bit_count()
    return free


def suffices(position: Position, side: int, wins: bool, lines: tuple[int, ...]) -> bool:
    """Return whether a side wins, or does not lose, if only ``lines`` count for it."""
    counting = (lines, position.rules.lines) if side == 0 else (position.rules.lines, lines)
    result = play_out(position.first, position.second, position.turn, counting, position.rules, {})
    gain = result if side == 0 else -result
    return gain >= (1 if wins else 0)


def play_out(
    first: int,
    second: int,
    mover: int,
    counting: tuple[tuple[int, ...], tuple[int, ...]],
    rules: Rules,
    known: dict[tuple[int, int], int],
) -> int:
    """Return the result of perfect play for the first player, 1, 0 or -1, by trying every move."""
    if (first, second) in known:
        return known[first, second]
    filled = first | second
    wanted = 1 if mover == 0 else -1
    values = []
    for column in rules.column_masks:
        cell = (filled + (column & rules.bottom)) & column & ~filled
        if not cell:
            continue
        discs = (second if mover else first) | cell
        if any(line & discs == line and line & cell for line in counting[mover]):
            values.append(wanted)
        elif mover:
            values.append(play_out(first, discs, 0, counting, rules, known))
        else:
            values.append(play_out(discs, second, 1, counting, rules, known))
        if values[-1] == wanted:
            break
    known[first, second] = wanted * max((value * wanted for value in values), default=0)
    return known[first, second]
