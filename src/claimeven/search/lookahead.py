"""Lookahead: the best column of Max-Connect4 some plies ahead, or to the end of the game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.errors import GameOver, UnknownName
from claimeven.kernels import layout
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.search.book import packaged_book
from claimeven.search.desk import WIDEST, Table
from claimeven.search.limit import NO_LIMIT, Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.search.book import Book
    from claimeven.search.engine import Engine

    Listener = Callable[[Progress], None]

ESTIMATES = ("potential", "difference")
DEFAULT_TABLE_MIB = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """The chosen column (0-based), and what it cost to find it.

    ``value`` is in lines, for the side to move: the final margin if ``is_exact``, else an estimate. ``depth``
    is the number of plies looked ahead, ``nodes`` the number of moves explored. ``cpu_seconds`` are those of
    the search; loading the kernels is not part of them.
    """

    column: int
    value: float
    is_exact: bool
    depth: int
    nodes: int
    cpu_seconds: float


class Lookahead:
    """Chooses columns on boards of Max-Connect4, also where discs float or one side has too many.

    The same board and depth always give the same column, nodes and value: nothing is remembered from one
    choice to the next. It serves one thread at a time.

    >>> from claimeven import MAX_CONNECT_FOUR
    >>> Lookahead(table_mib=1).choose(0, 0, MAX_CONNECT_FOUR, 4).column
    3
    """

    def __init__(
        self,
        *,
        table_mib: int = DEFAULT_TABLE_MIB,
        estimate: str = "potential",
        book: Callable[[Rules], Book] | None = packaged_book,
    ) -> None:
        if estimate not in ESTIMATES:
            raise UnknownName("estimate", estimate, list(ESTIMATES))
        self._table_mib = table_mib
        self._estimate = estimate
        self._book = book
        self._table: Table | None = None

    def choose(
        self,
        own: int,
        filled: int,
        rules: Rules,
        depth: int | None,
        *,
        progress: Listener | None = None,
    ) -> Foresight:
        """The best column ``depth`` plies ahead: 0 is as 1, None is to the end of the game.

        ``own`` are the discs of the side to move, ``filled`` all discs. Among equals the column is the one
        nearest the centre, then the left one. ``progress`` is called a few times a second in a long search;
        an estimate has no bounds but the widest. Raises GameOver for a full board, UnknownName for a game
        that a line of four ends.
        """
        if rules.line_ends_game:
            raise UnknownName("lookahead for the variant", rules.name, [MAX_CONNECT_FOUR.name])
        left = rules.cells - filled.bit_count()
        if left == 0:
            raise GameOver("the board is full; there is no column to choose")
        ahead = left if depth is None else min(max(depth, 1), left)
        if ahead == left:
            return self._choose_exactly(own, filled, rules, progress)
        return self._choose_by_estimate(own, filled, rules, ahead, progress)

    def _choose_by_estimate(
        self, own: int, filled: int, rules: Rules, depth: int, progress: Listener | None
    ) -> Foresight:
        engine = self._engine(rules, filled, rules.columns**depth)
        kind = layout.POTENTIAL if self._estimate == "potential" else layout.DIFFERENCE
        column, value, cost = engine.choose(own, filled, depth, kind, progress)
        return Foresight(
            column=column,
            value=value / layout.UNIT,
            is_exact=False,
            depth=depth,
            nodes=cost.nodes,
            cpu_seconds=cost.cpu_seconds,
        )

    def _choose_exactly(self, own: int, filled: int, rules: Rules, progress: Listener | None) -> Foresight:
        left = rules.cells - filled.bit_count()
        book = None if self._book is None or _is_odd(own, filled, rules) else self._book(rules)
        stored = None if book is None else _stored(book, own, filled, rules)
        if stored is not None:
            return stored
        engine = self._engine(rules, filled, rules.columns**left)
        exact = _Exact(engine, book, progress)
        value = exact.margin(own, filled)
        return Foresight(
            column=exact.best_column(own, filled, value),
            value=value,
            is_exact=True,
            depth=left,
            nodes=exact.nodes,
            cpu_seconds=exact.cpu_seconds,
        )

    def _engine(self, rules: Rules, filled: int, positions: int) -> Engine:
        """An engine with an empty table; a small one, quick to empty, if there are few positions to meet."""
        from claimeven.search.engine import Engine

        if self._table is None:
            self._table = Table(self._table_mib)
        self._table.empty(positions)
        return Engine(rules, self._table, filled=filled)


def _is_odd(own: int, filled: int, rules: Rules) -> bool:
    """True when discs float or somebody moved twice: no game leads there, and no book knows it."""
    return rules.is_floating(filled) or own.bit_count() != filled.bit_count() // 2


def _stored(book: Book, own: int, filled: int, rules: Rules) -> Foresight | None:
    """What the book has to say about a position."""
    position = Position(own, filled, rules)
    value, column = book.score(position), book.best_column(position)
    if value is None or column is None:
        return None
    return Foresight(column=column, value=value, is_exact=True, depth=position.left, nodes=0, cpu_seconds=0.0)


class _Exact:
    """Exact margins on boards that all have the same floating discs, from the book where it has them."""

    def __init__(self, engine: Engine, book: Book | None, progress: Listener | None) -> None:
        self._engine = engine
        self._book = book
        self._progress = progress
        self._start = time.monotonic()
        self._margin: int | None = None  # once it is known, and only its column is searched for
        self.nodes = 0
        self.cpu_seconds = 0.0

    def margin(self, own: int, filled: int) -> int:
        """The exact margin."""
        self._margin, _ = self._search(own, filled, WIDEST)
        return self._margin

    def best_column(self, own: int, filled: int, value: int) -> int:
        """The first column, centre first, that keeps the margin ``value`` of a board."""
        rules = self._engine.rules
        drops = filled + rules.bottom & ~filled
        moves = ((column, drops & rules.column_mask(column)) for column in rules.centre_first)
        return next(
            column for column, move in moves if move and self._is_at_most(filled ^ own, filled | move, -value)
        )

    def _is_at_most(self, own: int, filled: int, value: int) -> bool:
        """True when the margin is at most ``value``, which is cheaper to know."""
        return self._search(own, filled, (value, value + 1))[1] <= value

    def _search(self, own: int, filled: int, window: tuple[int, int]) -> tuple[int, int]:
        """Bounds of the margin that meet within the window."""
        stored = None
        if self._book is not None:
            stored = self._book.score(Position(own, filled, self._engine.rules))
        if stored is not None:
            return stored, stored
        lower, upper, cost = self._engine.solve(own, filled, NO_LIMIT, self._tell, window)
        self.nodes += cost.nodes
        self.cpu_seconds += cost.cpu_seconds
        return lower, upper

    def _tell(self, progress: Progress) -> None:
        """Pass on the progress of one search as that of the whole choice."""
        if self._progress is not None:
            bounds = (progress.lower, progress.upper) if self._margin is None else (self._margin,) * 2
            nodes, seconds = self.nodes + progress.nodes, time.monotonic() - self._start
            self._progress(Progress(lower=bounds[0], upper=bounds[1], nodes=nodes, seconds=seconds))
