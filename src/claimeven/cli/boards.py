"""Draw a position for `analyze` and `explain`: discs, marked cells, column names, and who is to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimeven.cli.document import StyledText
from claimeven.plural import pluralize
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

PLAYER_MARKS = ("X", "O")  # the first player, the second player
VERDICT_STYLES = {"win": "green", "draw": "yellow", "loss": "red"}
DIM = "dim"
EMPTY_CELL = StyledText(" . ", DIM)


def turn_text(position: Position) -> str:
    """Return who is to move and how many discs are on the board, as a sentence."""
    mark = PLAYER_MARKS[position.turn]
    ordinal = ("first", "second")[position.turn]
    return f"{mark} ({ordinal} player) to move; {pluralize(position.ply, 'disc')} on the board."


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
