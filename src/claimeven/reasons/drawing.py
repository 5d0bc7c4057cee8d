"""An explanation drawn: the board at the end of the line, the deciding cells, and the pairs of each rule."""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.reasons.explanation import Explanation
from claimeven.reasons.reason import Reason
from claimeven.rules.board_svg import circle, colours_of, draw_number, marked, middles, shape
from claimeven.rules.position import Position

RING, DOT = 30, 9


def write_explanation_svg(explanation: Explanation) -> str:
    """The discs of the line are numbered; pairs of cells that answer each other are joined.

    A ring marks a deciding cell in the colour of the side it belongs to.
    """
    shown, order = explanation.position, []
    for step in explanation.line[: explanation.plies]:
        order.append(shown.drop(step.column))
        shown = shown.play(step.column)
    numbers = [draw_number(cell, number, shown.rules) for number, cell in enumerate(order, start=1)]
    marks = [mark for reason in explanation.reasons for mark in _marks(reason, shown)]
    return marked(shown, [*marks, *numbers])


def _marks(reason: Reason, shown: Position) -> Iterator[str]:
    """The pairs of the rules and the deciding cells of a reason."""
    rules = shown.rules
    colour, _ = colours_of(reason.side, rules)
    for used in reason.rules:
        for one, two in used.pairs:
            (x1, y1), (x2, y2) = next(middles(one, rules)), next(middles(two, rules))
            yield shape(f"M{x1} {y1}L{x2} {y2}", stroke=colour, width=6)
            for x, y in ((x1, y1), (x2, y2)):
                yield shape(circle(x, y, DOT), fill=colour)
    for x, y in middles(reason.cells & ~shown.filled, rules):
        yield shape(circle(x, y, RING), stroke=colour, width=10)
