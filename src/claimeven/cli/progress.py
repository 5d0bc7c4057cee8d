"""The progress line: how far a long search is, on a terminal only."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from claimeven.cli.output import bounds_words, is_terminal, say

if TYPE_CHECKING:
    from claimeven.search.limit import Progress

PATIENCE_SECONDS = 1.0
NOTHING_KNOWN = (-128, 128)  # the bounds of a search that has not found any yet, or looks for none
ECHO = "^C"  # what a terminal adds to the line when the person interrupts


@contextlib.contextmanager
def progress_line(label: str) -> Iterator[Callable[[Progress], None] | None]:
    """What to hand to a search as its ``progress``: None unless stderr is a terminal.

    The line appears when the search has taken a second, and is gone when the block ends.
    """
    if not is_terminal(sys.stderr):
        yield None
        return
    with passing_line() as show:
        yield lambda now: show(progress_text(label, now)) if now.seconds >= PATIENCE_SECONDS else None


@contextlib.contextmanager
def passing_line() -> Iterator[Callable[[str], None]]:
    """What shows words on stderr: on a terminal instead of those before, and gone when the block ends.

    Elsewhere they are said line by line. No words erase the line.
    """
    if not is_terminal(sys.stderr):
        yield lambda text: say(text) if text else None
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

    >>> from claimeven.search.limit import Progress
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
