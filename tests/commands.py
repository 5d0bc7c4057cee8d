"""Run `claimeven` in tests: in this process, as a process, and as a process on a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from typing import Any, NamedTuple

import pytest

from claimeven.cli.main import main

PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore Ctrl-C
from claimeven.cli.main import main
sys.exit(main())
"""
CLAIMEVEN = (sys.executable, "-c", PROGRAM)


class Result(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


def run_here(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    """Run a command in this process."""
    capsys.readouterr()
    code = main(arguments)
    captured = capsys.readouterr()
    return Result(code, captured.out, captured.err)


def start(*arguments: str, **streams: Any) -> subprocess.Popen[bytes]:
    """Start a command as a separate process."""
    return subprocess.Popen([*CLAIMEVEN, *arguments], **streams)


def run_process(*arguments: str, stdin: bytes = b"", **environment: str) -> Result:
    """Run a command as a separate process to its end."""
    done = subprocess.run(
        [*CLAIMEVEN, *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_on_terminal(*arguments: str, columns: int = 80, **environment: str) -> Result:
    """Run a command with all its streams on one terminal; everything it shows is in ``out``."""
    terminal, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    unset = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    process = start(
        *arguments,
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env={**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
    )
    os.close(inner)
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:  # on Linux: no process has the terminal open any more
        pass
    os.close(terminal)
    return Result(process.wait(timeout=300), shown.decode().replace("\r\n", "\n"), "")
