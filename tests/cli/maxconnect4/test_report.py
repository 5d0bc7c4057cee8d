"""`maxconnect4 report`: where it stops, its three forms, its plots and its progress."""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path

import pytest

from choosers import FACTORY, ScriptedChooser
from claimeven.formats.statefile import State
from commands import run_here, run_on_terminal, run_process

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
HALF_A_SECOND = """\
depth  column   value  moves explored  CPU seconds
    1       4    0.00               7     0.125000
    2       4    0.00              49     0.250000
    3       4    0.00             343     0.500000
    4       4    0.00            2401     1.000000

measurements: 4
depth 4 is the first that takes more than 0.5 CPU seconds
"""


class DoublingChooser(ScriptedChooser):
    """Each ply takes twice as long as the one before, from an eighth of a second, or no time at all."""

    def __init__(self, *, instant: bool = False) -> None:
        super().__init__("")
        self.instant = instant

    def next_column(self) -> int:
        return 3

    def seconds(self, ahead: int) -> float:
        return 0.0 if self.instant else 2.0 ** (ahead - 4)


@pytest.fixture(autouse=True)
def chooser(monkeypatch: Patch, tmp_path: Path) -> DoublingChooser:
    monkeypatch.chdir(tmp_path)
    doubling = DoublingChooser()
    monkeypatch.setattr(FACTORY, lambda: doubling)
    return doubling


def test_the_table_ends_with_the_first_depth_above_the_limit(
    capsys: Capture, chooser: DoublingChooser
) -> None:
    result = run_here(capsys, "maxconnect4", "report", "--seconds", "0.5")
    assert (result.code, result.out) == (0, HALF_A_SECOND)
    assert result.err.splitlines() == [
        "claimeven: measuring depth 1",
        "claimeven: measuring depth 2 (depth 1 took 0.12 of 0.5 s)",
        "claimeven: measuring depth 3 (depth 2 took 0.25 of 0.5 s)",
        "claimeven: measuring depth 4 (depth 3 took 0.50 of 0.5 s)",
    ]
    assert chooser.calls == [(State(), depth) for depth in (1, 2, 3, 4)]


def test_the_default_limit_is_a_minute(capsys: Capture) -> None:
    lines = run_here(capsys, "maxconnect4", "report").out.splitlines()
    assert lines[-2:] == ["measurements: 10", "depth 10 is the first that takes more than 60 CPU seconds"]


def test_a_game_seen_to_its_end_ends_the_table(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(FACTORY, lambda: DoublingChooser(instant=True))
    lines = run_here(capsys, "maxconnect4", "report").out.splitlines()
    assert lines[-2:] == [
        "measurements: 42",
        "depth 42 sees the end of the game and takes no more than 60 CPU seconds",
    ]
    table = json.loads(run_here(capsys, "maxconnect4", "report", "--json").out)
    assert (table["count"], table["first_depth_above"]) == (42, None)


def test_csv(capsys: Capture) -> None:
    result = run_here(capsys, "maxconnect4", "report", "--seconds", "0.5", "--csv")
    heading, *rows = csv.reader(result.out.splitlines())
    assert heading == ["depth", "column", "value", "moves_explored", "cpu_seconds"]
    assert rows[3] == ["4", "4", "0.00", "2401", "1.000000"]
    assert len(rows) == 4


def test_json(capsys: Capture) -> None:
    table = json.loads(run_here(capsys, "maxconnect4", "report", "--seconds", "0.5", "--json").out)
    assert {key: value for key, value in table.items() if key != "measurements"} == {
        "seconds": 0.5,
        "first_depth_above": 4,
        "count": 4,
    }
    assert table["measurements"][0] == {
        "depth": 1,
        "column": 4,
        "value": 0.0,
        "moves_explored": 7,
        "cpu_seconds": 0.125,
    }


@pytest.mark.parametrize("instant", [False, True])
def test_plots(instant: bool, capsys: Capture, monkeypatch: Patch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(FACTORY, lambda: DoublingChooser(instant=instant))
    plots = ("--plot", "plot.png", "--plot", "plot.SVG")
    result = run_here(capsys, "maxconnect4", "report", "--seconds", "0.5", *plots)
    assert result.code == 0
    assert Path("plot.png").read_bytes().startswith(b"\x89PNG")
    drawing = Path("plot.SVG").read_text(encoding="utf-8")
    assert drawing.startswith("<?xml")
    assert sorted(path.name for path in Path().iterdir()) == ["plot.SVG", "plot.png"]


def test_without_matplotlib_a_plot_is_refused_before_anything_is_measured(
    capsys: Capture, monkeypatch: Patch, chooser: DoublingChooser
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    result = run_here(capsys, "maxconnect4", "report", "--plot", "plot.png")
    assert (result.code, result.out) == (1, "")
    assert "-m pip install matplotlib` installs it" in result.err
    assert chooser.calls == []


@pytest.mark.compiled
def test_a_true_report() -> None:
    result = run_process("maxconnect4", "report", "--seconds", "0.000001", "--json")
    assert result.code == 0
    (row,) = json.loads(result.out)["measurements"]
    assert (row["depth"], row["moves_explored"]) == (1, 7)


@pytest.mark.compiled
def test_on_a_terminal_progress_is_erased() -> None:
    result = run_on_terminal("maxconnect4", "report", "--seconds", "0.000001")
    assert result.code == 0
    assert "\rmeasuring depth 1\r" in result.out
    lines = [line.rpartition("\r")[2] for line in result.out.rstrip().split("\n")]
    assert lines[0] == HALF_A_SECOND.splitlines()[0]
    assert lines[-1] == "depth 1 is the first that takes more than 1e-06 CPU seconds"
    assert not any("measuring" in line for line in lines)
