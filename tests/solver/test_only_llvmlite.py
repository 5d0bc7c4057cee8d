"""Positions are scored with nothing but llvmlite and the standard library installed."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from importlib.abc import MetaPathFinder

BLOCKED = "numpy rich starlette uvicorn msgspec psutil filelock h11 platformdirs".split()

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

sys.meta_path.insert(0, Blocker())
from claimeven import Position, Solver

solver = Solver(table_mib=1)
late = Position.from_moves("44444432223353567")
print(int(solver.score(Position())), int(solver.score(late)), solver.analyze(late).best)
try:
    import numpy
except ModuleNotFoundError:
    print("no numpy")
"""


@pytest.mark.compiled
def test_positions_are_scored_with_llvmlite_alone() -> None:
    command = [sys.executable, "-c", PROGRAM]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout == "1 9 (2,)\nno numpy\n"
