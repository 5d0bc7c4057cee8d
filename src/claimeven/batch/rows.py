"""Rows of moves, read part by part: lines of text, or the column ``moves`` of a Parquet file."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING

import numpy as np

from claimeven.errors import ClaimevenError, IllegalMove, not_installed, one_line, shortened
from claimeven.files import suffix_of
from claimeven.formats.moves import read_games
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules
from claimeven.solver.boards import Boards, Flags, has_line

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

    import pyarrow

MOVES = "moves"
PARQUET = ".parquet"
ROWS_TOGETHER = 20_000


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that can be read more than once; messages call them ``name``, and each of them a ``unit``.

    ``games`` gives the moves of all, tells a digest what they are, and raises ClaimevenError if they cannot
    be read. ``fingerprint`` gives what the digest is in the end: a name that no other rows have.
    """

    name: str
    unit: str
    games: Callable[[Digest], Iterator[bytes]]
    fingerprint: Callable[[], str]

    def parts(self, rules: Rules, fingerprint: str | None = None) -> Iterator[tuple[Boards, list[bytes]]]:
        """The positions and the moves of all rows, ROWS_TOGETHER at a time.

        Raises IllegalMove at the first that is no position. With a ``fingerprint``, raises ClaimevenError at
        the end if these were not the rows that have it.
        """
        digest, first = hashlib.sha256(), 1
        games = self.games(digest)
        while part := list(itertools.islice(games, ROWS_TOGETHER)):
            boards, bad = play_moves(rules, part)
            for number in np.flatnonzero(bad):
                try:
                    Position.from_moves(part[number].decode(errors="replace"), rules)
                except IllegalMove as error:
                    raise IllegalMove(f"{self.name}: {self.unit} {first + number}: {error}") from None
            yield boards, part
            first += len(part)
        if fingerprint not in (None, digest.hexdigest()):
            raise ClaimevenError(
                f"{self.name} has changed since it was first read; expected the same rows until the end"
            )


def rows_of(path: str, name: str | None = None) -> Rows:
    """The rows of a file: Parquet if it is called so, lines of text otherwise."""
    name = name or path
    unit, games, fingerprint = "line", _text_games, _text_fingerprint
    if suffix_of(path) == PARQUET:
        require_pyarrow()
        unit, games, fingerprint = "row", _parquet_games, _parquet_fingerprint
    return Rows(name, unit, partial(games, path, name), partial(fingerprint, path, name))


def play_moves(rules: Rules, games: Sequence[bytes]) -> tuple[Boards, Flags]:
    """The positions after moves as ``4453``, and where these cannot be played.

    Much faster than Position.from_moves, which also says what is wrong with a game.
    """
    longest = min(max(map(len, games), default=0), rules.cells)
    signs = np.frombuffer(b"".join(game[:longest].ljust(longest) for game in games), np.uint8)
    # A sign that names no column has the number after the last.
    column_of_sign = np.full(256, rules.columns, np.uint8)
    column_of_sign[list(COLUMN_NAMES[: rules.columns].encode())] = range(rules.columns)
    columns = column_of_sign[signs.reshape(len(games), longest)]
    lengths = np.fromiter(map(len, games), np.int64, len(games))
    masks = np.array([*rules.column_masks, 0], np.uint64)
    own, filled = (np.zeros(len(games), np.uint64) for _ in range(2))
    bad = lengths > longest
    over = np.zeros(len(games), np.bool_)
    for number in range(longest):
        moving = lengths > number
        cells = (filled + np.uint64(rules.bottom)) & masks[columns[:, number]]
        bad |= moving & ((cells == 0) | over)
        cells[~moving] = 0
        placed = own | cells
        if rules.line_ends_game:
            over |= moving & has_line(rules, placed)
        filled = filled | cells
        own = np.where(moving, placed ^ filled, own)
    return Boards(rules, own, filled), bad


def _text_games(path: str, name: str, digest: Digest) -> Iterator[bytes]:
    """One position a line, in its first field, as ``4453``; the empty board is ``""`` or an empty line."""
    with _opened(path, name) as file:

        def read_line(most: int) -> bytes:
            line = file.readline(most)
            digest.update(line)
            return line

        yield from read_games(read_line)


def _text_fingerprint(path: str, name: str) -> str:
    with _opened(path, name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _parquet_games(path: str, name: str, digest: Digest) -> Iterator[bytes]:
    """The column ``moves`` of a Parquet file, which must be text; other columns are not looked at."""
    import pyarrow
    import pyarrow.parquet

    first = 1
    try:
        with _opened(path, name) as stream, pyarrow.parquet.ParquetFile(stream) as file:
            _require_moves(file.schema_arrow, name)
            for batch in file.iter_batches(batch_size=ROWS_TOGETHER, columns=[MOVES]):
                column = batch.column(0).cast(pyarrow.large_string())
                if column.null_count:
                    row = first + column.is_null().index(True).as_py()
                    raise IllegalMove(f"{name}: row {row}: no moves; the empty board is an empty text")
                games = [moves.encode() for moves in column.to_pylist()]
                digest.update(repr(games).encode())
                yield from games
                first += len(column)
    except pyarrow.ArrowException as error:
        raise ClaimevenError(f"{name}: {one_line(error)}; expected a Parquet file") from None


def _parquet_fingerprint(path: str, name: str) -> str:
    digest = hashlib.sha256()
    for _ in _parquet_games(path, name, digest):
        pass
    return digest.hexdigest()


def _require_moves(schema: pyarrow.Schema, name: str) -> None:
    """Raise ClaimevenError if there is no column of moves, more than one, or one that is not text."""
    import pyarrow

    count = schema.names.count(MOVES)
    if count == 0:
        others = shortened(", ".join(schema.names))
        raise ClaimevenError(f"{name} has no column {MOVES!r}; its columns are {others}")
    if count > 1:
        raise ClaimevenError(f"{name} has {count} columns {MOVES!r}; expected one")
    kind = schema.field(MOVES).type
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)):
        raise ClaimevenError(f"{name}: the column {MOVES!r} is {kind}; expected text, as '4453'")


def require_pyarrow() -> None:
    """Raise ClaimevenError saying how to install pyarrow if it is missing."""
    if importlib.util.find_spec("pyarrow") is None:
        raise ClaimevenError(not_installed("a Parquet file", "pyarrow"))


@contextlib.contextmanager
def _opened(path: str, name: str) -> Iterator[BufferedReader]:
    """A file to read; raises ClaimevenError with the name of the rows when that fails."""
    try:
        with open(path, "rb") as file:
            yield file
    except OSError as error:
        raise ClaimevenError(f"{name}: {error.strerror or error}; expected a file that can be read") from None
