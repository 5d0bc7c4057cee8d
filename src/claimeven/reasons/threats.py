"""Threats: fours, sequences of threats that force one, and what each threat is good for.

A threat is an empty cell where one disc completes a line. What it is good for is found exactly: the game is
solved once more without the lines that the threat would complete, while all other lines count as before.
The result is compared with that of the real game:

    decides       the side wins, and would not win without the threat
    holds-draw    neither side wins, and the side would lose without the threat
    not-needed    the side also wins, or does not lose, without the threat
    not-enough    the side loses in spite of it

A ``playable`` threat can be filled now. One whose use is not known is labelled ``waiting``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.reasons.cells import cells_of, name_of
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.line_game import LINE_GAME, LineGame, LineSession

MAX_FORCED_NODES = 3_000  # of one search for a forced sequence
MAX_USE_NODES = 50_000  # for one threat, some 10 ms

Use = Literal["decides", "holds-draw", "not-needed", "not-enough"]
USES: tuple[Use, ...] = get_args(Use)
Uses = Mapping[tuple[int, int], Use | None]  # by side and cell
Label = Literal[Use, "playable", "waiting"]
LABEL_TEXT: dict[Label, str] = {
    "decides": "decides: without it {side} would not win",
    "holds-draw": "holds the draw: without it {side} would lose",
    "not-needed": "not needed: {side} {result} without it",
    "not-enough": "not enough",
    "playable": "playable now",
    "waiting": "not playable yet",
}


def completing(discs: int, rules: Rules) -> int:
    """Return the cells, empty or not, where one more disc completes a line of ``discs``.

    In each direction a line may lack its last, first, second or third cell:

        XXX.    .XXX    X.XX    XX.X
    """
    cells = 0
    for step in rules.steps:
        two = discs & (discs >> step)  # the first cell of two in a row
        three = two & (discs >> (2 * step))
        one_then_two = discs & (two >> (2 * step))
        two_then_one = two & (discs >> (3 * step))
        cells |= three << (3 * step)
        cells |= three >> step
        cells |= one_then_two << step
        cells |= two_then_one << (2 * step)
    return cells & rules.board


def fours(discs: int, filled: int, rules: Rules) -> int:
    """Return the cells where the side with these ``discs`` could complete a line with its next disc."""
    drops = (filled + rules.bottom) & ~filled
    return completing(discs, rules) & drops


def forced_win(position: Position) -> tuple[int, ...] | None:
    """Return the columns of a forced sequence in which the side to move reaches four.

    The side to move threatens four with every disc, so that each reply is the only one that does not lose at
    once, until one threat is left that cannot be answered. The line is the shortest, best replies included,
    and ends with the four. None if there is no such sequence, or if the search for one takes too long.
    """
    search = _ForcedSearch(position.rules)
    for max_discs in range(1, position.left // 2 + 2):
        search.was_cut_short = False
        found = search.line(position.own, position.filled, max_discs)
        if found is not None:
            return tuple(position.rules.column_of(cell) for cell in found)
        if not search.was_cut_short:
            return None
    return None


class _ForcedSearch:
    """A search for forced sequences that remembers where there is none.

    ``was_cut_short`` tells whether more discs might have helped the last search.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._failed: dict[tuple[int, int], int] = {}
        self._nodes = 0
        self.was_cut_short = False

    def line(self, own: int, filled: int, max_discs: int) -> tuple[int, ...] | None:
        """Return the cells of a forced sequence with at most ``max_discs`` own discs, or None."""
        rules = self._rules
        now = fours(own, filled, rules)
        if now:
            return (now & -now,)
        if self._failed.get((own, filled), 0) >= max_discs or self._nodes > MAX_FORCED_NODES:
            return None
        if max_discs == 1:
            self.was_cut_short = True
            return None
        self._nodes += 1
        other = own ^ filled
        to_block = fours(other, filled, rules)
        if to_block.bit_count() > 1:
            return None
        candidates = to_block or (filled + rules.bottom) & rules.board & ~filled
        for cell in cells_of(candidates):
            rest = self._after(own | cell, other, filled | cell, max_discs)
            if rest is not None:
                return (cell, *rest)
        self._failed[own, filled] = max_discs
        return None

    def _after(self, own: int, other: int, filled: int, max_discs: int) -> tuple[int, ...] | None:
        """Continue after an own disc; None if it threatens no four or allows one."""
        rules = self._rules
        threats = fours(own, filled, rules)
        if not threats or fours(other, filled, rules):
            return None
        reply = threats & -threats
        unanswered = threats ^ reply
        if unanswered:
            return reply, unanswered & -unanswered
        rest = self.line(own, filled | reply, max_discs - 1)
        if rest is None:
            return None
        return (reply, *rest)


def threat_uses(
    position: Position, winner: int | None, *, max_nodes: int = MAX_USE_NODES, game: LineGame = LINE_GAME
) -> dict[tuple[int, int], Use | None]:
    """Return what every threat of an unfinished position is good for, by side and cell.

    ``winner`` is the side that wins with best play, None in a draw. A use is None if ``max_nodes`` nodes of
    search did not find it. The same call always has the same result.
    """
    uses: dict[tuple[int, int], Use | None] = {}
    with game.session() as session:
        for side in (0, 1):
            for cell in cells_of(_threatened_cells(position, side)):
                uses[side, cell] = _use_of(session, position, side, cell, winner, max_nodes)
    return uses


def _use_of(
    session: LineSession, position: Position, side: int, cell: int, winner: int | None, max_nodes: int
) -> Use | None:
    """Return what one threat is good for; None if ``max_nodes`` were not enough."""
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


def open_lines(position: Position, side: int) -> list[int]:
    """List the lines that ``side`` could still make: no disc of the other side is in them."""
    theirs = position.discs_of(1 - side)
    return [line for line in position.rules.lines if not line & theirs]


def lines_without(position: Position, side: int, cell: int) -> list[int]:
    """List all lines of the board but those that a disc of ``side`` on ``cell`` would complete now."""
    lacking = ~position.discs_of(side)
    return [line for line in position.rules.lines if line & lacking != cell]


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


def threats_of(
    position: Position, names: tuple[str, str], uses: Uses, winner: int | None
) -> tuple[Threat, ...]:
    """Return every threat of both sides, the first player's first.

    ``uses`` are those of ``threat_uses``; ``winner`` wins the position, None in a draw.
    """
    found = []
    for side in (0, 1):
        for cell in cells_of(_threatened_cells(position, side)):
            label: Label = uses.get((side, cell)) or "waiting"
            if cell & position.drops:
                label = "playable"
            result = "draws" if winner is None else "wins"
            why = LABEL_TEXT[label].format(side=names[side], result=result)
            is_blocked = (cell >> 1) & _threatened_cells(position, 1 - side)
            if label == "not-enough" and is_blocked:
                why += f": {names[1 - side]} has a threat right below"
            found.append(Threat(side, cell, name_of(cell, position.rules), label, why))
    return tuple(found)


def _threatened_cells(position: Position, side: int) -> int:
    """Return the empty cells where one disc of ``side`` completes a line."""
    return completing(position.discs_of(side), position.rules) & ~position.filled
