"""The progress line: how far a long search is, on a terminal only."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from claimeven.cli.output import is_terminal, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    shown = 0

    def show(progress: Progress) -> None:
        nonlocal shown
        if progress.seconds < PATIENCE_SECONDS:
            return
        # A line that reaches the edge would wrap, and a wrapped line cannot be erased.
        text = progress_text(label, progress)[: _width() - 1 - len(ECHO)]
        _draw(f"\r{text}{' ' * (shown - len(text))}")
        shown = len(text)

    try:
        yield show
    finally:
        if shown:
            _draw(f"\r{' ' * (shown + len(ECHO))}\r")


def progress_text(label: str, progress: Progress) -> str:
    """The line itself.

    >>> from claimeven.search.limit import Progress
    >>> progress_text("4453", Progress(lower=-2, upper=5, nodes=12345678, seconds=3.14))
    '4453: 3 s, 12,345,678 nodes, score between -2 and +5'
    """
    text = f"{label}: {progress.seconds:.0f} s, {progress.nodes:,} nodes"
    if (progress.lower, progress.upper) == NOTHING_KNOWN:
        return text
    if progress.lower == progress.upper:
        return f"{text}, score {signed(progress.lower)}"
    return f"{text}, score between {signed(progress.lower)} and {signed(progress.upper)}"


def _draw(text: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _width() -> int:
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    return 80
