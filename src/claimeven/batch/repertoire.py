"""The repertoire of a book: every position that a perfect player can meet, and its move there.

The player always makes the same move, the first of the best columns; the other side may do anything. So there
are few such positions, with either side, and the player needs no search as long as they last. The scores of
the positions after its moves follow, so that its opponent can be told what every column is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.errors import WrongScore
from claimeven.rules.position import Position
from claimeven.search.book import book_key, position_of
from claimeven.search.early import children_of, known_score
from claimeven.search.exact import known_best_column

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from claimeven.batch.job import Job

Layer = dict[int, Position]


class Repertoire:
    """Scores and moves by book key; ``moves`` are those of the position with that key and its mirror image.

    ``known`` are scores that need no search. ``job`` wants moves; ``run`` solves what waits in it.
    """

    def __init__(self, known: Mapping[int, int], job: Job, run: Callable[[], object]) -> None:
        self.scores: dict[int, int] = {}
        self.moves: dict[int, tuple[int, int]] = {}
        self._known = known
        self._job = job
        self._run = run

    def find(self, plies: int) -> None:
        """Find all positions of up to ``plies`` discs, with either side to be played."""
        empty = Position(0, 0, self._job.rules)
        first, second = {book_key(empty): empty}, _by_key(children_of(empty))
        for _ in range(plies + 1):
            self._solve(first)
            first, second = second, self._met_after(first)

    def _solve(self, layer: Layer) -> None:
        """Find scores and moves of positions of one number of discs."""
        for key, position in layer.items():
            moves = self._known_move(position), self._known_move(position.mirror())
            if moves[0] is not None and moves[1] is not None:
                self.scores[key], self.moves[key] = self._known[key], (moves[0], moves[1])
        waiting = {key: position for key, position in layer.items() if key not in self.moves}
        self._job.add(waiting.values())
        self._run()
        for key, position in waiting.items():
            result = self._job.result(position)
            if self._known.get(key, result.score.value) != result.score.value:
                raise WrongScore(
                    f"the position of key {key}: {self._known[key]:+d} before, {result.score.value:+d} now"
                )
            assert result.moves is not None
            self.scores[key], self.moves[key] = result.score.value, result.moves

    def _known_move(self, position: Position) -> int | None:
        """The move that follows from known scores."""
        value = self._known.get(book_key(position))
        if value is None:
            return None
        return known_best_column(position, value, lambda after: known_score(after, self._known))

    def _met_after(self, layer: Layer) -> Layer:
        """What the other side can lead to once the moves of these positions are made."""
        met: Layer = {}
        for key, position in layer.items():
            for image, column in zip((position, position.mirror()), self.moves[key], strict=True):
                after = image.play(column)
                if not after.is_over:
                    self.scores[book_key(after)] = -self.scores[key]
                    met |= _by_key(children_of(after))
        return met


def _by_key(positions: Iterable[Position]) -> Layer:
    """The unfinished ones, mirror images once, as the one that has the book key."""
    keys = {book_key(position): position for position in positions if not position.is_over}
    return {key: position_of(key, position.rules) for key, position in keys.items()}
