"""Threats: empty cells where one disc completes a line, and what each of them is good for.

A label says what a threat does in this very position (threat_uses.py). One that is ``playable`` can be filled
now; of one that is ``waiting`` nothing more is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from claimeven.reasons.cells import cells_of, name_of
from claimeven.reasons.forced import completing
from claimeven.reasons.threat_uses import Use, threat_uses
from claimeven.rules.position import Position

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
