"""The answers of the server, typed once: what is sent, and what the OpenAPI document says of it."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from claimeven.formats.columns import Name
from claimeven.formats.paste import Kind
from claimeven.reasons.mistakes import MistakeKind as Missed
from claimeven.rules.rules import GAMES
from claimeven.rules.score import Verdict
from claimeven.solver.review import Judgement
from claimeven.teaching.tree import Bound

JSON = "application/json"
Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Side = Literal["x", "o"]
SIDES: tuple[Side, Side] = get_args(Side)
Cell = tuple[Number, Number]
CellName = Annotated[str, Meta(pattern="^[a-z][1-9][0-9]?$")]
Game = Annotated[str, Meta(extra_json_schema={"enum": list(GAMES)})]


class Answer(Struct, forbid_unknown_fields=True):
    """What every answer is: an object with exactly its fields."""

    def plain(self) -> dict[str, Any]:
        """The answer as JSON has it."""
        plain: dict[str, Any] = to_builtins(self)
        return plain


class Value(Answer):
    """An exact value for the side to move, as a number and in words."""

    score: int
    verdict: Verdict
    plies: Count
    words: str
    short: str


class ColumnValue(Answer):
    """What a disc in a column leads to; a full column has no score."""

    column: Number
    score: int | None
    verdict: Literal[Verdict, "full"]
    plies: Count | None
    words: str
    short: str


class Analysis(Value):
    """Every column and the best line; seconds are those of the search."""

    sentence: str
    columns: list[ColumnValue]
    best: Annotated[list[Number], Meta(min_length=1)]
    line: str | None
    nodes: Count
    seconds: float


class Start(Answer):
    """The columns in the order in which they will be told."""

    order: list[Number]


class Progress(Answer):
    """A search at work on a column, or on the best line if that is null."""

    column: Number | None
    nodes: Count
    seconds: float


class Failure(Answer):
    """Why a stream ends without an answer."""

    status: int
    error: str
    message: str


class Error(Answer):
    """Why there is no answer; line and column say where a text is wrong."""

    error: str
    message: str
    line: Count | UnsetType = UNSET
    column: Count | UnsetType = UNSET


class Solved(Answer):
    """An analysis as gamesolver.org writes it."""

    pos: str
    score: Annotated[list[int], Meta(min_length=7, max_length=7)]


class Move(Answer):
    """The column that a player chooses, and the value of the position where the player knows it."""

    player: str
    column: Number
    value: Value | None


class Line(Answer):
    """Four discs in a row."""

    player: Side
    cells: Annotated[list[Cell], Meta(min_length=4, max_length=4)]


class Counts(Answer):
    """A number for each player."""

    x: Count
    o: Count


class Outcome(Answer):
    """How a game ended."""

    winner: Side | None
    words: str


class Exports(Answer):
    """A position in every format that can hold it."""

    moves: str | None
    board: str
    state: str | None
    columns: str


class Position(Answer):
    """Everything that can be seen on the board."""

    moves: str
    start: str | None
    board: str
    variant: Game
    size: str
    query: str
    rows: list[Annotated[str, Meta(pattern="^[xo.]+$")]]
    ply: Count
    to_move: Side | None
    playable: list[Number]
    last: Cell | None
    lines: list[Line]
    points: Counts
    outcome: Outcome | None
    exports: Exports


class Parsed(Answer):
    """What a pasted text is."""

    kind: Kind
    notes: list[str]
    position: Position


class Overlooked(Answer):
    """What a move that was not best overlooked, and the cells that this is about."""

    kind: Missed
    cells: list[CellName]
    text: str


class Ply(Answer):
    """One move of a game, judged; null is what was not known within the limit."""

    ply: Number
    column: Number
    player: Side
    before: Value | None
    after: Value | None
    judgement: Judgement | None
    words: str | None
    better: Number | None
    first_player_score: int | None
    overlooked: Overlooked | None


class Shares(Answer):
    """A share for each player."""

    x: Share | None
    o: Share | None


class Review(Answer):
    """Every move of a game, judged."""

    complete: bool
    plies: list[Ply]
    turning_point: Number | None
    mistakes: Counts
    accuracy: Shares
    words: str


class Node(Answer):
    """A node of an alpha-beta tree; alpha and beta are those when it was left, null where infinite."""

    move: Number | None
    player: Name | None
    depth: Count
    value: Annotated[int, Meta(description="What the children prove of the minimax value, as bound says.")]
    bound: Annotated[Bound, Meta(description="Whether value is exact, an upper bound or a lower bound.")]
    returned: Annotated[int, Meta(description="What the search handed to the parent (fail-hard).")]
    alpha: int | None
    beta: int | None
    pruned: list[Number]
    children: list[Node]


class Tree(Answer):
    """An alpha-beta tree with what it was asked for, its best line and its size."""

    depth: Count
    estimate: str
    first: Name
    pruning: bool
    value: int
    line: list[Number]
    nodes: Count
    tree: Node


class Variant(Answer):
    """A game by its name for programs and for people."""

    name: str
    title: str


class Depth(Answer):
    """How far a player may look ahead."""

    least: Count
    most: Count
    default: Count


class Level(Answer):
    """How well a player may play: its number for ``level``, a name for programs and one for people."""

    number: Number
    name: str
    title: str
    about: str


class Player(Answer):
    """Somebody who chooses columns."""

    name: str
    about: str
    depth: Depth | None
    levels: list[Level]


class Players(Answer):
    """Who plays which variant."""

    four: list[Player]
    max: list[Player]


class Limits(Answer):
    """How much may be asked for."""

    seconds: float
    moves: Count
    text_bytes: Count
    tree_depth: Count
    tree_lines: Count


class Options(Answer):
    """What the endpoints accept."""

    version: str
    variants: list[Variant]
    players: Players
    estimates: list[str]
    limits: Limits


class SearchCounts(Answer):
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


class Health(Answer):
    """How the server does."""

    status: Literal["ok"]
    version: str
    ready: bool
    uptime: float
    memory_mib: Count
    searches: SearchCounts


EVENTS: dict[str, type[Answer]] = {
    "start": Start,
    "column": ColumnValue,
    "progress": Progress,
    "score": Analysis,
    "done": Analysis,
    "error": Failure,
}


def write_json(content: Answer | dict[str, Any]) -> bytes:
    """JSON without blanks, in ASCII: a message may repeat a text that UTF-8 cannot hold."""
    return json.dumps(to_builtins(content), separators=(",", ":")).encode()
