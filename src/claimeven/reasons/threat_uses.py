"""What a threat is good for, exactly: the game is solved once more without the lines that it would complete.

Take the lines of a side that lack only the cell of the threat, and let them count no more. All other lines
count as before. What the side loses by that is what the threat is good for:

    decides       the side wins, and would not win without it
    holds-draw    nobody wins, and the side would lose without it
    not-needed    the side wins without it as well, or does not lose without it either
    not-enough    the side loses all the same
"""

from __future__ import annotations

from typing import Literal, get_args

from claimeven.reasons.cells import cells_of
from claimeven.reasons.forced import completing
from claimeven.rules.position import Position
from claimeven.solver.line_game import LINE_GAME, LineGame, LineSession

Use = Literal["decides", "holds-draw", "not-needed", "not-enough"]
USES: tuple[Use, ...] = get_args(Use)
MAX_NODES = 50_000  # for one threat, some 10 ms


def threat_uses(
    position: Position, winner: int | None, *, max_nodes: int = MAX_NODES, game: LineGame = LINE_GAME
) -> dict[tuple[int, int], Use | None]:
    """Tell what every threat of an unfinished position is good for, by side and cell.

    ``winner`` is the side that wins with best play, None in a draw. A use is None if ``max_nodes`` nodes of
    search did not find it. The same call always has the same result.
    """
    rules = position.rules
    uses: dict[tuple[int, int], Use | None] = {}
    with game.session() as session:
        for side in (0, 1):
            threats = completing(position.discs_of(side), rules) & ~position.filled
            for cell in cells_of(threats):
                uses[side, cell] = _use_of(session, position, side, cell, winner, max_nodes)
    return uses


def _use_of(
    session: LineSession, position: Position, side: int, cell: int, winner: int | None, max_nodes: int
) -> Use | None:
    """Tell what one threat is good for."""
    if winner == 1 - side:
        return "not-enough"
    every_line = position.rules.lines
    lines = lines_without(position, side, cell)
    if winner == side:
        still_wins = session.decide(position, lines, every_line, side, max_nodes)
        if still_wins is None:
            return None
        return "not-needed" if still_wins else "decides"
    other_wins = session.decide(position, every_line, lines, 1 - side, max_nodes)
    if other_wins is None:
        return None
    return "holds-draw" if other_wins else "not-needed"


def lines_without(position: Position, side: int, cell: int) -> list[int]:
    """List all lines of the board but those that a disc of ``side`` on ``cell`` would complete now."""
    lacking = ~position.discs_of(side)
    return [line for line in position.rules.lines if line & lacking != cell]
