"""Write results to stdout and messages to stderr, and handle streams that are closed.

On a terminal, the progress of a long search is shown in a line that is redrawn in place.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from claimeven.files import name_os_errors

if TYPE_CHECKING:
    from claimeven.solver.limits import Progress

STDOUT_FAILED = "cannot write to standard output"  # the file name in an OSError, as messages begin with it
FIRST_PROGRESS_SECONDS = 1.0
NO_BOUNDS = (-128, 128)  # the bounds of a search that has found none yet, or looks for none
ECHO = "^C"  # what a terminal adds to the line at Ctrl-C
DEFAULT_WIDTH = 80
prog = "claimeven"  # what every message begins with; set by run_command_line


def write_line(text: str) -> None:
    """Write a result and flush it; raise OSError naming stdout if it is closed or fails."""
    if sys.stdout is None:
        raise OSError("standard output is closed; expected a terminal, a file or a pipe")
    with name_os_errors(STDOUT_FAILED):
        print(text, flush=True)


def flush_stdout() -> None:
    """Flush stdout, if it is open; raise OSError naming stdout if that fails."""
    if sys.stdout is not None:
        with name_os_errors(STDOUT_FAILED):
            sys.stdout.flush()


def write_message(text: str) -> None:
    """Write a message to stderr after the name of the program; do nothing if stderr is closed."""
    if sys.stderr is None:
        return
    try:
        print(f"{prog}: {text}", file=sys.stderr, flush=True)
    except OSError:  # there is nowhere left to report this; the exit code remains
        discard_output(sys.stderr)


def bounds_text(lower: int, upper: int) -> str:
    """Return what is known about a score: ``+2``, or ``between -3 and 0``."""
    if lower == upper:
        return _signed(lower)
    return f"between {_signed(lower)} and {_signed(upper)}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if ``stream`` is an open terminal."""
    return stream is not None and not stream.closed and stream.isatty()


@contextlib.contextmanager
def progress_line(label: str) -> Iterator[Callable[[Progress], None] | None]:
    """Yield a ``progress`` callback for a search, or None if stderr is not a terminal.

    The line appears once the search has taken a second, and is erased when the block ends.
    """
    if not is_terminal(sys.stderr):
        yield None
        return
    with status_line() as show:

        def show_progress(progress: Progress) -> None:
            if progress.seconds >= FIRST_PROGRESS_SECONDS:
                show(progress_text(label, progress))

        yield show_progress


@contextlib.contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a text on stderr in place of the one before; an empty text erases it.

    The line is erased when the block ends. If stderr is not a terminal, each text is a message of its own.
    """
    if not is_terminal(sys.stderr):
        yield _write_nonempty_message
        return
    shown_width = 0

    def show(text: str) -> None:
        nonlocal shown_width
        # A line that reaches the edge would wrap, and a wrapped line cannot be erased.
        text = text[: _terminal_width() - 1 - len(ECHO)]
        if text:
            padding = " " * (shown_width - len(text))
            _write_in_place(f"\r{text}{padding}")
        elif shown_width:
            blanks = " " * (shown_width + len(ECHO))
            _write_in_place(f"\r{blanks}\r")
        shown_width = len(text)

    try:
        yield show
    finally:
        show("")


def _write_nonempty_message(text: str) -> None:
    if text:
        write_message(text)


def _write_in_place(text: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def progress_text(label: str, progress: Progress) -> str:
    """Return the text of the progress line.

    >>> from claimeven.solver.limits import Progress
    >>> progress_text("4453", Progress(lower=-2, upper=5, nodes=12345678, seconds=3.14))
    '4453: 3 s, 12,345,678 nodes, score between -2 and +5'
    """
    text = f"{label}: {progress.seconds:.0f} s, {progress.nodes:,} nodes"
    has_bounds = progress.lower > NO_BOUNDS[0] or progress.upper < NO_BOUNDS[1]
    if not has_bounds:
        return text
    return f"{text}, score {bounds_text(progress.lower, progress.upper)}"


def _terminal_width() -> int:
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or DEFAULT_WIDTH
    return DEFAULT_WIDTH


def discard_output(stream: TextIO | None) -> None:
    """Redirect ``stream`` to the null device, so that Python's flush at exit does not fail again."""
    if stream is None:
        return
    with contextlib.suppress(OSError):  # a stream without a file descriptor has nothing to flush
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
