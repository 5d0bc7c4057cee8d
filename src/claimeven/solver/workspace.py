"""Memory for the kernels: a Table of results, and a Workspace for each searching thread."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
from array import array

from claimeven.errors import TableError
from claimeven.kernels import layout
from claimeven.kernels.library import is_interpreted
from claimeven.rules.rules import Rules

MIB = 1 << 20
MIN_MIB = 1  # holds more entries than the exact keys of kernels/table.py need
MODEST_MIB = 64  # every machine has that much; measuring free memory would cost a tenth of a short command
SLICE = 1 << 14  # nodes that the calling thread searches before others help: about two milliseconds
TURN_NODES = 256 if is_interpreted() else 100_000  # nodes of one call of an entry: about ten milliseconds
POPULATE_WRITE = 23  # Linux 5.14 and later; Python has no name for it yet
WIDEST = (-layout.OFFSET, layout.OFFSET)  # every score lies between these


def require_table(mib: int) -> None:
    """Raise TableError for a table below 1 MiB or above the free memory of this machine."""
    if MIN_MIB <= mib <= MODEST_MIB:
        return
    import psutil  # type: ignore[import-untyped]

    free = int(psutil.virtual_memory().available) // MIB
    if not MIN_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {MIN_MIB} to {free} MiB")


class Table:
    """An empty transposition table: the largest power of two of entries that fits into ``mib`` MiB.

    It uses huge pages if possible. The system provides the memory as it is first written to, or all of it
    at ``prepare``. Raises TableError below 1 MiB or above the free memory of this machine.
    """

    def __init__(self, mib: int) -> None:
        require_table(mib)
        max_entries = mib * MIB // layout.WORD_BYTES
        index_bits = max(max_entries.bit_length() - 1, layout.INDEX_BITS)
        entries = 1 << index_bits
        self._max_words = entries + layout.BUSY_MARKS
        self.words = self._max_words
        size = self.words * layout.WORD_BYTES
        if hasattr(mmap, "MAP_PRIVATE"):
            self._memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        else:
            self._memory = mmap.mmap(-1, size)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._is_prepared = False

    def prepare(self) -> None:
        """Have the system provide all the memory now, if it can; later calls do nothing."""
        if self._is_prepared:
            return
        self._is_prepared = True
        with contextlib.suppress(AttributeError, OSError):
            self._memory.madvise(POPULATE_WRITE)

    def empty(self, positions: int) -> None:
        """Forget everything, and shrink to the size that a search of so many positions needs.

        A smaller table is quicker to empty.
        """
        index_bits = max(positions.bit_length() + 1, layout.INDEX_BITS)
        entries = 1 << index_bits
        self.words = min(entries + layout.BUSY_MARKS, self._max_words)
        ctypes.memset(self.address, 0, self.words * layout.WORD_BYTES)


class Workspace:
    """The words in which one thread searches (kernels/layout.py), laid out for one board and table.

    ``filled`` matters only if discs float: the boards searched must have the same floating ones.
    """

    __slots__ = ("address", "table", "words")

    def __init__(self, rules: Rules, table: Table, filled: int = 0) -> None:
        self.table = table
        self.words = array("Q", bytes(layout.WORKSPACE_WORDS * layout.WORD_BYTES))
        words = self.words
        self.address, _ = words.buffer_info()
        for place, column in enumerate(rules.centre_first):
            words[place] = rules.column_masks[column]
        words[layout.BOTTOM : layout.STRIDE + 1] = array("Q", masks(rules, filled))
        words[layout.TABLE] = table.address
        words[layout.WORDS] = table.words
        words[layout.GAME] = layout.FOUR if rules.line_ends_game else layout.MAX
        floor, ceiling = WIDEST
        words[layout.FLOOR] = layout.OFFSET + floor
        words[layout.CEILING] = layout.OFFSET + ceiling
        words[layout.SHARED] = layout.ROWS
        words[layout.MIRROR] = layout.FILL_MIRROR_LEFT
        if rules.is_floating(filled):
            words[layout.FLOATING] = 1
            words[layout.MIRROR] = rules.cells

    @property
    def is_finished(self) -> bool:
        """True when the last call has finished within its budget."""
        return not self.words[layout.PAUSED]

    def share(self, other: Workspace) -> None:
        """Join the search of another workspace."""
        other.words[layout.SHARED] = layout.SHARED_LEFT
        self.words[: layout.ROW] = other.words[: layout.ROW]
        self.words[layout.NODES] = 0
        self.words[layout.PAUSED] = 0

    def clear(self) -> None:
        """Forget a shared search, which may have been stopped in the middle."""
        if self.words[layout.SHARED] != layout.ROWS:
            self.words[layout.SHARED] = layout.ROWS
            self.words[layout.LEAVE] = 0
            for row in range(layout.ROWS):
                self.words[row * layout.ROW + layout.PATH_KEY] = 0


def masks(rules: Rules, filled: int = 0) -> tuple[int, int, int, int, int]:
    """Return the masks of a board in the order of the layout: bottom, cells, lead, answer, stride.

    Lead and answer cells alternate from the top (kernels/bits.py); if discs float, only among empty cells.
    """
    taken = filled if rules.is_floating(filled) else 0
    lead = 0
    answer = 0
    for column in range(rules.columns):
        cells = [rules.cell(column, row) for row in reversed(range(rules.rows))]
        empty = [cell for cell in cells if not cell & taken]
        answer += sum(empty[::2])
        lead += sum(empty[1::2])
    return rules.bottom, rules.board, lead, answer, rules.stride
