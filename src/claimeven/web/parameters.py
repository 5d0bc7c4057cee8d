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
    """What a parameter may be: its schema, whether it ``accepts`` a text, and what it says of another."""

    schema: dict[str, Any]
    accepts: Callable[[str], bool]
    complaint: str
    value_of: Callable[[str], Any] = str

    def read(self, text: str) -> Any:
        """The value of a text; raises ValueError that says what is accepted."""
        if not self.accepts(text):
            raise ValueError(f"{shown(text)} {self.complaint}")
        return self.value_of(text)


def signs(pattern: str, longest: int, expected: str) -> Kind:
    """Signs of one pattern, at most ``longest`` of them."""
    schema = {"type": "string", "pattern": f"^{pattern}$", "maxLength": longest}
    is_whole = re.compile(pattern).fullmatch
    return Kind(schema, lambda text: len(text) <= longest and bool(is_whole(text)), f"is not {expected}")


def one_of(names: tuple[str, ...]) -> Kind:
    """One of some names."""
    schema = {"type": "string", "enum": list(names)}
    return Kind(schema, lambda text: text in names, f"is not known; expected {', '.join(names)}")


def whole(least: int, most: int) -> Kind:
    """A whole number from ``least`` to ``most``."""

    def accepts(text: str) -> bool:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        return is_number and least <= int(text) <= most

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Kind(schema, accepts, f"is not a whole number from {least} to {most}", int)


def flag() -> Kind:
    """``true`` or ``false``."""
    values = {"true": True, "false": False}
    return Kind({"type": "boolean"}, values.__contains__, "is neither true nor false", values.__getitem__)


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
