"""The estimates: what a board looks worth when the search may look no deeper.

An estimate takes the discs of both sides and the rules, and says how good the board is for the
side it calls ``own``: more is better. It sees only boards on which the game goes on. To add one,
write the function and name it in ESTIMATES.
"""

from __future__ import annotations

from collections.abc import Callable

from claimeven.errors import UnknownName
from claimeven.rules.rules import Rules

Estimate = Callable[[int, int, Rules], int]
RunCount = Callable[[int, int, int, int, int], int]  # runs, their length, step, discs, empty

CENTRE_REWARD = 3
WINDOW_REWARDS = (0, 0, 2, 5, 100)  # by own discs in a window that is empty but for them
THREAT_PENALTY = 4
THREE_WEIGHT = 5
DRAW = 0


def windows(own: int, other: int, rules: Rules) -> int:
    """Rewards own discs in the centre column and in every window of four that the other side left free.

    Of two centre columns the right one counts.
    """
    value = CENTRE_REWARD * (own & rules.column_masks[rules.columns // 2]).bit_count()
    for window in rules.lines:
        if not window & other:
            value += WINDOW_REWARDS[(window & own).bit_count()]
        elif not window & own and (window & other).bit_count() == 3:
            value -= THREAT_PENALTY
    return value


def lines(own: int, other: int, rules: Rules) -> int:
    """Own less other runs: exactly two in a row count 1, exactly three 5, each with a free end or two."""
    return _runs_difference(own, other, rules, _open_runs)


def open_ends(own: int, other: int, rules: Rules) -> int:
    """As ``lines``, but a run counts once for each of its free ends."""
    return _runs_difference(own, other, rules, _free_ends)


def strict(own: int, other: int, rules: Rules) -> int:
    """As ``lines``, but a run counts only if own discs and empty cells leave room for four."""
    return _runs_difference(own, other, rules, _roomy_runs)


ESTIMATES: dict[str, Estimate] = {
    "windows": windows,
    "lines": lines,
    "open-ends": open_ends,
    "strict": strict,
}


def estimate_named(name: str) -> Estimate:
    """The estimate of that name; raises UnknownName if there is none."""
    if name not in ESTIMATES:
        raise UnknownName("estimate", name, list(ESTIMATES))
    return ESTIMATES[name]


def leaf_value(
    own: int, other: int, rules: Rules, estimate: Estimate | None, wins: tuple[int, int]
) -> int | None:
    """The value of a board that is not searched deeper: the game is over, or an ``estimate`` is given.

    ``wins`` are the values of a win for own and for other.
    """
    if rules.has_line(own):
        return wins[0]
    if rules.has_line(other):
        return wins[1]
    if own | other == rules.board:
        return DRAW
    return None if estimate is None else estimate(own, other, rules)


def _runs_difference(own: int, other: int, rules: Rules, count: RunCount) -> int:
    """(x - x') + 5 (y - y'), where x and y are what ``count`` makes of the runs of two and three.

    A run is known by the bit of its first cell; in one direction, for the twos of one side:

        cells     - x x . o x x o . x x o x x x     x own, o other, . empty, - no cell
        twos        ^       ^       ^               exactly two: the three on the right are none
        before                      ^               the cell before the run is empty
        behind      ^                               the cell behind the run is empty

    No shift reaches the next column: the bit on top of every column is neither a disc nor empty.
    """
    empty = rules.board ^ own ^ other
    value = 0
    for discs, sign in ((own, 1), (other, -1)):
        for step in rules.steps:  # | \ - /
            starts = discs & ~(discs << step) & discs >> step  # the first cell of every run of two or more
            twos = starts & ~(discs >> 2 * step)
            threes = starts & discs >> 2 * step & ~(discs >> 3 * step)
            if twos:
                value += sign * count(twos, 2, step, discs, empty)
            if threes:
                value += sign * THREE_WEIGHT * count(threes, 3, step, discs, empty)
    return value


def _open_runs(runs: int, length: int, step: int, discs: int, empty: int) -> int:  # noqa: ARG001
    before, behind = empty << step, empty >> length * step
    return (runs & (before | behind)).bit_count()


def _free_ends(runs: int, length: int, step: int, discs: int, empty: int) -> int:  # noqa: ARG001
    before, behind = empty << step, empty >> length * step
    return (runs & before).bit_count() + (runs & behind).bit_count()


def _roomy_runs(runs: int, length: int, step: int, discs: int, empty: int) -> int:
    room = discs | empty
    pairs = room & room >> step
    fours = pairs & pairs >> 2 * step  # the first cell of every four that is free of the opponent
    roomy = fours | fours << step | fours << 2 * step | fours << 3 * step
    return _open_runs(runs & roomy, length, step, discs, empty)
