"""Files of rows: TSV, CSV, JSON lines, Parquet, written part by part; the same rows give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from functools import partial
from typing import Any, BinaryIO

from claimeven.batch.rows import PARQUET, require_pyarrow
from claimeven.formats.moves import EMPTY_BOARD, write_moves
from claimeven.rules.rules import Rules

Row = tuple[Any, ...]  # a value for each field, in their order
Parts = Iterable[list[Row]]  # rows, some at a time


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


def counted(parts: Parts, tell: Callable[[int], None]) -> Parts:
    """The same parts; ``tell`` is called with the number of rows so far as soon as a part is written."""
    count = 0
    for rows in parts:
        yield rows
        count += len(rows)
        tell(count)


def _table(file: BinaryIO, rules: Rules, fields: Fields, parts: Parts, *, separator: str) -> None:
    """A line of names, then a line of fields for each row."""
    names = separator.join(f"column_{rules.column_name(column)}" for column in range(rules.columns))
    kinds: dict[Kind, Callable[[Any], str]] = {
        Kind.TEXT: str,
        Kind.MOVES: lambda moves: moves or EMPTY_BOARD,
        Kind.NUMBER: _number,
        Kind.COLUMNS: write_moves,
        Kind.BY_COLUMN: lambda numbers: separator.join(map(_number, numbers)),
    }

    def write_line(texts: Iterable[str]) -> None:
        file.write(f"{separator.join(texts)}\n".encode())

    write_line(names if kind == Kind.BY_COLUMN else name for name, kind in fields.items())
    for rows in parts:
        values = zip(fields.values(), zip(*rows, strict=True), strict=True)
        for texts in zip(*(map(kinds[kind], column) for kind, column in values), strict=True):
            write_line(texts)


def _json_lines(file: BinaryIO, _: Rules, fields: Fields, parts: Parts) -> None:
    """An object a line."""
    for rows in parts:
        for row in zip(*_plain(fields, rows), strict=True):
            values = dict(zip(fields, row, strict=True))
            file.write(f"{json.dumps(values)}\n".encode())


def _parquet(file: BinaryIO, _: Rules, fields: Fields, parts: Parts) -> None:
    """A row group for each part; the table of contents stands at the end."""
    require_pyarrow()
    import pyarrow
    import pyarrow.parquet

    text, number = pyarrow.string(), pyarrow.int8()
    types = {Kind.TEXT: text, Kind.MOVES: text, Kind.NUMBER: number}
    numbers = pyarrow.list_(number)
    schema = pyarrow.schema([(name, types.get(kind, numbers)) for name, kind in fields.items()])
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for rows in parts:
            values = zip(_plain(fields, rows), schema, strict=True)
            arrays = [pyarrow.array(column, field.type) for column, field in values]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


# By the end of a file's name: writes a file of rows with these fields, for boards of some rules.
WRITERS: dict[str, Callable[[BinaryIO, Rules, Fields, Parts], None]] = {
    ".tsv": partial(_table, separator="\t"),
    ".csv": partial(_table, separator=","),
    ".jsonl": _json_lines,
    PARQUET: _parquet,
}


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _plain(fields: Fields, rows: Iterable[Row]) -> Iterator[list[Any]]:
    """The values of each field as JSON and Parquet have them."""
    for kind, values in zip(fields.values(), zip(*rows, strict=True), strict=True):
        from_one = kind == Kind.COLUMNS
        yield [[column + 1 for column in columns] for columns in values] if from_one else list(values)
