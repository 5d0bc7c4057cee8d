"""Engine: one table and the threads that search on it, with limits, progress and a clean stop."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from claimeven.errors import LimitReached
from claimeven.kernels import connect, fill
from claimeven.kernels import desk as layout
from claimeven.kernels.share import SHARED_LEFT
from claimeven.kernels.table import OFFSET
from claimeven.search.boards import kernel_board, new_desk, new_table
from claimeven.search.limit import NO_LIMIT, Limit, Progress

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from numpy.typing import NDArray

    from claimeven.kernels.jit import Board, Scores, Words
    from claimeven.rules.geometry import Geometry
    from claimeven.rules.position import Position
    from claimeven.rules.variant import Variant

DIRECT_CELLS = 18  # with so few cells left a search takes less time than starting a thread
POLL_SECONDS = 0.01
PROGRESS_SECONDS = 0.2
UNLIMITED = 1 << 62
WIDEST = (-int(OFFSET), int(OFFSET))  # every score lies between these


class Engine:
    """Exact scores of one variant on one geometry, with one table.

    Making one compiles the kernels if nobody has before.
    """

    def __init__(self, geometry: Geometry, variant: Variant, *, table_mib: int, threads: int) -> None:
        self.geometry = geometry
        self.variant = variant
        self._kernel = connect if variant.line_ends_game else fill
        self._board = kernel_board(geometry)
        self._table = new_table(table_mib)
        self._desks = [new_desk(geometry) for _ in range(threads)]
        self.run_many(np.zeros((0, 2), np.uint64), NO_LIMIT)

    def run(
        self, position: Position, limit: Limit, progress: Callable[[Progress], None] | None
    ) -> tuple[int, int, float]:
        """Score, nodes and CPU seconds of one position; raises LimitReached with the bounds known so far."""
        state, cpu_seconds = self._search(position, limit, progress, WIDEST)
        return state.lower, state.nodes, cpu_seconds

    def run_at_most(
        self, position: Position, value: int, limit: Limit, progress: Callable[[Progress], None] | None
    ) -> tuple[bool, int, float]:
        """Whether the score is at most ``value``, which is cheaper to know; nodes and CPU seconds."""
        state, cpu_seconds = self._search(position, limit, progress, (value, value + 1))
        return state.upper <= value, state.nodes, cpu_seconds

    def _search(
        self,
        position: Position,
        limit: Limit,
        progress: Callable[[Progress], None] | None,
        window: tuple[int, int],
    ) -> tuple[Progress, float]:
        """The bounds of one position once they meet within the window, and the CPU seconds.

        All threads search the same position on one table; the first to finish has the score.
        """
        words = np.array([[position.own, position.filled]], np.uint64)
        direct = self.geometry.cells - position.ply <= DIRECT_CELLS
        desks = self._desks[:1] if direct else self._desks
        shared = SHARED_LEFT if len(desks) > 1 else layout.ROWS
        windows = np.array([window], np.int16)
        tasks = [
            _Task(self._kernel, self._board, self._table, desk, words, windows, limit, shared)
            for desk in desks
        ]
        if direct:
            tasks[0].run()
        else:
            _run_threads(tasks, 1, limit, progress)
        state = _state(tasks, 0.0)
        if state.lower < state.upper:
            raise LimitReached(state.lower, state.upper, state.nodes)
        return state, sum(task.cpu_seconds for task in tasks)

    def run_many(
        self, words: Words, limit: Limit, windows: NDArray[np.int16] | None = None
    ) -> tuple[Scores, int, float]:
        """Scores, nodes and CPU seconds of many positions, a row of own and filled each.

        Every thread solves a share of its own. A row of ``windows`` says how far the score matters: up to the
        first number any number up to it may come out, from the second on any from there. Raises LimitReached
        if any position is left.
        """
        if windows is None:
            windows = np.tile(np.array(WIDEST, np.int16), (len(words), 1))
        parts = np.array_split(np.arange(len(words)), len(self._desks))
        tasks = [
            _Task(
                self._kernel, self._board, self._table, desk, words[part], windows[part], limit, layout.ROWS
            )
            for desk, part in zip(self._desks, parts, strict=True)
        ]
        _run_threads(tasks, len(tasks), limit, None)
        state = _state(tasks, 0.0)
        if sum(task.solved for task in tasks) < len(words):
            raise LimitReached(*WIDEST, state.nodes)
        scores = np.concatenate([task.scores for task in tasks])
        return scores, state.nodes, sum(task.cpu_seconds for task in tasks)


class _Task:
    """One thread's share: some positions, solved one after the other at one desk."""

    def __init__(
        self,
        kernel: ModuleType,
        board: Board,
        table: Words,
        desk: Words,
        words: Words,
        windows: NDArray[np.int16],
        limit: Limit,
        shared: int,
    ) -> None:
        self._kernel = kernel
        self._desk = desk
        self.scores = np.zeros(len(words), np.int8)
        owns, filleds = words.T.copy()
        floors, ceilings = (windows.T + int(OFFSET)).astype(np.uint64, order="C")
        self._arguments = (board, table, desk, owns, filleds, floors, ceilings, self.scores)
        self.solved = 0
        self.cpu_seconds = 0.0
        desk[layout.NODES] = 0
        desk[layout.BUDGET] = UNLIMITED if limit.nodes is None else limit.nodes
        desk[layout.LOWER], desk[layout.UPPER] = (OFFSET + bound for bound in WIDEST)
        desk[layout.SHARED], desk[layout.LEAVE] = shared, 0
        desk[layout.PATH_KEY :: layout.ROW] = 0  # a search that was stopped has left its path

    def run(self) -> None:
        """Solve to the end, or until stopped."""
        start = time.thread_time()
        self.solved = self._kernel.solve_all(*self._arguments)
        self.cpu_seconds = time.thread_time() - start

    def stop(self) -> None:
        """Make ``run`` return within microseconds."""
        self._desk[layout.BUDGET] = 0

    @property
    def bounds(self) -> tuple[int, int]:
        """What is known of the score of the position under search."""
        return int(self._desk[layout.LOWER]) - int(OFFSET), int(self._desk[layout.UPPER]) - int(OFFSET)

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._desk[layout.NODES])


def _run_threads(
    tasks: list[_Task], needed: int, limit: Limit, progress: Callable[[Progress], None] | None
) -> None:
    """Run every task in a thread until ``needed`` are done; this one watches the clock and hears Ctrl-C."""
    done = threading.Semaphore(0)

    def run(task: _Task) -> None:
        try:
            task.run()
        finally:
            done.release()

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    start = told = time.monotonic()
    try:
        for thread in threads:
            thread.start()
        while needed:
            if done.acquire(timeout=POLL_SECONDS):
                needed -= 1
                continue
            now = time.monotonic()
            if limit.seconds is not None and now - start >= limit.seconds:
                break
            if limit.stop is not None and limit.stop.is_set():
                break
            if progress is not None and now - told >= PROGRESS_SECONDS:
                told = now
                progress(_state(tasks, now - start))
    finally:
        for task in tasks:
            task.stop()
        for thread in threads:
            if thread.ident is not None:  # Ctrl-C may come before all have started
                thread.join()


def _state(tasks: list[_Task], seconds: float) -> Progress:
    """What the tasks, all on one position, know together."""
    bounds = [task.bounds for task in tasks]
    return Progress(
        lower=max(lower for lower, _ in bounds),
        upper=min(upper for _, upper in bounds),
        nodes=sum(task.nodes for task in tasks),
        seconds=seconds,
    )
