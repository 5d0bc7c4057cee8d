"""What a request is about: the game of its parameters, also as a query string, or the text of its body."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import urlencode

from msgspec import Meta, Struct, ValidationError, convert
from starlette.requests import Request

from claimeven.errors import Refused
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.stacks import parse_stacks, write_stacks
from claimeven.players.game import Game
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules, parse_size
from claimeven.web.answers import JSON
from claimeven.web.parameters import Parameter, one_of, read_query, string
from claimeven.web.refusal import BAD_MEDIA_TYPE, BAD_REQUEST, TOO_LARGE, refusing

DEFAULT_SIZE = str(CONNECT_FOUR)
MAX_MOVES, MAX_BOARD = 64, 96  # no supported board has more cells, or more cells and columns
MAX_COLUMNS = 12
MAX_BODY = 8192  # bytes
EXPECTED = 'expected an object with "text" and perhaps "variant" and "size", all of them strings'

MOVES = Parameter(
    "moves",
    string("[1-9a-c]*", MAX_MOVES, f"at most {MAX_MOVES} columns, as 4453"),
    "The columns in the order they were played, 4453; after 9 comes a.",
    "",
)
BOARD = Parameter(
    "board",
    string("[xo-]*", MAX_BOARD, "a board, as --o-xo-x--"),
    "Where the moves begin: columns from the left, each from bottom to top, a hyphen between two.",
)
VARIANT = Parameter(
    "variant", one_of(tuple(GAMES)), "four is Connect Four, max is Max-Connect4.", CONNECT_FOUR.name
)
SIZE = Parameter(
    "size",
    string("[0-9]{1,2}x[0-9]{1,2}", 5, f"a board size, as {DEFAULT_SIZE}"),
    "Columns x rows.",
    DEFAULT_SIZE,
)
POSITION = (MOVES, BOARD, VARIANT, SIZE)


def board_of(game: Game) -> str | None:
    """The start of a game as a ``board``, None for the empty board."""
    return write_stacks(game.start) if game.start.filled else None


def query_of(game: Game) -> str:
    """The shortest query string that asks for a game; empty for the empty board."""
    rules = game.start.rules
    parts = (
        (BOARD, board_of(game)),
        (MOVES, write_moves(game.moves)),
        (VARIANT, rules.name),
        (SIZE, str(rules)),
    )
    return urlencode([(parameter.name, part) for parameter, part in parts if part != parameter.default])


def read_rules(variant: str, size: str) -> Rules:
    """The rules of a variant on a board of some size; raises Refused for a size that no board has."""
    with refusing("bad_parameter", "size"):
        return parse_size(size, GAMES[variant])


def read_game(values: dict[str, Any]) -> Game:
    """The game that the parameters of POSITION describe; raises Refused if they describe none."""
    rules = read_rules(values["variant"], values["size"])
    board = values["board"]
    with refusing("bad_position", "board"):
        start = Position(0, 0, rules) if board is None else parse_stacks(board, rules)
    with refusing("bad_position", "moves"):
        return Game(start, parse_moves(values["moves"], rules))


class Body(Struct, forbid_unknown_fields=True):
    """A pasted text, and the game of moves and boards that do not name their own."""

    text: Annotated[str, Meta(description="Moves, a board, a state file, or Alice and Bill's columns.")]
    variant: Annotated[str, Meta(extra_json_schema=VARIANT.kind.schema)] = VARIANT.default
    size: Annotated[str, Meta(extra_json_schema=SIZE.kind.schema)] = SIZE.default


async def read_body(request: Request) -> tuple[str, Rules]:
    """The text and the rules in the body of a request; raises Refused for others, and ClientDisconnect."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        raise Refused(BAD_MEDIA_TYPE, "bad_body", f"the body is not of type {JSON}")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MAX_BODY:
            raise Refused(TOO_LARGE, "too_large", f"the body has more than {MAX_BODY} bytes")
    try:
        body = convert(json.loads(data), Body)
    except (ValueError, ValidationError, RecursionError):
        raise Refused(BAD_REQUEST, "bad_body", f"the body is not the JSON of a text; {EXPECTED}") from None
    read_query([("variant", body.variant), ("size", body.size)], (VARIANT, SIZE))
    return body.text, read_rules(body.variant, body.size)
