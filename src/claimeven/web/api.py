"""The answers as JSON: pure functions of what was asked and of an inquiry into exact values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from claimeven.errors import LimitReached, Refused, UnknownName
from claimeven.formats.moves import write_moves
from claimeven.players.lookahead import DEFAULT_DEPTH as LOOKAHEAD_DEPTH
from claimeven.players.lookahead import LookaheadPlayer
from claimeven.players.registry import MAX_PLAYERS, PLAYERS, new_max_player, new_player
from claimeven.rules.score import Score
from claimeven.search.minimax import DEFAULT_DEPTH as MINIMAX_DEPTH
from claimeven.search.minimax import Minimax
from claimeven.search.tree import best_line, grow_tree
from claimeven.web.refusal import NO_ANSWER, bad_parameter, game_over

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from claimeven.formats.columns import Name
    from claimeven.players.player import Player
    from claimeven.rules.position import Position
    from claimeven.search.limit import Progress
    from claimeven.search.tree import Node
    from claimeven.web.inquiry import Inquiry

    Tell = Callable[[str, dict[str, Any]], None]

FULL_COLUMN = 100  # what gamesolver.org says of a column that no disc fits into
MOST_TREE_LINES = 30_000
MOST_DEPTHS = {"minimax": 6, "lookahead": 10}  # both take a second or two there
DEFAULT_DEPTHS = {"minimax": MINIMAX_DEPTH, "lookahead": LOOKAHEAD_DEPTH}


def value_json(score: Score) -> dict[str, Any]:
    """An exact value, as a number and in words."""
    return {
        "score": score.value,
        "verdict": score.verdict,
        "plies": score.plies,
        "words": score.result,
        "short": " ".join(score.result.split()[:3]),
    }


def analyze(position: Position, inquiry: Inquiry, tell: Tell, *, line: bool) -> dict[str, Any]:
    """Every column and, if asked for, the best line; tells what it knows as soon as it does."""
    if position.is_over:
        raise game_over(position.ply)
    open_columns = position.playable
    playable = [column for column in position.rules.centre_first if column in open_columns]
    order = sorted(playable, key=lambda column: not inquiry.is_known(position.play(column)))
    tell("start", {"order": [column + 1 for column in order]})
    scores: dict[int, Score] = {}
    for column in order:
        inquiry.tell = partial(_tell_progress, tell, inquiry, column)
        child = inquiry.score(position.play(column))
        scores[column] = Score(-child.value, position.left, position.rules)
        tell("column", _column_json(column, scores[column]))
    best = max(scores.values(), key=int)
    answer = {
        **value_json(best),
        "sentence": best.words,
        "columns": [_column_json(c, scores.get(c)) for c in range(position.rules.columns)],
        "best": [column + 1 for column in playable if scores[column] == best],
        "line": None,
        "nodes": inquiry.nodes,
        "seconds": round(inquiry.elapsed, 3),
    }
    tell("score", answer)
    if not line:
        return answer
    inquiry.tell = partial(_tell_progress, tell, inquiry, None)
    found = write_moves(_best_line(position, best, inquiry))
    return {**answer, "line": found, "nodes": inquiry.nodes, "seconds": round(inquiry.elapsed, 3)}


def solve(pos: str, analysis: dict[str, Any]) -> dict[str, Any]:
    """An analysis as gamesolver.org writes it."""
    scores = (column["score"] for column in analysis["columns"])
    return {"pos": pos, "score": [FULL_COLUMN if score is None else score for score in scores]}


def move(
    position: Position, inquiry: Inquiry, *, name: str, depth: int | None, rng: Random
) -> dict[str, Any]:
    """The column that a player chooses, with the exact value if the player knows it."""
    if position.is_over:
        raise game_over(position.ply)
    choice = _player(position, inquiry, name, depth, rng).choose(position)
    value = None if choice.score is None else value_json(choice.score)
    return {"player": name, "column": choice.column + 1, "value": value}


def tree(
    position: Position, inquiry: Inquiry, *, depth: int, heuristic: str, first: Name, pruning: bool
) -> Node:
    """The alpha-beta tree, which takes some time; raises Refused where there is none or it is too large."""
    if position.is_over:
        raise game_over(position.ply)
    if not position.rules.line_ends_game:
        raise Refused(NO_ANSWER, "not_supported", "there is no tree of Max-Connect4; expected variant four")
    _ = inquiry.seat  # growing a tree takes long enough to wait for a seat
    try:
        return grow_tree(
            position, depth=depth, estimate=heuristic, first=first, pruning=pruning, max_lines=MOST_TREE_LINES
        )
    except LimitReached:
        message = f"the tree has more than {MOST_TREE_LINES:,} lines; expected a smaller depth, or pruning"
        raise Refused(NO_ANSWER, "too_large", message) from None


def tree_facts(root: Node) -> dict[str, Any]:
    """What stands beside a tree: its value, its best line and its size."""
    line = [node.move + 1 for node in best_line(root) if node.move is not None]
    return {"value": root.value, "line": line, "nodes": _count_nodes(root)}


def _column_json(column: int, score: Score | None) -> dict[str, Any]:
    if score is None:
        full = {"score": None, "verdict": "full", "plies": None, "words": "full", "short": "full"}
        return {"column": column + 1, **full}
    return {"column": column + 1, **value_json(score)}


def _tell_progress(tell: Tell, inquiry: Inquiry, column: int | None, progress: Progress) -> None:
    """Say that a search is at work on ``column``, or on the best line."""
    data = {
        "column": None if column is None else column + 1,
        "nodes": inquiry.nodes + progress.nodes,
        "seconds": round(inquiry.elapsed, 3),
    }
    tell("progress", data)


def _best_line(position: Position, score: Score, inquiry: Inquiry) -> list[int]:
    """Best play to the end, the first best column each time."""
    line: list[int] = []
    value = score.value
    while not position.is_over:
        line.append(inquiry.best_column(position, Score(value, position.left, position.rules)))
        position = position.play(line[-1])
        value = -value
    return line


def _player(position: Position, inquiry: Inquiry, name: str, depth: int | None, rng: Random) -> Player:
    """The player of that name; raises Refused if this game has none, or none that looks so deep."""
    if depth is not None and depth > MOST_DEPTHS.get(name, depth):
        raise bad_parameter("depth", f"{depth} is too deep for {name}; expected at most {MOST_DEPTHS[name]}")
    is_max = not position.rules.line_ends_game
    if name not in (MAX_PLAYERS if is_max else PLAYERS):
        raise bad_parameter(
            "player", str(UnknownName("player", name, sorted(MAX_PLAYERS if is_max else PLAYERS)))
        )
    if name not in DEFAULT_DEPTHS:
        return (new_max_player if is_max else new_player)(name, solver=inquiry, rng=rng)
    ahead = depth or DEFAULT_DEPTHS[name]
    seat = inquiry.seat
    if is_max:
        lookahead = LookaheadPlayer(seat.lookahead, depth=ahead)
        return new_max_player(name, solver=inquiry, rng=rng, lookahead=lookahead)
    return new_player(name, solver=inquiry, rng=rng, minimax=Minimax(depth=ahead))


def _count_nodes(node: Node) -> int:
    return 1 + sum(_count_nodes(child) for child in node.children)
