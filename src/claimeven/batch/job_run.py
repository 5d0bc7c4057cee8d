"""JobRun: one run of a job. It cuts chunks of similar cost, submits them to a pool and stores the results."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from claimeven.batch.chunk import Chunk, ChunkResult, Wanted
from claimeven.batch.store import BEFORE_ALL_KEYS, Store
from claimeven.batch.worker_pool import DaskPool, LocalPool, worker_failed
from claimeven.errors import ClaimevenError, WorkerError
from claimeven.rules.rules import Rules
from claimeven.rules.variant import FOUR, MAX
from claimeven.solver.limits import NO_COST

WorkerPool = DaskPool | LocalPool

CHUNKS_IN_FLIGHT = 2  # for each worker: one is being solved while the next is on its way
MAX_LOSSES = 3  # a chunk that kills its worker must not do so forever
POLL_SECONDS = 1.0

CHUNK_SECONDS = 10.0  # submitting and storing a chunk takes milliseconds; losing one costs this much
TRIAL_SECONDS = 1.0  # while nothing is known about positions of this number of discs
MIN_CHUNK_SECONDS = 0.1
CHUNKS_PER_WORKER = 4  # the rest of the work is cut finely, so that no worker waits long for the last one
MAX_CHUNK_POSITIONS = 20_000  # late positions take microseconds; memory limits their chunks


class FirstGuess(NamedTuple):
    """The seconds that a position with ``left`` empty cells takes, and their ``growth`` for one more cell."""

    left: int
    seconds: float
    growth: float


# Measured on one core with random games, Connect Four at 13 to 34 discs, Max-Connect4 at 20 to 34. Only the
# sizes of the first chunks depend on it.
FIRST_GUESSES = {
    FOUR: FirstGuess(29, 4e-3, 1.5),
    MAX: FirstGuess(22, 6e-3, 1.7),
}
# The cost relative to that of the score alone.
COST_FACTORS = {Wanted.SCORE: 1, Wanted.BEST: 2, Wanted.COLUMNS: 3, Wanted.MOVE: 2}
MIN_POSITION_SECONDS = 5e-6  # however near the end


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """The progress of a job: positions ``solved`` by all runs, and by this one, ``now``, in ``seconds``.

    ``seconds_left`` is an estimate; None before the first result and while there is no worker.
    """

    solved: int
    total: int
    now: int
    seconds: float
    seconds_left: float | None
    workers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The result of a run: it ``solved`` positions, of ``total`` in the job, at this cost."""

    total: int
    solved: int
    nodes: int
    cpu_seconds: float
    seconds: float


class Costs:
    """Expected seconds per position of a job: a guess by the number of discs, which every result corrects.

    They decide the size of the chunks, and the time left that is reported.
    """

    def __init__(self, rules: Rules, wanted: Wanted) -> None:
        guess = FIRST_GUESSES[rules.variant]
        self._guessed_ply = rules.cells - guess.left
        self._guessed_seconds = guess.seconds * COST_FACTORS[wanted]
        self._growth = guess.growth
        self.learnt: dict[int, tuple[int, float]] = {}  # positions and seconds by number of discs

    def learn(self, ply: int, positions: int, seconds: float) -> None:
        """Record what solved positions have cost."""
        known_positions, known_seconds = self.learnt.get(ply, (0, 0.0))
        self.learnt[ply] = (known_positions + positions, known_seconds + seconds)

    def expect(self, ply: int) -> float:
        """Return the expected seconds of a position: the mean so far, or a guess from the nearest ply."""
        if not self.learnt:
            return self._guess(ply)
        nearest = min(self.learnt, key=lambda known: abs(known - ply))
        positions, seconds = self.learnt[nearest]
        mean = seconds / positions
        return mean * self._guess(ply) / self._guess(nearest)

    def chunk_size(self, ply: int, seconds_left: float, workers: int) -> int:
        """Return how many positions make a chunk; all the work takes one worker ``seconds_left``."""
        longest = CHUNK_SECONDS if ply in self.learnt else TRIAL_SECONDS
        share = seconds_left / (workers * CHUNKS_PER_WORKER)
        seconds = max(MIN_CHUNK_SECONDS, min(longest, share))
        positions = int(seconds / self.expect(ply))
        return max(1, min(MAX_CHUNK_POSITIONS, positions))

    def _guess(self, ply: int) -> float:
        """Return the seconds of a position before anything was measured."""
        return MIN_POSITION_SECONDS + self._guessed_seconds * self._growth ** (self._guessed_ply - ply)


