"""ScoreCache: a thread-safe LRU cache of scores in front of the book."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score, final_value
from claimeven.solver.book import Book, book_key
from claimeven.solver.book_file import packaged_book
from claimeven.solver.score_source import known_best_column

MAX_ENTRIES = 40_000  # about 10 MB


class ScoreCache:
    """The scores and best columns that were found before, in front of the book.

    Any number of threads may use it. Of the values and columns added, the latest ``max_entries`` that were
    added or looked up are kept.
    """

    def __init__(
        self, *, book: Callable[[Rules], Book] = packaged_book, max_entries: int = MAX_ENTRIES
    ) -> None:
        self._book = book
        self._max_entries = max_entries
        self._entries: OrderedDict[Hashable, int] = OrderedDict()  # values by keys, columns by positions
        self._lock = threading.Lock()

    def value(self, position: Position) -> int | None:
        """Return the value for the side to move of a finished, cached or book position, else None."""
        if position.is_over:
            return final_value(position)
        cached = self._look_up(_mirrored_key(position))
        if cached is not None:
            return cached
        return self._book(position.rules).score(position)

    def score(self, position: Position) -> Score | None:
        """Return ``value`` as a Score."""
        value = self.value(position)
        return None if value is None else Score(value, position.left, position.rules)

    def columns(self, position: Position) -> dict[int, Score]:
        """Return the known scores of the columns of an unfinished position, centre first."""
        scores = {}
        playable = position.playable
        for column in position.rules.centre_first:
            if column in playable:
                value = self.value(position.play(column))
                if value is not None:
                    scores[column] = Score(-value, position.left, position.rules)
        return scores

    def stored_column(self, position: Position) -> int | None:
        """Return the best column if the cache or the book has it, else None."""
        cached = self._look_up(position)
        if cached is not None:
            return cached
        return self._book(position.rules).best_column(position)

    def best_column(self, position: Position, score: Score) -> int | None:
        """Return the first column, centre first, that keeps the score; None if that is not known.

        It may be stored, or follow from the values of the positions after it.
        """
        column = self.stored_column(position)
        if column is None:
            column = known_best_column(position, score, self.value)
        return column

    def add_value(self, position: Position, value: int) -> None:
        """Remember the value of an unfinished position."""
        self._add(_mirrored_key(position), value)

    def add_best_column(self, position: Position, column: int) -> None:
        """Remember the best column of an unfinished position."""
        self._add(position, column)

    def _look_up(self, key: Hashable) -> int | None:
        with self._lock:
            number = self._entries.get(key)
            if number is not None:
                self._entries.move_to_end(key)
            return number

    def _add(self, key: Hashable, number: int) -> None:
        """Store a number; of too many, drop the one that was used longest ago."""
        with self._lock:
            self._entries[key] = number
            self._entries.move_to_end(key)
            if len(self._entries) > self._max_entries:
                self._entries.popitem(last=False)


def _mirrored_key(position: Position) -> tuple[object, ...]:
    """Return a key that a position shares with its mirror image and with no other position."""
    return position.rules, book_key(position)
