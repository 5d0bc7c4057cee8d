"""SearchRun: a search in turns, between which limits and signals are looked at; other threads may help."""

from __future__ import annotations

import _thread
import queue
import time
from collections.abc import Callable, Sequence

from claimeven.kernels import layout
from claimeven.kernels.library import Entry
from claimeven.solver.limits import Cost, Deadline
from claimeven.solver.workspace import TURN_NODES, Workspace

Look = Callable[[list[Workspace]], None]

POLL_SECONDS = 0.01


class Searcher:
    """One thread's part in a run: its workspace, and how far it has come."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.cpu_seconds = 0.0
        self.error: BaseException | None = None
        self.has_ended = False  # it has finished, has used up its nodes, or was stopped
        self.has_finished = False


class SearchRun:
    """One call of an entry, cut into turns of TURN_NODES; helping threads do the same in other workspaces.

    Between its turns the calling thread looks at the deadline, and signals arrive with nothing of it left
    running. Their handlers may raise at any instant, even while threads start or are waited for. So a helping
    thread holds on to all the memory that its entry uses, its workspace and ``held``, until it ends; and it
    ends by itself, at the latest after its turn, once ``is_stopped`` is set.
    """

    def __init__(
        self,
        entry: Entry,
        workspace: Workspace,
        deadline: Deadline,
        looks: Sequence[Look] = (),
        *,
        held: object,
    ) -> None:
        self.is_stopped = False
        self._entry = entry
        self._here = Searcher(workspace)
        self._helpers: list[Searcher] = []
        self._looks = looks
        self._held = held
        self._deadline = deadline
        self._max_nodes = deadline.nodes_left
        self._wake: queue.SimpleQueue[None] = queue.SimpleQueue()  # a helper that ends puts something in

    @property
    def has_ended(self) -> bool:
        """True when the calling thread has finished or has used up its nodes."""
        return self._here.has_ended

    @property
    def finished(self) -> list[Workspace]:
        """The workspaces at which the entry has finished."""
        return [searcher.workspace for searcher in (self._here, *self._helpers) if searcher.has_finished]

    @property
    def cost(self) -> Cost:
        """What all threads have spent so far."""
        searchers = (self._here, *self._helpers)
        nodes = sum(searcher.workspace.words[layout.NODES] for searcher in searchers)
        return Cost(nodes, sum(searcher.cpu_seconds for searcher in searchers))

    def take_turn(self, nodes: int) -> None:
        """Search at most so many nodes in the calling thread."""
        self._search(self._here, nodes)

    def finish(self, helpers: Sequence[Workspace] = (), *, needed: int = 1) -> None:
        """Search until ``needed`` workspaces have finished or the limit is reached; each helper has a thread.

        Between turns the looks are called with all workspaces. Raises what goes wrong in a helping thread.
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
                for look in self._looks:
                    look(workspaces)
        finally:
            self.is_stopped = True  # at once and without a call: no signal is handled before it
            for helper in self._helpers:
                helper.workspace.words[layout.BUDGET] = 0
            while self._is_helped():
                self._await_helper()

    def _start(self, workspaces: Sequence[Workspace]) -> None:
        """Start a thread for each workspace.

        Not by threading.Thread: a handler that raises in its ``start`` leaves it half started, and Python may
        wait for it at exit forever.
        """
        for workspace in workspaces:
            helper = Searcher(workspace)
            _thread.start_new_thread(self._help, (helper,))
            self._helpers.append(helper)

    def _help(self, helper: Searcher) -> None:
        """Thread target: take turns until there is an end."""
        try:
            while not helper.has_ended:
                self._search(helper, TURN_NODES)
        except BaseException as error:
            helper.error = error  # it is raised again in the calling thread
            helper.has_ended = True
        self._wake.put(None)

    def _search(self, searcher: Searcher, nodes: int) -> None:
        """Call the entry for so many more nodes."""
        words = searcher.workspace.words
        words[layout.BUDGET] = min(words[layout.NODES] + nodes, self._max_nodes)
        if self.is_stopped:  # asked now that the budget is set: whoever stops does it the other way round
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
        """Wait until a helper may have ended, but not for long."""
        try:
            self._wake.get(timeout=POLL_SECONDS)
        except queue.Empty:
            return

    def _raise_error(self) -> None:
        for helper in self._helpers:
            if helper.error is not None:
                raise helper.error
