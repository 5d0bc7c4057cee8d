"""Where words go: results to stdout, talk to stderr, and what to do when a stream is gone."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_speaker = "claimeven"


def write_line(text: str) -> None:
    """Write a result and flush it; raises OSError naming stdout when that fails, or when it is closed."""
    if sys.stdout is None:
        raise OSError("standard output is closed; expected a terminal, a file or a pipe")
    with _naming_stdout():
        print(text, flush=True)


def flush_stdout() -> None:
    """Write what stdout still holds; raises OSError naming stdout when that fails."""
    if sys.stdout is not None:
        with _naming_stdout():
            sys.stdout.flush()


def abandon_stdout() -> None:
    """Let what stdout still holds go nowhere, so that Python does not fail on it once more at its end."""
    _abandon(sys.stdout)


def say(message: str) -> None:
    """Tell the person something on stderr, after the name of the program; silent when stderr is gone."""
    if sys.stderr is None:
        return
    try:
        print(f"{_speaker}: {message}", file=sys.stderr, flush=True)
    except OSError:  # there is nowhere left to report this; the exit code still tells
        _abandon(sys.stderr)


@contextlib.contextmanager
def speaking_as(program: str) -> Iterator[None]:
    """Let ``say`` name another program than claimeven while the block lasts."""
    global _speaker  # one process is one program: handing its name to every word said would help nobody
    before, _speaker = _speaker, program
    try:
        yield
    finally:
        _speaker = before


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
def _naming_stdout() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"cannot write to standard output: {error.strerror}") from None


def _abandon(stream: TextIO | None) -> None:
    if stream is None:
        return
    with contextlib.suppress(OSError):  # a stream without a file holds nothing that could fail
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
