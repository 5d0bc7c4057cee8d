"""Try the oldest versions of the dependencies that pyproject.toml allows.

    make lower-bounds                                        or
    .venv/bin/python tools/lower_bounds.py [--llvmlites]

Make a temporary environment with exactly the lower bound of each dependency, and run tests from every folder
that need nothing else. With --llvmlites, run the bench with every minor version of llvmlite instead: a newer
LLVM reads the bitcode of an older one, but not the reverse. Old versions have wheels for Python 3.11 only.
Exit with 1 if anything fails.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEST_TOOLS = ("pytest", "hypothesis", "httpx", "playwright")
TESTS = (
    "tests/rules",
    "tests/formats",
    "tests/kernels/test_cache.py",
    "tests/kernels/test_library.py",
    "tests/solver",
    "tests/teaching",
    "tests/players",
    "tests/batch",
    "tests/cli",
    "tests/web",
)
NEED_MORE = re.compile(
    r"^(from|import) (bitbully|distributed|numba|schemathesis|axe_playwright|matplotlib)", re.M
)
LLVMLITES = (
    "0.40.1",
    "0.41.1",
    "0.42.0",
    "0.43.0",
    "0.44.0",
    "0.45.1",
    "0.46.0",
    "0.47.0",
    "0.48.0",
    "0.49.0",
    "0.50.0",
)
BENCH = """
import time
import llvmlite.binding as llvm
from claimeven.kernels.library import library
from claimeven.cli.bench.suite import run_bench

start = time.process_time()
library()
compiled = time.process_time() - start
phases = list(run_bench(table_mib=64))
speed = phases[0].nodes / phases[0].cpu_seconds / 1e6
version = ".".join(map(str, llvm.llvm_version_info))
print(f"LLVM {version}  compiled in {compiled:.2f} s  {speed:.2f}  Bench: {sum(p.nodes for p in phases)}")
"""


def lower_bounds() -> list[str]:
    """Return a requirement ``name==version`` for the lower bound of each dependency, and of pyarrow."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = []
    for requirement in project["dependencies"] + project["optional-dependencies"]["data"]:
        match = re.match(r"([A-Za-z0-9_-]+)>=([0-9.]+)", requirement)
        if match is None:
            raise SystemExit(f"{requirement}: no lower bound")
        pinned.append(f"{match[1]}=={match[2]}")
    return pinned


def tests_that_need_nothing_else() -> list[str]:
    """Return the test files of TESTS that import only the dependencies and TEST_TOOLS."""
    files: list[Path] = []
    for name in TESTS:
        path = ROOT / name
        files += sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
    return [str(file) for file in files if not NEED_MORE.search(file.read_text(encoding="utf-8"))]


def try_lower_bounds() -> bool:
    """Run the tests with the oldest dependencies; return True if all of them pass."""
    pinned = lower_bounds()
    print(*pinned, sep="\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="claimeven-") as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *pinned, *TEST_TOOLS], check=True)
        subprocess.run([*install, "--no-deps", "--editable", str(ROOT)], check=True)
        command = [str(python), "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow and not browser"]
        variables = os.environ | {"CLAIMEVEN_CACHE": str(folder / "cache")}
        done = subprocess.run(
            [*command, *tests_that_need_nothing_else()], cwd=ROOT, env=variables, check=False
        )
    return done.returncode == 0


def try_llvmlite(version: str) -> str:
    """Return what the bench prints with one version of llvmlite, or the last line of its error."""
    with tempfile.TemporaryDirectory(prefix="claimeven-") as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        subprocess.run([*install, f"llvmlite=={version}"], check=True, capture_output=True)
        variables = os.environ | {"PYTHONPATH": folder, "CLAIMEVEN_CACHE": str(Path(folder) / "cache")}
        command = [sys.executable, "-c", BENCH]
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        return (done.stdout or done.stderr).strip().splitlines()[-1]


def main() -> int:
    """Try the lower bounds, or the versions of llvmlite one by one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--llvmlites", action="store_true", help="run the bench with each llvmlite instead")
    args = parser.parse_args()
    if not args.llvmlites:
        return 0 if try_lower_bounds() else 1
    for version in LLVMLITES:
        print(f"llvmlite {version}  {try_llvmlite(version)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
