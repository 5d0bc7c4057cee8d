"""SearchBackend: the book and the engine that answer a solver's questions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import final_value
from claimeven.solver.book import Book
from claimeven.solver.engine import Engine


class ReadyEngine(NamedTuple):
    """An engine, and up to how many discs the book has every position of its game."""

    engine: Engine
    book_plies: int


class SearchBackend:
    """The book, and one engine at a time, for the game and board of the last search.

    The engine is made when it is first needed. Any number of threads may use a backend at once.
    """

    def __init__(self, book: Callable[[Rules], Book], new_engine: Callable[[Rules], Engine]) -> None:
        self.book = book
        self._new_engine = new_engine
        self._ready: ReadyEngine | None = None
        self._lock = threading.Lock()

    @property
    def has_engine(self) -> bool:
        """True when an engine has been made, with its table."""
        return self._ready is not None

    def value(self, position: Position) -> int | None:
        """Return the value of a position that needs no search, finished or in the book, else None."""
        if position.is_over:
            return final_value(position)
        return self.book(position.rules).score(position)

    def stored_column(self, position: Position) -> int | None:
        """Return the best column that the book has stored, or None."""
        return self.book(position.rules).best_column(position)

    def quick_engine(self, position: Position) -> Engine | None:
        """Return the engine if a slice of its search is quicker than a look into the book, else None."""
        ready = self._ready
        if ready is None or position.ply <= ready.book_plies or not ready.engine.is_for(position.rules):
            return None
        return ready.engine

    def engine(self, rules: Rules) -> Engine:
        """Return the engine for a game on a board; an engine for another one is given up."""
        with self._lock:
            if self._ready is None or not self._ready.engine.is_for(rules):
                self._ready = None  # two tables at once may be more than there is memory
                engine = self._new_engine(rules)
                book = self.book(rules)
                book_plies = book.plies if book.rules == rules else -1
                self._ready = ReadyEngine(engine, book_plies)
            return self._ready.engine
