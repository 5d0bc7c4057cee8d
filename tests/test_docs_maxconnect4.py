"""docs/max-connect4.md, the course program: every command on the page gives the output on the page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from commands import run_here

PAGE = Path(__file__).parent.parent / "docs" / "max-connect4.md"
NUMBER = r"[0-9]+\.[0-9]+"  # what three dots stand for


def section() -> str:
    _, _, rest = PAGE.read_text(encoding="utf-8").partition("\n## The course program\n")
    return re.split(r"^## ", rest, flags=re.MULTILINE)[0]


def steps() -> list[tuple[str, str]]:
    """Every command of the section with the output that follows it."""
    blocks = re.findall(r"^```console\n\$ (.*?)^```$", section(), re.DOTALL | re.MULTILINE)
    return [(command, output) for command, _, output in (block.partition("\n") for block in blocks)]


@pytest.mark.compiled
def test_commands_give_the_outputs_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for command, output in steps():
        program, *arguments = shlex.split(command)
        done.append(f"{program} {arguments[0]}")
        if program == "cat":
            Path(*arguments).write_text(output, encoding="ascii")
            continue
        result = run_here(capsys, program, *arguments)
        assert result.code == 0
        shown = re.escape(output).replace(re.escape("..."), NUMBER)
        assert re.fullmatch(shown, result.out.replace("| \n", "|\n")), command
    assert done == ["cat game.txt", "maxconnect4 one-move", "maxconnect4 referee"]


def test_the_commands_that_are_only_shown_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They would take too long, or need a student; the parser has nothing against them."""
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^    (maxconnect4 .*)$", section(), re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        result = run_here(capsys, *shlex.split(line), "--help")
        assert (result.code, result.err) == (0, ""), line
        assert result.out.startswith(f"usage: {' '.join(line.split()[:2])} ")
