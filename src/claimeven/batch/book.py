"""A book as a job: the positions of its last ply are solved, the earlier ones follow from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from claimeven.batch.book_positions import by_key, children_of, derived_scores, early_positions, known_score
from claimeven.batch.job import Job, Wanted
from claimeven.errors import BookError, WrongScore
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score, final_value
from claimeven.solver.book import Book, book_key
from claimeven.solver.book_file import parse_book, write_book
from claimeven.solver.score_source import best_line, known_best_column
from claimeven.solver.solver import DEFAULT_TABLE_MIB, Solver

MOVES_SUFFIX = ".moves"

Layer = dict[int, Position]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPlan:
    """What a book is to hold: all positions of up to ``plies`` discs.

    If ``lines`` is a number, also what the best lines of the positions of up to that many discs lead past;
    if ``repertoire`` is one, what a perfect player can meet with up to that many discs, and its moves there.
    Raises BookError for plies that leave nothing to solve.
    """

    rules: Rules
    plies: int
    lines: int | None = None
    repertoire: int | None = None

    def __post_init__(self) -> None:
        plies, most, can_have = self.plies, self.rules.cells - 1, f"on {self.rules} it can have"
        for number, end, words in (
            (plies, most, f"a book of {plies} plies; {can_have}"),
            (self.lines, plies, f"lines from {self.lines} discs in a book of {plies} plies; expected"),
            (self.repertoire, most, f"a repertoire of {self.repertoire} plies; {can_have}"),
        ):
            if number is not None and not 0 <= number <= end:
                raise BookError(f"{words} 0 to {end}")


@dataclass(frozen=True, slots=True)
class MadeBook:
    """The file of a book; how many positions all runs of its jobs have solved, and what that has cost."""

    data: bytes
    book: Book
    solved: int
    nodes: int
    cpu_seconds: float


def make_book(
    plan: BookPlan,
    store: str | os.PathLike[str],
    *,
    table_mib: int = DEFAULT_TABLE_MIB,
    **pool: Any,
) -> MadeBook:
    """Make a book, with what is found kept in ``store``: it goes on there when it was stopped.

    The repertoire has a store of its own, with MOVES_SUFFIX. Workers, scheduler, progress and what is raised
    are those of ``Job.run``. No book is consulted.
    """

    def run(job: Job) -> None:
        job.run(book=False, table_mib=table_mib, **pool)

    rules, plies = plan.rules, plan.plies
    layers = early_positions(rules, plies)
    with Job.open(store, purpose=f"the last ply of a book of {plies} plies", rules=rules) as job:
        job.load(layers[-1].values())
        run(job)
        last = {book_key(position): int(result.score) for position, result in job.results()}
        scores, spent = derived_scores(layers, last), job.spent
    if plan.lines is not None:
        starts = [position for layer in layers[: plan.lines + 1] for position in layer.values()]
        book = parse_book(write_book(rules, plies, scores))
        scores |= line_scores(book, starts, Solver(table_mib=table_mib, book=None))
    moves: dict[int, tuple[int, int]] = {}
    if plan.repertoire is not None:
        path, purpose = os.fspath(store) + MOVES_SUFFIX, "the repertoire of a book"
        with Job.open(path, purpose=purpose, rules=rules, wanted=Wanted.MOVE) as job:
            repertoire = Repertoire(scores, job, lambda: run(job))
            repertoire.find(plan.repertoire)
            scores, moves, spent = scores | repertoire.scores, repertoire.moves, spent + job.spent
    data = write_book(rules, plies, scores, moves)
    solved, nodes = sum(row.positions for row in spent), sum(row.nodes for row in spent)
    seconds = sum(row.cpu_seconds for row in spent)
    return MadeBook(data, parse_book(data), solved, nodes, seconds)


def line_scores(book: Book, starts: Iterable[Position], solver: Solver) -> dict[int, int]:
    """Book keys and scores of what analyses of ``starts`` and their mirror images ask for beyond ``book``.

    With these added, the book answers such an analysis, its best line included, without a search. Mirror
    images count because among equals the left column is played. ``solver`` finds what is not in the book.
    """
    found: dict[int, int] = {}

    def value(position: Position) -> int:
        known = final_value(position) if position.is_over else book.score(position)
        if known is not None:
            return known
        key = book_key(position)
        if key not in found:
            found[key] = int(solver.score(position))
        return found[key]

    for start in starts:
        for position in (start, start.mirror()):
            score = Score(-min(map(value, children_of(position))), position.left, book.rules)
            best_line(position, score, lambda later, best: known_best_column(later, best, value))
    return found


@dataclass(frozen=True, slots=True)
class Repertoire:
    """Every position that a perfect player can meet, and its move there: scores and moves by book key.

    The player always makes the same move, the first of the best columns; the other side may do anything. So
    there are few such positions, with either side, and the player needs no search as long as they last. The
    scores after its moves follow, so that its opponent can see what every column is worth.

    ``moves`` are those of the position with that key and its mirror image. ``known`` are scores that need no
    search. ``job`` finds moves; ``run`` solves what waits in it.
    """

    known: Mapping[int, int]
    job: Job
    run: Callable[[], object]
    scores: dict[int, int] = field(default_factory=dict)
    moves: dict[int, tuple[int, int]] = field(default_factory=dict)

    def find(self, plies: int) -> None:
        """Find all positions of up to ``plies`` discs, with either side to be played."""
        empty = Position(0, 0, self.job.rules)
        first, second = by_key([empty]), by_key(children_of(empty))
        for _ in range(plies + 1):
            self._solve(first)
            first, second = second, self._met_after(first)

    def _solve(self, layer: Layer) -> None:
        """Find scores and moves of positions of one number of discs."""
        for key, position in layer.items():
            move, mirrored = self._known_move(position), self._known_move(position.mirror())
            if move is not None and mirrored is not None:
                self.scores[key], self.moves[key] = self.known[key], (move, mirrored)
        waiting = {key: position for key, position in layer.items() if key not in self.moves}
        self.job.add(waiting.values())
        self.run()
        for key, position in waiting.items():
            result = self.job.result(position)
            if self.known.get(key, result.score) != result.score:
                raise WrongScore(
                    f"the position of key {key}: {self.known[key]:+d} before, {result.score:+d} now"
                )
            assert result.moves is not None
            self.scores[key], self.moves[key] = int(result.score), result.moves

    def _known_move(self, position: Position) -> int | None:
        """The move that follows from known scores."""
        value = self.known.get(book_key(position))
        if value is None:
            return None
        return known_best_column(position, value, lambda after: known_score(after, self.known))

    def _met_after(self, layer: Layer) -> Layer:
        """What the other side can lead to once the moves of these positions are made."""
        met: Layer = {}
        for key, position in layer.items():
            for image, column in zip((position, position.mirror()), self.moves[key], strict=True):
                after = image.play(column)
                if not after.is_over:
                    self.scores[book_key(after)] = -self.scores[key]
                    met |= by_key(children_of(after))
        return met
