"""Keep compiled kernels between processes, in a folder that only this user can write to.

CLAIMEVEN_CACHE names the folder; by default it is the folder ``claimeven`` in the user's cache folder, as
platformdirs finds it. The cached files contain machine code: anyone who can write them decides what this
process does. Therefore:

    the folder    belongs to this user, others may not write to it, and it is not a symbolic link
    a file        likewise, and it is a regular file of at most MAX_BYTES
    its content   has the right checksum, and was made for exactly this key

Owner and permissions are read from the opened file, not from whatever has the same name a moment later. The
parent folders do not matter: a user who may write to them can replace this folder, but not with one that
belongs to this user. Windows has other permissions, which are not checked.

Anything else is ignored. Where nothing can be cached, every process compiles the kernels in memory.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import logging
import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from claimeven.files import atomic_write_private, name_os_errors

CACHE_VARIABLE = "CLAIMEVEN_CACHE"
MAGIC = b"CLMEVK01"  # followed by the SHA-256 of the key, the SHA-256 of the content, and the content
DIGEST_BYTES = hashlib.sha256().digest_size
MAX_BYTES = 16 * 2**20  # compiled kernels take a few hundred thousand
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
HAS_OWNERS = hasattr(os, "geteuid")  # and a folder can be opened; neither is true on Windows
# O_NONBLOCK: opening a pipe that was put in place of a file must not block.
FILE_FLAGS = ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY")
ADVICE = f"set {CACHE_VARIABLE} to a folder of your own"

logger = logging.getLogger("claimeven")
_warnings_given: set[str] = set()


def cache_folder() -> Path | None:
    """Return the folder for compiled kernels, or None if there is no home folder or no platformdirs."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    try:
        import platformdirs

        folder = platformdirs.user_cache_path("claimeven", appauthor=False)
    except (ImportError, RuntimeError):
        return None
    # Older versions of platformdirs return "~/.cache" as it is when the home folder is not known.
    return folder if folder.is_absolute() else None


def load(key: str, suffix: str) -> bytes | None:
    """Return the content saved under ``key``, or None if there is none that is intact and can be trusted."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / _file_name(key, suffix)
    try:
        with _open_folder(folder) as dir_fd:
            data = _read(path, dir_fd)
    except OSError:  # nothing is there, or ``save`` will meet the same obstacle and report it
        return None
    if data is None:
        return None
    header_size = len(MAGIC) + 2 * DIGEST_BYTES
    content = data[header_size:]
    if data[:header_size] != _header(key, content):
        _warn_once(f"{path} is damaged and will be replaced")
        return None
    return content


def save(key: str, suffix: str, content: bytes) -> None:
    """Save content under ``key`` for later processes; atomic, so that several may do so at the same time.

    If that fails, log one warning; nothing is raised.
    """
    folder = cache_folder()
    try:
        if folder is None:
            raise OSError(f"there is no cache folder; {ADVICE}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700, parents=True)
        path = folder / _file_name(key, suffix)
        data = _header(key, content) + content
        with _open_folder(folder) as dir_fd, name_os_errors(str(path)):
            atomic_write_private(_relative_to(dir_fd, path), data, dir_fd)
    except OSError as error:
        _warn_once(f"the compiled kernels cannot be cached: {error}")


@contextlib.contextmanager
def _open_folder(folder: Path) -> Iterator[int | None]:
    """Yield a descriptor of the folder, None on Windows; raise OSError if others could have written to it."""
    if not HAS_OWNERS:
        yield None
        return
    try:
        dir_fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        if folder.is_symlink():
            raise OSError(f"the cache folder {folder} is a symbolic link; {ADVICE}") from None
        raise
    try:
        _require_own_folder(folder, os.fstat(dir_fd))
        yield dir_fd
    finally:
        os.close(dir_fd)


def _require_own_folder(folder: Path, status: os.stat_result) -> None:
    """Raise OSError, with advice, for a folder that others could have written to."""
    if status.st_uid != os.geteuid():
        raise OSError(f"the cache folder {folder} belongs to another user; {ADVICE}")
    if status.st_mode & WRITABLE_BY_OTHERS:
        advice = ADVICE
        is_for_everybody = status.st_mode & stat.S_ISVTX  # such as /tmp; nobody should change that
        if not is_for_everybody:
            advice = f"run `chmod go-w {shlex.quote(str(folder))}`, or {ADVICE}"
        raise OSError(f"others may write to the cache folder {folder}; {advice}")


def _read(path: Path, dir_fd: int | None) -> bytes | None:
    """Return the bytes of a file, or None, with a warning, if it is not a file that can be trusted."""
    flags = os.O_RDONLY
    for name in FILE_FLAGS:
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(_relative_to(dir_fd, path), flags, dir_fd=dir_fd)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            _warn_once(f"{path} is not used: it is a symbolic link")
        raise
    try:
        status = os.fstat(descriptor)
        reason = _reason_to_refuse(status)
        if reason is not None:
            _warn_once(f"{path} is not used: {reason}")
            return None
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(status.st_size)
    finally:
        os.close(descriptor)


def _reason_to_refuse(status: os.stat_result) -> str | None:
    """Return why a file with this status must not be used, or None if it may."""
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    if HAS_OWNERS and status.st_uid != os.geteuid():
        return "it belongs to another user"
    if HAS_OWNERS and status.st_mode & WRITABLE_BY_OTHERS:
        return "others may write to it"
    if status.st_size > MAX_BYTES:
        return f"it has more than {MAX_BYTES:,} bytes"
    return None


def _relative_to(dir_fd: int | None, path: Path) -> str:
    """Return the name to open a file by: relative to the folder's descriptor, if there is one."""
    return str(path) if dir_fd is None else path.name


def _warn_once(message: str) -> None:
    """Log a warning unless this process has logged the same one before."""
    if message not in _warnings_given:
        _warnings_given.add(message)
        logger.warning(message)


def _file_name(key: str, suffix: str) -> str:
    return f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.{suffix}"


def _header(key: str, content: bytes) -> bytes:
    return MAGIC + hashlib.sha256(key.encode()).digest() + hashlib.sha256(content).digest()
