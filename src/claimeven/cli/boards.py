"""What commands that explain share: who is to move, boards with colours and marks, sentences that fit."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules

if TYPE_CHECKING:
    from rich.text import Text

MARKS = ("X", "O")  # the first player, the second player
RED, YELLOW, GREEN = "bold bright_red", "bold bright_yellow", "bold bright_green"
VERDICTS = {"win": "green", "draw": "yellow", "loss": "red"}
QUIET = "dim"
PLAIN_WIDTH = 79


class Mark(NamedTuple):
    """What stands in a cell, up to three signs, and how it looks on a terminal."""

    text: str
    style: str


EMPTY = Mark(" . ", QUIET)


def turn_words(position: Position) -> str:
    """Who is to move, for somebody who sees the board for the first time."""
    mark, ordinal = MARKS[position.ply % 2], "second" if position.ply % 2 else "first"
    discs = f"{position.ply} discs" if position.ply != 1 else "1 disc"
    return f"{mark} is to move: the {ordinal} player, with {discs} on the board."


def disc_styles(rules: Rules) -> tuple[str, str]:
    """The colours of the two players."""
    return RED, YELLOW if rules.line_ends_game else GREEN


def write_marked(position: Position, marks: Mapping[int, Mark]) -> str:
    """The board as plain text with ``marks`` in cells, which are masks."""
    return "\n".join("".join(mark.text for mark in row) for row in _rows(position, marks))


def draw_marked(position: Position, marks: Mapping[int, Mark]) -> Text:
    """The board for a terminal."""
    from rich.text import Text

    return Text("\n").join(Text.assemble(*row) for row in _rows(position, marks))


def _rows(position: Position, marks: Mapping[int, Mark]) -> Iterator[list[Mark]]:
    rules = position.rules
    first, second = (Mark(f" {mark} ", style) for mark, style in zip(MARKS, disc_styles(rules), strict=True))

    def mark_of(cell: int) -> Mark:
        disc = first if position.first & cell else second if position.second & cell else EMPTY
        return marks.get(cell, disc)

    for row in reversed(range(rules.rows)):
        yield [mark_of(rules.cell(column, row)) for column in range(rules.columns)]
    yield [Mark(f" {'-' * (3 * rules.columns - 2)}", QUIET)]
    yield [Mark(f" {name} ", "") for name in COLUMN_NAMES[: rules.columns]]


def filled(sentences: list[str], width: int) -> str:
    """Sentences that begin a line each; what does not fit goes on below, indented."""
    return "\n".join(textwrap.fill(sentence, width, subsequent_indent="  ") for sentence in sentences)
