"""Shared by the tests of `claimeven label`: rows, their labels, and a function to run the command."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from claimeven.batch import job as job_module
from commands import run_here
from worker_pools import InlinePool

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


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[InlinePool]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(job_module, "LocalPool", InlinePool)
    return InlinePool.fresh()


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.txt"
    path.write_text(ROWS, encoding="ascii")
    return path


def label(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """Run `claimeven label` and return its exit code and stderr; stdout must be empty."""
    result = run_here(capsys, "label", *arguments, "--table", "1")
    assert result.out == ""
    return result.code, re.sub(r"solved in \d+ s", "solved in 0 s", result.err)


def files() -> list[str]:
    return sorted(os.listdir("."))
