"""Where words go: results to stdout, talk to stderr, and what to do when a stream is gone.

How far a long search is stands in a line of its own, on a terminal only.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from claimeven.files import naming

if TYPE_CHECKING:
    from claimeven.solver.limits import Progress

STDOUT = "cannot write to standard output"  # before what is wrong with it
PATIENCE_SECONDS = 1.0
NOTHING_KNOWN = (-128, 128)  # the bounds of a search that has not found any yet, or looks for none
ECHO = "^C"  # what a terminal adds to the line when the person interrupts
prog = "claimeven"  # the name before every message; run_command_line sets it, since a process is one program


def write_line(text: str) -> None:
    """Write a result and flush it; raises OSError naming stdout when that fails, or when it is closed."""
    if sys.stdout is None:
        raise OSError("standard output is closed; expected a terminal, a file or a pipe")
    with naming(STDOUT):
        print(text, flush=True)


def flush_stdout() -> None:
    """Write what stdout still holds; raises OSError naming stdout when that fails."""
    if sys.stdout is not None:
        with naming(STDOUT):
            sys.stdout.flush()


def write_message(text: str) -> None:
    """Write a message to stderr after the name of the program; do nothing when stderr is gone."""
    if sys.stderr is None:
        return
    try:
        print(f"{prog}: {text}", file=sys.stderr, flush=True)
    except OSError:  # there is nowhere left to report this; the exit code still tells
        abandon(sys.stderr)


def sentence(words: str) -> str:
    """``words`` with a capital letter and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def bounds_words(lower: int, upper: int) -> str:
    """What is known of a score: ``+2``, or ``between -3 and 0``."""
    least, most = (f"{bound:+d}" if bound else "0" for bound in (lower, upper))
    return least if lower == upper else f"between {least} and {most}"


def is_terminal(stream: TextIO | None) -> bool:
    """True when a person looks at ``stream`` (or types into it)."""
    return stream is not None and not stream.closed and stream.isatty()


@contextlib.contextmanager
def progress_line(label: str) -> Iterator[Callable[[Progress], None] | None]:
    """What to hand to a search as its ``progress``: None unless stderr is a terminal.

    The line appears when the search has taken a second, and is gone when the block ends.
    """
    if not is_terminal(sys.stderr):
        yield None
        return
    with status_line() as show:
        yield lambda now: show(progress_text(label, now)) if now.seconds >= PATIENCE_SECONDS else None


@contextlib.contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """What shows words on stderr: on a terminal instead of those before, and gone when the block ends.

    Elsewhere they are said line by line. No words erase the line.
    """
    if not is_terminal(sys.stderr):
        yield lambda text: write_message(text) if text else None
        return
    shown = 0

    def show(text: str) -> None:
        nonlocal shown
        # A line that reaches the edge would wrap, and a wrapped line cannot be erased.
        text = text[: _width() - 1 - len(ECHO)]
        rest = " " * (shown - len(text)) if text else f"{' ' * (shown + len(ECHO))}\r"
        if text or shown:
            with contextlib.suppress(OSError):
                sys.stderr.write(f"\r{text}{rest}")
                sys.stderr.flush()
        shown = len(text)

    try:
        yield show
    finally:
        show("")


def progress_text(label: str, progress: Progress) -> str:
    """The line itself.

    >>> from claimeven.solver.limits import Progress
    >>> progress_text("4453", Progress(lower=-2, upper=5, nodes=12345678, seconds=3.14))
    '4453: 3 s, 12,345,678 nodes, score between -2 and +5'
    """
    text = f"{label}: {progress.seconds:.0f} s, {progress.nodes:,} nodes"
    bounds = (progress.lower, progress.upper)
    return text if bounds == NOTHING_KNOWN else f"{text}, score {bounds_words(*bounds)}"


def _width() -> int:
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    return 80


def abandon(stream: TextIO | None) -> None:
    """Let what ``stream`` still holds go nowhere, so that Python does not fail on it once more at its end."""
    if stream is None:
        return
    with contextlib.suppress(OSError):  # a stream without a file holds nothing that could fail
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
