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
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from claimeven.errors import GameOver, GeometryError, IllegalMove
from claimeven.rules.arrays import FIRST, SECOND
from claimeven.rules.position import Position, require_position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.board_arrays import (
    ONE,
    Digits,
    Flags,
    Words,
    plane_of_words,
    rules_of_shape,
    words_of_cells,
    words_of_planes,
)
from claimeven.solver.limits import NO_SCORE, NO_SIDE

Scores = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Boards:
    """Positions of the same rules, as the own discs and the filled cells of each.

    The methods that begin with ``from_`` check what they read; their errors name the first row that is wrong.

    >>> boards = Boards.from_positions([Position.from_moves("4453"), Position()])
    >>> boards.plies, boards.to_planes().shape
    (array([4, 0], dtype=uint8), (2, 2, 6, 7))
    """

    rules: Rules
    own: Words
    filled: Words

    @staticmethod
    def from_positions(positions: Iterable[Position], rules: Rules | None = None) -> Boards:
        """Return positions of the same rules; ``rules`` are for an empty list, None is CONNECT_FOUR.

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
                _raise_different_rules(position_list[0].rules, position.rules)
        own = np.array([position.own for position in position_list], np.uint64)
        filled = np.array([position.filled for position in position_list], np.uint64)
        return Boards(rules or CONNECT_FOUR, own, filled)

    @staticmethod
    def from_words(words: NDArray[np.integer], rules: Rules = CONNECT_FOUR) -> Boards:
        """Return the positions of an array with a row of two words for each, own and filled.

        Raises IllegalMove for a row that is not a position.
        """
        if words.ndim != 2 or words.shape[1] != 2 or words.dtype.kind not in "iu":
            raise IllegalMove(
                f"an array of shape {words.shape} and type {words.dtype} cannot hold positions; "
                "expected rows of two whole numbers, own and filled"
            )
        negative = (words[:, 0] < 0) | (words[:, 1] < 0)
        if negative.any():
            raise IllegalMove(f"row {np.argmax(negative)}: a negative number is not a board")
        own, filled = words.astype(np.uint64).T
        return _checked_boards(rules, own, filled)

    @staticmethod
    def from_array(cells: NDArray[Any], rules: Rules | None = None) -> Boards:
        """Return the positions of an array of N x rows x columns, each as ``Position.from_array`` reads it.

        Without ``rules`` the game is Connect Four on a board of that shape. Raises GeometryError for another
        shape, and IllegalMove for a board that is not a position.
        """
        if cells.ndim != 3:
            raise GeometryError(f"an array of shape {cells.shape}; expected boards x rows x columns")
        rules = rules_of_shape(cells.shape, rules)
        first, second = words_of_cells(cells, rules)
        filled = first | second
        is_second_to_move = _count_discs(filled) % 2 == 1
        own = np.where(is_second_to_move, second, first)
        return _checked_boards(rules, own, filled)

    @staticmethod
    def from_planes(planes: NDArray[Any], rules: Rules | None = None) -> Boards:
        """Return the positions of an array of N x 2 x rows x columns, as ``to_planes`` returns it.

        Numbers of any type are accepted, also floats. Without ``rules`` the game is Connect Four on a board
        of that shape. Raises GeometryError for another shape, and IllegalMove for a board that is not
        a position.
        """
        if planes.ndim != 4 or planes.shape[1] != 2:
            raise GeometryError(f"an array of shape {planes.shape}; expected boards x 2 x rows x columns")
        rules = rules_of_shape(planes.shape, rules)
        own, other = words_of_planes(planes, rules)
        return _checked_boards(rules, own, own | other)

    @staticmethod
    def from_keys(keys: Words, rules: Rules = CONNECT_FOUR) -> Boards:
        """Return the positions that have these keys, without a check."""
        board = np.uint64(rules.board)
        below = keys.copy()
        for _ in range(rules.rows):
            below |= (below >> ONE) & board  # a one at the foot of the next column would come in at the top
        filled = (below >> ONE) & board
        return Boards(rules, keys & filled, filled)

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
        """Return each board after a disc in its first column, after one in its second, and so on.

        The flags say where that disc fits; the other boards are meaningless.
        """
        masks = np.array(self.rules.column_masks, np.uint64)
        before = self.filled[:, None]
        cells = (before + np.uint64(self.rules.bottom)) & masks
        other = np.repeat(self.own ^ self.filled, self.rules.columns)
        filled = (before | cells).ravel()
        fits = cells.ravel() != 0
        return Boards(self.rules, other, filled), fits

    def positions(self) -> Iterator[Position]:
        """Yield each as a Position."""
        for own, filled in zip(self.own.tolist(), self.filled.tolist(), strict=True):
            yield Position(own, filled, self.rules)

    def to_array(self) -> Digits:
        """Return the cells of all boards: N x rows x columns, each as ``Position.to_array`` returns it."""
        is_second_to_move = self.plies % 2 == 1
        other = self.own ^ self.filled
        first = np.where(is_second_to_move, other, self.own)
        first_plane = plane_of_words(first, self.rules)
        second_plane = plane_of_words(first ^ self.filled, self.rules)
        return np.asarray(FIRST * first_plane + SECOND * second_plane, np.uint8)

    def to_planes(self) -> Digits:
        """Return planes of all boards: N x 2 x rows x columns, each as ``Position.to_planes`` returns it."""
        own_plane = plane_of_words(self.own, self.rules)
        other_plane = plane_of_words(self.own ^ self.filled, self.rules)
        return np.stack([own_plane, other_plane], axis=1)

    def where(self, chosen: Flags) -> Boards:
        """Return the chosen positions."""
        return Boards(self.rules, self.own[chosen], self.filled[chosen])

    def first_keys(self) -> tuple[Words, Flags]:
        """Return the smaller key of each position and its mirror image, and where it is the image's."""
        keys = self.keys
        mirrored = mirror_words(self.rules, keys)
        return np.minimum(keys, mirrored), mirrored < keys


def boards_of(positions: Iterable[Position] | Boards | NDArray[Any], rules: Rules | None = None) -> Boards:
    """Return positions in any form: a list, Boards, or an array of words, cells or planes.

    An array of two dimensions has words, one of three cells and one of four planes. Raises as the method of
    Boards does that reads this form.
    """
    if isinstance(positions, Boards):
        return positions
    if not isinstance(positions, np.ndarray):
        return Boards.from_positions(positions, rules)
    if positions.ndim == 3:
        return Boards.from_array(positions, rules)
    if positions.ndim == 4:
        return Boards.from_planes(positions, rules)
    return Boards.from_words(positions, rules or CONNECT_FOUR)


def _checked_boards(rules: Rules, own: Words, filled: Words) -> Boards:
    """Return boards; raise IllegalMove, naming the first row that is not a position."""
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


def _raise_different_rules(one: Rules, other: Rules) -> NoReturn:
    raise GeometryError(f"positions of {one.title} {one} and {other.title} {other} in one call")


def require_unfinished(boards: Boards) -> None:
    """Raise GameOver, naming the first row, if a game has ended whose variant then has no score."""
    over = boards.over
    if over.any() and not boards.rules.variant.scores_finished_games:
        row = np.argmax(over)
        raise GameOver(f"row {row}: the game is over after {boards.plies[row]} moves; {NO_SIDE}")


def best_columns(columns: Scores) -> Flags:
    """Return which columns of each row have the best score of the row; none where no disc fits."""
    best: Flags = (columns == columns.max(axis=1, keepdims=True)) & (columns != NO_SCORE)
    return best


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
