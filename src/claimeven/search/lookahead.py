"""Lookahead: the best column of Max-Connect4 some plies ahead, or to the end of the game."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, UnknownName
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import MAX_CONNECT_FOUR
from claimeven.search.book import packaged_book
from claimeven.search.limit import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.kernels.jit import Words
    from claimeven.rules.variant import Variant
    from claimeven.search.book import Book

    Listener = Callable[[Progress], None]

ESTIMATES = ("potential", "difference")
DEFAULT_TABLE_MIB = 64
UNLIMITED = 1 << 62
POLL_SECONDS = 0.05
PROGRESS_SECONDS = 0.2
DIRECT_DEPTH, DIRECT_CELLS = 5, 16  # so short a search takes less time than starting a thread
WIDEST = (-128, 128)  # every margin lies between these


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """The chosen column (0-based), and what it cost to find it.

    ``value`` is in lines, for the side to move: the final margin if ``is_exact``, else an estimate. ``depth``
    is the number of plies looked ahead, ``nodes`` the number of moves explored. ``cpu_seconds`` are those of
    the search; loading or compiling the kernels is not part of them.
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

    def __init__(
        self,
        *,
        table_mib: int = DEFAULT_TABLE_MIB,
        estimate: str = "potential",
        book: Callable[[Variant], Book] | None = packaged_book,
    ) -> None:
        if estimate not in ESTIMATES:
            raise UnknownName("estimate", estimate, list(ESTIMATES))
        self._table_mib = table_mib
        self._estimate = estimate
        self._book = book
        self._table: Words | None = None

    def choose(
        self,
        own: int,
        filled: int,
        geometry: Geometry,
        depth: int | None,
        *,
        progress: Listener | None = None,
    ) -> Foresight:
        """The best column ``depth`` plies ahead: 0 is as 1, None is to the end of the game.

        ``own`` are the discs of the side to move, ``filled`` all discs. Among equals the column is the one
        nearest the centre, then the left one. ``progress`` hears of a long search a few times a second; an
        estimate has no bounds but the widest. Raises GameOver for a full board.
        """
        left = geometry.cells - filled.bit_count()
        if left == 0:
            raise GameOver("the board is full; there is no column to choose")
        ahead = left if depth is None else min(max(depth, 1), left)
        if ahead == left:
            return self._choose_exactly(own, filled, geometry, progress)
        return self._choose_by_estimate(own, filled, geometry, ahead, progress)

    def _choose_by_estimate(
        self, own: int, filled: int, geometry: Geometry, depth: int, progress: Listener | None
    ) -> Foresight:
        import numpy as np

        from claimeven.kernels import desk as layout
        from claimeven.kernels import lookahead as kernel
        from claimeven.search.boards import fill_board

        _load_lookahead()
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
        watch = _Watch(desk, progress)
        watch.run(lambda: kernel.choose(*arguments), direct=depth <= DIRECT_DEPTH)
        return Foresight(
            column=geometry.centre_first[int(desk[layout.COLUMN])],
            value=(int(desk[layout.VALUE]) - int(kernel.MIDDLE)) / int(kernel.UNIT),
            is_exact=False,
            depth=depth,
            nodes=int(desk[layout.NODES]),
            cpu_seconds=watch.cpu_seconds,
        )

    def _choose_exactly(
        self, own: int, filled: int, geometry: Geometry, progress: Listener | None
    ) -> Foresight:
        left = geometry.cells - filled.bit_count()
        book = None if self._book is None else self._book(MAX_CONNECT_FOUR)
        stored = None if book is None else _stored(book, own, filled, geometry)
        if stored is not None:
            return stored
        exact = _Exact(self._fresh_table(geometry.columns**left), geometry, filled, book, progress)
        value = exact.margin(own, filled)
        return Foresight(
            column=exact.best_column(own, filled, value),
            value=value,
            is_exact=True,
            depth=left,
            nodes=exact.nodes,
            cpu_seconds=exact.cpu_seconds,
        )

    def _fresh_table(self, positions: int) -> Words:
        """An empty table; a small one, quick to empty, when there are only few positions to remember."""
        from claimeven.search.boards import new_table, small_part

        if self._table is None:
            self._table = new_table(self._table_mib)
        return small_part(self._table, positions)


def _stored(book: Book, own: int, filled: int, geometry: Geometry) -> Foresight | None:
    """What the book has to say about a board; it knows none on which discs float."""
    if geometry.is_floating(filled):
        return None
    position = Position(own, filled, geometry, MAX_CONNECT_FOUR)
    value, column = book.score(position), book.best_column(position)
    if value is None or column is None:
        return None
    left = geometry.cells - position.ply
    return Foresight(column=column, value=value, is_exact=True, depth=left, nodes=0, cpu_seconds=0.0)


