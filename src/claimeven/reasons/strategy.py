"""Strategy: replies after which a reason holds again, and the line of best play that leads to a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from claimeven.reasons.cells import cells_of
from claimeven.reasons.deciding_lines import earliest_deciding_lines, find_deciding_lines, lines_suffice
from claimeven.reasons.reason import Answer, Reason, why_holds, why_wins
from claimeven.reasons.threats import fours
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource

ROUNDS = 2  # a combination of threats can need a second look: 1 of some 800 in 5,600 covers played to the end
MAX_PLIES = 7  # a longer line explains nothing to a person


def find_reason(position: Position, side: int, *, wins: bool) -> Reason | None:
    """Return why ``side`` wins a position or, unless ``wins``, does not lose it; None if not known."""
    reason = why_wins(position, side)
    if reason is None and not wins:
        reason = why_holds(position, side)
    return reason


def find_answers(position: Position, side: int, *, wins: bool) -> tuple[Answer, ...] | None:
    """Return a reply to every move of the side to move after which ``side`` wins or does not lose.

    Each has the reason for that. A move that ends the game as ``side`` wants it needs no reply. None if a
    move has none.
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
    """Return the first likely reply to a move in column ``last`` after which a reason holds; else None."""
    for column in likely_replies(position, last):
        after = position.play(column)
        reason = find_reason(after, side, wins=wins)
        if reason is not None or _ends_well(after, side, wins):
            return Answer(last, column, reason)
    return None


def find_reply(
    position: Position, *, wins: bool, last: int | None = None, rounds: int = ROUNDS
) -> int | None:
    """Return a column after which the side to move wins or, unless ``wins``, does not lose without a search.

    ``last`` is the column that the other side has just played. If no column has a reason, one that leaves a
    reply to every move will do, up to ``rounds`` deep. None if there is none.
    """
    for depth in range(rounds):
        for column in likely_replies(position, last):
            if holds(position.play(column), position.turn, wins=wins, rounds=depth):
                return column
    return None


def find_reply_by_lines(position: Position, *, wins: bool) -> int | None:
    """Return a column with which the side to move keeps the few lines that it needs to win, or not to lose.

    Which lines suffice is searched for (deciding_lines.py); None if no few lines do.
    """
    found = find_deciding_lines(position, position.turn, wins=wins)
    if found is None:
        return None
    return column_by_lines(position, [line.cells for line in found.lines], wins=wins)


