"""Positions of the suites in tests/data, with their scores."""

from __future__ import annotations

import random
from pathlib import Path

from claimeven.rules.position import Position

DATA = Path(__file__).parent / "data"


def sample(phase: str, size: int) -> list[tuple[Position, int]]:
    """Some positions of a suite with their scores, the same every time."""
    lines = (DATA / f"suite-{phase}.tsv").read_text(encoding="ascii").splitlines()
    rows = (line.split(" ") for line in random.Random(size).sample(lines, size))
    return [(Position.from_moves(moves), int(score)) for moves, score in rows]
