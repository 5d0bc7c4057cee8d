"""Connect Four, solved: positions, an exact solver and players."""

from claimeven.errors import ClaimevenError, FormatError, GameOver, IllegalMove, LimitReached
from claimeven.rules.position import Outcome, Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.search.limit import Analysis, Limit, MoveReport, Report
from claimeven.search.solver import Solver

__all__ = [
    "CONNECT_FOUR",
    "MAX_CONNECT_FOUR",
    "Analysis",
    "ClaimevenError",
    "FormatError",
    "GameOver",
    "IllegalMove",
    "Limit",
    "LimitReached",
    "MoveReport",
    "Outcome",
    "Position",
    "Report",
    "Rules",
    "Score",
    "Solver",
]
