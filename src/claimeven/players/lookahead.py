"""The player of Max-Connect4 that looks a few plies ahead and trusts an estimate there."""

from __future__ import annotations

from claimeven.players.player import Choice
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.search.limit import NO_LIMIT, Limit
from claimeven.search.lookahead import Lookahead


class LookaheadPlayer:
    """Plays what ``search`` chooses ``depth`` plies ahead; among equals the column nearest the centre."""

    name = "lookahead"

    def __init__(self, search: Lookahead, *, depth: int, limit: Limit = NO_LIMIT) -> None:
        self._search = search
        self._depth = depth
        self._limit = limit

    def choose(self, position: Position) -> Choice:
        """The best column that the search sees, with the margin once it sees the end; raises LimitReached."""
        seen = self._search.choose(position, self._depth, self._limit)
        score = Score(int(seen.value), seen.depth, position.rules) if seen.is_exact else None
        return Choice(column=seen.column, score=score)
