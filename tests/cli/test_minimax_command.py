"""`claimeven minimax`: the answer, the table, the plot, bad input; and the player `minimax`."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from claimeven.cli.output import progress_text
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.limits import Progress
from claimeven.teaching.minimax import PROGRESS_NODES, Minimax
from commands import run_here, run_process

Capture = pytest.CaptureFixture[str]


def timeless(text: str) -> str:
    """The text with every CPU time replaced by T."""
    return re.sub(r" *\b[0-9]+\.[0-9]{3}\b", " T", text)


def test_the_answer(capsys: Capture) -> None:
    result = run_here(capsys, "minimax", "4453", "--depth", "5")
    assert (result.code, result.err) == (0, "")
    assert timeless(result.out) == (
        "column: 4\nvalue: 17\nmoves explored: 7553\ncut-offs: 720\nCPU time: T s\n"
    )
    assert timeless(run_here(capsys, "minimax", "4453", "--no-pruning").out) == (
        "column: 4\nvalue: 17\nmoves explored: 18934\ncut-offs: 0\nCPU time: T s\n"
    )


@pytest.mark.parametrize(
    ("arguments", "column", "value"),
    [
        ((), "4", 12),
        (("4",), "4", 9),
        (("1",), "4", 10),
        (("473614735371",), "2", 100000000000000),
        (("4", "--estimate", "strict", "--depth", "2"), "1", -1),
        (("44", "--estimate", "open-ends", "--depth", "1"), "3", 2),
        (("--size", "12x4", "--depth", "2"), "7", 3),
        (("415261",), "1", 100000000000000),
        (("415261", "--prefer-sooner"), "3", 100000000000004),
        (("4", "--side", "person"), "4", 9),
        (("415261", "--side", "person"), "1", -10000000000000),
        (("415261", "--side", "person", "--prefer-sooner"), "3", -10000000000004),
    ],
)
def test_options(arguments: tuple[str, ...], column: str, value: int, capsys: Capture) -> None:
    lines = run_here(capsys, "minimax", *arguments).out.splitlines()
    assert lines[:2] == [f"column: {column}", f"value: {value}"]


def test_the_table(capsys: Capture) -> None:
    result = run_here(capsys, "minimax", "--depth", "4", "--compare")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert " ".join(lines[1].split()) == "depth column value with pruning without saved with pruning without"
    assert [line.split()[:6] for line in lines[2:]] == [
        ["1", "4", "3", "7", "7", "0.0%"],
        ["2", "4", "3", "26", "56", "53.6%"],
        ["3", "4", "8", "181", "399", "54.6%"],
        ["4", "4", "6", "418", "2800", "85.1%"],
    ]
    assert len({len(line) for line in lines[1:]}) == 1


def test_bad_positions_are_one_line(capsys: Capture) -> None:
    assert run_here(capsys, "minimax", "48") == (
        1,
        "",
        "claimeven: 48: move 2: '8' is not a column; columns are 1 to 7\n",
    )
    for option in ((), ("--compare",)):
        assert run_here(capsys, "minimax", "1212121", *option) == (
            1,
            "",
            "claimeven: 1212121: the game is over after 7 moves; there is no column to choose\n",
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ("--depth", "0"),
        ("--depth", "two"),
        ("--estimate", "hope"),
        ("--size", "3x3"),
        ("--no-pruning", "--compare"),
        ("--no-pruning", "--plot", "x.png"),
        ("--plot", "x.jpg"),
        ("--plot", "x"),
        ("12", "34"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], capsys: Capture) -> None:
    result = run_here(capsys, "minimax", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err


def test_an_unknown_plot_format_is_rejected_with_the_known_ones(capsys: Capture) -> None:
    assert "'x.jpg' is not a name for a plot; expected one that ends in .png or .svg" in (
        run_here(capsys, "minimax", "--plot", "x.jpg").err
    )


@pytest.mark.parametrize(("name", "magic"), [("plot.png", b"\x89PNG"), ("plot.SVG", b"<?xml")])
def test_the_plot(name: str, magic: bytes, tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    result = run_here(capsys, "minimax", "44", "--depth", "2", "--plot", str(path))
    assert (result.code, result.err) == (0, "")
    assert len(result.out.splitlines()) == 4
    assert path.read_bytes().startswith(magic)
    assert list(tmp_path.iterdir()) == [path]


def test_without_matplotlib_a_plot_is_rejected_with_how_to_install_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    result = run_here(capsys, "minimax", "--plot", str(tmp_path / "plot.png"))
    assert result == (
        1,
        "",
        f"claimeven: a plot needs matplotlib; `{sys.executable} -m pip install matplotlib` installs it\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_the_player_needs_nothing_compiled() -> None:
    script = (
        "import sys; from claimeven.cli.main import main; "
        "code = main(['play', '--player', 'minimax', '--depth', '5', '--first', 'me', '--plain']); "
        "print(code, *sorted({'numba', 'numpy', 'rich', 'matplotlib'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input="1\n2\n", capture_output=True, text=True, check=True
    )
    assert done.stderr == "0\n"
    assert " X  X  .  O  .  .  . \n" in done.stdout
    assert done.stdout.count("Enter your move:") == 3


def test_the_players_depth_and_estimate_are_options(capsys: Capture) -> None:
    def first_disc(*options: str) -> str:
        shown = run_process("play", "--player", "minimax", "--first", "me", "--plain", *options).out
        return next(line for line in shown.splitlines() if "O" in line).strip()

    assert first_disc() == ".  .  .  O  .  .  ."
    assert first_disc("--depth", "1", "--estimate", "lines") == "O  .  .  .  .  .  ."
    result = run_here(capsys, "play", "--player", "random", "--depth", "3")
    assert result.code == 2
    assert "--depth is only for --player minimax or lookahead" in result.err


def test_json(capsys: Capture) -> None:
    answer = json.loads(run_here(capsys, "minimax", "4453", "--json").out)
    assert answer.pop("cpu_seconds") >= 0
    assert answer == {
        "moves": "4453", "depth": 5, "column": 4, "value": 17, "nodes": 7553, "cutoffs": 720
    }  # fmt: skip
    assert json.loads(run_here(capsys, "minimax", "--o-xo-x--", "--json").out)["board"] == "--o-xo-x--"
    compared = json.loads(run_here(capsys, "minimax", "--compare", "--depth", "3", "--json").out)
    depths = compared["depths"]
    assert [depth["with_pruning"]["nodes"] for depth in depths] == [7, 26, 181]
    assert [depth["without_pruning"]["nodes"] for depth in depths] == [7, 56, 399]
    assert [depth["saved"] for depth in depths] == [0.0, 0.535714, 0.546366]


def test_the_comparison_as_csv(capsys: Capture) -> None:
    result = run_here(capsys, "minimax", "--csv", "--depth", "2")
    rows = list(csv.DictReader(result.out.splitlines()))
    assert (result.code, result.err, len(rows)) == (0, "", 2)
    assert list(rows[1].values())[:6] == ["2", "4", "3", "26", "56", "0.535714"]
    assert set(rows[0]) >= {"depth", "moves_with_pruning", "cpu_seconds_without_pruning"}
    assert float(rows[1]["cpu_seconds_with_pruning"]) >= 0


@pytest.mark.parametrize("arguments", [("--csv", "--json"), ("--csv", "--no-pruning")])
def test_a_table_has_one_form(arguments: tuple[str, ...], capsys: Capture) -> None:
    assert run_here(capsys, "minimax", *arguments).code == 2


def test_a_search_reports_progress() -> None:
    seen: list[Progress] = []
    Minimax(depth=3, pruning=False, progress=seen.append).choose(Position())
    assert seen == []  # 399 moves
    report = Minimax(depth=5, pruning=False, progress=seen.append).choose(Position(rules=Rules(8, 7)))
    expected = list(range(PROGRESS_NODES, report.nodes + 1, PROGRESS_NODES))
    assert len(expected) > 0
    assert [progress.nodes for progress in seen] == expected
    assert progress_text("44", seen[-1]).endswith(" nodes")
