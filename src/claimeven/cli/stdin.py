"""Read lines that a person types, and still handle every signal while waiting for them."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator

MAX_LINE_BYTES = 1000  # no valid line is longer


def read_line() -> str | None:
    """Return the next line of standard input, None at its end, and an empty line for one that is too long.

    Only the main thread may call this. Signal handlers run at once, even for a signal that arrives just
    before the wait: a blocking read would handle that one only after the next key.
    """
    if sys.stdin is None:
        return None
    line = b""
    is_too_long = False
    with _byte_reader() as read_byte:
        while byte := read_byte():
            line += byte
            if byte == b"\n":
                break
            if len(line) == MAX_LINE_BYTES:
                line = b""
                is_too_long = True
    if is_too_long:
        return "\n"
    return line.decode(errors="replace") if line else None


@contextlib.contextmanager
def _byte_reader() -> Iterator[Callable[[], bytes]]:
    """Yield a function that reads one byte of standard input, or none at its end."""
    source = _stdin_descriptor()
    if source is None or os.name == "nt":  # Windows cannot wait for a terminal and a signal at once
        yield _read_buffered_byte
        return
    wakeup_reader, wakeup_writer = os.pipe()
    os.set_blocking(wakeup_writer, False)
    previous = signal.set_wakeup_fd(wakeup_writer, warn_on_full_buffer=False)

    def read_byte() -> bytes:
        while source not in select.select([source, wakeup_reader], [], [])[0]:
            os.read(wakeup_reader, 1)
        return os.read(source, 1)

    try:
        yield read_byte
    finally:
        signal.set_wakeup_fd(previous)
        os.close(wakeup_writer)
        os.close(wakeup_reader)


def _read_buffered_byte() -> bytes:
    return sys.stdin.buffer.read(1)


def _stdin_descriptor() -> int | None:
    """Return the file descriptor of standard input, None if it has been replaced by another object."""
    with contextlib.suppress(OSError):
        return sys.stdin.fileno()
    return None
