"""Connect Four, solved: positions, an exact solver, explanations and players.

Each public name is imported when it is first used, so that importing the package itself loads next to
nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would take longer than all the rest
if TYPE_CHECKING:
    from claimeven.batch.job import Job as Job
    from claimeven.batch.job import JobProgress as JobProgress
    from claimeven.batch.job import Result as Result
    from claimeven.batch.job import Summary as Summary
    from claimeven.batch.job import Wanted as Wanted
    from claimeven.batch.store import PlyCost as PlyCost
    from claimeven.errors import AddressError as AddressError
    from claimeven.errors import BadArgument as BadArgument
    from claimeven.errors import BookError as BookError
    from claimeven.errors import ClaimevenError as ClaimevenError
    from claimeven.errors import FormatError as FormatError
    from claimeven.errors import GameOver as GameOver
    from claimeven.errors import GeometryError as GeometryError
    from claimeven.errors import IllegalMove as IllegalMove
    from claimeven.errors import KernelsError as KernelsError
    from claimeven.errors import LimitReached as LimitReached
    from claimeven.errors import SampleError as SampleError
    from claimeven.errors import StoreError as StoreError
    from claimeven.errors import TableError as TableError
    from claimeven.errors import UnknownName as UnknownName
    from claimeven.errors import UnsupportedPlatform as UnsupportedPlatform
    from claimeven.errors import WorkerError as WorkerError
    from claimeven.errors import WrongProof as WrongProof
    from claimeven.errors import WrongScore as WrongScore
    from claimeven.formats.paste import parse_position as parse_position
    from claimeven.formats.paste import write_position as write_position
    from claimeven.players.choosers import LookaheadPlayer as LookaheadPlayer
    from claimeven.players.choosers import MinimaxPlayer as MinimaxPlayer
    from claimeven.players.choosers import PerfectPlayer as PerfectPlayer
    from claimeven.players.choosers import RandomPlayer as RandomPlayer
    from claimeven.players.choosers import StrategyPlayer as StrategyPlayer
    from claimeven.players.game import Game as Game
    from claimeven.players.play_game import Chooser as Chooser
    from claimeven.players.play_game import play_game as play_game
    from claimeven.players.player import Choice as Choice
    from claimeven.players.player import Player as Player
    from claimeven.players.registry import new_player as new_player
    from claimeven.reasons.columns import ColumnExplanation as ColumnExplanation
    from claimeven.reasons.columns import Consequence as Consequence
    from claimeven.reasons.deciding_lines import DecidingLines as DecidingLines
    from claimeven.reasons.deciding_lines import NeededLine as NeededLine
    from claimeven.reasons.explanation import Explanation as Explanation
    from claimeven.reasons.explanation import Step as Step
    from claimeven.reasons.explanation import explain as explain
    from claimeven.reasons.reason import Answer as Answer
    from claimeven.reasons.reason import AppliedRule as AppliedRule
    from claimeven.reasons.reason import Reason as Reason
    from claimeven.reasons.sentences import Sentence as Sentence
    from claimeven.reasons.threats import Threat as Threat
    from claimeven.reasons.zugzwang import FillCount as FillCount
    from claimeven.rules.board import Board as Board
    from claimeven.rules.position import Outcome as Outcome
    from claimeven.rules.position import Position as Position
    from claimeven.rules.rules import CONNECT_FOUR as CONNECT_FOUR
    from claimeven.rules.rules import MAX_CONNECT_FOUR as MAX_CONNECT_FOUR
    from claimeven.rules.rules import Rules as Rules
    from claimeven.rules.score import Score as Score
    from claimeven.rules.variant import Variant as Variant
    from claimeven.solver.boards import Boards as Boards
    from claimeven.solver.book import Book as Book
    from claimeven.solver.limits import Analysis as Analysis
    from claimeven.solver.limits import BatchReport as BatchReport
    from claimeven.solver.limits import ColumnsReport as ColumnsReport
    from claimeven.solver.limits import Cost as Cost
    from claimeven.solver.limits import Limit as Limit
    from claimeven.solver.limits import Listener as Listener
    from claimeven.solver.limits import MoveReport as MoveReport
    from claimeven.solver.limits import Progress as Progress
    from claimeven.solver.limits import Report as Report
    from claimeven.solver.lookahead import Lookahead as Lookahead
    from claimeven.solver.lookahead import LookaheadReport as LookaheadReport
    from claimeven.solver.review import MoveReview as MoveReview
    from claimeven.solver.review import Review as Review
    from claimeven.solver.review import review_game as review_game
    from claimeven.solver.score_cache import ScoreCache as ScoreCache
    from claimeven.solver.score_source import ScoreSource as ScoreSource
    from claimeven.solver.search_context import SearchContext as SearchContext
    from claimeven.solver.solver import Solver as Solver
    from claimeven.teaching.minimax import Minimax as Minimax
    from claimeven.teaching.minimax import MinimaxReport as MinimaxReport
    from claimeven.teaching.tree import Node as Node
    from claimeven.teaching.tree import best_line as best_line
    from claimeven.teaching.tree import build_tree as build_tree
    from claimeven.teaching.tree_text import write_tree as write_tree

    __version__: str

__all__ = [
    "CONNECT_FOUR",
    "MAX_CONNECT_FOUR",
    "AddressError",
    "Analysis",
    "Answer",
    "AppliedRule",
    "BadArgument",
    "BatchReport",
    "Board",
    "Boards",
    "Book",
    "BookError",
    "Choice",
    "Chooser",
    "ClaimevenError",
    "ColumnExplanation",
    "ColumnsReport",
    "Consequence",
    "Cost",
    "DecidingLines",
    "Explanation",
    "FillCount",
    "FormatError",
    "Game",
    "GameOver",
    "GeometryError",
    "IllegalMove",
    "Job",
    "JobProgress",
    "KernelsError",
    "Limit",
    "LimitReached",
    "Listener",
    "Lookahead",
    "LookaheadPlayer",
    "LookaheadReport",
    "Minimax",
    "MinimaxPlayer",
    "MinimaxReport",
    "MoveReport",
    "MoveReview",
    "NeededLine",
    "Node",
    "Outcome",
    "PerfectPlayer",
    "Player",
    "PlyCost",
    "Position",
    "Progress",
    "RandomPlayer",
    "Reason",
    "Report",
    "Result",
    "Review",
    "Rules",
    "SampleError",
    "Score",
    "ScoreCache",
    "ScoreSource",
    "SearchContext",
    "Sentence",
    "Solver",
    "Step",
    "StoreError",
    "StrategyPlayer",
    "Summary",
    "TableError",
    "Threat",
    "UnknownName",
    "UnsupportedPlatform",
    "Variant",
    "Wanted",
    "WorkerError",
    "WrongProof",
    "WrongScore",
    "__version__",
    "best_line",
    "build_tree",
    "explain",
    "new_player",
    "parse_position",
    "play_game",
    "review_game",
    "write_position",
    "write_tree",
]

# The module of each public name.
_HOMES = {
    "batch.job": "Job JobProgress Result Summary Wanted",
    "batch.store": "PlyCost",
    "errors": "AddressError BadArgument BookError ClaimevenError FormatError GameOver GeometryError "
    "IllegalMove KernelsError LimitReached SampleError StoreError TableError UnknownName "
    "UnsupportedPlatform WorkerError WrongProof WrongScore",
    "formats.paste": "parse_position write_position",
    "players.choosers": "LookaheadPlayer MinimaxPlayer PerfectPlayer RandomPlayer StrategyPlayer",
    "players.game": "Game",
    "players.play_game": "Chooser play_game",
    "players.player": "Choice Player",
    "players.registry": "new_player",
    "reasons.columns": "ColumnExplanation Consequence",
    "reasons.deciding_lines": "DecidingLines NeededLine",
    "reasons.explanation": "Explanation Step explain",
    "reasons.reason": "Answer Reason AppliedRule",
    "reasons.sentences": "Sentence",
    "reasons.threats": "Threat",
    "reasons.zugzwang": "FillCount",
    "rules.board": "Board",
    "rules.position": "Outcome Position",
    "rules.rules": "CONNECT_FOUR MAX_CONNECT_FOUR Rules",
    "rules.score": "Score",
    "rules.variant": "Variant",
    "solver.boards": "Boards",
    "solver.book": "Book",
    "solver.limits": "Analysis BatchReport ColumnsReport Cost Limit Listener MoveReport Progress Report",
    "solver.lookahead": "Lookahead LookaheadReport",
    "solver.review": "MoveReview Review review_game",
    "solver.score_cache": "ScoreCache",
    "solver.score_source": "ScoreSource",
    "solver.search_context": "SearchContext",
    "solver.solver": "Solver",
    "teaching.minimax": "Minimax MinimaxReport",
    "teaching.tree": "Node best_line build_tree",
    "teaching.tree_text": "write_tree",
}
_MODULES = {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # type checkers must report every name that is not imported above as unknown

    def __getattr__(name: str) -> object:
        """Import a public name and keep it for the next time; raise AttributeError for any other name."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__version__":
            from importlib.metadata import version

            value = version(__name__)
        else:
            from importlib import import_module

            value = getattr(import_module(_MODULES[name]), name)
        return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
