"""Boards: many positions as two arrays of 64-bit words, own discs and filled cells (rules/rules.py).

The key of a position (Position.key) determines it. In every column the highest one is just above the
discs, and the bits below it are the own discs. On a board of four rows, a column with own, other, own is

    0        always empty, unless the column is full
    1        the top of the stack
    1        own
    0        other
    1        own
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from claimeven.errors import GameOver, GeometryError, IllegalMove
from claimeven.rules.position import Position, require_position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_SIDE

Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Scores = NDArray[np.int8]

ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Boards:
    """Positions of the same rules, as the own discs and the filled cells of each."""

    rules: Rules
    own: Words
    filled: Words

    def __len__(self) -> int:
        return len(self.own)

    @property
    def words(self) -> Words:
        """A row of two words for each position, own and filled."""
        return np.stack([self.own, self.filled], axis=1)

    @property
    def keys(self) -> Words:
        """Position.key of each position."""
        return self.own + self.filled + np.uint64(self.rules.bottom)

    @property
    def plies(self) -> NDArray[np.uint8]:
        """The number of discs of each position."""
        return _count_discs(self.filled)

    @property
    def over(self) -> Flags:
        """True where no more discs may be dropped."""
        over: Flags = self.filled == np.uint64(self.rules.board)
        if self.rules.line_ends_game:
            over |= has_line(self.rules, self.own) | has_line(self.rules, self.own ^ self.filled)
        return over

    @property
    def final_values(self) -> Scores:
        """The value of each position as Variant.final_value has it, if its game is over."""
        own_lines = _count_lines(self.rules, self.own)
        other_lines = _count_lines(self.rules, self.own ^ self.filled)
        difference = own_lines - other_lines
        if self.rules.line_ends_game:
            left = self.rules.cells - self.plies.astype(np.int8)
            won = difference != 0  # by the other side, which made the last line
            difference[won] = -(left[won] // 2 + 1)
        return difference

    def children(self) -> tuple[Boards, Flags]:
        """Return all boards after a disc in the first column, then after one in the second, and so on.

        The flags say where that disc fits; the other boards are meaningless.
        """
        masks = np.array(self.rules.column_masks, np.uint64)[:, None]
        cells = (self.filled + np.uint64(self.rules.bottom)) & masks
        other = np.tile(self.own ^ self.filled, self.rules.columns)
        filled = (self.filled | cells).ravel()
        fits = cells.ravel() != 0
        return Boards(self.rules, other, filled), fits

    def positions(self) -> Iterator[Position]:
        """Yield each as a Position."""
        for own, filled in zip(self.own.tolist(), self.filled.tolist(), strict=True):
            yield Position(own, filled, self.rules)

    def where(self, chosen: Flags) -> Boards:
        """Return the chosen positions."""
        return Boards(self.rules, self.own[chosen], self.filled[chosen])

    def first_keys(self) -> tuple[Words, Flags]:
        """Return the smaller key of each position and its mirror image, and where it is the image's."""
        keys = self.keys
        mirrored = mirror_words(self.rules, keys)
        return np.minimum(keys, mirrored), mirrored < keys


def boards_of_positions(positions: Iterable[Position], rules: Rules = CONNECT_FOUR) -> Boards:
    """Return positions of the same rules as Boards; ``rules`` are for an empty list.

    Raises GeometryError for positions of different rules.
    """
    position_list = list(positions)
    for position in position_list:
        if type(position) is not Position:
            require_position(position)
    if position_list:
        rules = position_list[0].rules
    for position in position_list:
        if position.rules != rules:
            other = position.rules
            raise GeometryError(f"positions of {rules.title} {rules} and {other.title} {other} in one call")
    own = np.array([position.own for position in position_list], np.uint64)
    filled = np.array([position.filled for position in position_list], np.uint64)
    return Boards(rules, own, filled)


def boards_of_words(rules: Rules, array: NDArray[np.integer]) -> Boards:
    """Return the positions of an array with a row of two words for each, own and filled.

    Raises IllegalMove, naming the first row that is not a position.
    """
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise IllegalMove(
            f"an array of shape {array.shape} and type {array.dtype} cannot hold positions; "
            "expected rows of two whole numbers, own and filled"
        )
    negative = (array[:, 0] < 0) | (array[:, 1] < 0)
    if negative.any():
        raise IllegalMove(f"row {np.argmax(negative)}: a negative number is not a board")
    own, filled = array.astype(np.uint64).T
    off_board = (filled & ~np.uint64(rules.board)) | (own & ~filled)
    floating = (filled + np.uint64(rules.bottom)) & filled
    boards = Boards(rules, own, filled)
    has_wrong_counts = _count_discs(own) != boards.plies // 2
    is_wrong = (off_board != 0) | (floating != 0) | has_wrong_counts
    if is_wrong.any():
        row = np.argmax(is_wrong)
        try:
            Position(int(own[row]), int(filled[row]), rules)
        except IllegalMove as error:
            raise IllegalMove(f"row {row}: {error}") from None
    return boards


def boards_of_keys(rules: Rules, keys: Words) -> Boards:
    """Return the positions that have these keys."""
    board = np.uint64(rules.board)
    below = keys.copy()
    for _ in range(rules.rows):
        below |= (below >> ONE) & board  # a one at the foot of the next column would come in at the top
    filled = (below >> ONE) & board
    return Boards(rules, keys & filled, filled)


def require_unfinished(boards: Boards) -> None:
    """Raise GameOver, naming the first row, if a game has ended whose variant then has no score."""
    over = boards.over
    if over.any() and not boards.rules.variant.scores_finished_games:
        row = np.argmax(over)
        raise GameOver(f"row {row}: the game is over after {boards.plies[row]} moves; {NO_SIDE}")


def mirror_words(rules: Rules, words: Words) -> Words:
    """Return each word with its columns from right to left, including the bit above the top row."""
    stride = np.uint64(rules.stride)
    column = np.uint64((1 << rules.stride) - 1)
    mirrored = np.zeros_like(words)
    rest = words
    for _ in range(rules.columns):
        mirrored = (mirrored << stride) | (rest & column)
        rest = rest >> stride
    return mirrored


def has_line(rules: Rules, discs: Words) -> Flags:
    """Return True where the discs contain four in a row."""
    found = np.zeros(len(discs), np.bool_)
    for step in rules.steps:  # | \ - /
        pairs = discs & (discs >> np.uint64(step))
        found |= (pairs & (pairs >> np.uint64(2 * step))) != 0
    return found


def _count_discs(words: Words) -> NDArray[np.uint8]:
    """Return the number of ones in each word."""
    ones = np.unpackbits(np.ascontiguousarray(words).view(np.uint8).reshape(-1, 8), axis=1)
    counts: NDArray[np.uint8] = ones.sum(axis=1, dtype=np.uint8)
    return counts


def _count_lines(rules: Rules, discs: Words) -> Scores:
    """Return how many lines the discs fill."""
    counts = np.zeros(len(discs), np.int8)
    for line in rules.lines:
        counts += (discs & np.uint64(line)) == np.uint64(line)
    return counts
