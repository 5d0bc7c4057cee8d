"""`claimeven label` and its input: files, pipes, rows that change meanwhile, and bad ones."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from claimeven.batch.label import Labelling
from commands import CLAIMEVEN, run_process
from labels import DONE, LABELS, MIRRORED, ROWS, WON, Capture, files, label
from worker_pools import InlinePool

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("here")]


def test_standard_input(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: type[InlinePool]
) -> None:
    for expected in (3, 0):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROWS.encode())))
        assert label(capsys, "-", "out.tsv", "--columns")[0] == 0
        assert (tmp_path / "out.tsv").read_text() == LABELS
        assert files() == ["out.tsv", "out.tsv.work.sqlite"]
        assert sum(map(len, here.chunks)) == expected
        here.chunks.clear()


def test_pipes_are_read_once(tmp_path: Path) -> None:
    script = 'exec "$@" <(printf "%s" "$ROWS") out.tsv --columns --table 1 --workers 1'
    done = subprocess.run(
        ["bash", "-c", script, "label", *CLAIMEVEN, "label"],
        env={**os.environ, "ROWS": ROWS},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, "6 rows, 3 positions" in done.stderr) == (0, True), done.stderr
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert files() == ["out.tsv", "out.tsv.work.sqlite"]


def test_a_named_pipe_is_read_once(capsys: Capture, tmp_path: Path) -> None:
    os.mkfifo("rows.fifo")
    writer = subprocess.Popen([sys.executable, "-c", f"open('rows.fifo', 'w').write({ROWS!r})"])
    assert label(capsys, "rows.fifo", "out.tsv", "--columns") == (0, DONE)
    assert writer.wait(timeout=300) == 0
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert files() == ["out.tsv", "out.tsv.work.sqlite", "rows.fifo"]


def test_standard_input_by_its_name_is_read_once(tmp_path: Path) -> None:
    result = run_process(
        "label", "/dev/stdin", "out.tsv", "--columns", "--table", "1", "--workers", "1", stdin=ROWS.encode()
    )
    assert (result.code, "6 rows, 3 positions" in result.err) == (0, True), result.err
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert files() == ["out.tsv", "out.tsv.work.sqlite"]


@pytest.mark.parametrize("source", ["rows.txt", "-"])
def test_a_file_whose_lines_end_with_cr_alone_loses_no_row(
    capsys: Capture, tmp_path: Path, rows: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    data = ROWS.replace("\n", "\r").encode()
    rows.write_bytes(data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert label(capsys, source, "out.tsv", "--columns") == (0, DONE)
    assert (tmp_path / "out.tsv").read_text() == LABELS


@pytest.mark.parametrize("changed", ["1\n", ROWS + "1\n", ROWS.replace("7\n", "6\n"), ""])
def test_an_input_that_changes_meanwhile_gives_no_output(
    capsys: Capture, rows: Path, here: type[InlinePool], monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    rows.write_text(f"1212121\n{ROWS}1\n")
    monkeypatch.setattr(here, "__exit__", lambda *_: rows.write_text(changed))
    code, err = label(capsys, "rows.txt", "out.tsv")
    assert (code, err.count("\n")) == (1, 1)
    assert "rows.txt has changed since" in err or "the input has changed since" in err
    assert files() == ["out.tsv.work.sqlite", "rows.txt"]


def test_an_input_that_changes_before_it_is_loaded_leaves_nothing(
    capsys: Capture, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original_open = Labelling.open

    def open_and_change(*arguments: Any, **options: Any) -> Labelling:
        labelling = original_open(*arguments, **options)
        rows.write_text(ROWS + "1\n")
        return labelling

    monkeypatch.setattr(Labelling, "open", open_and_change)
    words = "rows.txt has changed since it was first read; expected the same rows until the end"
    assert label(capsys, "rows.txt", "out.tsv") == (1, f"claimeven: {words}\n")
    assert files() == ["rows.txt"]


def test_a_parquet_file_that_changes_meanwhile_gives_no_output(
    capsys: Capture, here: type[InlinePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*games: str) -> None:
        pyarrow.parquet.write_table(pyarrow.table({"moves": games}), "rows.parquet")

    write(WON, MIRRORED)
    monkeypatch.setattr(here, "__exit__", lambda *_: write(WON))
    code, err = label(capsys, "rows.parquet", "out.tsv")
    assert (code, "rows.parquet has changed since" in err) == (1, True)
    assert files() == ["out.tsv.work.sqlite", "rows.parquet"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("44x", "move 3: 'x' is not a column; columns are 1 to 7"),
        ("12121212", "move 8: the game ended at move 7 with four in a row"),
    ],
)
def test_a_bad_line_stops_before_any_work(
    capsys: Capture, rows: Path, here: type[InlinePool], line: str, words: str
) -> None:
    rows.write_text(f"{ROWS}{line}\n")
    assert label(capsys, "rows.txt", "out.tsv") == (1, f"claimeven: rows.txt: line 7: {words}\n")
    assert files() == ["rows.txt"]
    assert here.chunks == []


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.txt", "out.tsv"), "none.txt: No such file or directory; expected a file that can be read"),
        (("rows.txt", "no/out.tsv"), "no/out.tsv: there is no folder {here}/no; create it first"),
        (("rows.txt", "folder.tsv"), "folder.tsv is a folder; expected the name of a file"),
        (("link.tsv", "link.tsv"), "link.tsv is the input; choose another file for the output"),
        (("-", "out.tsv"), "standard input is closed; give a file as INPUT"),
        (("folder.tsv", "out.tsv"), "folder.tsv: Is a directory"),
        (("/dev/zero", "out.tsv"), "/dev/zero: no line break in 1,048,576 bytes; expected lines of moves"),
        (
            ("pipe.parquet", "out.tsv"),
            "pipe.parquet is not a regular file, as a Parquet input must be",
        ),
    ],
)
def test_files_that_cannot_be_used(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, str],
    words: str,
) -> None:
    (tmp_path / "folder.tsv").mkdir()
    os.mkfifo("pipe.parquet")
    (tmp_path / "link.tsv").symlink_to("rows.txt")
    monkeypatch.setattr(sys, "stdin", None)
    before = files()
    assert label(capsys, *arguments) == (1, f"claimeven: {words.format(here=tmp_path)}\n")
    assert files() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("a", "out.txt"),
            "'out.txt' is not a name for the output; expected one that ends in .tsv, .csv, .jsonl",
        ),
        (
            ("a", "out.tsv", "--workers", "0"),
            "'0' is not a number of workers; expected a whole number from 1",
        ),
        (
            ("a", "out.tsv", "--workers", "1", "--scheduler", "tcp://x:1"),
            "not allowed with argument --workers",
        ),
    ],
)
def test_usage_errors(capsys: Capture, arguments: tuple[str, ...], words: str) -> None:
    code, err = label(capsys, *arguments)
    assert code == 2
    assert words in err


def test_a_folder_that_may_not_be_written(capsys: Capture, rows: Path) -> None:
    code, err = label(capsys, str(rows), "/proc/out.tsv")
    assert code == 1
    assert err.startswith("claimeven: /proc/out.tsv.work.sqlite: ")
    assert err.endswith("expected a folder that exists and can be written to\n")
