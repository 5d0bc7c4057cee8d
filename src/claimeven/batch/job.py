"""Job: many positions, solved once each by a pool of workers, with results in a store.

    with Job.open("work.sqlite", purpose="all positions of 8 plies") as job:
        job.load(positions)
        summary = job.run(workers=2)
        for position, result in job.results():
            ...

Killed at any moment, the same lines go on where it was: ``load`` has nothing to do, ``run`` solves what has
no result yet. A position and its mirror image are one; ``results`` gives the one with the smaller key.

A script that calls ``run`` with workers needs ``if __name__ == "__main__":``, since these import it.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from claimeven.batch.chunk import NO_SCORE, Chunk, Wanted
from claimeven.batch.job_run import JobProgress, JobRun, Summary
from claimeven.batch.store import Spent, Store, Stored
from claimeven.batch.worker_pool import DaskPool, LocalPool
from claimeven.errors import GameOver, StoreError
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.boards import Boards, boards_of_keys, boards_of_positions
from claimeven.solver.solver import DEFAULT_TABLE_MIB
from claimeven.solver.workspace import require_table

__all__ = ["Job", "JobProgress", "Result", "Summary", "Wanted"]

LOAD_TOGETHER = 20_000
LOADED = "loaded"  # what the store notes when all positions are in it: how many these are

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a position, and what else the job wanted.

    ``columns`` are the scores of all columns, None where no disc fits. ``moves`` are the first of the best
    columns, centre first (0-based), of the position and of its mirror image.
    """

    score: Score
    columns: tuple[Score | None, ...] | None = None
    moves: tuple[int, int] | None = None

    def mirror(self) -> Result:
        """The result of the mirror image."""
        return Result(self.score, self.columns and self.columns[::-1], self.moves and self.moves[::-1])


@dataclass(frozen=True, slots=True)
class Job:
    """Unfinished positions of the same rules, and their results; a context that closes them."""

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
        """The job whose store is at ``path``, begun or new; raises StoreError for the store of another job.

        ``purpose`` must name its positions without doubt. The scores of all columns cost about three times as
        much as the score of the position alone, its move or its best columns up to twice as much.
        """
        kind = {"variant": rules.name, "size": str(rules), "result": str(wanted), "purpose": purpose}
        return Job(Store(os.fspath(path), rules, kind), rules, wanted)

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store; others may open it then."""
        self._store.close()

    def discard(self) -> None:
        """Close the store and delete it."""
        self._store.discard()

    @property
    def path(self) -> str:
        """The file of the store."""
        return self._store.path

    @property
    def is_loaded(self) -> bool:
        """True when all positions are in the store."""
        return self._store.get_meta(LOADED) is not None

    def load(self, positions: Iterable[Position]) -> None:
        """Put the positions into the store, equal ones and mirror images once; nothing if they are there.

        Raises GameOver for a finished game: it has no result.
        """
        self.load_boards(self._boards(positions))

    def add(self, positions: Iterable[Position]) -> None:
        """Put more positions into the store, for jobs in which what is found decides what comes next.

        Those that are there stay as they are. Raises GameOver as ``load`` does.
        """
        for boards in self._boards(positions):
            self._add(boards)

    def load_boards(self, parts: Iterable[Boards]) -> None:
        """``load`` for positions in arrays, some thousand at a time."""
        if self.is_loaded:
            return
        self._store.clear()  # a load that was interrupted may have been one of other positions
        for boards in parts:
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
        """Solve all positions without a result, by ``workers`` processes here (default: up to one a core),
        or by the Dask cluster whose ``scheduler`` is at tcp://HOST:PORT.

        Raises WorkerError when workers or scheduler are lost, WrongScore when a result contradicts a stored
        one, and StoreError when the store cannot be written. What was stored by then stays.
        """
        chunk = Chunk(rules=self.rules, ply=0, keys=b"", wanted=self.wanted, book=book, table_mib=table_mib)
        run = JobRun(self._store, chunk, progress)
        if self.waiting:
            if scheduler is None:
                # Starting a worker takes a second: little work needs few of them.
                workers = workers or min(_cores(), 1 + int(run.seconds_left))
                require_table(table_mib * workers)
            with DaskPool(scheduler) if scheduler is not None else LocalPool(workers or 1) as pool:
                run.work(pool)
        return run.summary

    @property
    def waiting(self) -> int:
        """How many positions have no result yet."""
        return sum(self._store.counts(waiting=True).values())

    @property
    def total(self) -> int:
        """How many positions there are, mirror images once."""
        return sum(self._store.counts().values())

    @property
    def spent(self) -> list[Spent]:
        """What all runs together have cost, by number of discs: positions, nodes, CPU seconds."""
        return self._store.spent()

    def result(self, position: Position) -> Result:
        """The result of a position, also when its mirror image was solved; raises StoreError without one."""
        keys, mirrored = next(self._boards([position])).first_keys()
        stored = self._store.lookup(position.ply, int(keys.view(np.int64)[0]))
        if stored is None:
            raise StoreError(f"{self.path} has no result of a position with key {position.key}")
        result = self._result(position, stored)
        return result.mirror() if mirrored[0] else result

    def results(self) -> Iterator[tuple[Position, Result]]:
        """Every position that has a result, by number of discs and then by key (as signed number).

        Raises StoreError at the end if some of those that were loaded are no longer there.
        """
        missing = int(self._store.get_meta(LOADED) or 0) - self.waiting
        for part in _parts(self._store.results(), LOAD_TOGETHER):
            keys = np.array([key for key, _ in part], np.int64).view(np.uint64)
            positions = boards_of_keys(self.rules, keys).positions()
            for position, (_, stored) in zip(positions, part, strict=True):
                yield position, self._result(position, stored)
            missing -= len(part)
        if missing > 0:
            raise self._store.damaged()

    def _add(self, boards: Boards) -> None:
        if boards.over.any():
            raise GameOver("a finished game has no result; only positions with a side to move can be loaded")
        keys, firsts = np.unique(boards.first_keys()[0], return_index=True)
        self._store.add(boards.plies[firsts].tolist(), keys)

    def _boards(self, positions: Iterable[Position]) -> Iterator[Boards]:
        for part in _parts(positions, LOAD_TOGETHER):
            other = next((position.rules for position in part if position.rules != self.rules), None)
            if other is not None:
                job = f"{self.rules.title} {self.rules}"
                raise StoreError(f"a position of {other.title} {other} in a job of {job}")
            yield boards_of_positions(part)

    def _result(self, position: Position, stored: Stored) -> Result:
        def score(value: int) -> Score:
            return Score(value, position.left, self.rules)

        if stored.more is None:
            return Result(score(stored.score))
        values = np.frombuffer(stored.more, np.int8).tolist()
        if self.wanted == Wanted.MOVE:
            return Result(score(stored.score), moves=(values[0], values[1]))
        columns = tuple(None if value == NO_SCORE else score(value) for value in values)
        return Result(score(stored.score), columns=columns)


def _parts(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of up to ``size``."""
    iterator = iter(items)
    while part := list(itertools.islice(iterator, size)):
        yield part


def _cores() -> int:
    """The processor cores that this process may use, or all where the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
