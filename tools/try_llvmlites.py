"""Which versions of llvmlite can read the kernels as they are shipped: the bench with each of them.

    .venv/bin/python tools/try_llvmlites.py [VERSION ...]

Installs each version into a temporary folder and runs the bench with it. Prints a row for each: version of
LLVM, CPU seconds to finish the kernels, million nodes a second in the opening, nodes of the whole bench.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

VERSIONS = (
    *("0.40.1", "0.41.1", "0.42.0", "0.43.0", "0.44.0", "0.45.1"),
    *("0.46.0", "0.47.0", "0.48.0", "0.49.0", "0.50.0"),
)
MEASURE = """
import time
import llvmlite.binding as llvm
from claimeven.kernels.library import library
from claimeven.cli.bench.suite import run_bench

start = time.process_time()
library()
finished = time.process_time() - start
phases = list(run_bench(table_mib=64))
speed = phases[0].nodes / phases[0].cpu_seconds / 1e6
version = ".".join(map(str, llvm.llvm_version_info))
print(f"LLVM {version}  finished in {finished:.2f} s  {speed:.2f}  Bench: {sum(p.nodes for p in phases)}")
"""


def try_version(version: str) -> str:
    """What the bench says with this llvmlite, or the last line of its error."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        subprocess.run([*install, f"llvmlite=={version}"], check=True, capture_output=True)
        places = {"PYTHONPATH": folder, "CLAIMEVEN_CACHE": str(Path(folder) / "cache")}
        command = [sys.executable, "-c", MEASURE]
        done = subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)
        return (done.stdout or done.stderr).strip().splitlines()[-1]


def main() -> None:
    """Print a row as soon as it is measured."""
    for version in sys.argv[1:] or VERSIONS:
        print(f"llvmlite {version}  {try_version(version)}", flush=True)


if __name__ == "__main__":
    main()
