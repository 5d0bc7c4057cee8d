"""Labelling: rows of moves in, exact results out, by a job that can be killed and run again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO, NamedTuple

import numpy as np

from claimeven.batch.chunk import NO_SCORE, best_columns
from claimeven.batch.job import Job, Wanted
from claimeven.batch.rows import MOVES, Rows
from claimeven.batch.writers import WRITERS, Fields, Kind, counted
from claimeven.errors import StoreError
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver.boards import Boards, Scores

STORE_SUFFIX = ".work.sqlite"
ROWS, WRITTEN = "rows", "written"  # what the store notes about the input and the output
RESULT_FIELDS: Fields = {
    "score": Kind.NUMBER,
    "verdict": Kind.TEXT,
    "plies": Kind.NUMBER,
    "best": Kind.COLUMNS,
    "columns": Kind.BY_COLUMN,
}
FIELDS: Fields = {MOVES: Kind.MOVES, **RESULT_FIELDS}
FIELDS_WITHOUT_COLUMNS: Fields = {name: kind for name, kind in FIELDS.items() if name != "columns"}
OVER = "over"  # the verdict where there is no side to move


class Label(NamedTuple):
    """One row: ``best`` are 0-based columns, centre first; ``columns`` has None where no disc fits.

    A finished game has no best column. In Connect Four it has no score either, and its verdict is ``over``;
    in Max-Connect4 it has its final margin, for the side that would be to move.
    """

    moves: str
    score: int | None
    verdict: str
    plies: int
    best: tuple[int, ...]
    columns: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Labelling:
    """Rows with their fingerprint, and the job that solves them; its store stands beside the output."""

    rows: Rows
    fingerprint: str
    job: Job

    @staticmethod
    def open(rows: Rows, output: str, rules: Rules, *, columns: bool) -> Labelling:
        """Begin, or go on with what is in the store; raises StoreError if that has other rows.

        With ``columns`` all columns get a score, otherwise it is only found out which are best.
        """
        fingerprint = rows.fingerprint()
        purpose = f"labels of input with SHA-256 {fingerprint}"
        wanted = Wanted.COLUMNS if columns else Wanted.BEST
        job = Job.open(output + STORE_SUFFIX, purpose=purpose, rules=rules, wanted=wanted)
        return Labelling(rows, fingerprint, job)

    @property
    def count(self) -> int:
        """The number of rows, once they are loaded."""
        return int(self.job._store.get_meta(ROWS) or 0)

    def load(self, tell: Callable[[int], None]) -> None:
        """Read all rows and put their positions into the store; raises IllegalMove at the first bad one, and
        ClaimevenError if they are not those that the store is for.

        ``tell`` is called with the number of rows that have been read.
        """

        def parts() -> Iterator[Boards]:
            count = 0
            for boards, games in self.rows.parts(self.job.rules, self.fingerprint):
                yield boards.where(~boards.over)
                count += len(games)
                tell(count)
            self.job._store.set_meta(ROWS, str(count))

        self.job.load_boards(parts())

    def write(self, file: BinaryIO, suffix: str, tell: Callable[[int], None]) -> None:
        """Write the labels of all rows, in their order, once every position has its result.

        Raises ClaimevenError if the rows have changed since: what is written is then of no use.
        """
        fields = FIELDS if self.job.wanted == Wanted.COLUMNS else FIELDS_WITHOUT_COLUMNS
        parts = ([label[: len(fields)] for label in labels] for _, labels in self.labels())
        WRITERS[suffix](file, self.job.rules, fields, counted(parts, tell))

    def labels(self) -> Iterator[tuple[Boards, Iterator[Label]]]:
        """The positions and the labels of all rows, some thousand at a time."""
        for boards, games in self.rows.parts(self.job.rules, self.fingerprint):
            yield boards, labels_of(self.job, games, boards)

    def note_written(self, output: str) -> None:
        """Remember that the output is complete."""
        self.job._store.set_meta(WRITTEN, _state(output))

    def is_written(self, output: str) -> bool:
        """True when the output stands there as it was written."""
        return os.path.exists(output) and self.job._store.get_meta(WRITTEN) == _state(output)


def labels_of(job: Job, games: list[bytes], boards: Boards) -> Iterator[Label]:
    """The label of each row, from the results of the job; raises StoreError if one has none."""
    columns = _columns(job, boards)
    over = boards.over
    masks = best_columns(columns) @ (1 << np.arange(columns.shape[1]))
    scores = np.where(over, boards.final_values, columns.max(axis=1))
    lefts = boards.rules.cells - boards.plies.astype(np.int64)
    numbers = (array.tolist() for array in (over, scores, lefts, masks, columns))
    for moves, is_over, score, left, mask, values in zip(games, *numbers, strict=True):
        fitting = tuple([None if value == NO_SCORE else value for value in values])
        result: tuple[int | None, str, int] = (None, OVER, 0)
        if not is_over or job.rules.variant.scores_finished_games:
            result = (score, *_meaning(score, left, job.rules))
        yield Label(moves.decode(), *result, _columns_of(mask, job.rules), fitting)


def _columns(job: Job, boards: Boards) -> Scores:
    """The scores of the columns of every board, NO_SCORE everywhere for a finished one."""
    columns = np.full((len(boards), boards.rules.columns), NO_SCORE, np.int8)
    waiting = ~boards.over
    keys, mirrored = boards.where(waiting).first_keys()
    distinct, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    plies = boards.plies[waiting][firsts]
    found = job._store.lookups(zip(plies.tolist(), distinct.view(np.int64).tolist(), strict=True))
    rows = [b"" if stored is None else stored.more or b"" for stored in found]
    if not all(rows):
        raise StoreError(
            f"{job._store.path} lacks the result of a row: the input has changed since it was first read, or "
            "the store is damaged"
        )
    solved = np.frombuffer(b"".join(rows), np.int8).reshape(-1, boards.rules.columns)[places]
    columns[waiting] = np.where(mirrored[:, None], solved[:, ::-1], solved)
    return columns


@cache
def _meaning(score: int, left: int, rules: Rules) -> tuple[str, int]:
    """Verdict and plies of a score where so many cells are left."""
    value = Score(score, left, rules)
    return value.verdict, value.plies


@cache
def _columns_of(mask: int, rules: Rules) -> tuple[int, ...]:
    """The columns of a mask that has a bit for each, centre first."""
    return tuple(column for column in rules.centre_first if mask >> column & 1)


def _state(output: str) -> str:
    """What distinguishes a file from an earlier or later one of that name."""
    found = os.stat(output)
    return json.dumps({"bytes": found.st_size, "changed": found.st_mtime_ns})
