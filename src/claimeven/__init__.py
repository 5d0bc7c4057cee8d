"""Connect Four, solved: positions, an exact solver and players."""

from claimeven.errors import ClaimevenError, FormatError, GameOver, IllegalMove, LimitReached
from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Outcome, Position
from claimeven.rules.variant import CONNECT_FOUR, MAX_CONNECT_FOUR, Variant
from claimeven.search.limit import Analysis, Limit, MoveReport, Report
from claimeven.search.score import Margin, Score
from claimeven.search.solver import Solver

__all__ = [
    "CONNECT_FOUR",
    "MAX_CONNECT_FOUR",
    "Analysis",
    "ClaimevenError",
    "FormatError",
    "GameOver",
    "Geometry",
    "IllegalMove",
    "Limit",
    "LimitReached",
    "Margin",
    "MoveReport",
    "Outcome",
    "Position",
    "Report",
    "Score",
    "Solver",
    "Variant",
]
