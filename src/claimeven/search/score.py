"""Score: the exact value of a Connect Four position, and what it means in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """The value of a position for the side to move when ``left`` cells are empty, both sides perfect.

    +k: the side to move wins with its k-th last disc; -k: the other side does; 0: a draw.

    >>> score = Score(2, left=38)
    >>> int(score), score.verdict, score.plies
    (2, 'win', 35)
    >>> score.words
    'the side to move wins in 35 plies'
    """

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

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends, if both sides play best."""
        if self.value > 0:
            return 2 * ((self.left + 1) // 2 - self.value) + 1
        if self.value < 0:
            return 2 * (self.left // 2 + self.value + 1)
        return self.left

    @property
    def words(self) -> str:
        """The score as a sentence about the side to move."""
        plies = f"{self.plies} plies" if self.plies != 1 else "1 ply"
        if self.value > 0:
            return f"the side to move wins in {plies}"
        if self.value < 0:
            return f"the side to move loses in {plies}"
        return f"a draw, with {plies} to go"
