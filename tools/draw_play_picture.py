"""Draw the picture of docs/commands.md: a game of `claimeven play` in a terminal, after a hint.

    .venv/bin/python tools/draw_play_picture.py docs/images/play.svg

The lines are those of the real window, and the last reply and the hint come from the solver. Frames and
coloured cells become shapes, as many terminals draw them, so that they meet in every font. The file is
self-contained: no web font, no script, no other file.
"""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

from rich.console import Console
from rich.style import Style
from rich.text import Text

from claimeven import Position, Solver
from claimeven.cli.play.drawing import MARGIN, UNICODE, draw_screen
from claimeven.cli.play.session import Command, Session
from claimeven.formats.moves import parse_moves
from claimeven.players.choosers import PerfectPlayer

MOVES = "4444443265555532333"  # the last disc is the person's
PROMPT = "Your move (? for help): "
COLUMNS, LINES = 70, 21

CELL_WIDTH, CELL_HEIGHT, FONT_SIZE, BASELINE = 9.6, 20, 16, 15
MARGIN_X, MARGIN_Y = 14, 14
BACKGROUND = "#14171c"
FOREGROUND = "#d6dae0"
FRAME = {  # the arms of a box-drawing character, from its middle: up, right, down, left
    "─": ".r.l", "│": "u.d.", "╭": ".rd.", "╮": "..dl", "╰": "ur..", "╯": "u..l",
    "┬": ".rdl", "┴": "ur.l", "├": "urd.", "┤": "u.dl", "┼": "urdl",
}  # fmt: skip
STEPS = {
    "u": f"v-{CELL_HEIGHT / 2:g}",
    "d": f"v{CELL_HEIGHT / 2:g}",
    "l": f"h-{CELL_WIDTH / 2:g}",
    "r": f"h{CELL_WIDTH / 2:g}",
}


def window() -> list[Text]:
    """Return the lines of the window after the person has asked for a hint."""
    solver = Solver(table_mib=1)
    player = PerfectPlayer(solver)
    session = Session(start=Position(), player=player, solver=solver, person_turns=[0], rng=Random(0))
    for column in parse_moves(MOVES):
        session.drop(column)
    session.reply()
    console = Console(width=COLUMNS, height=LINES, file=io.StringIO())
    status = session.advice(Command.HINT)
    return [*draw_screen(session, status, UNICODE, console), Text(" " * MARGIN + PROMPT + "_")]


def draw_window(lines: list[Text]) -> str:
    """Return the lines of a window as an SVG file."""
    width = round(COLUMNS * CELL_WIDTH + 2 * MARGIN_X)
    height = len(lines) * CELL_HEIGHT + 2 * MARGIN_Y
    parts: list[str] = []
    for number, line in enumerate(lines):
        parts += draw_line(number, line)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img">',
            "<title>A game of claimeven play in a terminal</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
            f'<g font-family="Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{FONT_SIZE}">',
            *parts,
            "</g>\n</svg>\n",
        ]
    )


def draw_line(number: int, line: Text) -> Iterator[str]:
    """Yield the shapes of one line: its coloured cells, words and frames."""
    segments = list(line.render(Console(file=io.StringIO())))
    starts = accumulate((len(segment.text) for segment in segments), initial=0)
    y = MARGIN_Y + number * CELL_HEIGHT
    for start, segment in zip(starts, segments, strict=False):
        style = segment.style or Style()
        if style.bgcolor:
            x = MARGIN_X + start * CELL_WIDTH
            width = len(segment.text) * CELL_WIDTH
            colour = style.bgcolor.get_truecolor().hex
            yield f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{CELL_HEIGHT}" fill="{colour}"/>'
        for part in re.finditer(r"[─-╿]|[^─-╿\s]+", segment.text):
            x = MARGIN_X + (start + part.start()) * CELL_WIDTH
            yield draw_part(part[0], style, x, y)


def draw_part(text: str, style: Style, x: float, y: float) -> str:
    """Return the shape of a frame character or a word whose upper left corner is at x and y."""
    colour = style.color.get_truecolor().hex if style.color else FOREGROUND
    if text in FRAME:
        middle_x = f"{x + CELL_WIDTH / 2:g}"
        middle_y = f"{y + CELL_HEIGHT / 2:g}"
        arms = "".join(f"M{middle_x} {middle_y}{STEPS[arm]}" for arm in FRAME[text] if arm != ".")
        return f'<path d="{arms}" stroke="{colour}"/>'
    weight = ' font-weight="bold"' if style.bold else ""
    faint = ' opacity="0.6"' if style.dim else ""
    length = f"{len(text) * CELL_WIDTH:g}"
    return (
        f'<text x="{x:g}" y="{y + BASELINE:g}" textLength="{length}" fill="{colour}"{weight}{faint}>'
        f"{escape(text)}</text>"
    )


def picture() -> str:
    """Return the whole file."""
    return draw_window(window())


def main() -> None:
    """Write the file."""
    options = argparse.ArgumentParser(description="Draw a game in the terminal.")
    options.add_argument("out", type=Path)
    options.parse_args().out.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
