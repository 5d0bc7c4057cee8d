"""Everything compiled in advance, so that nobody has to wait for it later."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, MAX_CONNECT_FOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True, slots=True)
class Warmed:
    """A search that is ready now, and how many seconds it took to have it."""

    name: str
    seconds: float


def warm_up() -> Iterator[Warmed]:
    """Have every search loaded, or compiled if it never was, one after the other."""
    from claimeven.search.lookahead import Lookahead
    from claimeven.search.solver import Solver

    smallest = Geometry(4, 4)
    solver = Solver(table_mib=1, book=None)
    lookahead = Lookahead(table_mib=1)
    searches: dict[str, Callable[[], object]] = {
        "exact search, Connect Four": lambda: solver.score(Position(0, 0, smallest, CONNECT_FOUR)),
        "exact search, Max-Connect4": lambda: solver.score(Position(0, 0, smallest, MAX_CONNECT_FOUR)),
        "lookahead to the end, Max-Connect4": lambda: lookahead.choose(0, 0, smallest, None),
        "lookahead, Max-Connect4": lambda: lookahead.choose(0, 0, smallest, 2),
    }
    for name, search in searches.items():
        start = time.monotonic()
        search()
        yield Warmed(name, time.monotonic() - start)
