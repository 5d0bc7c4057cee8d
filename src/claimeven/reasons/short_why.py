"""The short form of an explanation, for whoever has the analysis of a position already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.reasons.forced import forced_win

if TYPE_CHECKING:
    from claimeven.reasons.follow import Followed
    from claimeven.search.exact import Exact
    from claimeven.search.limit import Analysis

MOST_KNOWN_PLIES = 7  # of a known line, as far as a longer one would be followed


def short_why(analysis: Analysis, exact: Exact | None = None) -> str | None:
    """The best line to a reason and the reason, in a few sentences; raises LimitReached as ``exact`` does.

    Without ``exact`` there is neither a search nor a look for rules, which take longer than a look into the
    book: only the line of the analysis, if it soon ends in a forced four, else None.
    """
    position, score = analysis.position, analysis.score
    followed = _known(analysis) if exact is None else _searched(analysis, exact)
    if followed is None:
        return None
    from claimeven.reasons.explanation import Explanation, line_of

    by_search = all(reason.kind == "search" for reason in followed.reasons)  # the analysis has its own line
    line = () if by_search else line_of(position, score, followed)
    return Explanation(
        position=position, score=score, line=line, reasons=followed.reasons, threats=(), columns=()
    ).short


def _searched(analysis: Analysis, exact: Exact) -> Followed:
    from claimeven.reasons.follow import follow

    return follow(analysis.position, analysis.score, exact)


def _known(analysis: Analysis) -> Followed | None:
    """The line of an analysis up to where the winner forces four, None if that is far or nobody wins."""
    value, now = analysis.score.value, analysis.position
    if not value or not now.rules.line_ends_game:
        return None
    winner = now.ply % 2 if value > 0 else 1 - now.ply % 2
    for plies, column in enumerate(analysis.line[:MOST_KNOWN_PLIES]):
        if now.ply % 2 == winner and forced_win(now) is not None:
            from claimeven.reasons.follow import Followed
            from claimeven.reasons.reason import why_wins

            reason = why_wins(now, winner)
            return None if reason is None else Followed(analysis.line[:plies], (reason,))
        now = now.play(column)
    return None
