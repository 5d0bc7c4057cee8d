"""Processes that load compiled kernels, with a cache and a package of their own, for the tests of both."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import claimeven

NODES = """
from claimeven import MAX_CONNECT_FOUR, Position, Solver
four = [Position.from_moves(moves) for moves in ("445312264471", "4444443265", "44444432223353567")]
most = Position.from_moves("444444333333222222", rules=MAX_CONNECT_FOUR)
solver = Solver(table_mib=4, book=None)
print(*(solver.solve(position).nodes for position in [*four, most]))
"""

NOBODY = 65534
# Load everything that another user may not be allowed to read, then become that user.
BECOME_NOBODY = """
import os
import platformdirs
from claimeven import Position, Solver
from claimeven.kernels import library
Solver(table_mib=1, book=None).score(Position.from_moves("44444432223353567"))
library._loaded = None
{before}
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
for name in ("CLAIMEVEN_CACHE", "XDG_CACHE_HOME"):
    os.environ.pop(name, None)
os.environ.update({variables})
"""


def start(script: str, cache: Path | None, *paths: Path, **environment: str) -> subprocess.Popen[str]:
    """A Python process that keeps its kernels in ``cache``, and looks into ``paths`` for modules first."""
    variables = os.environ | environment
    variables["PYTHONPATH"] = os.pathsep.join(map(str, [*paths, *sys.path]))
    variables.pop("CLAIMEVEN_CACHE", None)
    if cache is not None:
        variables["CLAIMEVEN_CACHE"] = str(cache)
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", script], env=variables, stdout=pipe, stderr=pipe, text=True
    )


def run(script: str, cache: Path | None, *paths: Path, **environment: str) -> tuple[str, str]:
    """Return what such a process writes to stdout and stderr."""
    process = start(script, cache, *paths, **environment)
    return process.communicate(timeout=300)


def run_as_nobody(
    script: str, cache: Path, package: Path, *, before: str = "", **variables: str
) -> tuple[str, str]:
    """Return what ``script`` writes to stdout and stderr as an unprivileged user, with these variables set.

    The process keeps its kernels in ``cache`` and runs ``before`` before it becomes that user. Only root can;
    others stay who they are. ``package`` is a folder that everybody may read, with a copy of the package.
    """
    become = BECOME_NOBODY.format(nobody=NOBODY, before=before, variables=variables)
    return run(become + script, cache, package)


def copy_package(folder: Path) -> Path:
    """The kernels of a copy of the package that can be edited."""
    package = folder / "claimeven"
    shutil.copytree(Path(claimeven.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package / "kernels"


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that, unlike ``tmp_path``, everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
