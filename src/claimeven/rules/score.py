"""Score: the exact value of a position, a number with words."""

from __future__ import annotations

from operator import index
from typing import Literal, NoReturn, Self, SupportsIndex, get_args

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

Verdict = Literal["win", "draw", "loss"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class Score(int):
    """The value of a position for the side to move when ``left`` cells are empty, both sides perfect.

    Where a line ends the game, +k: the side to move wins with its k-th last disc; -k: the other side does;
    0: a draw. Otherwise the margin: the side's own lines minus the other side's on the full board.

    A score is an int: it compares, sorts and hashes by its value alone, and 0 is false. Arithmetic gives a
    plain int, because ``-score`` is the value for the other side, not a score with as many plies.

    >>> score = Score(2, left=38)
    >>> score, score == 2, -score
    (Score(+2, win in 35), True, -2)
    >>> score.verdict, score.plies, score.words
    ('win', 35, 'the side to move wins in 35 plies')
    >>> Score(-3, left=20, rules=Rules(line_ends_game=False))
    Score(-3, loss by 3)
    """

    left: int
    rules: Rules

    def __new__(cls, value: SupportsIndex, left: int, rules: Rules = CONNECT_FOUR) -> Self:
        """The score of this value; raises TypeError if ``value`` is not an integer."""
        score = int.__new__(cls, index(value))
        attributes = score.__dict__  # __setattr__ refuses
        attributes["left"] = left
        attributes["rules"] = rules
        return score

    def __reduce__(self) -> tuple[type[Self], tuple[int, int, Rules]]:
        """What pickle and copy make an equal score of."""
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
        how = f"in {self.plies}" if self.rules.line_ends_game else f"by {abs(self)}"
        return f"Score({self}, {self.verdict} {how})"

    @property
    def verdict(self) -> Verdict:
        """``win``, ``draw`` or ``loss`` for the side to move."""
        return "win" if self > 0 else "loss" if self < 0 else "draw"

    @property
    def plies(self) -> int:
        """How many discs are dropped until the game ends, if both sides play best."""
        if self == 0 or not self.rules.line_ends_game:
            return self.left
        if self > 0:
            return 2 * ((self.left + 1) // 2 - self) + 1
        return 2 * (self.left // 2 + self + 1)

    @property
    def result(self) -> str:
        """The score in a few words: ``win in 35 plies``, ``win by 2 lines``, ``draw``."""
        how = f"in {self._plies}" if self.rules.line_ends_game else f"by {self._lines}"
        return f"{self.verdict} {how}" if self else self.verdict

    @property
    def words(self) -> str:
        """The score as a sentence about the side to move."""
        if self.rules.line_ends_game:
            if self == 0:
                return f"a draw, with {self._plies} to go"
            return f"the side to move {'wins' if self > 0 else 'loses'} in {self._plies}"
        if self == 0:
            return "a draw, with equal lines at the end"
        return f"the side to move ends {self._lines} {'ahead' if self > 0 else 'behind'}"

    @property
    def _plies(self) -> str:
        return f"{self.plies} {'ply' if self.plies == 1 else 'plies'}"

    @property
    def _lines(self) -> str:
        return f"{abs(self)} {'line' if abs(self) == 1 else 'lines'}"


def final_value(position: Position) -> int:
    """What a finished game is worth to the side that would be to move next."""
    difference = len(position.lines_of(position.own)) - len(position.lines_of(position.other))
    if position.rules.line_ends_game and difference:
        return -(position.left // 2 + 1)  # the other side made the last line
    return difference
