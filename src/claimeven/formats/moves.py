"""Moves as text: ``4453`` is columns 4, 4, 5, 3 in the order they were played.

A file has the moves of a position in the first field of each line. An empty line is the empty board, and so
is a first field of two quotes: output writes the empty board that way, so that it can be input again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

EMPTY_BOARD = '""'
LONGEST_LINE = 4096  # bytes of a line that are looked at; a position needs at most 60


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


def read_games(read_line: Callable[[int], bytes]) -> Iterator[bytes]:
    """The moves of every line that the ``readline`` of a file gives, none for the empty board.

    What stands beyond LONGEST_LINE is left out: endless lines must not eat the memory.
    """
    while line := read_line(LONGEST_LINE):
        first = line.split(maxsplit=1)
        yield first[0] if first and first[0] != EMPTY_BOARD.encode() else b""
        while line and not line.endswith(b"\n"):
            line = read_line(LONGEST_LINE)
