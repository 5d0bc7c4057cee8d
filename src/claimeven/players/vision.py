"""Imperfect vision: the value of a position to a player who sees some of the lines, a few plies ahead."""

from __future__ import annotations

from collections.abc import Iterable

from claimeven.reasons.cells import cells_of, odd_rows
from claimeven.rules.position import Position

WIN = 1_000_000  # more than all estimates together
SOONER = 1_000  # added to a win for every ply that it comes sooner
BLOCK = 500  # for a block that comes too late: the opponent may overlook the other four
LINE = 200  # what a line of Max-Connect4 is worth beside the estimates
# The value of a line by its number of discs, all of one side; a complete one counts as LINE.
BY_DISCS = (0, 1, 4, 12, 0)
LASTING = 16  # added for a threat that its owner gets when the columns are filled to the end
INFINITY = 2 * WIN


class Vision:
    """A position as seen by a player who notices only ``lines`` and looks ``depth`` plies ahead, at least 1.

    A player who ``sees_above`` knows that its disc opens the cell above it to the reply. One who
    ``knows_parity`` knows that threats last in rows 1, 3, 5 for the first player and in rows 2, 4, 6 for the
    second.
    """

    def __init__(
        self,
        position: Position,
        lines: Iterable[int],
        depth: int,
        *,
        sees_above: bool = True,
        knows_parity: bool = False,
    ) -> None:
        self._position = position
        self._rules = position.rules
        self._depth = depth
        self._sees_above = sees_above
        self._columns = [self._rules.column_masks[column] for column in self._rules.centre_first]
        self._lines = []
        for line in lines:
            is_open = not (line & position.own and line & position.other)
            if is_open:
                self._lines.append(line)
        self._lines_through: dict[int, list[int]] = {}
        empty = self._rules.board ^ position.filled
        for cell in cells_of(empty):
            self._lines_through[cell] = [line for line in self._lines if line & cell]
        # The cells in which threats of the first and of the second player last.
        self._lasting = (0, 0)
        if knows_parity:
            odd = odd_rows(self._rules)
            self._lasting = (odd, self._rules.board ^ odd)

    def values(self) -> dict[int, int]:
        """Return the apparent value of a disc in each playable column; ``WIN`` or more is a win."""
        estimate = self._estimate()
        values = {}
        for column in self._position.playable:
            values[column] = self._value(self._position.drop(column), estimate)
        return values

    def _value(self, cell: int, estimate: int) -> int:
        """Return the apparent value of a disc on ``cell``; ``estimate`` is that of the position before it."""
        own = self._position.own
        other = self._position.other
        completed, change = self._effect(own, other, cell)
        if completed and self._rules.line_ends_game:
            return WIN + self._depth * SOONER
        overlooked = 0 if self._sees_above else cell << 1
        reply = self._search(
            other,
            own | cell,
            self._depth - 1,
            -INFINITY,
            INFINITY,
            -estimate - change,
            overlooked,
        )
        value = completed * LINE - reply
        blocked, _ = self._effect(other, own, cell)
        if value <= -WIN and blocked > 0:
            value += BLOCK
        return value

    def _search(
        self, own: int, other: int, depth: int, alpha: int, beta: int, estimate: int, overlooked: int = 0
    ) -> int:
        """Return the value for the side to move, ``own``, by alpha-beta, ``depth`` plies ahead.

        Outside the window it is a bound. ``estimate`` is that of the board, for the side to move, and
        ``overlooked`` a cell that it is not expected to play.
        """
        filled = own | other
        drops = (filled + self._rules.bottom) & self._rules.board & ~filled & ~overlooked
        if depth == 0 or drops == 0:
            return estimate
        cells = [drops & mask for mask in self._columns if drops & mask]
        effects = [self._effect(own, other, cell) for cell in cells]
        if self._rules.line_ends_game and any(completed for completed, _ in effects):
            return WIN + depth * SOONER
        if depth == 1:
            return estimate + max(completed * LINE + change for completed, change in effects)
        best = -INFINITY
        for cell, (completed, change) in zip(cells, effects, strict=True):
            gain = completed * LINE
            reply = self._search(other, own | cell, depth - 1, gain - beta, gain - alpha, -estimate - change)
            best = max(best, gain - reply)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _effect(self, own: int, other: int, cell: int) -> tuple[int, int]:
        """Return how many lines a disc of ``own`` on ``cell`` completes, and how much the estimate rises."""
        completed = 0
        change = 0
        turn = (own | other).bit_count() % 2
        own_lasting = self._lasting[turn]
        other_lasting = self._lasting[1 - turn]
        for line in self._lines_through[cell]:
            own_discs = (line & own).bit_count()
            other_discs = (line & other).bit_count()
            if other_discs == 0:
                change += BY_DISCS[own_discs + 1] - BY_DISCS[own_discs]
                if own_discs == 2 and line & ~own & ~cell & own_lasting:
                    change += LASTING  # a new threat
                elif own_discs == 3:
                    completed += 1
                    if cell & own_lasting:
                        change -= LASTING  # it is a line now
            elif own_discs == 0:
                change += BY_DISCS[other_discs]
                if other_discs == 3 and cell & other_lasting:
                    change += LASTING  # a threat that is blocked
        return completed, change

    def _estimate(self) -> int:
        """Return what the lines with discs of one side are worth, for the side to move."""
        own = self._position.own
        filled = self._position.filled
        turn = self._position.turn
        estimate = 0
        for line in self._lines:
            is_own = bool(line & own)
            lasting = self._lasting[turn if is_own else 1 - turn]
            discs = (line & filled).bit_count()
            value = BY_DISCS[discs]
            if discs == 3 and line & ~filled & lasting:
                value += LASTING
            estimate += value if is_own else -value
        return estimate
