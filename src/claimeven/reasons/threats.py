"""Threats: fours now, sequences of threats that force one, and what each waiting threat is good for.

A threat is an empty cell where one disc completes a line. What it is good for is found exactly: the game is
solved once more without the lines that it would complete, while all other lines count as before. What the
side loses by that is what the threat is good for:

    decides       the side wins, and would not win without it
    holds-draw    nobody wins, and the side would lose without it
    not-needed    the side wins without it as well, or does not lose without it either
    not-enough    the side loses all the same

A threat that is ``playable`` can be filled now; of one that is ``waiting`` nothing more is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.reasons.cells import cells_of, name_of
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.line_game import LINE_GAME, LineGame, LineSession

MAX_FORCED_NODES = 3_000


def completing(discs: int, rules: Rules) -> int:
    """The cells, empty or not, where one more disc of a side completes a line of its ``discs``."""
    cells = 0
    for step in rules.steps:
        two = discs & discs >> step
        three = two & discs >> 2 * step
        cells |= three << 3 * step | three >> step
        cells |= (discs & two >> 2 * step) << step | (two & discs >> 3 * step) << 2 * step
    return cells & rules.board


def fours(discs: int, filled: int, rules: Rules) -> int:
    """The cells where the side with these ``discs`` could complete a line with its next disc."""
    return completing(discs, rules) & filled + rules.bottom & ~filled


def forced_win(position: Position) -> tuple[int, ...] | None:
    """The columns of a forced sequence in which the side to move reaches four, None if there is none.

    The side to move threatens four with every disc, so that each reply is the only one that does not lose at
    once, until one threat is left that cannot be answered. The line is the shortest, best replies included,
    and ends with the four. None, too, if the search for one takes too long.
    """
    search = _Attack(position.rules)
    for moves in range(1, position.left // 2 + 2):
        search.went_on = False
        found = search.line(position.own, position.filled, moves)
        if found is not None:
            return tuple(position.rules.column_of(cell) for cell in found)
        if not search.went_on:
            return None
    return None


class _Attack:
    """Looks for forced sequences of a given number of own discs, and remembers where there is none."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._failed: dict[tuple[int, int], int] = {}
        self._nodes = 0
        self.went_on = True  # whether the last search was cut short by the number of discs, not by the board

    def line(self, own: int, filled: int, moves: int) -> tuple[int, ...] | None:
        """A forced sequence with at most ``moves`` own discs, as cells."""
        rules = self._rules
        if now := fours(own, filled, rules):
            return (now & -now,)
        if self._failed.get((own, filled), 0) >= moves or self._nodes > MAX_FORCED_NODES:
            return None
        if moves == 1:
            self.went_on = True
            return None
        self._nodes += 1
        other = own ^ filled
        must = fours(other, filled, rules)
        if must & must - 1:
            return None
        for cell in cells_of(must or filled + rules.bottom & rules.board & ~filled):
            rest = self._after(own | cell, other, filled | cell, moves)
            if rest is not None:
                return (cell, *rest)
        self._failed[own, filled] = moves
        return None

    def _after(self, own: int, other: int, filled: int, moves: int) -> tuple[int, ...] | None:
        """How it goes on after a disc that threatens four; None if it threatens none or allows one."""
        rules = self._rules
        threats = fours(own, filled, rules)
        if not threats or fours(other, filled, rules):
            return None
        reply = threats & -threats
        if threats != reply:
            return reply, (threats ^ reply) & -(threats ^ reply)
        rest = self.line(own, filled | reply, moves - 1)
        return None if rest is None else (reply, *rest)


Use = Literal["decides", "holds-draw", "not-needed", "not-enough"]
USES: tuple[Use, ...] = get_args(Use)
MAX_USE_NODES = 50_000  # for one threat, some 10 ms


def threat_uses(
    position: Position, winner: int | None, *, max_nodes: int = MAX_USE_NODES, game: LineGame = LINE_GAME
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


Label = Literal[Use, "playable", "waiting"]
TEXTS: dict[Label, str] = {
    "decides": "decides: without it {side} would not win",
    "holds-draw": "holds the draw: without it {side} would lose",
    "not-needed": "not needed",
    "not-enough": "not enough",
    "playable": "playable now",
    "waiting": "not playable yet",
}


@dataclass(frozen=True, slots=True)
class Threat:
    """An empty cell where ``side`` completes a line; ``why`` says in words what the ``label`` means."""

    side: int
    cell: int
    name: str
    label: Label
    why: str

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.name}: {self.why}."


def threats_of(position: Position, names: tuple[str, str], winner: int | None) -> tuple[Threat, ...]:
    """Every threat of both sides, the first player's first; ``winner`` wins the position, None in a draw."""
    uses = threat_uses(position, winner) if position.rules.line_ends_game else {}
    found = []
    cells = [completing(position.discs_of(side), position.rules) & ~position.filled for side in (0, 1)]
    for side in (0, 1):
        for cell in cells_of(cells[side]):
            label: Label = "playable" if cell & position.drops else uses.get((side, cell)) or "waiting"
            why = TEXTS[label].format(side=names[side])
            if label == "not-needed":
                why += f": {names[side]} {'draws' if winner is None else 'wins'} without it"
            if label == "not-enough" and cell >> 1 & cells[1 - side]:
                why += f": {names[1 - side]} has a threat right below"
            found.append(Threat(side, cell, name_of(cell, position.rules), label, why))
    return tuple(found)
