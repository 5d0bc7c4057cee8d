"""Read and check the inputs of a question: its query string, the game that this describes, and its body."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from msgspec import ValidationError, convert

from claimeven.errors import shortened
from claimeven.formats.columns import ALICE, NAMES
from claimeven.formats.moves import parse_moves
from claimeven.formats.stacks import parse_stacks
from claimeven.players.game import Game
from claimeven.players.level import LEVELS
from claimeven.players.registry import PLAYERS
from claimeven.puzzles.puzzle_file import all_puzzles
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES, Rules, parse_size
from claimeven.schemas.position import DEFAULT_SIZE, DEFAULT_VARIANT
from claimeven.schemas.server import MAX_SIZE_LENGTH, SIZE_PATTERN, BodySchema
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.tree import DEFAULT_DEPTH, DEFAULT_ESTIMATE
from claimeven.web.errors import (
    BAD_MEDIA_TYPE,
    BAD_REQUEST,
    TOO_LARGE,
    ApiError,
    bad_parameter,
    parameter_errors,
)

JSON = "application/json"
MAX_MOVES = 64  # no supported board has more cells
MAX_BOARD = 96  # or more cells and hyphens between columns
MAX_COLUMNS = 12
MAX_BODY_BYTES = 8192
MAX_TREE_DEPTH = 6
MAX_SEED = (1 << 32) - 1
BODY_FORM = 'expected an object with "text" and optionally "variant" and "size", all strings'

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of parameter: its JSON schema, its parser, and the complaint if that returns None."""

    schema: dict[str, Any]
    parse: Callable[[str], Any]
    complaint: str


def string(pattern: str, max_length: int, expected: str) -> Kind:
    """Return the kind of texts that match a pattern and have at most ``max_length`` characters."""

    def parse(text: str) -> str | None:
        if len(text) > max_length or re.fullmatch(pattern, text) is None:
            return None
        return text

    schema = {"type": "string", "pattern": f"^{pattern}$", "maxLength": max_length}
    return Kind(schema, parse, f"is not {expected}")


def one_of(names: tuple[str, ...]) -> Kind:
    """Return the kind of texts that are one of some names."""

    def parse(text: str) -> str | None:
        return text if text in names else None

    schema = {"type": "string", "enum": list(names)}
    return Kind(schema, parse, f"is unknown; expected one of {', '.join(names)}")


def integer(minimum: int, maximum: int) -> Kind:
    """Return the kind of whole numbers from ``minimum`` to ``maximum``."""
    max_digits = len(str(maximum))

    def parse(text: str) -> int | None:
        if not (text.isascii() and text.isdigit() and len(text) <= max_digits):
            return None
        number = int(text)
        return number if minimum <= number <= maximum else None

    schema = {"type": "integer", "minimum": minimum, "maximum": maximum}
    return Kind(schema, parse, f"is not a whole number from {minimum} to {maximum}")


