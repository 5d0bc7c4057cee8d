"""Draw the board as SVG: a plate with holes, discs behind it, marks on top.

A cell is 100 units wide, the frame around all cells 20. The first player's discs have a cross, the second's a
ring, so that they can be told apart without colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

CELL = 100
FRAME = 20
HOLE = 40  # radius
DISC = 43  # radius
CORNER = 34
SCALE = 0.4  # pixels for a unit: a cell of 40 pixels
BACK = "#e9edf5"
FACE = "#24396a"
RED = ("#ea5357", "#6f1720")  # of a disc, and of the sign on it
YELLOW = ("#f3c04a", "#805800")
GREEN = ("#5cb86b", "#1a5127")
PAINTS = {"red": RED, "yellow": YELLOW, "green": GREEN}
PLAYERS = ("first player", "second player")
LINE_OVERHANG = 16  # how far a line reaches beyond the centres of its outer cells


def write_board_svg(position: Position, *, last: int = 0) -> str:
    """Return a complete SVG document: no script, no style, no other file.

    Every line of four is marked, and the disc on the cell ``last``, if one is given.
    """
    marks = []
    for x, y in centres(last, position.rules):
        marks.append(shape(circle(x, y, DISC - 5), stroke="#ffffff", width=5))
    return draw_position(position, marks)


def draw_position(position: Position, marks: Iterable[str] = ()) -> str:
    """Return a complete drawing of a position with every line of four, and ``marks`` on top."""
    rules = position.rules
    discs = list(draw_discs(position.first, 0, rules))
    discs += draw_discs(position.second, 1, rules)
    front = list(draw_lines(position))
    front += marks
    return draw_board(position, discs, front)


def draw_board(position: Position, behind: Iterable[str], in_front: Iterable[str]) -> str:
    """Return a complete drawing: the plate with the shapes ``behind`` it and ``in_front`` of it."""
    rules = position.rules
    width = rules.columns * CELL + 2 * FRAME
    height = rules.rows * CELL + 2 * FRAME
    holes = "".join(circle(x, y, HOLE) for x, y in centres(rules.board, rules))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width * SCALE:g}" height="{height * SCALE:g}" role="img">',
            f"<title>{_description(position)}</title>",
            shape(f"M10 10h{width - 20}v{height - 20}H10z", fill=BACK),
            *behind,
            shape(_plate(width, height) + holes, fill=FACE),
            *in_front,
            "</svg>\n",
        ]
    )


def _description(position: Position) -> str:
    """Return a description of the drawing for readers who cannot see it."""
    discs = "1 disc" if position.ply == 1 else f"{position.ply} discs"
    if not position.is_over:
        state = f"the {PLAYERS[position.turn]} is to move"
    elif position.winner is None:
        state = "a draw"
    else:
        state = f"won by the {PLAYERS[position.winner]}"
    return f"{position.rules.title}, {discs}, {state}"


def colours_of(player: int, rules: Rules) -> tuple[str, str]:
    """Return the colours of a player's discs and of the signs on them."""
    return PAINTS[rules.colours[player]]


def draw_discs(discs: int, player: int, rules: Rules) -> Iterator[str]:
    """Yield the shapes of one player's discs, each with its colour and its sign; ``player`` is 0 or 1."""
    colour, dark = colours_of(player, rules)
    for x, y in centres(discs, rules):
        cross = f"M{x - 13} {y - 13}l26 26M{x - 13} {y + 13}l26-26"
        ring = circle(x, y, 15)
        sign = cross if player == 0 else ring
        yield shape(circle(x, y, DISC), fill=colour)
        yield shape(sign, stroke=dark, width=7)


def draw_lines(position: Position) -> Iterator[str]:
    """Yield a stroke through every line of four."""
    for discs in (position.first, position.second):
        for line in position.lines_of(discs):
            cells = list(centres(line, position.rules))
            x1, y1 = cells[0]
            x2, y2 = cells[-1]
            length = math.dist(cells[0], cells[-1])
            dx = (x2 - x1) * LINE_OVERHANG / length
            dy = (y2 - y1) * LINE_OVERHANG / length
            path = f"M{x1 - dx:g} {y1 - dy:g}L{x2 + dx:g} {y2 + dy:g}"
            yield shape(path, stroke="#1b2c54", width=14)
            yield shape(path, stroke="#ffffff", width=7)


def draw_number(cell: int, number: int, rules: Rules) -> str:
    """Return a number on a disc."""
    x, y = next(centres(cell, rules))
    plate = shape(circle(x, y, 24), fill="#1b2c54")
    font = 'text-anchor="middle" font-family="sans-serif" font-size="32" fill="#ffffff"'
    return f'{plate}<text x="{x}" y="{y + 11}" {font}>{number}</text>'


def centres(cells: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield the centres of cells, column by column from the left, each from the bottom up."""
    while cells:
        lowest = cells & -cells
        cells ^= lowest
        rows_above = rules.rows - 1 - rules.row_of(lowest)
        x = FRAME + rules.column_of(lowest) * CELL + CELL // 2
        y = FRAME + rows_above * CELL + CELL // 2
        yield x, y


def shape(path: str, *, fill: str = "none", stroke: str = "none", width: int = 0) -> str:
    """Return a path, filled or drawn with a pen."""
    pen = f' stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"' if width else ""
    return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{pen}/>'


def circle(x: int, y: int, radius: int) -> str:
    """Return the path of a circle."""
    turn = f"a{radius} {radius} 0 1 0"
    return f"M{x - radius} {y}{turn} {2 * radius} 0{turn} {-2 * radius} 0z"


def _plate(width: int, height: int) -> str:
    """Return the path of a rectangle with round corners."""
    across = width - 2 * CORNER
    down = height - 2 * CORNER
    turn = f"a{CORNER} {CORNER} 0 0 1"
    return (
        f"M{CORNER} 0h{across}{turn} {CORNER} {CORNER}v{down}{turn} {-CORNER} {CORNER}"
        f"h{-across}{turn} {-CORNER} {-CORNER}v{-down}{turn} {CORNER} {-CORNER}z"
    )
