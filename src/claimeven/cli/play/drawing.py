"""The game drawn for a terminal: the board, what belongs beside it, and how that fits into a window.

    ╭───┬───┬───┬───┬───┬───┬───╮
    │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┤     discs are coloured cells with the letter of their side;
    │   │   │   │(O)│   │   │   │     the last one stands in round brackets,
    ├───┼───┼───┼───┼───┼───┼───┤     those in a line of four in square ones
    │   │   │ X │ X │ X │ O │   │
    ╰───┴───┴───┴───┴───┴───┴───╯
      1   2   3   4   5   6   7

X is the person, O the system; red is who began. A low or narrow window gets the same board without lines
between the cells. The running score of Max-Connect4 stands right under the board, so that it is in sight also
where the window is too low for the board.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from claimeven.cli.play.session import PERSON, SYSTEM, Session
from claimeven.formats.moves import write_moves
from claimeven.rules.board_svg import colours_of
from claimeven.rules.rules import COLUMN_NAMES

if TYPE_CHECKING:
    from rich.console import Console

# Clear on dark and on light ground; rich finds the nearest that a terminal has.
GRID = "#4f80e1"
NUMBER = "bold"
QUIET = "dim"

MARGIN = 2
GAP = 5
KEYS = (("h w", "hint, why"), ("s", "how the game stands"), ("u", "take your move back"), ("q", "quit"))
NOTES_WIDTH = 28
NOTES_HEIGHT = len(KEYS) + 2  # without the moves, which are left out where there is no room
FRAME = 3  # lines that the board needs besides its rows: two edges and the numbers


class Glyphs(NamedTuple):
    """The signs of a drawing; an edge is its left end, dash, joint and right end."""

    empty: str
    ellipsis: str
    bar: str
    top: str
    middle: str
    bottom: str


UNICODE = Glyphs("·", "…", "│", "╭─┬╮", "├─┼┤", "╰─┴╯")
ASCII = Glyphs(".", "...", "|", "+-++", "+-++", "+-++")


def draw_screen(session: Session, status: str, glyphs: Glyphs, console: Console) -> list[Text]:
    """The lines of the whole window, without the prompt, which takes one more."""
    width, height = console.size
    spare = height - 1 - session.position.rules.rows - FRAME
    points = draw_points(session, width - MARGIN)
    words = Text(status, NUMBER).wrap(console, max(1, width - MARGIN))[: max(1, spare - len(points))]
    room = height - 1 - len(points) - len(words)
    board = draw_board(session, glyphs, width - MARGIN, room)
    if len(board) > NOTES_HEIGHT and MARGIN + board[0].cell_len + GAP + NOTES_WIDTH <= width:
        board = _beside(board, draw_notes(session))
    room -= len(board)
    title = [_title(session, width - MARGIN), Text()] if room >= 3 else []
    lines = title + board + ([Text()] if room >= 1 else []) + points + list(words)
    return [Text(" " * MARGIN) + line for line in lines[-max(1, height - 1) :]]


def draw_board(session: Session, glyphs: Glyphs, width: int, height: int) -> list[Text]:
    """The board over its column numbers, with lines between the cells if that fits."""
    rules = session.position.rules
    roomy = 4 * rules.columns + 1 <= width and 2 * rules.rows - 1 + FRAME <= height
    joint, empty = (glyphs.bar, "   ") if roomy else ("", f" {glyphs.empty} ")

    def edge(signs: str) -> Text:
        left, dash, between, right = tuple(signs)
        return Text().append(left + (between if roomy else "").join([dash * 3] * rules.columns) + right, GRID)

    lines = [edge(glyphs.top)]
    for row in reversed(range(rules.rows)):
        cells = [_cell(session, rules.cell(column, row), empty) for column in range(rules.columns)]
        inner = Text(joint, GRID).join(cells)
        lines.append(Text.assemble((glyphs.bar, GRID), inner, (glyphs.bar, GRID)))
        if roomy and row:
            lines.append(edge(glyphs.middle))
    lines.append(edge(glyphs.bottom))
    numbers = (" " * len(joint)).join(f" {name} " for name in COLUMN_NAMES[: rules.columns])
    lines.append(Text().append(f" {numbers}", NUMBER))
    return lines


def draw_points(session: Session, width: int) -> list[Text]:
    """The running score as one line, without names where it would not fit; no line in Connect Four."""
    if session.points is None:
        return []
    yours, others = (str(points) for points in session.points)
    you, other = _discs(session)
    full = Text.assemble(
        "lines of four:  ", you, f" you {yours}   ", other, f" {session.player.name} {others}"
    )
    short = Text.assemble(you, f" {yours}  ", other, f" {others}")
    return [full if full.cell_len <= width else short]


def draw_notes(session: Session) -> list[Text]:
    """What stands beside the board: what can be typed, and the moves so far."""
    columns = session.position.rules.columns
    keys = ((f"1-{COLUMN_NAMES[columns - 1]}", "drop a disc"), *KEYS)
    moves = write_moves(session.game.moves)
    return [
        *(Text.assemble((f"{key:<5}", NUMBER), (words, QUIET)) for key, words in keys),
        Text(),
        Text("moves so far" if moves else "", QUIET),
        *(Text(moves[place : place + NOTES_WIDTH]) for place in range(0, len(moves), NOTES_WIDTH)),
    ]


def _title(session: Session, width: int) -> Text:
    """The game and who is who; without the names of the sides where they would not fit."""
    you, other = _discs(session)
    title, name = Text(session.position.rules.title, NUMBER), session.player.name
    yours, others = session.sides
    full = Text.assemble(title, "   ", you, f" you, {yours}   ", other, f" {name}, {others}")
    short = Text.assemble(title, "   ", you, " you   ", other, f" {name}")
    return full if full.cell_len <= width else short


def _discs(session: Session) -> tuple[tuple[str, str], tuple[str, str]]:
    """A disc of the person and one of the system, each with its style."""
    yours, others = (_style(session, is_persons=is_persons) for is_persons in (True, False))
    return (f" {PERSON} ", yours), (f" {SYSTEM} ", others)


def _style(session: Session, *, is_persons: bool, is_line: bool = False) -> str:
    """How a disc is drawn; one in a line of four is reversed, also where there are no colours."""
    player = session.person if is_persons else 1 - session.person
    colour, dark = colours_of(player, session.position.rules)
    return f"bold reverse {dark} on #ffffff" if is_line else f"#000000 on {colour}"


def _beside(board: list[Text], notes: list[Text]) -> list[Text]:
    """Two blocks of lines, side by side; the notes begin at the first row of cells and end with the board."""
    lines = []
    for left, right in zip_longest(board, [Text(), *notes][: len(board)], fillvalue=Text()):
        gap = board[0].cell_len + GAP - left.cell_len
        lines.append(Text.assemble(left, " " * gap, right))
    return lines


def _cell(session: Session, cell: int, empty: str) -> Text:
    """One cell, three characters wide."""
    position = session.position
    if not position.filled & cell:
        return Text(empty, QUIET)
    is_persons = bool(position.discs_of(session.person) & cell)
    is_line, is_last = bool(session.game.line_cells & cell), bool(session.game.last_cell & cell)
    if is_last and not (is_line and position.is_over):
        left, right = "()"
    else:
        left, right = "[]" if is_line else "  "
    letter = PERSON if is_persons else SYSTEM
    return Text(f"{left}{letter}{right}", _style(session, is_persons=is_persons, is_line=is_line))
