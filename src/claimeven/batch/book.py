"""A book as a job: the positions of its last ply are solved, the earlier ones follow from them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.batch.job import Job, Wanted
from claimeven.batch.repertoire import Repertoire
from claimeven.errors import BookError
from claimeven.rules.position import Position
from claimeven.search.book import Book, book_key, parse_book, write_book
from claimeven.search.book_lines import line_scores
from claimeven.search.early import derived_scores, early_positions
from claimeven.search.solver import DEFAULT_TABLE_MIB, Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.batch.job import JobProgress
    from claimeven.batch.store import Spent
    from claimeven.rules.rules import Rules

MOVES_SUFFIX = ".moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlan:
    """What a book shall hold: all positions of up to ``plies`` discs.

    If ``lines`` is a number, also what the best lines of the positions of up to that many discs lead past;
    if ``repertoire`` is one, what a perfect player can meet with up to that many discs, and its moves there.
    Raises BookError for plies that leave nothing to solve.
    """

    rules: Rules
    plies: int
    lines: int | None = None
    repertoire: int | None = None

    def __post_init__(self) -> None:
        most = self.rules.cells - 1
        if not 0 <= self.plies <= most:
            raise BookError(f"a book of {self.plies} plies; on {self.rules} it can have 0 to {most}")
        if self.lines is not None and not 0 <= self.lines <= self.plies:
            raise BookError(
                f"lines from {self.lines} discs in a book of {self.plies} plies; expected 0 to {self.plies}"
            )
        if self.repertoire is not None and not 0 <= self.repertoire <= most:
            raise BookError(
                f"a repertoire of {self.repertoire} plies; on {self.rules} it can have 0 to {most}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeBook:
    """The file of a book, and what all runs of its jobs have cost."""

    data: bytes
    book: Book
    spent: list[Spent]

    @property
    def solved(self) -> int:
        """How many positions were solved."""
        return sum(row.positions for row in self.spent)

    @property
    def nodes(self) -> int:
        """How many nodes that took."""
        return sum(row.nodes for row in self.spent)

    @property
    def cpu_seconds(self) -> float:
        """How much CPU time."""
        return sum(row.cpu_seconds for row in self.spent)


def make_book(
    plan: BookPlan,
    store: str | os.PathLike[str],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[JobProgress], None] | None = None,
) -> MadeBook:
    """Make a book, with what is found kept in ``store``: it goes on there when it was stopped.

    The repertoire has a store of its own, with MOVES_SUFFIX. Workers, scheduler and what is raised are those
    of ``Job.run``. No book is asked.
    """

    def run(job: Job) -> None:
        job.run(workers=workers, scheduler=scheduler, book=False, table_mib=table_mib, progress=progress)

    layers = early_positions(Position(0, 0, plan.rules), plan.plies)
    with _open_job(plan, store) as job:
        job.load(layers[-1].values())
        run(job)
        last = {book_key(position): int(result.score) for position, result in job.results()}
        spent = job.spent
    scores = derived_scores(layers, last)
    if plan.lines is not None:
        scores |= _line_scores(plan, plan.lines, layers, scores, table_mib)
    moves: dict[int, tuple[int, int]] = {}
    if plan.repertoire is not None:
        with _open_moves_job(plan, store) as job:
            repertoire = Repertoire(scores, job, lambda: run(job))
            repertoire.find(plan.repertoire)
            scores, moves = scores | repertoire.scores, repertoire.moves
            spent += job.spent
    data = write_book(plan.rules, plan.plies, scores, moves)
    return MadeBook(data=data, book=parse_book(data), spent=spent)


def _line_scores(
    plan: BookPlan, lines: int, layers: list[dict[int, Position]], scores: dict[int, int], table_mib: int
) -> dict[int, int]:
    """What the best lines of positions of up to ``lines`` discs lead past; ``scores`` has all layers."""
    starts = [position for layer in layers[: lines + 1] for position in layer.values()]
    book = parse_book(write_book(plan.rules, plan.plies, scores))
    return line_scores(book, starts, Solver(table_mib=table_mib, book=None))


def _open_job(plan: BookPlan, store: str | os.PathLike[str]) -> Job:
    """The job of a book, whose positions are those of its last ply; raises StoreError as ``Job.open``."""
    purpose = f"the last ply of a book of {plan.plies} plies"
    return Job.open(store, purpose=purpose, rules=plan.rules)


def _open_moves_job(plan: BookPlan, store: str | os.PathLike[str]) -> Job:
    """The job of the repertoire: positions are added to it ply by ply."""
    return Job.open(
        os.fspath(store) + MOVES_SUFFIX,
        purpose="the repertoire of a book",
        rules=plan.rules,
        wanted=Wanted.MOVE,
    )
