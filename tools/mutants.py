"""Put small faults into the package, one at a time, and check that a test fails for each.

    .venv/bin/python tools/mutants.py --jobs 2

tools/mutants.toml is the list: a file of the package, a text that occurs in it exactly once, its replacement,
and the tests that should notice. Each fault is put into a copy of the package that the tests then import;
edited kernels are rebuilt. First all these tests must pass on a copy without a fault. Print the table of
docs/mutants.md. Exit with 1 if a fault goes unnoticed, cannot be put in, or breaks so much that no test runs.
This takes some minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "claimeven"
LIST = Path(__file__).with_suffix(".toml")
PYTEST = ("-m", "pytest", "-x", "-rf", "--tb=no", "--no-header", "-p", "no:cacheprovider")
NOT_BUILT = ("numba.core.errors", "the edited kernels cannot be built")
PASSED, FAILED = 0, 1  # exit codes of pytest; others mean that not all the tests were run
LONGEST_SECONDS = 300


class NoVerdict(Exception):
    """A mutant that cannot be tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One fault; ``fault`` describes it in words."""

    file: str
    fault: str
    text: str
    instead: str
    tests: list[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a mutant: the test that failed first, or the reason why none did."""

    mutant: Mutant
    killer: str | None
    trouble: str = ""


def read_list(path: Path) -> list[Mutant]:
    """Return the mutants in the order of the file."""
    return [Mutant(**fields) for fields in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]]


def mutated(source: str, mutant: Mutant) -> str:
    """Return the source with the fault; raise NoVerdict unless its text occurs exactly once."""
    count = source.count(mutant.text)
    if count != 1:
        raise NoVerdict(f"its text occurs {count} times, not once")
    return source.replace(mutant.text, mutant.instead)


def run_on(folder: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy of the package in ``folder``; raise NoVerdict if it does not end."""
    places = {"PYTHONPATH": str(folder), "CLAIMEVEN_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=os.environ | places,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise NoVerdict(f"no end after {LONGEST_SECONDS} seconds") from None


def copy_package(folder: Path) -> Path:
    """Copy the package into a new folder and return the copy."""
    copy = folder / "claimeven"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def try_out(mutant: Mutant, cache: Path) -> Verdict:
    """Put a fault into a copy of the package and run its tests."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        try:
            path = copy_package(folder) / mutant.file
            path.write_text(mutated(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")
            done = run_on(folder, cache, *PYTEST, *mutant.tests)
            if done.returncode == PASSED:
                return Verdict(mutant, None, "SURVIVED")
            _require(done, FAILED, "not all tests were run")
            if any(words in done.stdout for words in NOT_BUILT):
                raise NoVerdict("kernels with this fault cannot be compiled")
        except NoVerdict as error:
            return Verdict(mutant, None, f"NO VERDICT: {error}")
    found = re.search(r"^FAILED \S+?::(\w+)", done.stdout, re.MULTILINE)
    return Verdict(mutant, found.group(1) if found else "?")


def _require(done: subprocess.CompletedProcess[str], code: int, trouble: str) -> None:
    """Raise NoVerdict, with the last lines of output, unless the exit code is the expected one."""
    if done.returncode != code:
        last = (done.stdout + done.stderr).strip().splitlines()[-5:]
        raise NoVerdict(f"{trouble}: {' / '.join(last)}")


def check_without_faults(mutants: Iterable[Mutant], cache: Path) -> None:
    """Raise NoVerdict unless the tests import the copy of the package and all pass without a fault."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        copy = copy_package(folder)
        where = run_on(folder, cache, "-c", "import claimeven; print(claimeven.__file__)").stdout.strip()
        if Path(where).resolve() != (copy / "__init__.py").resolve():
            raise NoVerdict(f"the tests would import {where}, not the copy")
        tests = dict.fromkeys(test for mutant in mutants for test in mutant.tests)
        _require(run_on(folder, cache, *PYTEST, *tests), PASSED, "without any fault")


def verdicts(mutants: list[Mutant], cache: Path, jobs: int) -> Iterator[Verdict]:
    """Yield the verdict of each mutant, in order, running ``jobs`` of them at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(lambda mutant: try_out(mutant, cache), mutants)


def main() -> int:
    """Print a row for each mutant as soon as it is known; return 1 if some were not killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many to run at a time")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only mutants with TEXT in their file or fault"
    )
    args = parser.parse_args()
    mutants = [mutant for mutant in read_list(LIST) if args.only in f"{mutant.file} {mutant.fault}"]
    start = time.monotonic()
    killed = 0
    with tempfile.TemporaryDirectory(prefix="mutants-cache-") as cache:
        try:
            check_without_faults(mutants, Path(cache))
        except NoVerdict as error:
            print(f"mutants: {error}", file=sys.stderr)
            return 1
        print("| file | fault | killed by |\n| --- | --- | --- |")
        for verdict in verdicts(mutants, Path(cache), args.jobs):
            killed += verdict.killer is not None
            killer = f"`{verdict.killer}`" if verdict.killer else f"**{verdict.trouble}**"
            print(f"| `{verdict.mutant.file}` | {verdict.mutant.fault} | {killer} |", flush=True)
    minutes = (time.monotonic() - start) / 60
    print(f"\n{killed} of {len(mutants)} killed, in {minutes:.0f} minutes with --jobs {args.jobs}.")
    return int(killed < len(mutants))


if __name__ == "__main__":
    sys.exit(main())
