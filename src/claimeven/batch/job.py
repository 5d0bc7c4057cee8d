"""Job: many positions, solved once each by a pool of workers, with results in a store.

    with Job.open("work.sqlite", purpose="all positions of 8 plies") as job:
        job.load(positions)
        summary = job.run(workers=2)
        for position, result in job.results():
            ...

After a kill at any moment, the same lines resume the job: ``load`` has nothing to do, ``run`` solves what has
no result yet. A position and its mirror image count as one; ``results`` yields the one with the smaller key.

A script must call ``run`` under ``if __name__ == "__main__":``, because the workers import the script.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from claimeven.batch.chunk import Chunk, Wanted
from claimeven.batch.job_run import JobProgress, JobRun, Summary
from claimeven.batch.store import PlyCost, Store, StoredResult
from claimeven.batch.worker_pool import DaskPool, LocalPool
from claimeven.errors import GameOver, StoreError
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.boards import Boards, Scores
from claimeven.solver.limits import NO_SCORE
from claimeven.solver.solver import DEFAULT_TABLE_MIB
from claimeven.solver.workspace import require_table

__all__ = ["Job", "JobProgress", "Result", "Summary", "Wanted"]

BATCH_POSITIONS = 20_000
LOADED = "loaded"  # the number of positions once all are in the store, in its metadata

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a position, and the other results that the job computes.

    ``columns`` are the scores of all columns, None where no disc fits. ``moves`` are the moves of the
    position and of its mirror image: the first of the best columns (0-based), centre first.
    """

    score: Score
    columns: tuple[Score | None, ...] | None = None
    moves: tuple[int, int] | None = None

    def mirror(self) -> Result:
        """Return the result of the mirror image."""
        columns = None
        if self.columns is not None:
            columns = self.columns[::-1]
        moves = None
        if self.moves is not None:
            move, mirrored_move = self.moves
            moves = (mirrored_move, move)
        return Result(self.score, columns, moves)


