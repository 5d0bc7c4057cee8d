"""Files of labels: TSV, CSV, JSON lines and Parquet, written part by part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from claimeven.batch.rows import EMPTY_BOARD, MOVES, PARQUET, require_pyarrow
from claimeven.formats.moves import write_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from claimeven.batch.labels import Label
    from claimeven.rules.rules import Rules

FIELDS = (MOVES, "score", "verdict", "plies", "best")
COLUMNS = "columns"


class LabelWriter(Protocol):
    """Writes labels into a file that is open; the file is complete after ``close``."""

    def write(self, labels: Iterable[Label]) -> None:
        """Add rows."""

    def close(self) -> None:
        """Write what a file of this form has at its end."""


class TableWriter:
    """A line of names, then a line of fields for each row; a field is empty where there is no value."""

    def __init__(self, file: BinaryIO, rules: Rules, *, columns: bool, separator: str) -> None:
        self._file = file
        self._separator = separator
        self._columns = columns
        names = [f"column_{rules.column_name(column)}" for column in range(rules.columns)]
        self._write_line([*FIELDS, *names] if columns else FIELDS)

    def write(self, labels: Iterable[Label]) -> None:
        """Add rows."""
        for label in labels:
            score = "" if label.score is None else str(label.score)
            moves = label.moves or EMPTY_BOARD.decode()
            fields = [moves, score, label.verdict, str(label.plies), write_moves(label.best)]
            if self._columns:
                fields += ["" if value is None else str(value) for value in label.columns]
            self._write_line(fields)

    def close(self) -> None:
        """Nothing: the last line is the end."""

    def _write_line(self, fields: Iterable[str]) -> None:
        self._file.write(f"{self._separator.join(fields)}\n".encode())


class JsonWriter:
    """An object a line; columns are numbers from 1, as in `claimeven analyze --json`."""

    def __init__(self, file: BinaryIO, *, columns: bool) -> None:
        self._file = file
        self._columns = columns

    def write(self, labels: Iterable[Label]) -> None:
        """Add rows."""
        for label in labels:
            values = (*label[:4], [column + 1 for column in label.best])
            row: dict[str, Any] = dict(zip(FIELDS, values, strict=True))
            if self._columns:
                row[COLUMNS] = label.columns
            self._file.write(f"{json.dumps(row)}\n".encode())

    def close(self) -> None:
        """Nothing: the last line is the end."""


class ParquetWriter:
    """A row group for each call of ``write``; columns are numbers from 1."""

    def __init__(self, file: BinaryIO, *, columns: bool) -> None:
        require_pyarrow()
        import pyarrow
        import pyarrow.parquet

        number, numbers = pyarrow.int8(), pyarrow.list_(pyarrow.int8())
        kinds = [pyarrow.string(), number, pyarrow.string(), number, numbers]
        fields = [*zip(FIELDS, kinds, strict=True), *([(COLUMNS, numbers)] if columns else [])]
        self._schema = pyarrow.schema(fields)
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema)

    def write(self, labels: Iterable[Label]) -> None:
        """Add rows."""
        import pyarrow

        values = [list(column) for column in zip(*labels, strict=True)]
        values[4] = [[column + 1 for column in best] for best in values[4]]
        arrays = [pyarrow.array(v, field.type) for v, field in zip(values, self._schema, strict=False)]
        self._writer.write_batch(pyarrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        """Write the table of contents that stands at the end."""
        self._writer.close()


# By the end of a file's name: a writer into a file, for boards of some rules, with columns or without.
WRITERS: dict[str, Callable[[BinaryIO, Rules, bool], LabelWriter]] = {
    ".tsv": lambda file, rules, columns: TableWriter(file, rules, columns=columns, separator="\t"),
    ".csv": lambda file, rules, columns: TableWriter(file, rules, columns=columns, separator=","),
    ".jsonl": lambda file, _, columns: JsonWriter(file, columns=columns),
    PARQUET: lambda file, _, columns: ParquetWriter(file, columns=columns),
}
