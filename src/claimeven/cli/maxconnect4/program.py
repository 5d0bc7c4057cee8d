"""One run of somebody else's program: started, limited, measured, and ended with all it started."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.errors import WrongSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST_FILE_BYTES = 64 << 20  # far more than a state, and than any program has to print
NEEDED = ("killpg", "wait4", "waitid")  # functions of os; Windows has none of them
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.02  # seconds between two looks at a running program


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a program ended: its exit code (negative: the signal that ended it) and its CPU time.

    The CPU time is its own and that of the programs it has started and waited for. ``is_late`` tells that
    it was ended because too much time had passed on the clock.
    """

    code: int
    cpu_seconds: float
    is_late: bool


def require_system() -> None:
    """Raise WrongSystem where ``run_program`` could not end a program and measure its CPU time."""
    if not all(hasattr(os, name) for name in NEEDED):
        raise WrongSystem(
            "the referee needs Linux, or macOS with Python 3.13 or later: this system "
            f"({sys.platform}) cannot end a program with all that it has started and measure its CPU time"
        )


def run_program(
    arguments: Sequence[str],
    *,
    cpu_seconds: float,
    clock_seconds: float,
    log: str,
    clock: Callable[[], float] = time.monotonic,
) -> Run:
    """Run a program without a shell and without input; what it prints goes to the file ``log``.

    It is ended soon after it has used ``cpu_seconds``, or when ``clock_seconds`` have passed, and with it
    every process of its group; also when it writes a file of more than MOST_FILE_BYTES, or prints so much.
    Raises OSError if it cannot be started.
    """
    interrupts = _Interrupts()
    with open(log, "wb") as printed, interrupts.put_off():
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_limiter(cpu_seconds),
        )
    is_late = False
    try:
        interrupts.make_up()
        is_late = not _wait(process.pid, clock() + clock_seconds, clock)
    finally:
        # The program has not been waited for yet, so that its group's number cannot be anybody else's.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Run(code=process.returncode, cpu_seconds=usage.ru_utime + usage.ru_stime, is_late=is_late)


class _Interrupts:
    """Ctrl-C, put off while a program is being started: it would be left behind, unknown to anybody."""

    def __init__(self) -> None:
        self._came = False

    @contextlib.contextmanager
    def put_off(self) -> Iterator[None]:
        """Only take note of Ctrl-C; only the main thread is ever interrupted."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def make_up(self) -> None:
        """Raise KeyboardInterrupt if there was one meanwhile."""
        if self._came:
            raise KeyboardInterrupt

    def _note(self, *_: object) -> None:
        self._came = True


def _wait(pid: int, deadline: float, clock: Callable[[], float]) -> bool:
    """True as soon as the program has ended, False if it still runs at ``deadline``."""
    pause = SHORTEST_PAUSE
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if clock() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    return True


def _limiter(seconds: float) -> Callable[[], None]:
    """What a program does before it begins: let the system end it if it uses more time, or writes too much.

    Of time, politely first, and a second later without appeal.
    """
    import resource

    # The system counts whole seconds, and not quite those; what was used exactly is looked at afterwards.
    soft = math.ceil(seconds) + 1
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    if most != resource.RLIM_INFINITY:
        soft = min(soft, most - 1)
    _, most_bytes = resource.getrlimit(resource.RLIMIT_FSIZE)
    most_bytes = MOST_FILE_BYTES if most_bytes == resource.RLIM_INFINITY else min(MOST_FILE_BYTES, most_bytes)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return limit
