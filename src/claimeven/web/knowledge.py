"""What is known of positions without a search: finished games, the book, and what was solved before."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score, final_value
from claimeven.solver.book import Book, book_key, packaged_book
from claimeven.solver.score_source import known_best_column

MAX_REMEMBERED = 40_000  # about 10 MB


class Knowledge:
    """Exact values that cost microseconds; any thread may ask and add.

    It remembers the latest ``most`` of the values and best columns that it was told or asked for.
    """

    def __init__(self, *, book: Callable[[Rules], Book] = packaged_book, most: int = MAX_REMEMBERED) -> None:
        self._book = book
        self._most = most
        self._learned: OrderedDict[Hashable, int] = OrderedDict()  # values by keys, columns by positions
        self._lock = threading.Lock()

    def score(self, position: Position) -> Score | None:
        """The value for the side to move, also of a finished game; None if it is not known."""
        value = self._value(position)
        return None if value is None else Score(value, position.left, position.rules)

    def _value(self, position: Position) -> int | None:
        if position.is_over:
            return final_value(position)
        stored = self._book(position.rules).score(position)
        return self._remembered(_mirrored_key(position)) if stored is None else stored

    def best_column(self, position: Position, score: Score) -> int | None:
        """The first column, centre first, that keeps the score; None if that is not known."""
        column = self._book(position.rules).best_column(position)
        if column is None:
            column = self._remembered(position)
        if column is None:
            column = known_best_column(position, score, self._value)
        return column

    def columns(self, position: Position) -> dict[int, Score]:
        """The values of the columns of an unfinished position that are known, centre first."""
        playable, left, rules = position.playable, position.left, position.rules
        values = {c: self._value(position.play(c)) for c in rules.centre_first if c in playable}
        return {c: Score(-value, left, rules) for c, value in values.items() if value is not None}

    def learn_value(self, position: Position, value: int) -> None:
        """Remember the value of an unfinished position."""
        self._remember(_mirrored_key(position), value)

    def learn_column(self, position: Position, column: int) -> None:
        """Remember what ``best_column`` of a position is."""
        self._remember(position, column)

    def _remembered(self, key: Hashable) -> int | None:
        with self._lock:
            if key in self._learned:
                self._learned.move_to_end(key)
            return self._learned.get(key)

    def _remember(self, key: Hashable, number: int) -> None:
        """Keep a number under a key; when there are too many, the one that was used longest ago goes."""
        with self._lock:
            self._learned[key] = number
            self._learned.move_to_end(key)
            if len(self._learned) > self._most:
                self._learned.popitem(last=False)


def _mirrored_key(position: Position) -> tuple[object, ...]:
    """What a position has in common with its mirror image and with no other position."""
    return position.rules, book_key(position)
