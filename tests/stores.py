"""Read the store of a job that is running in another process."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

PATIENCE_SECONDS = 120


def solved_in(store: Path) -> int:
    """Return how many positions of a store have a result; 0 while there is no store."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        try:
            (number,) = connection.execute(
                "SELECT COUNT(*) FROM positions WHERE score IS NOT NULL"
            ).fetchone()
        except sqlite3.OperationalError:  # it is being created
            return 0
    return int(number)


def wait_for_results(store: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait until a running process has stored its first results, and return how many."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not solved_in(store):
        assert process.poll() is None, "the process has ended"
        assert time.monotonic() < deadline, "nothing is stored"
        time.sleep(0.05)
    return solved_in(store)
