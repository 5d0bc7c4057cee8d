"""Moves as text: ``4453`` is columns 4, 4, 5, 3 in the order they were played.

A file has the moves of a position in the first field of each line. An empty line is the empty board, and so
is a first field of two quotes: output writes the empty board that way, so that it can be read back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from claimeven.errors import FormatError, IllegalMove
from claimeven.rules.rules import COLUMN_NAMES, CONNECT_FOUR, Rules

EMPTY_BOARD = '""'
EMPTY_FIELD = EMPTY_BOARD.encode()
LINE_END = re.compile(rb"\r?\r?\n|\r")  # CR CR LF is CR LF that was written as text on Windows
MAX_LINE_BYTES = 4096  # the rest of a line is ignored; a position needs at most 60


def parse_moves(text: str, rules: Rules = CONNECT_FOUR, *, line: int = 1) -> tuple[int, ...]:
    """Return the 0-based columns that ``text`` names; raise FormatError at the first that does not exist.

    Whether the columns can be played is not checked.

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
    """Return 0-based columns as text.

    >>> write_moves((3, 3, 4, 2))
    '4453'
    """
    return "".join(COLUMN_NAMES[column] for column in columns)


def read_games(read_line: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield the moves of every line of a file, empty for the empty board; ``read_line`` is its ``readline``.

    Everything beyond MAX_LINE_BYTES of a line is ignored, so that an endless line does not fill the memory.
    """
    unfinished = b""  # the start of a line whose end has not been read
    while True:
        piece = read_line(MAX_LINE_BYTES)
        if not piece:
            break
        is_whole_line = not unfinished and piece.endswith(b"\n") and piece.find(b"\r", 0, -2) < 0
        if is_whole_line:
            yield _first_field(piece)
            continue
        lines = LINE_END.split(unfinished + _complete_line_end(piece, read_line))
        unfinished = lines.pop()[:MAX_LINE_BYTES]
        for line in lines:
            yield _first_field(line)
    if unfinished:
        yield _first_field(unfinished)


def _complete_line_end(piece: bytes, read_line: Callable[[int], bytes]) -> bytes:
    """Return a piece of a file with the rest of the line end that it may have cut."""
    for _ in range(2):
        if piece.endswith(b"\r"):
            piece += read_line(1)
    return piece


def _first_field(line: bytes) -> bytes:
    """Return the moves that a line begins with."""
    fields = line[:MAX_LINE_BYTES].split(maxsplit=1)
    if not fields or fields[0] == EMPTY_FIELD:
        return b""
    return fields[0]
