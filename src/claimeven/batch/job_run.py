"""JobRun: one run of a job. It cuts chunks by their cost, has a pool solve them and stores the results."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, replace

import numpy as np

from claimeven.batch.chunk import Chunk, ChunkResult, Wanted
from claimeven.batch.store import BEFORE_ALL_KEYS, Store
from claimeven.batch.worker_pool import DaskPool, LocalPool, worker_failed
from claimeven.errors import ClaimevenError, WorkerError
from claimeven.rules.rules import Rules
from claimeven.rules.variant import FOUR, MAX
from claimeven.solver.limits import NO_COST

WorkerPool = DaskPool | LocalPool

CHUNKS_IN_FLIGHT = 2  # for each worker: one is solved while the next is on its way
MAX_LOSSES = 3  # a chunk that kills its worker must not do so for ever
POLL_SECONDS = 1.0

CHUNK_SECONDS = 10.0  # handing out and storing a chunk takes milliseconds; a lost one costs this much
TRIAL_SECONDS = 1.0  # while nothing is known about positions of this many discs
SHORTEST_SECONDS = 0.1
UNITS_PER_WORKER = 4  # of what is left, so that no worker waits long for the last one
MAX_TOGETHER = 20_000  # end positions take microseconds; their chunks are bounded by memory

# Seconds of a position with this many cells left, and the factor for one more: measured on one core with
# random games, Connect Four at 13 to 34 discs, Max-Connect4 at 20 to 34. Only the first chunks go by them.
FIRST_GUESS = {FOUR: (29, 4e-3, 1.5), MAX: (22, 6e-3, 1.7)}
TIMES = {Wanted.SCORE: 1, Wanted.BEST: 2, Wanted.COLUMNS: 3, Wanted.MOVE: 2}  # the cost of the score alone


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProgress:
    """How far a job is: positions ``solved`` by all runs, and ``now``, in the ``seconds`` of this one.

    ``seconds_left`` is expected; None before the first answer, and while there is no worker.
    """

    solved: int
    total: int
    now: int
    seconds: float
    seconds_left: float | None
    workers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a run has done: positions ``solved`` by it, of ``total`` in the job, and what they cost."""

    total: int
    solved: int
    nodes: int
    cpu_seconds: float
    seconds: float


class Costs:
    """Expected seconds per position of one job: a guess by its number of discs, which every answer corrects.

    They decide the size of the chunks, and the time that a run still needs.
    """

    def __init__(self, rules: Rules, wanted: Wanted) -> None:
        left, seconds, self._growth = FIRST_GUESS[rules.variant]
        self._ply, self._seconds = rules.cells - left, seconds * TIMES[wanted]
        self.learnt: dict[int, tuple[int, float]] = {}  # positions and seconds by number of discs

    def learn(self, ply: int, positions: int, seconds: float) -> None:
        """Take note of what positions have cost."""
        known_positions, known_seconds = self.learnt.get(ply, (0, 0.0))
        self.learnt[ply] = known_positions + positions, known_seconds + seconds

    def expect(self, ply: int) -> float:
        """Seconds of one position: the mean so far, or a guess from the nearest number of discs known."""
        if not self.learnt:
            return self._guess(ply)
        nearest = min(self.learnt, key=lambda known: abs(known - ply))
        positions, seconds = self.learnt[nearest]
        return seconds / positions * self._guess(ply) / self._guess(nearest)

    def together(self, ply: int, seconds_left: float, workers: int) -> int:
        """How many positions of ``ply`` discs make a chunk; one worker needs ``seconds_left`` for all."""
        longest = CHUNK_SECONDS if ply in self.learnt else TRIAL_SECONDS
        share = seconds_left / (workers * UNITS_PER_WORKER)
        seconds = max(SHORTEST_SECONDS, min(longest, share))
        return max(1, min(MAX_TOGETHER, int(seconds / self.expect(ply))))

    def _guess(self, ply: int) -> float:
        # Every position costs some microseconds, however near the end.
        return 5e-6 + self._seconds * self._growth ** (self._ply - ply)


