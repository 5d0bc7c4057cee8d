"""The exceptions of this package. Every message says what was wrong and what is accepted.

    ClaimevenError
    |-- GeometryError        a board size that is not supported (also a ValueError)
    |-- FormatError          text that does not follow its format (ValueError)
    |-- IllegalMove          a disc that cannot be dropped there (ValueError)
    |   `-- GameOver         a move, or a request for a score, after the end of the game
    |-- BadArgument          an argument that a call cannot accept (ValueError)
    |-- UnknownName          a player, variant or estimate that does not exist (LookupError)
    |-- LimitReached         a search stopped by its limit
    |-- TableError           an impossible size of the transposition table (ValueError)
    |-- KernelsError         compiled kernels that cannot be loaded or built
    |-- BookError            a book file that is missing, damaged or of another kind
    |-- WrongScore           a solver contradicts a known score
    |-- WrongProof           a proof that does not show what it claims (ValueError)
    |-- SampleError          more distinct positions than there are
    |-- StoreError           a batch job's store that cannot be used
    |-- WorkerError          batch workers that cannot be started or are lost
    |-- AddressError         a host or port that a server cannot listen on
    `-- UnsupportedPlatform  something that this operating system cannot do

An argument of the wrong type raises a plain TypeError.
"""

from __future__ import annotations

import sys

MAX_QUOTED = 300  # characters of another library's message
MAX_SHOWN = 64  # characters of a bad argument that a message repeats


class ClaimevenError(Exception):
    """The base class of all exceptions of this package.

    All of them can be pickled and copied, whatever arguments their class takes.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[ClaimevenError], args: tuple[object, ...]) -> ClaimevenError:
    """Return an exception with these ``args``, without ``__init__``, which would write the message again."""
    return kind.__new__(kind, *args)


class GeometryError(ClaimevenError, ValueError):
    """A board size that is not supported."""


class FormatError(ClaimevenError, ValueError):
    """Text that does not follow its format; ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.reason = message
        self.line = line
        self.column = column


class IllegalMove(ClaimevenError, ValueError):
    """A disc that cannot be dropped there."""


class GameOver(IllegalMove):
    """A disc dropped, or a score requested, after the end of the game."""


class BadArgument(ClaimevenError, ValueError):
    """An argument of the right type that a call cannot accept, e.g. a negative limit."""


class LimitReached(ClaimevenError):
    """A search stopped by its limit; the exact score is between ``lower`` and ``upper``, inclusive."""

    def __init__(self, lower: int, upper: int, nodes: int) -> None:
        super().__init__(f"stopped after {nodes} nodes; the score is between {lower:+d} and {upper:+d}")
        self.lower = lower
        self.upper = upper
        self.nodes = nodes


class KernelsError(ClaimevenError):
    """Compiled kernels that cannot be loaded, or built from edited sources."""


class TableError(ClaimevenError, ValueError):
    """A transposition table that is too small, or too large for this machine."""


class WrongScore(ClaimevenError):
    """A solver contradicts a score that is known."""


class WrongProof(ClaimevenError, ValueError):
    """A proof that does not show what it claims."""


class BookError(ClaimevenError):
    """A book file that is missing, damaged or not a book."""


class SampleError(ClaimevenError):
    """A sample of more distinct positions than there are, or than can be found."""


class StoreError(ClaimevenError):
    """A batch job's store that is damaged, in use, not a store, or cannot be written."""


class WorkerError(ClaimevenError):
    """Batch workers, or their scheduler, that cannot be started or are lost."""


class AddressError(ClaimevenError):
    """A host or port that a server cannot listen on."""


class UnsupportedPlatform(ClaimevenError):
    """Something that this operating system cannot do."""


class UnknownName(ClaimevenError, LookupError):
    """A player, variant or estimate that does not exist."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        super().__init__(f"there is no {kind} {name!r}; there are {', '.join(known)}")


def wrong_type(expected: str, seen: object, advice: str = "") -> TypeError:
    """Return a TypeError that says what was expected, what was given, and perhaps what to do.

    >>> wrong_type("a Position", "4453")
    TypeError("expected a Position, not the str '4453'")
    """
    kind = type(seen).__name__
    shown = repr(seen)
    what = f"the {kind} {shown}" if len(shown) <= MAX_SHOWN else f"a {kind}"
    message = f"expected {expected}, not {what}"
    if advice:
        message = f"{message}; {advice}"
    return TypeError(message)


def one_line(error: BaseException) -> str:
    """Return the message of another library's exception on one line, printable and not too long.

    >>> one_line(ValueError("seen:\\n  this"))
    'seen: this'
    """
    message = " ".join(str(error).split())[:MAX_QUOTED]
    return "".join(character if character.isprintable() else "?" for character in message)


def shortened(text: str) -> str:
    """Return ``text`` in quotes, with unprintable characters escaped, cut if it is long."""
    if len(text) <= MAX_SHOWN:
        return repr(text)
    return f"{text[:MAX_SHOWN]!r}..."


def not_installed(what: str, package: str) -> str:
    """Return the message for a feature that needs a package which is not installed."""
    return f"{what} needs {package}; `{sys.executable} -m pip install {package}` installs it"
