"""SearchRun: a search in short turns, so that limits and signals are noticed; other threads may help."""

from __future__ import annotations

import _thread
import queue
import time
from collections.abc import Callable, Sequence

from claimeven.kernels import layout
from claimeven.kernels.library import Entry
from claimeven.solver.limits import Cost, Deadline
from claimeven.solver.workspace import TURN_NODES, Workspace

TurnCallback = Callable[[list[Workspace]], None]

POLL_SECONDS = 0.01


class Searcher:
    """One thread's part in a run: its workspace and its state."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.cpu_seconds = 0.0
        self.error: BaseException | None = None
        self.has_ended = False  # finished, out of nodes, or stopped
        self.has_finished = False


class SearchRun:
    """One call of an entry, cut into turns of TURN_NODES; helping threads do the same in other workspaces.

    Between turns the calling thread checks the deadline, and Python handles signals. A signal handler may
    raise at any instant, even while threads are started or awaited. So a helping thread keeps a reference
    to all the memory that its entry uses, its workspace and ``kept_alive``, until it ends; and it ends by
    itself, at the latest after its turn, once ``is_stopped`` is set.
    """

    def __init__(
        self,
        entry: Entry,
        workspace: Workspace,
        deadline: Deadline,
        callbacks: Sequence[TurnCallback] = (),
        *,
        kept_alive: object,
    ) -> None:
        self.is_stopped = False
        self._entry = entry
        self._here = Searcher(workspace)
        self._helpers: list[Searcher] = []
        self._callbacks = callbacks
        self._kept_alive = kept_alive
        self._deadline = deadline
        self._max_nodes = deadline.nodes_left
        self._wake: queue.SimpleQueue[None] = queue.SimpleQueue()  # a helper that ends puts None in

    @property
    def has_ended(self) -> bool:
        """True when the calling thread has finished or has used up its nodes."""
        return self._here.has_ended

    @property
    def finished(self) -> list[Workspace]:
        """The workspaces in which the entry has finished."""
        return [searcher.workspace for searcher in self._searchers if searcher.has_finished]

    @property
    def cost(self) -> Cost:
        """The cost so far, all threads together."""
        nodes = sum(searcher.workspace.words[layout.NODES] for searcher in self._searchers)
        cpu_seconds = sum(searcher.cpu_seconds for searcher in self._searchers)
        return Cost(nodes, cpu_seconds)

    @property
    def _searchers(self) -> list[Searcher]:
        return [self._here, *self._helpers]

    def take_turn(self, nodes: int) -> None:
        """Search at most ``nodes`` nodes in the calling thread."""
        self._search(self._here, nodes)

    def finish(self, helpers: Sequence[Workspace] = (), *, needed: int = 1) -> None:
        """Search until ``needed`` workspaces have finished or the deadline is over; each helper has a thread.

        Between turns the callbacks are called with all workspaces. Exceptions of helping threads are raised
        here.
        """
        workspaces = [self._here.workspace, *helpers]
        try:
            self._start(helpers)
            while len(self.finished) < needed and not self._deadline.is_over():
                if not self._here.has_ended:
                    self.take_turn(TURN_NODES)
                elif self._is_helped():
                    self._await_helper()
                else:
                    break
                self._raise_error()
                for callback in self._callbacks:
                    callback(workspaces)
        finally:
            self.is_stopped = True  # at once and without a call: no signal is handled before it
            for helper in self._helpers:
                helper.workspace.words[layout.BUDGET] = 0
            while self._is_helped():
                self._await_helper()

    def _start(self, workspaces: Sequence[Workspace]) -> None:
        """Start a thread for each workspace.

        Not with threading.Thread: a signal handler that raises in its ``start`` leaves it half started, and
        Python may wait for it forever at exit.
        """
        for workspace in workspaces:
            helper = Searcher(workspace)
            _thread.start_new_thread(self._help, (helper,))
            self._helpers.append(helper)

    def _help(self, helper: Searcher) -> None:
        """Thread target: take turns until the searcher has ended."""
        try:
            while not helper.has_ended:
                self._search(helper, TURN_NODES)
        except BaseException as error:
            helper.error = error  # raised again in the calling thread
            helper.has_ended = True
        self._wake.put(None)

    def _search(self, searcher: Searcher, nodes: int) -> None:
        """Call the entry for at most ``nodes`` more nodes."""
        words = searcher.workspace.words
        words[layout.BUDGET] = min(words[layout.NODES] + nodes, self._max_nodes)
        if self.is_stopped:  # checked after the budget is set: ``finish`` sets them in the other order
            searcher.has_ended = True
            return
        start = time.thread_time()
        self._entry(searcher.workspace.address)
        searcher.cpu_seconds += time.thread_time() - start
        searcher.has_finished = searcher.workspace.is_finished
        searcher.has_ended = searcher.has_finished or words[layout.NODES] >= self._max_nodes

    def _is_helped(self) -> bool:
        return not all(helper.has_ended for helper in self._helpers)

    def _await_helper(self) -> None:
        """Wait until a helper has ended, but not for long."""
        try:
            self._wake.get(timeout=POLL_SECONDS)
        except queue.Empty:
            return

    def _raise_error(self) -> None:
        for helper in self._helpers:
            if helper.error is not None:
                raise helper.error
