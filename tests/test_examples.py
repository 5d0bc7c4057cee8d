"""The examples: every program runs, and the notebook shows what the program does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimeven.rules.position import Position

pytestmark = pytest.mark.compiled

EXAMPLES = Path(__file__).parents[1] / "examples"
TOUR = EXAMPLES / "tour.ipynb"
RICH = {"image/svg+xml", "text/html"}
RUN_NOTEBOOK = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def run(*arguments: str | Path) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_wins() -> None:
    assert run(EXAMPLES / "kaggle_bot.py").splitlines()[-1].startswith("The bot won")


def test_the_labels_of_a_net(tmp_path: Path) -> None:
    path = tmp_path / "labels.npz"
    assert "planes (1000, 2, 6, 7)" in run(EXAMPLES / "net_labels.py", path)
    stored = np.load(path)
    assert (stored["planes"].shape, stored["scores"].shape) == ((1000, 2, 6, 7), (1000,))


def test_stepping_through_a_game() -> None:
    printed = run(EXAMPLES / "step_through.py", "44453")
    assert "move 4, column 5: " in printed
    assert str(Position.from_moves("44453")) in printed
    assert printed.splitlines()[-1].startswith("first move: ")


def shown(cell: dict[str, Any]) -> list[Any]:
    """Return the output below a cell; plain text only where there is nothing better.

    What is printed may arrive in several pieces, as it happens, and is read as one text.
    """
    outputs: list[Any] = []
    before = ""
    for output in cell.get("outputs", []):
        data, kind = output.get("data", {}), output["output_type"]
        rich = {form: "".join(text) for form, text in data.items() if form in RICH}
        seen = rich or "".join(output.get("text", data.get("text/plain", "")))
        if kind == before == "stream":
            outputs[-1] += seen
        else:
            outputs.append(seen)
        before = kind
    return outputs


def test_what_is_printed_in_pieces_is_one_text() -> None:
    pieces = [{"output_type": "stream", "text": [text]} for text in ("between -20", " and 20", "\n")]
    value = {"output_type": "execute_result", "data": {"text/plain": ["7"]}}
    assert shown({"outputs": [*pieces, value, pieces[0]]}) == ["between -20 and 20\n", "7", "between -20"]


def test_the_tour_shows_what_the_program_does(tmp_path: Path) -> None:
    pytest.importorskip("nbclient", reason="nbclient runs notebooks, and is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel runs notebooks, and is not installed")
    run("-c", RUN_NOTEBOOK, TOUR, tmp_path / "tour.ipynb")
    stored, fresh = (
        json.loads(path.read_text(encoding="utf-8"))["cells"] for path in (TOUR, tmp_path / "tour.ipynb")
    )
    for before, after in zip(stored, fresh, strict=True):
        assert shown(before) == shown(after), "".join(before["source"])
    assert sum(len(cell.get("outputs", [])) for cell in stored) >= 12
