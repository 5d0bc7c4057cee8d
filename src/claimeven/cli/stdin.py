"""What a person types, line by line, so that no signal is missed while the program waits for it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator

LONGEST_LINE = 1000  # bytes that a person may type; longer lines mean nothing


def read_line() -> str | None:
    """The next line of standard input, None at its end; a line too long to mean anything comes back empty.

    Only the main thread may call this. The handlers of signals run at once, also of one that comes just
    before the wait: a blocking read would let that wait for the next key.
    """
    if sys.stdin is None:
        return None
    line, is_long = b"", False
    with _byte_reader() as read_byte:
        for byte in iter(read_byte, b""):
            line += byte
            if byte == b"\n":
                break
            if len(line) == LONGEST_LINE:
                line, is_long = b"", True
    if is_long:
        return "\n"
    return line.decode(errors="replace") if line else None


@contextlib.contextmanager
def _byte_reader() -> Iterator[Callable[[], bytes]]:
    """What reads the next byte of standard input and nothing beyond it; no byte is its end."""
    source = None
    with contextlib.suppress(OSError):  # of what a program has put there instead of a file
        source = sys.stdin.fileno()
    if source is None or os.name == "nt":  # where nothing can wait for a terminal and for a signal together
        yield lambda: sys.stdin.buffer.read(1)
        return
    alarm, bell = os.pipe()
    os.set_blocking(bell, False)
    before = signal.set_wakeup_fd(bell, warn_on_full_buffer=False)

    def read_byte() -> bytes:
        while source not in select.select([source, alarm], [], [])[0]:
            os.read(alarm, 1)
        return os.read(source, 1)

    try:
        yield read_byte
    finally:
        signal.set_wakeup_fd(before)
        os.close(bell)
        os.close(alarm)
