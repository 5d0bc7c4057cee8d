"""Later positions for a book: those that the best lines of its first positions lead past."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimeven.search.book import Book, book_key
from claimeven.search.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimeven.rules.position import Position


def line_scores(book: Book, starts: Iterable[Position], solver: Solver) -> dict[int, int]:
    """Book keys and scores that analyses of ``starts`` and their mirror images need and ``book`` lacks.

    With these added, the book answers such an analysis, its best line included, without a search. Mirror
    images count because among equals the left column is played. ``solver`` finds what is not in the book.
    """
    recorder = _Recorder(book.rules, book.plies, book.keys, book.scores, solver=solver)
    reader = Solver(book=lambda _: recorder)
    for start in starts:
        for position in (start, start.mirror()):
            reader.analyze(position)
    return recorder.found


@dataclass(frozen=True, slots=True)
class _Recorder(Book):
    """A book that searches for what it lacks, and remembers it."""

    solver: Solver = field(kw_only=True)
    found: dict[int, int] = field(default_factory=dict, kw_only=True)

    def score(self, position: Position) -> int:
        """The stored score, or the searched one."""
        stored = Book.score(self, position)
        if stored is not None:
            return stored
        key = book_key(position)
        if key not in self.found:
            self.found[key] = int(self.solver.score(position))
        return self.found[key]
