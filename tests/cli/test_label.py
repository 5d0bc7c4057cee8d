"""`claimeven label`: what it writes, going on, and what is in the way."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from claimeven.batch import rows as rows_module
from claimeven.cli import jobs
from commands import run_on_terminal
from labels import DONE, LABELS, ROWS, Capture, files, label
from worker_pools import InlinePool

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("here")]


# What it writes.


@pytest.mark.usefixtures("rows")
def test_a_table(capsys: Capture, tmp_path: Path, here: type[InlinePool]) -> None:
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (0, DONE)
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert files() == ["out.tsv", "out.tsv.work.sqlite", "rows.txt"]
    assert sum(map(len, here.chunks)) == 3


@pytest.mark.usefixtures("rows")
def test_without_columns_the_table_is_narrow(capsys: Capture, tmp_path: Path) -> None:
    assert label(capsys, "rows.txt", "out.csv")[0] == 0
    narrow = [line.split("\t")[:5] for line in LABELS.splitlines()]
    assert (tmp_path / "out.csv").read_text() == "".join(f"{','.join(fields)}\n" for fields in narrow)


@pytest.mark.usefixtures("rows")
def test_json_and_parquet_in_and_out(capsys: Capture, tmp_path: Path) -> None:
    assert label(capsys, "rows.txt", "out.jsonl", "--columns")[0] == 0
    expected = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    moves = [row["moves"] for row in expected]
    pyarrow.parquet.write_table(pyarrow.table({"moves": moves, "rest": moves}), "rows.parquet")
    assert label(capsys, "rows.parquet", "out.PARQUET", "--columns")[0] == 0
    assert pyarrow.parquet.read_table("out.PARQUET").to_pylist() == expected


def test_other_games_and_sizes(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("123456123456\n1111122222333334444\n")
    options = ("--variant", "max", "--size", "4x5")
    code, err = label(capsys, "rows.txt", "out.jsonl", *options)
    assert (code, err) == (
        1,
        "claimeven: rows.txt: line 1: move 5: '5' is not a column; columns are 1 to 4\n",
    )
    (tmp_path / "rows.txt").write_text("1111122222333334444\n11111222223333344444\n")
    assert label(capsys, "rows.txt", "out.jsonl", *options)[0] == 0
    last, over = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines())
    assert (last["score"], last["plies"], last["best"]) == (-over["score"], 1, [4])
    assert (over["plies"], over["best"]) == (0, [])


def test_no_rows_give_an_empty_table(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "rows.txt").touch()
    assert label(capsys, "rows.txt", "out.tsv")[0] == 0
    assert (tmp_path / "out.tsv").read_text() == "moves\tscore\tverdict\tplies\tbest\n"


# Going on.


@pytest.mark.usefixtures("rows")
def test_a_finished_job_is_reported_and_does_nothing(
    capsys: Capture, tmp_path: Path, here: type[InlinePool]
) -> None:
    label(capsys, "rows.txt", "out.tsv")
    before = (tmp_path / "out.tsv").stat().st_mtime_ns
    here.chunks.clear()
    assert label(capsys, "rows.txt", "out.tsv") == (0, "claimeven: out.tsv is already complete: 6 rows\n")
    assert (tmp_path / "out.tsv").stat().st_mtime_ns == before
    assert here.chunks == []


@pytest.mark.usefixtures("rows")
def test_results_are_used_again_when_only_the_output_is_to_be_made(
    capsys: Capture, tmp_path: Path, here: type[InlinePool]
) -> None:
    label(capsys, "rows.txt", "out.tsv", "--columns")
    here.chunks.clear()
    words = (
        "claimeven: out.tsv: 6 rows, 3 positions (mirror images once); 0 solved in 0 s, 3 already stored\n"
    )
    (tmp_path / "out.tsv").unlink()
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (0, words)
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert here.chunks == []


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("changed", [LABELS + "4\n", LABELS.swapcase()], ids=["longer", "as long"])
def test_an_output_that_was_changed_is_made_again(
    capsys: Capture, tmp_path: Path, here: type[InlinePool], changed: str
) -> None:
    label(capsys, "rows.txt", "out.tsv", "--columns")
    here.chunks.clear()
    output = tmp_path / "out.tsv"
    written = output.stat().st_mtime_ns
    output.write_text(changed)
    os.utime(output, ns=(written + 1000, written + 1000))  # even where clocks are coarse
    code, err = label(capsys, "rows.txt", "out.tsv", "--columns")
    assert (code, "already complete" in err) == (0, False)
    assert output.read_text() == LABELS
    assert here.chunks == []


@pytest.mark.usefixtures("rows")
def test_results_without_all_columns_are_not_taken_for_more(capsys: Capture) -> None:
    label(capsys, "rows.txt", "out.tsv")
    code, err = label(capsys, "rows.txt", "out.tsv", "--columns")
    assert code == 1
    assert "its result is best columns, here it is scores of all columns; choose another output" in err


def test_the_store_of_another_input_is_refused(capsys: Capture, rows: Path) -> None:
    label(capsys, "rows.txt", "out.tsv")
    rows.write_text(ROWS + "1\n")
    code, err = label(capsys, "rows.txt", "out.tsv")
    assert code == 1
    assert err.startswith(
        "claimeven: out.tsv.work.sqlite is the store of another job: its purpose is labels of"
    )
    assert err.endswith("choose another output, or delete the store with its results\n")
    assert files() == ["out.tsv", "out.tsv.work.sqlite", "rows.txt"]


# What is in the way.


@pytest.mark.usefixtures("rows")
def test_a_full_disk_is_reported_and_the_results_stay(
    capsys: Capture, tmp_path: Path, here: type[InlinePool]
) -> None:
    (tmp_path / "out.tsv").symlink_to("/dev/full")
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (
        1,
        "claimeven: out.tsv: No space left on device\n",
    )
    here.chunks.clear()
    (tmp_path / "out.tsv").unlink()
    assert label(capsys, "rows.txt", "out.tsv", "--columns")[0] == 0
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert here.chunks == []


@pytest.mark.usefixtures("rows")
def test_ctrl_c_while_reading(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(rows_module.Rows, "batches", interrupted)
    assert label(capsys, "rows.txt", "out.tsv") == (
        1,
        "claimeven: stopped while reading the input; nothing is stored\n",
    )
    assert files() == ["rows.txt"]


@pytest.mark.usefixtures("rows")
def test_what_is_not_installed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert label(capsys, "rows.txt", "out.parquet") == (
        1,
        f"claimeven: a Parquet file needs pyarrow; `{sys.executable} -m pip install pyarrow` installs it\n",
    )
    code, err = label(capsys, "rows.txt", "out.tsv", "--scheduler", "tcp://127.0.0.1:1")
    assert code == 1
    assert err.endswith("-m pip install distributed` installs it\n")


@pytest.mark.usefixtures("rows")
def test_no_scheduler() -> None:
    address = "tcp://127.0.0.1:9"
    script = (
        "import sys; from claimeven.batch import worker_pool; worker_pool.CONNECT_SECONDS = 1; "
        "from claimeven.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "label", "rows.txt", "out.tsv", "--scheduler", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"claimeven: no scheduler answers at {address}: ")
    assert done.stderr.endswith("expected the address that `dask scheduler` prints, e.g. tcp://HOST:PORT\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    "address", ["nonsense", "127.0.0.1:8786", "tcp://127.0.0.1:many", "tcp://:8786x", "foo://127.0.0.1:8786"]
)
def test_no_address_of_a_scheduler(capsys: Capture, address: str) -> None:
    code, err = label(capsys, "rows.txt", "out.tsv", "--scheduler", address)
    assert code == 2
    assert err.endswith(
        f"{address!r} is not the address of a scheduler; expected what `dask scheduler` prints, e.g. "
        "tcp://HOST:PORT\n"
    )


# Progress.


@pytest.mark.usefixtures("rows")
def test_without_a_terminal_there_is_a_line_now_and_then(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LINE_SECONDS", 0.0)
    code, err = label(capsys, "rows.txt", "out.tsv", "--workers", "2")
    assert code == 0
    first, *middle, last = err.splitlines()
    assert first == "claimeven: reading the input: 6 rows"
    assert middle[0] == "claimeven: 0 of 3 positions, 2 workers"
    assert middle[-2].startswith("claimeven: 3 of 3 positions, ")
    assert middle[-2].endswith(" per second, 0 s left, 2 workers")
    assert middle[-1] == "claimeven: writing: 6 rows"
    assert last == DONE.rstrip()


@pytest.mark.usefixtures("rows")
def test_on_a_terminal_there_is_a_bar_that_is_erased() -> None:
    shown = run_on_terminal("label", "rows.txt", "out.tsv", "--table", "1", "--workers", "1")
    assert shown.code == 0
    assert "━" in shown.out
    assert "0 of 3 positions, 1 worker" in shown.out
    assert "claimeven: out.tsv: 6 rows, 3 positions (mirror images once); 3 solved in" in shown.out