class _Exact:
    """Exact margins on boards that all have the same floating discs, from the book where there are none."""

    def __init__(
        self, table: Words, geometry: Geometry, filled: int, book: Book | None, progress: Listener | None
    ) -> None:
        from claimeven.search.boards import fill_board

        _load_fill()
        self._table = table
        self._geometry = geometry
        self._board = fill_board(geometry, filled)
        self._desk = _new_desk(geometry, filled)
        self._book = None if geometry.is_floating(filled) else book
        self._watch = _Watch(self._desk, progress)

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds used so far."""
        return self._watch.cpu_seconds

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        from claimeven.kernels.desk import NODES

        return int(self._desk[NODES])

    def margin(self, own: int, filled: int) -> int:
        """The exact margin."""
        margin, _ = self._search(own, filled, WIDEST)
        self._watch.margin = margin
        return margin

    def best_column(self, own: int, filled: int, value: int) -> int:
        """The first column, centre first, that keeps the margin ``value`` of a board."""
        drops = filled + self._geometry.bottom & ~filled
        moves = ((c, drops & self._geometry.column_mask(c)) for c in self._geometry.centre_first)
        return next(
            column for column, move in moves if move and self._is_at_most(filled ^ own, filled | move, -value)
        )

    def _is_at_most(self, own: int, filled: int, value: int) -> bool:
        """True when the margin is at most ``value``, which is cheaper to know."""
        return self._search(own, filled, (value, value + 1))[1] <= value

    def _search(self, own: int, filled: int, window: tuple[int, int]) -> tuple[int, int]:
        """Bounds of the margin that meet within the window."""
        import numpy as np

        from claimeven.kernels import desk as layout
        from claimeven.kernels import fill
        from claimeven.kernels.table import OFFSET

        stored = None
        if self._book is not None:
            stored = self._book.score(Position(own, filled, self._geometry, MAX_CONNECT_FOUR))
        if stored is not None:
            return stored, stored
        desk = self._desk
        desk[layout.FLOOR], desk[layout.CEILING] = (OFFSET + bound for bound in window)
        arguments = self._board, self._table, desk, np.uint64(own), np.uint64(filled)
        direct = self._geometry.cells - filled.bit_count() <= DIRECT_CELLS
        self._watch.run(lambda: fill.solve(*arguments), direct=direct)
        return int(desk[layout.LOWER]) - int(OFFSET), int(desk[layout.UPPER]) - int(OFFSET)


def _new_desk(geometry: Geometry, filled: int) -> Words:
    """A desk for boards on which discs may float."""
    from claimeven.kernels import desk as layout
    from claimeven.kernels.table import OFFSET
    from claimeven.search.boards import new_desk

    desk = new_desk(geometry)
    desk[layout.BUDGET] = UNLIMITED
    desk[layout.LOWER], desk[layout.UPPER] = (OFFSET + bound for bound in WIDEST)
    if geometry.is_floating(filled):
        desk[layout.FLOATING], desk[layout.MIRROR] = 1, geometry.cells
    return desk


@cache
def _load_fill() -> None:
    """Load the exact search, or compile it if nobody has before: a full board is no work."""
    import numpy as np

    from claimeven.kernels import fill
    from claimeven.search.boards import fill_board

    geometry = Geometry()
    board, table, desk = fill_board(geometry, 0), np.zeros(1, np.uint64), _new_desk(geometry, 0)
    fill.solve(board, table, desk, np.uint64(0), np.uint64(geometry.board))


@cache
def _load_lookahead() -> None:
    """As ``_load_fill``, for the search that estimates."""
    import numpy as np

    from claimeven.kernels import lookahead as kernel
    from claimeven.search.boards import fill_board

    geometry = Geometry()
    board, table, desk = fill_board(geometry, 0), np.zeros(1, np.uint64), _new_desk(geometry, 0)
    kernel.choose(board, table, desk, np.uint64(0), np.uint64(geometry.board), 0, kernel.POTENTIAL)


class _Watch:
    """Runs searches at one desk: adds up their CPU seconds, hears Ctrl-C and tells the progress."""

    def __init__(self, desk: Words, progress: Listener | None) -> None:
        self._desk = desk
        self._progress = progress
        self._start = self._told = time.monotonic()
        self.cpu_seconds = 0.0
        self.margin: int | None = None  # once it is known, and only its column is searched for

    def run(self, search: Callable[[], None], *, direct: bool) -> None:
        """Run a search to its end, in a thread of its own unless it is ``direct``, that is short."""
        from claimeven.kernels.desk import BUDGET

        def run() -> None:
            start = time.thread_time()
            search()
            self.cpu_seconds += time.thread_time() - start

        if direct:
            run()
            return
        thread = threading.Thread(target=run)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(POLL_SECONDS)
                self._tell(time.monotonic())
        finally:
            self._desk[BUDGET] = 0  # stops the search if Ctrl-C came first
            thread.join()
        self._desk[BUDGET] = UNLIMITED

    def _tell(self, now: float) -> None:
        """Say how far the search is, unless that was said a moment ago."""
        from claimeven.kernels.desk import LOWER, NODES, UPPER
        from claimeven.kernels.table import OFFSET

        if self._progress is None or now - self._told < PROGRESS_SECONDS:
            return
        self._told = now
        lower, upper = (int(self._desk[bound]) - int(OFFSET) for bound in (LOWER, UPPER))
        if self.margin is not None:
            lower = upper = self.margin
        self._progress(
            Progress(lower=lower, upper=upper, nodes=int(self._desk[NODES]), seconds=now - self._start)
        )
