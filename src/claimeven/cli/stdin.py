"""Read lines or keys that a person types, and still handle every signal while waiting for them."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from enum import Enum, auto

from claimeven.signals import defer_signals, replace_handlers

MAX_LINE_BYTES = 1000  # no valid line is longer
MAX_PENDING_BYTES = 65536
ESCAPE = b"\x1b"


class Key(Enum):
    """A key that is not a printable character."""

    LEFT = auto()
    RIGHT = auto()
    ENTER = auto()
    BACKSPACE = auto()
    ERASE_LINE = auto()
    END_OF_INPUT = auto()
    OTHER = auto()


CONTROL_KEYS = {
    b"": Key.END_OF_INPUT,
    b"\n": Key.ENTER,
    b"\r": Key.ENTER,
    b"\x04": Key.END_OF_INPUT,  # Ctrl-D
    b"\x08": Key.BACKSPACE,
    b"\x7f": Key.BACKSPACE,
    b"\x15": Key.ERASE_LINE,  # Ctrl-U
}
ARROW_KEYS = {b"D": Key.LEFT, b"C": Key.RIGHT}  # the last byte of what a terminal sends after ESC [ or ESC O


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
def single_key_mode(resumed: Callable[[], None]) -> Iterator[bool]:
    """Deliver every key at once and without echo in the block; yield False where that is not possible.

    Ctrl-C still interrupts. The terminal gets its own mode back however the block ends. ``resumed`` is called
    when the program continues after Ctrl-Z; a shell gives the terminal its own mode in between.
    """
    try:
        import termios
    except ImportError:  # on Windows
        yield False
        return
    source = _stdin_descriptor()
    if source is None or not os.isatty(source):
        yield False
        return
    line_mode = termios.tcgetattr(source)
    key_mode = termios.tcgetattr(source)
    key_mode[3] &= ~(termios.ICANON | termios.ECHO)
    key_mode[6][termios.VMIN] = 1
    key_mode[6][termios.VTIME] = 0

    def restore_key_mode(*_: object) -> None:
        with contextlib.suppress(termios.error):  # closing a terminal sends SIGHUP and SIGCONT
            termios.tcsetattr(source, termios.TCSANOW, key_mode)
            resumed()

    try:
        with defer_signals():
            termios.tcsetattr(source, termios.TCSANOW, key_mode)
        with replace_handlers(("SIGCONT",), restore_key_mode):
            yield True
    finally:
        with defer_signals(), contextlib.suppress(termios.error):  # the terminal may be closed
            termios.tcsetattr(source, termios.TCSANOW, line_mode)


def read_key() -> str | Key:
    """Return the next key in single-key mode: a printable character, or a Key.

    Only the main thread may call this; signals are handled as in ``read_line``.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with _byte_reader() as read_byte:
        byte = read_byte()
        while byte == ESCAPE:
            byte = read_byte()
            if byte in (b"[", b"O"):
                return _read_sequence(read_byte)
        if byte in CONTROL_KEYS:
            return CONTROL_KEYS[byte]
        character = decoder.decode(byte)
        while not character:
            byte = read_byte()
            character = decoder.decode(byte, final=not byte)
    return character if character.isprintable() else Key.OTHER


def _read_sequence(read_byte: Callable[[], bytes]) -> Key:
    """Read the rest of an escape sequence, whose last byte is a letter or ``~``, and return its key."""
    byte = read_byte()
    while byte and not b"@" <= byte <= b"~":
        byte = read_byte()
    if not byte:
        return Key.END_OF_INPUT
    return ARROW_KEYS.get(byte, Key.OTHER)


def discard_pending_keys() -> bool:
    """Discard all keys that were pressed but not yet read; return True if one of them was not Enter."""
    source = _stdin_descriptor()
    if source is None:
        return False
    discarded = b""
    while select.select([source], [], [], 0)[0]:
        piece = os.read(source, MAX_PENDING_BYTES)
        if not piece:
            break
        discarded += piece
    return bool(discarded.strip())


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
