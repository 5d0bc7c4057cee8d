"""Run commands on a pseudo-terminal, for tests that play on it step by step."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios

from commands import start

LEFT, RIGHT, BACKSPACE = "\x1b[D", "\x1b[C", "\x7f"
ALTERNATE_SCREEN, ORDINARY_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
WAIT_SECONDS = 60


class Terminal:
    """A command on its own terminal; a test waits for what it shows before it types."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.end, inner = pty.openpty()
        self.resize(80, 24)
        self.modes = termios.tcgetattr(inner)
        unset = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LANG", "LC_CTYPE")
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        self.process: subprocess.Popen[bytes] = start(
            *arguments,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env={**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.inner = inner
        self.shown = ""

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window; the system notifies the command."""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, text: str) -> str:
        """Wait until ``text`` is shown; return what was shown since the last wait, without colours."""
        while text not in plain(self.shown):
            assert select.select([self.end], [], [], WAIT_SECONDS)[0], f"no {text!r} in {self.shown!r}"
            self.shown += os.read(self.end, 65536).decode(errors="replace")
        seen = plain(self.shown)
        self.shown = ""
        return seen

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.end, f"{line}\n".encode())

    def type_keys(self, keys: str) -> None:
        """Type keys without Enter."""
        os.write(self.end, keys.encode())

    def press(self, key: str) -> None:
        """Press Control and a letter."""
        os.write(self.end, bytes([ord(key) - ord("A") + 1]))

    def leave(self) -> tuple[int, str]:
        """Wait for the command to end; return its exit code and what it leaves on the ordinary screen.

        Fail unless the terminal is in its original mode.
        """
        code = self.process.wait(WAIT_SECONDS)
        while select.select([self.end], [], [], 0)[0]:
            self.shown += os.read(self.end, 65536).decode()
        assert termios.tcgetattr(self.inner) == self.modes
        assert self.shown.count(ALTERNATE_SCREEN) <= self.shown.count(ORDINARY_SCREEN)
        return code, plain(self.shown.rpartition(ORDINARY_SCREEN)[2])

    def hang_up(self) -> None:
        """Close the window; the system notifies the command."""
        os.close(self.end)
        self.end = os.open(os.devnull, os.O_RDWR)

    def close(self) -> None:
        """Kill the command if it is still running."""
        self.process.kill()
        self.process.wait()
        os.close(self.inner)
        os.close(self.end)


def plain(shown: str) -> str:
    """Return the text without colours and other control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown).replace("\r\n", "\n")
