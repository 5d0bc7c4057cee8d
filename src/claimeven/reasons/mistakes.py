"""Mistakes: what a move that was not the best overlooked: a four, a forced win, a threat, zugzwang.

Every claim is read off the board, or off a sequence or cover that the rules of the game confirm:

    four-missed        the player could complete four at once
    four-unanswered    the other side threatened four, and completes it
    under-a-threat     the disc lies right below a threat of the other side, which completes four on top
    forced-win-missed  the player had a sequence of threats that led to four
    forced-win-given   the other side gets such a sequence
    zugzwang           the player gave away, or the other side gets, a four by zugzwang
    own-threat         the disc lies right below a threat of the player, and the other side takes its cell
    answering          after the better column the player just replies
    better-move        nothing simpler: what the better column threatens
    open-lines         nothing simpler: the lines through the cell played and through the better one, counted
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.plural import pluralize
from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.reason import why_holds, why_wins
from claimeven.reasons.sentences import (
    NAMES,
    QUIET,
    columns_named,
    listed,
    step_text,
    waiting_cells,
    waiting_text,
)
from claimeven.reasons.threats import completing, forced_win, fours, open_lines
from claimeven.rules.position import Position
from claimeven.solver.review import MoveReview

MistakeKind = Literal[
    "four-missed",
    "four-unanswered",
    "under-a-threat",
    "forced-win-missed",
    "forced-win-given",
    "zugzwang",
    "own-threat",
    "answering",
    "better-move",
    "open-lines",
]
MISTAKE_KINDS: tuple[MistakeKind, ...] = get_args(MistakeKind)
TITLES: dict[MistakeKind, str] = {
    "four-missed": "Missed four",
    "four-unanswered": "Missed block",
    "under-a-threat": "Played below a threat",
    "forced-win-missed": "Missed a forced win",
    "forced-win-given": "Allowed a forced win",
    "zugzwang": "Lost the zugzwang",
    "own-threat": "Gave up its own threat",
    "answering": "Gave up a safe position",
    "better-move": "Better move",
    "open-lines": "More open lines",
}
COUNTED = ("better-move", "open-lines")  # kinds that state facts, not why the move was a mistake
MIN_MARGIN = 4  # lines; with fewer, the cell with more of them is too often not the better one


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake, and what it means here in a sentence.

    ``cells`` are those that the sentence is about, as a mask: the cells that it names, and the cells of the
    columns that it names singly, not in a sequence of moves. ``names_better`` is true when the sentence says
    which column was better.
    """

    kind: MistakeKind
    text: str
    cells: int = 0
    names_better: bool = False

    @property
    def title(self) -> str:
        """The kind in words."""
        return TITLES[self.kind]


def classify_mistake(
    position: Position, judged: MoveReview, names: tuple[str, str] = NAMES
) -> Mistake | None:
    """Return what a move in ``position`` overlooked; None if it was best, or if nothing simple is seen.

    Always None in Max-Connect4, where only the sum of lines counts.
    """
    if judged.better is None or not position.rules.line_ends_game:
        return None
    finder = _MistakeFinder(position, judged, judged.better, names)
    found = finder.four() or finder.forced_win()
    if found is None and judged.before.verdict != judged.after.verdict:
        found = (
            finder.zugzwang()
            or finder.own_threat()
            or finder.answering()
            or finder.better_move()
            or finder.open_lines()
        )
    return found


