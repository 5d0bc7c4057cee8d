"""Folders in which somebody else's program may make anything: no link is followed, no pipe waited for."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator

from claimeven.files import naming

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
