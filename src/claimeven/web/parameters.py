"""What a parameter of a request may be: how each kind is read and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from claimeven.web.refusal import bad_parameter

MOST_SHOWN = 40  # characters of a bad value that a message repeats


@dataclass(frozen=True, slots=True)
class Kind:
    """What a parameter may be: ``read`` gives its value, or raises ValueError that says what is accepted."""

    read: Callable[[str], Any]
    schema: dict[str, Any]


def signs(pattern: str, longest: int, expected: str) -> Kind:
    """Signs of one pattern, at most ``longest`` of them."""

    def read(text: str) -> str:
        if len(text) > longest or not re.fullmatch(pattern, text):
            raise ValueError(f"{shown(text)} is not {expected}")
        return text

    return Kind(read, {"type": "string", "pattern": f"^{pattern}$", "maxLength": longest})


def one_of(names: tuple[str, ...]) -> Kind:
    """One of some names."""

    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"{shown(text)} is not known; expected {', '.join(names)}")
        return text

    return Kind(read, {"type": "string", "enum": list(names)})


def whole(least: int, most: int) -> Kind:
    """A whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        number = int(text) if is_number else -1
        if not least <= number <= most:
            raise ValueError(f"{shown(text)} is not a whole number from {least} to {most}")
        return number

    return Kind(read, {"type": "integer", "minimum": least, "maximum": most})


def flag() -> Kind:
    """``true`` or ``false``."""

    def read(text: str) -> bool:
        if text not in ("true", "false"):
            raise ValueError(f"{shown(text)} is neither true nor false")
        return text == "true"

    return Kind(read, {"type": "boolean"})


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
