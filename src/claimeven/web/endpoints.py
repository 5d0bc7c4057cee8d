"""The table of endpoints: what each takes and answers; and the OpenAPI document that is made from it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from claimeven.formats.columns import ALICE, NAMES
from claimeven.players.level import LEVELS
from claimeven.players.registry import PLAYERS
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.tree import DEFAULT_DEPTH, DEFAULT_ESTIMATE
from claimeven.web import answers
from claimeven.web.answers import JSON
from claimeven.web.answers_why import Explanation
from claimeven.web.asked import MAX_COLUMNS, MAX_MOVES, POSITION, Body
from claimeven.web.parameters import Parameter, flag, integer, one_of, string

EVENTS, PLAIN, SVG = "text/event-stream", "text/plain", "image/svg+xml"
MAX_TREE_DEPTH = 6
MAX_SEED = (1 << 32) - 1

LINE = Parameter("line", flag(), "Whether to find the best line, which takes longest in the opening.", True)
ANALYZE = (*POSITION, LINE)
POS = Parameter(
    "pos",
    string("[1-7]*", MAX_MOVES, f"at most {MAX_MOVES} columns from 1 to 7, as 4453"),
    "The columns in the order they were played.",
    required=True,
)
COLUMN = Parameter("column", integer(1, MAX_COLUMNS), "What if this column is played: explain what follows.")
DEPTHS = {name: entry.depth for name, entry in sorted(PLAYERS.items()) if entry.depth}
MOVE = (
    *POSITION,
    Parameter("player", one_of(tuple(sorted(PLAYERS))), "Who chooses the column.", "perfect"),
    Parameter(
        "depth",
        integer(min(depth.least for depth in DEPTHS.values()), max(depth.most for depth in DEPTHS.values())),
        f"Plies that {' or '.join(DEPTHS)} looks ahead.",
    ),
    Parameter("level", integer(LEVELS[0].number, LEVELS[-1].number), "How well the player level plays."),
    Parameter("seed", integer(0, MAX_SEED), "The same seed makes the same choice of random or level."),
)
TREE = (
    *POSITION,
    Parameter("depth", integer(1, MAX_TREE_DEPTH), "Plies to look ahead.", DEFAULT_DEPTH),
    Parameter("estimate", one_of(tuple(ESTIMATES)), "How leaves are valued.", DEFAULT_ESTIMATE),
    Parameter("first", one_of(NAMES), "Who is to move; Alice wants the largest value.", ALICE),
    Parameter("pruning", flag(), "false: the whole tree.", True),
    Parameter("format", one_of(("json", "text", "svg")), "JSON, the printed form or a drawing.", "json"),
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One path: its answer, what that is, its parameters, and the statuses with which it may refuse.

    By default these are those of a search.
    """

    path: str
    answer: type[answers.Answer]
    summary: str
    parameters: tuple[Parameter, ...] = ()
    _: KW_ONLY
    refusals: tuple[int, ...] = (400, 422, 503)
    media: tuple[str, ...] = (JSON,)
    body: type[Body] | None = None
    ignores_unknown: bool = False

    @property
    def method(self) -> str:
        """POST for what takes a body."""
        return "GET" if self.body is None else "POST"

    @property
    def name(self) -> str:
        """The name of its handler."""
        return self.path.removeprefix("/").removeprefix("api/").replace("/", "_")


ENDPOINTS = (
    Endpoint(
        "/solve",
        answers.Solved,
        "The score of every column, as gamesolver.org answers.",
        (POS,),
        ignores_unknown=True,
    ),
    Endpoint("/api/position", answers.Position, "What a position looks like.", POSITION, refusals=(400,)),
    Endpoint("/api/parse", answers.Parsed, "What a pasted text is.", refusals=(400, 413, 415), body=Body),
    Endpoint(
        "/api/analyze", answers.Analysis, "The exact value of every column, and the best line.", ANALYZE
    ),
    Endpoint(
        "/api/analyze/stream",
        answers.Analysis,
        "The same as events, each as soon as it is known.",
        ANALYZE,
        media=(EVENTS,),
    ),
    Endpoint("/api/move", answers.Move, "The column that a player chooses.", MOVE),
    Endpoint("/api/review", answers.Review, "Every move of a game judged.", POSITION, refusals=(400, 503)),
    Endpoint("/api/explain", Explanation, "Why a position is won, drawn or lost.", (*POSITION, COLUMN)),
    Endpoint("/api/tree", answers.Tree, "The alpha-beta tree of a position.", TREE, media=(JSON, PLAIN, SVG)),
    Endpoint("/api/options", answers.Options, "What the other endpoints accept.", refusals=(400,)),
    Endpoint("/api/health", answers.Health, "How the server does.", refusals=(400,)),
)
REFUSALS = {
    400: "What was sent cannot be read.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The question has no answer, as when the game is over.",
    503: "Too many searches, or one that takes too long; Retry-After says when to try again.",
}


def _named(answer: type[Struct]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{answer.__name__}"}


def _event(name: str, answer: type[Struct]) -> dict[str, Any]:
    """An event of a stream; its data is a line of JSON."""
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": _named(answer)}
    return {
        "type": "object",
        "properties": {"event": {"const": name}, "data": data},
        "required": ["event", "data"],
        "additionalProperties": False,
    }


TYPES = [answers.Error, Body, *answers.EVENTS.values(), *(endpoint.answer for endpoint in ENDPOINTS)]
SCHEMAS = schema_components(TYPES, ref_template="#/components/schemas/{name}")[1]
SCHEMAS["Event"] = {"title": "Event", "oneOf": [_event(*named) for named in answers.EVENTS.items()]}


def openapi(version: str) -> dict[str, Any]:
    """The document that describes every endpoint."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Claimeven", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": {one.path: {one.method.lower(): _operation(one)} for one in ENDPOINTS},
        "components": {"schemas": SCHEMAS},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    schemas = {JSON: _named(endpoint.answer), EVENTS: {"$ref": "#/components/schemas/Event"}}
    forms = {media: {"schema": schemas.get(media, {"type": "string"})} for media in endpoint.media}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [_parameter(parameter) for parameter in endpoint.parameters],
        "responses": {
            "200": {"description": "The answer.", "content": forms},
            **{str(status): _refusal(status) for status in endpoint.refusals},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _named(endpoint.body)}}}
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    default = {} if parameter.default is None else {"default": parameter.default}
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.meaning,
        "required": parameter.required,
        "schema": parameter.kind.schema | default,
    }


def _refusal(status: int) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": REFUSALS[status],
        "content": {JSON: {"schema": _named(answers.Error)}},
    }
    if status == 503:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}
    return answer
