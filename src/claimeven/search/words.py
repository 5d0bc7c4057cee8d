"""Many positions as an array: a row of two words each, own discs and filled cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from claimeven.errors import GameOver, GeometryError, IllegalMove
from claimeven.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from claimeven.rules.rules import Rules

Words = NDArray[np.uint64]
Scores = NDArray[np.int8]


def words_of(positions: Iterable[Position]) -> tuple[Words, Rules]:
    """The words of positions of the same rules, none of them a finished game of Connect Four.

    Raises GeometryError for mixed rules, and GameOver.
    """
    listed = list(positions)
    first = listed[0] if listed else Position()
    other = next((p for p in listed if p.rules != first.rules), None)
    if other is not None:
        names = " and ".join(f"{p.rules.title} {p.rules}" for p in (first, other))
        raise GeometryError(f"positions of {names} in one call")
    words = np.array([(p.own, p.filled) for p in listed], np.uint64).reshape(-1, 2)
    return checked_words(words, first.rules), first.rules


def checked_words(array: NDArray[np.integer], rules: Rules) -> Words:
    """``array`` as words, every row of which is a position that can be solved.

    Raises IllegalMove or GameOver, naming the first row that is none.
    """
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise IllegalMove(
            f"an array of shape {array.shape} and type {array.dtype} holds no positions; "
            "expected rows of two whole numbers, own and filled"
        )
    negative = (array[:, 0] < 0) | (array[:, 1] < 0)
    if negative.any():
        raise IllegalMove(f"row {_first(negative)}: a negative number is no board")
    words = array.astype(np.uint64)
    own, filled = words[:, 0], words[:, 1]
    off_board = (filled & ~np.uint64(rules.board)) | (own & ~filled)
    floating = (filled + np.uint64(rules.bottom)) & filled
    unfit = (off_board | floating) != 0
    if unfit.any():
        row = _first(unfit)
        try:
            Position(int(own[row]), int(filled[row]), rules)
        except IllegalMove as error:
            raise IllegalMove(f"row {row}: {error}") from None
    if rules.line_ends_game:
        over = has_line(rules, own) | has_line(rules, filled ^ own) | (filled == rules.board)
        if over.any():
            row = _first(over)
            plies = int(filled[row]).bit_count()
            raise GameOver(f"row {row}: the game is over after {plies} moves; there is no side to move")
    return words


def has_line(rules: Rules, discs: Words) -> NDArray[np.bool_]:
    """True where some four of the discs stand in a row."""
    found = np.zeros(len(discs), np.bool_)
    for step in rules.steps:  # | \ - /
        pairs = discs & (discs >> np.uint64(step))
        found |= (pairs & (pairs >> np.uint64(2 * step))) != 0
    return found


def _first(flags: NDArray[np.bool_]) -> int:
    return int(np.argmax(flags))