def column_by_lines(
    position: Position, lines: Sequence[int], *, wins: bool, last: int | None = None
) -> int | None:
    """Return a column after which the side to move wins, or does not lose, if only ``lines`` count for it.

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
    """Return whether ``side``, which is not to move, is known to win or, unless ``wins``, not to lose.

    A reason says so, or every move has a reply, up to ``rounds`` deep.
    """
    if _ends_well(position, side, wins) or find_reason(position, side, wins=wins) is not None:
        return True
    if position.is_over or not rounds:
        return False
    for column, after in position.children():
        if _ends_well(after, side, wins):
            continue
        if find_reply(after, wins=wins, last=column, rounds=rounds) is None:
            return False
    return True


def likely_replies(position: Position, last: int | None) -> Iterator[int]:
    """Yield the columns worth trying: a four, what stops one, or on top of ``last``, then centre first."""
    if position.is_over:
        return
    rules = position.rules
    own_fours = fours(position.own, position.filled, rules)
    to_block = fours(position.other, position.filled, rules)
    if own_fours:
        yield rules.column_of(own_fours)
    elif to_block:
        for cell in cells_of(to_block):
            yield rules.column_of(cell)
    else:
        playable = position.playable
        if last in playable:
            yield last
        for column in rules.centre_first:
            if column in playable and column != last:
                yield column


def _ends_well(position: Position, side: int, wins: bool) -> bool:
    """Return whether the game is over, and ``side`` has won or, unless ``wins``, not lost."""
    if not position.is_over:
        return False
    winner = position.winner
    return winner == side or (winner is None and not wins)


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """The columns of a line of play, and the reasons at its end or on the way.

    One reason says why a side wins; in a draw there is one for each side, the first player's first. A line
    that led to no reason is kept all the same. Every move is a best one, except that the last may be a slower
    move of the winner that a reason settles; then ``faster`` is the first of the best columns there.
    """

    line: tuple[int, ...]
    reasons: tuple[Reason, ...]
    faster: int | None = None


def follow_line(
    position: Position, score: Score, source: ScoreSource, *, max_plies: int = MAX_PLIES
) -> ReasonLine:
    """Follow best play from an unfinished position for at most ``max_plies`` to the reasons of its ``score``.

    A reason has the kind ``search`` where nothing simpler is found.
    """
    wins = score != 0
    sides = sides_to_explain(position, score)
    walk = _Walk(position, source, wins, max_plies)
    walk.follow(int(score), sides)
    for side in sides:
        if side not in walk.reasons:
            walk.look_for_deciding_lines(side)
    reasons = []
    for side in sides:
        by_search = Reason(kind="search", side=side, wins=wins, position=position)
        reasons.append(walk.reasons.get(side, by_search))
    line = walk.line
    if walk.reasons:
        plies = max(reason.position.ply for reason in reasons) - position.ply
        line = line[:plies]
    return ReasonLine(tuple(line), tuple(reasons), walk.faster)


def sides_to_explain(position: Position, score: Score) -> tuple[int, ...]:
    """Return the side that wins or, in a draw, both."""
    if score > 0:
        return (position.turn,)
    if score < 0:
        return (1 - position.turn,)
    return (0, 1)


class _Walk:
    """A line of play as it grows, and the reasons found so far, by side."""

    def __init__(self, position: Position, source: ScoreSource, wins: bool, max_plies: int) -> None:
        self._start = position
        self._now = position
        self._source = source
        self._wins = wins
        self._max_plies = max_plies
        self.line: list[int] = []
        self.reasons: dict[int, Reason] = {}
        self.faster: int | None = None

    def follow(self, value: int, sides: tuple[int, ...]) -> None:
        """Play until all ``sides`` have a reason, or the line is long; ``value`` is the position's score."""
        while not self._now.is_over:
            for side in sides:
                if side not in self.reasons:
                    reason = self._why(self._now, side)
                    if reason is not None:
                        self.reasons[side] = reason
            missing = set(sides) - set(self.reasons)
            plies_left = self._max_plies - len(self.line)
            if not missing or not plies_left:
                return
            for column in self._next_moves(value, missing, plies_left):
                self.line.append(column)
                self._now = self._now.play(column)
                value = -value

    def look_for_deciding_lines(self, side: int) -> None:
        """Look for the few lines that a side needs, from the end of the line back towards its start."""
        positions = list(self._start.along(self.line))
        found = earliest_deciding_lines(positions, side, wins=self._wins)
        if found is None:
            return
        lacks = 0
        for line in found.lines:
            lacks |= line.lacks
        self.reasons[side] = Reason(
            kind="lines", side=side, wins=self._wins, position=found.position, cells=lacks, lines=found
        )

    def _next_moves(self, value: int, missing: set[int], plies_left: int) -> tuple[int, ...]:
        """Return the next one or two moves: to a reason if one is near, else a best move."""
        mover = self._now.turn
        moves: tuple[int, ...] = ()
        if mover in missing:
            moves = self._move_to_reason(value)
        if not moves and 1 - mover in missing and plies_left > 1:
            moves = self._best_move_and_answer(value)
        if not moves:
            moves = (self._best_column(self._now, value),)
        return moves

    def _why(self, position: Position, side: int) -> Reason | None:
        """Return the reason that is looked for: why a side wins or, in a draw, does not lose."""
        if self._wins:
            return why_wins(position, side)
        return why_holds(position, side)

    def _move_to_reason(self, value: int) -> tuple[int, ...]:
        """Return a move that keeps the result and has a reason at once, best ones first; else nothing."""
        position = self._now
        with_reason = []
        for column in position.rules.centre_first:
            if column in position.playable and self._why(position.play(column), position.turn) is not None:
                with_reason.append(column)
        for column in with_reason:
            if self._is_best(position, column, value):
                return (column,)
        if self._wins:
            for column in with_reason:
                still_wins = self._source.score_in_window(position.play(column), -1, 0) == -1
                if still_wins:
                    self.faster = self._best_column(position, value)
                    return (column,)
        return ()

    def _best_move_and_answer(self, value: int) -> tuple[int, ...]:
        """Return the best move and the reply to it if every move has a reply with a reason; else nothing."""
        position = self._now
        side = 1 - position.turn
        found = find_answers(position, side, wins=self._wins)
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
        """Return whether a column keeps the ``value`` of a position."""
        return self._source.score_in_window(position.play(column), -value, 1 - value) == -value

    def _best_column(self, position: Position, value: int) -> int:
        """Return the first best column of a position that is worth ``value``."""
        return self._source.best_column(position, Score(value, position.left, position.rules))
