"""Many positions as arrays: own discs and filled cells, 64-bit words in the bit picture of rules/rules.py.

The key of a position (Position.key) holds all of it. In every column the highest one stands on top of the
discs, and the bits below are the own discs; on a board of four rows, a column with own, other, own is

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
        """A row of two words for each, own and filled."""
        return np.stack([self.own, self.filled], axis=1)

    @property
    def keys(self) -> Words:
        """Position.key of each."""
        return self.own + self.filled + np.uint64(self.rules.bottom)

    @property
    def plies(self) -> NDArray[np.uint8]:
        """The number of discs of each."""
        return _count_discs(self.filled)

    @property
    def over(self) -> Flags:
        """True where no more disc may be dropped."""
        over: Flags = self.filled == np.uint64(self.rules.board)
        if self.rules.line_ends_game:
            over |= has_line(self.rules, self.own) | has_line(self.rules, self.own ^ self.filled)
        return over

    @property
    def final_values(self) -> Scores:
        """What each is worth to the side that would be to move if the game is over (final_value)."""
        own, other = (_count_lines(self.rules, discs) for discs in (self.own, self.own ^ self.filled))
        difference = own - other
        if self.rules.line_ends_game:
            left = self.rules.cells - self.plies.astype(np.int8)
            won = difference != 0  # by the other side, which made the last line
            difference[won] = -(left[won] // 2 + 1)
        return difference

    def children(self) -> tuple[Boards, Flags]:
        """All boards after a disc in the first column, then those after one in the second, and so on.

        Also where that disc fits; elsewhere they mean nothing.
        """
        masks = np.array(self.rules.column_masks, np.uint64)[:, None]
        cells = (self.filled + np.uint64(self.rules.bottom)) & masks
        other = np.tile(self.own ^ self.filled, self.rules.columns)
        return Boards(self.rules, other, (self.filled | cells).ravel()), cells.ravel() != 0

    def positions(self) -> Iterator[Position]:
        """Each as a Position."""
        for own, filled in zip(self.own.tolist(), self.filled.tolist(), strict=True):
            yield Position(own, filled, self.rules)

    def where(self, chosen: Flags) -> Boards:
        """Only the chosen ones."""
        return Boards(self.rules, self.own[chosen], self.filled[chosen])

    def first_keys(self) -> tuple[Words, Flags]:
        """The smaller key of each position and its mirror image, and where it is the mirror image's."""
        keys = self.keys
        mirrored = mirror_words(self.rules, keys)
        return np.minimum(keys, mirrored), mirrored < keys


def boards_of_positions(positions: Iterable[Position], rules: Rules = CONNECT_FOUR) -> Boards:
    """Positions of the same rules, those given if there is none; raises GeometryError for mixed ones."""
    listed = list(positions)
    for position in listed:
        if type(position) is not Position:
            require_position(position)
    rules = listed[0].rules if listed else rules
    other = next((p.rules for p in listed if p.rules != rules), None)
    if other is not None:
        raise GeometryError(f"positions of {rules.title} {rules} and {other.title} {other} in one call")
    own, filled = (np.array([getattr(p, word) for p in listed], np.uint64) for word in ("own", "filled"))
    return Boards(rules, own, filled)


def boards_of_words(rules: Rules, array: NDArray[np.integer]) -> Boards:
    """The positions of an array with a row of two words for each, own and filled.

    Raises IllegalMove, naming the first row that is no position.
    """
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise IllegalMove(
            f"an array of shape {array.shape} and type {array.dtype} holds no positions; "
            "expected rows of two whole numbers, own and filled"
        )
    negative = (array[:, 0] < 0) | (array[:, 1] < 0)
    if negative.any():
        raise IllegalMove(f"row {np.argmax(negative)}: a negative number is no board")
    own, filled = array.astype(np.uint64).T
    off_board = (filled & ~np.uint64(rules.board)) | (own & ~filled)
    floating = (filled + np.uint64(rules.bottom)) & filled
    boards = Boards(rules, own, filled)
    unfit = ((off_board | floating) != 0) | (_count_discs(own) != boards.plies // 2)
    if unfit.any():
        row = np.argmax(unfit)
        try:
            Position(int(own[row]), int(filled[row]), rules)
        except IllegalMove as error:
            raise IllegalMove(f"row {row}: {error}") from None
    return boards


def boards_of_keys(rules: Rules, keys: Words) -> Boards:
    """The positions that have these keys."""
    board = np.uint64(rules.board)
    below = keys.copy()
    for _ in range(rules.rows):
        below |= (below >> ONE) & board  # a one at the foot of the next column would come in at the top
    filled = (below >> ONE) & board
    return Boards(rules, keys & filled, filled)


def require_unfinished(boards: Boards) -> None:
    """Raise GameOver, naming the first row, if a game of Connect Four has ended."""
    over = boards.over
    if over.any() and not boards.rules.variant.scores_finished_games:
        row = np.argmax(over)
        raise GameOver(f"row {row}: the game is over after {boards.plies[row]} moves; {NO_SIDE}")


def mirror_words(rules: Rules, words: Words) -> Words:
    """Each word with its columns from right to left, the cell above the top row included."""
    stride = np.uint64(rules.stride)
    column = np.uint64((1 << rules.stride) - 1)
    mirrored = np.zeros_like(words)
    rest = words
    for _ in range(rules.columns):
        mirrored = mirrored << stride | rest & column
        rest = rest >> stride
    return mirrored


def has_line(rules: Rules, discs: Words) -> Flags:
    """True where some four of the discs stand in a row."""
    found = np.zeros(len(discs), np.bool_)
    for step in rules.steps:  # | \ - /
        pairs = discs & (discs >> np.uint64(step))
        found |= (pairs & (pairs >> np.uint64(2 * step))) != 0
    return found


def _count_discs(words: Words) -> NDArray[np.uint8]:
    """The number of ones in each word."""
    ones = np.unpackbits(np.ascontiguousarray(words).view(np.uint8).reshape(-1, 8), axis=1)
    counts: NDArray[np.uint8] = ones.sum(axis=1, dtype=np.uint8)
    return counts


def _count_lines(rules: Rules, discs: Words) -> Scores:
    """How many lines the discs fill."""
    counts = np.zeros(len(discs), np.int8)
    for line in rules.lines:
        counts += (discs & np.uint64(line)) == np.uint64(line)
    return counts
