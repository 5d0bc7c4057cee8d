"""What the server says of itself: what it accepts, and how it does."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from msgspec import convert

from claimeven.players.registry import players_of
from claimeven.rules.rules import GAMES
from claimeven.search.desk import MIB
from claimeven.search.estimate import ESTIMATES
from claimeven.web import answers
from claimeven.web.api import MOST_TREE_LINES
from claimeven.web.asked import MOST_MOVES
from claimeven.web.body import MOST_BODY
from claimeven.web.endpoints import MOST_TREE_DEPTH
from claimeven.web.searches import Searches


@dataclass(slots=True)
class Status:
    """When the server started, and whether its kernels are loaded; its options and its health follow."""

    clock: Callable[[], float] = time.monotonic
    started: float = 0.0
    is_ready: bool = False
    version: str = version("claimeven")

    def __post_init__(self) -> None:
        self.started = self.clock()

    def options(self, searches: Searches) -> answers.Options:
        """What the endpoints accept."""
        players = {name: players_of(rules) for name, rules in GAMES.items()}
        return answers.Options(
            version=self.version,
            variants=convert(list(GAMES.values()), list[answers.Variant], from_attributes=True),
            players=convert(players, answers.Players, from_attributes=True),
            estimates=list(ESTIMATES),
            limits=answers.Limits(searches.seconds, MOST_MOVES, MOST_BODY, MOST_TREE_DEPTH, MOST_TREE_LINES),
        )

    def health(self, searches: Searches) -> answers.Health:
        """How the server does."""
        import psutil  # type: ignore[import-untyped]

        return answers.Health(
            status="ok",
            version=self.version,
            ready=self.is_ready,
            uptime=round(self.clock() - self.started, 1),
            memory_mib=psutil.Process().memory_info().rss // MIB,
            searches=convert(searches, answers.SearchCounts, from_attributes=True),
        )
