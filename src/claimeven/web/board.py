"""A game as an answer: its board, its lines, how it ended, and the texts to export."""

from __future__ import annotations

from claimeven.errors import FormatError, Refused
from claimeven.formats.board import write_board
from claimeven.formats.columns import write_columns
from claimeven.formats.moves import write_moves
from claimeven.formats.paste import parse_paste
from claimeven.formats.stacks import write_stacks
from claimeven.formats.statefile import State, write_state
from claimeven.players.game import Game
from claimeven.reasons.cells import cells_of
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES, Rules
from claimeven.web import answers
from claimeven.web.answers import SIDES
from claimeven.web.asked import board_of, query_of
from claimeven.web.refusal import BAD_REQUEST


def position_of(game: Game) -> answers.Position:
    """Everything that can be seen on the board."""
    position = game.position
    rules = position.rules
    lines = {side: position.lines_of(position.discs_of(number)) for number, side in enumerate(SIDES)}
    return answers.Position(
        moves=write_moves(game.moves),
        start=board_of(game),
        board=write_stacks(position),
        variant=rules.name,
        size=str(rules),
        query=query_of(game),
        rows=["".join(row) for row in position.marks(position.first, *SIDES, ".")],
        ply=position.ply,
        to_move=None if position.is_over else SIDES[position.turn],
        playable=[column + 1 for column in position.playable],
        last=_cells(game.last_cell, rules)[0] if game.moves else None,
        lines=[answers.Line(side, _cells(line, rules)) for side in SIDES for line in lines[side]],
        points=answers.Counts(*map(len, lines.values())),
        outcome=_outcome(position),
        exports=_exports(game),
    )


def parse(text: str, rules: Rules) -> answers.Parsed:
    """What a pasted text is, and its position; raises Refused if it is none."""
    try:
        paste = parse_paste(text, rules)
    except FormatError as error:
        raise Refused(BAD_REQUEST, "bad_text", error.reason, line=error.line, column=error.column) from None
    return answers.Parsed(paste.kind, list(paste.notes), position_of(Game(paste.start, paste.moves)))


def _cells(bits: int, rules: Rules) -> list[answers.Cell]:
    """The cells of ``bits`` as column and row, both from 1."""
    return [(rules.column_of(cell) + 1, rules.row_of(cell) + 1) for cell in cells_of(bits)]


def _outcome(position: Position) -> answers.Outcome | None:
    """Who won, and how; None while the game goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    lines = sorted((len(outcome.first_lines), len(outcome.second_lines)), reverse=True)
    if winner is None:
        words = "a draw: the board is full"
    elif position.rules.line_ends_game:
        words = f"{winner} wins with four in a row"
    else:
        words = f"{winner} wins, {lines[0]} lines to {lines[1]}"
    return answers.Outcome(winner, words)


def _exports(game: Game) -> answers.Exports:
    """The position in every format that can hold it."""
    position = game.position
    is_standard = position.rules == GAMES[position.rules.name]
    state = write_state(State(position.own, position.filled, position.turn + 1)) if is_standard else None
    return answers.Exports(
        moves=None if game.start.filled else write_moves(game.moves),
        board=write_board(position),
        state=state,
        columns=write_columns(position),
    )
