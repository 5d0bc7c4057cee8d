"""The table of endpoints: what each takes and answers. The server and the OpenAPI document both read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimeven.formats.columns import ALICE, NAMES
from claimeven.players.registry import PLAYERS
from claimeven.search.estimate import ESTIMATES
from claimeven.search.tree import DEFAULT_DEPTH, DEFAULT_ESTIMATE
from claimeven.web.asked import MOST_MOVES, POSITION, SIZE, VARIANT
from claimeven.web.parameters import Flag, OneOf, Parameter, Text, Whole
from claimeven.web.schemas import TEXT

if TYPE_CHECKING:
    from claimeven.web.schemas import Schema

JSON, EVENTS, PLAIN, SVG = "application/json", "text/event-stream", "text/plain", "image/svg+xml"
MOST_TREE_DEPTH = 6
MOST_SEED = (1 << 32) - 1
MOST_BODY = 8192

LINE = Parameter("line", Flag(), "Whether to find the best line, which takes longest in the opening.", True)
POS = Parameter(
    "pos",
    Text("[1-7]*", MOST_MOVES, f"at most {MOST_MOVES} columns from 1 to 7, as 4453"),
    "The columns in the order they were played.",
    required=True,
)
DEPTHS = {name: entry.depth for name, entry in sorted(PLAYERS.items()) if entry.depth}
MOVE = (
    Parameter("player", OneOf(tuple(sorted(PLAYERS))), "Who chooses the column.", "perfect"),
    Parameter(
        "depth",
        Whole(min(depth.least for depth in DEPTHS.values()), max(depth.most for depth in DEPTHS.values())),
        f"Plies that {' or '.join(DEPTHS)} looks ahead.",
    ),
    Parameter("seed", Whole(0, MOST_SEED), "The same seed makes the same choice of random."),
)
TREE = (
    Parameter("depth", Whole(1, MOST_TREE_DEPTH), "Plies to look ahead.", DEFAULT_DEPTH),
    Parameter("heuristic", OneOf(tuple(ESTIMATES)), "How leaves are valued.", DEFAULT_ESTIMATE),
    Parameter("first", OneOf(NAMES), "Who is to move; Alice wants the largest value.", ALICE),
    Parameter("pruning", Flag(), "false: the whole tree.", True),
    Parameter("format", OneOf(("json", "text", "svg")), "JSON, the printed form or a drawing.", "json"),
)
BODY: Schema = {
    "type": "object",
    "properties": {
        "text": {**TEXT, "description": "Moves, a board, a state file, or Alice and Bill's columns."},
        "variant": VARIANT.kind.schema(),
        "size": SIZE.kind.schema(),
    },
    "required": ["text"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One path: its parameters, the schema of its answer, and the statuses with which it may refuse."""

    name: str
    path: str
    summary: str
    answer: str
    parameters: tuple[Parameter, ...] = ()
    refusals: tuple[int, ...] = (400,)
    method: str = "GET"
    media: tuple[str, ...] = (JSON,)
    body: dict[str, Any] | None = None
    ignores_unknown: bool = False


SEARCH = (400, 422, 503)
ENDPOINTS = (
    Endpoint(
        name="solve",
        path="/solve",
        summary="The score of every column, as gamesolver.org answers.",
        answer="Solved",
        parameters=(POS,),
        refusals=SEARCH,
        ignores_unknown=True,
    ),
    Endpoint(
        name="position",
        path="/api/position",
        summary="What a position looks like.",
        answer="Position",
        parameters=POSITION,
    ),
    Endpoint(
        name="parse",
        path="/api/parse",
        summary="What a pasted text is.",
        answer="Parsed",
        method="POST",
        body=BODY,
        refusals=(400, 413, 415),
    ),
    Endpoint(
        name="analyze",
        path="/api/analyze",
        summary="The exact value of every column, and the best line.",
        answer="Analysis",
        parameters=(*POSITION, LINE),
        refusals=SEARCH,
    ),
    Endpoint(
        name="analyze_stream",
        path="/api/analyze/stream",
        summary="The same as events, each as soon as it is known.",
        answer="Event",
        parameters=(*POSITION, LINE),
        refusals=SEARCH,
        media=(EVENTS,),
    ),
    Endpoint(
        name="move",
        path="/api/move",
        summary="The column that a player chooses.",
        answer="Move",
        parameters=(*POSITION, *MOVE),
        refusals=SEARCH,
    ),
    Endpoint(
        name="review",
        path="/api/review",
        summary="Every move of a game judged.",
        answer="Review",
        parameters=POSITION,
        refusals=(400, 503),
    ),
    Endpoint(
        name="tree",
        path="/api/tree",
        summary="The alpha-beta tree of a position.",
        answer="Tree",
        parameters=(*POSITION, *TREE),
        refusals=SEARCH,
        media=(JSON, PLAIN, SVG),
    ),
    Endpoint(
        name="options",
        path="/api/options",
        summary="What the other endpoints accept.",
        answer="Options",
    ),
    Endpoint(
        name="health",
        path="/api/health",
        summary="How the server does.",
        answer="Health",
    ),
)
