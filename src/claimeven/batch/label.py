"""Label rows of moves with exact results, by a job that can be killed and resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO, NamedTuple

import numpy as np

from claimeven.batch.job import Job, Wanted
from claimeven.batch.rows import MOVES, RowBatch, Rows
from claimeven.batch.writers import WRITERS, Fields, FieldType, count_rows
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.solver.boards import Boards, best_columns
from claimeven.solver.limits import NO_SCORE

STORE_SUFFIX = ".work.sqlite"
ROWS = "rows"  # the number of rows of the input, in the metadata of the store
WRITTEN = "written"  # the state of the output file, likewise
RESULT_FIELDS: Fields = {
    "score": FieldType.NUMBER,
    "verdict": FieldType.TEXT,
    "plies": FieldType.NUMBER,
    "best": FieldType.COLUMNS,
    "columns": FieldType.BY_COLUMN,
}
FIELDS: Fields = {MOVES: FieldType.MOVES, **RESULT_FIELDS}
FIELDS_WITHOUT_COLUMNS: Fields = {
    name: field_type for name, field_type in FIELDS.items() if name != "columns"
}
OVER = "over"  # the verdict where there is no side to move


class Label(NamedTuple):
    """The output for one row. ``best`` are 0-based columns, centre first.

    ``columns`` are the scores of all columns, None where no disc fits. A finished game has no best column. In
    Connect Four it has no score either, and its verdict is ``over``; in Max-Connect4 it has its final margin,
    for the side that would be to move.
    """

    moves: str
    score: int | None
    verdict: str
    plies: int
    best: tuple[int, ...]
    columns: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Labelling:
    """Rows, their fingerprint, and the job that solves their positions; its store is beside the output."""

    rows: Rows
    fingerprint: str
    job: Job

    @staticmethod
    def open(rows: Rows, output: str, rules: Rules, *, columns: bool) -> Labelling:
        """Begin, or resume from the store; raise StoreError if the store is for other rows.

        With ``columns`` every column gets a score, otherwise only the best columns are found.
        """
        fingerprint = rows.fingerprint()
        purpose = f"labels of input with SHA-256 {fingerprint}"
        wanted = Wanted.COLUMNS if columns else Wanted.BEST
        job = Job.open(output + STORE_SUFFIX, purpose=purpose, rules=rules, wanted=wanted)
        return Labelling(rows, fingerprint, job)

    @property
    def count(self) -> int:
        """The number of rows, once they are loaded."""
        return int(self.job.get_meta(ROWS) or 0)

    def load(self, report_count: Callable[[int], None]) -> None:
        """Read all rows and put their positions into the store, reporting the number of rows read so far.

        Raise IllegalMove at the first row whose moves cannot be played, and ClaimevenError if the rows have
        changed.
        """

        def read_boards() -> Iterator[Boards]:
            count = 0
            for batch in self.rows.batches(self.job.rules, self.fingerprint):
                yield batch.boards.where(~batch.boards.over)
                count += len(batch.moves)
                report_count(count)
            self.job.set_meta(ROWS, str(count))

        self.job.load_boards(read_boards())

    def write(self, file: BinaryIO, suffix: str, report_count: Callable[[int], None]) -> None:
        """Write the labels of all rows, in their order, once every position has its result.

        Raise ClaimevenError if the rows have changed; the output is then useless.
        """
        fields = FIELDS if self.job.wanted == Wanted.COLUMNS else FIELDS_WITHOUT_COLUMNS
        write_rows = WRITERS[suffix]
        rows = ([label[: len(fields)] for label in labels] for _, labels in self.labels())
        write_rows(file, self.job.rules, fields, count_rows(rows, report_count))

    def labels(self) -> Iterator[tuple[Boards, Iterator[Label]]]:
        """Yield the positions and the labels of all rows, batch by batch."""
        for batch in self.rows.batches(self.job.rules, self.fingerprint):
            yield batch.boards, labels_of(self.job, batch)

    def mark_written(self, output: str) -> None:
        """Record that the output is complete."""
        self.job.set_meta(WRITTEN, _file_state(output))

    def is_written(self, output: str) -> bool:
        """Return whether the output exists and is unchanged since it was written."""
        return os.path.exists(output) and self.job.get_meta(WRITTEN) == _file_state(output)


def labels_of(job: Job, batch: RowBatch) -> Iterator[Label]:
    """Yield the label of each row, from the results of the job; raise StoreError if one is missing."""
    rules = job.rules
    boards = batch.boards
    is_over = boards.over
    column_scores = job.column_scores(boards)
    scores = np.where(is_over, boards.final_values, column_scores.max(axis=1))
    empty_cells = rules.cells - boards.plies.astype(np.int64)
    column_bits = 1 << np.arange(rules.columns)
    best_masks = best_columns(column_scores) @ column_bits
    values = zip(
        batch.moves,
        is_over.tolist(),
        scores.tolist(),
        empty_cells.tolist(),
        best_masks.tolist(),
        column_scores.tolist(),
        strict=True,
    )
    for moves, row_is_over, score, left, best_mask, row_scores in values:
        best = _columns_in_mask(best_mask, rules)
        columns = tuple([None if value == NO_SCORE else value for value in row_scores])
        has_score = not row_is_over or rules.variant.scores_finished_games
        if has_score:
            verdict, plies = _verdict_and_plies(score, left, rules)
            yield Label(moves.decode(), score, verdict, plies, best, columns)
        else:
            yield Label(moves.decode(), None, OVER, 0, best, columns)


@cache
def _verdict_and_plies(score: int, left: int, rules: Rules) -> tuple[str, int]:
    """Return the meaning of a score where ``left`` cells are empty."""
    meaning = Score(score, left, rules)
    return meaning.verdict, meaning.plies


@cache
def _columns_in_mask(mask: int, rules: Rules) -> tuple[int, ...]:
    """Return the columns of a mask that has one bit for each, centre first."""
    return tuple(column for column in rules.centre_first if (mask >> column) & 1)


def _file_state(path: str) -> str:
    """Return a text that changes when the file is written again."""
    stat = os.stat(path)
    return json.dumps({"bytes": stat.st_size, "changed": stat.st_mtime_ns})
