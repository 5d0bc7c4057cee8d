"""Score: the exact value of a position, and what it means in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Verdict = Literal["win", "draw", "loss"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """The value of a position for the side to move when ``left`` cells are empty, both sides perfect.

    Where a line ends the game, +k: the side to move wins with its k-th last disc; -k: the other side does;
    0: a draw. Otherwise the margin: the side's own lines less the other side's on the full board.

    >>> score = Score(2, left=38)
    >>> int(score), score.verdict, score.plies
    (2, 'win', 35)
    >>> score.words
    'the side to move wins in 35 plies'
    >>> Score(-3, left=20, rules=Rules(line_ends_game=False)).words
    'the side to move ends 3 lines behind'
    """

    value: int
    left: int
    rules: Rules = CONNECT_FOUR

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:+d}" if self.value else "0"

    @property
    def verdict(self) -> Verdict:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends, if both sides play best."""
        if self.value == 0 or not self.rules.line_ends_game:
            return self.left
        if self.value > 0:
            return 2 * ((self.left + 1) // 2 - self.value) + 1
        return 2 * (self.left // 2 + self.value + 1)

    @property
    def result(self) -> str:
        """The score in a few words: ``win in 35 plies``, ``win by 2 lines``, ``draw``."""
        how = f"in {self._plies}" if self.rules.line_ends_game else f"by {self._lines}"
        return f"{self.verdict} {how}" if self.value else self.verdict

    @property
    def words(self) -> str:
        """The score as a sentence about the side to move."""
        if self.rules.line_ends_game:
            if self.value == 0:
                return f"a draw, with {self._plies} to go"
            return f"the side to move {'wins' if self.value > 0 else 'loses'} in {self._plies}"
        if self.value == 0:
            return "a draw, with equal lines at the end"
        return f"the side to move ends {self._lines} {'ahead' if self.value > 0 else 'behind'}"

    @property
    def _plies(self) -> str:
        return f"{self.plies} {'ply' if self.plies == 1 else 'plies'}"

    @property
    def _lines(self) -> str:
        return f"{abs(self.value)} {'line' if abs(self.value) == 1 else 'lines'}"


def final_value(position: Position) -> int:
    """What a finished game is worth to the side that would be to move next."""
    difference = len(position.lines_of(position.own)) - len(position.lines_of(position.other))
    if position.rules.line_ends_game and difference:
        return -(position.left // 2 + 1)  # the other side made the last line
    return difference
