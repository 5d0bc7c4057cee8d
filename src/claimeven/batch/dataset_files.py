"""Files of datasets: Parquet, JSON lines and CSV, written part by part; the same rows give the same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from claimeven.batch.rows import PARQUET, require_pyarrow

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.rules.rules import Rules


class Row(NamedTuple):
    """One row: the moves that lead to a position, its discs, and its exact result.

    ``best`` are columns from 1, centre first; ``columns`` has None where no disc fits.
    """

    moves: str
    ply: int
    score: int
    verdict: str
    plies: int
    best: list[int]
    columns: list[int | None]
    split: str


class RowWriter(Protocol):
    """Writes rows into a file that is open; the file is complete after ``close``."""

    def write(self, rows: list[Row]) -> None:
        """Add rows."""

    def close(self) -> None:
        """Write what a file of this form has at its end."""


class ParquetWriter:
    """A row group for each call of ``write``."""

    def __init__(self, file: BinaryIO) -> None:
        require_pyarrow()
        import pyarrow
        import pyarrow.parquet

        text, number, numbers = pyarrow.string(), pyarrow.int8(), pyarrow.list_(pyarrow.int8())
        kinds = (text, number, number, text, number, numbers, numbers, text)
        self._schema = pyarrow.schema(list(zip(Row._fields, kinds, strict=True)))
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema)

    def write(self, rows: list[Row]) -> None:
        """Add rows."""
        import pyarrow

        values = zip(*rows, strict=True)
        arrays = [pyarrow.array(v, f.type) for v, f in zip(values, self._schema, strict=True)]
        self._writer.write_batch(pyarrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        """Write the table of contents that stands at the end."""
        self._writer.close()


class JsonWriter:
    """An object a line."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, rows: list[Row]) -> None:
        """Add rows."""
        self._file.write("".join(f"{json.dumps(row._asdict())}\n" for row in rows).encode())

    def close(self) -> None:
        """Nothing: the last line is the end."""


class CsvWriter:
    """A head line and a line for each row; a field for each column, empty where no disc fits.

    The best columns stand in one field, a sign each, as moves are written.
    """

    def __init__(self, file: BinaryIO, rules: Rules) -> None:
        self._file = file
        self._names = [rules.column_name(column) for column in range(rules.columns)]
        columns = [f"column_{name}" for name in self._names]
        self._write_line([*Row._fields[:6], *columns, Row._fields[7]])

    def write(self, rows: list[Row]) -> None:
        """Add rows."""
        for row in rows:
            best = "".join(self._names[column - 1] for column in row.best)
            scores = ["" if score is None else str(score) for score in row.columns]
            self._write_line([*map(str, row[:5]), best, *scores, row.split])

    def close(self) -> None:
        """Nothing: the last line is the end."""

    def _write_line(self, fields: list[str]) -> None:
        self._file.write(f"{','.join(fields)}\n".encode())


WRITERS: dict[str, Callable[[BinaryIO, Rules], RowWriter]] = {
    PARQUET: lambda file, _: ParquetWriter(file),
    ".jsonl": lambda file, _: JsonWriter(file),
    ".csv": CsvWriter,
}
