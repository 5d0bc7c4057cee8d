"""Run a program as subreaper, measure CPU time, kill its tree.

    referee --starts--> supervisor --starts--> program --starts--> ...

It is run as a file (``python -I -S supervisor.py JOB``) and uses only the standard library, so that it starts
fast. Standard input is a socket to the referee: the supervisor sends one line before the program starts, and
the report as another. If the referee ends, the socket is closed. The program inherits the supervisor's
standard output and standard error, to which the supervisor itself writes only if it fails.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

try:
    import resource
except ImportError:  # on Windows, where there is no referee
    resource = None  # type: ignore[assignment]

REFEREE = 0  # standard input
STARTED = "started"  # the line before the program starts, from when on it can disturb the supervisor
CHILDREN = "/proc/thread-self/children"  # on Linux: the process ids of this process's children
MIN_PAUSE = 0.001  # seconds between two checks of a running program
MAX_PAUSE = 0.02
KILL_SECONDS = 5.0  # in which all processes must be killed

# From Linux's prctl.h.
PR_SET_PDEATHSIG = 1
PR_GET_DUMPABLE = 3
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_GET_CHILD_SUBREAPER = 37


def main() -> None:
    """Run the job on the command line, and report to the referee."""
    # From here on no process except root's can take the socket or change this memory.
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a process that ignores it, as a parent may, cannot wait
    report = supervise(*json.loads(sys.argv[1]))
    _send(json.dumps(report))


def supervise(
    arguments: Sequence[str], cpu_seconds: float, clock_seconds: float, max_file_bytes: int
) -> dict[str, Any]:
    """Run a program to its end or its limits, kill all processes that it has started, and return a report.

    The report has ``error`` (errno and message) if the program could not be started, or ``failure`` (message)
    if the supervisor could not prepare it. Otherwise it has ``code``, ``cpu_seconds``, ``timed_out`` and
    ``has_survivors``, which is true if some process could not be killed.
    """
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    set_limits = _limit_setter(cpu_seconds, max_file_bytes)
    _send(STARTED)
    try:
        process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=set_limits
        )
    except OSError as error:
        return {"error": (error.errno, error.strerror)}
    except (subprocess.SubprocessError, ValueError) as error:
        return {"failure": str(error)}
    meter = _CpuMeter()
    timed_out = not _wait(process.pid, meter, cpu_seconds, time.monotonic() + clock_seconds)
    meter.read()
    process.returncode, has_survivors = kill_all(process.pid)
    return {
        "code": process.returncode,
        "cpu_seconds": meter.read(),
        "timed_out": timed_out,
        "has_survivors": has_survivors,
    }


def _send(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):  # the referee has ended
        os.write(REFEREE, f"{line}\n".encode())


def kill_all(program: int) -> tuple[int, bool]:
    """Kill all children and their descendants; return the program's exit code, and True if some survive.

    A process whose parent ends becomes a child of this one, so that none is left when there is no child. Only
    children are killed: until they have been waited for, no other process can have their ids.
    """
    code = -signal.SIGKILL
    deadline = time.monotonic() + KILL_SECONDS
    while time.monotonic() < deadline:
        for child in children():
            kill(child)
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
            while ended:
                if ended == program:
                    code = os.waitstatus_to_exitcode(status)
                ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code, False
        time.sleep(MIN_PAUSE)
    return code, True


def children() -> list[int]:
    """Return the ids of this process's children or, where there is no /proc, of all its descendants."""
    if os.path.exists(CHILDREN):
        return read_pids(CHILDREN)
    import psutil  # type: ignore[import-untyped]

    return [process.pid for process in psutil.Process().children(recursive=True)]


