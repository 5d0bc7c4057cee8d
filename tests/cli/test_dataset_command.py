"""`claimeven dataset`: files, manifest, the same bytes again, and requests that cannot be met."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from claimeven.batch import sample
from commands import run_here, run_process, start
from stores import wait_for_results

Capture = pytest.CaptureFixture[str]
SMALL = ("--size", "5x4", "--workers", "1", "--table", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.compiled
def test_the_manifest_describes_the_file_and_its_command_makes_it_again(folder: Path) -> None:
    result = run_process("dataset", "--count", "40", "--plies", "6-9", "--seed", "5", *SMALL, "a.csv")
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith("claimeven: a.csv: 40 positions; 40 solved in ")
    data = (folder / "a.csv").read_bytes()
    manifest = json.loads((folder / "a.csv.manifest.json").read_text())
    assert (manifest["file"], manifest["bytes"]) == ("a.csv", len(data))
    assert manifest["sha256"] == hashlib.sha256(data).hexdigest()
    assert manifest["rows"] == 40 == sum(manifest["by_split"].values()) == sum(manifest["by_ply"].values())
    assert manifest["command"] == (
        "claimeven dataset --count 40 --plies 6-9 --seed 5 --sample playout --play sensible "
        "--min-plies-to-end 1 --test-share 0.1 --validation-share 0.0 --variant four --size 5x4 a.csv"
    )
    for name in os.listdir():
        os.unlink(name)
    assert run_process(*manifest["command"].split()[1:]).code == 0
    assert (folder / "a.csv").read_bytes() == data
    again = run_process("dataset", "--count", "40", "--plies", "6-9", "--seed", "5", *SMALL, "a.csv")
    assert (again.code, again.err) == (
        0,
        "claimeven: a.csv: 40 positions; 0 solved in 0 s, 40 already stored\n",
    )
    assert (folder / "a.csv").read_bytes() == data


@pytest.mark.compiled
def test_ctrl_c_explains_how_to_resume(folder: Path) -> None:
    command = ("dataset", "--count", "300", "--plies", "8", "--workers", "1", "a.csv")  # takes minutes
    process = start(*command, stderr=subprocess.PIPE, start_new_session=True)
    wait_for_results(folder / "a.csv.work.sqlite", process)
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=60)
    assert process.returncode == 1
    assert talk.decode().endswith("rerun the command to resume\n")
    assert not os.path.exists("a.csv")


def test_ctrl_c_while_sampling_leaves_nothing(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sample, "_random_below", interrupted)
    result = run_here(capsys, "dataset", "--count", "10", "--plies", "8", "a.csv")
    assert result == (1, "", "claimeven: stopped while sampling; nothing is stored\n")
    assert os.listdir() == []


def test_more_positions_than_there_are(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "MAX_MISSES", 100)
    result = run_here(capsys, "dataset", "--count", "1000", "--plies", "1", "a.csv")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("claimeven: only 4 of 1,000 distinct positions of 1 disc were found")
    assert os.listdir() == []


def test_parquet_without_pyarrow_is_refused_at_once(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    result = run_here(capsys, "dataset", "--count", "10", "--plies", "8", "a.parquet")
    message = f"a Parquet file needs pyarrow; `{sys.executable} -m pip install pyarrow` installs it"
    assert result == (1, "", f"claimeven: {message}\n")
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--plies", "8", "a.csv"], "the following arguments are required: --count"),
        (["--count", "9", "a.csv"], "the following arguments are required: --plies"),
        (["--count", "0", "--plies", "8", "a.csv"], "'0' is not a number of positions"),
        (
            ["--count", "9", "--plies", "8-", "a.csv"],
            "'8-' is not a range of numbers of discs; expected the smallest and",
        ),
        (
            ["--count", "9", "--plies", "9-8", "a.csv"],
            "plies 9-8; on 7x6 they can be 0 to 41, the smaller number first",
        ),
        (["--count", "9", "--plies", "8-42", "a.csv"], "plies 8-42; on 7x6 they can be 0 to 41"),
        (
            ["--count", "9", "--plies", "8", "a.txt"],
            "'a.txt' is not a name for a dataset; expected one that ends",
        ),
        (["--count", "9", "--plies", "8", "--test-share", "2", "a.csv"], "'2' is not a share"),
        (["--count", "9", "--plies", "8", "--test-share", "nan", "a.csv"], "'nan' is not a share"),
        (
            ["--count", "9", "--plies", "8", "--test-share", "0.6", "--validation-share", "0.6", "a.csv"],
            "shares of 0.6 for test and 0.6 for validation; expected numbers",
        ),
        (["--count", "9", "--plies", "8", "--sample", "best", "a.csv"], "invalid choice: 'best'"),
    ],
)
def test_wrong_command_lines(capsys: Capture, arguments: list[str], message: str) -> None:
    result = run_here(capsys, "dataset", *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert os.listdir() == []


@pytest.mark.compiled
def test_sensible_play_and_a_smallest_length_are_kept_in_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "later.jsonl"
    options = ("--count=30", "--plies=24-30", "--play=sensible", "--min-plies-to-end=4", "--workers=1")
    assert run_here(capsys, "dataset", *options, str(path)).code == 0
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert (len(rows), min(row["plies"] for row in rows) >= 4) == (30, True)
    manifest = json.loads((tmp_path / "later.jsonl.manifest.json").read_text())
    assert "--play sensible --min-plies-to-end 4" in manifest["command"]
    assert (manifest["play"], manifest["min_plies_to_end"]) == ("sensible", 4)
