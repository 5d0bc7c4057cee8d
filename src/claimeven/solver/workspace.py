"""Memory for the kernels: a Table of results, and a Workspace at which one thread asks them questions."""

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
MODEST_MIB = 64  # every machine has that; to ask it for its memory would cost a tenth of a short command
UNLIMITED = 1 << 62
SLICE = 1 << 14  # nodes, some two milliseconds: what the calling thread searches before others help
TURN_NODES = (
    256 if is_interpreted() else 100_000
)  # some ten milliseconds: how long one call of an entry lasts
POPULATE_WRITE = 23  # Linux 5.14 and later; Python has no name for it yet
WIDEST = (-layout.OFFSET, layout.OFFSET)  # every score lies between these


def require_table(mib: int) -> None:
    """Raise TableError for a table below 1 MiB or above the memory that this machine has free."""
    if MIN_MIB <= mib <= MODEST_MIB:
        return
    import psutil  # type: ignore[import-untyped]

    free = int(psutil.virtual_memory().available) // MIB
    if not MIN_MIB <= mib <= free:
        raise TableError(f"a table of {mib} MiB is not possible; here it can have {MIN_MIB} to {free} MiB")


class Table:
    """An empty table: the largest power of two of entries in ``mib`` MiB, on huge pages where there are any.

    The system provides the memory as it is first written to, or all of it at ``prepare``. Raises
    TableError below 1 MiB or above the memory that this machine has free.
    """

    def __init__(self, mib: int) -> None:
        require_table(mib)
        entries = 1 << max((mib * MIB // layout.WORD_BYTES).bit_length() - 1, layout.INDEX_BITS)
        self._most_words = self.words = entries + layout.BUSY_MARKS
        size = self.words * layout.WORD_BYTES
        own = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        self._memory = mmap.mmap(-1, size, **own)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._is_prepared = False

    def prepare(self) -> None:
        """Make the system provide all the memory now, where it can; once is enough."""
        if not self._is_prepared:
            self._is_prepared = True
            with contextlib.suppress(AttributeError, OSError):
                self._memory.madvise(POPULATE_WRITE)

    def empty(self, positions: int) -> None:
        """Forget everything, and shrink to what a search of so many positions needs: quicker to empty."""
        entries = max(1 << layout.INDEX_BITS, 1 << positions.bit_length() + 1)
        self.words = min(entries + layout.BUSY_MARKS, self._most_words)
        ctypes.memset(self.address, 0, self.words * layout.WORD_BYTES)


class Workspace:
    """The words that one searching thread works in (kernels/layout.py), laid out for one board and table.

    ``filled`` matters only where discs float: the boards searched must have the same floating ones.
    """

    __slots__ = ("address", "table", "words")

    def __init__(self, rules: Rules, table: Table, filled: int = 0) -> None:
        self.table = table
        self.words = words = array("Q", bytes(layout.WORKSPACE_WORDS * layout.WORD_BYTES))
        self.address = words.buffer_info()[0]
        for place, column in enumerate(rules.centre_first):
            words[place] = rules.column_masks[column]
        words[layout.BOTTOM : layout.STRIDE + 1] = array("Q", masks(rules, filled))
        words[layout.TABLE], words[layout.WORDS] = table.address, table.words
        words[layout.GAME] = layout.CONNECT if rules.line_ends_game else layout.FILL
        words[layout.FLOOR], words[layout.CEILING] = (layout.OFFSET + bound for bound in WIDEST)
        words[layout.SHARED] = layout.ROWS
        words[layout.MIRROR] = layout.FILL_MIRROR_LEFT
        if rules.is_floating(filled):
            words[layout.FLOATING], words[layout.MIRROR] = 1, rules.cells

    @property
    def is_finished(self) -> bool:
        """True when the last question was answered within its budget."""
        return not self.words[layout.PAUSED]

    def share(self, other: Workspace) -> None:
        """Take over the question of another workspace, so that both search it together."""
        other.words[layout.SHARED] = layout.SHARED_LEFT
        self.words[: layout.ROW] = other.words[: layout.ROW]
        self.words[layout.NODES] = 0
        self.words[layout.PAUSED] = 0

    def clear(self) -> None:
        """Forget a shared search, which may have been stopped on its path."""
        if self.words[layout.SHARED] != layout.ROWS:
            self.words[layout.SHARED], self.words[layout.LEAVE] = layout.ROWS, 0
            for row in range(layout.ROWS):
                self.words[row * layout.ROW + layout.PATH_KEY] = 0


def masks(rules: Rules, filled: int = 0) -> tuple[int, int, int, int, int]:
    """The masks of a board in the order of the layout: bottom, cells, lead, answer, stride.

    Lead and answer cells count from the top (kernels/bits.py); where discs float, only empty cells count.
    """
    taken = filled if rules.is_floating(filled) else 0
    lead = answer = 0
    for column in range(rules.columns):
        cells = [rules.cell(column, row) for row in reversed(range(rules.rows))]
        empty = [cell for cell in cells if not cell & taken]
        answer += sum(empty[::2])
        lead += sum(empty[1::2])
    return rules.bottom, rules.board, lead, answer, rules.stride
