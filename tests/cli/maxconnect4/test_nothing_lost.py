"""`maxconnect4` and its files: whatever goes wrong while one is replaced, the old one stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimeven.formats.statefile import State, write_state

TESTS = Path(__file__).parents[2]
OLD = b"what was here before"
# The program with a scripted chooser, after something has been done to its process.
PROGRAM = """
import os, resource, sys, time
sys.path.insert(0, {tests!r})
from choosers import ScriptedChooser
import claimeven.files, claimeven.cli.main, claimeven.solver.lookahead
import claimeven.cli.maxconnect4.interactive, claimeven.cli.maxconnect4.one_move
claimeven.solver.lookahead.Lookahead = lambda: ScriptedChooser("44")
{trouble}
sys.exit(claimeven.cli.main.maxconnect4())
"""
# Nothing is read-only for root, so root changes to another user before writing.
BECOME_NOBODY = """
draft = claimeven.files.temp_sibling
claimeven.files.temp_sibling = lambda target: (os.seteuid(65534), draft(target))[1]
"""
ONE_MOVE = ("one-move", "missing.txt", "out.txt", "3")
COMPUTER = ("interactive", "missing.txt", "computer-next", "3")
HUMAN = ("interactive", "missing.txt", "human-next", "3")
every_file = pytest.mark.parametrize(
    ("arguments", "name"),
    [(ONE_MOVE, "out.txt"), (COMPUTER, "computer.txt"), (HUMAN, "human.txt")],
    ids=["out.txt", "computer.txt", "human.txt"],
)


def start(trouble: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(tests=str(TESTS), trouble=trouble), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(trouble: str, *arguments: str) -> tuple[int, str]:
    process = start(trouble, *arguments)
    _, err = process.communicate(b"4\n" if "human-next" in arguments else b"", timeout=120)
    return process.returncode, err.decode()


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current directory; unlike ``tmp_path`` it lies where everybody may look."""
    with tempfile.TemporaryDirectory() as name:
        monkeypatch.chdir(name)
        yield Path(name)
        monkeypatch.undo()


@every_file
def test_without_trouble_the_file_is_replaced(arguments: tuple[str, ...], name: str) -> None:
    Path(name).write_bytes(OLD)
    assert run("", *arguments)[0] == 0
    assert Path(name).read_text(encoding="ascii") == write_state(State().play(3))


@every_file
def test_a_full_disk(arguments: tuple[str, ...], name: str) -> None:
    Path(name).write_bytes(OLD)
    code, err = run("resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))", *arguments)
    assert (code, err.splitlines()[-1]) == (1, f"maxconnect4: {name}: File too large")
    assert Path(name).read_bytes() == OLD
    assert [path.name for path in Path().iterdir()] == [name]


@every_file
def test_a_read_only_folder(arguments: tuple[str, ...], name: str, folder: Path) -> None:
    Path(name).write_bytes(OLD)
    folder.chmod(0o555)
    code, err = run(BECOME_NOBODY if os.geteuid() == 0 else "", *arguments)
    folder.chmod(0o755)
    assert (code, err.splitlines()[-1]) == (1, f"maxconnect4: {name}: Permission denied")
    assert Path(name).read_bytes() == OLD
    assert [path.name for path in Path().iterdir()] == [name]


@every_file
def test_killed_in_the_middle(arguments: tuple[str, ...], name: str) -> None:
    """The process is killed when the new file is written and only its last step is missing."""
    Path(name).write_bytes(OLD)
    trouble = (
        "claimeven.files.os.replace = lambda *_, **__: (print('replacing', flush=True), time.sleep(600))"
    )
    process = start(trouble, *arguments)
    assert process.stdin is not None
    process.stdin.write(b"4\n")
    process.stdin.flush()
    assert process.stdout is not None
    while line := process.stdout.readline():
        if line == b"replacing\n":
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert Path(name).read_bytes() == OLD


def test_a_missing_folder_is_named() -> None:
    code, err = run("", "one-move", "missing.txt", "no/out.txt", "3")
    assert (code, err.splitlines()[-1]) == (1, "maxconnect4: no/out.txt: No such file or directory")