def read_pids(path: str) -> list[int]:
    """Return the process ids in a file of /proc; none if there is no such file, or the process has ended."""
    try:
        with open(path, encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def kill(child: int) -> None:
    """Kill a process and its group in one step, so that it cannot survive by starting another."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)
        group = os.getpgid(child)
        if group != os.getpgrp():
            os.killpg(group, signal.SIGKILL)


def _wait(program: int, meter: _CpuMeter, cpu_seconds: float, deadline: float) -> bool:
    """Wait for the program; return False if it still runs at ``deadline``.

    Return True when it has ended, when it has used more than ``cpu_seconds``, or when the referee has ended.
    """
    pause = MIN_PAUSE
    while os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            return False
        for child in read_pids(CHILDREN):
            if child != program:  # an orphan that this process has adopted
                os.waitpid(child, os.WNOHANG)
        referee_ended, _, _ = select.select([REFEREE], [], [], pause)
        if referee_ended or meter.read() > cpu_seconds:
            return True
        pause = min(2 * pause, MAX_PAUSE)
    return True


class _CpuMeter:
    """The CPU time of all processes below this one: the larger of two sums, neither of which is too large.

    The system adds up only processes that have been waited for, and a program may leave its children
    unwaited for. The other sum is what was seen of each process while it ran.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], float] = {}
        self._largest = 0.0

    def read(self) -> float:
        """Return the CPU seconds used until now."""
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = usage.ru_utime + usage.ru_stime
        for process in _descendants():
            self._seen[process.pid, process.times.start] = process.times.own
            total += process.times.own + process.times.waited_for
        self._largest = max(self._largest, total, sum(self._seen.values()))
        return self._largest


class CpuTimes(NamedTuple):
    """The start time of a process, its own CPU seconds, and those of its ended children it has waited for."""

    start: str
    own: float
    waited_for: float


class _Descendant(NamedTuple):
    pid: int
    times: CpuTimes


def _descendants() -> Iterator[_Descendant]:
    """Yield every process below this one, as far as /proc shows them.

    A parent comes before its children, so that times which pass to it meanwhile are not counted twice.
    """
    waiting = read_pids(CHILDREN)
    while waiting:
        pid = waiting.pop()
        with contextlib.suppress(OSError):  # it has ended
            yield _Descendant(pid, cpu_times_of(pid))
            for thread in os.listdir(f"/proc/{pid}/task"):
                waiting += read_pids(f"/proc/{pid}/task/{thread}/children")


def cpu_times_of(pid: int) -> CpuTimes:
    """Return the CPU times of a process, which may have ended if it has not been waited for.

    Raise OSError where there is no /proc.
    """
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rpartition(") ")[2].split()
    tick = 1 / os.sysconf("SC_CLK_TCK")
    own_ticks = int(fields[11]) + int(fields[12])
    waited_for_ticks = int(fields[13]) + int(fields[14])
    return CpuTimes(start=fields[19], own=own_ticks * tick, waited_for=waited_for_ticks * tick)


def prctl(option: int, value: int) -> int:
    """Call Linux's prctl and return its result; do nothing and return 0 on other systems."""
    result: int = 0
    if sys.platform == "linux":
        unused = ctypes.c_ulong(0)
        result = ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), unused, unused, unused)
    return result


def _limit_setter(cpu_seconds: float, max_file_bytes: int) -> Callable[[], None]:
    """Return a function that limits the calling process's CPU time and file size, and ties it to its parent.

    At the CPU limit the system sends SIGXCPU, and SIGKILL a second later.
    """

    def allowed(limit: int, wanted: int) -> int:
        _, maximum = resource.getrlimit(limit)
        return wanted if maximum == resource.RLIM_INFINITY else min(wanted, maximum)

    # The system counts in whole seconds, and not exactly; the exact time is checked in _wait.
    hard_seconds = allowed(resource.RLIMIT_CPU, math.ceil(cpu_seconds) + 2)
    max_bytes = allowed(resource.RLIMIT_FSIZE, max_file_bytes)

    def set_limits() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CPU, (hard_seconds - 1, hard_seconds))
        resource.setrlimit(resource.RLIMIT_FSIZE, (max_bytes, max_bytes))

    return set_limits


if __name__ == "__main__":
    main()
