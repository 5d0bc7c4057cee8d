"""Adopt processes that lose their parent, and end them: what a supervisor leaves that was killed.

Linux alone can do this; elsewhere nothing is adopted.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator

from claimeven.cli.maxconnect4 import supervisor
from claimeven.cli.maxconnect4.supervisor import (
    PR_GET_CHILD_SUBREAPER,
    PR_GET_DUMPABLE,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE,
    prctl,
)

TASKS = "/proc/self/task"
_ENDING = threading.Lock()  # a number may belong to another process as soon as somebody has waited for it


@contextlib.contextmanager
def adopting() -> Iterator[frozenset[int]]:
    """Adopt what loses its parent below this process, and let no other process of this user get at this one.

    The block gets the children that are not of the block, though they are in other sessions.
    """
    with _UNDUMPABLE.held(), _SUBREAPER.held():
        yield frozenset(_in_other_sessions())


def end_orphans(known: frozenset[int]) -> tuple[float, bool]:
    """End all that was adopted, except the ``known``: its CPU seconds, and True if something is left.

    Nothing that runs below a supervisor can be in our session, and our own children are, with supervisors
    among them; so whoever is a child of ours in another session was adopted. As long as anything below a
    supervisor that has gone is there, one of it is a child of ours: so when there is none, nothing is left.
    """
    cpu_seconds = 0.0
    deadline = time.monotonic() + supervisor.PATIENCE
    while time.monotonic() < deadline:
        with _ENDING:
            orphans = [child for child in _in_other_sessions() if child not in known]
            for orphan in orphans:
                supervisor.kill(orphan)
            for orphan in orphans:
                cpu_seconds += _wait_for(orphan)
        if not orphans:
            return cpu_seconds, False
        time.sleep(supervisor.SHORTEST_PAUSE)
    return cpu_seconds, True


def _wait_for(child: int) -> float:
    """The CPU seconds of a child and those it has waited for, if it has ended; else 0."""
    try:
        ended, _, usage = os.wait4(child, os.WNOHANG)
    except ChildProcessError:  # the system has taken note of its end: this process ignores SIGCHLD
        return 0.0
    return usage.ru_utime + usage.ru_stime if ended else 0.0


def _in_other_sessions() -> list[int]:
    """The children of all threads of this process that are in another session than it."""
    if not os.path.exists(supervisor.CHILDREN):
        return []
    children: list[int] = []
    for thread in os.listdir(TASKS):
        children += supervisor.listed(f"{TASKS}/{thread}/children")
    session = os.getsid(0)
    return [child for child in children if _session_of(child) not in (session, None)]


def _session_of(child: int) -> int | None:
    """The session of a process; None if another thread has waited for it meanwhile."""
    try:
        return os.getsid(child)
    except ProcessLookupError:
        return None


class _Setting:
    """A setting of this process that is changed for as long as some thread holds it."""

    def __init__(self, option: int, wanted: int, read: Callable[[], int]) -> None:
        self._option = option
        self._wanted = wanted
        self._read = read
        self._before = 0
        self._holders = 0
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        with self._lock:
            if self._holders == 0:
                self._before = self._read()
                prctl(self._option, self._wanted)
            self._holders += 1
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1
                if self._holders == 0:
                    prctl(self._option, self._before)


def _is_subreaper() -> int:
    answer = ctypes.c_int()
    prctl(PR_GET_CHILD_SUBREAPER, ctypes.addressof(answer))
    return answer.value


# A process that cannot be dumped cannot be traced either, nor its memory read or its files copied.
_UNDUMPABLE = _Setting(PR_SET_DUMPABLE, 0, lambda: prctl(PR_GET_DUMPABLE, 0))
_SUBREAPER = _Setting(PR_SET_CHILD_SUBREAPER, 1, _is_subreaper)
