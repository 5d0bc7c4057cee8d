"""The progress line in words; test_solve.py looks at how it is drawn."""

from __future__ import annotations

import pytest

from claimeven.cli.progress import progress_text
from claimeven.search.limit import Progress


@pytest.mark.parametrize(
    ("lower", "upper", "words"),
    [
        (-128, 128, ""),
        (-3, 10, ", score between -3 and +10"),
        (-128, 0, ", score between -128 and 0"),
        (2, 2, ", score +2"),
        (0, 0, ", score 0"),
    ],
)
def test_bounds_are_told_once_there_are_any(lower: int, upper: int, words: str) -> None:
    progress = Progress(lower=lower, upper=upper, nodes=1234, seconds=7.9)
    assert progress_text("44", progress) == f"44: 8 s, 1,234 nodes{words}"