class JobRun:
    """One run on ``store``; ``template`` is a chunk without keys, from which the chunks are made."""

    def __init__(self, store: Store, template: Chunk, progress: Callable[[JobProgress], None] | None) -> None:
        self._store = store
        self._costs = Costs(template.rules, template.wanted)
        self._template = template
        self._progress = progress
        self._start = time.monotonic()
        self._waiting = store.counts(waiting=True)
        self._total = sum(store.counts().values())
        self._solved_before = self._solved
        self._spent = NO_COST
        for spent in store.spent():
            self._costs.learn(spent.ply, spent.positions, spent.seconds)

    @property
    def _solved(self) -> int:
        return self._total - sum(self._waiting.values())

    @property
    def summary(self) -> Summary:
        """The result of the run so far."""
        return Summary(
            total=self._total,
            solved=self._solved - self._solved_before,
            nodes=self._spent.nodes,
            cpu_seconds=self._spent.cpu_seconds,
            seconds=time.monotonic() - self._start,
        )

    def work(self, pool: WorkerPool) -> None:
        """Solve all waiting positions; raise WorkerError when the workers or their scheduler are lost."""
        for _ in range(MAX_LOSSES):
            try:
                return self._submit_chunks(pool)
            except BrokenExecutor:
                ending = pool.restart()
        raise WorkerError(
            f"worker processes ended {MAX_LOSSES} times before their work was done, the last one {ending}; "
            "what was solved is stored: rerun the command to resume"
        )

    def _submit_chunks(self, pool: WorkerPool) -> None:
        """Submit chunks and store results until none are left; raise BrokenExecutor if a worker dies."""
        chunks = self._chunks(pool)
        running: dict[Future[ChunkResult], Chunk] = {}
        while True:
            self._report_progress(pool)
            free = CHUNKS_IN_FLIGHT * max(1, pool.workers) - len(running)
            for chunk in itertools.islice(chunks, max(0, free)):
                running[pool.submit(chunk)] = chunk
            if not running:
                return
            done, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            errors = []
            for future in done:
                chunk = running.pop(future)
                error = _error_of(future)
                if error is None:
                    self._record(chunk, future.result())
                else:
                    errors.append(error)
            if errors:
                raise errors[0]  # only now, so that all results are stored

    def _chunks(self, pool: WorkerPool) -> Iterator[Chunk]:
        """Yield chunks of neighbours by key, which share table entries; positions with few discs first."""
        for ply in sorted(self._waiting):
            after = BEFORE_ALL_KEYS
            while True:
                size = self._costs.chunk_size(ply, self.seconds_left, max(1, pool.workers))
                keys = self._store.waiting(ply, after, size)
                if not keys:
                    break
                after = keys[-1]
                yield replace(self._template, ply=ply, keys=np.array(keys, np.int64).tobytes())

    def _record(self, chunk: Chunk, result: ChunkResult) -> None:
        """Store the results of a chunk, and learn from their cost."""
        self._store.record(chunk, result)
        self._waiting[chunk.ply] -= len(chunk)
        self._costs.learn(chunk.ply, len(chunk), result.seconds)
        self._spent += result

    @property
    def seconds_left(self) -> float:
        """The seconds that one worker would need for all waiting positions."""
        return sum(number * self._costs.expect(ply) for ply, number in self._waiting.items())

    def _report_progress(self, pool: WorkerPool) -> None:
        if self._progress is None:
            return
        workers = pool.workers
        seconds_left = None
        if workers and self._costs.learnt:
            seconds_left = self.seconds_left / workers
        self._progress(
            JobProgress(
                solved=self._solved,
                total=self._total,
                now=self._solved - self._solved_before,
                seconds=time.monotonic() - self._start,
                seconds_left=seconds_left,
                workers=workers,
            )
        )


def _error_of(future: Future[ChunkResult]) -> BaseException | None:
    """Return what to raise for a chunk that is done; None if it has a result."""
    if future.cancelled():  # Dask cancels all chunks when it loses the scheduler
        return BrokenExecutor()
    error = future.exception()
    if error is None or isinstance(error, BrokenExecutor | ClaimevenError):
        return error
    return worker_failed(error)
