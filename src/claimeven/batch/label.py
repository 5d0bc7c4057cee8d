"""Labelling: rows of moves in, exact results out, by a job that can be killed and run again."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from claimeven.batch.job import Job, Wanted
from claimeven.batch.label_files import WRITERS
from claimeven.batch.labels import labels_of
from claimeven.batch.rows import boards_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from claimeven.batch.rows import Rows
    from claimeven.rules.rules import Rules
    from claimeven.search.arrays import Boards

STORE_SUFFIX = ".work.sqlite"
ROWS, WRITTEN = "rows", "written"  # what the store notes about the input and the output


@dataclass(frozen=True, slots=True)
class Labelling:
    """Rows, and the job that solves them; its store stands beside the output."""

    rows: Rows
    job: Job

    @staticmethod
    def open(rows: Rows, output: str, rules: Rules, *, columns: bool) -> Labelling:
        """Begin, or go on with what is in the store; raises StoreError if that has other rows.

        With ``columns`` all columns get a score, otherwise it is only found out which are best.
        """
        purpose = f"labels of input with SHA-256 {rows.fingerprint()}"
        store = output + STORE_SUFFIX
        wanted = Wanted.COLUMNS if columns else Wanted.BEST
        return Labelling(rows, Job.open(store, purpose=purpose, rules=rules, wanted=wanted))

    @property
    def count(self) -> int:
        """The number of rows, once they are loaded."""
        return int(self.job.store.fact(ROWS) or 0)

    def load(self, tell: Callable[[int], None]) -> None:
        """Read all rows and put their positions into the store; raises IllegalMove at the first bad one.

        ``tell`` hears how many rows have been read.
        """
        if self.job.is_loaded:
            return
        count = 0

        def parts() -> Iterator[Boards]:
            nonlocal count
            for boards, games in self._parts():
                yield boards.where(~boards.over)
                count += len(games)
                tell(count)
            self.job.store.note(ROWS, str(count))

        self.job.load_boards(parts())

    def write(self, file: BinaryIO, suffix: str, tell: Callable[[int], None]) -> None:
        """Write the labels of all rows, in their order, once every position has its result."""
        count = 0
        columns = self.job.wanted == Wanted.COLUMNS
        with contextlib.closing(WRITERS[suffix](file, self.job.rules, columns)) as writer:
            for boards, games in self._parts():
                writer.write(labels_of(self.job, games, boards))
                count += len(games)
                tell(count)

    def note_written(self, output: str) -> None:
        """Remember that the output is complete."""
        self.job.store.note(WRITTEN, _state(output))

    def is_written(self, output: str) -> bool:
        """True when the output stands there as it was written."""
        return os.path.exists(output) and self.job.store.fact(WRITTEN) == _state(output)

    def _parts(self) -> Iterator[tuple[Boards, list[bytes]]]:
        for part in self.rows.parts():
            yield boards_of(self.rows, part, self.job.rules), part.games


def _state(output: str) -> str:
    """What tells a file from an earlier or later one of that name."""
    found = os.stat(output)
    return json.dumps({"bytes": found.st_size, "changed": found.st_mtime_ns})
