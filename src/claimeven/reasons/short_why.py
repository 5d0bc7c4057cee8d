"""The short form of an explanation: the best line to a reason, and the reason, in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.reasons.forced import forced_win
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Analysis
from claimeven.solver.score_source import ScoreSource

if TYPE_CHECKING:
    from claimeven.reasons.follow import ReasonLine

NAMES = ("X", "O")
MAX_KNOWN_PLIES = 7  # of a known line: as far as one would be followed


def short_why(position: Position, score: Score, exact: ScoreSource, names: tuple[str, str] = NAMES) -> str:
    """Why an unfinished position has its ``score``; raises LimitReached as ``exact`` does."""
    from claimeven.reasons.follow import MAX_PLIES, follow_line

    most = MAX_PLIES
    if not position.rules.line_ends_game and position.left > MAX_PLIES:
        most = 0  # in Max-Connect4 a line explains something only if it leads to the full board
    return _told(position, score, follow_line(position, score, exact, most=most), names)


def known_why(analysis: Analysis) -> str | None:
    """Why an analysis is what it is, if its own line soon ends in a forced four; None if it does not.

    There is neither a search nor a look for rules, which take longer than a look into the book.
    """
    score, now = analysis.score, analysis.position
    if score == 0 or not now.rules.line_ends_game:
        return None
    winner = now.turn if score > 0 else 1 - now.turn
    for plies, column in enumerate(analysis.line[:MAX_KNOWN_PLIES]):
        if now.turn == winner and forced_win(now) is not None:
            from claimeven.reasons.follow import ReasonLine
            from claimeven.reasons.reason import why_wins

            reason = why_wins(now, winner)
            assert reason is not None, "a forced win is a reason"
            followed = ReasonLine(analysis.line[:plies], (reason,))
            return _told(analysis.position, analysis.score, followed, NAMES)
        now = now.play(column)
    return None


def _told(position: Position, score: Score, followed: ReasonLine, names: tuple[str, str]) -> str:
    from claimeven.reasons.explanation import Explanation, line_of

    by_search = all(reason.kind == "search" for reason in followed.reasons)
    shows_line = not by_search or not position.rules.line_ends_game
    explanation = Explanation(
        position=position,
        score=score,
        line=line_of(position, score, followed) if shows_line else (),
        reasons=followed.reasons,
        faster=followed.faster,
        names=names,
    )
    return explanation.short
