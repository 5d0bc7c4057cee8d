"""Draw the window of `claimeven play`: the board, the notes beside it, and the status below.

    ╭───┬───┬───┬───┬───┬───┬───╮
    │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┤     a disc is a coloured cell with the letter of its side;
    │   │   │   │(O)│   │   │   │     the last one is in round brackets,
    ├───┼───┼───┼───┼───┼───┼───┤     those in a line of four are in square ones
    │   │   │ X │ X │ X │ O │   │
    ╰───┴───┴───┴───┴───┴───┴───╯
      1   2   3   4   5   6   7

X is the person, O the computer; the side that moves first is red. A star is where a disc in the hinted column
would land; the number of the column chosen with the arrow keys is in square brackets. In a small window the
board has no lines between its cells. The running score of Max-Connect4 is directly below the board, so that
it can be seen even if the window is too low for the whole board.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from claimeven.cli.play.session import COMPUTER, PERSON, Session
from claimeven.formats.moves import write_moves
from claimeven.rules.board_svg import colours_of

# Legible on dark and on light backgrounds; rich picks the nearest colour that a terminal has.
GRID = "#4f80e1"
BOLD = "bold"
DIM = "dim"

HINT = "bold green"
HINT_MARK = " * "
CHOSEN = "bold reverse"

MARGIN = 2
GAP = 3
KEY_WIDTH = 9
NOTES_WIDTH = 26
FRAME = 3  # lines of the board besides its rows: two edges and the column numbers


class Glyphs(NamedTuple):
    """The characters of a drawing; an edge is its left end, dash, joint and right end."""

    empty: str
    ellipsis: str
    arrows: str
    bar: str
    top: str
    middle: str
    bottom: str


UNICODE = Glyphs("·", "…", "← →", "│", "╭─┬╮", "├─┼┤", "╰─┴╯")
ASCII = Glyphs(".", "...", "arrows", "|", "+-++", "+-++", "+-++")


class KeyNote(NamedTuple):
    """What the person can type, and what it does."""

    key: str
    meaning: str


def keys_in_game(session: Session, glyphs: Glyphs, *, has_arrows: bool) -> list[KeyNote]:
    """Return what the person can type when it is their turn."""
    rules = session.position.rules
    last_column = rules.column_name(rules.columns - 1)
    keys = [KeyNote(f"1-{last_column}", "drop a disc")]
    if has_arrows:
        keys.append(KeyNote(glyphs.arrows, "pick, Enter drops"))
    keys.append(KeyNote("h s w", "hint, score, why"))
    if session.can_undo:
        keys.append(KeyNote("u", "take back"))
    keys.append(KeyNote("new", "new game"))
    keys.append(KeyNote("swap", "change sides"))
    keys.append(KeyNote("level 3", "change strength"))
    keys.append(KeyNote("q", "quit"))
    return keys


def keys_after_game() -> list[KeyNote]:
    """Return what the person can type when a game has ended."""
    return [
        KeyNote("y", "another game"),
        KeyNote("r", "review this game"),
        KeyNote("u", "take back"),
        KeyNote("n", "quit"),
    ]


def keys_after_stop(session: Session) -> list[KeyNote]:
    """Return what the person can type when Ctrl-C has stopped the computer."""
    keys = [KeyNote("Enter", "think again")]
    if session.can_undo:
        keys.append(KeyNote("u", "take back"))
    keys.append(KeyNote("q", "quit"))
    return keys


def draw_screen(
    session: Session,
    status: str,
    glyphs: Glyphs,
    console: Console,
    *,
    keys: Sequence[KeyNote] | None = None,
    chosen: int | None = None,
) -> list[Text]:
    """Return the lines of the window above the prompt, which takes one more.

    ``keys`` are noted beside the board, by default those of a game; ``chosen`` is the column to mark.
    """
    if keys is None:
        keys = keys_in_game(session, glyphs, has_arrows=True)
    window_width, window_height = console.size
    width = window_width - MARGIN
    height = window_height - 1
    points = draw_points(session, width)
    rows_left = height - session.position.rules.rows - FRAME - len(points)
    status_lines = _wrapped(status, width, max(1, rows_left), glyphs, console)
    height_left = height - len(points) - len(status_lines)
    board = draw_board(session, glyphs, width, height_left, chosen=chosen)
    has_room_beside = board[0].cell_len + GAP + NOTES_WIDTH <= width
    notes_height = 1 + len(keys)  # without the moves, which are cut if there is no room
    if has_room_beside and notes_height <= max(len(board), height_left):
        board = _side_by_side(board, draw_notes(session, keys), max(len(board), notes_height))
    height_left -= len(board)
    lines: list[Text] = []
    if height_left >= 3:
        lines += [_title(session, width), Text()]
    lines += board
    if height_left >= 1:
        lines.append(Text())
    lines += points
    lines += status_lines
    visible = lines[-max(1, height) :]
    return [Text(" " * MARGIN) + line for line in visible]


def _wrapped(status: str, width: int, max_lines: int, glyphs: Glyphs, console: Console) -> list[Text]:
    """Return the status as lines of the window; a status that is cut ends with an ellipsis."""
    width = max(1, width)
    lines = list(Text(status, BOLD).wrap(console, width))
    if len(lines) <= max_lines:
        return lines
    visible = lines[:max_lines]
    last = visible[-1]
    last.rstrip()
    last.truncate(max(0, width - len(glyphs.ellipsis) - 1))
    last.rstrip()
    last.append(f" {glyphs.ellipsis}", BOLD)
    return visible


def draw_board(
    session: Session, glyphs: Glyphs, width: int, height: int, *, chosen: int | None = None
) -> list[Text]:
    """Return the board over its column numbers, with lines between the cells if they fit."""
    rules = session.position.rules
    has_grid = 4 * rules.columns + 1 <= width and 2 * rules.rows - 1 + FRAME <= height
    bar = Text(glyphs.bar, GRID)
    separator = bar if has_grid else Text()
    empty = "   " if has_grid else f" {glyphs.empty} "
    lines = [_edge(glyphs.top, rules.columns, has_grid=has_grid)]
    for row in reversed(range(rules.rows)):
        cells = [_cell(session, rules.cell(column, row), empty) for column in range(rules.columns)]
        lines.append(Text.assemble(bar, separator.join(cells), bar))
        if has_grid and row > 0:
            lines.append(_edge(glyphs.middle, rules.columns, has_grid=True))
    lines.append(_edge(glyphs.bottom, rules.columns, has_grid=has_grid))
    names = []
    for column in range(rules.columns):
        name = rules.column_name(column)
        names.append(Text(f"[{name}]", CHOSEN) if column == chosen else Text(f" {name} ", BOLD))
    lines.append(Text(" ") + Text(" " if has_grid else "").join(names))
    return lines


def _edge(glyphs: str, columns: int, *, has_grid: bool) -> Text:
    """Return a horizontal line of the board, with joints if there are lines between the cells."""
    left, dash, joint, right = tuple(glyphs)
    separator = joint if has_grid else ""
    dashes = separator.join([dash * 3] * columns)
    return Text(f"{left}{dashes}{right}", GRID)


def draw_points(session: Session, width: int) -> list[Text]:
    """Return the running score of Max-Connect4 as one line; none in Connect Four."""
    if session.points is None:
        return []
    yours, computers = session.points
    person_disc = _person_disc(session)
    computer_disc = _computer_disc(session)
    full = Text.assemble(
        "lines of four:  ", person_disc, f" you {yours}   ", computer_disc, f" computer {computers}"
    )
    if full.cell_len <= width:
        return [full]
    return [Text.assemble(person_disc, f" {yours}  ", computer_disc, f" {computers}")]


def draw_notes(session: Session, keys: Sequence[KeyNote]) -> list[Text]:
    """Return the notes beside the board: what the person can type, and the moves so far."""
    lines = []
    for note in keys:
        lines.append(Text.assemble((f"{note.key:<{KEY_WIDTH}}", BOLD), (note.meaning, DIM)))
    lines.append(Text())
    moves = write_moves(session.game.moves)
    if moves:
        lines.append(Text("moves so far", DIM))
    for start in range(0, len(moves), NOTES_WIDTH):
        lines.append(Text(moves[start : start + NOTES_WIDTH]))
    return lines


def _title(session: Session, width: int) -> Text:
    """Return the name of the game and who is who, without the names of the sides if they do not fit."""
    title = Text(session.position.rules.title, BOLD)
    person_disc = _person_disc(session)
    computer_disc = _computer_disc(session)
    opponent = session.opponent.removeprefix("the ")
    yours, computers = session.sides
    full = Text.assemble(
        title, "   ", person_disc, f" you, {yours}   ", computer_disc, f" {opponent}, {computers}"
    )
    if full.cell_len <= width:
        return full
    return Text.assemble(title, "   ", person_disc, " you   ", computer_disc, f" {opponent}")


def _person_disc(session: Session) -> Text:
    return Text(f" {PERSON} ", _style(session, session.person))


def _computer_disc(session: Session) -> Text:
    return Text(f" {COMPUTER} ", _style(session, 1 - session.person))


def _style(session: Session, side: int, *, is_in_line: bool = False) -> str:
    """Return the style of a disc; one in a line of four is reversed, which shows even without colours."""
    colour, dark = colours_of(side, session.position.rules)
    if is_in_line:
        return f"bold reverse {dark} on #ffffff"
    return f"#000000 on {colour}"


def _side_by_side(board: list[Text], notes: list[Text], height: int) -> list[Text]:
    """Return two blocks side by side, ``height`` lines; the notes begin at the first row of cells."""
    right_block = [Text(), *notes][:height]
    lines = []
    for left, right in zip_longest(board, right_block, fillvalue=Text()):
        gap = board[0].cell_len + GAP - left.cell_len
        lines.append(Text.assemble(left, " " * gap, right))
    return lines


def _cell(session: Session, cell: int, empty: str) -> Text:
    """Return one cell, three characters wide."""
    position = session.position
    if not position.filled & cell:
        if session.hinted_cell & cell:
            return Text(HINT_MARK, HINT)
        return Text(empty, DIM)
    side = 0 if position.first & cell else 1
    letter = PERSON if side == session.person else COMPUTER
    is_in_line = bool(session.game.line_cells & cell)
    is_last = bool(session.game.last_cell & cell)
    if is_last and not (is_in_line and position.is_over):
        content = f"({letter})"
    elif is_in_line:
        content = f"[{letter}]"
    else:
        content = f" {letter} "
    return Text(content, _style(session, side, is_in_line=is_in_line))
