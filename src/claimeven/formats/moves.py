"""Moves as text: ``4453`` is columns 4, 4, 5, 3 in the order they were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_moves(text: str, rules: Rules = CONNECT_FOUR, *, line: int = 1) -> tuple[int, ...]:
    """The 0-based columns that ``text`` names; raises FormatError at the first that is none.

    >>> parse_moves("4453")
    (3, 3, 4, 2)
    """
    columns = []
    for place, name in enumerate(text, start=1):
        try:
            columns.append(rules.column_named(name))
        except IllegalMove as error:
            raise FormatError(str(error), line=line, column=place) from None
    return tuple(columns)


def write_moves(columns: Iterable[int]) -> str:
    """0-based columns as text.

    >>> write_moves((3, 3, 4, 2))
    '4453'
    """
    return "".join(COLUMN_NAMES[column] for column in columns)
