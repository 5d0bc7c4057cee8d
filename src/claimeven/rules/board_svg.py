"""The board drawn as SVG: a plate with holes, discs behind it, marks on top.

A cell is 100 units wide, the frame around all cells 20. The first player's discs are red with a cross, the
second's yellow, in Max-Connect4 green, with a ring, so that they can be told apart without colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

CELL, FRAME, HOLE, DISC = 100, 20, 40, 43
CORNER = 34
SCALE = 0.4  # pixels for a unit: a cell of 40 pixels
BACK, FACE = "#e9edf5", "#24396a"
RED, YELLOW, GREEN = ("#ea5357", "#6f1720"), ("#f3c04a", "#805800"), ("#5cb86b", "#1a5127")  # disc, its sign
PAINTS = {"red": RED, "yellow": YELLOW, "green": GREEN}
PLAYERS = ("first player", "second player")
BEYOND = 16  # from the middle of the outer cells of a line to its ends


def write_board_svg(position: Position, *, last: int = 0) -> str:
    """A drawing complete in itself: no script, no style, no other file.

    Every line of four is marked, and the disc on the cell ``last``, if one is given.
    """
    places = middles(last, position.rules)
    return marked(position, [shape(circle(x, y, DISC - 5), stroke="#ffffff", width=5) for x, y in places])


def marked(position: Position, marks: Iterable[str] = ()) -> str:
    """A whole drawing of a position with every line of four, and ``marks`` on top of all."""
    rules = position.rules
    discs = (*draw_discs(position.first, 0, rules), *draw_discs(position.second, 1, rules))
    return framed(position, discs, [*draw_lines(position), *marks])


def framed(position: Position, behind: Iterable[str], before: Iterable[str]) -> str:
    """A whole drawing: the plate with what is ``behind`` it and ``before`` it."""
    rules = position.rules
    width, height = rules.columns * CELL + 2 * FRAME, rules.rows * CELL + 2 * FRAME
    holes = "".join(circle(*middle, HOLE) for middle in middles(rules.board, rules))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width * SCALE:g}" height="{height * SCALE:g}" role="img">',
            f"<title>{_words(position)}</title>",
            shape(f"M10 10h{width - 20}v{height - 20}H10z", fill=BACK),
            *behind,
            shape(_plate(width, height) + holes, fill=FACE),
            *before,
            "</svg>\n",
        ]
    )


def _words(position: Position) -> str:
    """What the drawing shows, for readers who cannot see it."""
    discs = f"{position.ply} {'disc' if position.ply == 1 else 'discs'}"
    if not position.is_over:
        how = f"the {PLAYERS[position.turn]} is to move"
    else:
        how = "a draw" if position.winner is None else f"won by the {PLAYERS[position.winner]}"
    return f"{position.rules.title}, {discs}, {how}"


def colours_of(player: int, rules: Rules) -> tuple[str, str]:
    """The paints of a player's discs and of their signs."""
    return PAINTS[rules.colours[player]]


def draw_discs(discs: int, player: int, rules: Rules) -> Iterator[str]:
    """Discs of one player, 0 or 1, each with its colour and its sign."""
    colour, dark = colours_of(player, rules)
    for x, y in middles(discs, rules):
        cross, ring = f"M{x - 13} {y - 13}l26 26M{x - 13} {y + 13}l26-26", circle(x, y, 15)
        yield shape(circle(x, y, DISC), fill=colour)
        yield shape((cross, ring)[player], stroke=dark, width=7)


def draw_lines(position: Position) -> Iterator[str]:
    """A stroke through every line of four."""
    for discs in (position.first, position.second):
        for line in position.lines_of(discs):
            one, *_, two = middles(line, position.rules)
            length = math.dist(one, two)
            dx, dy = ((end - begin) * BEYOND / length for begin, end in zip(one, two, strict=True))
            path = f"M{one[0] - dx:g} {one[1] - dy:g}L{two[0] + dx:g} {two[1] + dy:g}"
            yield shape(path, stroke="#1b2c54", width=14)
            yield shape(path, stroke="#ffffff", width=7)


def draw_number(cell: int, number: int, rules: Rules) -> str:
    """A number on a disc."""
    x, y = next(middles(cell, rules))
    plate = shape(circle(x, y, 24), fill="#1b2c54")
    font = 'text-anchor="middle" font-family="sans-serif" font-size="32" fill="#ffffff"'
    return f'{plate}<text x="{x}" y="{y + 11}" {font}>{number}</text>'


def middles(cells: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """The middles of cells, column by column from the left, each from the bottom up."""
    while cells:
        lowest = cells & -cells
        cells ^= lowest
        rows_above = rules.rows - 1 - rules.row_of(lowest)
        x = FRAME + rules.column_of(lowest) * CELL + CELL // 2
        y = FRAME + rows_above * CELL + CELL // 2
        yield x, y


def shape(path: str, *, fill: str = "none", stroke: str = "none", width: int = 0) -> str:
    """A path, filled or drawn with a pen."""
    pen = f' stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"' if width else ""
    return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{pen}/>'


def circle(x: int, y: int, radius: int) -> str:
    """The path of a circle."""
    turn = f"a{radius} {radius} 0 1 0"
    return f"M{x - radius} {y}{turn} {2 * radius} 0{turn} {-2 * radius} 0z"


def _plate(width: int, height: int) -> str:
    """A rectangle with round corners."""
    across, down, turn = width - 2 * CORNER, height - 2 * CORNER, f"a{CORNER} {CORNER} 0 0 1"
    return (
        f"M{CORNER} 0h{across}{turn} {CORNER} {CORNER}v{down}{turn} {-CORNER} {CORNER}"
        f"h{-across}{turn} {-CORNER} {-CORNER}v{-down}{turn} {CORNER} {-CORNER}z"
    )
