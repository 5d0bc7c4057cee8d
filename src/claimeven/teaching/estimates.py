"""Estimates: how good a board looks where the search ends before the game does.

An estimate takes the discs of both sides and the rules, and returns how good the board is for the side it
calls ``own``; more is better. It is never called for a finished game. To add one, write the function and add
it to ESTIMATES.
"""

from __future__ import annotations

from collections.abc import Callable

from claimeven.errors import UnknownName
from claimeven.rules.rules import Rules

Estimate = Callable[[int, int, Rules], int]
RunCount = Callable[[int, int, int, int, int], int]  # runs, length of a run, step, discs, empty

CENTRE_REWARD = 3
WINDOW_REWARDS = (0, 0, 2, 5, 100)  # by the number of own discs; the other cells of the window are empty
THREAT_PENALTY = 4
THREE_WEIGHT = 5


def windows(own: int, other: int, rules: Rules) -> int:
    """Reward own discs in the centre column and in every window of four without a disc of the other side.

    Of two centre columns the right one counts.
    """
    centre = rules.column_masks[rules.columns // 2]
    value = CENTRE_REWARD * (own & centre).bit_count()
    for window in rules.lines:
        if not window & other:
            value += WINDOW_REWARDS[(window & own).bit_count()]
        elif not window & own and (window & other).bit_count() == 3:
            value -= THREAT_PENALTY
    return value


def lines(own: int, other: int, rules: Rules) -> int:
    """Return own minus other runs: exactly two in a row count 1, exactly three 5, if an end is free."""
    return _runs_difference(own, other, rules, _open_runs)


def open_ends(own: int, other: int, rules: Rules) -> int:
    """Like ``lines``, but count a run once for each of its free ends."""
    return _runs_difference(own, other, rules, _free_ends)


def strict(own: int, other: int, rules: Rules) -> int:
    """Like ``lines``, but count a run only if own discs and empty cells leave room for four."""
    return _runs_difference(own, other, rules, _roomy_runs)


ESTIMATES: dict[str, Estimate] = {
    "windows": windows,
    "lines": lines,
    "open-ends": open_ends,
    "strict": strict,
}


def estimate_named(name: str) -> Estimate:
    """Return the estimate with this name; raise UnknownName if there is none."""
    if name not in ESTIMATES:
        raise UnknownName("estimate", name, list(ESTIMATES))
    return ESTIMATES[name]


def _runs_difference(own: int, other: int, rules: Rules, count: RunCount) -> int:
    """Return (x - x') + 5 (y - y'), where x and y are the ``count`` of own runs of two and three.

    A run is identified by the bit of its first cell. In one direction, for the twos of one side:

        cells     - x x . o x x o . x x o x x x     x own, o other, . empty, - off the board
        twos        ^       ^       ^               exactly two: the three on the right do not count
        before                      ^               the cell before the run is empty
        after       ^                               the cell after the run is empty

    No shift reaches the next column: the bit on top of every column is neither a disc nor empty.
    """
    empty = rules.board ^ own ^ other
    value = 0
    for discs, sign in ((own, 1), (other, -1)):
        for step in rules.steps:  # | \ - /
            second = discs >> step
            third = discs >> (2 * step)
            fourth = discs >> (3 * step)
            starts = discs & ~(discs << step) & second  # the first cell of every run of two or more
            twos = starts & ~third
            threes = starts & third & ~fourth
            if twos:
                value += sign * count(twos, 2, step, discs, empty)
            if threes:
                value += sign * THREE_WEIGHT * count(threes, 3, step, discs, empty)
    return value


def _open_runs(runs: int, length: int, step: int, discs: int, empty: int) -> int:  # noqa: ARG001
    """Count the runs with at least one free end."""
    before = empty << step
    after = empty >> (length * step)
    return (runs & (before | after)).bit_count()


def _free_ends(runs: int, length: int, step: int, discs: int, empty: int) -> int:  # noqa: ARG001
    """Count the free ends of the runs."""
    before = empty << step
    after = empty >> (length * step)
    return (runs & before).bit_count() + (runs & after).bit_count()


def _roomy_runs(runs: int, length: int, step: int, discs: int, empty: int) -> int:
    """Count the runs with a free end that lie in a stretch of at least four own or empty cells."""
    room = discs | empty
    pairs = room & (room >> step)
    fours = pairs & (pairs >> (2 * step))  # the first cell of every four that is free of the opponent
    roomy = fours | (fours << step) | (fours << (2 * step)) | (fours << (3 * step))
    return _open_runs(runs & roomy, length, step, discs, empty)