class JobRun:
    """One run on ``store``; ``chunk`` is a pattern without keys for the chunks to be made."""

    def __init__(self, store: Store, chunk: Chunk, progress: Callable[[JobProgress], None] | None) -> None:
        self._store = store
        self._costs = Costs(chunk.rules, chunk.wanted)
        self._chunk = chunk
        self._progress = progress
        self._start = time.monotonic()
        self._waiting = store.counts(waiting=True)
        self._total = sum(store.counts().values())
        self._before = self._solved
        self._spent = NO_COST
        for spent in store.spent():
            self._costs.learn(spent.ply, spent.positions, spent.seconds)

    @property
    def _solved(self) -> int:
        return self._total - sum(self._waiting.values())

    @property
    def summary(self) -> Summary:
        """What has been done so far."""
        return Summary(
            total=self._total,
            solved=self._solved - self._before,
            nodes=self._spent.nodes,
            cpu_seconds=self._spent.cpu_seconds,
            seconds=time.monotonic() - self._start,
        )

    def work(self, pool: WorkerPool) -> None:
        """Solve all that waits; raises WorkerError when the workers or their scheduler are lost."""
        for _ in range(MAX_LOSSES):
            try:
                return self._work(pool)
            except BrokenExecutor:
                ending = pool.restart()
        raise WorkerError(
            f"worker processes ended {MAX_LOSSES} times before their work was done, the last one {ending}; "
            "what was solved is stored: run the same command again to go on"
        )

    def _work(self, pool: WorkerPool) -> None:
        chunks = self._chunks(pool)
        running: dict[Future[ChunkResult], Chunk] = {}
        while True:
            self._tell(pool)
            free = CHUNKS_IN_FLIGHT * max(1, pool.workers) - len(running)
            for chunk in itertools.islice(chunks, max(0, free)):
                running[pool.submit(chunk)] = chunk
            if not running:
                return
            done, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            troubles = []
            for future in done:
                chunk = running.pop(future)
                if (trouble := _trouble(future)) is None:
                    self._record(chunk, future.result())
                else:
                    troubles.append(trouble)
            if troubles:
                raise troubles[0]  # now that no answer gets lost with it

    def _chunks(self, pool: WorkerPool) -> Iterator[Chunk]:
        """Neighbours by key, which share a table; few discs first: the longest work must not come last."""
        for ply in sorted(self._waiting):
            after = BEFORE_ALL_KEYS
            while True:
                most = self._costs.together(ply, self.seconds_left, max(1, pool.workers))
                keys = self._store.waiting(ply, after, most)
                if not keys:
                    break
                after = keys[-1]
                yield replace(self._chunk, ply=ply, keys=np.array(keys, np.int64).tobytes())

    def _record(self, chunk: Chunk, answer: ChunkResult) -> None:
        self._store.record(chunk, answer)
        self._waiting[chunk.ply] -= len(chunk)
        self._costs.learn(chunk.ply, len(chunk), answer.seconds)
        self._spent += answer

    @property
    def seconds_left(self) -> float:
        """What one worker would need for all that waits."""
        return sum(number * self._costs.expect(ply) for ply, number in self._waiting.items())

    def _tell(self, pool: WorkerPool) -> None:
        if self._progress is None:
            return
        workers = pool.workers
        is_known = workers and self._costs.learnt
        self._progress(
            JobProgress(
                solved=self._solved,
                total=self._total,
                now=self._solved - self._before,
                seconds=time.monotonic() - self._start,
                seconds_left=self.seconds_left / workers if is_known else None,
                workers=workers,
            )
        )


def _trouble(future: Future[ChunkResult]) -> BaseException | None:
    """What is to be raised for a chunk that is done but has no answer."""
    if future.cancelled():  # as Dask does with all chunks when it loses the scheduler
        return BrokenExecutor()
    error = future.exception()
    if error is None or isinstance(error, BrokenExecutor | ClaimevenError):
        return error
    return worker_failed(error)
