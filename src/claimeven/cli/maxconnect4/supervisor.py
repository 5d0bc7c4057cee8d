"""Run a program as subreaper, measure the CPU time of its whole tree, and kill that tree at the end.

    referee --starts--> supervisor --starts--> program --starts--> ...

It is run as a file (``python -I -S supervisor.py JOB``), with Python's own library alone, so that it starts
fast. Standard input is a socket to the referee: one line before the program begins, and the report as another
one. The end of that socket means that the referee has gone. The program prints to the supervisor's own
standard output and standard error, where the supervisor itself writes only if it fails.
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
from typing import Any

REFEREE = 0  # standard input
BEGINS = "begins"  # the line before the program begins: from then on it can disturb its supervisor
CHILDREN = "/proc/thread-self/children"  # Linux; the numbers of this process's children
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.02  # seconds between two looks at a running program
PATIENCE = 5.0  # seconds in which everything must be ended

# Of Linux's prctl.h.
PR_SET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE = 1, 3, 4
PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37


def main() -> None:
    """Run the job that the command line names, and report to the referee."""
    # From here on no process of this user, unless it is root's, can take the socket or change this memory.
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # whoever ignores it, as a parent may, cannot wait
    report = supervise(*json.loads(sys.argv[1]))
    _send(json.dumps(report))


def supervise(
    arguments: Sequence[str], cpu_seconds: float, clock_seconds: float, most_file_bytes: int
) -> dict[str, Any]:
    """Run a program to its end, or to its limits, and end all that it has started: the report.

    It has ``error`` (number and words: the program could not be started), or ``failure`` (words: the
    supervisor could not prepare it), or ``code``, ``cpu_seconds``, ``is_late`` and ``is_left``, which tells
    that some process could not be ended.
    """
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    limit = _limiter(cpu_seconds, most_file_bytes)
    _send(BEGINS)
    try:
        process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit
        )
    except OSError as error:
        return {"error": (error.errno, error.strerror)}
    except (subprocess.SubprocessError, ValueError) as error:
        return {"failure": str(error)}
    account = _Account()
    is_late = not _wait(process.pid, account, cpu_seconds, time.monotonic() + clock_seconds)
    account.look()
    process.returncode, is_left = end_all(process.pid)
    return {"code": process.returncode, "cpu_seconds": account.look(), "is_late": is_late, "is_left": is_left}


def _send(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):  # the referee has gone
        os.write(REFEREE, f"{line}\n".encode())


def end_all(program: int) -> tuple[int, bool]:
    """End every child and all that they have started; the program's exit code, and True if one is left.

    A process whose parent ends becomes a child of this one, so when there is no child there is nobody. Only
    children are ended: as long as nobody has waited for them, their numbers are not anybody else's.
    """
    code = -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for child in children():
            kill(child)
        try:
            while (waited := os.waitpid(-1, os.WNOHANG))[0]:
                code = os.waitstatus_to_exitcode(waited[1]) if waited[0] == program else code
        except ChildProcessError:
            return code, False
        time.sleep(SHORTEST_PAUSE)
    return code, True


def children() -> list[int]:
    """The numbers of this process's children; where Linux does not tell them, also of their children."""
    if os.path.exists(CHILDREN):
        return listed(CHILDREN)
    import psutil  # type: ignore[import-untyped]

    return [process.pid for process in psutil.Process().children(recursive=True)]


def listed(path: str) -> list[int]:
    """The numbers in a file of Linux; none where there is no such file, or the process has ended."""
    try:
        with open(path, encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def kill(child: int) -> None:
    """End a process and its group in one step, so that nothing in it can go on by starting another."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)
        group = os.getpgid(child)
        if group != os.getpgrp():
            os.killpg(group, signal.SIGKILL)


def _wait(program: int, account: _Account, cpu_seconds: float, deadline: float) -> bool:
    """False if the program still runs at ``deadline``; True when it has ended, or must for another reason."""
    pause = SHORTEST_PAUSE
    while os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            return False
        for child in listed(CHILDREN):
            if child != program:  # a process without a parent, adopted
                os.waitpid(child, os.WNOHANG)
        is_referee_gone, _, _ = select.select([REFEREE], [], [], pause)
        if is_referee_gone or account.look() > cpu_seconds:
            return True
        pause = min(2 * pause, LONGEST_PAUSE)
    return True


class _Account:
    """The CPU time of all processes below this one: what the system has added up, or what was seen of them.

    The system adds up only what somebody waits for, and a program may have its children waited for by nobody.
    Both are never more than what was really used, so the larger counts.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[int, str], float] = {}
        self._most = 0.0

    def look(self) -> float:
        """The CPU seconds used until now."""
        import resource

        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = usage.ru_utime + usage.ru_stime
        for key, own, waited in _running():
            self._seen[key] = own
            total += own + waited
        self._most = max(self._most, total, sum(self._seen.values()))
        return self._most


def _running() -> Iterator[tuple[tuple[int, str], float, float]]:
    """Every process below this one, where /proc tells: which, its CPU time, that of those it waited for.

    A parent comes before its children: what they hand over to it meanwhile is not counted twice.
    """
    left = listed(CHILDREN)
    while left:
        pid = left.pop()
        with contextlib.suppress(OSError):  # it has ended
            start, own, waited = cpu_seconds_of(pid)
            yield (pid, start), own, waited
            for thread in os.listdir(f"/proc/{pid}/task"):
                left += listed(f"/proc/{pid}/task/{thread}/children")


def cpu_seconds_of(pid: int) -> tuple[str, float, float]:
    """When a process began, its CPU seconds, and those of the ended children that it has waited for.

    It may have ended itself, if nobody has waited for it. Raises OSError where /proc does not tell.
    """
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rpartition(") ")[2].split()
    tick = 1 / os.sysconf("SC_CLK_TCK")
    own = int(fields[11]) + int(fields[12])
    waited = int(fields[13]) + int(fields[14])
    return fields[19], own * tick, waited * tick


def prctl(option: int, value: int) -> int:
    """Call Linux's prctl and return its answer; do nothing and return 0 elsewhere."""
    answer: int = 0
    if sys.platform == "linux":
        answer = ctypes.CDLL(None).prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))
    return answer


def _limiter(seconds: float, most_file_bytes: int) -> Callable[[], None]:
    """What a program does before it begins: let the system end it if it uses more time, or writes too much.

    Of time, politely first, and a second later without appeal; it also ends with its supervisor.
    """
    import resource

    def allowed(what: int, wished: int) -> int:
        _, most = resource.getrlimit(what)
        return wished if most == resource.RLIM_INFINITY else min(wished, most)

    # The system counts whole seconds, and not quite those; what was used exactly is looked at meanwhile.
    hard = allowed(resource.RLIMIT_CPU, math.ceil(seconds) + 2)
    most_bytes = allowed(resource.RLIMIT_FSIZE, most_file_bytes)

    def limit() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_CPU, (hard - 1, hard))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return limit


if __name__ == "__main__":
    main()
