"""Run somebody else's program under a supervisor: limited, charged, and ended with all that it has started.

It may make anything in its folder: no link there is followed, no pipe waited for. It may disturb its
supervisor, too: this process also measures by itself what was used, and ends what is left.
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

MAX_FILE_BYTES = 64 << 20  # far more than a state, and than any program has to print
MAX_REPORT_BYTES = 1 << 16
NEEDED = ("killpg", "waitid")  # functions of os; Windows has none of them
GRACE = 30.0  # seconds, besides the program's, in which a supervisor that nobody disturbs has long reported
ENDING_SECONDS = 2 * supervisor.PATIENCE  # in which such a supervisor, told to end everything, has ended, too

# Windows has none of the three; a folder is only made where there is a referee.
NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINKS


class Folder:
    """A folder that stays the same one, also when another is put in its place."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._place = os.open(self.path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._place)

    def write_new(self, name: str, data: bytes) -> None:
        """Write a file that was not there; raises OSError naming the file, FileExistsError if it was."""
        path = os.path.join(self.path, name)
        with name_os_errors(path), open(os.open(name, NEW, 0o666, dir_fd=self._place), "wb") as file:
            file.write(data)

    def read(self, name: str, most: int) -> bytes:
        """The first ``most`` bytes of a regular file; raises OSError if there is none."""
        with name_os_errors(os.path.join(self.path, name)):
            file = os.open(name, os.O_RDONLY | NO_LINKS, dir_fd=self._place)
            try:
                if not stat.S_ISREG(os.fstat(file).st_mode):
                    raise OSError(errno.EINVAL, "it is not a regular file")
                return os.read(file, most)
            finally:
                os.close(file)


@contextlib.contextmanager
def private_folder() -> Iterator[Folder]:
    """A new folder under a name that nobody can foresee, for this user alone, removed at the end."""
    temporary = tempfile.TemporaryDirectory(prefix="claimeven-", ignore_cleanup_errors=True)
    try:
        with Folder(temporary.name) as folder:
            yield folder
    finally:
        with contextlib.suppress(RecursionError):  # more folders in one another than Python can remove
            temporary.cleanup()


@contextlib.contextmanager
def log_file() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """A new file without a name, open twice: for a program to print to, and for us to read what it printed.

    The flags of an open file, as O_DIRECT, hold for all who share it; so a program shares none with us.
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
class Run:
    """A program's exit code (negative: the signal that ended it), and the CPU time of all its processes.

    It ``is_late`` if it was ended because too much time had passed on the clock, ``is_left`` if some process
    that it had started could not be ended in time, and not ``is_watched`` if its supervisor was killed,
    stopped or made to fail, or if somebody else has sent a report: then nobody knows its exit code.
    """

    code: int = 0
    cpu_seconds: float = 0.0
    is_late: bool = False
    is_left: bool = False
    is_watched: bool = True


def require_system() -> None:
    """Raise UnsupportedPlatform where ``run_program`` could not end a program and measure its CPU time."""
    if not all(hasattr(os, name) for name in NEEDED):
        raise UnsupportedPlatform(
            "the referee needs Linux, or macOS with Python 3.13 or later: this system "
            f"({sys.platform}) cannot end a program with all that it has started and measure its CPU time"
        )


def exit_text(code: int) -> str:
    """An exit code in words, or the signal that a negative one stands for."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def run_program(arguments: Sequence[str], *, cpu_seconds: float, clock_seconds: float, log: BinaryIO) -> Run:
    """Run a program without a shell and without input; what it prints goes to the file ``log``.

    It is ended soon after it has used ``cpu_seconds``, or when ``clock_seconds`` have passed; also when it
    writes a file of more than MAX_FILE_BYTES, or prints so much. No process that it has started outlives it.
    Raises OSError if it cannot be started, UnsupportedPlatform if its supervisor fails before the program
    begins.

    On Linux this process adopts what loses its parent below it meanwhile, and ends what it has adopted in
    other sessions than its own; so other threads must not start processes in new sessions at that time.
    """
    job = json.dumps((list(arguments), cpu_seconds, clock_seconds, MAX_FILE_BYTES))  # what supervise takes
    try:
        ended = _run_supervisor(job, clock_seconds + GRACE, log)
    except OSError as error:
        raise UnsupportedPlatform(f"programs cannot be run and measured: {error}") from None
    if not ended.received.startswith(f"{supervisor.BEGINS}\n".encode()):
        raise UnsupportedPlatform(f"the process that measures programs ended with {exit_text(ended.code)}")
    report = _report(ended.received) if ended.code == 0 else None
    if report is None:
        return Run(cpu_seconds=ended.cpu_seconds, is_left=ended.is_left, is_watched=False)
    if "error" in report:
        raise OSError(*report["error"])
    if "failure" in report:
        raise UnsupportedPlatform(f"the process that measures programs failed: {report['failure']}")
    return Run(
        code=report["code"],
        cpu_seconds=max(report["cpu_seconds"], ended.cpu_seconds),
        is_late=report["is_late"],
        is_left=report["is_left"] or ended.is_left,
    )


