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

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules
from claimeven.search.words import has_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Values = NDArray[np.int8]

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
    def keys(self) -> Words:
        """Position.key of each."""
        return self.own + self.filled + np.uint64(self.rules.bottom)

    @property
    def plies(self) -> NDArray[np.uint8]:
        """The number of discs of each."""
        ones = np.unpackbits(self.filled.view(np.uint8).reshape(-1, 8), axis=1)
        discs: NDArray[np.uint8] = ones.sum(axis=1, dtype=np.uint8)
        return discs

    @property
    def over(self) -> Flags:
        """True where no more disc may be dropped."""
        over: Flags = self.filled == np.uint64(self.rules.board)
        if self.rules.line_ends_game:
            over |= has_line(self.rules, self.own) | has_line(self.rules, self.own ^ self.filled)
        return over

    def children(self, column: int) -> tuple[Boards, Flags]:
        """The boards after a disc in ``column``, and where that disc fits; elsewhere they mean nothing."""
        cells = (self.filled + np.uint64(self.rules.bottom)) & np.uint64(self.rules.column_mask(column))
        after = Boards(self.rules, self.own ^ self.filled, self.filled | cells)
        return after, cells != 0

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


def boards_of_keys(rules: Rules, keys: Words) -> Boards:
    """The positions that have these keys."""
    board = np.uint64(rules.board)
    below = keys.copy()
    for _ in range(rules.rows):
        below |= (below >> ONE) & board  # a one at the foot of the next column would come in at the top
    filled = (below >> ONE) & board
    return Boards(rules, keys & filled, filled)


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


def count_lines(rules: Rules, discs: Words) -> Values:
    """How many lines the discs fill."""
    counts = np.zeros(len(discs), np.int8)
    for line in rules.lines:
        counts += (discs & np.uint64(line)) == np.uint64(line)
    return counts


def play_moves(rules: Rules, games: Sequence[bytes]) -> tuple[Boards, Flags]:
    """The positions after moves as ``4453``, and where these cannot be played.

    Much faster than Position.from_moves, and says less: that one tells what is wrong with a game.
    """
    longest = min(max(map(len, games), default=0), rules.cells)
    signs = np.frombuffer(b"".join(game[:longest].ljust(longest) for game in games), np.uint8)
    columns = _column_of_sign(rules)[signs.reshape(len(games), longest)]
    lengths = np.fromiter(map(len, games), np.int64, len(games))
    masks = np.array([*map(rules.column_mask, range(rules.columns)), 0], np.uint64)
    own, filled = (np.zeros(len(games), np.uint64) for _ in range(2))
    bad = lengths > longest
    over = np.zeros(len(games), np.bool_)
    for number in range(longest):
        moving = lengths > number
        cells = (filled + np.uint64(rules.bottom)) & masks[columns[:, number]]
        bad |= moving & ((cells == 0) | over)
        cells[~moving] = 0
        placed = own | cells
        if rules.line_ends_game:
            over |= moving & has_line(rules, placed)
        filled = filled | cells
        own = np.where(moving, placed ^ filled, own)
    return Boards(rules, own, filled), bad


def _column_of_sign(rules: Rules) -> NDArray[np.uint8]:
    """The column that each of the 256 signs names, and one more than the last for none."""
    columns = np.full(256, rules.columns, np.uint8)
    for column, name in enumerate(COLUMN_NAMES[: rules.columns]):
        columns[ord(name)] = column
    return columns
