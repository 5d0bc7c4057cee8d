"""Options, health and errors of the server, and the body that it accepts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from claimeven.players.registry import players_of
from claimeven.rules.rules import GAMES
from claimeven.schemas.base import Count, Number, Schema
from claimeven.schemas.position import DEFAULT_SIZE, DEFAULT_VARIANT
from claimeven.teaching.estimates import ESTIMATES

SIZE_PATTERN = "[0-9]{1,2}x[0-9]{1,2}"
MAX_SIZE_LENGTH = 5
VARIANT_JSON = {"type": "string", "enum": list(GAMES)}
SIZE_JSON = {"type": "string", "pattern": f"^{SIZE_PATTERN}$", "maxLength": MAX_SIZE_LENGTH}


class BodySchema(Struct, forbid_unknown_fields=True):
    """A pasted text, and the game of moves and boards that do not name their own."""

    text: Annotated[str, Meta(description="Moves, a board, a state file, or Alice and Bill's columns.")]
    variant: Annotated[str, Meta(extra_json_schema=VARIANT_JSON)] = DEFAULT_VARIANT
    size: Annotated[str, Meta(extra_json_schema=SIZE_JSON)] = DEFAULT_SIZE


class ErrorSchema(Schema):
    """Why there is no answer; line and column say where a text is wrong."""

    error: str
    message: str
    line: Count | UnsetType = UNSET
    column: Count | UnsetType = UNSET


class VariantSchema(Schema):
    """A game: its name for programs and its title for people."""

    name: str
    title: str


class DepthSchema(Schema):
    """How far a player may look ahead."""

    minimum: Count
    maximum: Count
    default: Count


class LevelSchema(Schema):
    """How well a player may play: the number for ``level``, a name for programs and a title for people."""

    number: Number
    name: str
    title: str
    about: str


class PlayerSchema(Schema):
    """A player that chooses columns."""

    name: str
    about: str
    depth: DepthSchema | None
    levels: list[LevelSchema]


class PlayersSchema(Schema):
    """The players of each variant."""

    four: list[PlayerSchema]
    max: list[PlayerSchema]


class LimitsSchema(Schema):
    """The largest requests that are accepted."""

    seconds: float
    moves: Count
    text_bytes: Count
    tree_depth: Count
    tree_lines: Count


class OptionsSchema(Schema):
    """What the endpoints accept."""

    version: str
    variants: list[VariantSchema]
    players: PlayersSchema
    estimates: list[str]
    limits: LimitsSchema


class SearchCountsSchema(Schema):
    """Searches now, and since the server started."""

    running: Count
    waiting: Count
    workers: Count
    queue: Count
    started: Count
    finished: Count
    stopped: Count
    refused: Count
    over_limit: Count
    shared: Count


class HealthSchema(Schema):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    ready: bool
    uptime: float
    memory_mib: Count
    searches: SearchCountsSchema


def options_schema(version: str, limits: LimitsSchema) -> OptionsSchema:
    """List the variants, players and estimates of this version."""
    players = {name: players_of(rules) for name, rules in GAMES.items()}
    return OptionsSchema(
        version=version,
        variants=[VariantSchema(rules.name, rules.title) for rules in GAMES.values()],
        players=convert(players, PlayersSchema, from_attributes=True),
        estimates=list(ESTIMATES),
        limits=limits,
    )
