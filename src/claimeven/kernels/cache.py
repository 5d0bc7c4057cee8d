"""Keep compiled kernels between processes, in a folder that nobody but this user can write to.

CLAIMEVEN_CACHE names the folder; otherwise it is ``claimeven`` among the user's cached files. What is kept is
machine code: whoever can write it decides what this process does. Therefore

    the folder    belongs to this user, others may not write to it, and it is not a symbolic link
    a file        likewise, and it is a regular file of at most MAX_BYTES
    its content   has the right checksum, and was made for exactly this use

Owner and permissions are those of what was opened, not of what has the same name a moment later. The folders
above do not matter: whoever may write to them can put another folder in the place of this one, but not one
that belongs to this user. Windows has other permissions, which are not looked at.

What is not so is not used. Where nothing can be kept, every process compiles the kernels in memory.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import logging
import os
import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from claimeven.files import atomic_write_private, name_os_errors

CACHE_VARIABLE = "CLAIMEVEN_CACHE"
MAGIC = b"CLMEVK01"  # then the SHA-256 of the use, that of the content, and the content
DIGEST_BYTES = hashlib.sha256().digest_size
MAX_BYTES = 16 * 2**20  # compiled kernels have some hundred thousand
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
HAS_OWNERS = hasattr(os, "geteuid")  # and a folder can be opened; not so on Windows
# A pipe in the place of a file must not be waited for.
FILE_FLAGS = ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
OF_YOUR_OWN = f"set {CACHE_VARIABLE} to a folder of your own"

logger = logging.getLogger("claimeven")
_told: set[str] = set()


def cache_folder() -> Path | None:
    """Where compiled kernels are kept, or None for a user who has no place of their own."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "claimeven"


def load(use: str, suffix: str) -> bytes | None:
    """What was saved for this use, or None; what is damaged or not to be trusted counts as none."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / _name(use, suffix)
    try:
        with _opened(folder) as dir_fd:
            data = _read(path, dir_fd)
    except OSError:  # nothing is there, or ``save`` will meet the same obstacle and name it
        return None
    if data is None:
        return None
    content = data[len(MAGIC) + 2 * DIGEST_BYTES :]
    if data != _header(use, content) + content:
        _tell_once(f"{path} is damaged, and made again")
        return None
    return content


def save(use: str, suffix: str, content: bytes) -> None:
    """Keep content for later processes, in one step: others may do the same at this moment."""
    folder = cache_folder()
    try:
        if folder is None:
            raise OSError("there is no home folder")
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700, parents=True)
        path = folder / _name(use, suffix)
        with _opened(folder) as dir_fd, name_os_errors(str(path)):
            atomic_write_private(_place(path, dir_fd), _header(use, content) + content, dir_fd)
    except OSError as error:
        _tell_once(f"the kernels cannot be kept for the next start: {error}")


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    """The folder as a descriptor, None on Windows; raises OSError if others could have written to it."""
    if not HAS_OWNERS:
        yield None
        return
    try:
        dir_fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        if folder.is_symlink():
            raise OSError(f"the cache folder {folder} is a symbolic link; {OF_YOUR_OWN}") from None
        raise
    try:
        _require_own_folder(folder, os.fstat(dir_fd))
        yield dir_fd
    finally:
        os.close(dir_fd)


def _require_own_folder(folder: Path, status: os.stat_result) -> None:
    """Raise OSError, with what to do, for a folder that others could have written to."""
    if status.st_uid != os.geteuid():
        raise OSError(f"the cache folder {folder} belongs to another user; {OF_YOUR_OWN}")
    if status.st_mode & WRITABLE_BY_OTHERS:
        advice = OF_YOUR_OWN
        if not status.st_mode & stat.S_ISVTX:  # a folder such as /tmp is meant for everybody
            advice = f"run `chmod go-w {shlex.quote(str(folder))}`, or {OF_YOUR_OWN}"
        raise OSError(f"others may write to the cache folder {folder}; {advice}")


def _read(path: Path, dir_fd: int | None) -> bytes | None:
    """The bytes of a file, or None, told once, if others could have written it or it is no such file."""
    flags = os.O_RDONLY
    for name in FILE_FLAGS:
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(_place(path, dir_fd), flags, dir_fd=dir_fd)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            _tell_once(f"{path} is not used: it is a symbolic link")
        raise
    try:
        status = os.fstat(descriptor)
        reason = _why_not(status)
        if reason is not None:
            _tell_once(f"{path} is not used: {reason}")
            return None
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(status.st_size)
    finally:
        os.close(descriptor)


def _why_not(status: os.stat_result) -> str | None:
    """Why a file with this status must not be used, or None if it may."""
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    if HAS_OWNERS and status.st_uid != os.geteuid():
        return "it belongs to another user"
    if HAS_OWNERS and status.st_mode & WRITABLE_BY_OTHERS:
        return "others may write to it"
    if status.st_size > MAX_BYTES:
        return f"it has more than {MAX_BYTES:,} bytes"
    return None


def _place(path: Path, dir_fd: int | None) -> str:
    """What to call a file of the folder: its name, if the folder has a descriptor."""
    return str(path) if dir_fd is None else path.name


def _tell_once(words: str) -> None:
    """Log a warning, if this process has not done so before."""
    if words not in _told:
        _told.add(words)
        logger.warning(words)


def _name(use: str, suffix: str) -> str:
    return f"{hashlib.sha256(use.encode()).hexdigest()[:32]}.{suffix}"


def _header(use: str, content: bytes) -> bytes:
    return MAGIC + hashlib.sha256(use.encode()).digest() + hashlib.sha256(content).digest()
