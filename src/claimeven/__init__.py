"""Connect Four, solved: positions, an exact solver and players; each name is loaded when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimeven.batch.job import Job, JobProgress, Result, Summary, Wanted
    from claimeven.errors import (
        AddressError,
        BookError,
        ClaimevenError,
        CrewError,
        FormatError,
        GameOver,
        GeometryError,
        IllegalMove,
        KernelsError,
        LimitReached,
        Refused,
        SampleError,
        StoreError,
        TableError,
        UnknownName,
        WrongProof,
        WrongScore,
        WrongSystem,
    )
    from claimeven.players.choosers import (
        LookaheadPlayer,
        MinimaxPlayer,
        PerfectPlayer,
        RandomPlayer,
        StrategyPlayer,
    )
    from claimeven.players.game import Game
    from claimeven.players.player import Choice, Player
    from claimeven.players.registry import new_player
    from claimeven.reasons.explanation import Explanation, explain
    from claimeven.rules.position import Outcome, Position
    from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
    from claimeven.rules.score import Score
    from claimeven.search.limit import Analysis, BatchReport, Limit, MoveReport, Progress, Report
    from claimeven.search.lookahead import Foresight, Lookahead
    from claimeven.search.minimax import Minimax, MinimaxReport
    from claimeven.search.review import Judged, Review, review_game
    from claimeven.search.solver import Solver
    from claimeven.search.tree import Node, best_line, grow_tree
    from claimeven.search.tree_text import write_tree

    __version__: str

__all__ = [
    "CONNECT_FOUR",
    "MAX_CONNECT_FOUR",
    "AddressError",
    "Analysis",
    "BatchReport",
    "BookError",
    "Choice",
    "ClaimevenError",
    "CrewError",
    "Explanation",
    "Foresight",
    "FormatError",
    "Game",
    "GameOver",
    "GeometryError",
    "IllegalMove",
    "Job",
    "JobProgress",
    "Judged",
    "KernelsError",
    "Limit",
    "LimitReached",
    "Lookahead",
    "LookaheadPlayer",
    "Minimax",
    "MinimaxPlayer",
    "MinimaxReport",
    "MoveReport",
    "Node",
    "Outcome",
    "PerfectPlayer",
    "Player",
    "Position",
    "Progress",
    "RandomPlayer",
    "Refused",
    "Report",
    "Result",
    "Review",
    "Rules",
    "SampleError",
    "Score",
    "Solver",
    "StoreError",
    "StrategyPlayer",
    "Summary",
    "TableError",
    "UnknownName",
    "Wanted",
    "WrongProof",
    "WrongScore",
    "WrongSystem",
    "__version__",
    "best_line",
    "explain",
    "grow_tree",
    "new_player",
    "review_game",
    "write_tree",
]

# Which names live where; those of errors.py, the only other ones, are not listed.
_HOMES = {
    "batch.job": "Job JobProgress Result Summary Wanted",
    "players.choosers": "LookaheadPlayer MinimaxPlayer PerfectPlayer RandomPlayer StrategyPlayer",
    "players.game": "Game",
    "players.player": "Choice Player",
    "players.registry": "new_player",
    "reasons.explanation": "Explanation explain",
    "rules.position": "Outcome Position",
    "rules.rules": "CONNECT_FOUR MAX_CONNECT_FOUR Rules",
    "rules.score": "Score",
    "search.limit": "Analysis BatchReport Limit MoveReport Progress Report",
    "search.lookahead": "Foresight Lookahead",
    "search.minimax": "Minimax MinimaxReport",
    "search.review": "Judged Review review_game",
    "search.solver": "Solver",
    "search.tree": "Node best_line grow_tree",
    "search.tree_text": "write_tree",
}

if not TYPE_CHECKING:  # for type checkers every name that is not imported above is unknown

    def __getattr__(name: str) -> object:
        """A public name, kept for the next time; raises AttributeError for others."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__version__":
            from importlib.metadata import version

            value = version(__name__)
        else:
            from importlib import import_module

            home = next((home for home, names in _HOMES.items() if name in names.split()), "errors")
            value = getattr(import_module(f"{__name__}.{home}"), name)
        return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
