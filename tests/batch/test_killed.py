"""Real processes, really killed: a client, a worker, a scheduler. The job resumes, and nothing is lost.

The command runs as a process of its own. As soon as the first results are stored, it sends the signal that
the test wants: to itself, to one of its workers, or to a part of a Dask cluster.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from claimeven.formats.moves import write_moves
from claimeven.rules.rules import Rules
from strategies import random_moves

pytestmark = pytest.mark.compiled

PLIES = range(20, 30)
ROWS_PER_PLY = 12
ROWS = len(PLIES) * ROWS_PER_PLY
PATIENCE_SECONDS = 120.0  # for a machine that is very busy; nothing here takes long

LABEL = """
import contextlib, multiprocessing, os, signal, sys
from claimeven.cli import jobs
from claimeven.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are deaf to Ctrl-C

number, victims = int(sys.argv[1]), [int(pid) for pid in sys.argv[2].split(",") if pid]
workers = []

@contextlib.contextmanager
def deadly_progress():
    def strike(progress):
        if progress.now and not workers:
            workers.extend(child.pid for child in multiprocessing.active_children())
            print("workers", *workers, flush=True)
            for pid in victims:
                os.kill({0: os.getpid(), 1: workers[0] if workers else 0}.get(pid, pid), number)
            workers.append(0)
    yield strike

jobs.job_progress = deadly_progress
sys.exit(main(["label", *sys.argv[3:]]))
"""
ITSELF, ITS_WORKER = 0, 1


class Done(NamedTuple):
    """How a command has ended, and the workers that it had when it sent its signals."""

    code: int
    err: str
    workers: list[int]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions that take little time, of several numbers of discs: each makes a chunk at least."""
    rng = random.Random(5)
    path = tmp_path_factory.mktemp("rows") / "rows.txt"
    games = [write_moves(random_moves(ply, rng, Rules())) for ply in PLIES for _ in range(ROWS_PER_PLY)]
    assert len(set(games)) == ROWS
    path.write_text("\n".join(games), encoding="ascii")
    return path


@pytest.fixture(scope="module")
def expected(rows: Path) -> bytes:
    """The output of an undisturbed run."""
    output = rows.with_name("expected.tsv")
    assert label(rows, output).code == 0
    return output.read_bytes()


