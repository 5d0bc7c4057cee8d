"""Score and Margin: the exact values of positions in Connect Four and Max-Connect4, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimeven.rules.position import Position
    from claimeven.rules.variant import Variant


@dataclass(frozen=True, slots=True, order=True)
class _Value:
    """What the values of both games have in common: a number for the side to move, good if positive."""

    value: int
    left: int

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:+d}" if self.value else "0"

    @property
    def verdict(self) -> str:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"


@dataclass(frozen=True, slots=True, order=True)
class Score(_Value):
    """The value of a position for the side to move when ``left`` cells are empty, both sides perfect.

    +k: the side to move wins with its k-th last disc; -k: the other side does; 0: a draw.

    >>> score = Score(2, left=38)
    >>> int(score), score.verdict, score.plies
    (2, 'win', 35)
    >>> score.words
    'the side to move wins in 35 plies'
    """

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends, if both sides play best."""
        if self.value > 0:
            return 2 * ((self.left + 1) // 2 - self.value) + 1
        if self.value < 0:
            return 2 * (self.left // 2 + self.value + 1)
        return self.left

    @property
    def result(self) -> str:
        """The score in three or four words: ``win in 35 plies``, ``draw``."""
        return f"{self.verdict} in {_count(self.plies, 'ply', 'plies')}" if self.value else self.verdict

    @property
    def words(self) -> str:
        """The score as a sentence about the side to move."""
        plies = _count(self.plies, "ply", "plies")
        if self.value > 0:
            return f"the side to move wins in {plies}"
        if self.value < 0:
            return f"the side to move loses in {plies}"
        return f"a draw, with {plies} to go"


@dataclass(frozen=True, slots=True, order=True)
class Margin(_Value):
    """The value of a Max-Connect4 position for the side to move when ``left`` cells are empty, both perfect.

    It is the side's own lines less the other side's on the full board.

    >>> margin = Margin(-3, left=20)
    >>> int(margin), margin.verdict, margin.plies
    (-3, 'loss', 20)
    >>> margin.words
    'the side to move ends 3 lines behind'
    """

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends: the board is always filled."""
        return self.left

    @property
    def result(self) -> str:
        """The margin in three or four words: ``win by 2 lines``, ``draw``."""
        return f"{self.verdict} by {_count(abs(self.value), 'line', 'lines')}" if self.value else self.verdict

    @property
    def words(self) -> str:
        """The margin as a sentence about the side to move."""
        lines = _count(abs(self.value), "line", "lines")
        if self.value > 0:
            return f"the side to move ends {lines} ahead"
        if self.value < 0:
            return f"the side to move ends {lines} behind"
        return "a draw, with equal lines at the end"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def value_in(variant: Variant, value: int, left: int) -> Score | Margin:
    """An exact value as the kind that belongs to the variant."""
    return Score(value, left) if variant.line_ends_game else Margin(value, left)


def final_value(position: Position) -> int:
    """What a finished game is worth to the side that would be to move next."""
    difference = len(position.lines_of(position.own)) - len(position.lines_of(position.other))
    if position.variant.line_ends_game and difference:
        return -((position.geometry.cells - position.ply) // 2 + 1)  # the other side made the last line
    return difference
