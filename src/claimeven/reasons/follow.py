"""From a position along a best line to the first position that a reason settles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.rules.score import Score

if TYPE_CHECKING:
    from claimeven.rules.position import Position
    from claimeven.search.exact import Exact

MOST_PLIES = 7  # a longer line explains nothing to a person


@dataclass(frozen=True, slots=True)
class Followed:
    """The columns of a best line, and the reasons at the end of it or on the way.

    One reason says why a side wins; in a draw there is one for each side, the first player's first.
    """

    line: tuple[int, ...]
    reasons: tuple[Reason, ...]


def follow(position: Position, score: Score, exact: Exact, *, most: int = MOST_PLIES) -> Followed:
    """A best line of at most ``most`` plies and the reasons that it leads to.

    ``score`` is the value of the position, which is not finished. The kind of a reason is search where there
    is nothing simpler.
    """
    side = position.ply % 2
    if not position.rules.line_ends_game:
        return Followed((), (_by_search(position, side if score.value >= 0 else 1 - side, score.value != 0),))
    if score.value:
        return _to_win(position, score, exact, most)
    return _to_draw(position, exact, most)


def _to_win(position: Position, score: Score, exact: Exact, most: int) -> Followed:
    """The line to the first position in which the winner has a reason."""
    side = position.ply % 2 if score.value > 0 else 1 - position.ply % 2
    now, value = position, score.value
    line: list[int] = []
    while True:
        reason = why_wins(now, side)
        if reason is not None:
            return Followed(tuple(line), (reason,))
        if len(line) < most and now.ply % 2 == side:
            found = _winning_reply(now, side, exact)
            if found is not None:
                return Followed((*line, found[0]), (found[1],))
        if len(line) >= most:
            return Followed((), (_by_search(position, side, True),))
        column = exact.best_column(now, Score(value, now.left, now.rules))
        line.append(column)
        now, value = now.play(column), -value


def _winning_reply(position: Position, side: int, exact: Exact) -> tuple[int, Reason] | None:
    """A column that wins for a reason that is seen at once, and the reason."""
    for column in position.rules.centre_first:
        if column in position.playable:
            after = position.play(column)
            reason = None if after.is_over else why_wins(after, side)
            if reason is not None and exact.score(after).value < 0:
                return column, reason
    return None


def _to_draw(position: Position, exact: Exact, most: int) -> Followed:
    """The line to the first position in which neither side can win any more."""
    now = position
    line: list[int] = []
    halves: list[Reason | None] = [None, None]
    while True:
        for side in (0, 1):
            halves[side] = halves[side] or why_holds(now, side)
        if all(halves) or len(line) >= most:
            break
        column = _holding_reply(now, halves, exact)
        if column is None:
            column = exact.best_column(now, Score(0, now.left, now.rules))
        line.append(column)
        now = now.play(column)
        if now.is_over:
            break
    told = tuple(half or _by_search(position, side, False) for side, half in enumerate(halves))
    needed = max((half.position.ply - position.ply for half in halves if half is not None), default=0)
    return Followed(tuple(line[:needed]), told)


def _holding_reply(position: Position, halves: list[Reason | None], exact: Exact) -> int | None:
    """A column that draws and gives the side to move its reason at once."""
    side = position.ply % 2
    if halves[side] is not None:
        return None
    for column in position.rules.centre_first:
        if column in position.playable:
            after = position.play(column)
            if not after.is_over and why_holds(after, side) is not None and exact.score(after).value == 0:
                return column
    return None


def _by_search(position: Position, side: int, wins: bool) -> Reason:
    return Reason(kind="search", side=side, wins=wins, position=position)