@dataclass(frozen=True, slots=True)
class Job:
    """Unfinished positions of the same rules, and their results; a context manager that closes the store."""

    _store: Store
    rules: Rules
    wanted: Wanted

    @staticmethod
    def open(
        path: str | os.PathLike[str],
        *,
        purpose: str,
        rules: Rules = CONNECT_FOUR,
        wanted: Wanted = Wanted.SCORE,
    ) -> Job:
        """Create the job with its store at ``path``, or resume it; raise StoreError for another job's store.

        ``purpose`` must identify the positions. Scores of all columns take about three times as long as the
        score of the position alone, its move or its best columns up to twice as long.
        """
        description = {"variant": rules.name, "size": str(rules), "result": str(wanted), "purpose": purpose}
        return Job(Store(os.fspath(path), rules, description), rules, wanted)

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store, so that another process may open it."""
        self._store.close()

    def discard(self) -> None:
        """Close the store and delete it."""
        self._store.discard()

    @property
    def path(self) -> str:
        """The path of the store."""
        return self._store.path

    @property
    def is_loaded(self) -> bool:
        """True when all positions are in the store."""
        return self._store.get_meta(LOADED) is not None

    def load(self, positions: Iterable[Position]) -> None:
        """Put the positions into the store, equal ones and mirror images once, unless it is already loaded.

        Raise GameOver for a finished game, which has no result.
        """
        self.load_boards(self._boards(positions))

    def add(self, positions: Iterable[Position]) -> None:
        """Put more positions into the store, for jobs whose results decide what is solved next.

        Positions that are already there stay as they are. Raise GameOver as ``load`` does.
        """
        for boards in self._boards(positions):
            self._add(boards)

    def load_boards(self, batches: Iterable[Boards]) -> None:
        """Load positions in arrays, as ``load`` does."""
        if self.is_loaded:
            return
        self._store.clear()  # an interrupted load may have had other positions
        for boards in batches:
            self._add(boards)
        self._store.set_meta(LOADED, str(self.total))

    def run(
        self,
        *,
        workers: int | None = None,
        scheduler: str | None = None,
        book: bool = True,
        table_mib: int = DEFAULT_TABLE_MIB,
        progress: Callable[[JobProgress], None] | None = None,
    ) -> Summary:
        """Solve all positions without a result, and return what this run did.

        ``workers`` local processes solve them (default: at most one per core), or the Dask cluster whose
        ``scheduler`` is at tcp://HOST:PORT.

        Raise WorkerError when workers or scheduler are lost, WrongScore when a result contradicts a stored
        one, and StoreError when the store cannot be written. Results stored by then are kept.
        """
        chunk = Chunk(rules=self.rules, ply=0, keys=b"", wanted=self.wanted, book=book, table_mib=table_mib)
        run = JobRun(self._store, chunk, progress)
        if self.waiting == 0:
            return run.summary
        if scheduler is not None:
            with DaskPool(scheduler) as dask_pool:
                run.work(dask_pool)
        else:
            if workers is None:
                # Starting a worker takes a second: little work needs few of them.
                workers = min(_available_cores(), 1 + int(run.seconds_left))
            require_table(table_mib * workers)
            with LocalPool(workers) as local_pool:
                run.work(local_pool)
        return run.summary

    @property
    def waiting(self) -> int:
        """The number of positions without a result."""
        return sum(self._store.counts(waiting=True).values())

    @property
    def total(self) -> int:
        """The number of positions, mirror images once."""
        return sum(self._store.counts().values())

    @property
    def spent(self) -> list[PlyCost]:
        """The cost of all runs together, by number of discs."""
        return self._store.spent()

    def result(self, position: Position) -> Result:
        """Return the result of a position; raise StoreError if neither it nor its mirror image was solved."""
        keys, mirrored = next(self._boards([position])).first_keys()
        stored = self._store.lookup(position.ply, int(keys.view(np.int64)[0]))
        if stored is None:
            raise StoreError(f"{self.path} has no result of a position with key {position.key}")
        result = self._result(position, stored)
        return result.mirror() if mirrored[0] else result

    def results(self) -> Iterator[tuple[Position, Result]]:
        """Yield every position that has a result, by number of discs and then by key (as a signed number).

        Raise StoreError at the end if some of the positions that were loaded are no longer there.
        """
        missing = int(self._store.get_meta(LOADED) or 0) - self.waiting
        for batch in _batched(self._store.results(), BATCH_POSITIONS):
            keys = np.array([key for key, _ in batch], np.int64).view(np.uint64)
            positions = Boards.from_keys(keys, self.rules).positions()
            for position, (_, stored) in zip(positions, batch, strict=True):
                yield position, self._result(position, stored)
            missing -= len(batch)
        if missing > 0:
            raise self._store.damaged()

    def column_scores(self, boards: Boards) -> Scores:
        """Return the scores of the columns of every board, NO_SCORE everywhere for a finished one.

        Raise StoreError if a board has no result, or one without scores of columns.
        """
        is_open = ~boards.over
        keys, is_mirrored = boards.where(is_open).first_keys()
        distinct_keys, first_indexes, key_indexes = np.unique(keys, return_index=True, return_inverse=True)
        plies = boards.plies[is_open][first_indexes]
        positions = zip(plies.tolist(), distinct_keys.view(np.int64).tolist(), strict=True)
        stored_scores = []
        for result in self._store.lookups(positions):
            if result is None or not result.more:
                raise StoreError(
                    f"{self.path} lacks the result of a row: the input has changed since it was first "
                    "read, or the store is damaged"
                )
            stored_scores.append(result.more)
        distinct_scores = np.frombuffer(b"".join(stored_scores), np.int8).reshape(-1, self.rules.columns)
        open_scores = distinct_scores[key_indexes]
        scores = np.full((len(boards), self.rules.columns), NO_SCORE, np.int8)
        scores[is_open] = np.where(is_mirrored[:, None], open_scores[:, ::-1], open_scores)
        return scores

    def get_meta(self, name: str) -> str | None:
        """Return what was stored with the job under a name, None if nothing was."""
        return self._store.get_meta(name)

    def set_meta(self, name: str, value: str) -> None:
        """Store a text with the job under a name."""
        self._store.set_meta(name, value)

    def _add(self, boards: Boards) -> None:
        """Put positions into the store; raise GameOver for a finished one."""
        if boards.over.any():
            raise GameOver("a finished game has no result; only positions with a side to move can be loaded")
        keys, _ = boards.first_keys()
        distinct_keys, indexes = np.unique(keys, return_index=True)
        self._store.add(boards.plies[indexes].tolist(), distinct_keys)

    def _boards(self, positions: Iterable[Position]) -> Iterator[Boards]:
        """Yield positions as arrays; raise StoreError for a position of other rules."""
        for batch in _batched(positions, BATCH_POSITIONS):
            for position in batch:
                other = position.rules
                if other != self.rules:
                    raise StoreError(
                        f"a position of {other.title} {other} in a job of {self.rules.title} {self.rules}"
                    )
            yield Boards.from_positions(batch)

    def _result(self, position: Position, stored: StoredResult) -> Result:
        """Return a stored result with its numbers as Scores."""

        def score(value: int) -> Score:
            return Score(value, position.left, self.rules)

        if stored.more is None:
            return Result(score(stored.score))
        values = np.frombuffer(stored.more, np.int8).tolist()
        if self.wanted == Wanted.MOVE:
            return Result(score(stored.score), moves=(values[0], values[1]))
        columns = tuple(None if value == NO_SCORE else score(value) for value in values)
        return Result(score(stored.score), columns=columns)


def _batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items in lists of up to ``size``."""
    iterator = iter(items)
    while True:
        batch = list(itertools.islice(iterator, size))
        if not batch:
            return
        yield batch


def _available_cores() -> int:
    """Return how many processor cores this process may use; all of them where the system does not say."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
