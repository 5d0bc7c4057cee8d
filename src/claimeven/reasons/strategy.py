"""The strategy behind a reason: a reply to every move, after which a reason holds again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimeven.reasons.cells import cells_of
from claimeven.reasons.deciding_lines import lines_suffice, needed_lines
from claimeven.reasons.forced import fours
from claimeven.reasons.reason import Answer, Reason, why_holds, why_wins
from claimeven.rules.position import Position

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
