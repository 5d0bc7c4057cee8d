"""Geometry handed to the kernels: the masks of a board, and the memory that a search works in."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

import numpy as np

from claimeven.kernels import desk as layout
from claimeven.kernels import fill
from claimeven.kernels.table import INDEX_BITS, NOTICES
from claimeven.search.memory import MIB, require_table

if TYPE_CHECKING:
    from claimeven.kernels.jit import Board, Words
    from claimeven.rules.geometry import Geometry

ENTRY_BYTES = 8


def kernel_board(geometry: Geometry) -> Board:
    """The masks that every kernel takes first (see kernels/bits.py)."""
    answer = sum(geometry.row_mask(row) for row in range(geometry.rows - 1, -1, -2))
    masks = (geometry.bottom, geometry.board, geometry.board ^ answer, answer, geometry.stride)
    bottom, board, lead, answer_cells, stride = (np.uint64(mask) for mask in masks)
    return bottom, board, lead, answer_cells, stride


def fill_board(geometry: Geometry, filled: int) -> Board:
    """``kernel_board`` for a board on which discs may float.

    In each column, lead and answer cells are told from the top as always, but only empty cells count.
    """
    bottom, board, lead, answer, stride = kernel_board(geometry)
    if geometry.is_floating(filled):
        empty = geometry.board & ~filled
        by_column = [
            [cell for cell in _cells_down(geometry, column) if cell & empty]
            for column in range(geometry.columns)
        ]
        lead, answer = (np.uint64(sum(sum(cells[first::2]) for cells in by_column)) for first in (1, 0))
    return bottom, board, lead, answer, stride


def _cells_down(geometry: Geometry, column: int) -> list[int]:
    """The cells of a column from the top down."""
    return [geometry.cell(column, row) for row in reversed(range(geometry.rows))]


def new_desk(geometry: Geometry) -> Words:
    """The array that one thread works in (see kernels/desk.py), for a search of its own."""
    desk = np.zeros(layout.ROWS * layout.ROW, np.uint64)
    desk[: geometry.columns] = [geometry.column_mask(column) for column in geometry.centre_first]
    desk[layout.SHARED] = layout.ROWS
    desk[layout.MIRROR] = fill.MIRROR_LEFT
    return desk


def new_table(mib: int) -> Words:
    """An empty table: the largest power of two of entries in ``mib`` MiB, on huge pages where there are any.

    Raises TableError below 1 MiB or above the memory that this machine has free.
    """
    require_table(mib)
    entries = (1 << max((mib * MIB // ENTRY_BYTES).bit_length() - 1, INDEX_BITS)) + NOTICES
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory = mmap.mmap(-1, entries * ENTRY_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.madvise(mmap.MADV_HUGEPAGE)
        table = np.frombuffer(memory, dtype=np.uint64)
    else:
        table = np.empty(entries, np.uint64)
    table[:] = 0  # the system hands out its pages now, not during the first search
    return table


def small_part(table: Words, positions: int) -> Words:
    """A table within ``table``, quick to empty, for a search that meets so many positions; emptied."""
    entries = max(1 << INDEX_BITS, 1 << positions.bit_length() + 1)
    part = table[: min(entries + NOTICES, table.size)]
    part[:] = 0
    return part
