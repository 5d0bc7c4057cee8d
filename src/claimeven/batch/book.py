"""Make an opening book as a job: solve the positions of its last ply and derive the earlier ones."""

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
    """The contents of a book to be made: all positions of up to ``plies`` discs.

    If ``lines`` is a number, the book also has the positions beside the best lines of all positions of up to
    that many discs. If ``repertoire`` is one, it has the positions that a perfect player can meet with up to
    that many discs, and its moves there. Raises BookError for numbers that are out of range.
    """

    rules: Rules
    plies: int
    lines: int | None = None
    repertoire: int | None = None

    def __post_init__(self) -> None:
        last_ply = self.rules.cells - 1
        if not 0 <= self.plies <= last_ply:
            raise BookError(f"a book of {self.plies} plies; on {self.rules} it can have 0 to {last_ply}")
        if self.lines is not None and not 0 <= self.lines <= self.plies:
            raise BookError(
                f"lines from {self.lines} discs in a book of {self.plies} plies; expected 0 to {self.plies}"
            )
        if self.repertoire is not None and not 0 <= self.repertoire <= last_ply:
            raise BookError(
                f"a repertoire of {self.repertoire} plies; on {self.rules} it can have 0 to {last_ply}"
            )


@dataclass(frozen=True, slots=True)
class MadeBook:
    """The file of a book, the book itself, and what all runs of its jobs have solved and cost."""

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
    """Make a book. Results are kept in ``store``; the same call resumes after it was stopped.

    The repertoire has a store of its own, with MOVES_SUFFIX. ``pool`` are the other options of ``Job.run``,
    e.g. ``workers``; what it raises is raised here. No book is used.
    """
    rules = plan.rules

    def run(job: Job) -> None:
        job.run(book=False, table_mib=table_mib, **pool)

    # Step 1. Solve the positions of the last ply; the scores of earlier ones follow from them.
    layers = early_positions(rules, plan.plies)
    with Job.open(store, purpose=f"the last ply of a book of {plan.plies} plies", rules=rules) as job:
        job.load(layers[-1].values())
        run(job)
        last_scores = {book_key(position): int(result.score) for position, result in job.results()}
        spent = job.spent
    scores = derived_scores(layers, last_scores)

    # Step 2. Add the positions beside the best lines of the first positions.
    if plan.lines is not None:
        starts: list[Position] = []
        for layer in layers[: plan.lines + 1]:
            starts += layer.values()
        book = parse_book(write_book(rules, plan.plies, scores))
        solver = Solver(table_mib=table_mib, book=None)
        scores |= line_scores(book, starts, solver)

    # Step 3. Add the positions and moves of the repertoire.
    moves: dict[int, tuple[int, int]] = {}
    if plan.repertoire is not None:
        path = os.fspath(store) + MOVES_SUFFIX
        purpose = "the repertoire of a book"
        with Job.open(path, purpose=purpose, rules=rules, wanted=Wanted.MOVE) as job:
            repertoire = Repertoire(scores, job, run)
            repertoire.find(plan.repertoire)
            spent += job.spent
        scores = scores | repertoire.scores
        moves = repertoire.moves

    data = write_book(rules, plan.plies, scores, moves)
    return MadeBook(
        data=data,
        book=parse_book(data),
        solved=sum(row.positions for row in spent),
        nodes=sum(row.nodes for row in spent),
        cpu_seconds=sum(row.cpu_seconds for row in spent),
    )


def line_scores(book: Book, starts: Iterable[Position], solver: Solver) -> dict[int, int]:
    """Return keys and scores of the positions that analyses of ``starts`` need and ``book`` does not have.

    With these added, the book answers such an analysis, its best line included, without a search. Mirror
    images are starts as well, because the left one of two equal columns is played. ``solver`` finds the
    scores.
    """
    found: dict[int, int] = {}

    def score_of(position: Position) -> int:
        known = final_value(position) if position.is_over else book.score(position)
        if known is not None:
            return known
        key = book_key(position)
        if key not in found:
            found[key] = int(solver.score(position))
        return found[key]

    def best_column(position: Position, score: Score) -> int | None:
        return known_best_column(position, score, score_of)

    for start in starts:
        for position in (start, start.mirror()):
            best_score = -min(score_of(child) for child in children_of(position))
            best_line(position, Score(best_score, position.left, book.rules), best_column)
    return found


@dataclass(frozen=True, slots=True)
class Repertoire:
    """Every position that a perfect player can meet, and its move there: scores and moves by book key.

    The player always makes the same move, the first of the best columns; the other side may play anything. So
    there are few such positions, with either side, and the player needs no search while they last. The scores
    after its moves follow from them, so that its opponent can see what every column is worth.

    ``moves`` are those of the position with that key and of its mirror image. ``known`` are scores that need
    no search. ``job`` finds moves; ``run`` solves what waits in it.
    """

    known: Mapping[int, int]
    job: Job
    run: Callable[[Job], None]
    scores: dict[int, int] = field(default_factory=dict)
    moves: dict[int, tuple[int, int]] = field(default_factory=dict)

    def find(self, plies: int) -> None:
        """Find all positions of up to ``plies`` discs, with the player on either side."""
        empty = Position(0, 0, self.job.rules)
        to_move = by_key([empty])  # met with the player to move
        next_to_move = by_key(children_of(empty))  # the same, one disc later
        for _ in range(plies + 1):
            self._solve(to_move)
            after_next = self._positions_met_after(to_move)
            to_move = next_to_move
            next_to_move = after_next

    def _solve(self, layer: Layer) -> None:
        """Find scores and moves of positions with the same number of discs."""
        waiting: Layer = {}
        for key, position in layer.items():
            move = self._known_move(position)
            mirrored_move = self._known_move(position.mirror())
            if move is not None and mirrored_move is not None:
                self.scores[key] = self.known[key]
                self.moves[key] = (move, mirrored_move)
            else:
                waiting[key] = position
        self.job.add(waiting.values())
        self.run(self.job)
        for key, position in waiting.items():
            result = self.job.result(position)
            if key in self.known and self.known[key] != result.score:
                raise WrongScore(
                    f"the position with key {key}: {self.known[key]:+d} before, {result.score:+d} now"
                )
            assert result.moves is not None
            self.scores[key] = int(result.score)
            self.moves[key] = result.moves

    def _known_move(self, position: Position) -> int | None:
        """Return the move that follows from known scores, None if they do not suffice."""
        score = self.known.get(book_key(position))
        if score is None:
            return None
        return known_best_column(position, score, lambda child: known_score(child, self.known))

    def _positions_met_after(self, layer: Layer) -> Layer:
        """Return the positions two discs later: after the player's move and any reply."""
        met: Layer = {}
        for key, position in layer.items():
            move, mirrored_move = self.moves[key]
            for image, column in ((position, move), (position.mirror(), mirrored_move)):
                after = image.play(column)
                if not after.is_over:
                    self.scores[book_key(after)] = -self.scores[key]
                    met |= by_key(children_of(after))
        return met
