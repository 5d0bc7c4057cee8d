"""Programs that attack the process that measures them: they gain nothing, and nothing of them stays.

Every attack is made by a user without privileges, as nobody instead of root where root runs the tests.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unprivileged import Unprivileged, unprivileged_python

# What the judge runs: one program, its result as JSON, and whether this process still has a child.
JUDGE = """
import json, os, signal, sys, tempfile
from claimeven.cli.maxconnect4 import program
{preparation}
arguments = [sys.executable, "-I", "-S", "-c", sys.argv[1]]
with tempfile.TemporaryFile() as log:
    done = program.run_program(arguments, cpu_seconds=60, clock_seconds=float(sys.argv[2]), log=log)
try:
    os.waitpid(-1, os.WNOHANG)
    has_children = True
except ChildProcessError:
    has_children = False
names = ("code", "cpu_seconds", "timed_out", "has_survivors", "was_supervised")
print(json.dumps({{**{{name: getattr(done, name) for name in names}}, "has_children": has_children}}))
"""
# The judge's time is up as soon as the supervisor is stopped.
UNTIL_STOPPED = """
program.SHUTDOWN_SECONDS = 0.1
receive_all = program._receive_all
def receive_until_stopped(line, seconds):
    os.waitid(os.P_ALL, 0, os.WSTOPPED)
    return receive_all(line, 0.1)
program._receive_all = receive_until_stopped
"""
IMPORTS = "import ctypes, errno, fcntl, os, resource, signal, sys, time\n"
SUPERVISOR = "watch = os.getppid()\n"
REFEREE = "watch = int(open(f'/proc/{os.getppid()}/stat').read().rpartition(') ')[2].split()[1])\n"
# Copies of the files of the process `watch`, and the errors there were; 438 is pidfd_getfd, everywhere.
TAKE_FILES = """
libc = ctypes.CDLL(None, use_errno=True)
handle = os.pidfd_open(watch)
files, errors = [], set()
for number in range(64):
    file = libc.syscall(438, handle, number, 0)
    if file >= 0: files.append(file)
    elif ctypes.get_errno() != errno.EBADF: errors.add(ctypes.get_errno())
open("errors", "w").write(" ".join(map(str, errors)))
"""
FORGE = """
import socket
report = b'{"code": 0, "cpu_seconds": 0.001, "timed_out": false, "has_survivors": false}\\n'
os.kill(os.getppid(), signal.SIGSTOP)
for file in files:
    try: socket.socket(fileno=file).send(report)
    except OSError: pass
os.kill(os.getppid(), signal.SIGCONT)
"""
BURN = "while time.process_time() < 0.3: pass\n"
# A process that has left parent, session, group, files and environment, and says when it is there.
DAEMON = """
if not os.fork():
    os.setsid()
    if not os.fork():
        os.closerange(0, 256)
        code = "import os, sys, time; open('daemon', 'w').close(); time.sleep(600)"
        os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", code, MARK], {})
    os._exit(0)
while not os.path.exists("daemon"): time.sleep(0.001)
"""
# Processes that leave their group, start the next one and end, over and over, for longer than a test lasts.
CHAINS = """
last = time.monotonic() + 60
for _ in range(4):
    if not os.fork():
        while not os.fork() and time.monotonic() < last: os.setsid()
        os._exit(0)
"""
KILL = "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(600)\n"
STOP = "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(600)\n"
OUTLIVE = "ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)\n"  # no signal when the parent ends


@pytest.fixture
def unprivileged() -> Iterator[Unprivileged]:
    with unprivileged_python() as python:
        yield python


def judged(
    unprivileged: Unprivileged, attack: str, *, clock_seconds: float = 60, preparation: str = ""
) -> Any:
    """Return the verdict on a program; check that no process of it is left."""
    mark = f"mark-{uuid.uuid4().hex}"
    code = f"{IMPORTS}MARK = {mark!r}\n{attack}"
    done = unprivileged.run(JUDGE.format(preparation=preparation), code, str(clock_seconds))
    left = processes_with(mark)
    end(left)
    assert (left, done.stderr) == ([], "")
    result = json.loads(done.stdout)
    assert not result["has_children"]
    return result


def end(processes: list[int]) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def processes_with(mark: str) -> list[int]:
    """The processes whose command line has ``mark`` in it."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                command = Path("/proc", name, "cmdline").read_bytes()
            except OSError:  # it has ended
                continue
            if mark.encode() in command:
                found.append(int(name))
    return found