class _MistakeFinder:
    """A move, the better one, and the positions before and after it; each method looks for some kinds."""

    def __init__(self, position: Position, judged: MoveReview, better: int, names: tuple[str, str]) -> None:
        self._before = position
        self._after = position.play(judged.column)
        self._judged = judged
        self._better = better
        self._better_cell = position.drop(better)
        self._better_name = position.rules.column_name(better)
        self._side = position.turn
        self._names = names
        self._mine = names[position.turn]
        self._theirs = names[1 - position.turn]

    def four(self) -> Mistake | None:
        """Return a four that was not completed, or one that the other side completes next."""
        position = self._before
        rules = position.rules
        own_fours = fours(position.own, position.filled, rules)
        if own_fours:
            where = listed(names_of(own_fours, rules), "or")
            text = f"{self._mine} could have completed four at {where}."
            return Mistake("four-missed", text, own_fours, names_better=True)
        if self._after.is_over:
            return None
        their_fours = fours(self._after.own, self._after.filled, rules)
        unblocked = their_fours & position.drops
        if unblocked:
            where = listed(names_of(unblocked, rules))
            return Mistake("four-unanswered", f"{self._theirs} was threatening {where}.", unblocked)
        if their_fours:
            disc = name_of(their_fours >> 1, rules)
            where = name_of(their_fours, rules)
            text = f"The disc at {disc} lets {self._theirs} complete four on top, at {where}."
            return Mistake("under-a-threat", text, their_fours | (their_fours >> 1))
        return None

    def forced_win(self) -> Mistake | None:
        """Return a forced sequence to four that the player had, or that the other side gets."""
        rules = self._before.rules
        if self._judged.before.verdict == "win":
            line = forced_win(self._before)
            if line is not None and self._wins_later_than(len(line)):
                text = f"{self._mine} could have forced four with {columns_named(line, rules)}"
                if len(line) > self._judged.before.plies:
                    text += self._faster_note(line[0])
                return Mistake("forced-win-missed", f"{text}.", names_better=True)
        if self._judged.after.verdict == "loss":
            line = forced_win(self._after)
            if line is not None:
                text = f"Now {self._theirs} forces four with {columns_named(line, rules)}."
                return Mistake("forced-win-given", text)
        return None

    def _wins_later_than(self, plies: int) -> bool:
        """Return whether the player needs more than so many plies after the move, or does not win."""
        after = self._judged.after
        return after.verdict != "win" or after.plies > plies

    def _faster_note(self, first: int) -> str:
        """Return a note on a forced sequence that begins with column ``first`` and is not the fastest win."""
        if first == self._better:
            return " (not the fastest way)"
        return f" (column {self._better_name} was even faster)"

    def zugzwang(self) -> Mistake | None:
        """Return a four that the better column waits for, or that the other side can wait for now."""
        if self._judged.before.verdict == "win":
            reason = why_wins(self._before.play(self._better), self._side)
            if reason is not None and reason.is_zugzwang:
                waits = f"{self._mine} would wait for four at {waiting_text(reason, self._names)}"
                text = f"With column {self._better_name}, {waits}."
                cells = self._better_cell | waiting_cells(reason)
                return Mistake("zugzwang", text, cells, names_better=True)
        if self._judged.after.verdict != "loss":
            return None
        for column, then in self._after.children():
            reason = why_wins(then, 1 - self._side)
            if reason is not None and reason.is_zugzwang:
                waits = f"waits for four at {waiting_text(reason, self._names)}"
                text = f"Now {self._theirs} plays {then.rules.column_name(column)} and {waits}."
                cells = self._after.drop(column) | waiting_cells(reason)
                return Mistake("zugzwang", text, cells)
        return None

    def own_threat(self) -> Mistake | None:
        """Return a threat of the player whose cell the other side can take now."""
        rules = self._before.rules
        cell = self._before.drop(self._judged.column)
        above = cell << 1
        if not above & completing(self._before.own, rules):
            return None
        disc = name_of(cell, rules)
        where = name_of(above, rules)
        text = f"The disc at {disc} lets {self._theirs} take {where}, where {self._mine} had a threat."
        return Mistake("own-threat", text, cell | above)

    def answering(self) -> Mistake | None:
        """Return that the player only had to reply after the better column."""
        after = self._before.play(self._better)
        if self._judged.before.verdict == "win":
            reason = why_wins(after, self._side)
            purpose = "win"
        else:
            reason = why_holds(after, self._side)
            purpose = "be safe"
        if reason is None or reason.kind != "cover":
            return None
        text = f"After column {self._better_name}, {self._mine} would only have had to reply to {purpose}."
        return Mistake("answering", text, self._better_cell, names_better=True)

    def better_move(self) -> Mistake | None:
        """Return what the better column does at once."""
        why = step_text(self._before, self._better, self._judged.before.verdict)
        if why in QUIET:
            return None
        after = self._before.play(self._better)
        threats = fours(after.other, after.filled, after.rules)
        text = f"Column {self._better_name} {self._kept}; it {why}."
        return Mistake("better-move", text, self._better_cell | threats, names_better=True)

    def open_lines(self) -> Mistake | None:
        """Return the open lines through both cells, where they differ by enough to be worth counting."""
        rules = self._before.rules
        played = self._before.drop(self._judged.column)
        own_played, cut_played = lines_through(self._before, played)
        own_better, cut_better = lines_through(self._before, self._better_cell)
        if own_better + cut_better < own_played + cut_played + MIN_MARGIN:
            return None
        text = (
            f"Column {self._better_name} {self._kept}. {name_of(self._better_cell, rules)} lies on "
            f"{pluralize(own_better, 'line')} still open to {self._mine} "
            f"and cuts {cut_better} of {self._theirs}'s; "
            f"{name_of(played, rules)} on {own_played} and {cut_played}."
        )
        return Mistake("open-lines", text, played | self._better_cell, names_better=True)

    @property
    def _kept(self) -> str:
        return f"kept the {self._judged.before.verdict}"


def lines_through(position: Position, cell: int) -> tuple[int, int]:
    """Count the lines through an empty cell that each side could still make, the side to move first."""
    counts = []
    for side in (position.turn, 1 - position.turn):
        counts.append(sum(1 for line in open_lines(position, side) if line & cell))
    own, other = counts
    return own, other
