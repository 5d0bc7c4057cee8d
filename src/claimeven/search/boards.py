"""Geometry handed to the kernels: the masks of a board, and the memory that a search works in."""

from __future__ import annotations

import mmap
import os
from typing import TYPE_CHECKING

import numpy as np

from claimeven.errors import TableError
from claimeven.kernels.table import INDEX_BITS

if TYPE_CHECKING:
    from claimeven.kernels.jit import Board, Words
    from claimeven.rules.geometry import Geometry

ENTRY_BYTES = 8
MIB = 1 << 20
LEAST_MIB = 1  # holds 2 ** 17 entries; table.py needs 2 ** INDEX_BITS


def kernel_board(geometry: Geometry) -> Board:
    """The masks that every kernel takes first (see kernels/bits.py)."""
    answer = sum(geometry.row_mask(row) for row in range(geometry.rows - 1, -1, -2))
    masks = (geometry.bottom, geometry.board, geometry.board ^ answer, answer, geometry.stride)
    bottom, board, lead, answer_cells, stride = (np.uint64(mask) for mask in masks)
    return bottom, board, lead, answer_cells, stride


def new_table(mib: int) -> Words:
    """An empty table: the largest power of two of entries in ``mib`` MiB, on huge pages where there are any.

    Raises TableError below 1 MiB or above the memory that this machine has free.
    """
    free = _free_mib()
    if not LEAST_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {LEAST_MIB} to {free} MiB")
    entries = 1 << max((mib * MIB // ENTRY_BYTES).bit_length() - 1, INDEX_BITS)
    memory = mmap.mmap(-1, entries * ENTRY_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    table = np.frombuffer(memory, dtype=np.uint64)
    table[:] = 0
    return table


def _free_mib() -> int:
    """How much memory a table may take: what the system calls available, or all if it does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) // 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
