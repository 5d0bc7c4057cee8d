"""What is known of positions without a search: finished games, the book, and what was solved before."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from claimeven.search.book import book_key, packaged_book
from claimeven.search.score import final_value, value_in

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from claimeven.rules.position import Position
    from claimeven.rules.variant import Variant
    from claimeven.search.book import Book
    from claimeven.search.score import Margin, Score

MOST_REMEMBERED = 20_000  # about 5 MB


class Knowledge:
    """Exact values that cost microseconds; any thread may ask and add.

    It remembers the latest ``most`` values and best columns that it was told.
    """

    def __init__(
        self, *, book: Callable[[Variant], Book] = packaged_book, most: int = MOST_REMEMBERED
    ) -> None:
        self._book = book
        self._values = _Latest(most)
        self._columns = _Latest(most)

    def score(self, position: Position) -> Score | Margin | None:
        """The value for the side to move, also of a finished game; None if it is not known."""
        value: int | None
        if position.is_over:
            value = final_value(position)
        else:
            value = self._book(position.variant).score(position)
            if value is None:
                value = self._values.get(_mirrored_key(position))
        left = position.geometry.cells - position.ply
        return None if value is None else value_in(position.variant, value, left)

    def best_column(self, position: Position, score: Score | Margin) -> int | None:
        """The first column, centre first, that keeps the score; None if that is not known."""
        remembered = self._columns.get(position)
        if remembered is not None:
            return remembered
        playable = position.playable
        for column in position.geometry.centre_first:
            if column in playable:
                known = self.score(position.play(column))
                if known is None:
                    return None
                if known.value == -score.value:
                    return column
        return None

    def learn_score(self, position: Position, score: Score | Margin) -> None:
        """Remember the value of an unfinished position."""
        self._values.put(_mirrored_key(position), score.value)

    def learn_column(self, position: Position, column: int) -> None:
        """Remember what ``best_column`` of a position is."""
        self._columns.put(position, column)


class _Latest:
    """Numbers under keys; when there are too many, the one that was used longest ago goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._numbers: OrderedDict[Hashable, int] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> int | None:
        with self._lock:
            if key not in self._numbers:
                return None
            self._numbers.move_to_end(key)
            return self._numbers[key]

    def put(self, key: Hashable, number: int) -> None:
        with self._lock:
            self._numbers[key] = number
            self._numbers.move_to_end(key)
            if len(self._numbers) > self._most:
                self._numbers.popitem(last=False)


def _mirrored_key(position: Position) -> tuple[object, ...]:
    """What a position has in common with its mirror image and with no other position."""
    board = position.geometry
    return position.variant.name, board.columns, board.rows, book_key(position)