class _Ended(NamedTuple):
    """What a supervisor that has ended leaves: what it sent, its exit code, and what was seen from here."""

    received: bytes
    code: int
    cpu_seconds: float
    is_left: bool


def _run_supervisor(job: str, seconds: float, log: BinaryIO) -> _Ended:
    """Start a supervisor, listen to it for at most ``seconds``, and end all that is left of it."""
    # It needs installed packages only where Linux does not help it.
    isolation = ("-I", "-S") if os.path.exists(supervisor.CHILDREN) else ("-I",)
    # A socket, because another process could open a pipe of this one by /proc and write a report of its own.
    ours, theirs = socket.socketpair()
    process = None
    with orphans.adopting() as known:
        try:
            with theirs, defer_signals():
                process = subprocess.Popen(
                    [sys.executable, *isolation, supervisor.__file__, job],
                    stdin=theirs.fileno(),
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    process_group=0,  # Ctrl-C is not for it; its session is ours, unlike that of its program
                )
            received = _receive_all(ours, seconds)
        finally:
            with defer_signals():
                ours.close()  # whatever has happened here, the supervisor now ends the program
                if process:
                    cpu_seconds, is_left = _end(process, known)
    return _Ended(received, process.returncode, cpu_seconds, is_left)


def _receive_all(line: socket.socket, seconds: float) -> bytes:
    """What the supervisor sends until it ends, or until the time is up."""
    deadline = time.monotonic() + seconds
    received = b""
    while len(received) < MAX_REPORT_BYTES:
        left = deadline - time.monotonic()
        if left <= 0:
            break
        line.settimeout(left)
        try:
            piece = line.recv(MAX_REPORT_BYTES)
        except (TimeoutError, ConnectionResetError):
            break
        if not piece:
            break
        received += piece
    return received


def _report(received: bytes) -> dict[str, Any] | None:
    """The one report of a supervisor; None if there is none, or another one that it has not written."""
    lines = received.decode(errors="replace").splitlines()
    if len(lines) != 2:
        return None
    try:
        report: dict[str, Any] = json.loads(lines[1])
    except ValueError:
        return None
    return report


def _end(process: subprocess.Popen[bytes], known: frozenset[int]) -> tuple[float, bool]:
    """Wait for a supervisor to end, and end it if it does not; then end what it has left.

    Returns the CPU seconds of all processes below it, as far as anybody has waited for them, and True if one
    could not be ended. The supervisor waits for all below it, unless it is disturbed.
    """
    if not _ends(process.pid, ENDING_SECONDS):
        if not os.path.exists(supervisor.CHILDREN):
            _kill_below(process.pid)  # nobody will adopt them
        process.kill()
        _ends(process.pid, math.inf)
    cpu_seconds = 0.0
    with contextlib.suppress(OSError):  # /proc does not tell
        _, _, cpu_seconds = supervisor.cpu_seconds_of(process.pid)
    process.wait()
    adopted_seconds, is_left = orphans.end_orphans(known)
    return cpu_seconds + adopted_seconds, is_left


def _ends(pid: int, seconds: float) -> bool:
    """True once a child has ended, which is not waited for yet; False if it has not after ``seconds``."""
    deadline = time.monotonic() + seconds
    pause = supervisor.SHORTEST_PAUSE
    with contextlib.suppress(ChildProcessError):  # a process that ignores SIGCHLD cannot wait
        while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, supervisor.LONGEST_PAUSE)
    return True


def _kill_below(pid: int) -> None:
    import psutil  # type: ignore[import-untyped]

    for below in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            below.kill()
