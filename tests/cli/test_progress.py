"""The progress line in words and in a window; test_solve.py looks at how it comes and goes."""

from __future__ import annotations

import pytest

from claimeven.cli.output import progress_text, status_line
from claimeven.solver.limits import Progress


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
def test_bounds_are_shown_once_there_are_any(lower: int, upper: int, words: str) -> None:
    progress = Progress(lower=lower, upper=upper, nodes=1234, seconds=7.9)
    assert progress_text("44", progress) == f"44: 8 s, 1,234 nodes{words}"


def test_a_line_never_reaches_the_edge_and_no_words_erase_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claimeven.cli.output.is_terminal", lambda _: True)
    with status_line() as show:
        show("x" * 200)
        show("")
    assert capsys.readouterr().err == f"\r{'x' * 77}\r{' ' * 79}\r"  # 80 columns, two of them for a ^C


def test_without_a_terminal_each_text_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with status_line() as show:
        show("first")
        show("")
        show("second")
    assert capsys.readouterr().err == "claimeven: first\nclaimeven: second\n"
