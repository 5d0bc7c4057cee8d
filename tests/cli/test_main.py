"""The parser, the exit codes, and what happens when a stream goes away."""

from __future__ import annotations

import argparse
import errno
import subprocess
import sys
from importlib.metadata import version
from typing import ClassVar

import pytest

from claimeven.cli import command_line as cli
from claimeven.cli.options import Options
from claimeven.errors import FormatError, GeometryError, TableError, UnknownName
from commands import CLAIMEVEN, run_here, run_process


class FailingCommand:
    """A command module whose command `fail` raises what it was given."""

    HELP = DESCRIPTION = "raises what it was given"
    OPTIONS: ClassVar[Options] = {}

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def run(self, _: argparse.Namespace) -> int:
        raise self.error


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(capsys, "--version") == (0, f"claimeven {version('claimeven')}\n", "")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_here(capsys, "--help")
    assert (result.code, result.err) == (0, "")
    for name in ("solve", "analyze", "play"):
        assert f"\n    {name} " in result.out


def test_no_command_gets_the_help_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_here(capsys)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("usage: claimeven ")
    assert "solve" in result.err


@pytest.mark.parametrize("arguments", [["solv"], ["--no-such-option"], ["solve", "--no-such-option"], [""]])
def test_wrong_command_lines_exit_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    result = run_here(capsys, *arguments)
    assert (result.code, result.out) == (2, "")
    assert "error: " in result.err


@pytest.mark.parametrize(
    ("arguments", "err"),
    [
        (["solv"], "claimeven: error: there is no command 'solv'; did you mean solve?"),
        (["zzz"], "claimeven: error: there is no command 'zzz'; --help lists the commands"),
        (["book", "inf"], "claimeven book: error: there is no command 'inf'; did you mean info?"),
        (["solve", "--jsn"], "claimeven solve: error: unrecognized arguments: --jsn; did you mean --json?"),
        (
            ["solve", "--threds=4"],
            "claimeven solve: error: unrecognized arguments: --threds=4; did you mean --threads?",
        ),
        (["solve", "--qqqq"], "claimeven solve: error: unrecognized arguments: --qqqq"),
    ],
)
def test_similar_names_are_suggested_after_one_line_of_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str], err: str
) -> None:
    result = run_here(capsys, *arguments)
    assert (result.code, result.out) == (2, "")
    usage, message = result.err.splitlines()
    assert usage.startswith("usage: claimeven ")
    assert message == err


def test_the_line_of_usage_has_arguments_and_required_options(capsys: pytest.CaptureFixture[str]) -> None:
    usage = run_here(capsys, "dataset").err.splitlines()[0]
    assert usage == "usage: claimeven dataset [OPTIONS] --count N --plies A-B OUT  (--help lists all options)"


@pytest.mark.parametrize(
    ("error", "code", "err"),
    [
        (FormatError("seen and expected"), 1, "claimeven: line 1, column 1: seen and expected\n"),
        (TableError("too large"), 2, "claimeven: too large\n"),
        (GeometryError("too small"), 2, "claimeven: too small\n"),
        (UnknownName("player", "me", ["you"]), 2, "claimeven: there is no player 'me'; there are you\n"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x.txt"), 1, "claimeven: x.txt: No such file\n"),
        (OSError("the disk is on fire"), 1, "claimeven: the disk is on fire\n"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 0, ""),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_every_failure_is_one_line_and_an_exit_code(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    err: str,
) -> None:
    monkeypatch.setattr(cli, "COMMANDS", ("fail",))
    monkeypatch.setitem(sys.modules, "claimeven.cli.fail", FailingCommand(error))
    monkeypatch.setattr(cli, "discard_output", lambda _: None)
    assert run_here(capsys, "fail") == (code, "", err)


def test_a_command_loads_no_other_command() -> None:
    program = (
        "import sys; from claimeven.cli.command_line import COMMANDS; "
        "from claimeven.cli.main import main; main(['solve', '4444']); "
        "loaded = {f'claimeven.cli.{name}' for name in COMMANDS} & set(sys.modules); print(sorted(loaded))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "['claimeven.cli.solve']"


def test_start_up_imports_nothing_heavy() -> None:
    program = (
        "import sys; from claimeven.cli.main import main; code = main(['--help']);"
        "heavy = {'numba', 'numpy', 'rich', 'claimeven.kernels.jit'} & set(sys.modules);"
        "sys.exit(f'{code} {sorted(heavy)}' if code or heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_full_disk_is_reported_once(unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*CLAIMEVEN, "--version"],
            stdout=full,
            stderr=subprocess.PIPE,
            env={"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"claimeven: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("redirection", "code", "err"),
    [
        (">&-", 1, "claimeven: standard output is closed; expected a terminal, a file or a pipe\n"),
        ("2>&-", 0, ""),
        ("2>/dev/full", 0, ""),
    ],
)
def test_closed_streams(redirection: str, code: int, err: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *CLAIMEVEN, "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, err)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_failure_that_nobody_can_read_still_has_its_exit_code(redirection: str, unbuffered: str) -> None:
    command = ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *CLAIMEVEN, "solve", "9"]
    done = subprocess.run(command, stdout=subprocess.PIPE, env={"PYTHONUNBUFFERED": unbuffered}, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_usage_error_in_a_process() -> None:
    result = run_process("solve", "--size", "7x6x5")
    assert (result.code, result.out) == (2, "")
    assert "Traceback" not in result.err


def test_the_package_is_the_program() -> None:
    command = [sys.executable, "-m", "claimeven", "solve", "--size", "5x4", "12345"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "12345: the side to move wins in 15 plies, score +1\n"


@pytest.mark.parametrize("option", ["--size", "--table", "--seconds", "--threads", "--variant"])
def test_two_hyphens_as_a_value_are_a_usage_error(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_here(capsys, "solve", f"{option}=--")
    assert code == 2
    assert err.endswith(f"error: argument {option}: expected one argument\n")


@pytest.mark.parametrize("text", ["٣", "1_0", " 3", "3 ", "nan", "inf", "1e19", "0", "-1", "0x1", "1" * 5000])
def test_only_plain_numbers_are_time_limits(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_here(capsys, "solve", "--seconds", text, "4")
    assert code == 2
    assert "is not a time limit" in err or "expected one argument" in err


def test_long_bad_values_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("minimax", "--estimate", "x" * 3000), ("solve", f"--{'y' * 3000}"), ("z" * 3000,)):
        code, _, err = run_here(capsys, *arguments)
        assert code == 2
        assert max(map(len, err.splitlines())) < 300


def test_unprintable_characters_are_escaped_in_usage_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = run_here(capsys, "solve", "--\x1b[31m")
    assert (code, "\x1b" in err, r"--\x1b[31m" in err) == (2, False, True)
