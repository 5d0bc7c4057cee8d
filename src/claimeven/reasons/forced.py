"""Forced play: fours, threats that must be answered, and sequences in which every reply is the only one."""

from __future__ import annotations

from claimeven.reasons.cells import cells_of
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

MAX_NODES = 3_000


def completing(discs: int, rules: Rules) -> int:
    """The cells, empty or not, where one more disc of a side completes a line of its ``discs``."""
    cells = 0
    for step in rules.steps:
        two = discs & discs >> step
        three = two & discs >> 2 * step
        cells |= three << 3 * step | three >> step
        cells |= (discs & two >> 2 * step) << step | (two & discs >> 3 * step) << 2 * step
    return cells & rules.board


def fours(discs: int, filled: int, rules: Rules) -> int:
    """The cells where the side with these ``discs`` could complete a line with its next disc."""
    return completing(discs, rules) & filled + rules.bottom & ~filled


def forced_win(position: Position) -> tuple[int, ...] | None:
    """The columns of a forced sequence in which the side to move reaches four, None if there is none.

    The side to move threatens four with every disc, so that each reply is the only one that does not lose at
    once, until one threat is left that cannot be answered. The line is the shortest, best replies included,
    and ends with the four. None, too, if the search for one takes too long.
    """
    search = _Attack(position.rules)
    for moves in range(1, position.left // 2 + 2):
        search.went_on = False
        found = search.line(position.own, position.filled, moves)
        if found is not None:
            return tuple(position.rules.column_of(cell) for cell in found)
        if not search.went_on:
            return None
    return None


class _Attack:
    """Looks for forced sequences of a given number of own discs, and remembers where there is none."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._failed: dict[tuple[int, int], int] = {}
        self._nodes = 0
        self.went_on = True  # whether the last search was cut short by the number of discs, not by the board

    def line(self, own: int, filled: int, moves: int) -> tuple[int, ...] | None:
        """A forced sequence with at most ``moves`` own discs, as cells."""
        rules = self._rules
        if now := fours(own, filled, rules):
            return (now & -now,)
        if self._failed.get((own, filled), 0) >= moves or self._nodes > MAX_NODES:
            return None
        if moves == 1:
            self.went_on = True
            return None
        self._nodes += 1
        other = own ^ filled
        must = fours(other, filled, rules)
        if must & must - 1:
            return None
        for cell in cells_of(must or filled + rules.bottom & rules.board & ~filled):
            rest = self._after(own | cell, other, filled | cell, moves)
            if rest is not None:
                return (cell, *rest)
        self._failed[own, filled] = moves
        return None

    def _after(self, own: int, other: int, filled: int, moves: int) -> tuple[int, ...] | None:
        """How it goes on after a disc that threatens four; None if it threatens none or allows one."""
        rules = self._rules
        threats = fours(own, filled, rules)
        if not threats or fours(other, filled, rules):
            return None
        reply = threats & -threats
        if threats != reply:
            return reply, (threats ^ reply) & -(threats ^ reply)
        rest = self.line(own, filled | reply, moves - 1)
        return None if rest is None else (reply, *rest)
