"""Atomic file writes, and reads whose errors name the file."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # on Windows, which cannot rename an open file
    fcntl = None  # type: ignore[assignment]

STDIN = "-"


def suffix_of(name: str) -> str:
    """Return the suffix of a file name in lower case."""
    return os.path.splitext(name)[1].lower()


def display_name(path: str) -> str:
    """Return an input file's name for messages: its path, or ``standard input`` for ``-``."""
    return "standard input" if path == STDIN else path


@contextlib.contextmanager
def name_os_errors(name: str) -> Iterator[None]:
    """Make ``name`` the file name of every OSError that the block raises."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), name) from None


def open_input(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    """Open a file for reading; ``-`` is standard input, which is not closed. Raise OSError if that fails."""
    if path != STDIN:
        return open(path, "rb")
    if sys.stdin is None:
        raise OSError("it is closed")
    return contextlib.nullcontext(sys.stdin.buffer)


def read_bytes(path: str, limit: int = -1) -> bytes:
    """Return the first ``limit`` bytes of a file or, for ``-``, of standard input; all if it is negative.

    Raise OSError naming the file.
    """
    with name_os_errors(display_name(path)), open_input(path) as file:
        return file.read(limit)


def atomic_write(path: str, data: bytes) -> None:
    """Replace a file in one step, so that no reader sees a part of it; raise OSError naming the file."""
    with atomic_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def atomic_file(path: str) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces ``path`` when the block ends, and not at all if it raises.

    Raise OSError naming the file, even for errors of writes in the block. A device or a pipe is written
    directly, because it cannot be replaced.
    """
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    with name_os_errors(path), open(target, "wb") if is_special else temp_sibling(target) as file:
        yield file
        if is_special:
            return
        if os.path.exists(target):
            shutil.copymode(target, file.name)
        _rename(file, target)


def atomic_write_private(path: str, data: bytes, dir_fd: int | None = None) -> None:
    """Replace a file in one step by one that only this user can read or write; raise OSError.

    A symbolic link is replaced, not followed. With ``dir_fd``, the descriptor of a folder, ``path`` is a name
    in that folder.
    """
    with temp_sibling(path, dir_fd=dir_fd, mode=0o600) as file:
        file.write(data)
        _rename(file, path, dir_fd)


def _rename(file: BinaryIO, target: str, dir_fd: int | None = None) -> None:
    """Rename a complete file to ``target``, replacing the file of that name if there is one."""
    file.flush()
    os.fsync(file.fileno())  # otherwise a system crash could leave the new name with old blocks
    if fcntl is None:
        file.close()
    os.replace(file.name, target, src_dir_fd=dir_fd, dst_dir_fd=dir_fd)


@contextlib.contextmanager
def temp_sibling(target: str, *, dir_fd: int | None = None, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Create a temporary file beside ``target``, and remove it when the block ends unless it was renamed.

    With ``dir_fd``, the descriptor of a folder, ``target`` is a name in that folder. ``mode`` is the
    permissions before the umask is applied. A killed process leaves its temporary file behind; except on
    Windows, the next call for the same ``target`` removes it.
    """

    def opener(path: str, flags: int) -> int:
        return os.open(path, flags, mode, dir_fd=dir_fd)

    if dir_fd is None:
        folder, name = os.path.split(os.path.abspath(target))
    else:
        folder = ""
        name = target
    _remove_left_behind(folder, name, dir_fd)
    while True:
        path = os.path.join(folder, f".{name}.claimeven-{os.urandom(8).hex()}.tmp")
        file = open(path, "xb", opener=opener)  # noqa: SIM115
        _lock(file)
        if fcntl is None or os.fstat(file.fileno()).st_nlink:
            break
        file.close()  # another process removed it before it was locked, thinking it was left behind
    try:
        with file:
            yield file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path, dir_fd=dir_fd)


def _remove_left_behind(folder: str, name: str, dir_fd: int | None) -> None:
    """Remove temporary files for ``name`` whose process has ended, i.e. which are not locked."""
    if fcntl is None:
        return

    def opener(path: str, flags: int) -> int:
        return os.open(path, flags, dir_fd=dir_fd)

    pattern = re.compile(rf"\.{re.escape(name)}\.claimeven-[0-9a-f]{{16}}\.tmp")
    for entry in os.listdir(folder if dir_fd is None else dir_fd):
        if not pattern.fullmatch(entry):
            continue
        path = os.path.join(folder, entry)
        with contextlib.suppress(OSError), open(path, "r+b", opener=opener) as file:
            if _lock(file, fcntl.LOCK_NB):
                os.unlink(path, dir_fd=dir_fd)


def _lock(file: BinaryIO, flags: int = 0) -> bool:
    """Lock a file until it is closed or its process ends; return False if that is impossible."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | flags)
    except OSError:  # another process has the lock, or the file system has no locks
        return False
    return True
