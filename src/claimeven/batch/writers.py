"""Write rows as TSV, CSV, JSON lines or Parquet, batch by batch; the same rows give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, BinaryIO

from claimeven.batch.rows import PARQUET, require_pyarrow
from claimeven.formats.moves import EMPTY_BOARD, write_moves
from claimeven.rules.rules import Rules

Row = tuple[Any, ...]  # a value for each field, in their order
Batches = Iterable[list[Row]]


class FieldType(Enum):
    """The type of a field: text, moves (text that in a table is never empty), a number or None,
    columns (0-based), or a number or None for each column of the board.

    JSON and Parquet have columns as numbers from 1. A table has them as moves, a field for each column of the
    board, and an empty field for None.
    """

    TEXT = auto()
    MOVES = auto()
    NUMBER = auto()
    COLUMNS = auto()
    BY_COLUMN = auto()


Fields = dict[str, FieldType]  # by name


def count_rows(batches: Batches, report_count: Callable[[int], None]) -> Batches:
    """Yield the same batches, and report the number of rows so far as soon as a batch is written."""
    count = 0
    for rows in batches:
        yield rows
        count += len(rows)
        report_count(count)


def write_tsv(file: BinaryIO, rules: Rules, fields: Fields, batches: Batches) -> None:
    """Write a line of names, then a line of fields separated by tabs for each row."""
    _write_table(file, rules, fields, batches, "\t")


def write_csv(file: BinaryIO, rules: Rules, fields: Fields, batches: Batches) -> None:
    """Write a line of names, then a line of fields separated by commas for each row."""
    _write_table(file, rules, fields, batches, ",")


def write_json_lines(file: BinaryIO, _: Rules, fields: Fields, batches: Batches) -> None:
    """Write a JSON object for each row, one per line."""
    for rows in batches:
        for row in zip(*_values_by_field(fields, rows), strict=True):
            values = dict(zip(fields, row, strict=True))
            file.write(f"{json.dumps(values)}\n".encode())


def write_parquet(file: BinaryIO, _: Rules, fields: Fields, batches: Batches) -> None:
    """Write a Parquet file with a row group for each batch."""
    require_pyarrow()
    import pyarrow
    import pyarrow.parquet

    text = pyarrow.string()
    number = pyarrow.int8()
    numbers = pyarrow.list_(number)
    types = {
        FieldType.TEXT: text,
        FieldType.MOVES: text,
        FieldType.NUMBER: number,
        FieldType.COLUMNS: numbers,
        FieldType.BY_COLUMN: numbers,
    }
    schema = pyarrow.schema([(name, types[field_type]) for name, field_type in fields.items()])
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for rows in batches:
            arrays = []
            for values, field in zip(_values_by_field(fields, rows), schema, strict=True):
                arrays.append(pyarrow.array(values, field.type))
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


Writer = Callable[[BinaryIO, Rules, Fields, Batches], None]
WRITERS: dict[str, Writer] = {
    ".tsv": write_tsv,
    ".csv": write_csv,
    ".jsonl": write_json_lines,
    PARQUET: write_parquet,
}


def _write_table(file: BinaryIO, rules: Rules, fields: Fields, batches: Batches, separator: str) -> None:
    """Write a line of names, then a line of fields for each row."""

    def numbers_text(numbers: Iterable[int | None]) -> str:
        return separator.join(map(_number_text, numbers))

    to_text: dict[FieldType, Callable[[Any], str]] = {
        FieldType.TEXT: str,
        FieldType.MOVES: _moves_text,
        FieldType.NUMBER: _number_text,
        FieldType.COLUMNS: write_moves,
        FieldType.BY_COLUMN: numbers_text,
    }
    names = []
    for name, field_type in fields.items():
        if field_type == FieldType.BY_COLUMN:
            names += [f"column_{rules.column_name(column)}" for column in range(rules.columns)]
        else:
            names.append(name)
    file.write(f"{separator.join(names)}\n".encode())
    converters = [to_text[field_type] for field_type in fields.values()]
    for rows in batches:
        # Field by field rather than row by row: twice as fast.
        columns = []
        for convert, values in zip(converters, zip(*rows, strict=True), strict=True):
            columns.append(map(convert, values))
        for texts in zip(*columns, strict=True):
            file.write(f"{separator.join(texts)}\n".encode())


def _moves_text(moves: str) -> str:
    return moves or EMPTY_BOARD


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)


def _values_by_field(fields: Fields, rows: Iterable[Row]) -> Iterator[Sequence[Any]]:
    """Yield the values of each field as JSON and Parquet have them, with columns from 1."""
    for field_type, values in zip(fields.values(), zip(*rows, strict=True), strict=True):
        if field_type == FieldType.COLUMNS:
            yield [[column + 1 for column in columns] for columns in values]
        else:
            yield values
