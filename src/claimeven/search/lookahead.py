"""Lookahead: the best column of Max-Connect4 some plies ahead, or to the end of the game."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, UnknownName
from claimeven.rules.position import Position
from claimeven.rules.variant import MAX_CONNECT_FOUR
from claimeven.search.book import packaged_book

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.kernels.jit import Words
    from claimeven.rules.geometry import Geometry

ESTIMATES = ("potential", "difference")
DEFAULT_TABLE_MIB = 64
UNLIMITED = 1 << 62
POLL_SECONDS = 0.05
DIRECT_DEPTH, DIRECT_CELLS = 5, 16  # so short a search takes less time than starting a thread
WIDEST = (-128, 128)  # every margin lies between these


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """The chosen column (0-based), and what it cost to find it.

    ``value`` is in lines, for the side to move: the final margin if ``is_exact``, else an estimate. ``depth``
    is the number of plies looked ahead, ``nodes`` the number of moves explored.
    """

    column: int
    value: float
    is_exact: bool
    depth: int
    nodes: int
    cpu_seconds: float


class Lookahead:
    """Chooses columns on boards of Max-Connect4, also where discs float or one side has too many.

    The same board and depth always give the same column, nodes and value: nothing is remembered from one
    choice to the next.

    >>> from claimeven import Geometry
    >>> Lookahead(table_mib=1).choose(0, 0, Geometry(), 4).column
    3
    """

    def __init__(self, *, table_mib: int = DEFAULT_TABLE_MIB, estimate: str = "potential") -> None:
        if estimate not in ESTIMATES:
            raise UnknownName("estimate", estimate, list(ESTIMATES))
        self._table_mib = table_mib
        self._estimate = estimate
        self._table: Words | None = None

    def choose(self, own: int, filled: int, geometry: Geometry, depth: int | None) -> Foresight:
        """The best column ``depth`` plies ahead: 0 is as 1, None is to the end of the game.

        ``own`` are the discs of the side to move, ``filled`` all discs. Among equals the column is the one
        nearest the centre, then the left one. Raises GameOver for a full board.
        """
        left = geometry.cells - filled.bit_count()
        if left == 0:
            raise GameOver("the board is full; there is no column to choose")
        ahead = left if depth is None else min(max(depth, 1), left)
        if ahead == left:
            return self._choose_exactly(own, filled, geometry)
        return self._choose_by_estimate(own, filled, geometry, ahead)

    def _choose_by_estimate(self, own: int, filled: int, geometry: Geometry, depth: int) -> Foresight:
        import numpy as np

        from claimeven.kernels import desk as layout
        from claimeven.kernels import lookahead as kernel
        from claimeven.search.boards import fill_board

        desk = _new_desk(geometry, filled)
        arguments = (
            fill_board(geometry, filled),
            self._fresh_table(geometry.columns**depth),
            desk,
            np.uint64(own),
            np.uint64(filled),
            depth,
            kernel.POTENTIAL if self._estimate == "potential" else kernel.DIFFERENCE,
        )
        cpu_seconds = _run(lambda: kernel.choose(*arguments), desk, direct=depth <= DIRECT_DEPTH)
        return Foresight(
            column=geometry.centre_first[int(desk[kernel.COLUMN])],
            value=(int(desk[kernel.VALUE]) - int(kernel.MIDDLE)) / int(kernel.UNIT),
            is_exact=False,
            depth=depth,
            nodes=int(desk[layout.NODES]),
            cpu_seconds=cpu_seconds,
        )

    def _choose_exactly(self, own: int, filled: int, geometry: Geometry) -> Foresight:
        left = geometry.cells - filled.bit_count()
        exact = _Exact(self._fresh_table(geometry.columns**left), geometry, filled)
        value = exact.margin(own, filled)
        drops = filled + geometry.bottom & ~filled
        moves = ((column, drops & geometry.column_mask(column)) for column in geometry.centre_first)
        column = next(
            c for c, move in moves if move and exact.is_at_most(filled ^ own, filled | move, -value)
        )
        return Foresight(
            column=column,
            value=value,
            is_exact=True,
            depth=left,
            nodes=exact.nodes,
            cpu_seconds=exact.cpu_seconds,
        )

    def _fresh_table(self, positions: int) -> Words:
        """An empty table; a small one, quick to empty, when there are only few positions to remember."""
        from claimeven.kernels.table import INDEX_BITS
        from claimeven.search.boards import new_table

        if self._table is None:
            self._table = new_table(self._table_mib)
        size = max(1 << INDEX_BITS, 1 << positions.bit_length() + 1)
        table = self._table[: min(size, self._table.size)]
        table[:] = 0
        return table


class _Exact:
    """Exact margins on boards that all have the same floating discs, from the book where there are none."""

    def __init__(self, table: Words, geometry: Geometry, filled: int) -> None:
        from claimeven.search.boards import fill_board, is_floating

        self._table = table
        self._geometry = geometry
        self._board = fill_board(geometry, filled)
        self._desk = _new_desk(geometry, filled)
        self._is_floating = is_floating(geometry, filled)
        self.cpu_seconds = 0.0

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        from claimeven.kernels.desk import NODES

        return int(self._desk[NODES])

    def margin(self, own: int, filled: int) -> int:
        """The exact margin."""
        return self._search(own, filled, WIDEST)[0]

    def is_at_most(self, own: int, filled: int, value: int) -> bool:
        """True when the margin is at most ``value``, which is cheaper to know."""
        return self._search(own, filled, (value, value + 1))[1] <= value

    def _search(self, own: int, filled: int, window: tuple[int, int]) -> tuple[int, int]:
        """Bounds of the margin that meet within the window."""
        import numpy as np

        from claimeven.kernels import desk as layout
        from claimeven.kernels import fill
        from claimeven.kernels.table import OFFSET

        stored = None
        if not self._is_floating:
            stored = packaged_book(MAX_CONNECT_FOUR).score(
                Position(own, filled, self._geometry, MAX_CONNECT_FOUR)
            )
        if stored is not None:
            return stored, stored
        desk = self._desk
        desk[layout.FLOOR], desk[layout.CEILING] = (OFFSET + bound for bound in window)
        arguments = self._board, self._table, desk, np.uint64(own), np.uint64(filled)
        direct = self._geometry.cells - filled.bit_count() <= DIRECT_CELLS
        self.cpu_seconds += _run(lambda: fill.solve(*arguments), desk, direct=direct)
        return int(desk[layout.LOWER]) - int(OFFSET), int(desk[layout.UPPER]) - int(OFFSET)


def _new_desk(geometry: Geometry, filled: int) -> Words:
    """The array that a search works in (see kernels/desk.py)."""
    import numpy as np

    from claimeven.kernels import desk as layout
    from claimeven.kernels import fill
    from claimeven.search.boards import is_floating

    desk = np.zeros(layout.ROWS * layout.ROW, np.uint64)
    desk[: geometry.columns] = [geometry.column_mask(column) for column in geometry.centre_first]
    desk[layout.BUDGET] = UNLIMITED
    desk[layout.FLOATING] = is_floating(geometry, filled)
    desk[layout.MIRROR] = geometry.cells if desk[layout.FLOATING] else fill.MIRROR_LEFT
    return desk


def _run(search: Callable[[], None], desk: Words, *, direct: bool) -> float:
    """Run a search, in a thread of its own so that Ctrl-C is heard, and return its CPU seconds."""
    from claimeven.kernels.desk import BUDGET

    cpu_seconds = 0.0

    def run() -> None:
        nonlocal cpu_seconds
        start = time.thread_time()
        search()
        cpu_seconds = time.thread_time() - start

    if direct:
        run()
        return cpu_seconds
    thread = threading.Thread(target=run)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL_SECONDS)
    finally:
        desk[BUDGET] = 0  # stops the search if Ctrl-C came first
        thread.join()
    desk[BUDGET] = UNLIMITED
    return cpu_seconds
