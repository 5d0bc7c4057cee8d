"""Lookahead: the best column of Max-Connect4 some plies ahead, or to the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from claimeven.errors import GameOver, IllegalMove, UnknownName, wrong_type
from claimeven.kernels import layout
from claimeven.rules.board import Board
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.backend import SearchBackend
from claimeven.solver.book import Book, no_book
from claimeven.solver.book_file import packaged_book
from claimeven.solver.engine import Engine
from claimeven.solver.limits import NO_LIMIT, Cost, Deadline, Limit, Listener, require_limit
from claimeven.solver.solver import DEFAULT_TABLE_MIB, Solver
from claimeven.solver.workspace import Table

ESTIMATES = {"potential": layout.POTENTIAL, "difference": layout.DIFFERENCE}


@dataclass(frozen=True, slots=True, kw_only=True)
class LookaheadReport:
    """The chosen column (0-based), its value and its cost.

    ``value`` is in lines, for the side to move: the final margin if ``is_exact``, else an estimate. ``depth``
    is the number of plies looked ahead, ``nodes`` the number of moves explored. ``cpu_seconds`` does not
    include loading the kernels.
    """

    column: int
    value: float
    is_exact: bool
    depth: int
    nodes: int
    cpu_seconds: float


class Lookahead:
    """Chooses columns on boards of Max-Connect4, even if discs float or one side has too many.

    The same board and depth always give the same column, nodes and value: nothing is remembered from one
    choice to the next. Only one thread at a time may use it.

    >>> from claimeven import MAX_CONNECT_FOUR, Position
    >>> Lookahead(table_mib=1).choose(Position(rules=MAX_CONNECT_FOUR), 4).column
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
        self._kind = ESTIMATES[estimate]
        self._book = book
        self._table: Table | None = None

    def choose(
        self,
        board: Board,
        depth: int | None,
        limit: Limit = NO_LIMIT,
        *,
        progress: Listener | None = None,
    ) -> LookaheadReport:
        """Return the best column ``depth`` plies ahead; 0 means 1, None means to the end of the game.

        Of equal columns it is the one nearest the centre, then the left one. ``progress`` is called a few
        times a second; an estimate has only the widest bounds. Raises GameOver for a full board, UnknownName
        for Connect Four, LimitReached at the limit.
        """
        if not isinstance(board, Board):
            raise wrong_type("a Board or a Position", board)
        require_limit(limit)
        board.rules.require_game(MAX_CONNECT_FOUR, "lookahead")
        if board.is_over:
            raise GameOver("the board is full; there is no column to choose")
        plies = board.left
        if depth is not None:
            plies = min(max(depth, 1), board.left)
        is_exact = plies == board.left
        if is_exact:
            column, value, cost = self._choose_exactly(board, limit, progress)
        else:
            column, value, cost = self._choose_by_estimate(board, plies, limit, progress)
        return LookaheadReport(
            column=column,
            value=value,
            is_exact=is_exact,
            depth=plies,
            nodes=cost.nodes,
            cpu_seconds=cost.cpu_seconds,
        )

    def _choose_by_estimate(
        self, board: Board, plies: int, limit: Limit, progress: Listener | None
    ) -> tuple[int, float, Cost]:
        """Return the best column ``plies`` plies ahead, its estimated value and the cost."""
        engine = self._engine(board, plies)
        column, units, cost = engine.choose(board, plies, self._kind, Deadline(limit), progress)
        return column, units / layout.UNIT, cost

    def _choose_exactly(
        self, board: Board, limit: Limit, progress: Listener | None
    ) -> tuple[int, float, Cost]:
        """Return the best column to the end of the game, its value and the cost."""
        # No book has a board with floating discs, or with too many of one side.
        book: Callable[[Rules], Book] = no_book
        with suppress(IllegalMove):
            board = Position(board.own, board.filled, board.rules)
            book = self._book or no_book
        solver = _LookaheadSolver(book, lambda _: self._engine(board, board.left))
        context = solver.context(limit, progress=progress)
        position = cast("Position", board)  # the search itself asks for no more than a Board
        score = context.score(position)
        column = context.best_column(position, score)
        return column, int(score), context.cost

    def _engine(self, board: Board, plies: int) -> Engine:
        """Return an engine with an empty table; a small one, quick to empty, for few positions."""
        if self._table is None:
            self._table = Table(self._table_mib)
        self._table.empty(board.rules.columns**plies)
        return Engine(board.rules, self._table, filled=board.filled)


class _LookaheadSolver(Solver):
    """A solver for one choice, whose engine also searches boards where discs float."""

    def __init__(self, book: Callable[[Rules], Book], new_engine: Callable[[Rules], Engine]) -> None:
        super().__init__(book=book)
        self.backend = SearchBackend(book, new_engine)
