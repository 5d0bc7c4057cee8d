"""Files of rows: TSV, CSV, JSON lines, Parquet, written part by part; the same rows give the same bytes."""

from __future__ import annotations

import contextlib
import json
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from claimeven.batch.rows import PARQUET, require_pyarrow
from claimeven.formats.moves import EMPTY_BOARD, write_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from claimeven.rules.rules import Rules

    Row = tuple[Any, ...]  # a value for each field, in their order


class Kind(Enum):
    """What the values of a field are: text, moves (text that in a table is never empty), a number or None,
    columns (0-based), or a number or None for each column of the board.

    JSON and Parquet have columns as numbers from 1. A table has them as moves, a field for each column of the
    board, and an empty field for None.
    """

    TEXT = auto()
    MOVES = auto()
    NUMBER = auto()
    COLUMNS = auto()
    BY_COLUMN = auto()


Fields = dict[str, Kind]  # by the name of the field


class Writer(Protocol):
    """Writes rows into a file that is open; the file is complete after ``close``."""

    def write(self, rows: Iterable[Row]) -> None:
        """Add rows."""

    def close(self) -> None:
        """Write what a file of this form has at its end."""


def write_rows(writer: Writer, parts: Iterable[list[Row]], tell: Callable[[int], None]) -> None:
    """Write all rows and what stands at the end; ``tell`` is called with the number of rows so far."""
    count = 0
    with contextlib.closing(writer):
        for rows in parts:
            writer.write(rows)
            count += len(rows)
            tell(count)


class TableWriter:
    """A line of names, then a line of fields for each row."""

    def __init__(self, file: BinaryIO, rules: Rules, fields: Fields, separator: str) -> None:
        self._file = file
        self._separator = separator
        texts: Mapping[Kind, Callable[[Any], str]] = {
            Kind.TEXT: str,
            Kind.MOVES: lambda moves: moves or EMPTY_BOARD,
            Kind.NUMBER: _number,
            Kind.COLUMNS: write_moves,
            Kind.BY_COLUMN: lambda numbers: separator.join(map(_number, numbers)),
        }
        self._texts = [texts[kind] for kind in fields.values()]
        columns = separator.join(f"column_{rules.column_name(column)}" for column in range(rules.columns))
        self._write_line(columns if kind == Kind.BY_COLUMN else name for name, kind in fields.items())

    def write(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        values = zip(*rows, strict=True)
        texts = [map(text, column) for text, column in zip(self._texts, values, strict=True)]
        for fields in zip(*texts, strict=True):
            self._write_line(fields)

    def close(self) -> None:
        """Nothing: the last line is the end."""

    def _write_line(self, fields: Iterable[str]) -> None:
        self._file.write(f"{self._separator.join(fields)}\n".encode())


class JsonWriter:
    """An object a line."""

    def __init__(self, file: BinaryIO, fields: Fields) -> None:
        self._file = file
        self._fields = fields

    def write(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        for row in zip(*_plain(self._fields, rows), strict=True):
            values = dict(zip(self._fields, row, strict=True))
            self._file.write(f"{json.dumps(values)}\n".encode())

    def close(self) -> None:
        """Nothing: the last line is the end."""


class ParquetWriter:
    """A row group for each call of ``write``."""

    def __init__(self, file: BinaryIO, fields: Fields) -> None:
        require_pyarrow()
        import pyarrow
        import pyarrow.parquet

        text, number = pyarrow.string(), pyarrow.int8()
        types = {Kind.TEXT: text, Kind.MOVES: text, Kind.NUMBER: number}
        numbers = pyarrow.list_(number)
        self._fields = fields
        self._schema = pyarrow.schema([(name, types.get(kind, numbers)) for name, kind in fields.items()])
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema)

    def write(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        import pyarrow

        values = _plain(self._fields, rows)
        arrays = [pyarrow.array(v, field.type) for v, field in zip(values, self._schema, strict=True)]
        self._writer.write_batch(pyarrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        """Write the table of contents that stands at the end."""
        self._writer.close()


# By the end of a file's name: a writer into a file of rows with these fields, for boards of some rules.
WRITERS: dict[str, Callable[[BinaryIO, Rules, Fields], Writer]] = {
    ".tsv": lambda file, rules, fields: TableWriter(file, rules, fields, "\t"),
    ".csv": lambda file, rules, fields: TableWriter(file, rules, fields, ","),
    ".jsonl": lambda file, _, fields: JsonWriter(file, fields),
    PARQUET: lambda file, _, fields: ParquetWriter(file, fields),
}


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _plain(fields: Fields, rows: Iterable[Row]) -> Iterator[list[Any]]:
    """The values of each field as JSON and Parquet have them."""
    for kind, values in zip(fields.values(), zip(*rows, strict=True), strict=True):
        from_one = kind == Kind.COLUMNS
        yield [[column + 1 for column in columns] for columns in values] if from_one else list(values)