def label(
    rows: Path, output: Path, *options: str, number: int = signal.SIGKILL, to: tuple[int, ...] = ()
) -> Done:
    """Run the command; it sends signal ``number`` to processes, once the first results are stored."""
    victims = ",".join(map(str, to))
    command = [sys.executable, "-c", LABEL, str(number), victims, str(rows), str(output), "--table", "1"]
    process = subprocess.run(
        [*command, "--columns", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    worker_lines = [line.split()[1:] for line in process.stdout.splitlines() if line.startswith("workers")]
    return Done(
        process.returncode, process.stderr, [int(pid) for pid in worker_lines[0]] if worker_lines else []
    )


def stored(output: Path) -> tuple[int, int]:
    """How many positions have a result, and how many results were ever stored."""
    with contextlib.closing(sqlite3.connect(f"{output}.work.sqlite")) as store:
        ((solved,),) = store.execute("SELECT COUNT(*) FROM positions WHERE score IS NOT NULL")
        ((results,),) = store.execute("SELECT SUM(positions) FROM chunks")
    return solved, results


def assert_stopped_midway(output: Path) -> int:
    solved, results = stored(output)
    assert 0 < solved < ROWS
    assert results == solved
    assert not output.exists()
    return solved


def assert_goes_on(rows: Path, output: Path, expected: bytes, solved: int, *options: str) -> None:
    """Run the same command again: only what has no result is solved, and the output is as if nothing was."""
    again = label(rows, output, *options)
    assert again.code == 0, again.err
    assert f"{ROWS - solved} solved in" in again.err
    assert f"{solved} already stored" in again.err
    assert stored(output) == (ROWS, ROWS)
    assert output.read_bytes() == expected


def assert_gone(pids: list[int]) -> None:
    """Wait until no process has one of these ids."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < deadline, f"some of {pids} live on"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_killed_client_ends_its_workers_and_resumes(rows: Path, expected: bytes, tmp_path: Path) -> None:
    output = tmp_path / "out.tsv"
    killed = label(rows, output, "--workers", "2", to=(ITSELF,))
    assert killed.code == -signal.SIGKILL
    solved = assert_stopped_midway(output)
    assert killed.workers
    assert_gone(killed.workers)
    assert_goes_on(rows, output, expected, solved, "--workers", "2")


def test_a_killed_worker_is_replaced(rows: Path, expected: bytes, tmp_path: Path) -> None:
    output = tmp_path / "out.tsv"
    done = label(rows, output, "--workers", "2", to=(ITS_WORKER,))
    assert done.code == 0, done.err
    assert done.workers
    assert stored(output) == (ROWS, ROWS)
    assert output.read_bytes() == expected


def test_ctrl_c_reports_progress_and_the_job_resumes(rows: Path, expected: bytes, tmp_path: Path) -> None:
    output = tmp_path / "out.tsv"
    stopped = label(rows, output, "--workers", "1", number=signal.SIGINT, to=(ITSELF,))
    solved = assert_stopped_midway(output)
    assert stopped.code == 1
    assert stopped.err == (
        f"claimeven: stopped with {solved} of {ROWS} positions solved and stored in {output}.work.sqlite; "
        "rerun the command to resume\n"
    )
    assert_gone(stopped.workers)
    assert sorted(os.listdir(tmp_path)) == ["out.tsv.work.sqlite"]
    assert_goes_on(rows, output, expected, solved, "--workers", "1")


CTRL_C_AT_THE_START = """
import os, signal, sys, time
from multiprocessing import popen_spawn_posix
from claimeven.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
launch = popen_spawn_posix.Popen._launch

def launched(self, process):
    launch(self, process)
    time.sleep(0.06)  # the worker is about to import what it needs
    os.killpg(0, signal.SIGINT)  # as a terminal does
    time.sleep(0.1)

popen_spawn_posix.Popen._launch = launched
sys.exit(main(["label", *sys.argv[1:]]))
"""


def test_ctrl_c_while_workers_start_stops_the_client_alone(rows: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.tsv"
    command = [sys.executable, "-c", CTRL_C_AT_THE_START, str(rows), str(output), "--table", "1"]
    done = subprocess.run(
        [*command, "--workers", "2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
        start_new_session=True,
    )
    assert done.returncode == 1
    assert done.stderr == (
        f"claimeven: stopped with 0 of {ROWS} positions solved and stored in {output}.work.sqlite; "
        "rerun the command to resume\n"
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_client_prints_one_line_and_resumes(
    rows: Path, expected: bytes, tmp_path: Path, number: signal.Signals
) -> None:
    output = tmp_path / "out.tsv"
    stopped = label(rows, output, "--workers", "2", number=number, to=(ITSELF,))
    solved = assert_stopped_midway(output)
    assert (stopped.code, stopped.err) == (
        128 + number,
        f"claimeven: stopped by {number.name}; results so far are stored; rerun the command to resume\n",
    )
    assert stopped.workers
    assert_gone(stopped.workers)
    assert sorted(os.listdir(tmp_path)) == ["out.tsv.work.sqlite"]
    assert_goes_on(rows, output, expected, solved, "--workers", "1")


# A Dask cluster of processes on this machine.


class Cluster:
    """A scheduler and workers on the loopback; every process that is left at the end is ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file))
        self.address = json.loads(self._wait_for(file, "}"))["address"]

    def add_worker(self) -> int:
        """Start a worker, and wait until the scheduler knows it."""
        log = self._folder / f"{len(self._processes)}.log"
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self._folder))
        pid = self._start("worker", self.address, *options)
        self._wait_for(log, "Registered to")
        return pid

    def _start(self, *arguments: str) -> int:
        command = [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"]
        log = self._folder / f"{len(self._processes)}.log"
        with log.open("wb") as file:
            self._processes.append(subprocess.Popen(command, stdout=file, stderr=file, cwd=self._folder))
        return self._processes[-1].pid

    def _wait_for(self, file: Path, text: str) -> str:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not file.exists() or text not in (content := file.read_text(encoding="utf-8")):
            assert time.monotonic() < deadline, f"no {text!r} in {file}"
            time.sleep(0.05)
        return content

    def end(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.kill()
            process.wait()


def test_a_cluster_loses_a_client_then_a_worker_and_resumes(
    rows: Path, expected: bytes, tmp_path: Path
) -> None:
    output, second = tmp_path / "out.tsv", tmp_path / "second.tsv"
    cluster = Cluster(tmp_path)
    try:
        worker = cluster.add_worker()
        options = ("--scheduler", cluster.address)
        assert label(rows, output, *options, to=(ITSELF,)).code == -signal.SIGKILL
        assert_goes_on(rows, output, expected, assert_stopped_midway(output), *options)
        cluster.add_worker()
        lost = label(rows, second, *options, to=(worker,))
        assert lost.code == 0, lost.err
        assert not is_running(worker)
        assert stored(second) == (ROWS, ROWS)
        assert second.read_bytes() == expected
    finally:
        cluster.end()


def test_a_lost_scheduler_is_reported_and_another_resumes(
    rows: Path, expected: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "out.tsv"
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        lost = label(rows, output, "--scheduler", cluster.address, to=(cluster.scheduler,))
        solved = assert_stopped_midway(output)
        assert lost.code == 1
        assert lost.err == (
            f"claimeven: the connection to the scheduler at {cluster.address} is lost; what was solved is "
            "stored: rerun the command to resume\n"
        )
    finally:
        cluster.end()
    cluster = Cluster(tmp_path)
    try:
        cluster.add_worker()
        assert_goes_on(rows, output, expected, solved, "--scheduler", cluster.address)
    finally:
        cluster.end()
