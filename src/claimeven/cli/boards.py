"""Draw a position: discs, marked cells, column names, and who is to move or has won."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from claimeven.cli.document import StyledText, new_document
from claimeven.cli.output import write_line
from claimeven.cli.positions import GivenGame
from claimeven.plural import pluralize
from claimeven.reasons.cells import cells_of, names_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules

PLAYER_MARKS = ("X", "O")  # the first player, the second player
VERDICT_STYLES = {"win": "green", "draw": "yellow", "loss": "red"}
DIM = "dim"
EMPTY_CELL = StyledText(" . ", DIM)


def turn_text(position: Position) -> str:
    """Return who is to move and how many discs are on the board, as a sentence."""
    mark = PLAYER_MARKS[position.turn]
    ordinal = ("first", "second")[position.turn]
    return f"{mark} ({ordinal} player) to move; {pluralize(position.ply, 'disc')} on the board."


def show_finished(given: GivenGame, *, as_json: bool) -> None:
    """Print a finished game: the board with its lines marked, the result, and how to review the game."""
    position = given.position
    if as_json:
        from claimeven.schemas.position import finished_schema

        schema = finished_schema(position, given.moves, board=given.board, words=finished_text(position))
        write_line(json.dumps(schema.to_dict()))
        return
    document = new_document()
    document.add_text(*marked_board(position, _line_marks(position)))
    document.add_sentences([finished_text(position), _review_text(given)])
    document.write()


def finished_text(position: Position) -> str:
    """Return how a finished game ended, as a sentence that names the winning line."""
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return f"The game is over: the board is full, and nobody has won{_counts_text(position)}."
    mark = PLAYER_MARKS[outcome.winner]
    if not position.rules.line_ends_game:
        return f"The game is over: the board is full, and {mark} has won{_counts_text(position)}."
    lines = outcome.second_lines if outcome.winner else outcome.first_lines
    named = []
    for line in lines:
        named.append(" ".join(names_of(line, position.rules)))
    return f"The game is over: {mark} has won with four in a row at {' and '.join(named)}."


def margin_text(position: Position) -> str:
    """Return the result of a full board of Max-Connect4: ``X wins by 3 lines to 2``."""
    counts = _line_counts(position)
    if position.winner is None:
        return f"nobody wins, with {pluralize(counts[0], 'line')} each"
    winner_lines = pluralize(counts[position.winner], "line")
    return f"{PLAYER_MARKS[position.winner]} wins by {winner_lines} to {counts[1 - position.winner]}"


def _line_counts(position: Position) -> tuple[int, int]:
    """Return how many lines the first and the second player have."""
    return len(position.lines_of(position.first)), len(position.lines_of(position.second))


def _counts_text(position: Position) -> str:
    """Return the lines of both sides of Max-Connect4, to continue a sentence; nothing in Connect Four."""
    if position.rules.line_ends_game:
        return ""
    counts = _line_counts(position)
    if position.winner is None:
        return f", with {pluralize(counts[0], 'line')} each"
    return f" by {pluralize(counts[position.winner], 'line')} to {counts[1 - position.winner]}"


def _line_marks(position: Position) -> dict[int, StyledText]:
    """Return the discs of every line in brackets, for ``marked_board``."""
    marks = {}
    for side, style in enumerate(disc_styles(position.rules)):
        for line in position.lines_of(position.discs_of(side)):
            for cell in cells_of(line):
                marks[cell] = StyledText(f"[{PLAYER_MARKS[side]}]", f"{style} reverse")
    return marks


def _review_text(given: GivenGame) -> str:
    """Return how to find out which move decided a finished game."""
    if not given.moves or given.board is not None:
        return "`claimeven review` shows which move decided a game, if you give it the moves."
    command = f"claimeven review {given.moves}{rules_options(given.position.rules)}"
    return f"`{command}` shows which move decided it."


def rules_options(rules: Rules) -> str:
    """Return the options that select these rules, each after a blank; nothing for the usual game."""
    options = ""
    if rules.variant is not CONNECT_FOUR.variant:
        options += f" --variant {rules.name}"
    if str(rules) != str(CONNECT_FOUR):
        options += f" --size {rules}"
    return options


def disc_styles(rules: Rules) -> tuple[str, str]:
    """Return the styles of the first and the second player's discs."""
    first, second = rules.colours
    return f"bold bright_{first}", f"bold bright_{second}"


def marked_board(
    position: Position, marks: Mapping[int, StyledText] = {}, column_styles: Sequence[str] = ()
) -> list[StyledText]:
    """Return the board over its column names, every cell three characters wide.

    ``marks`` maps cells, given as masks, to what is drawn instead of their content. ``column_styles`` are
    the styles of the column names.
    """
    rules = position.rules
    spans: list[StyledText] = []
    for row in reversed(range(rules.rows)):
        for column in range(rules.columns):
            cell = rules.cell(column, row)
            spans.append(marks.get(cell) or _cell_content(position, cell))
        spans.append(StyledText("\n"))
    edge = "-" * (3 * rules.columns - 2)
    spans.append(StyledText(f" {edge}\n", DIM))
    for column in range(rules.columns):
        style = column_styles[column] if column_styles else ""
        spans.append(StyledText(f" {rules.column_name(column)} ", style))
    return spans


def _cell_content(position: Position, cell: int) -> StyledText:
    """Return the disc in a cell, or the sign of an empty cell."""
    first_style, second_style = disc_styles(position.rules)
    if position.first & cell:
        return StyledText(f" {PLAYER_MARKS[0]} ", first_style)
    if position.second & cell:
        return StyledText(f" {PLAYER_MARKS[1]} ", second_style)
    return EMPTY_CELL
