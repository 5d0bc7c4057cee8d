"""Files that are read and written: a file is written whole or not at all."""

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
except ImportError:  # on Windows, which renames no file that is open
    fcntl = None  # type: ignore[assignment]

STDIN = "-"


def suffix_of(name: str) -> str:
    """The suffix of a file's name, in small letters."""
    return os.path.splitext(name)[1].lower()


def name_of(path: str) -> str:
    """A file that is read as messages call it: its path, or standard input for ``-``."""
    return "standard input" if path == STDIN else path


@contextlib.contextmanager
def naming(name: str) -> Iterator[None]:
    """Let an OSError of the block name the file that it is about."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), name) from None


def opened(path: str) -> contextlib.AbstractContextManager[BinaryIO]:
    """A file to read, or standard input for ``-``, which stays open."""
    if path != STDIN:
        return open(path, "rb")
    if sys.stdin is None:
        raise OSError("it is closed")
    return contextlib.nullcontext(sys.stdin.buffer)


def read_bytes(path: str, most: int = -1) -> bytes:
    """The first ``most`` bytes of a file, or of standard input for ``-``; raises OSError naming the file."""
    with naming(name_of(path)), opened(path) as file:
        return file.read(most)


def atomic_write(path: str, data: bytes) -> None:
    """Replace a file in one step, so that nobody ever sees half of it; raises OSError naming the file."""
    with atomic_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def atomic_file(path: str) -> Iterator[BinaryIO]:
    """A file to write that replaces ``path`` in one step when the block ends, and not at all if it raises.

    Raises OSError naming the file, also when writing in the block fails.
    """
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    # A device or a pipe cannot be replaced, only written.
    with naming(path), open(target, "wb") if is_special else temp_sibling(target) as file:
        yield file
        if is_special:
            return
        if os.path.exists(target):
            shutil.copymode(target, file.name)
        _rename(file, target)


def write_for_me_alone(path: str, data: bytes, dir_fd: int | None = None) -> None:
    """Replace a file in one step by one that only this user can read or write.

    A link is replaced, not followed. With ``dir_fd``, the descriptor of a folder, the path is a name in that
    folder. Raises OSError.
    """
    with temp_sibling(path, dir_fd=dir_fd, mode=0o600) as file:
        file.write(data)
        _rename(file, path, dir_fd)


def _rename(file: BinaryIO, target: str, dir_fd: int | None = None) -> None:
    """Give a file that is complete the name ``target``, which another one may have had."""
    file.flush()
    os.fsync(file.fileno())  # or a crash of the machine could leave the new name with old blocks
    if fcntl is None:
        file.close()
    os.replace(file.name, target, src_dir_fd=dir_fd, dst_dir_fd=dir_fd)


@contextlib.contextmanager
def temp_sibling(target: str, *, dir_fd: int | None = None, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A new file beside ``target``, which is gone when the block ends unless it was renamed there.

    With ``dir_fd``, the descriptor of a folder, ``target`` is a name in that folder. ``mode`` are the
    permissions of the file, before the umask. A killed process leaves its own behind. Except on Windows, the
    next one beside ``target`` removes it.
    """

    def opener(path: str, flags: int) -> int:
        return os.open(path, flags, mode, dir_fd=dir_fd)

    if dir_fd is None:
        folder, name = os.path.split(os.path.abspath(target))
    else:
        folder, name = "", target
    _remove_left_behind(folder, name, dir_fd)
    while True:
        path = os.path.join(folder, f".{name}.claimeven-{os.urandom(8).hex()}.tmp")
        file = open(path, "xb", opener=opener)  # noqa: SIM115
        _lock(file)
        if fcntl is None or os.fstat(file.fileno()).st_nlink:
            break
        file.close()  # before it was locked, another process took it for one that was left behind
    try:
        with file:
            yield file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path, dir_fd=dir_fd)


def _remove_left_behind(folder: str, name: str, dir_fd: int | None) -> None:
    """Remove private files beside ``name`` whose process is gone, which is when nobody has them locked."""
    if fcntl is None:
        return

    def opener(path: str, flags: int) -> int:
        return os.open(path, flags, dir_fd=dir_fd)

    pattern = re.compile(rf"\.{re.escape(name)}\.claimeven-[0-9a-f]{{16}}\.tmp")
    for left in filter(pattern.fullmatch, os.listdir(folder if dir_fd is None else dir_fd)):
        path = os.path.join(folder, left)
        with contextlib.suppress(OSError), open(path, "r+b", opener=opener) as file:
            if _lock(file, fcntl.LOCK_NB):
                os.unlink(path, dir_fd=dir_fd)


def _lock(file: BinaryIO, how: int = 0) -> bool:
    """Lock a file until it is closed, also by a kill; False where that cannot be done."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | how)
    except OSError:  # another process has it, or the file system has no locks
        return False
    return True
