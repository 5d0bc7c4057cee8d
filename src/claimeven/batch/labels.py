"""Labels: what the results of a job say about each row of moves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from claimeven.batch.unit import NO_SCORE, best_columns
from claimeven.errors import StoreError
from claimeven.rules.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from claimeven.batch.job import Job
    from claimeven.rules.rules import Rules
    from claimeven.search.arrays import Boards, Scores

OVER = "over"  # the verdict where nobody is to move


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


def labels_of(job: Job, games: list[bytes], boards: Boards) -> Iterator[Label]:
    """The label of each row, from the results of the job; raises StoreError if one has none."""
    columns = _columns(job, boards)
    over = boards.over
    masks = best_columns(columns) @ (1 << np.arange(columns.shape[1]))
    scores = np.where(over, boards.final_values, columns.max(axis=1))
    lefts = boards.rules.cells - boards.plies.astype(np.int64)
    meaning, columns_of = _meanings(job.rules), _columns_of_masks(boards.rules)
    rows = zip(
        games, over.tolist(), scores.tolist(), lefts.tolist(), masks.tolist(), columns.tolist(), strict=True
    )
    for moves, is_over, score, left, mask, values in rows:
        fitting = tuple([None if value == NO_SCORE else value for value in values])
        if is_over and job.rules.line_ends_game:
            yield Label(moves.decode(), None, OVER, 0, (), fitting)
        else:
            yield Label(moves.decode(), score, *meaning(score, left), columns_of(mask), fitting)


def _columns(job: Job, boards: Boards) -> Scores:
    """The scores of the columns of every board, NO_SCORE everywhere for a finished one."""
    columns = np.full((len(boards), boards.rules.columns), NO_SCORE, np.int8)
    waiting = ~boards.over
    keys, mirrored = boards.where(waiting).first_keys()
    distinct, firsts, places = np.unique(keys, return_index=True, return_inverse=True)
    plies = boards.plies[waiting][firsts]
    found = job.store.lookup_many(zip(plies.tolist(), distinct.view(np.int64).tolist(), strict=True))
    rows = [b"" if stored is None else stored.more or b"" for stored in found]
    if not all(rows):
        raise StoreError(f"{job.store.path} lacks the result of a row; has the input changed meanwhile?")
    solved = np.frombuffer(b"".join(rows), np.int8).reshape(-1, boards.rules.columns)[places]
    columns[waiting] = np.where(mirrored[:, None], solved[:, ::-1], solved)
    return columns


def _meanings(rules: Rules) -> Callable[[int, int], tuple[str, int]]:
    """A function that gives verdict and plies for a score and a number of cells left."""

    @cache
    def meaning(score: int, left: int) -> tuple[str, int]:
        value = Score(score, left, rules)
        return value.verdict, value.plies

    return meaning


def _columns_of_masks(rules: Rules) -> Callable[[int], tuple[int, ...]]:
    """A function that gives the columns of a mask that has a bit for each, centre first."""
    return cache(lambda mask: tuple(column for column in rules.centre_first if mask >> column & 1))
