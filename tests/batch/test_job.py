"""Jobs: positions are loaded once, solved once, and come back with their results."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from claimeven.batch import job as job_module
from claimeven.batch.chunk import Chunk, ChunkResult
from claimeven.batch.job import Job, JobProgress, Wanted
from claimeven.batch.job_run import MAX_LOSSES
from claimeven.batch.store import BEFORE_ALL_KEYS
from claimeven.errors import GameOver, StoreError, TableError, WorkerError, WrongScore
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.boards import Boards
from claimeven.solver.solver import Solver
from strategies import random_moves
from worker_pools import InlinePool

SMALL = Rules(5, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(5, 4)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> type[InlinePool]:
    monkeypatch.setattr(job_module, "LocalPool", InlinePool)
    return InlinePool.fresh()


def positions(count: int, rules: Rules = SMALL) -> list[Position]:
    """Distinct unfinished positions, no two of them mirror images."""
    rng = random.Random(7)
    found: dict[int, Position] = {}
    while len(found) < count:
        moves = random_moves(rng.randrange(8, 19), rng, SMALL)
        position = Position.from_moves(moves, rules)
        found.setdefault(min(position.key, position.mirror().key), position)
    return list(found.values())


def open_job(folder: Path, rules: Rules = SMALL, wanted: Wanted = Wanted.SCORE) -> Job:
    return Job.open(folder / "work.sqlite", purpose="a test", rules=rules, wanted=wanted)


def run(job: Job, progress: Callable[[JobProgress], None] | None = None) -> int:
    return job.run(workers=2, book=False, table_mib=1, progress=progress).solved


@pytest.mark.compiled
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL], ids=lambda rules: rules.name)
def test_results_are_those_of_the_solver(tmp_path: Path, rules: Rules) -> None:
    wanted = positions(60, rules)
    solver = Solver(table_mib=1, book=None)
    with open_job(tmp_path, rules, Wanted.COLUMNS) as job:
        job.load(wanted)
        assert run(job) == 60
        for position in wanted:
            for seen in (position, position.mirror()):
                analysis = solver.analyze(seen)
                result = job.result(seen)
                assert (result.score, result.columns) == (analysis.score, analysis.columns)
        listed = list(job.results())
        assert {position.key for position, _ in listed} == {
            min(position.key, position.mirror().key) for position in wanted
        }
        assert all(job.result(position) == result for position, result in listed)


@pytest.mark.compiled
def test_equal_positions_and_mirror_images_are_solved_once(tmp_path: Path, here: type[InlinePool]) -> None:
    wanted = positions(30)
    with open_job(tmp_path) as job:
        job.load([*wanted, *wanted, *(position.mirror() for position in wanted)])
        assert (job.total, job.waiting) == (30, 30)
        assert run(job) == 30
        assert sum(map(len, here.chunks)) == 30
        assert sum(spent.positions for spent in job.spent) == 30
        assert run(job) == 0


@pytest.mark.compiled
def test_chunks_are_neighbours_with_the_same_number_of_discs(tmp_path: Path, here: type[InlinePool]) -> None:
    with open_job(tmp_path) as job:
        job.load(positions(60))
        run(job)
    plies = [chunk.ply for chunk in here.chunks]
    assert plies == sorted(plies)
    for chunk in here.chunks:
        keys = memoryview(chunk.keys).cast("q").tolist()
        assert keys == sorted(keys)


@pytest.mark.compiled
def test_a_stopped_job_resumes(tmp_path: Path, here: type[InlinePool]) -> None:
    class Enough(Exception):
        pass

    def stop(progress: JobProgress) -> None:
        if progress.now > 0:
            raise Enough

    with open_job(tmp_path) as job:
        job.load(positions(40))
        with pytest.raises(Enough):
            run(job, stop)
        done = 40 - job.waiting
        assert 0 < done < 40
    here.chunks.clear()
    with open_job(tmp_path) as job:
        job.load(never())
        assert run(job) == 40 - done
    assert sum(map(len, here.chunks)) == 40 - done


def never() -> Iterator[Position]:
    raise AssertionError("the positions are in the store already")
    yield


@pytest.mark.compiled
def test_progress_counts_all_runs_and_this_one(tmp_path: Path, here: type[InlinePool]) -> None:
    reports: list[JobProgress] = []
    with open_job(tmp_path) as job:
        job.load(positions(40))
        run(job, reports.append)
    assert here.chunks
    assert (reports[0].solved, reports[0].now, reports[0].seconds_left) == (0, 0, None)
    assert (reports[-1].solved, reports[-1].now, reports[-1].seconds_left) == (40, 40, 0)
    assert {state.total for state in reports} == {40}
    assert {state.workers for state in reports} == {2}


def test_an_interrupted_load_starts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "BATCH_POSITIONS", 1)

    def broken() -> Iterator[Position]:
        yield Position.from_moves("11", SMALL)
        raise OSError

    with open_job(tmp_path) as job:
        with pytest.raises(OSError):  # noqa: PT011
            job.load(broken())
        assert (job.is_loaded, job.total) == (False, 1)
        job.load([Position.from_moves("12", SMALL)])
        assert (job.is_loaded, job.total) == (True, 1)


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    with open_job(tmp_path) as job:
        with pytest.raises(GameOver, match="only positions with a side to move"):
            job.load([Position.from_moves("1212121", SMALL)])
        with pytest.raises(StoreError, match="Connect Four 7x6 in a job of Connect Four 5x4"):
            job.load([Position()])
        with pytest.raises(StoreError, match="Max-Connect4 5x4 in a job of Connect Four 5x4"):
            job.load([Position(rules=MAX_SMALL)])


def test_a_job_without_positions(tmp_path: Path) -> None:
    with open_job(tmp_path) as job:
        job.load([])
        assert run(job) == 0
        assert list(job.results()) == []


def test_a_position_without_a_result(tmp_path: Path) -> None:
    with open_job(tmp_path) as job:
        job.load([Position(rules=SMALL)])
        with pytest.raises(StoreError, match="has no result of a position with key"):
            job.result(Position(rules=SMALL))


def test_a_store_of_another_variant_or_size_is_refused(tmp_path: Path) -> None:
    open_job(tmp_path).close()
    with pytest.raises(StoreError, match="its variant is four, here it is max"):
        open_job(tmp_path, MAX_SMALL)
    with pytest.raises(StoreError, match="its result is scores alone, here it is scores of all columns"):
        open_job(tmp_path, wanted=Wanted.COLUMNS)
    with pytest.raises(StoreError, match="its size is 5x4, here it is 7x6"):
        Job.open(tmp_path / "work.sqlite", purpose="a test")


def test_tables_for_all_workers_must_fit(tmp_path: Path) -> None:
    with open_job(tmp_path) as job:
        job.load([Position(rules=SMALL)])
        with pytest.raises(TableError):
            job.run(workers=1000, table_mib=10**6)


# What goes wrong with workers.


@pytest.mark.compiled
def test_lost_workers_are_replaced(tmp_path: Path, here: type[InlinePool]) -> None:
    here.errors = [BrokenExecutor(), BrokenExecutor()]
    with open_job(tmp_path) as job:
        job.load(positions(20))
        assert run(job) == 20
    assert here.restarts >= 1
    assert sum(map(len, here.chunks)) == 20


def test_workers_that_are_lost_again_and_again(tmp_path: Path, here: type[InlinePool]) -> None:
    here.errors = [BrokenExecutor() for _ in range(100)]
    with open_job(tmp_path) as job:
        job.load(positions(20))
        with pytest.raises(WorkerError, match=f"ended {MAX_LOSSES} times before .* one killed by signal 9;"):
            run(job)


@pytest.mark.parametrize(
    ("trouble", "kind", "words"),
    [
        (ModuleNotFoundError("No module named 'claimeven'"), WorkerError, "a worker failed: ModuleNotFound"),
        (TableError("a table of 64 MiB is not possible"), TableError, "a table of 64 MiB"),
        (CancelledError(), WorkerError, "before their work was done"),
    ],
)
def test_what_a_worker_raises_is_reported(
    tmp_path: Path, here: type[InlinePool], trouble: BaseException, kind: type[Exception], words: str
) -> None:
    here.errors = [trouble] * 100
    with open_job(tmp_path) as job:
        job.load(positions(20))
        with pytest.raises(kind, match=words):
            run(job)


@pytest.mark.compiled
def test_a_wrong_answer_stops_the_job_with_both_shown(
    tmp_path: Path, here: type[InlinePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = here.submit

    def submit_and_meddle(pool: InlinePool, chunk: Chunk) -> Future[ChunkResult]:
        future = submit(pool, chunk)
        job._store.record(chunk, replace(future.result(), scores=bytes([99] * len(chunk))))
        return future

    monkeypatch.setattr(here, "submit", submit_and_meddle)
    with open_job(tmp_path) as job:
        job.load(positions(40))
        with pytest.raises(WrongScore, match=r"stored result of \+99, a worker says"):
            run(job)
        assert 99 in {stored.score for _, stored in job._store.results()}


@pytest.mark.compiled
def test_real_processes_give_the_same(
    tmp_path: Path, here: type[InlinePool], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = positions(40)
    (tmp_path / "here").mkdir()
    with open_job(tmp_path / "here") as job:
        job.load(wanted)
        run(job)
        expected = list(job.results())
    assert here.chunks
    monkeypatch.undo()
    with open_job(tmp_path) as job:
        job.load(wanted)
        assert run(job) == 40
        assert list(job.results()) == expected
    assert os.listdir(tmp_path / "here") == ["work.sqlite"]


def test_keys_of_the_largest_board_survive(tmp_path: Path) -> None:
    rules = MAX_CONNECT_FOUR.sized(8, 7)
    full_column = Position.from_moves("8888888", rules)
    with Job.open(tmp_path / "s", purpose="x", rules=rules) as job:
        job.load([full_column])
        (key,) = job._store.waiting(7, BEFORE_ALL_KEYS, 2)
        boards = Boards.from_keys(np.array([key], np.int64).view(np.uint64), rules)
        assert int(boards.keys[0]) == min(full_column.key, full_column.mirror().key)
