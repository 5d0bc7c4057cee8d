"""How long positions will take: a guess by the number of empty cells that every answer corrects.

Units are cut by it, and the time that is left is told by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.batch.unit import Wanted

if TYPE_CHECKING:
    from claimeven.rules.rules import Rules

UNIT_SECONDS = 10.0  # handing out and storing a unit takes milliseconds; a lost one costs this much
TRIAL_SECONDS = 1.0  # while nothing is known about positions of this many discs
SHORTEST_SECONDS = 0.1
UNITS_PER_WORKER = 4  # of what is left, so that no worker waits long for the last one
MOST_TOGETHER = 20_000  # end positions take microseconds; their units are bounded by memory

# Seconds of a position with this many cells left, and the factor for one more: measured on one core with
# random games, Connect Four at 13 to 34 discs, Max-Connect4 at 20 to 34. Only the first units go by them.
FIRST_GUESS = {True: (29, 4e-3, 1.5), False: (22, 6e-3, 1.7)}
TIMES = {Wanted.SCORE: 1, Wanted.BEST: 2, Wanted.COLUMNS: 3, Wanted.MOVE: 2}  # the cost of the score alone


class Costs:
    """Expected seconds per position of one job, by cells left."""

    def __init__(self, rules: Rules, wanted: Wanted) -> None:
        self._left, self._seconds, self._growth = FIRST_GUESS[rules.line_ends_game]
        self._seconds *= TIMES[wanted]
        self._learnt: dict[int, tuple[int, float]] = {}

    @property
    def is_learnt(self) -> bool:
        """True when something is known but the first guess."""
        return bool(self._learnt)

    def learn(self, left: int, positions: int, seconds: float) -> None:
        """Take note of what positions have cost."""
        known_positions, known_seconds = self._learnt.get(left, (0, 0.0))
        self._learnt[left] = known_positions + positions, known_seconds + seconds

    def expect(self, left: int) -> float:
        """Seconds of one position: the mean so far, or a guess from the nearest number of cells known."""
        if not self._learnt:
            return self._guess(left)
        nearest = min(self._learnt, key=lambda known: abs(known - left))
        positions, seconds = self._learnt[nearest]
        return seconds / positions * self._guess(left) / self._guess(nearest)

    def together(self, left: int, seconds_left: float, workers: int) -> int:
        """How many positions with ``left`` cells make a unit; one worker needs ``seconds_left`` for all."""
        longest = UNIT_SECONDS if left in self._learnt else TRIAL_SECONDS
        share = seconds_left / (workers * UNITS_PER_WORKER)
        seconds = max(SHORTEST_SECONDS, min(longest, share))
        return max(1, min(MOST_TOGETHER, int(seconds / self.expect(left))))

    def _guess(self, left: int) -> float:
        # Every position costs some microseconds, however near the end.
        return 5e-6 + self._seconds * self._growth ** (left - self._left)
