"""docs/minimax.md: every command on the page gives the output on the page."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from claimeven.formats.board import parse_board
from claimeven.formats.columns import parse_columns
from commands import run_here

PAGE = Path(__file__).parent.parent / "docs" / "minimax.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def steps() -> list[tuple[str, str]]:
    """Every command on the page with the output that follows it."""
    parts = [part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def matches(pattern: str, text: str) -> bool:
    """True when ``text`` is ``pattern``, in which three dots stand for a number."""
    number = re.escape("...")
    return re.fullmatch(re.escape(pattern).replace(number, r" *[0-9]+\.[0-9]+"), text) is not None


def test_commands_give_the_outputs_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for command, output in steps():
        program, *arguments = shlex.split(command)
        if program == "cat":
            Path(*arguments).write_text(output, encoding="utf-8")
            continue
        assert program == "claimeven"
        result = run_here(capsys, *arguments)
        compact = [re.sub(" +", " ", text) for text in (output, result.out)]
        assert matches(compact[0], compact[1]), f"{command}\n{result.out}{result.err}"
        assert result.code == int("--check" in arguments)
        done.append(arguments[0])
    assert done == ["tree", "tree", "minimax", "minimax", "minimax", "minimax", "tree"]


def test_the_board_on_the_page_is_the_position_on_the_page() -> None:
    (drawing,) = blocks("text")
    files = dict(steps())
    position = parse_columns(files["cat position.txt"])
    assert parse_board(drawing, "a", "b") == position


def test_the_python_on_the_page_gives_what_it_says() -> None:
    (example,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(example, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 4
    assert doctest.DocTestRunner().run(test).failed == 0
