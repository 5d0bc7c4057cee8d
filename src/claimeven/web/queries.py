"""The queries: for each endpoint, a function that reads its inputs and says how to find the answer.

No server is needed here, no thread and no event loop: a host calls ``Query.compute`` wherever it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from random import Random
from secrets import randbelow
from typing import Any

from claimeven.errors import FormatError, LimitReached
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import parse_paste
from claimeven.players.game import Game
from claimeven.players.registry import Entry, PlayerContext, entry_of
from claimeven.puzzles.puzzle_file import all_puzzles, puzzle_numbered
from claimeven.reasons.columns import explain_column
from claimeven.reasons.explanation import explain as find_explanation
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import Score
from claimeven.schemas.analysis import (
    AnalysisSchema,
    MoveSchema,
    analysis_schema,
    column_value_schema,
    move_schema,
    solved_schema,
)
from claimeven.schemas.base import Schema, write_json
from claimeven.schemas.events import FailureSchema, ProgressSchema, start_schema
from claimeven.schemas.explanation import ExplanationSchema, explanation_schema, played_schema
from claimeven.schemas.position import parsed_schema, position_schema
from claimeven.schemas.puzzle import PuzzleSchema, PuzzlesSchema, puzzle_schema, puzzles_schema
from claimeven.schemas.review import ReviewSchema, ply_schemas, review_schema
from claimeven.schemas.server import ErrorSchema, HealthSchema, LimitsSchema, OptionsSchema, options_schema
from claimeven.schemas.tree import tree_schema
from claimeven.solver.limits import Analysis, Progress
from claimeven.solver.review import review_game
from claimeven.teaching.tree import Node, build_tree
from claimeven.teaching.tree_svg import write_tree_svg
from claimeven.teaching.tree_text import write_tree
from claimeven.web.context import RequestContext
from claimeven.web.errors import BAD_REQUEST, NO_ANSWER, ApiError, bad_parameter, parameter_errors
from claimeven.web.inputs import (
    JSON,
    MAX_BODY_BYTES,
    MAX_MOVES,
    MAX_SEED,
    MAX_TREE_DEPTH,
    POSITION,
    Values,
    read_body,
    read_game,
    read_parameters,
)

PLAIN = "text/plain"
SVG = "image/svg+xml"
MAX_TREE_LINES = 20_000  # a drawing of 4.4 MB
VERSION = version("claimeven")


@dataclass(frozen=True, slots=True)
class Question:
    """What a client sends to an endpoint: a query string, and a body with its content type."""

    query_string: str = ""
    body: bytes = b""
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the client gets: a status, a media type, a body, and the headers that only this answer has."""

    status: int
    media_type: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


def json_answer(content: Schema) -> Answer:
    """Return the answer that has this content."""
    return Answer(200, JSON, write_json(content))


def error_answer(error: ApiError) -> Answer:
    """Return the answer to a question that has none."""
    content = ErrorSchema(error.error, error.message)
    if error.line is not None:
        content.line = error.line
    if error.column is not None:
        content.column = error.column
    headers = {}
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    return Answer(error.status, JSON, write_json(content), headers)


def failure_schema(error: ApiError) -> FailureSchema:
    """Return the last event of a stream that ends without an answer."""
    return FailureSchema(error.status, error.error, error.message)


@dataclass(frozen=True, slots=True)
class Query:
    """A valid question: ``compute`` finds its result, and ``write`` turns that into an answer.

    Queries with equal keys have equal results, so that one search is enough for all of them. ``compute``
    raises SearchRequired if the result takes a search and its context has no search slot.
    """

    key: Hashable
    compute: Callable[[RequestContext], Any]
    write: Callable[[Any], Answer] = json_answer


