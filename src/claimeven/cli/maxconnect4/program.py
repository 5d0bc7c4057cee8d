"""Run an untrusted program under a supervisor, with limits, and kill every process that it started.

The program may create anything in its folder: no link there is followed, and no pipe is waited for. It may
even disturb its supervisor, so this process measures CPU time as well, and kills what the supervisor leaves.
"""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from claimeven.cli.maxconnect4 import orphans, supervisor
from claimeven.errors import UnsupportedPlatform
from claimeven.files import name_os_errors
from claimeven.signals import defer_signals

MAX_FILE_BYTES = 64 << 20  # far more than a state needs, or a program has to print
MAX_REPORT_BYTES = 1 << 16
REQUIRED_FUNCTIONS = ("killpg", "waitid")  # of the module os; Windows has neither
REPORT_SECONDS = 30.0  # after the program's time, in which an undisturbed supervisor has reported
SHUTDOWN_SECONDS = 2 * supervisor.KILL_SECONDS  # in which an undisturbed supervisor kills all and ends

# Windows does not have these flags, and no referee.
NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINKS


class Folder:
    """A folder held open, so that replacing it by another of the same name has no effect."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._descriptor = os.open(self.path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def write_new(self, name: str, data: bytes) -> None:
        """Create a file; raise OSError naming it, which is a FileExistsError if it exists."""
        path = os.path.join(self.path, name)
        with name_os_errors(path), open(os.open(name, NEW, 0o666, dir_fd=self._descriptor), "wb") as file:
            file.write(data)

    def read(self, name: str, limit: int) -> bytes:
        """Return the first ``limit`` bytes of a regular file; raise OSError naming it if there is none."""
        with name_os_errors(os.path.join(self.path, name)):
            file = os.open(name, os.O_RDONLY | NO_LINKS, dir_fd=self._descriptor)
            try:
                if not stat.S_ISREG(os.fstat(file).st_mode):
                    raise OSError(errno.EINVAL, "it is not a regular file")
                return os.read(file, limit)
            finally:
                os.close(file)


@contextlib.contextmanager
def private_folder() -> Iterator[Folder]:
    """Create a folder with an unpredictable name, for this user alone, and remove it at the end."""
    temporary = tempfile.TemporaryDirectory(prefix="claimeven-", ignore_cleanup_errors=True)
    try:
        with Folder(temporary.name) as folder:
            yield folder
    finally:
        with contextlib.suppress(RecursionError):  # folders are nested too deeply for Python
            temporary.cleanup()


@contextlib.contextmanager
def log_file() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Open a new unnamed file twice: for a program to print to, and for us to read what it printed.

    The flags of an open file, e.g. O_DIRECT, apply to every process that shares it, so we share none.
    """
    with contextlib.ExitStack() as stack:
        with defer_signals():
            number, path = tempfile.mkstemp(prefix="claimeven-")
            try:
                writer = stack.enter_context(open(number, "wb"))
                reader = stack.enter_context(open(path, "rb"))
            finally:
                os.unlink(path)
        yield writer, reader


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramResult:
    """A program's exit code (negative: the signal that ended it), and the CPU time of all its processes.

    ``timed_out`` is True if it was killed at its wall-clock limit, and ``has_survivors`` if a process that it
    started could not be killed in time. ``was_supervised`` is False if its supervisor was killed, stopped or
    made to fail, or if another process sent a report: then the exit code is unknown.
    """

    code: int = 0
    cpu_seconds: float = 0.0
    timed_out: bool = False
    has_survivors: bool = False
    was_supervised: bool = True


def require_platform() -> None:
    """Raise UnsupportedPlatform where ``run_program`` could not kill a program and measure its CPU time."""
    if not all(hasattr(os, name) for name in REQUIRED_FUNCTIONS):
        raise UnsupportedPlatform(
            "the referee needs Linux, or macOS with Python 3.13 or later: this system "
            f"({sys.platform}) cannot kill a program with all its processes and measure their CPU time"
        )


