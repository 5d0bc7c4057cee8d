"""Threats: empty cells where one disc completes a line, and which of them count.

With an even number of rows the first player gets the odd rows in the end and the second the even ones, unless
somebody has to give way. So a threat counts in a row of one's own, above no threat of the other side in its
column, and the second player's only where the first has none that comes before it (Allis, chapter 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimeven.reasons.cells import cells_of, column_around, name_of, odd_rows
from claimeven.reasons.forced import completing
from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class Threat:
    """An empty cell where ``side`` completes a line; ``why`` says whether it counts, and why or why not."""

    side: int
    cell: int
    name: str
    useful: bool
    why: str

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.name}: {self.why}."


class _Board:
    """The threats of both sides, and what stands below each of them."""

    def __init__(self, position: Position, names: tuple[str, str]) -> None:
        self.position = position
        self.names = names
        threats = (completing(position.discs_of(side), position.rules) for side in (0, 1))
        self.cells = tuple(cells & ~position.filled for cells in threats)

    def judge(self, side: int, cell: int) -> tuple[bool, str]:
        """Whether a threat counts, and why."""
        position, rules, other = self.position, self.position.rules, self.names[1 - side]
        if cell & position.drops:
            return True, "playable now"
        if not rules.line_ends_game:
            return True, "not playable yet"
        below = self.cells[1 - side] & column_around(cell, rules) & cell - 1
        if below & cell >> 1:
            return False, f"no use: {other} has a threat right below"
        if below:
            return False, f"no use: {other} has a threat lower down"
        if self.cells[side] & cell >> 1:
            return True, "useful: on top of another one"
        if self.cells[side] & cell << 1 and not self.cells[1 - side] & cell:
            return True, "useful: another one is on top of it"
        return self._by_parity(side, cell)

    def _by_parity(self, side: int, cell: int) -> tuple[bool, str]:
        """Rows count from 1 in words, so the bottom row is odd."""
        rules, name = self.position.rules, self.names[side]
        if rules.rows % 2:
            return True, f"useful if {self.names[1 - side]} has to play below"
        is_odd = bool(cell & odd_rows(rules))
        if is_odd == (side == 1):
            row, own = ("odd", "even") if is_odd else ("even", "odd")
            return False, f"of little use: an {row} row, and {name} gets the {own} ones"
        if side == 1 and (rival := self._odd_rival(cell)):
            first = f"{self.names[0]}'s odd threat at {name_of(rival, rules)}"
            return False, f"of little use: an even row, but {first} comes first"
        return True, f"useful: {name} gets the {'odd' if is_odd else 'even'} rows in the end"

    def _odd_rival(self, cell: int) -> int:
        """A threat of the first player in an odd row of another column that counts, 0 if there is none."""
        rules = self.position.rules
        rivals = self.cells[0] & odd_rows(rules) & ~column_around(cell, rules) & ~self.position.drops
        for rival in cells_of(rivals):
            if not self.cells[1] & column_around(rival, rules) & rival - 1:
                return rival
        return 0


def threats_of(position: Position, names: tuple[str, str], decisive: Mapping[int, int]) -> tuple[Threat, ...]:
    """Every threat of both sides, the first player's first; each side's ``decisive`` cells count."""
    board = _Board(position, names)
    found = []
    for side in (0, 1):
        for cell in cells_of(board.cells[side]):
            useful, why = board.judge(side, cell)
            if cell & decisive.get(side, 0) & ~position.drops:
                useful, why = True, "decides here"
            found.append(Threat(side, cell, name_of(cell, position.rules), useful, why))
    return tuple(found)
