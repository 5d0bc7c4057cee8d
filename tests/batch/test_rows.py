"""Rows of moves: lines of text and Parquet columns, in batches; bad rows are reported by number."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from claimeven.batch import rows as rows_module
from claimeven.batch.rows import Rows, rows_of
from claimeven.errors import ClaimevenError, IllegalMove
from claimeven.formats.moves import MAX_LINE_BYTES
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR


@pytest.fixture(autouse=True)
def two_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "BATCH_ROWS", 2)


def text_file(folder: Path, data: bytes) -> str:
    path = folder / "rows.txt"
    path.write_bytes(data)
    return str(path)


def parquet_file(folder: Path, **columns: Any) -> str:
    path = folder / "rows.parquet"
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return str(path)


def read_all(rows: Rows) -> list[list[bytes]]:
    return [batch.moves for batch in rows.batches(CONNECT_FOUR)]


def test_lines_have_moves_in_their_first_field(tmp_path: Path) -> None:
    path = text_file(tmp_path, b'4453 +2 rest\r\n\t12\n\n"" 1\n7')
    assert read_all(rows_of(path)) == [[b"4453", b"12"], [b"", b""], [b"7"]]


def test_endless_lines_are_cut(tmp_path: Path) -> None:
    path = text_file(tmp_path, b"x" * (3 * MAX_LINE_BYTES) + b"\n12\n")
    assert [len(game) for game in rows_of(path).read_moves(hashlib.sha256())] == [MAX_LINE_BYTES, 2]


def test_an_empty_file_has_no_rows(tmp_path: Path) -> None:
    assert read_all(rows_of(text_file(tmp_path, b""))) == []


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string(), None])
def test_parquet(tmp_path: Path, kind: Any) -> None:
    moves = pyarrow.array(["4453", "", "12"], kind)
    if kind is None:
        moves = moves.dictionary_encode()
    path = parquet_file(tmp_path, other=[1, 2, 3], moves=moves)
    assert read_all(rows_of(path)) == [[b"4453", b""], [b"12"]]


def test_two_files_have_two_fingerprints(tmp_path: Path) -> None:
    first = rows_of(text_file(tmp_path, b"1\n")).fingerprint()
    assert first == rows_of(text_file(tmp_path, b"1\n")).fingerprint()
    assert first != rows_of(text_file(tmp_path, b"2\n")).fingerprint()
    assert len(rows_of(parquet_file(tmp_path, moves=["1"])).fingerprint()) == len(first)


def test_rows_become_boards(tmp_path: Path) -> None:
    rows = rows_of(text_file(tmp_path, b"4453\n12\n"))
    ((_, boards),) = rows.batches(CONNECT_FOUR)
    assert boards.keys.tolist() == [Position.from_moves(moves).key for moves in ("4453", "12")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"44x", "move 3: 'x' is not a column; columns are 1 to 7"),
        (b"448", "move 3: '8' is not a column; columns are 1 to 7"),
        (b"4444444", "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (b"12121212", "move 8: the game ended at move 7 with four in a row"),
        (b"4,4", "move 2: ',' is not a column; columns are 1 to 7"),
        (b"\xff", "move 1: '\ufffd' is not a column; columns are 1 to 7"),
        (b"4" * 99, "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
    ],
)
def test_a_bad_line_is_reported_with_its_place(tmp_path: Path, line: bytes, words: str) -> None:
    path = text_file(tmp_path, b"1\n2\n3\n" + line + b"\nx\n")
    rows = rows_of(path, "rows.txt")
    with pytest.raises(IllegalMove) as raised:
        read_all(rows)
    assert str(raised.value) == f"rows.txt: line 4: {words}"


def test_a_bad_row_is_reported_with_its_place(tmp_path: Path) -> None:
    rows = rows_of(parquet_file(tmp_path, moves=["1", "2", "4 4"]), "rows.parquet")
    with pytest.raises(IllegalMove, match=r"^rows.parquet: row 3: move 2: ' ' is not a column"):
        read_all(rows)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"moves": ["1", "2", None]}, "row 3: no moves; the empty board is an empty text"),
        ({"moves": [4453]}, "the column 'moves' is int64; expected text, e.g. '4453'"),
        ({"games": ["1"], "n": [1]}, "has no column 'moves'; its columns are 'games, n'"),
    ],
)
def test_parquet_without_good_moves(tmp_path: Path, columns: dict[str, Any], words: str) -> None:
    with pytest.raises(ClaimevenError) as raised:
        read_all(rows_of(parquet_file(tmp_path, **columns)))
    assert words in str(raised.value)


def test_a_parquet_file_with_two_columns_of_moves_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    table = pyarrow.Table.from_arrays([pyarrow.array(["1"]), pyarrow.array(["2"])], ["moves", "moves"])
    pyarrow.parquet.write_table(table, path)
    rows = rows_of(str(path), "rows.parquet")
    for read in (rows.fingerprint, lambda: read_all(rows)):
        with pytest.raises(ClaimevenError) as raised:
            read()
        assert str(raised.value) == "rows.parquet has 2 columns 'moves'; expected one"


def test_the_names_of_other_columns_are_one_short_line(tmp_path: Path) -> None:
    path = parquet_file(tmp_path, **{f"column\n{number}": [1] for number in range(1000)})
    with pytest.raises(ClaimevenError) as raised:
        read_all(rows_of(path, "rows.parquet"))
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


def test_files_that_are_not_parquet(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"4453\n")
    with pytest.raises(ClaimevenError, match="expected a Parquet file"):
        read_all(rows_of(str(path)))
    for name in ("none.txt", "none.parquet"):
        missing = rows_of(str(tmp_path / name))
        for read in (missing.fingerprint, lambda rows=missing: read_all(rows)):
            with pytest.raises(ClaimevenError, match=r"none.* No such file or directory; expected a file"):
                read()
    with pytest.raises(ClaimevenError, match="Is a directory"):
        rows_of(str(tmp_path)).fingerprint()


def test_without_pyarrow_the_error_names_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ClaimevenError, match="-m pip install pyarrow` installs it"):
        rows_of(str(tmp_path / "rows.parquet"))
