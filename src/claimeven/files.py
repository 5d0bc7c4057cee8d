"""Files that are read and written: a file is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

STDIN = "-"


def suffix_of(name: str) -> str:
    """The suffix of a file's name, in small letters."""
    return os.path.splitext(name)[1].lower()


def read_bytes(path: str, most: int | None = None) -> bytes:
    """The first ``most`` bytes of a file, or of standard input for ``-``; raises OSError naming the file."""
    size = -1 if most is None else most
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise OSError("it is closed")
            return sys.stdin.buffer.read(size)
        with open(path, "rb") as file:
            return file.read(size)
    except OSError as error:
        name = "standard input" if path == STDIN else path
        raise OSError(error.errno, error.strerror or str(error), name) from None


def write_whole(path: str, data: bytes) -> None:
    """Replace a file in one step, so that nobody ever sees half of it; raises OSError naming the file."""
    with whole_file(path) as file:
        file.write(data)


@contextlib.contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file to write that replaces ``path`` in one step when the block ends, and not at all if it raises.

    Raises OSError naming the file, also when writing in the block fails.
    """
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    # A device or a pipe cannot be replaced, only written.
    with _naming(path), open(target, "wb") if is_special else _draft(target) as file:
        yield file


@contextlib.contextmanager
def _draft(target: str) -> Iterator[BinaryIO]:
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.tmp")  # a killed run may have left its own
    try:
        with open(draft, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # or a crash of the machine could leave the new name with old blocks
        if os.path.exists(target):
            shutil.copymode(target, draft)
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise


@contextlib.contextmanager
def _naming(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
