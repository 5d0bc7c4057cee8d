"""`make play`: it says what it does while it sets up, echoes no commands, and passes the answers on."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Stands for Python: makes an environment whose python does nothing and whose claimeven prints its arguments.
PYTHON = """#!/bin/sh
if [ "$2" = venv ]; then
    mkdir -p .venv/bin
    printf '#!/bin/sh\\n' > .venv/bin/python
    printf '#!/bin/sh\\necho "$@"\\n' > .venv/bin/claimeven
    chmod +x .venv/bin/python .venv/bin/claimeven
fi
"""
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def make(folder: Path, *arguments: str) -> tuple[int, str, str]:
    outside_make = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", "--no-print-directory", "PYTHON=./python", *arguments],
        cwd=folder,
        env=outside_make,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def test_make_play_sets_up_once_and_says_so_on_stderr(folder: Path) -> None:
    assert make(folder, "play") == (0, "play\n", "Setting up .venv, once; about a minute ...\n")
    assert make(folder, "play") == (0, "play\n", "")


def test_make_play_passes_the_level_and_who_moves_first(folder: Path) -> None:
    make(folder)
    assert make(folder, "play", "LEVEL=2") == (0, "play --level 2\n", "")
    assert make(folder, "play", "LEVEL=2", "FIRST=you") == (0, "play --level 2 --first you\n", "")
