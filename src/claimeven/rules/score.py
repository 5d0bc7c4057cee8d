"""Score: the exact value of a position, a number with words."""

from __future__ import annotations

from operator import index
from typing import Literal, NoReturn, Self, SupportsIndex, get_args

from claimeven.rules.board import Board
from claimeven.rules.rules import CONNECT_FOUR, Rules

Verdict = Literal["win", "draw", "loss"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Score(int):
    """The value of a position with ``left`` empty cells for the side to move, if both sides play perfectly.

    In Connect Four, +k: the side to move wins with its k-th last disc; -k: the other side does; 0: a draw. In
    Max-Connect4 the margin: the side's own lines minus the other side's on the full board.

    A score is an int: it compares, sorts and hashes by its value alone, and 0 is false. Arithmetic gives a
    plain int, because ``-score`` is the value for the other side, not a score with as many plies.

    >>> from claimeven import MAX_CONNECT_FOUR
    >>> score = Score(2, left=38)
    >>> score, score == 2, -score
    (Score(+2, win in 35), True, -2)
    >>> score.verdict, score.plies, score.words
    ('win', 35, 'the side to move wins in 35 plies')
    >>> Score(-3, left=20, rules=MAX_CONNECT_FOUR)
    Score(-3, loss by 3)
    """

    left: int
    rules: Rules

    def __new__(cls, value: SupportsIndex, left: int, rules: Rules = CONNECT_FOUR) -> Self:
        """Return the score of this value; raise TypeError if ``value`` is not an integer."""
        score = int.__new__(cls, index(value))
        attributes = score.__dict__  # __setattr__ raises
        attributes["left"] = left
        attributes["rules"] = rules
        return score

    def __reduce__(self) -> tuple[type[Self], tuple[int, int, Rules]]:
        """Return the arguments from which pickle and copy make an equal score."""
        return type(self), (int(self), self.left, self.rules)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Score cannot be changed, so {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Score cannot be changed, so {name!r} cannot be deleted")

    def __str__(self) -> str:
        return f"{self:+d}" if self else "0"

    def __repr__(self) -> str:
        if self == 0:
            return "Score(0, draw)"
        margin = self.rules.variant.margin(self)
        return f"Score({self}, {self.verdict} {margin})"

    @property
    def verdict(self) -> Verdict:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        if self > 0:
            return "win"
        if self < 0:
            return "loss"
        return "draw"

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends, if both sides play perfectly."""
        return self.rules.variant.plies(self)

    @property
    def result(self) -> str:
        """The score in a few words: ``win in 35 plies``, ``win by 2 lines``, ``draw``."""
        if self == 0:
            return "draw"
        margin = self.rules.variant.margin_text(self)
        return f"{self.verdict} {margin}"

    @property
    def words(self) -> str:
        """The score as a sentence about the side to move."""
        return self.rules.variant.sentence(self)


def final_value(position: Board) -> int:
    """Return what a finished game is worth to the side that would be to move next."""
    return position.rules.variant.final_value(position)
