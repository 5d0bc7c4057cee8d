"""Everything this package raises on purpose: a ClaimevenError of some kind.

Every message says what was seen and what would have been accepted.
"""

from __future__ import annotations

import sys

MAX_SAID = 300  # characters of what others say
MAX_SHOWN = 64  # characters of a bad argument that a message repeats


class ClaimevenError(Exception):
    """The root: catch this to catch every error of this package.

    An exception can be pickled and copied, whatever arguments its class is made with.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[ClaimevenError], args: tuple[object, ...]) -> ClaimevenError:
    """Make an exception of its ``args`` without ``__init__``, which would write its message a second time."""
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
    """A disc dropped, or a score asked for, after the end of the game."""


class BadArgument(ClaimevenError, ValueError):
    """An argument of the right type that a call cannot accept, e.g. a negative limit."""


class LimitReached(ClaimevenError):
    """A search stopped by its limit; the exact value lies in ``lower`` to ``upper``."""

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
    """A book file that is missing, damaged or foreign."""


class SampleError(ClaimevenError):
    """More distinct positions than there are, or than can be found."""


class StoreError(ClaimevenError):
    """A store of a batch job that is damaged, foreign, in use or cannot be written."""


class WorkerError(ClaimevenError):
    """Workers, or their scheduler, that cannot be had or are lost."""


class AddressError(ClaimevenError):
    """A host or port that a server cannot listen on."""


class UnsupportedPlatform(ClaimevenError):
    """Something that this operating system cannot do."""


class UnknownName(ClaimevenError, LookupError):
    """A player, variant or estimate that does not exist."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        super().__init__(f"there is no {kind} {name!r}; there are {', '.join(known)}")


def wrong_type(expected: str, seen: object, advice: str = "") -> TypeError:
    """A TypeError that says what a call expected, what it got instead, and perhaps what to do.

    >>> wrong_type("a Position", "4453")
    TypeError("expected a Position, not the str '4453'")
    """
    shown = repr(seen)
    what = f"the {type(seen).__name__} {shown}" if len(shown) <= MAX_SHOWN else f"a {type(seen).__name__}"
    return TypeError(f"expected {expected}, not {what}{advice and '; ' + advice}")


def one_line(error: BaseException) -> str:
    """The words of an exception that is not ours, fit for a message.

    >>> one_line(ValueError("seen:\\n  this"))
    'seen: this'
    """
    words = " ".join(str(error).split())[:MAX_SAID]
    return "".join(sign if sign.isprintable() else "?" for sign in words)


def shortened(text: str) -> str:
    """``text`` in quotes with unprintable characters spelled out, cut where it gets long."""
    return repr(text) if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]!r}..."


def not_installed(what: str, package: str) -> str:
    """What to say where ``what`` needs a package that is not there."""
    return f"{what} needs {package}; `{sys.executable} -m pip install {package}` installs it"