@pytest.mark.parametrize("watched", [SUPERVISOR, REFEREE], ids=["supervisor", "referee"])
def test_a_program_cannot_take_the_files_of_those_who_measure_it(
    unprivileged: Unprivileged, watched: str
) -> None:
    result = judged(unprivileged, f"{watched}{TAKE_FILES}sys.exit(3)")
    assert (unprivileged.folder / "errors").read_text(encoding="ascii") == str(errno.EPERM)
    assert (result["was_supervised"], result["code"]) == (True, 3)


def test_a_forged_report_does_not_hide_cpu_time(unprivileged: Unprivileged) -> None:
    result = judged(unprivileged, f"{BURN}{SUPERVISOR}{TAKE_FILES}{FORGE}")
    assert result["cpu_seconds"] >= 0.3


@pytest.mark.parametrize("who", [SUPERVISOR, REFEREE], ids=["supervisor", "referee"])
def test_a_program_cannot_read_the_memory_of_those_who_measure_it(
    unprivileged: Unprivileged, who: str
) -> None:
    attack = f"{who}try: open(f'/proc/{{watch}}/mem', 'rb')\nexcept PermissionError: sys.exit(3)"
    assert judged(unprivileged, attack)["code"] == 3


@pytest.mark.parametrize(
    "crowd",
    [DAEMON, OUTLIVE + CHAINS, OUTLIVE + DAEMON + CHAINS],
    ids=["a daemon", "chains of processes", "both"],
)
def test_a_program_that_kills_its_supervisor_leaves_nothing(unprivileged: Unprivileged, crowd: str) -> None:
    result = judged(unprivileged, f"{BURN}{crowd}{KILL}")
    assert (result["was_supervised"], result["has_survivors"]) == (False, False)
    assert result["cpu_seconds"] >= 0.28  # the system tells it in hundredths


def test_a_program_that_stops_its_supervisor_leaves_nothing(unprivileged: Unprivileged) -> None:
    result = judged(unprivileged, f"{OUTLIVE}{DAEMON}{CHAINS}{STOP}", preparation=UNTIL_STOPPED)
    assert (result["was_supervised"], result["has_survivors"]) == (False, False)


def test_nothing_is_left_where_the_end_of_children_is_ignored(unprivileged: Unprivileged) -> None:
    """Whoever starts the judge may have it ignore SIGCHLD, and then nobody can wait."""
    ignore = "signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    result = judged(unprivileged, f"{BURN}{DAEMON}sys.exit(3)", preparation=ignore)
    assert (result["code"], result["was_supervised"]) == (3, True)
    assert result["cpu_seconds"] >= 0.3
    assert not judged(unprivileged, f"{OUTLIVE}{DAEMON}{KILL}", preparation=ignore)["was_supervised"]


@pytest.mark.parametrize("limit", ["RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_CPU"])
def test_a_program_that_takes_away_what_its_supervisor_needs_leaves_nothing(
    unprivileged: Unprivileged, limit: str
) -> None:
    """Whether the supervisor fails or not: that is the program's fault, and not the system's."""
    take = f"resource.prlimit(os.getppid(), resource.{limit}, (0, 0))\n"
    judged(unprivileged, f"{DAEMON}{take}while os.getppid() > 1: time.sleep(0.01)", clock_seconds=2)


@pytest.mark.parametrize(
    "attack",
    [
        "os.closerange(0, 256)",
        "for file in (0, 1, 2): fcntl.fcntl(file, fcntl.F_SETFL, os.O_NONBLOCK)",
        "for file in (1, 2): fcntl.fcntl(file, fcntl.F_SETFL, os.O_APPEND)",
    ],
    ids=["closes them", "makes them not wait", "makes them append"],
)
def test_what_a_program_does_to_its_files_changes_nothing(unprivileged: Unprivileged, attack: str) -> None:
    result = judged(unprivileged, f"{attack}\nos._exit(4)")
    assert (result["code"], result["was_supervised"]) == (4, True)
