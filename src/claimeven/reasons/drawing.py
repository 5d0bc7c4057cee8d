"""Drawing of an explanation: the board at the end of the line, the deciding cells, the pairs of each rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from claimeven.reasons.reason import Reason
from claimeven.rules.board_svg import centres, circle, colours_of, draw_number, draw_position, shape
from claimeven.rules.position import Position

if TYPE_CHECKING:
    from claimeven.reasons.explanation import Explanation

RING = 30
DOT = 9


def write_explanation_svg(explanation: Explanation) -> str:
    """Draw an explanation as SVG.

    The discs of the line are numbered, and pairs of cells that answer each other are joined. A ring marks a
    deciding cell in the colour of the side it belongs to.
    """
    shown = explanation.position
    numbers = []
    for number, step in enumerate(explanation.line[: explanation.plies], start=1):
        numbers.append(draw_number(shown.drop(step.column), number, shown.rules))
        shown = shown.play(step.column)
    marks: list[str] = []
    for reason in explanation.reasons:
        marks += _marks(reason, shown)
    return draw_position(shown, [*marks, *numbers])


def _marks(reason: Reason, shown: Position) -> Iterator[str]:
    """Draw the pairs of the rules and the deciding cells of a reason."""
    rules = shown.rules
    colour, _ = colours_of(reason.side, rules)
    for rule in reason.rules:
        for one, two in rule.pairs:
            x1, y1 = next(centres(one, rules))
            x2, y2 = next(centres(two, rules))
            yield shape(f"M{x1} {y1}L{x2} {y2}", stroke=colour, width=6)
            yield shape(circle(x1, y1, DOT), fill=colour)
            yield shape(circle(x2, y2, DOT), fill=colour)
    for x, y in centres(reason.cells & ~shown.filled, rules):
        yield shape(circle(x, y, RING), stroke=colour, width=10)
