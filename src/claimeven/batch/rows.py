"""Read rows of moves in batches: lines of text, or the column ``moves`` of a Parquet file."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from claimeven.errors import ClaimevenError, IllegalMove, not_installed, one_line, shortened
from claimeven.files import suffix_of
from claimeven.formats.moves import read_games
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules
from claimeven.solver.board_arrays import Flags
from claimeven.solver.boards import Boards, has_line

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

    import pyarrow

MOVES = "moves"
PARQUET = ".parquet"
BATCH_ROWS = 20_000


class RowBatch(NamedTuple):
    """Some rows: the moves of each, e.g. ``4453``, and the positions after them."""

    moves: list[bytes]
    boards: Boards


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of moves that can be read more than once; messages call them ``name``, and each one a ``unit``.

    ``read_moves`` yields the moves of every row and updates a digest with them; it raises ClaimevenError if
    they cannot be read. ``fingerprint`` returns the final digest, which identifies the rows.
    """

    name: str
    unit: str
    read_moves: Callable[[Digest], Iterator[bytes]]
    fingerprint: Callable[[], str]

    def batches(self, rules: Rules, fingerprint: str | None = None) -> Iterator[RowBatch]:
        """Yield all rows, BATCH_ROWS at a time.

        Raise IllegalMove at the first row whose moves cannot be played. With a ``fingerprint``, raise
        ClaimevenError at the end if the rows have another one.
        """
        digest = hashlib.sha256()
        all_moves = self.read_moves(digest)
        rows_before = 0
        while True:
            moves = list(itertools.islice(all_moves, BATCH_ROWS))
            if not moves:
                break
            boards, is_bad = play_moves(rules, moves)
            for index in np.flatnonzero(is_bad).tolist():
                self._raise_illegal(moves[index], rules, rows_before + index + 1)
            yield RowBatch(moves, boards)
            rows_before += len(moves)
        if fingerprint not in (None, digest.hexdigest()):
            raise ClaimevenError(
                f"{self.name} has changed since it was first read; expected the same rows until the end"
            )

    def _raise_illegal(self, moves: bytes, rules: Rules, number: int) -> None:
        """Raise IllegalMove with the name and number of a row whose moves cannot be played."""
        try:
            Position.from_moves(moves.decode(errors="replace"), rules)
        except IllegalMove as error:
            raise IllegalMove(f"{self.name}: {self.unit} {number}: {error}") from None


def rows_of(path: str, name: str | None = None) -> Rows:
    """Return the rows of a file: Parquet if its suffix says so, lines of text otherwise."""
    name = name or path
    if suffix_of(path) == PARQUET:
        require_pyarrow()
        return Rows(
            name, "row", partial(_read_parquet, path, name), partial(_parquet_fingerprint, path, name)
        )
    return Rows(name, "line", partial(_read_text, path, name), partial(_text_fingerprint, path, name))


def play_moves(rules: Rules, rows: Sequence[bytes]) -> tuple[Boards, Flags]:
    """Return the positions after the moves of each row, and for which rows these cannot be played.

    It plays all rows at once, one ply after the other, and is much faster than Position.from_moves, which
    says what is wrong with a row.
    """
    longest = min(max(map(len, rows), default=0), rules.cells)
    padded = b"".join(moves[:longest].ljust(longest) for moves in rows)
    characters = np.frombuffer(padded, np.uint8).reshape(len(rows), longest)
    columns = _columns_by_character(rules)[characters]
    masks = np.array([*rules.column_masks, 0], np.uint64)  # no cell for a character that is not a column
    bottom = np.uint64(rules.bottom)
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    own = np.zeros(len(rows), np.uint64)
    filled = np.zeros(len(rows), np.uint64)
    is_over = np.zeros(len(rows), np.bool_)
    is_bad = lengths > longest
    for ply in range(longest):
        has_move = lengths > ply
        cells = (filled + bottom) & masks[columns[:, ply]]
        is_bad |= has_move & ((cells == 0) | is_over)
        cells[~has_move] = 0
        own_after = own | cells
        if rules.line_ends_game:
            is_over |= has_move & has_line(rules, own_after)
        filled = filled | cells
        own = np.where(has_move, own_after ^ filled, own)
    return Boards(rules, own, filled), is_bad


def _columns_by_character(rules: Rules) -> NDArray[np.uint8]:
    """Return the column of every byte; a byte that is not a column has the number after the last column."""
    columns = np.full(256, rules.columns, np.uint8)
    names = COLUMN_NAMES[: rules.columns].encode()
    columns[list(names)] = range(rules.columns)
    return columns


def _read_text(path: str, name: str, digest: Digest) -> Iterator[bytes]:
    """Yield the moves in the first field of every line; the empty board is ``""`` or an empty line."""
    with _opened(path, name) as file:

        def read_line(max_bytes: int) -> bytes:
            line = file.readline(max_bytes)
            digest.update(line)
            return line

        yield from read_games(read_line)


def _text_fingerprint(path: str, name: str) -> str:
    with _opened(path, name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_parquet(path: str, name: str, digest: Digest) -> Iterator[bytes]:
    """Yield the values of the column ``moves``, which must be text; other columns are ignored."""
    import pyarrow
    import pyarrow.parquet

    rows_before = 0
    try:
        with _opened(path, name) as stream, pyarrow.parquet.ParquetFile(stream) as file:
            _require_moves(file.schema_arrow, name)
            for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=[MOVES]):
                column = batch.column(0).cast(pyarrow.large_string())
                if column.null_count:
                    row = rows_before + column.is_null().index(True).as_py() + 1
                    raise IllegalMove(f"{name}: row {row}: no moves; the empty board is an empty text")
                rows = [moves.encode() for moves in column.to_pylist()]
                digest.update(repr(rows).encode())
                yield from rows
                rows_before += len(column)
    except pyarrow.ArrowException as error:
        raise ClaimevenError(f"{name}: {one_line(error)}; expected a Parquet file") from None


def _parquet_fingerprint(path: str, name: str) -> str:
    digest = hashlib.sha256()
    for _ in _read_parquet(path, name, digest):
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
        raise ClaimevenError(f"{name}: the column {MOVES!r} is {kind}; expected text, e.g. '4453'")


def require_pyarrow() -> None:
    """Raise ClaimevenError with installation instructions if pyarrow is missing."""
    if importlib.util.find_spec("pyarrow") is None:
        raise ClaimevenError(not_installed("a Parquet file", "pyarrow"))


@contextlib.contextmanager
def _opened(path: str, name: str) -> Iterator[BufferedReader]:
    """Open a file to read; raise ClaimevenError with the name of the rows when that fails."""
    try:
        with open(path, "rb") as file:
            yield file
    except OSError as error:
        raise ClaimevenError(f"{name}: {error.strerror or error}; expected a file that can be read") from None
