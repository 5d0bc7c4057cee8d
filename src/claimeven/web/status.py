"""What the server says of itself: what it accepts, and how it does."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from claimeven.players.registry import players_of
from claimeven.rules.rules import GAMES
from claimeven.search.estimate import ESTIMATES
from claimeven.search.memory import MIB
from claimeven.web.api import MOST_TREE_LINES
from claimeven.web.asked import MOST_MOVES
from claimeven.web.endpoints import MOST_BODY, MOST_TREE_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimeven.players.registry import Entry
    from claimeven.web.searches import Searches


@dataclass(slots=True)
class Status:
    """When the server started, and whether its kernels are loaded."""

    clock: Callable[[], float] = time.monotonic
    started: float = 0.0
    is_ready: bool = False
    version: str = version("claimeven")

    def __post_init__(self) -> None:
        self.started = self.clock()


def options_json(status: Status, searches: Searches) -> dict[str, Any]:
    """What the endpoints accept."""
    return {
        "version": status.version,
        "variants": [{"name": rules.name, "title": rules.title} for rules in GAMES.values()],
        "players": {name: [_player_json(entry) for entry in players_of(GAMES[name])] for name in GAMES},
        "heuristics": list(ESTIMATES),
        "limits": {
            "seconds": searches.seconds,
            "moves": MOST_MOVES,
            "text_bytes": MOST_BODY,
            "tree_depth": MOST_TREE_DEPTH,
            "tree_lines": MOST_TREE_LINES,
        },
    }


def health_json(status: Status, searches: Searches) -> dict[str, Any]:
    """How the server does."""
    return {
        "status": "ok",
        "version": status.version,
        "ready": status.is_ready,
        "uptime": round(status.clock() - status.started, 1),
        "memory_mib": memory_mib(),
        "searches": {
            "running": searches.running,
            "waiting": searches.waiting,
            "workers": searches.workers,
            "queue": searches.queue,
            **asdict(searches.counts),
        },
    }


def memory_mib() -> int:
    """The memory that this process has in use."""
    import psutil  # type: ignore[import-untyped]

    return int(psutil.Process().memory_info().rss) // MIB


def _player_json(entry: Entry) -> dict[str, Any]:
    depth = entry.depth and {name: getattr(entry.depth, name) for name in ("least", "most", "default")}
    return {"name": entry.name, "about": entry.about, "depth": depth}
