"""What somebody sees of a position: some of the lines, some plies ahead, and what the rest looks worth."""

from __future__ import annotations

from collections.abc import Iterable

from claimeven.reasons.cells import cells_of, odd_rows
from claimeven.rules.position import Position

WIN = 1_000_000  # more than all estimates together
SOONER = 1_000  # more for a win that comes a ply sooner
BLOCK = 500  # for a block that comes too late: the opponent may overlook the other four
LINE = 200  # what a line of Max-Connect4 is worth beside the estimates
BY_DISCS = (0, 1, 4, 12, 0)  # what a line with discs of one side is worth; one that is made counts as LINE
LASTING = 16  # more for a threat that its owner gets when the columns are filled to the end


class Vision:
    """A position with the ``lines`` that somebody notices who looks ``depth`` plies ahead, at least 1.

    ``above``: a disc of one's own opens the cell above it to the reply. ``parity``: a threat lasts in rows 1,
    3, 5 if it is the first player's, and in rows 2, 4, 6 if it is the second player's.
    """

    def __init__(
        self, position: Position, lines: Iterable[int], depth: int, above: bool = True, parity: bool = False
    ) -> None:
        rules, own, other = position.rules, position.own, position.other
        self._position = position
        self._rules = rules
        self._depth = depth
        self._above = above
        self._columns = [rules.column_masks[column] for column in rules.centre_first]
        self._lines = [line for line in lines if not (line & own and line & other)]
        empty, odd = rules.board ^ position.filled, odd_rows(rules)
        self._through = {cell: [line for line in self._lines if line & cell] for cell in cells_of(empty)}
        # Of the first and of the second player.
        self._lasting = (odd, rules.board ^ odd) if parity else (0, 0)

    def values(self) -> dict[int, int]:
        """What a disc in each playable column looks worth: ``WIN`` and more for a win, else an estimate."""
        position = self._position
        worth = self._estimate()
        return {column: self._value(position.drop(column), worth) for column in position.playable}

    def _value(self, cell: int, worth: int) -> int:
        """What a disc on ``cell`` of a position that looks ``worth`` something leads to."""
        own, other, depth = self._position.own, self._position.other, self._depth
        made, more = self._change(own, other, cell)
        if made and self._rules.line_ends_game:
            return WIN + depth * SOONER
        closed = 0 if self._above else cell << 1
        reply = self._best(other, own | cell, depth - 1, -2 * WIN, 2 * WIN, -worth - more, closed)
        value = made * LINE - reply
        is_late_block = value <= -WIN and self._change(other, own, cell)[0] > 0
        return value + BLOCK if is_late_block else value

    def _best(
        self, own: int, other: int, depth: int, alpha: int, beta: int, worth: int, closed: int = 0
    ) -> int:
        """The value for the side to move, ``own``: alpha-beta, ``depth`` plies ahead.

        It lies in the window, or says on which side of it the value is. The board looks ``worth`` something
        to the side to move, which is not believed to use the cell ``closed``.
        """
        filled = own | other
        drops = filled + self._rules.bottom & self._rules.board & ~filled & ~closed
        if not depth or not drops:
            return worth
        cells = [drops & mask for mask in self._columns if drops & mask]
        changes = [self._change(own, other, cell) for cell in cells]
        if self._rules.line_ends_game and any(made for made, _ in changes):
            return WIN + depth * SOONER
        if depth == 1:
            return worth + max(made * LINE + more for made, more in changes)
        best = -2 * WIN
        for cell, (made, more) in zip(cells, changes, strict=True):
            gain = made * LINE
            window = gain - beta, gain - alpha
            best = max(best, gain - self._best(other, own | cell, depth - 1, *window, -worth - more))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _change(self, own: int, other: int, cell: int) -> tuple[int, int]:
        """How many lines a disc on ``cell`` completes, and how much more the board looks worth to ``own``."""
        made = more = 0
        side = (own | other).bit_count() % 2
        for line in self._through[cell]:
            mine, yours = (line & own).bit_count(), (line & other).bit_count()
            if not yours:
                more += BY_DISCS[mine + 1] - BY_DISCS[mine]
                if mine == 2 and line & ~own & ~cell & self._lasting[side]:
                    more += LASTING
                elif mine == 3:
                    made += 1
                    more -= LASTING if cell & self._lasting[side] else 0
            elif not mine:
                more += BY_DISCS[yours]
                if yours == 3 and cell & self._lasting[1 - side]:
                    more += LASTING
        return made, more

    def _estimate(self) -> int:
        """What the lines that one side alone has discs in are worth to the side to move."""
        own, filled = self._position.own, self._position.filled
        side = self._position.turn
        worth = 0
        for line in self._lines:
            discs, sign, rows = (line & filled).bit_count(), -1, self._lasting[1 - side]
            if line & own:
                sign, rows = 1, self._lasting[side]
            is_lasting = discs == 3 and line & ~filled & rows
            worth += sign * (BY_DISCS[discs] + (LASTING if is_lasting else 0))
        return worth
