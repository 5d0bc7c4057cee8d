"""The answers as JSON: pure functions of what was asked and of an inquiry into exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimeven.errors import LimitReached, Refused, UnknownName
from claimeven.formats.moves import write_moves
from claimeven.players.registry import entry_of, new_player
from claimeven.search.exact import analysis_of, best_line
from claimeven.search.exact import analyze as find_analysis
from claimeven.search.tree import best_line as best_line_of_tree
from claimeven.search.tree import grow_tree
from claimeven.web.refusal import NO_ANSWER, bad_parameter, game_over

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from claimeven.formats.columns import Name
    from claimeven.players.player import Player
    from claimeven.rules.position import Position
    from claimeven.rules.score import Score
    from claimeven.search.limit import Analysis, Progress
    from claimeven.search.tree import Node
    from claimeven.web.inquiry import Inquiry
    from claimeven.web.knowledge import Knowledge

    Tell = Callable[[str, dict[str, Any]], None]

FULL_COLUMN = 100  # what gamesolver.org says of a column that no disc fits into
MOST_TREE_LINES = 30_000


def value_json(score: Score) -> dict[str, Any]:
    """An exact value, as a number and in words."""
    return {
        "score": score.value,
        "verdict": score.verdict,
        "plies": score.plies,
        "words": score.result,
        "short": " ".join(score.result.split()[:3]),
    }


def known_analysis(position: Position, knowledge: Knowledge, tell: Tell, *, line: bool) -> Any:
    """What ``analyze`` answers if that takes no search, else None; tells what is known of it."""
    _require_unfinished(position)
    scores = knowledge.columns(position)
    tell("start", _start_json(position, scores))
    for column, score in scores.items():
        tell("column", _column_json(column, score))
    if len(scores) < position.drops.bit_count():
        return None
    analysis = analysis_of(position, tuple(map(scores.get, range(position.rules.columns))))
    answer = _analysis_json(analysis)
    tell("score", answer)
    moves = best_line(position, analysis.score, knowledge.best_column) if line else ()
    return None if moves is None else {**answer, "line": write_moves(moves) or None}


def analyze(position: Position, inquiry: Inquiry, tell: Tell, *, line: bool) -> dict[str, Any]:
    """Every column and, if asked for, the best line; tells what it knows as soon as it does."""
    start = _start_json(position, inquiry.knowledge.columns(position))
    missing = list(start["order"])
    tell("start", start)

    def found(column: int, score: Score) -> None:
        missing.remove(column + 1)
        tell("column", _column_json(column, score))

    def scored(analysis: Analysis) -> None:
        tell("score", _analysis_json(analysis, inquiry.elapsed))

    def work_on(progress: Progress) -> None:
        nodes, seconds = inquiry.nodes + progress.nodes, round(inquiry.elapsed, 3)
        tell("progress", {"column": missing[0] if missing else None, "nodes": nodes, "seconds": seconds})

    inquiry.tell = work_on
    analysis = find_analysis(position, inquiry, found=found, scored=scored, line=line)
    return _analysis_json(analysis, inquiry.elapsed)


def solve(pos: str, analysis: dict[str, Any]) -> dict[str, Any]:
    """An analysis as gamesolver.org writes it."""
    scores = (column["score"] for column in analysis["columns"])
    return {"pos": pos, "score": [FULL_COLUMN if score is None else score for score in scores]}


def move(
    position: Position, inquiry: Inquiry, *, name: str, depth: int | None, rng: Random
) -> dict[str, Any]:
    """The column that a player chooses, with the exact value if the player knows it."""
    _require_unfinished(position)
    choice = _player(position, inquiry, name, depth, rng).choose(position)
    value = None if choice.score is None else value_json(choice.score)
    return {"player": name, "column": choice.column + 1, "value": value}


def require_tree(position: Position) -> None:
    """Raise Refused for a position that has no tree."""
    _require_unfinished(position)
    if not position.rules.line_ends_game:
        raise Refused(NO_ANSWER, "not_supported", "there is no tree of Max-Connect4; expected variant four")


def tree(
    position: Position, inquiry: Inquiry, *, depth: int, heuristic: str, first: Name, pruning: bool
) -> Node:
    """The alpha-beta tree, which takes some time; raises Refused if it is too large."""
    _ = inquiry.seat  # raises when nobody waits any more
    try:
        return grow_tree(
            position, depth=depth, estimate=heuristic, first=first, pruning=pruning, max_lines=MOST_TREE_LINES
        )
    except LimitReached:
        message = f"the tree has more than {MOST_TREE_LINES:,} lines; expected a smaller depth, or pruning"
        raise Refused(NO_ANSWER, "too_large", message) from None


def tree_facts(root: Node) -> dict[str, Any]:
    """What stands beside a tree: its value, its best line and its size."""
    line = [node.move + 1 for node in best_line_of_tree(root) if node.move is not None]
    return {"value": root.value, "line": line, "nodes": _count_nodes(root)}


def _column_json(column: int, score: Score | None) -> dict[str, Any]:
    if score is None:
        full = {"score": None, "verdict": "full", "plies": None, "words": "full", "short": "full"}
        return {"column": column + 1, **full}
    return {"column": column + 1, **value_json(score)}


def _start_json(position: Position, known: dict[int, Score]) -> dict[str, Any]:
    """The columns in the order in which they will be told: those that are known first."""
    playable = [column for column in position.rules.centre_first if column in position.playable]
    return {"order": [column + 1 for column in sorted(playable, key=lambda column: column not in known)]}


def _analysis_json(analysis: Analysis, seconds: float = 0.0) -> dict[str, Any]:
    return {
        **value_json(analysis.score),
        "sentence": analysis.score.words,
        "columns": [_column_json(column, score) for column, score in enumerate(analysis.columns)],
        "best": [column + 1 for column in analysis.best],
        "line": write_moves(analysis.line) or None,
        "nodes": analysis.nodes,
        "seconds": round(seconds, 3),
    }


def _require_unfinished(position: Position) -> None:
    if position.is_over:
        raise game_over(position.ply)


def _player(position: Position, inquiry: Inquiry, name: str, depth: int | None, rng: Random) -> Player:
    """The player of that name; raises Refused if this game has none, or none that looks so deep."""
    rules = position.rules
    try:
        span = entry_of(name, rules).depth
    except UnknownName as error:
        raise bad_parameter("player", str(error)) from None
    if span is None:
        return new_player(name, rules, solver=inquiry, rng=rng)
    told = {} if depth is None else {"depth": depth}
    if depth is not None and depth > span.most:
        raise bad_parameter("depth", f"{depth} is too deep for {name}; expected at most {span.most}")
    if depth is not None and depth < span.least:
        raise bad_parameter("depth", f"{depth} is too shallow for {name}; expected at least {span.least}")
    lookahead = inquiry.seat.lookahead  # looking ahead takes long enough to wait for a seat
    return new_player(name, rules, solver=inquiry, rng=rng, lookahead=lookahead, **told)


def _count_nodes(node: Node) -> int:
    return 1 + sum(_count_nodes(child) for child in node.children)
