"""Measure `claimeven label`: rows per second, the share of time outside searches, and memory.

    .venv/bin/python tools/measure_label.py --count 1000000 --plies 29-41 --workers 2 ROWS

ROWS is a file of random games, which is created if it does not exist. Memory is read from /proc, on Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from claimeven import CONNECT_FOUR
from claimeven.batch.label import STORE_SUFFIX
from claimeven.batch.sample import random_games
from claimeven.formats.moves import write_moves

LABEL = "import sys; from claimeven.cli.main import main; sys.exit(main())"
SAMPLE_SECONDS = 0.1


def make_rows(path: Path, count: int, plies: range, seed: int) -> None:
    """Write random games to distinct positions."""
    with path.open("w", encoding="ascii") as file:
        for game in random_games(CONNECT_FOUR, plies, count, random.Random(seed)):
            file.write(f"{write_moves(game)}\n")


def peak_mib(pid: int) -> float:
    """Return the peak memory of a process, 0 when it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return 0.0


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def main() -> None:
    """Run the command and print the measurements."""
    options = argparse.ArgumentParser(description="Measure claimeven label.")
    options.add_argument("rows", type=Path)
    options.add_argument("--count", type=int, default=1_000_000)
    options.add_argument("--plies", default="29-41")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--columns", action="store_true", help="score all columns")
    chosen = options.parse_args()
    first, last = map(int, chosen.plies.split("-"))
    if not chosen.rows.exists():
        make_rows(chosen.rows, chosen.count, range(first, last + 1), chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.tsv")
        command = ["label", str(chosen.rows), output, "--workers", str(chosen.workers), "--no-book"]
        if chosen.columns:
            command.append("--columns")
        start = time.monotonic()
        process = subprocess.Popen([sys.executable, "-c", LABEL, *command])
        client = 0.0
        worker = 0.0
        while process.poll() is None:
            client = max(client, peak_mib(process.pid))
            for child in children(process.pid):
                worker = max(worker, peak_mib(child))
            time.sleep(SAMPLE_SECONDS)
        seconds = time.monotonic() - start
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        with contextlib.closing(sqlite3.connect(output + STORE_SUFFIX)) as store:
            chunks, positions, nodes, solving = store.execute(
                "SELECT COUNT(*), SUM(positions), SUM(nodes), SUM(cpu_seconds) FROM chunks"
            ).fetchone()
    cpu_seconds = usage.ru_utime + usage.ru_stime
    print(f"{positions} positions in {chunks} chunks, {seconds:.1f} s, {positions / seconds:.0f} per second")
    print(f"CPU: {cpu_seconds:.1f} s, of which {solving:.2f} s in searches, with {nodes} nodes")
    print(f"memory: client {client:.0f} MiB, largest worker {worker:.0f} MiB")


if __name__ == "__main__":
    main()
