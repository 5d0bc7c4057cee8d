"""Moves as text: ``4453`` is columns 4, 4, 5, 3 in the order they were played.

A file has the moves of a position in the first field of each line. An empty line is the empty board, and so
is a first field of two quotes: output writes the empty board that way, so that it can be input again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

EMPTY_BOARD = '""'
EMPTY_FIELD = EMPTY_BOARD.encode()
LINE_END = re.compile(rb"\r?\r?\n|\r")  # CR CR LF is CR LF that was written as text on Windows
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
    begun = b""  # of a line whose end has not been read
    while piece := read_line(LONGEST_LINE):
        lines = [piece]
        is_one_line = not begun and piece.endswith(b"\n") and piece.find(b"\r", 0, -2) < 0
        if not is_one_line:
            *lines, begun = LINE_END.split(begun + _to_line_end(piece, read_line))
            begun = begun[:LONGEST_LINE]
        for line in lines:
            yield _first_field(line)
    if begun:
        yield _first_field(begun)


def _to_line_end(piece: bytes, read_line: Callable[[int], bytes]) -> bytes:
    """A piece of a file with the rest of the line end that it may have begun."""
    for _ in range(2):
        if piece.endswith(b"\r"):
            piece += read_line(1)
    return piece


def _first_field(line: bytes) -> bytes:
    """The moves that a line begins with."""
    fields = line[:LONGEST_LINE].split(maxsplit=1)
    return fields[0] if fields and fields[0] != EMPTY_FIELD else b""