def position(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/position."""
    game = read_game(values)
    return Query(("position", game), lambda _: position_schema(game))


def parse(_: Values, question: Question) -> Query:
    """Prepare the query of POST /api/parse."""
    text, rules = read_body(question.body, question.content_type)
    try:
        paste = parse_paste(text, rules)
    except FormatError as error:
        raise ApiError(BAD_REQUEST, "bad_text", error.reason, line=error.line, column=error.column) from None
    return Query(("parse", text, rules), lambda _: parsed_schema(paste))


def analyze(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/analyze and GET /api/analyze/stream."""
    return _analysis_query(read_game(values).position, line=values["line"])


def solve(values: Values, _: Question) -> Query:
    """Prepare the query of GET /solve."""
    pos = values["pos"]
    game = read_game(read_parameters([("moves", pos)], POSITION))
    query = _analysis_query(game.position, line=False)
    return replace(query, write=lambda analysis: json_answer(solved_schema(pos, analysis)))


def _analysis_query(position: Position, *, line: bool) -> Query:
    _require_unfinished(position)
    return Query(("analyze", position, line), partial(_analyze, position, line=line))


def _analyze(position: Position, context: RequestContext, *, line: bool) -> AnalysisSchema:
    """Analyze every column and, with ``line``, find the best line; publish what is found on the way."""
    known = context.cache.columns(position)
    start = start_schema(position, known)
    missing = list(start.order)
    context.publish("start", start)

    def publish_column(column: int, score: Score) -> None:
        missing.remove(column + 1)
        context.publish("column", column_value_schema(column, score))

    def publish_progress(progress: Progress) -> None:
        column = missing[0] if missing else None
        seconds = round(progress.seconds, 3)
        context.publish("progress", ProgressSchema(column, progress.nodes, seconds))

    def publish_score(analysis: Analysis) -> None:
        context.publish("score", analysis_schema(analysis, seconds=context.deadline.seconds))

    for column, score in known.items():
        publish_column(column, score)
    context.progress = publish_progress
    analysis = context.analyze(position, found=publish_column, scored=publish_score, line=line, known=known)
    return analysis_schema(analysis, seconds=context.deadline.seconds)


def move(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/move."""
    position = read_game(values).position
    _require_unfinished(position)
    entry = _find_player(values, position)
    settings = _player_settings(values, entry)
    seed = None
    if entry.is_random:
        # A random seed, so that two clients who ask at the same time get two choices.
        seed = randbelow(MAX_SEED) if values["seed"] is None else values["seed"]
    compute = partial(_choose_move, position, entry=entry, settings=settings, seed=seed)
    return Query(("move", position, entry.name, tuple(settings.items()), seed), compute)


def _find_player(values: Values, position: Position) -> Entry:
    """Return the requested player; raise ApiError if it does not play this game or look so far ahead."""
    name = values["player"]
    with parameter_errors("bad_parameter", "player"):
        entry = entry_of(name, position.rules)
    depth = values["depth"]
    if entry.depth is not None and depth is not None:
        if depth > entry.depth.maximum:
            raise bad_parameter(
                "depth", f"{depth} is too deep for {name}; send at most {entry.depth.maximum}"
            )
        if depth < entry.depth.minimum:
            raise bad_parameter(
                "depth", f"{depth} is too shallow for {name}; send at least {entry.depth.minimum}"
            )
    return entry


def _player_settings(values: Values, entry: Entry) -> dict[str, int]:
    """Return the settings that were sent and that the player has."""
    settings = {}
    for parameter in entry.parameters:
        value = values.get(parameter.name)
        if value is not None and parameter.name in ("depth", "level"):
            settings[parameter.name] = value
    return settings


def _choose_move(
    position: Position, context: RequestContext, *, entry: Entry, settings: dict[str, int], seed: int | None
) -> MoveSchema:
    """Let a player choose a column."""
    lookahead = context.require_slot().lookahead if entry.needs == "search" else None
    player_context = PlayerContext(
        scores=context, rng=Random(seed), lookahead=lookahead, limit=context.deadline.remaining()
    )
    choice = entry.new(player_context, **settings).choose(position)
    return move_schema(entry.name, choice.column, choice.score)


def review(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/review."""
    game = read_game(values)
    return Query(("review", game), partial(_review, game))


def _review(game: Game, context: RequestContext) -> ReviewSchema:
    """Review every move that is judged within the limit, and say which one decided the result."""
    names = _names(game.start.rules)
    review = review_game(game.start, game.moves, context)
    all_best = all(judged is not None and judged.better is None for judged in review.moves)
    if not all_best:
        context.require_slot()  # finding out what a mistake overlooked takes long
    plies = []
    for ply in ply_schemas(game, review, names):
        context.require_client()
        plies.append(ply)
    return review_schema(review, plies, names)


def explain(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/explain."""
    game = read_game(values)
    column = values["column"]
    _require_unfinished(game.position)
    if column is not None:
        with parameter_errors("bad_parameter", "column"):
            game.position.drop(column - 1)
        game = game.play(column - 1)
        if game.position.is_over:
            message = f"column {column} ends the game; there is nothing to explain"
            raise ApiError(NO_ANSWER, "game_over", message)
    return Query(("explain", game, column), partial(_explain, game, is_tried=column is not None))


def _explain(game: Game, context: RequestContext, *, is_tried: bool) -> ExplanationSchema:
    """Explain the last position; with ``is_tried``, say what the last move led to."""
    context.require_slot()  # finding a reason takes long, even if every value is known
    names = _names(game.start.rules)
    explanation = find_explanation(game.position, context, names=names)
    played = None
    if is_tried:
        before = game.positions[-2]
        why = explain_column(before, game.moves[-1], context.score(before), context, names)
        played = played_schema(why, -int(explanation.score))
    return explanation_schema(explanation, write_moves(game.moves), played=played)


def tree(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/tree."""
    position = read_game(values).position
    _require_unfinished(position)
    if not position.rules.line_ends_game:
        message = "Max-Connect4 has no tree; send variant=four"
        raise ApiError(NO_ANSWER, "not_supported", message)
    form = values["format"]
    settings = {name: values[name] for name in ("depth", "estimate", "first", "pruning")}
    return Query(
        ("tree", position, form, *settings.values()),
        partial(_write_tree, position, settings=settings, form=form),
        partial(_tree_answer, form=form),
    )


def _write_tree(position: Position, context: RequestContext, *, settings: dict[str, Any], form: str) -> bytes:
    """Build the tree and write it in one of its forms."""
    context.require_slot()
    root = _build_tree(position, context, settings)
    if form == "json":
        return write_json(tree_schema(root, **settings))
    if form == "svg":
        return write_tree_svg(root).encode()
    return write_tree(root).encode()


def _build_tree(position: Position, context: RequestContext, settings: dict[str, Any]) -> Node:
    """Build the tree; raise ApiError if it is too large."""
    limit = replace(context.deadline.remaining(), nodes=MAX_TREE_LINES)
    try:
        return build_tree(position, **settings, limit=limit)
    except LimitReached as stop:
        if stop.nodes <= MAX_TREE_LINES:  # the time is up, or no client waits any more
            raise
    remedy = "a smaller depth" if settings["pruning"] else "a smaller depth, or turn pruning on"
    message = f"the tree has more than {MAX_TREE_LINES:,} lines; choose {remedy}"
    raise ApiError(NO_ANSWER, "too_large", message)


def _tree_answer(body: bytes, *, form: str) -> Answer:
    if form == "json":
        return Answer(200, JSON, body)
    if form == "svg":
        return Answer(200, SVG, body, {"content-disposition": 'attachment; filename="tree.svg"'})
    return Answer(200, PLAIN, body, {"content-disposition": 'attachment; filename="tree.txt"'})


def puzzle(values: Values, _: Question) -> Query:
    """Prepare the query of GET /api/puzzle."""
    number = values["number"]
    return Query(("puzzle", number), partial(_puzzle, number))


def _puzzle(number: int, _: RequestContext) -> PuzzleSchema:
    """Describe the puzzle with this number."""
    found = puzzle_numbered(number)
    return puzzle_schema(found, _names(found.position.rules))


def puzzles(_: Values, __: Question) -> Query:
    """Prepare the query of GET /api/puzzles."""
    return Query("puzzles", _puzzles)


def _puzzles(_: RequestContext) -> PuzzlesSchema:
    return puzzles_schema(all_puzzles())


def options(_: Values, __: Question) -> Query:
    """Prepare the query of GET /api/options."""
    return Query("options", _options)


def _options(context: RequestContext) -> OptionsSchema:
    limits = LimitsSchema(
        seconds=context.seconds,
        moves=MAX_MOVES,
        text_bytes=MAX_BODY_BYTES,
        tree_depth=MAX_TREE_DEPTH,
        tree_lines=MAX_TREE_LINES,
    )
    return options_schema(VERSION, limits)


def health(_: Values, __: Question) -> Query:
    """Prepare the query of GET /api/health."""
    return Query("health", _health)


def _health(context: RequestContext) -> HealthSchema:
    return context.health()


def _names(rules: Rules) -> tuple[str, str]:
    """Return the names of the players on the page."""
    first, second = rules.colours
    return first.title(), second.title()


def _require_unfinished(position: Position) -> None:
    if position.is_over:
        message = f"the game is over after {position.ply} moves, so there is no side to move"
        raise ApiError(NO_ANSWER, "game_over", message)