def exit_text(code: int) -> str:
    """Return an exit code in words, or the name of the signal for a negative one."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def run_program(
    arguments: Sequence[str], *, cpu_seconds: float, clock_seconds: float, log: BinaryIO
) -> ProgramResult:
    """Run a program without a shell and without input; its output goes to the file ``log``.

    It is killed soon after it has used ``cpu_seconds``, when ``clock_seconds`` have passed, or when it writes
    more than MAX_FILE_BYTES to a file or its output. No process that it started outlives it. Raise OSError if
    it cannot be started, UnsupportedPlatform if its supervisor fails before it starts.

    On Linux this process adopts orphans below it meanwhile, and kills those in other sessions than its own;
    so other threads must not start processes in new sessions at that time.
    """
    supervise_arguments = (list(arguments), cpu_seconds, clock_seconds, MAX_FILE_BYTES)
    job = json.dumps(supervise_arguments)
    try:
        ended = _run_supervisor(job, clock_seconds + REPORT_SECONDS, log)
    except OSError as error:
        raise UnsupportedPlatform(f"programs cannot be run and measured: {error}") from None
    if not ended.received.startswith(f"{supervisor.STARTED}\n".encode()):
        raise UnsupportedPlatform(f"the process that measures programs ended with {exit_text(ended.code)}")
    report = _report(ended.received) if ended.code == 0 else None
    if report is None:
        return ProgramResult(
            cpu_seconds=ended.cpu_seconds, has_survivors=ended.has_survivors, was_supervised=False
        )
    if "error" in report:
        raise OSError(*report["error"])
    if "failure" in report:
        raise UnsupportedPlatform(f"the process that measures programs failed: {report['failure']}")
    return ProgramResult(
        code=report["code"],
        cpu_seconds=max(report["cpu_seconds"], ended.cpu_seconds),
        timed_out=report["timed_out"],
        has_survivors=report["has_survivors"] or ended.has_survivors,
    )


class _Ended(NamedTuple):
    """The bytes that an ended supervisor sent, its exit code, and this process's own measurements."""

    received: bytes
    code: int
    cpu_seconds: float
    has_survivors: bool


def _run_supervisor(job: str, seconds: float, log: BinaryIO) -> _Ended:
    """Start a supervisor, receive its report for at most ``seconds``, and kill what it leaves behind."""
    # It needs an installed package, psutil, only where there is no /proc.
    isolation = ("-I", "-S") if os.path.exists(supervisor.CHILDREN) else ("-I",)
    # A socket, because another process could open a pipe through /proc and write a report of its own.
    ours, theirs = socket.socketpair()
    process = None
    with orphans.adopt_orphans() as known:
        try:
            with theirs, defer_signals():
                process = subprocess.Popen(
                    [sys.executable, *isolation, supervisor.__file__, job],
                    stdin=theirs.fileno(),
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    process_group=0,  # keeps Ctrl-C from it; unlike its program, it stays in our session
                )
            received = _receive_all(ours, seconds)
        finally:
            with defer_signals():
                ours.close()  # the supervisor now kills the program, whatever has happened here
                if process:
                    cpu_seconds, has_survivors = _shut_down(process, known)
    return _Ended(received, process.returncode, cpu_seconds, has_survivors)


def _receive_all(connection: socket.socket, seconds: float) -> bytes:
    """Return what the supervisor sends until it ends or ``seconds`` have passed."""
    deadline = time.monotonic() + seconds
    received = b""
    while len(received) < MAX_REPORT_BYTES:
        left = deadline - time.monotonic()
        if left <= 0:
            break
        connection.settimeout(left)
        try:
            piece = connection.recv(MAX_REPORT_BYTES)
        except (TimeoutError, ConnectionResetError):
            break
        if not piece:
            break
        received += piece
    return received


def _report(received: bytes) -> dict[str, Any] | None:
    """Return the report of a supervisor; None unless there is exactly one."""
    lines = received.decode(errors="replace").splitlines()
    if len(lines) != 2:
        return None
    try:
        report: dict[str, Any] = json.loads(lines[1])
    except ValueError:
        return None
    return report


def _shut_down(process: subprocess.Popen[bytes], known: frozenset[int]) -> tuple[float, bool]:
    """Wait for a supervisor to end, kill it if it does not, and kill what it leaves behind.

    Return the CPU seconds of all processes below it that have been waited for, and True if some survive. An
    undisturbed supervisor waits for all of them.
    """
    if not _wait_for_end(process.pid, SHUTDOWN_SECONDS):
        if not os.path.exists(supervisor.CHILDREN):
            _kill_descendants(process.pid)  # this process will not adopt them
        process.kill()
        _wait_for_end(process.pid, math.inf)
    cpu_seconds = 0.0
    with contextlib.suppress(OSError):  # there is no /proc
        cpu_seconds = supervisor.cpu_times_of(process.pid).waited_for
    process.wait()
    adopted_seconds, has_survivors = orphans.kill_orphans(known)
    return cpu_seconds + adopted_seconds, has_survivors


def _wait_for_end(pid: int, seconds: float) -> bool:
    """Return True once a child has ended, without reaping it; False if it still runs after ``seconds``."""
    deadline = time.monotonic() + seconds
    pause = supervisor.MIN_PAUSE
    with contextlib.suppress(ChildProcessError):  # a process that ignores SIGCHLD cannot wait
        while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, supervisor.MAX_PAUSE)
    return True


def _kill_descendants(pid: int) -> None:
    import psutil  # type: ignore[import-untyped]

    for descendant in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            descendant.kill()
