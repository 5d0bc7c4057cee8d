"""What a parameter of a request may be: each kind reads its text and describes itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from claimeven.web.refusal import bad_parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_SHOWN = 40  # characters of a bad value that a message repeats


class Kind(Protocol):
    """What a parameter may be."""

    def read(self, text: str) -> Any:
        """The value that ``text`` stands for; raises ValueError that says what is accepted."""

    def schema(self) -> dict[str, Any]:
        """The same as JSON schema."""


@dataclass(frozen=True, slots=True)
class Text:
    """Signs of one pattern, at most ``longest`` of them."""

    pattern: str
    longest: int
    expected: str

    def read(self, text: str) -> str:
        """The text itself."""
        if len(text) > self.longest or not re.fullmatch(self.pattern, text):
            raise ValueError(f"{shown(text)} is not {self.expected}")
        return text

    def schema(self) -> dict[str, Any]:
        """The same as JSON schema."""
        return {"type": "string", "pattern": f"^{self.pattern}$", "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some names."""

    names: tuple[str, ...]

    def read(self, text: str) -> str:
        """The name itself."""
        if text not in self.names:
            raise ValueError(f"{shown(text)} is not known; expected {', '.join(self.names)}")
        return text

    def schema(self) -> dict[str, Any]:
        """The same as JSON schema."""
        return {"type": "string", "enum": list(self.names)}


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def read(self, text: str) -> int:
        """The number."""
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        number = int(text) if is_number else -1
        if not self.least <= number <= self.most:
            raise ValueError(f"{shown(text)} is not a whole number from {self.least} to {self.most}")
        return number

    def schema(self) -> dict[str, Any]:
        """The same as JSON schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag:
    """``true`` or ``false``."""

    def read(self, text: str) -> bool:
        """True or False."""
        if text not in ("true", "false"):
            raise ValueError(f"{shown(text)} is neither true nor false")
        return text == "true"

    def schema(self) -> dict[str, Any]:
        """The same as JSON schema."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the query string; a ``required`` one has no default."""

    name: str
    kind: Kind
    meaning: str
    default: Any = None
    required: bool = False


def read_query(
    pairs: Iterable[tuple[str, str]], parameters: Sequence[Parameter], *, ignore_unknown: bool = False
) -> dict[str, Any]:
    """The value of every parameter; raises Refused for one that is unknown, given twice or out of range."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {}
    for name, text in pairs:
        if name not in known:
            if ignore_unknown:
                continue
            raise bad_parameter(
                shown(name), f"there is no such parameter; expected {', '.join(known) or 'none'}"
            )
        if name in values:
            raise bad_parameter(name, "given twice; expected once")
        try:
            values[name] = known[name].kind.read(text)
        except ValueError as error:
            raise bad_parameter(name, str(error)) from None
    for parameter in parameters:
        if parameter.required and parameter.name not in values:
            raise bad_parameter(parameter.name, "missing")
        values.setdefault(parameter.name, parameter.default)
    return values


def shown(text: str) -> str:
    """``text`` in quotes, cut where it gets long."""
    return repr(text) if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]!r}..."
