"""Engine: questions to the kernels about one game on one board, with limits, progress and a clean stop."""

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
from claimeven.solver.search_run import Look, SearchRun
from claimeven.solver.workspace import SLICE, WIDEST, Table, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

PROGRESS_SECONDS = 0.2

ColumnFound = Callable[[int, int], None]


class Engine:
    """What the kernels know of one game on one size of board, with one table.

    Any number of threads may use it at once. Every question has workspaces of its own; questions share only
    the table, each entry of which is one word and true by itself. ``filled`` is for boards on which discs
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
        """True when this is the engine for a game on a board."""
        return rules is self.rules or rules == self.rules  # the same object as a rule, and quicker to see

    def try_quick_score(self, position: Board) -> int | None:
        """The score if a first slice of search finds it, else None; raises GameOver.

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
        """The value of an unfinished board as far as ``window`` asks for it, and what it cost.

        A value up to the first number of the window may come out as any number up to it, one from the second
        on as any from there on. Raises LimitReached with the bounds known so far.
        """
        workspace = self._workspace(board.own, board.filled, window)
        workspaces, answer, cost = self._ask(self._library.solve, workspace, deadline, progress)
        lower, upper = _bounds(workspaces if answer is None else [answer])
        self._release(workspaces)
        if answer is None and lower < upper:  # what two threads know may meet before either has finished
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
        workspaces, _, cost = self._ask(self._library.columns, workspace, deadline, progress, collect)
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
        """The values of many positions, a row of own and filled each, and what they cost.

        Every thread solves a share of its own. ``windows``, one or a row for each, say how far a value
        matters, as in ``solve``. Raises LimitReached if any position is left.
        """
        import numpy as np

        self._table.prepare()  # most of it will be used, and its pages are no part of the search
        positions = np.empty((len(words), layout.POSITION_WORDS), np.uint64)
        positions[:, :2] = words
        positions[:, 2:] = np.add(windows, layout.OFFSET)
        values = np.zeros(len(words), np.int8)
        workspaces = [self._workspace(0, 0) for _ in range(self._threads)]
        shares = (np.array_split(whole, self._threads) for whole in (positions, values))
        for workspace, asked, found in zip(workspaces, *shares, strict=True):
            workspace.words[layout.POSITIONS], workspace.words[layout.SCORES] = (
                asked.ctypes.data,
                found.ctypes.data,
            )
            workspace.words[layout.COUNT], workspace.words[layout.DONE] = len(asked), 0
        run = SearchRun(
            self._library.solve_all, workspaces[0], deadline, held=(self._library, positions, values)
        )
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
        """The best column of Max-Connect4 by an estimate ``depth`` plies ahead, its value, and the cost.

        Raises LimitReached.
        """
        workspace = self._workspace(board.own, board.filled)
        workspace.words[layout.DEPTH], workspace.words[layout.KIND] = depth, kind
        run = SearchRun(self._library.choose, workspace, deadline, [_telling(progress)], held=self._library)
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
        """A workspace that no other thread uses, with a position and nothing searched."""
        try:
            workspace = self._idle.pop()
        except IndexError:
            workspace = Workspace(self.rules, self._table, self._filled)
        words = workspace.words
        words[layout.OWN] = own
        words[layout.FILLED] = filled
        words[layout.FLOOR] = layout.OFFSET + window[0]
        words[layout.CEILING] = layout.OFFSET + window[1]
        words[layout.NODES] = 0
        words[layout.PAUSED] = 0
        return workspace

    def _ask(
        self, entry: Entry, workspace: Workspace, deadline: Deadline, progress: Listener | None, *looks: Look
    ) -> tuple[list[Workspace], Workspace | None, Cost]:
        """Search for the answer to a question; other threads help after a first slice.

        All search together on one table, and the first to finish has the answer. Between turns ``looks`` are
        called with all workspaces. Returns the workspaces, the one with the answer, or None if the limit came
        first, and the cost.
        """
        run = SearchRun(entry, workspace, deadline, [_telling(progress), *looks], held=self._library)
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
        """Give the workspaces back."""
        for workspace in workspaces:
            workspace.clear()
        self._idle += workspaces


def _telling(progress: Listener | None) -> Look:
    """What calls ``progress``, if there is one, now and then."""
    start = told = time.monotonic()

    def tell(workspaces: list[Workspace]) -> None:
        nonlocal told
        now = time.monotonic()
        if progress is not None and now - told >= PROGRESS_SECONDS:
            told = now
            lower, upper = _bounds(workspaces)
            nodes = sum(workspace.words[layout.NODES] for workspace in workspaces)
            progress(Progress(lower=lower, upper=upper, nodes=nodes, seconds=now - start))

    return tell


def _bounds(workspaces: list[Workspace]) -> tuple[int, int]:
    """What the workspaces, all at one position, know together of its value."""
    lower = max(workspace.words[layout.LOWER] for workspace in workspaces)
    return lower - layout.OFFSET, min(
        workspace.words[layout.UPPER] for workspace in workspaces
    ) - layout.OFFSET
