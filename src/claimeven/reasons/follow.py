"""From a position along a best line to the first position that a reason settles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.strategy import answers
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.search.exact import Exact

MOST_PLIES = 7  # a longer line explains nothing to a person


@dataclass(frozen=True, slots=True)
class Followed:
    """The columns of a best line, and the reasons at the end of it or on the way.

    One reason says why a side wins; in a draw there is one for each side, the first player's first. A line
    that led to no reason is shown all the same.
    """

    line: tuple[int, ...]
    reasons: tuple[Reason, ...]


def follow(position: Position, score: Score, exact: Exact, *, most: int = MOST_PLIES) -> Followed:
    """Why an unfinished position is worth its ``score``: a line of at most ``most`` plies, then the reasons.

    The kind of a reason is search where there is nothing simpler.
    """
    mover, wins = position.ply % 2, score.value != 0
    sides = (0, 1) if not wins else (mover,) if score.value > 0 else (1 - mover,)
    walk = _Walk(position, exact, wins, most)
    walk.find(score.value, sides)
    by_search = Reason(kind="search", side=0, wins=wins, position=position)
    reasons = tuple(walk.reasons.get(side) or replace(by_search, side=side) for side in sides)
    return Followed(tuple(walk.line), reasons)


class _Walk:
    """A line as it grows, and the reasons found so far, by the side that they are good for."""

    def __init__(self, position: Position, exact: Exact, wins: bool, most: int) -> None:
        self._now = position
        self._exact = exact
        self._wins = wins
        self._most = most
        self.line: list[int] = []
        self.reasons: dict[int, Reason] = {}

    def find(self, value: int, sides: tuple[int, ...]) -> None:
        """Go on until all ``sides`` have a reason, or the line is long; ``value`` is that of the position."""
        while not self._now.is_over:
            for side in sides:
                if side not in self.reasons and (reason := self._why(self._now, side)) is not None:
                    self.reasons[side] = reason
            missing = set(sides) - set(self.reasons)
            left = self._most - len(self.line)
            if not missing or not left:
                return
            mover = self._now.ply % 2
            plies = self._by_own_move() if mover in missing else ()
            if not plies and 1 - mover in missing and left > 1:
                plies = self._by_answers(value)
            if not plies:
                plies = (self._exact.best_column(self._now, Score(value, self._now.left, self._now.rules)),)
            for column in plies:
                self.line.append(column)
                self._now, value = self._now.play(column), -value

    def _why(self, position: Position, side: int) -> Reason | None:
        return (why_wins if self._wins else why_holds)(position, side)

    def _by_own_move(self) -> tuple[int, ...]:
        """A move of the side to move that keeps the result and has a reason at once."""
        position, side = self._now, self._now.ply % 2
        for column in position.rules.centre_first:
            if column in position.playable and self._why(after := position.play(column), side) is not None:
                most = -1 if self._wins else 0  # what the other side may still have
                if self._exact.between(after, most, most + 1) == most:
                    return (column,)
        return ()

    def _by_answers(self, value: int) -> tuple[int, ...]:
        """The best move and the reply to it, if every move has a reply with a reason."""
        position, side = self._now, 1 - self._now.ply % 2
        found = answers(position, side, wins=self._wins)
        if found is None:
            return ()
        best = self._exact.best_column(position, Score(value, position.left, position.rules))
        for answer in found:
            if answer.column == best and answer.reason is not None:
                self.reasons[side] = replace(answer.reason, answers=found)
                return answer.column, answer.reply
        return ()
