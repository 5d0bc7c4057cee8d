"""Book: stored scores and moves of early positions, looked up in microseconds, without the kernels.

A position and its mirror image share the smaller of their two keys. The book holds every unfinished position
of up to ``plies`` discs that a game can lead to. It may hold later ones, such as those on the best line of
the empty board, so that this line needs no search.

A best column is the first one, centre first and then left, that keeps the score; it counts from 0, and 255
means that none is stored. The mirror image has its own, because of two equal columns the left one is
taken there as well.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from claimeven.errors import BookError
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

if TYPE_CHECKING:
    from claimeven.solver.board_arrays import Flags
    from claimeven.solver.boards import Boards, Scores

NO_MOVE = 255


@dataclass(frozen=True, slots=True)
class Book:
    """Exact scores of every unfinished position of up to ``plies`` discs, and perhaps of some later ones.

    ``moves`` has the best columns of all positions, then those of their mirror images, or nothing.
    """

    rules: Rules
    plies: int
    keys: array[int] = field(repr=False)
    scores: array[int] = field(repr=False)
    moves: bytes = field(default=b"", repr=False)

    def __len__(self) -> int:
        return len(self.keys)

    def score(self, position: Position) -> int | None:
        """Return the stored score, or None for a position that this book does not cover.

        Raises BookError if a position is missing that a game of up to ``plies`` discs can lead to.
        """
        if position.rules != self.rules or not self.keys:
            return None
        place = self._place(book_key(position))
        if place is not None:
            return self.scores[place]
        if position.ply <= self.plies and not position.is_over and game_to(position) is not None:
            raise BookError(
                f"the book of {self.plies} plies lacks a position of {position.ply}: it is incomplete"
            )
        return None

    def scores_of(self, boards: Boards) -> tuple[Scores, Flags]:
        """Return the stored scores of many positions, and where there is one; raise as ``score`` does."""
        import numpy as np

        scores = np.zeros(len(boards), np.int8)
        known = np.zeros(len(boards), np.bool_)
        if boards.rules != self.rules or not self.keys:
            return scores, known
        wanted, _ = boards.first_keys()
        keys = np.asarray(self.keys)
        places = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
        known = keys[places] == wanted
        scores[known] = np.asarray(self.scores)[places[known]]
        rest = boards.where(~known)
        early = rest.where(rest.plies <= self.plies)
        for position in early.positions():
            self.score(position)  # raises BookError if the book is incomplete
        return scores, known

    def best_column(self, position: Position) -> int | None:
        """Return the stored best column (0-based), or None if there is none."""
        if position.rules != self.rules or not self.moves:
            return None
        key = book_key(position)
        place = self._place(key)
        if place is None:
            return None
        is_mirrored = position.key != key
        column = self.moves[len(self) + place if is_mirrored else place]
        return None if column == NO_MOVE else column

    def _place(self, key: int) -> int | None:
        """Return the index of a key, or None if the book does not have it."""
        place = bisect_left(self.keys, key)
        if place < len(self.keys) and self.keys[place] == key:
            return place
        return None


def book_key(position: Position) -> int:
    """Return the key that a position shares with its mirror image."""
    key = position.key
    return min(key, position.rules.mirror(key))


def position_of(key: int, rules: Rules) -> Position:
    """Return the position of a key (solver/boards.py); raise BookError for a number that is not a key."""
    below = key
    for _ in range(rules.rows):
        below |= (below >> 1) & rules.board
    filled = (below >> 1) & rules.board
    own = key & filled
    if own + filled + rules.bottom != key or own.bit_count() != filled.bit_count() // 2:
        raise BookError(f"{key} is not the key of a position of {rules}")
    return Position(own, filled, rules)


def game_to(position: Position, dead_ends: set[Position] | None = None) -> tuple[int, ...] | None:
    """Return the columns of a game that leads to a position, or None if none does; quick for few discs.

    ``dead_ends`` are positions that are known to have no game; others are added to them.
    """
    if not position.filled:
        return ()
    if dead_ends is None:
        dead_ends = set()
    for column in range(position.rules.columns):
        discs = position.filled & position.rules.column_masks[column]
        if not discs:
            continue
        top = 1 << (discs.bit_length() - 1)
        if not top & position.other:  # the last disc was the other side's
            continue
        before = Position(position.other ^ top, position.filled ^ top, position.rules)
        if before.is_over or before in dead_ends:
            continue
        game = game_to(before, dead_ends)
        if game is not None:
            return (*game, column)
    dead_ends.add(position)
    return None


@cache
def no_book(rules: Rules) -> Book:
    """Return a book without positions."""
    return Book(rules, -1, array("Q"), array("b"))
