"""Running Python as a user without privileges, even where root runs the tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import claimeven

NOBODY = 65534
PACKAGE = Path(claimeven.__file__).parent
CHECK = "import sys; sys.exit(sys.version_info < (3, 11))"


class Unprivileged:
    """A folder that belongs to a user without privileges, and Python run there as that user."""

    def __init__(self, folder: Path, python: str, sources: Path, user: int | None) -> None:
        self.folder = folder
        self.python = python
        self._sources = sources
        self._user = user

    def run(self, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``code``, which can import this package but nothing that has to be installed."""
        return subprocess.run(
            [self.python, "-c", code, *arguments],
            cwd=self.folder,
            env={"PATH": os.defpath, "PYTHONPATH": str(self._sources), "TMPDIR": str(self.folder)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
        )


@contextlib.contextmanager
def unprivileged_python() -> Iterator[Unprivileged]:
    """This user, or nobody instead of root; skips the test where nobody has a Python to run."""
    if os.getuid() != 0:
        with tempfile.TemporaryDirectory() as name:
            yield Unprivileged(Path(name), sys.executable, PACKAGE.parent, None)
        return
    candidates = [sys.executable, shutil.which("python3", path="/usr/local/bin:/usr/bin")]
    python = next((path for path in candidates if path and _nobody_can_run(path)), None)
    if python is None:
        pytest.skip("root runs the tests, and there is no Python 3.11 that another user may run")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # The sources may lie where only root may look.
        sources = folder / "sources"
        shutil.copytree(PACKAGE, sources / PACKAGE.name, ignore=_all_but_python)
        os.chown(folder, NOBODY, NOBODY)
        yield Unprivileged(folder, python, sources, NOBODY)


def _nobody_can_run(python: str) -> bool:
    command = [python, "-c", CHECK]
    try:
        done = subprocess.run(command, cwd="/", check=False, user=NOBODY, group=NOBODY, extra_groups=[])
    except PermissionError:
        return False
    return done.returncode == 0


def _all_but_python(folder: str, names: list[str]) -> list[str]:
    def is_wanted(name: str) -> bool:
        return name.endswith(".py") or os.path.isdir(os.path.join(folder, name))

    return [name for name in names if not is_wanted(name) or name == "__pycache__"]
