"""Adopt and kill processes that a killed supervisor leaves behind.

This works on Linux; on other systems nothing is adopted.
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
_KILLING = threading.Lock()  # once a process has been waited for, another one may get its id


@contextlib.contextmanager
def adopt_orphans() -> Iterator[frozenset[int]]:
    """Become the parent of orphans below this process, and protect it from other processes of this user.

    Yield the children in other sessions that existed before the block, for ``kill_orphans``.
    """
    with _UNDUMPABLE.applied(), _SUBREAPER.applied():
        yield frozenset(_children_in_other_sessions())


def kill_orphans(known: frozenset[int]) -> tuple[float, bool]:
    """Kill all adopted processes except the ``known``; return their CPU seconds, and True if some survive.

    Our own children, including supervisors, are in our session, and nothing below a supervisor can be; so a
    child in another session was adopted. As long as a process below an ended supervisor exists, one of them
    is our child; so when there is no such child, none is left.
    """
    cpu_seconds = 0.0
    deadline = time.monotonic() + supervisor.KILL_SECONDS
    while time.monotonic() < deadline:
        with _KILLING:
            orphans = [child for child in _children_in_other_sessions() if child not in known]
            for orphan in orphans:
                supervisor.kill(orphan)
            for orphan in orphans:
                cpu_seconds += _wait_for(orphan)
        if not orphans:
            return cpu_seconds, False
        time.sleep(supervisor.MIN_PAUSE)
    return cpu_seconds, True


def _wait_for(child: int) -> float:
    """Return the CPU seconds of a child and its waited-for children if it has ended, else 0."""
    try:
        ended, _, usage = os.wait4(child, os.WNOHANG)
    except ChildProcessError:  # this process ignores SIGCHLD, so the system has removed the child
        return 0.0
    return usage.ru_utime + usage.ru_stime if ended else 0.0


def _children_in_other_sessions() -> list[int]:
    """Return the children of all threads of this process that are in another session."""
    if not os.path.exists(supervisor.CHILDREN):
        return []
    children: list[int] = []
    for thread in os.listdir(TASKS):
        children += supervisor.read_pids(f"{TASKS}/{thread}/children")
    session = os.getsid(0)
    return [child for child in children if _session_of(child) not in (session, None)]


def _session_of(child: int) -> int | None:
    """Return the session of a process; None if another thread has waited for it meanwhile."""
    try:
        return os.getsid(child)
    except ProcessLookupError:
        return None


class _ProcessAttribute:
    """An attribute of this process, set by prctl while at least one thread needs it."""

    def __init__(self, option: int, wanted: int, read: Callable[[], int]) -> None:
        self._option = option
        self._wanted = wanted
        self._read = read
        self._previous = 0
        self._users = 0
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def applied(self) -> Iterator[None]:
        """Set the attribute until the last of all concurrent blocks ends."""
        with self._lock:
            if self._users == 0:
                self._previous = self._read()
                prctl(self._option, self._wanted)
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if self._users == 0:
                    prctl(self._option, self._previous)


def _is_dumpable() -> int:
    return prctl(PR_GET_DUMPABLE, 0)


def _is_subreaper() -> int:
    result = ctypes.c_int()
    prctl(PR_GET_CHILD_SUBREAPER, ctypes.addressof(result))
    return result.value


# A process that cannot be dumped cannot be traced, nor can its memory be read or its files copied.
_UNDUMPABLE = _ProcessAttribute(PR_SET_DUMPABLE, 0, _is_dumpable)
_SUBREAPER = _ProcessAttribute(PR_SET_CHILD_SUBREAPER, 1, _is_subreaper)
