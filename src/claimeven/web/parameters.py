"""What a parameter of a request may be: how each kind is read and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from claimeven.errors import shortened
from claimeven.web.refusal import bad_parameter


@dataclass(frozen=True, slots=True)
class Kind:
    """What a parameter may be: its schema, what reads a text, and what is said of one that reads as None."""

    schema: dict[str, Any]
    read: Callable[[str], Any]
    complaint: str


def string(pattern: str, longest: int, expected: str) -> Kind:
    """Signs of one pattern, at most ``longest`` of them."""
    schema = {"type": "string", "pattern": f"^{pattern}$", "maxLength": longest}
    fits = re.compile(pattern).fullmatch
    return Kind(
        schema, lambda text: text if len(text) <= longest and fits(text) else None, f"is not {expected}"
    )


def one_of(names: tuple[str, ...]) -> Kind:
    """One of some names."""
    schema = {"type": "string", "enum": list(names)}
    return Kind(schema, {name: name for name in names}.get, f"is not known; expected {', '.join(names)}")


def integer(least: int, most: int) -> Kind:
    """A whole number from ``least`` to ``most``."""

    def read(text: str) -> int | None:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        return int(text) if is_number and least <= int(text) <= most else None

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Kind(schema, read, f"is not a whole number from {least} to {most}")


def flag() -> Kind:
    """``true`` or ``false``."""
    return Kind({"type": "boolean"}, {"true": True, "false": False}.get, "is neither true nor false")


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
                shortened(name), f"there is no such parameter; expected {', '.join(known) or 'none'}"
            )
        if name in values:
            raise bad_parameter(name, "given twice; expected once")
        kind = known[name].kind
        values[name] = kind.read(text)
        if values[name] is None:
            raise bad_parameter(name, f"{shortened(text)} {kind.complaint}")
    for parameter in parameters:
        if parameter.required and parameter.name not in values:
            raise bad_parameter(parameter.name, "missing")
        values.setdefault(parameter.name, parameter.default)
    return values
