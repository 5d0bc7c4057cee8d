"""Threats: empty cells where one disc completes a line, and which of them count.

With an even number of rows the first player gets the odd rows in the end and the second the even ones, unless
somebody has to give way. So a threat counts in a row of one's own, above no threat of the other side in its
column, and the second player's only where the first has none that comes before it (Allis, chapter 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.reasons.cells import cells_of, column_of, name_of, place_of
from claimeven.reasons.forced import completing

if TYPE_CHECKING:
    from claimeven.rules.position import Position


@dataclass(frozen=True, slots=True)
class Threat:
    """An empty cell where ``side`` completes a line; ``text`` says whether it counts and why or why not."""

    side: int
    cell: int
    useful: bool
    text: str


class _Board:
    """The threats of both sides, and what stands below each of them."""

    def __init__(self, position: Position, names: tuple[str, str]) -> None:
        empty = position.rules.board & ~position.filled
        self.position = position
        self.names = names
        self.cells = tuple(
            completing(discs, position.rules) & empty for discs in (position.first, position.second)
        )

    def judge(self, side: int, cell: int) -> tuple[bool, str]:
        """Whether a threat counts, and why."""
        position, rules = self.position, self.position.rules
        name, other = name_of(cell, rules), self.names[1 - side]
        if cell & position.drops:
            return True, f"{name} can be played now."
        column = rules.column_masks[column_of(cell, rules)]
        below = self.cells[1 - side] & column & cell - 1
        if below & cell >> 1:
            return False, f"{name} does not count: below it {other} has a threat."
        if below:
            return False, f"{name} does not count: {other} has a threat lower in the same column."
        if self.cells[side] & cell >> 1:
            return True, f"{name} stands on another threat of the same side: answering one gives the other."
        if not rules.line_ends_game:
            return True, f"{name} is worth a line to whoever gets it."
        return self._by_parity(side, cell)

    def _by_parity(self, side: int, cell: int) -> tuple[bool, str]:
        rules = self.position.rules
        name, row = name_of(cell, rules), place_of(cell, rules)[1]
        is_odd = row % 2 == 0
        if rules.rows % 2:
            return True, f"{name} counts for whoever need not play below it."
        parity, wanted = ("odd", "even") if is_odd else ("even", "odd")
        if is_odd == (side == 1):
            return (
                False,
                f"{name} is in an {parity} row: {self.names[side]}'s threats count in {wanted} rows.",
            )
        if side == 1 and (rival := self._odd_rival(cell)):
            first = f"{self.names[0]}'s odd threat at {name_of(rival, rules)}"
            return False, f"{name} is in an even row, but {first} comes first."
        return True, f"{name} counts: it is in an {parity} row, as {self.names[side]}'s threats should be."

    def _odd_rival(self, cell: int) -> int:
        """A threat of the first player in an odd row of another column that counts, 0 if there is none."""
        rules = self.position.rules
        odd = sum(rules.bottom << row for row in range(0, rules.rows, 2))
        own_column = rules.column_masks[column_of(cell, rules)]
        for rival in cells_of(self.cells[0] & odd & ~own_column & ~self.position.drops):
            if not self.cells[1] & rules.column_masks[column_of(rival, rules)] & rival - 1:
                return rival
        return 0


def threats_of(
    position: Position, names: tuple[str, str], *, decisive: tuple[int, int] = (0, 0)
) -> tuple[Threat, ...]:
    """Every threat of both sides, the first player's first; each side's ``decisive`` cells count."""
    board = _Board(position, names)
    found = []
    for side in (0, 1):
        for cell in cells_of(board.cells[side]):
            useful, text = board.judge(side, cell)
            if cell & decisive[side] and not useful:
                useful, text = True, f"{name_of(cell, position.rules)} decides here."
            found.append(Threat(side, cell, useful, text))
    return tuple(found)
