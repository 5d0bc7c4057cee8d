"""Engine: calls the kernels for one game on one board, with deadlines, progress and a clean stop."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from claimeven.errors import LimitReached
from claimeven.kernels import layout
from claimeven.kernels.library import Entry, library
from claimeven.rules.board import Board
from claimeven.rules.rules import Rules
from claimeven.solver.limits import NO_SIDE, Cost, Deadline, Listener, Progress
from claimeven.solver.search_run import SearchRun, TurnCallback
from claimeven.solver.workspace import SLICE, WIDEST, Table, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

PROGRESS_SECONDS = 0.2

ColumnFound = Callable[[int, int], None]


class Engine:
    """Searches of one game on one size of board, with one table.

    Any number of threads may use it at once. Every call has workspaces of its own; calls share only the
    table, each entry of which is one word and true by itself. ``filled`` is for boards on which discs
    float, all of which must have the same floating ones.
    """

    def __init__(self, rules: Rules, table: Table, *, threads: int = 1, filled: int = 0) -> None:
        self.rules = rules
        self._library = library()
        self._table = table
        self._threads = threads
        self._filled = filled
        self._blank = array("Q", bytes(rules.columns * layout.WORD_BYTES))  # no result plus OFFSET is 0
        self._idle: list[Workspace] = []

    def is_for(self, rules: Rules) -> bool:
        """Return whether this is the engine for a game on a board."""
        return rules is self.rules or rules == self.rules  # usually the same object, which is quicker to see

    def try_quick_score(self, position: Board) -> int | None:
        """Return the score if a first slice of search finds it, else None; raise GameOver.

        The quickest way to a score: no thread, no clock, no array.
        """
        workspace = self._workspace(position.own, position.filled)
        words = workspace.words
        words[layout.BUDGET] = SLICE
        self._library.solve(workspace.address)
        value = None if words[layout.PAUSED] else words[layout.LOWER] - layout.OFFSET
        self._idle.append(workspace)
        if value == layout.OVER:
            position.require_unfinished(NO_SIDE)
        return value

    def solve(
        self,
        board: Board,
        deadline: Deadline,
        progress: Listener | None = None,
        window: tuple[int, int] = WIDEST,
    ) -> tuple[int, Cost]:
        """Return the value of an unfinished board, exact inside ``window``, and the cost.

        A value outside the window may come out as any number on the same side of it. Raises LimitReached
        with the bounds known so far.
        """
        workspace = self._workspace(board.own, board.filled, window)
        workspaces, answer, cost = self._run(self._library.solve, workspace, deadline, progress)
        known = workspaces if answer is None else [answer]
        lower, upper = _bounds(known)
        self._release(workspaces)
        if answer is None and lower < upper:  # the bounds of two threads may meet before either has finished
            raise LimitReached(lower, upper, cost.nodes)
        return lower, cost

    def columns(
        self,
        board: Board,
        values: dict[int, int],
        deadline: Deadline,
        progress: Listener | None = None,
        found: ColumnFound | None = None,
    ) -> Cost:
        """Add to ``values`` the value of every other playable column for the side to move; return the cost.

        ``found`` is called with each as soon as it is known. Columns that the deadline prevents stay missing,
        as all do when the game has ended.
        """

        def collect(workspaces: list[Workspace]) -> None:
            for workspace in workspaces:
                self._collect_columns(workspace, values, found)

        workspace = self._columns_workspace(board, values)
        workspaces, _, cost = self._run(self._library.columns, workspace, deadline, progress, collect)
        collect(workspaces)
        self._release(workspaces)
        return cost

    def try_quick_columns(
        self, board: Board, values: dict[int, int], found: ColumnFound | None = None
    ) -> Cost:
        """Add to ``values`` the columns that a first slice of search finds, as ``columns`` does."""
        workspace = self._columns_workspace(board, values)
        words = workspace.words
        words[layout.BUDGET] = SLICE
        start = time.thread_time()
        self._library.columns(workspace.address)
        cpu_seconds = time.thread_time() - start
        self._collect_columns(workspace, values, found)
        cost = Cost(words[layout.NODES], cpu_seconds)
        self._idle.append(workspace)
        return cost

    def _columns_workspace(self, board: Board, values: dict[int, int]) -> Workspace:
        """Return a workspace that asks for all playable columns but those in ``values``."""
        workspace = self._workspace(board.own, board.filled)
        wanted = board.drops
        for column in values:
            wanted &= ~self.rules.column_masks[column]
        workspace.words[layout.WANTED] = wanted
        workspace.words[layout.RESULTS : layout.RESULTS + len(self._blank)] = self._blank
        return workspace

    def _collect_columns(
        self, workspace: Workspace, values: dict[int, int], found: ColumnFound | None
    ) -> None:
        """Add the columns that a workspace has found to ``values``."""
        for place, column in enumerate(self.rules.centre_first, layout.RESULTS):
            result = workspace.words[place]
            if result and column not in values:
                values[column] = result - layout.OFFSET
                if found is not None:
                    found(column, values[column])

    def solve_many(
        self, words: NDArray[np.uint64], windows: ArrayLike, deadline: Deadline
    ) -> tuple[NDArray[np.int8], Cost]:
        """Return the values of many positions, a row of own and filled each, and the cost.

        Every thread solves a share of its own. ``windows`` is one window for all, or a row for each, as in
        ``solve``. Raises LimitReached if any position is left unsolved.
        """
        import numpy as np

        self._table.prepare()  # most of it will be used, and providing its pages should not count as search
        positions = np.empty((len(words), layout.POSITION_WORDS), np.uint64)
        positions[:, :2] = words
        positions[:, 2:] = np.add(windows, layout.OFFSET)
        values = np.zeros(len(words), np.int8)
        position_shares = np.array_split(positions, self._threads)
        value_shares = np.array_split(values, self._threads)
        workspaces = []
        for position_share, value_share in zip(position_shares, value_shares, strict=True):
            workspace = self._workspace(0, 0)
            workspace.words[layout.POSITIONS] = position_share.ctypes.data
            workspace.words[layout.SCORES] = value_share.ctypes.data
            workspace.words[layout.COUNT] = len(position_share)
            workspace.words[layout.DONE] = 0
            workspaces.append(workspace)
        kept_alive = (self._library, positions, values)
        run = SearchRun(self._library.solve_all, workspaces[0], deadline, kept_alive=kept_alive)
        run.finish(helpers=workspaces[1:], needed=len(workspaces))
        solved = sum(workspace.words[layout.DONE] for workspace in workspaces)
        self._release(workspaces)
        if solved < len(words):
            raise LimitReached(*WIDEST, run.cost.nodes)
        return values, run.cost

    def choose(
        self,
        board: Board,
        depth: int,
        kind: int,
        deadline: Deadline,
        progress: Listener | None = None,
    ) -> tuple[int, int, Cost]:
        """Return the best column of Max-Connect4, its value and the cost; raise LimitReached.

        The search looks ``depth`` plies ahead and estimates the boards there; ``kind`` is the estimate.
        """
        workspace = self._workspace(board.own, board.filled)
        workspace.words[layout.DEPTH] = depth
        workspace.words[layout.ESTIMATE] = kind
        report = _progress_reporter(progress)
        run = SearchRun(self._library.choose, workspace, deadline, [report], kept_alive=self._library)
        run.finish()
        cost = run.cost
        is_finished = bool(run.finished) and cost.nodes <= deadline.nodes_left
        column = self.rules.centre_first[workspace.words[layout.COLUMN]]
        value = workspace.words[layout.VALUE] - layout.MIDDLE
        self._release([workspace])
        if not is_finished:
            raise LimitReached(*WIDEST, cost.nodes)
        return column, value, cost

    def _workspace(self, own: int, filled: int, window: tuple[int, int] = WIDEST) -> Workspace:
        """Return a workspace that no other thread uses, with a position and nothing searched."""
        try:
            workspace = self._idle.pop()
        except IndexError:
            workspace = Workspace(self.rules, self._table, self._filled)
        floor, ceiling = window
        words = workspace.words
        words[layout.OWN] = own
        words[layout.FILLED] = filled
        words[layout.FLOOR] = layout.OFFSET + floor
        words[layout.CEILING] = layout.OFFSET + ceiling
        words[layout.NODES] = 0
        words[layout.PAUSED] = 0
        return workspace

    def _run(
        self,
        entry: Entry,
        workspace: Workspace,
        deadline: Deadline,
        progress: Listener | None,
        *callbacks: TurnCallback,
    ) -> tuple[list[Workspace], Workspace | None, Cost]:
        """Search until there is an answer; other threads help after a first slice.

        All search together on one table, and the first to finish has the answer. Between turns the
        ``callbacks`` are called with all workspaces. Returns the workspaces, the one with the answer, or
        None if the deadline came first, and the cost.
        """
        reports = [_progress_reporter(progress), *callbacks]
        run = SearchRun(entry, workspace, deadline, reports, kept_alive=self._library)
        run.take_turn(SLICE)
        helpers: list[Workspace] = []
        if not run.has_ended:
            helpers = [self._workspace(0, 0) for _ in range(self._threads - 1)]
            for helper in helpers:
                helper.share(workspace)
        run.finish(helpers)
        answer = run.finished[0] if run.finished else None
        return [workspace, *helpers], answer, run.cost

    def _release(self, workspaces: list[Workspace]) -> None:
        """Make the workspaces available for the next call."""
        for workspace in workspaces:
            workspace.clear()
        self._idle += workspaces


def _progress_reporter(progress: Listener | None) -> TurnCallback:
    """Return a callback that reports to ``progress``, if there is one, every PROGRESS_SECONDS."""
    start = time.monotonic()
    last_report = start

    def report(workspaces: list[Workspace]) -> None:
        nonlocal last_report
        now = time.monotonic()
        if progress is None or now - last_report < PROGRESS_SECONDS:
            return
        last_report = now
        lower, upper = _bounds(workspaces)
        nodes = sum(workspace.words[layout.NODES] for workspace in workspaces)
        progress(Progress(lower=lower, upper=upper, nodes=nodes, seconds=now - start))

    return report


def _bounds(workspaces: list[Workspace]) -> tuple[int, int]:
    """Return the bounds that several workspaces, all at one position, know together."""
    lower = max(workspace.words[layout.LOWER] for workspace in workspaces)
    upper = min(workspace.words[layout.UPPER] for workspace in workspaces)
    return lower - layout.OFFSET, upper - layout.OFFSET
