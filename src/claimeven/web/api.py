"""Make the answers of the endpoints from a game or position, and from an inquiry that finds exact values.

The functions are not pure: an inquiry searches until its time is up, remembers what it has found, and
publishes events on the way. What has no answer raises Refused.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from claimeven.errors import LimitReached, Refused
from claimeven.formats.moves import write_moves
from claimeven.players.game import Game
from claimeven.players.registry import Entry, PlayerContext, entry_of
from claimeven.reasons.columns import explain_column
from claimeven.reasons.explanation import explain as find_explanation
from claimeven.reasons.mistakes import classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.solver.limits import Analysis, Progress
from claimeven.solver.review import MoveReview, Review, review_game
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.score_source import analysis_of, best_line
from claimeven.teaching.tree import Node, build_tree
from claimeven.teaching.tree import best_line as best_line_of_tree
from claimeven.teaching.tree_json import tree_to_dict
from claimeven.web import answers
from claimeven.web.answers_why import Explanation, Played, missed
from claimeven.web.inquiry import Inquiry
from claimeven.web.refusal import NO_ANSWER, bad_parameter, refusing

FULL_COLUMN = 100  # what gamesolver.org says of a column that no disc fits into
MAX_TREE_LINES = 20_000  # a drawing of 4.4 MB


def known_analysis(position: Position, inquiry: Inquiry, *, line: bool) -> answers.Analysis | None:
    """What ``analyze`` answers if that takes no search, else None; publishes what is known of it."""
    _require_unfinished(position)
    known = inquiry.knowledge.columns(position)
    inquiry.publish("start", _start(position, known))
    for column, score in known.items():
        inquiry.publish("column", _column(column, score))
    if len(known) < position.drops.bit_count():
        return None
    analysis = analysis_of(position, tuple(map(known.get, range(position.rules.columns))))
    inquiry.publish("score", _analysis(analysis))
    moves = best_line(position, analysis.score, inquiry.knowledge.best_column) if line else ()
    return None if moves is None else _analysis(replace(analysis, line=moves))


def analyze(position: Position, inquiry: Inquiry, *, line: bool) -> answers.Analysis:
    """Every column and, if asked for, the best line; publishes what it knows as soon as it does."""
    start = _start(position, inquiry.knowledge.columns(position))
    missing = list(start.order)
    inquiry.publish("start", start)

    def found(column: int, score: Score) -> None:
        missing.remove(column + 1)
        inquiry.publish("column", _column(column, score))

    def work_on(progress: Progress) -> None:
        column = missing[0] if missing else None
        seconds = round(progress.seconds, 3)
        inquiry.publish("progress", answers.Progress(column, progress.nodes, seconds))

    def scored(analysis: Analysis) -> None:
        inquiry.publish("score", _analysis(analysis, inquiry.elapsed))

    inquiry.tell = work_on
    analysis = inquiry.analyze(position, found=found, scored=scored, line=line)
    return _analysis(analysis, inquiry.elapsed)


def solve(pos: str, analysis: answers.Analysis) -> answers.Solved:
    """An analysis as gamesolver.org writes it."""
    scores = (column.score for column in analysis.columns)
    return answers.Solved(pos, [FULL_COLUMN if score is None else score for score in scores])


def find_player(position: Position, name: str, depth: int | None) -> Entry:
    """Who is asked for a move; raises Refused if this game has no such player, or none that looks so deep."""
    _require_unfinished(position)
    with refusing("bad_parameter", "player"):
        entry = entry_of(name, position.rules)
    if entry.depth is not None and depth is not None:
        least, most = entry.depth.least, entry.depth.most
        if depth > most:
            raise bad_parameter("depth", f"{depth} is too deep for {name}; expected at most {most}")
        if depth < least:
            raise bad_parameter("depth", f"{depth} is too shallow for {name}; expected at least {least}")
    return entry


def needs_search(entry: Entry, position: Position, knowledge: ScoreCache) -> bool:
    """Whether a player has to search for its move."""
    if entry.needs == "value":
        score = knowledge.score(position)
        return score is None or knowledge.best_column(position, score) is None
    return entry.needs == "search"


def move(
    entry: Entry, position: Position, inquiry: Inquiry, asked: dict[str, int | None], rng: Random
) -> answers.Move:
    """The column that a player chooses, with the exact value if the player knows it.

    ``asked`` are settings; those that the player does not have, or that are None, are not told to it.
    """
    lookahead = inquiry.require_seat().lookahead if entry.needs == "search" else None
    settings = {parameter.name for parameter in entry.parameters}
    told = {name: value for name, value in asked.items() if value is not None and name in settings}
    with inquiry.limited() as limit:
        means = PlayerContext(scores=inquiry, rng=rng, lookahead=lookahead, limit=limit)
        choice = entry.new(means, **told).choose(position)
    value = None if choice.score is None else answers.Value(**_facts(choice.score))
    return answers.Move(entry.name, choice.column + 1, value)


def known_review(game: Game, knowledge: ScoreCache) -> answers.Review | None:
    """What ``review`` answers if that takes no search and no move has to be explained, else None."""
    inquiry = Inquiry(knowledge)
    found = review_game(game.start, game.moves, inquiry)
    is_best = all(judged is not None and judged.better is None for judged in found.moves)
    return _review(game, found, inquiry) if is_best else None


def review(game: Game, inquiry: Inquiry) -> answers.Review:
    """Every move of the game judged, as far as the limit allows, and a sentence about where it turned."""
    return _review(game, review_game(game.start, game.moves, inquiry), inquiry)


def _review(game: Game, found: Review, inquiry: Inquiry) -> answers.Review:
    names = _names(game)
    plies = []
    for position, column, judged in zip(game.positions[:-1], game.moves, found.moves, strict=True):
        inquiry.require_asked()
        plies.append(_ply(position, column, judged, names))
    turn = None if found.turning_point is None else plies[found.turning_point]
    shares = map(found.share_of_best, (0, 1))
    return answers.Review(
        complete=found.is_complete,
        plies=plies,
        turning_point=None if turn is None else turn.ply,
        mistakes=answers.Counts(*map(found.mistakes_of, (0, 1))),
        accuracy=answers.Shares(*(None if share is None else round(share, 3) for share in shares)),
        words=_review_words(found, plies, names),
    )


def _review_words(found: Review, plies: list[answers.Ply], names: tuple[str, str]) -> str:
    """Where the result turned, in a sentence or two."""
    judged = None if found.turning_point is None else found.moves[found.turning_point]
    if found.turning_point is None or judged is None:
        return f"No {'' if found.is_complete else 'judged '}move changed the result."
    which = "decided the result" if found.is_complete else "is the last judged move that changed the result"
    move = f"Move {plies[found.turning_point].ply} {which}"
    return f"{move}: {names[judged.side]} {judged.played_text}. {judged.better_text}"


def explained(game: Game, column: int | None) -> Game:
    """The game whose position is to be explained: the one asked for, or that after a disc in ``column``.

    Columns count from 1. Raises Refused if one of them is over, or if no disc fits there.
    """
    _require_unfinished(game.position)
    if column is None:
        return game
    with refusing("bad_parameter", "column"):
        game.position.drop(column - 1)
    after = game.play(column - 1)
    if after.position.is_over:
        message = f"column {column} ends the game; there is nothing left to explain"
        raise Refused(NO_ANSWER, "game_over", message)
    return after


def explain(game: Game, inquiry: Inquiry, *, played: bool) -> Explanation:
    """Why the position is worth what it is and, if that was asked for, what the last move led to."""
    names = _names(game)
    found = find_explanation(game.position, inquiry, names=names)
    why = None
    if played:
        before, column = game.positions[-2], game.moves[-1]
        column_why = explain_column(before, column, inquiry.score(before), inquiry, names)
        why = Played.of(column_why, -int(found.score))
    return Explanation.of(found, write_moves(game.moves), played=why)


def _names(game: Game) -> tuple[str, str]:
    """What the page calls the sides."""
    first, second = game.start.rules.colours
    return first.title(), second.title()


def require_tree(position: Position) -> None:
    """Raise Refused for a position that has no tree."""
    _require_unfinished(position)
    if not position.rules.line_ends_game:
        raise Refused(NO_ANSWER, "not_supported", "there is no tree of Max-Connect4; expected variant four")


def grow(position: Position, inquiry: Inquiry, asked: dict[str, Any]) -> Node:
    """The alpha-beta tree, which takes some time; raises Refused if it is too large."""
    with inquiry.limited() as limit:
        try:
            return build_tree(position, **asked, limit=replace(limit, nodes=MAX_TREE_LINES))
        except LimitReached as stop:
            if stop.nodes <= MAX_TREE_LINES:  # the time is up, or nobody waits any more
                raise
    remedy = "a smaller depth" if asked["pruning"] else "a smaller depth, or pruning"
    raise Refused(
        NO_ANSWER, "too_large", f"the tree has more than {MAX_TREE_LINES:,} lines; expected {remedy}"
    )


def tree(root: Node, asked: dict[str, Any]) -> answers.Tree:
    """A tree with what it was asked for, its value, its best line and its size."""
    line = [node.move + 1 for node in best_line_of_tree(root) if node.move is not None]
    nodes = msgspec.convert(tree_to_dict(root), answers.Node)
    return answers.Tree(**asked, value=root.value, line=line, nodes=_count_nodes(root), tree=nodes)


def _facts(score: Score) -> dict[str, Any]:
    """The fields of a value."""
    return {
        "score": int(score),
        "verdict": score.verdict,
        "plies": score.plies,
        "words": score.result,
        "short": " ".join(score.result.split()[:3]),
    }


def _column(column: int, score: Score | None) -> answers.ColumnValue:
    if score is None:
        return answers.ColumnValue(column + 1, None, "full", None, "full", "full")
    return answers.ColumnValue(column + 1, **_facts(score))


def _start(position: Position, known: dict[int, Score]) -> answers.Start:
    """The columns in the order in which they will be told: those that are known first."""
    playable = [column for column in position.rules.centre_first if column in position.playable]
    return answers.Start([column + 1 for column in sorted(playable, key=lambda column: column not in known)])


def _analysis(analysis: Analysis, seconds: float = 0.0) -> answers.Analysis:
    return answers.Analysis(
        **_facts(analysis.score),
        sentence=analysis.score.words,
        columns=[_column(column, score) for column, score in enumerate(analysis.columns)],
        best=[column + 1 for column in analysis.best],
        line=write_moves(analysis.line) or None,
        nodes=analysis.nodes,
        seconds=round(seconds, 3),
    )


def _ply(position: Position, column: int, judged: MoveReview | None, names: tuple[str, str]) -> answers.Ply:
    """One move of a game from ``position``, and what it overlooked; None is one that was not judged."""
    side = answers.SIDES[position.turn]
    seen = (position.ply + 1, column + 1, side)
    if judged is None:
        return answers.Ply(*seen, None, None, None, None, None, None, None)
    return answers.Ply(
        *seen,
        before=answers.Value(**_facts(judged.before)),
        after=answers.Value(**_facts(judged.after)),
        judgement=judged.judgement,
        words=judged.words,
        better=None if judged.better is None else judged.better + 1,
        first_player_score=int(judged.after) if side == answers.SIDES[0] else -judged.after,
        overlooked=missed(classify_mistake(position, judged, names), position.rules),
    )


def _require_unfinished(position: Position) -> None:
    if position.is_over:
        message = f"the game is over after {position.ply} moves; there is no side to move"
        raise Refused(NO_ANSWER, "game_over", message)


def _count_nodes(node: Node) -> int:
    return 1 + sum(_count_nodes(child) for child in node.children)
