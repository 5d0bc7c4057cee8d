"""A position: its board, its lines, how it ended, and the same in every text format."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from claimeven.formats.board import write_board
from claimeven.formats.columns import write_columns
from claimeven.formats.link import write_query
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import Kind, Paste
from claimeven.formats.stacks import write_stacks
from claimeven.formats.statefile import State, write_state
from claimeven.players.game import Game
from claimeven.reasons.cells import cells_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules
from claimeven.schemas.base import SIDES, Cell, Count, CountsSchema, GameName, Number, Schema, Side

DEFAULT_VARIANT = CONNECT_FOUR.name
DEFAULT_SIZE = str(CONNECT_FOUR)


class LineSchema(Schema):
    """Four discs in a row."""

    player: Side
    cells: Annotated[list[Cell], Meta(min_length=4, max_length=4)]


class OutcomeSchema(Schema):
    """How a game ended; the winner of a draw is null."""

    winner: Side | None
    words: str


class ExportsSchema(Schema):
    """A position in every text format; null for a format that cannot hold it."""

    moves: str | None
    board: str
    state: str | None
    columns: str


class PositionSchema(Schema):
    """Everything that can be seen on the board."""

    moves: str
    start: str | None
    board: str
    variant: GameName
    size: str
    query: str
    rows: list[Annotated[str, Meta(pattern="^[xo.]+$")]]
    ply: Count
    to_move: Side | None
    playable: list[Number]
    last: Cell | None
    lines: list[LineSchema]
    points: CountsSchema
    outcome: OutcomeSchema | None
    exports: ExportsSchema


class ParsedSchema(Schema):
    """The format of a pasted text, remarks about it, and its position."""

    kind: Kind
    notes: list[str]
    position: PositionSchema


class FinishedSchema(Schema):
    """A finished game, of which there is nothing to solve; the winner of a draw is null.

    ``board`` is what the moves begin with, unless that is the empty board.
    """

    moves: str
    over: bool
    winner: Side | None
    lines: list[LineSchema]
    words: str
    board: str | UnsetType = UNSET


def finished_schema(position: Position, moves: str, *, board: str | None, words: str) -> FinishedSchema:
    """Describe a finished game in ``words``."""
    winner = position.winner
    return FinishedSchema(
        moves=moves,
        over=True,
        winner=None if winner is None else SIDES[winner],
        lines=_line_schemas(position),
        words=words,
        board=UNSET if board is None else board,
    )


def position_schema(game: Game) -> PositionSchema:
    """Describe the last position of a game."""
    position = game.position
    rules = position.rules
    first_lines = position.lines_of(position.first)
    second_lines = position.lines_of(position.second)
    return PositionSchema(
        moves=write_moves(game.moves),
        start=start_board(game),
        board=write_stacks(position),
        variant=rules.name,
        size=str(rules),
        query=query_string(game),
        rows=["".join(row) for row in position.marks(position.first, *SIDES, ".")],
        ply=position.ply,
        to_move=None if position.is_over else SIDES[position.turn],
        playable=[column + 1 for column in position.playable],
        last=_cells(game.last_cell, rules)[0] if game.moves else None,
        lines=_line_schemas(position),
        points=CountsSchema(len(first_lines), len(second_lines)),
        outcome=_outcome_schema(position),
        exports=_exports_schema(game),
    )


def _line_schemas(position: Position) -> list[LineSchema]:
    """Describe every completed line, those of the first player first."""
    schemas = []
    for side, mark in enumerate(SIDES):
        for line in position.lines_of(position.discs_of(side)):
            schemas.append(LineSchema(mark, _cells(line, position.rules)))
    return schemas


def parsed_schema(paste: Paste) -> ParsedSchema:
    """Describe a pasted text."""
    game = Game(paste.start, paste.moves)
    return ParsedSchema(paste.kind, list(paste.notes), position_schema(game))


def start_board(game: Game) -> str | None:
    """Return the board that a game began with, in the form of a link; None for the empty board."""
    return write_stacks(game.start) if game.start.filled else None


def query_string(game: Game) -> str:
    """Return the shortest query string that describes a game; empty for the empty board."""
    return write_query(game.start, game.moves)


def _cells(bits: int, rules: Rules) -> list[Cell]:
    """Return the cells of a bitboard as column and row, both from 1."""
    return [(rules.column_of(cell) + 1, rules.row_of(cell) + 1) for cell in cells_of(bits)]


def _outcome_schema(position: Position) -> OutcomeSchema | None:
    """Say who won a finished game, and how; None if it is not finished."""
    outcome = position.outcome
    if outcome is None:
        return None
    if outcome.winner is None:
        return OutcomeSchema(None, "a draw: the board is full")
    winner = SIDES[outcome.winner]
    if position.rules.line_ends_game:
        return OutcomeSchema(winner, f"{winner} wins with four in a row")
    counts = (len(outcome.first_lines), len(outcome.second_lines))
    return OutcomeSchema(winner, f"{winner} wins, {max(counts)} lines to {min(counts)}")


def _exports_schema(game: Game) -> ExportsSchema:
    """Write the position in every format that can hold it."""
    position = game.position
    state = None
    if position.rules == GAMES[position.rules.name]:  # a state file has the standard size
        state = write_state(State(position.own, position.filled, position.turn + 1))
    return ExportsSchema(
        moves=None if game.start.filled else write_moves(game.moves),
        board=write_board(position),
        state=state,
        columns=write_columns(position),
    )
