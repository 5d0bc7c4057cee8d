"""Files that commands read and write: a file is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys

STDIN = "-"


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
    target = os.path.realpath(path)
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:  # a device or a pipe cannot be replaced, only written
                file.write(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _replace(target: str, data: bytes) -> None:
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.tmp")  # a killed run may have left its own
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # or a crash of the machine could leave the new name with old blocks
        if os.path.exists(target):
            shutil.copymode(target, draft)
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
