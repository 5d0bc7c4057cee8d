"""Somebody else's program: one run under a supervisor, limited, charged, and ended with all it started.

It may make anything in its folder: no link there is followed, no pipe waited for.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from claimeven.cli.maxconnect4 import supervisor
from claimeven.errors import WrongSystem
from claimeven.files import naming
from claimeven.signals import put_off

MOST_FILE_BYTES = 64 << 20  # far more than a state, and than any program has to print
MOST_REPORT_BYTES = 1 << 16
NEEDED = ("killpg", "waitid")  # functions of os; Windows has none of them
GRACE = 30.0  # seconds, besides the program's, in which a supervisor that nobody disturbs has long reported

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
        with naming(path), open(os.open(name, NEW, 0o666, dir_fd=self._place), "wb") as file:
            file.write(data)

    def read(self, name: str, most: int) -> bytes:
        """The first ``most`` bytes of a regular file; raises OSError if there is none."""
        with naming(os.path.join(self.path, name)):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A program's exit code (negative: the signal that ended it), and the CPU time of all its processes.

    It ``is_late`` if it was ended because too much time had passed on the clock, ``is_left`` if some process
    that it had started could not be ended, and not ``is_watched`` if its supervisor was killed or stopped.
    """

    code: int = 0
    cpu_seconds: float = 0.0
    is_late: bool = False
    is_left: bool = False
    is_watched: bool = True


def require_system() -> None:
    """Raise WrongSystem where ``run_program`` could not end a program and measure its CPU time."""
    if not all(hasattr(os, name) for name in NEEDED):
        raise WrongSystem(
            "the referee needs Linux, or macOS with Python 3.13 or later: this system "
            f"({sys.platform}) cannot end a program with all that it has started and measure its CPU time"
        )


def run_program(arguments: Sequence[str], *, cpu_seconds: float, clock_seconds: float, log: BinaryIO) -> Run:
    """Run a program without a shell and without input; what it prints goes to the file ``log``.

    It is ended soon after it has used ``cpu_seconds``, or when ``clock_seconds`` have passed; also when it
    writes a file of more than MOST_FILE_BYTES, or prints so much. No process that it has started outlives it.
    Raises OSError if it cannot be started, WrongSystem if its supervisor fails.
    """
    job = json.dumps((list(arguments), cpu_seconds, clock_seconds, MOST_FILE_BYTES))  # what supervise takes
    # The supervisor needs installed packages only where Linux does not help it.
    isolation = ("-I", "-S") if os.path.exists(supervisor.CHILDREN) else ("-I",)
    # A socket, because another process could open a pipe of this one by /proc and write a report of its own.
    ours, theirs = socket.socketpair()
    process = None
    try:
        with theirs, put_off():
            process = subprocess.Popen(
                [sys.executable, *isolation, supervisor.__file__, job],
                stdin=theirs.fileno(),
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        ours.settimeout(clock_seconds + GRACE)
        run = _receive(ours)
    finally:
        with put_off():
            ours.close()  # whatever has happened here, the supervisor now ends the program
            if process:
                _end(process)
    if process.returncode > 0:
        raise WrongSystem(f"the process that measures programs ended with exit code {process.returncode}")
    return run


def _receive(line: socket.socket) -> Run:
    """What the supervisor reports, unless it goes or says nothing in time; raises as ``run_program`` does."""
    try:
        received = line.recv(MOST_REPORT_BYTES)
    except (TimeoutError, ConnectionResetError):
        received = b""
    if not received:
        return Run(is_watched=False)
    report = json.loads(received)
    if "error" in report:
        raise OSError(*report["error"])
    return Run(**report)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a supervisor to end; if it does not, because it was stopped, end it and all below it."""
    try:
        process.wait(timeout=2 * supervisor.PATIENCE)
    except subprocess.TimeoutExpired:
        import psutil  # type: ignore[import-untyped]

        for below in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                below.kill()
        process.kill()
        process.wait()
