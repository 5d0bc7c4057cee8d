"""`claimeven label`: what it writes, going on, bad input, and what is in the way."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pyarrow
import pyarrow.parquet
import pytest

from claimeven.batch import job as job_module
from claimeven.batch import rows as rows_module
from claimeven.batch.label import Labelling
from claimeven.cli import jobs
from commands import CLAIMEVEN, run_here, run_on_terminal, run_process
from crews import Here

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from claimeven.batch.rows import Part

pytestmark = pytest.mark.compiled

Capture = pytest.CaptureFixture[str]

WON = "641251673773751121454322555266"  # +1 with 12 cells left
MIRRORED = "247637215115137767434566333622"
ROWS = f"{WON} the rest is ignored\n{WON}4\n\t{MIRRORED}\n{WON}3\n1212121\n{WON}\n"
LABELS = "\n".join(
    "\t".join(fields)
    for fields in (
        ["moves", "score", "verdict", "plies", "best", *(f"column_{number}" for number in range(1, 8))],
        [WON, "1", "win", "11", "37", "-5", "-5", "1", "0", "", "-5", "1"],
        [f"{WON}4", "0", "draw", "11", "4", "-5", "-5", "-5", "0", "", "-5", "-5"],
        [MIRRORED, "1", "win", "11", "51", "1", "-5", "", "0", "1", "-5", "-5"],
        [f"{WON}3", "-1", "loss", "10", "32617", "-1", "-1", "-1", "-5", "", "-1", "-1"],
        ["1212121", "", "over", "0", "", *[""] * 7],
        [WON, "1", "win", "11", "37", "-5", "-5", "1", "0", "", "-5", "1"],
        [],
    )
)
DONE = "claimeven: out.tsv: 6 rows, 3 positions (mirror images once); 3 solved in 0 s\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Here]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(job_module, "LocalCrew", Here)
    return Here.fresh()


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.txt"
    path.write_text(ROWS, encoding="ascii")
    return path


def label(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """Exit code and talk; nothing goes to standard output."""
    result = run_here(capsys, "label", *arguments, "--table", "1")
    assert result.out == ""
    return result.code, re.sub(r"solved in \d+ s", "solved in 0 s", result.err)


def files() -> list[str]:
    return sorted(os.listdir("."))


# What it writes.


@pytest.mark.usefixtures("rows")
def test_a_table(capsys: Capture, tmp_path: Path, here: type[Here]) -> None:
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (0, DONE)
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert files() == ["out.tsv", "out.tsv.work.sqlite", "rows.txt"]
    assert sum(map(len, here.units)) == 3


@pytest.mark.usefixtures("rows")
def test_without_columns_the_table_is_narrow(capsys: Capture, tmp_path: Path) -> None:
    assert label(capsys, "rows.txt", "out.csv")[0] == 0
    narrow = [line.split("\t")[:5] for line in LABELS.splitlines()]
    assert (tmp_path / "out.csv").read_text() == "".join(f"{','.join(fields)}\n" for fields in narrow)


def test_standard_input(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: type[Here]
) -> None:
    for expected in (3, 0):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROWS.encode())))
        assert label(capsys, "-", "out.tsv", "--columns")[0] == 0
        assert (tmp_path / "out.tsv").read_text() == LABELS
        assert files() == ["out.tsv", "out.tsv.work.sqlite"]
        assert sum(map(len, here.units)) == expected
        here.units.clear()


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


@pytest.mark.parametrize("changed", ["1\n", ROWS + "1\n", ROWS.replace("7\n", "6\n"), ""])
def test_an_input_that_changes_meanwhile_gives_no_output(
    capsys: Capture, rows: Path, here: type[Here], monkeypatch: pytest.MonkeyPatch, changed: str
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
    opened = Labelling.open

    def open_and_change(*arguments: Any, **options: Any) -> Labelling:
        labelling = opened(*arguments, **options)
        rows.write_text(ROWS + "1\n")
        return labelling

    monkeypatch.setattr(Labelling, "open", open_and_change)
    words = "rows.txt has changed since it was first read; expected the same rows until the end"
    assert label(capsys, "rows.txt", "out.tsv") == (1, f"claimeven: {words}\n")
    assert files() == ["rows.txt"]


def test_a_parquet_file_that_changes_meanwhile_gives_no_output(
    capsys: Capture, here: type[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*games: str) -> None:
        pyarrow.parquet.write_table(pyarrow.table({"moves": games}), "rows.parquet")

    write(WON, MIRRORED)
    monkeypatch.setattr(here, "__exit__", lambda *_: write(WON))
    code, err = label(capsys, "rows.parquet", "out.tsv")
    assert (code, "rows.parquet has changed since" in err) == (1, True)
    assert files() == ["out.tsv.work.sqlite", "rows.parquet"]


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
def test_a_finished_job_says_so_and_does_nothing(capsys: Capture, tmp_path: Path, here: type[Here]) -> None:
    label(capsys, "rows.txt", "out.tsv")
    before = (tmp_path / "out.tsv").stat().st_mtime_ns
    here.units.clear()
    assert label(capsys, "rows.txt", "out.tsv") == (0, "claimeven: out.tsv is done already: 6 rows\n")
    assert (tmp_path / "out.tsv").stat().st_mtime_ns == before
    assert here.units == []


@pytest.mark.usefixtures("rows")
def test_results_are_used_again_when_only_the_output_is_to_be_made(
    capsys: Capture, tmp_path: Path, here: type[Here]
) -> None:
    label(capsys, "rows.txt", "out.tsv", "--columns")
    here.units.clear()
    words = "claimeven: out.tsv: 6 rows, 3 positions (mirror images once); 0 solved in 0 s, 3 were stored\n"
    (tmp_path / "out.tsv").unlink()
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (0, words)
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert here.units == []


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("changed", [LABELS + "4\n", LABELS.swapcase()], ids=["longer", "as long"])
def test_an_output_that_was_changed_is_made_again(
    capsys: Capture, tmp_path: Path, here: type[Here], changed: str
) -> None:
    label(capsys, "rows.txt", "out.tsv", "--columns")
    here.units.clear()
    output = tmp_path / "out.tsv"
    written = output.stat().st_mtime_ns
    output.write_text(changed)
    os.utime(output, ns=(written + 1000, written + 1000))  # even where clocks are coarse
    code, err = label(capsys, "rows.txt", "out.tsv", "--columns")
    assert (code, "done already" in err) == (0, False)
    assert output.read_text() == LABELS
    assert here.units == []


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
    assert err.endswith("choose another output, or delete the store to lose its results\n")
    assert files() == ["out.tsv", "out.tsv.work.sqlite", "rows.txt"]


# Bad input, and what is in the way.


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("44x", "move 3: 'x' is not a column; columns are 1 to 7"),
        ("12121212", "move 8: the game is over after 7 moves: four stand in a row"),
    ],
)
def test_a_bad_line_stops_before_any_work(
    capsys: Capture, rows: Path, here: type[Here], line: str, words: str
) -> None:
    rows.write_text(f"{ROWS}{line}\n")
    assert label(capsys, "rows.txt", "out.tsv") == (1, f"claimeven: rows.txt: line 7: {words}\n")
    assert files() == ["rows.txt"]
    assert here.units == []


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.txt", "out.tsv"), "none.txt: No such file or directory; expected a file that can be read"),
        (("rows.txt", "no/out.tsv"), "no/out.tsv: there is no folder {here}/no; make it first"),
        (("rows.txt", "folder.tsv"), "folder.tsv is a folder; expected the name of a file"),
        (("link.tsv", "link.tsv"), "link.tsv is the input; the output needs a file of its own"),
        (("-", "out.tsv"), "standard input is closed; give a file as INPUT"),
        (("folder.tsv", "out.tsv"), "folder.tsv: Is a directory"),
        (("/dev/zero", "out.tsv"), "/dev/zero: no end of a line in 1,048,576 bytes; expected moves"),
        (
            ("pipe.parquet", "out.tsv"),
            "pipe.parquet is no file; a Parquet file is not read from anything else",
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
            "'out.txt' is no name for the output; expected one that ends in .tsv, .csv, .jsonl",
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
def test_misuse(capsys: Capture, arguments: tuple[str, ...], words: str) -> None:
    code, err = label(capsys, *arguments)
    assert code == 2
    assert words in err


def test_a_folder_that_may_not_be_written(capsys: Capture, rows: Path) -> None:
    code, err = label(capsys, str(rows), "/proc/out.tsv")
    assert code == 1
    assert err.startswith("claimeven: /proc/out.tsv.work.sqlite: ")
    assert err.endswith("expected a folder that exists and may be written\n")


@pytest.mark.usefixtures("rows")
def test_a_full_disk_is_told_and_the_results_stay(capsys: Capture, tmp_path: Path, here: type[Here]) -> None:
    (tmp_path / "out.tsv").symlink_to("/dev/full")
    assert label(capsys, "rows.txt", "out.tsv", "--columns") == (
        1,
        "claimeven: out.tsv: No space left on device\n",
    )
    here.units.clear()
    (tmp_path / "out.tsv").unlink()
    assert label(capsys, "rows.txt", "out.tsv", "--columns")[0] == 0
    assert (tmp_path / "out.tsv").read_text() == LABELS
    assert here.units == []


@pytest.mark.usefixtures("rows")
def test_ctrl_c_while_reading(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[Part]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(rows_module.Rows, "parts", interrupted)
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
        "import sys; from claimeven.batch import crew; crew.CONNECT_SECONDS = 1; "
        "from claimeven.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "label", "rows.txt", "out.tsv", "--scheduler", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"claimeven: no scheduler answers at {address}: ")
    assert done.stderr.endswith("expected what `dask scheduler` prints, as tcp://HOST:PORT\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(
    "address", ["nonsense", "127.0.0.1:8786", "tcp://127.0.0.1:many", "tcp://:8786x", "foo://127.0.0.1:8786"]
)
def test_no_address_of_a_scheduler(capsys: Capture, address: str) -> None:
    code, err = label(capsys, "rows.txt", "out.tsv", "--scheduler", address)
    assert code == 2
    assert err.endswith(
        f"{address!r} is no address of a scheduler; expected what `dask scheduler` prints, as "
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
    assert first == "claimeven: reading: 6 rows"
    assert middle[0] == "claimeven: 0 of 3 positions, 2 workers"
    assert middle[-2].startswith("claimeven: 3 of 3 positions, ")
    assert middle[-2].endswith(" per second, 0 s left, 2 workers")
    assert middle[-1] == "claimeven: writing: 6 rows"
    assert last == DONE.rstrip()


@pytest.mark.usefixtures("rows")
def test_on_a_terminal_there_is_a_bar_that_goes_away() -> None:
    shown = run_on_terminal("label", "rows.txt", "out.tsv", "--table", "1", "--workers", "1")
    assert shown.code == 0
    assert "━" in shown.out
    assert "0 of 3 positions, 1 worker" in shown.out
    assert "claimeven: out.tsv: 6 rows, 3 positions (mirror images once); 3 solved in" in shown.out