def flag() -> Kind:
    """Return the kind that is ``true`` or ``false``."""
    values = {"true": True, "false": False}
    return Kind({"type": "boolean"}, values.get, "is neither true nor false")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the query string; a ``required`` one has no default."""

    name: str
    kind: Kind
    description: str
    default: Any = None
    required: bool = False


MOVES = Parameter(
    "moves",
    string("[1-9a-c]*", MAX_MOVES, f"a list of at most {MAX_MOVES} columns, e.g. 4453"),
    "The columns in the order they were played, e.g. 4453; the column after 9 is a.",
    "",
)
BOARD = Parameter(
    "board",
    string("[xo-]*", MAX_BOARD, "a board, e.g. --o-xo-x--"),
    "The board before the moves: columns from the left, each from bottom to top, separated by hyphens.",
)
VARIANT = Parameter(
    "variant", one_of(tuple(GAMES)), "four is Connect Four, max is Max-Connect4.", DEFAULT_VARIANT
)
SIZE = Parameter(
    "size",
    string(SIZE_PATTERN, MAX_SIZE_LENGTH, f"a board size, e.g. {DEFAULT_SIZE}"),
    "Columns x rows.",
    DEFAULT_SIZE,
)
POSITION = (MOVES, BOARD, VARIANT, SIZE)

LINE = Parameter("line", flag(), "Find the best line as well; in the opening that takes longest.", True)
ANALYZE = (*POSITION, LINE)

POS = Parameter(
    "pos",
    string("[1-7]*", MAX_MOVES, f"a list of at most {MAX_MOVES} columns from 1 to 7, e.g. 4453"),
    "The columns in the order they were played.",
    required=True,
)
SOLVE = (POS,)

COLUMN = Parameter("column", integer(1, MAX_COLUMNS), "Drop a disc here first, then explain what follows.")
EXPLAIN = (*POSITION, COLUMN)

_DEPTHS = {name: entry.depth for name, entry in sorted(PLAYERS.items()) if entry.depth is not None}
_MIN_DEPTH = min(depth.minimum for depth in _DEPTHS.values())
_MAX_DEPTH = max(depth.maximum for depth in _DEPTHS.values())
MOVE = (
    *POSITION,
    Parameter("player", one_of(tuple(sorted(PLAYERS))), "The player that chooses the column.", "perfect"),
    Parameter(
        "depth", integer(_MIN_DEPTH, _MAX_DEPTH), f"How many plies {' or '.join(_DEPTHS)} looks ahead."
    ),
    Parameter(
        "level", integer(LEVELS[0].number, LEVELS[-1].number), "How well the player called level plays."
    ),
    Parameter("seed", integer(0, MAX_SEED), "With the same seed, random and level choose the same column."),
)
PUZZLE = (Parameter("number", integer(1, len(all_puzzles())), "The number of the puzzle.", required=True),)
TREE = (
    *POSITION,
    Parameter("depth", integer(1, MAX_TREE_DEPTH), "Plies to look ahead.", DEFAULT_DEPTH),
    Parameter("estimate", one_of(tuple(ESTIMATES)), "How leaves are evaluated.", DEFAULT_ESTIMATE),
    Parameter("first", one_of(NAMES), "Who is to move; Alice maximizes.", ALICE),
    Parameter("pruning", flag(), "Prune; false builds the whole tree.", True),
    Parameter("format", one_of(("json", "text", "svg")), "JSON, the printed form or a drawing.", "json"),
)


def read_query_string(
    query_string: str, parameters: Sequence[Parameter], *, ignore_unknown: bool = False
) -> Values:
    """Return the values of the parameters in a query string; raise ApiError if one of them is not valid."""
    pairs = parse_qsl(query_string, keep_blank_values=True)
    return read_parameters(pairs, parameters, ignore_unknown=ignore_unknown)


def read_parameters(
    pairs: Sequence[tuple[str, str]], parameters: Sequence[Parameter], *, ignore_unknown: bool = False
) -> Values:
    """Return the value or the default of every parameter.

    Raises ApiError for a parameter that is unknown, given twice, out of range, or required and missing.
    """
    by_name = {parameter.name: parameter for parameter in parameters}
    values: Values = {}
    for name, text in pairs:
        if name in by_name:
            if name in values:
                raise bad_parameter(name, "given twice; send it once")
            values[name] = _parse_value(by_name[name], text)
        elif not ignore_unknown:
            known_names = ", ".join(by_name) or "none"
            raise bad_parameter(shortened(name), f"unknown parameter; expected {known_names}")
    for parameter in parameters:
        if parameter.required and parameter.name not in values:
            raise bad_parameter(parameter.name, "missing")
        values.setdefault(parameter.name, parameter.default)
    return values


def _parse_value(parameter: Parameter, text: str) -> Any:
    value = parameter.kind.parse(text)
    if value is None:
        raise bad_parameter(parameter.name, f"{shortened(text)} {parameter.kind.complaint}")
    return value


def read_rules(variant: str, size: str) -> Rules:
    """Return the rules of a variant on a board of some size; raise ApiError for an unsupported size."""
    with parameter_errors("bad_parameter", SIZE.name):
        return parse_size(size, GAMES[variant])


def read_game(values: Values) -> Game:
    """Return the game that the parameters of POSITION describe; raise ApiError if it is not legal."""
    rules = read_rules(values[VARIANT.name], values[SIZE.name])
    start = Position(rules=rules)
    board = values[BOARD.name]
    if board is not None:
        with parameter_errors("bad_position", BOARD.name):
            start = parse_stacks(board, rules)
    with parameter_errors("bad_position", MOVES.name):
        return Game(start, parse_moves(values[MOVES.name], rules))


def read_body(body: bytes, content_type: str) -> tuple[str, Rules]:
    """Return the text and the rules in the body of a question; raise ApiError if it is not valid."""
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type != JSON:
        raise ApiError(BAD_MEDIA_TYPE, "bad_body", f"send the body as {JSON}")
    if len(body) > MAX_BODY_BYTES:
        raise ApiError(TOO_LARGE, "too_large", f"the body has more than {MAX_BODY_BYTES} bytes")
    try:
        content = convert(json.loads(body), BodySchema)
    except (ValueError, ValidationError, RecursionError):
        raise ApiError(BAD_REQUEST, "bad_body", f"the body is not valid; {BODY_FORM}") from None
    read_parameters([(VARIANT.name, content.variant), (SIZE.name, content.size)], (VARIANT, SIZE))
    return content.text, read_rules(content.variant, content.size)
