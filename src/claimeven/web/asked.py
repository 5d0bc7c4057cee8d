"""Asked: the game that a request is about, read from its parameters and written as a query string."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from claimeven.errors import FormatError, GeometryError, IllegalMove, Refused
from claimeven.formats.moves import parse_moves, write_moves
from claimeven.formats.stacks import parse_stacks, write_stacks
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, parse_size
from claimeven.web.parameters import Choice, Parameter, Text
from claimeven.web.refusal import BAD_REQUEST, bad_parameter

DEFAULT_SIZE = str(CONNECT_FOUR)
MOST_MOVES, MOST_BOARD = 64, 96  # no supported board has more cells, or more cells and columns

MOVES = Parameter(
    "moves",
    Text("[1-9a-c]*", MOST_MOVES, f"at most {MOST_MOVES} columns, as 4453"),
    "The columns in the order they were played, 4453; after 9 comes a.",
    "",
)
BOARD = Parameter(
    "board",
    Text("[xo-]*", MOST_BOARD, "a board, as --o-xo-x--"),
    "Where the moves begin: columns from the left, each from bottom to top, a hyphen between two.",
)
VARIANT = Parameter(
    "variant", Choice(tuple(GAMES)), "four is Connect Four, max is Max-Connect4.", CONNECT_FOUR.name
)
SIZE = Parameter(
    "size",
    Text("[0-9]{1,2}x[0-9]{1,2}", 5, f"a board size, as {DEFAULT_SIZE}"),
    "Columns x rows.",
    DEFAULT_SIZE,
)
POSITION = (MOVES, BOARD, VARIANT, SIZE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A game: where it starts, and the columns (0-based) since.

    Raises IllegalMove or GameOver for moves that cannot be played.
    """

    start: Position
    moves: tuple[int, ...] = ()
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positions = [self.start]
        for number, column in enumerate(self.moves, start=1):
            try:
                positions.append(positions[-1].play(column))
            except IllegalMove as error:
                raise type(error)(f"move {number}: {error}") from None
        object.__setattr__(self, "positions", tuple(positions))

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def board(self) -> str | None:
        """The start as a ``board``, None for the empty board."""
        return write_stacks(self.start) if self.start.filled else None

    @property
    def query(self) -> str:
        """The shortest query string that asks for the same game; empty for the empty board."""
        parts: dict[str, Any] = {}
        if self.board is not None:
            parts["board"] = self.board
        if self.moves:
            parts["moves"] = write_moves(self.moves)
        if self.start.rules.name != CONNECT_FOUR.name:
            parts["variant"] = self.start.rules.name
        if str(self.start.rules) != DEFAULT_SIZE:
            parts["size"] = str(self.start.rules)
        return urlencode(parts)


def read_asked(values: dict[str, Any]) -> Asked:
    """The game that the parameters of POSITION describe; raises Refused if they describe none."""
    try:
        rules = parse_size(values["size"], GAMES[values["variant"]])
    except GeometryError as error:
        raise bad_parameter("size", str(error)) from None
    try:
        board = values["board"]
        start = Position(0, 0, rules) if board is None else parse_stacks(board, rules)
    except FormatError as error:
        raise Refused(BAD_REQUEST, "bad_position", f"board: {error}") from None
    try:
        return Asked(start, parse_moves(values["moves"], rules))
    except (FormatError, IllegalMove) as error:
        raise Refused(BAD_REQUEST, "bad_position", f"moves: {error}") from None
