"""Strategy: a reply to every move after which a reason holds again, and best play up to a first reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from claimeven.reasons.cells import cells_of
from claimeven.reasons.deciding_lines import first_settled, lines_suffice, needed_lines
from claimeven.reasons.reason import Answer, Reason, why_holds, why_wins
from claimeven.reasons.threats import fours
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource

ROUNDS = 2  # a combination of threats can need a second look: 1 of some 800 in 5,600 covers played to the end


def settled(position: Position, side: int, *, wins: bool) -> Reason | None:
    """Why ``side`` wins a position or, unless ``wins``, does not lose it; None if no reason says so."""
    return why_wins(position, side) or (None if wins else why_holds(position, side))


def answers(position: Position, side: int, *, wins: bool) -> tuple[Answer, ...] | None:
    """A reply to every move of the side to move, with the reason why ``side`` then wins or does not lose.

    None if some move has none.
    """
    found = []
    for column, after in position.children():
        answer = _answer(after, side, wins, column)
        if answer is not None:
            found.append(answer)
        elif not _ends_well(after, side, wins):
            return None
    return tuple(found)


def _answer(position: Position, side: int, wins: bool, last: int) -> Answer | None:
    for column in likely_replies(position, last):
        after = position.play(column)
        reason = settled(after, side, wins=wins)
        if reason is not None or _ends_well(after, side, wins):
            return Answer(last, column, reason)
    return None


def reply(position: Position, *, wins: bool, last: int | None = None, rounds: int = ROUNDS) -> int | None:
    """A column after which the side to move wins, or else does not lose, for a reason that needs no search.

    ``last`` is the column that the other side has just played. If no column has such a reason, one that has a
    reply to every move will do, up to ``rounds`` deep. None if there is none.
    """
    for depth in range(rounds):
        for column in likely_replies(position, last):
            if holds(position.play(column), position.turn, wins=wins, rounds=depth):
                return column
    return None


def reply_by_lines(position: Position, *, wins: bool) -> int | None:
    """A column with which the side to move keeps the few lines that it needs to win, or else not to lose.

    Which lines suffice is searched for (deciding_lines.py); None if no few lines do.
    """
    found = needed_lines(position, position.turn, wins=wins)
    if found is None:
        return None
    return column_by_lines(position, [line.cells for line in found.lines], wins=wins)


def column_by_lines(
    position: Position, lines: Sequence[int], *, wins: bool, last: int | None = None
) -> int | None:
    """A column after which the side to move wins or, unless ``wins``, does not lose with ``lines`` alone.

    ``last`` is the column that the other side has just played. None if no such column is found.
    """
    side = position.turn
    for column in likely_replies(position, last):
        after = position.play(column)
        if after.is_over:
            if _ends_well(after, side, wins):
                return column
        elif lines_suffice(after, side, lines, wins=wins):
            return column
    return None


def holds(position: Position, side: int, *, wins: bool, rounds: int = 0) -> bool:
    """True when ``side``, which is not to move, wins or, unless ``wins``, does not lose.

    For a reason, or because every move has a reply, up to ``rounds`` deep; False says that none was found.
    """
    if _ends_well(position, side, wins) or settled(position, side, wins=wins) is not None:
        return True
    if position.is_over or not rounds:
        return False
    return all(
        _ends_well(after, side, wins) or reply(after, wins=wins, last=column, rounds=rounds) is not None
        for column, after in position.children()
    )


def likely_replies(position: Position, last: int | None) -> Iterator[int]:
    """The columns worth trying: a four, or what stops one; else on top of ``last``, then centre first."""
    rules = position.rules
    if position.is_over:
        return
    if now := fours(position.own, position.filled, rules):
        yield rules.column_of(now)
    elif must := fours(position.other, position.filled, rules):
        yield from (rules.column_of(cell) for cell in cells_of(must))
    else:
        playable = position.playable
        if last in playable:
            yield last
        yield from (column for column in rules.centre_first if column in playable and column != last)


def _ends_well(position: Position, side: int, wins: bool) -> bool:
    """Whether a game is over, and its end is what ``side`` wanted."""
    winner = position.winner
    return position.is_over and (winner == side or (winner is None and not wins))


MAX_PLIES = 7  # a longer line explains nothing to a person


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """The columns of a line, and the reasons at its end or on the way.

    One reason says why a side wins; in a draw there is one for each side, the first player's first. A line
    that led to no reason is shown all the same. Every move is a best one, except that the last may be a
    slower move of the winner that a reason settles; then ``faster`` is the first of the best columns there.
    """

    line: tuple[int, ...]
    reasons: tuple[Reason, ...]
    faster: int | None = None


def follow_line(position: Position, score: Score, exact: ScoreSource, *, most: int = MAX_PLIES) -> ReasonLine:
    """Why an unfinished position is worth its ``score``: a line of at most ``most`` plies, then the reasons.

    The kind of a reason is search where there is nothing simpler.
    """
    mover = position.turn
    wins = score != 0
    if score > 0:
        sides: tuple[int, ...] = (mover,)
    elif score < 0:
        sides = (1 - mover,)
    else:
        sides = (0, 1)
    walk = _Walk(position, exact, wins, most)
    walk.find(int(score), sides)
    for side in sides:
        if side not in walk.reasons:
            walk.find_lines(side)
    by_search = Reason(kind="search", side=0, wins=wins, position=position)
    reasons = tuple(walk.reasons.get(side) or replace(by_search, side=side) for side in sides)
    line = walk.line
    if walk.reasons:
        plies = max(reason.position.ply for reason in reasons) - position.ply
        line = line[:plies]
    return ReasonLine(tuple(line), reasons, walk.faster)


class _Walk:
    """A line as it grows, and the reasons found so far, by the side that they are good for."""

    def __init__(self, position: Position, exact: ScoreSource, wins: bool, most: int) -> None:
        self._start = position
        self._now = position
        self._exact = exact
        self._wins = wins
        self._most = most
        self.line: list[int] = []
        self.reasons: dict[int, Reason] = {}
        self.faster: int | None = None

    def find(self, value: int, sides: tuple[int, ...]) -> None:
        """Go on until all ``sides`` have a reason, or the line is long; ``value`` is that of the position."""
        while not self._now.is_over:
            for side in sides:
                reason = None if side in self.reasons else self._why(self._now, side)
                if reason is not None:
                    self.reasons[side] = reason
            missing = set(sides) - set(self.reasons)
            left = self._most - len(self.line)
            if not missing or not left:
                return
            for column in self._next_plies(value, missing, left):
                self.line.append(column)
                self._now = self._now.play(column)
                value = -value

    def find_lines(self, side: int) -> None:
        """Look for the few lines that a side needs, from the end of the line back towards its start."""
        if not self._start.rules.line_ends_game:
            return
        found = first_settled(list(self._start.along(self.line)), side, wins=self._wins)
        if found is None:
            return
        lacks = 0
        for line in found.lines:
            lacks |= line.lacks
        self.reasons[side] = Reason(
            kind="lines", side=side, wins=self._wins, position=found.position, cells=lacks, lines=found
        )

    def _next_plies(self, value: int, missing: set[int], left: int) -> tuple[int, ...]:
        """The next one or two moves: to a reason if one is near, else a best move."""
        mover = self._now.turn
        plies: tuple[int, ...] = ()
        if mover in missing:
            plies = self._by_own_move(value)
        if not plies and 1 - mover in missing and left > 1:
            plies = self._by_answers(value)
        return plies or (self._best_column(self._now, value),)

    def _why(self, position: Position, side: int) -> Reason | None:
        if self._wins:
            return why_wins(position, side)
        return why_holds(position, side)

    def _by_own_move(self, value: int) -> tuple[int, ...]:
        """A move that keeps the result and has a reason at once, a best one if possible."""
        position = self._now
        side = position.turn
        settled = []
        for column in position.rules.centre_first:
            if column in position.playable and self._why(position.play(column), side) is not None:
                settled.append(column)
        for column in settled:
            if self._is_best(position, column, value):
                return (column,)
        if self._wins:
            for column in settled:
                if self._exact.score_in_window(position.play(column), -1, 0) == -1:
                    self.faster = self._best_column(position, value)
                    return (column,)
        return ()

    def _by_answers(self, value: int) -> tuple[int, ...]:
        """The best move and the reply to it, if every move has a reply with a reason."""
        position = self._now
        side = 1 - position.turn
        found = answers(position, side, wins=self._wins)
        if found is None:
            return ()
        best = self._best_column(position, value)
        for answer in found:
            if answer.column == best and answer.reason is not None:
                self.reasons[side] = replace(answer.reason, answers=found)
                after = position.play(best)
                if not self._is_best(after, answer.reply, -value):
                    self.faster = self._best_column(after, -value)
                return answer.column, answer.reply
        return ()

    def _is_best(self, position: Position, column: int, value: int) -> bool:
        """Whether a column keeps the ``value`` of a position."""
        return self._exact.score_in_window(position.play(column), -value, 1 - value) == -value

    def _best_column(self, position: Position, value: int) -> int:
        return self._exact.best_column(position, Score(value, position.left, position.rules))
