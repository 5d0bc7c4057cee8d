"""What was overlooked with a move that was not the best: a four, a forced win, a threat, zugzwang.

Every claim is read off the board, or off a sequence or cover that the rules of the game bear out:

    four-missed        the player could complete four at once
    four-unanswered    the other side threatened four, and completes it
    under-a-threat     the disc lies right under a threat of the other side, which completes four on top
    forced-win-missed  the player had a sequence of threats that led to four
    forced-win-given   the other side gets such a sequence
    zugzwang           the player gave away, or the other side gets, a four that somebody must make way for
    own-threat         the disc lies right under a threat of the player, and the other side takes its cell
    answering          after the better column the player just replies
    better-move        nothing simpler: what the better column threatens
    open-lines         nothing simpler: the lines through the cell played and through the better one, counted
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.reason import why_holds, why_wins
from claimeven.reasons.sentences import (
    NAMES,
    QUIET,
    columns_named,
    count_noun,
    listed,
    open_lines,
    step_text,
    waiting_cells,
    waiting_text,
)
from claimeven.reasons.threats import completing, forced_win, fours
from claimeven.rules.position import Position
from claimeven.solver.review import MoveReview

Kind = Literal[
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
KINDS: tuple[Kind, ...] = get_args(Kind)
TITLES: dict[Kind, str] = {
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
    """A kind, and what it means here in a sentence.

    ``cells`` are those it speaks of, as a mask: the cells that it names, and those that discs in columns
    take that it names by themselves, not in a sequence of moves.
    ``names_better`` is true when the sentence says which column was better.
    """

    kind: Kind
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
    """What a move in ``position`` overlooked; None if it was ``judged`` best, or if nothing simple is seen.

    Nothing is said of Max-Connect4, where only the sum of lines counts.
    """
    if judged.better is None or not position.rules.line_ends_game:
        return None
    look = _Look(position, judged, judged.better, names)
    found = look.at_fours() or look.at_forced_lines()
    if found is None and judged.before.verdict != judged.after.verdict:
        found = look.at_zugzwang() or look.at_own_threat() or look.at_answering()
        found = found or look.at_better_move() or look.at_open_lines()
    return found


class _Look:
    """A move with the position before it and after it."""

    def __init__(self, position: Position, judged: MoveReview, better: int, names: tuple[str, str]) -> None:
        self._before = position
        self._judged = judged
        self._better = better
        self._after = position.play(judged.column)
        self._side = position.turn
        self._names = names
        self._mine, self._theirs = names[self._side], names[1 - self._side]

    def at_fours(self) -> Mistake | None:
        """A four that was not completed, and one that the other side completes next."""
        position, rules = self._before, self._before.rules
        mine = fours(position.own, position.filled, rules)
        if mine:
            where = listed(names_of(mine, rules), "or")
            text = f"{self._mine} could have completed four at {where}."
            return Mistake("four-missed", text, mine, names_better=True)
        theirs = 0 if self._after.is_over else fours(self._after.own, self._after.filled, rules)
        must = theirs & position.drops
        if must:
            where = listed(names_of(must, rules))
            return Mistake("four-unanswered", f"{self._theirs} was threatening {where}.", must)
        if theirs:
            disc, where = name_of(theirs >> 1, rules), name_of(theirs, rules)
            text = f"The disc at {disc} lets {self._theirs} complete four on top, at {where}."
            return Mistake("under-a-threat", text, theirs | theirs >> 1)
        return None

    def at_forced_lines(self) -> Mistake | None:
        """A forced sequence to four that the player had, or that the other side gets."""
        rules, judged = self._before.rules, self._judged
        if judged.before.verdict == "win":
            line = forced_win(self._before)
            is_later = judged.after.verdict != "win" or judged.after.plies > len(line or ())
            if line is not None and is_later:
                text = f"{self._mine} could have forced four with {columns_named(line, rules)}"
                if len(line) > judged.before.plies:
                    text += self._faster_note(line[0])
                return Mistake("forced-win-missed", f"{text}.", names_better=True)
        if judged.after.verdict == "loss":
            line = forced_win(self._after)
            if line is not None:
                text = f"Now {self._theirs} forces four with {columns_named(line, rules)}."
                return Mistake("forced-win-given", text)
        return None

    def at_zugzwang(self) -> Mistake | None:
        """A four that the better column waits for, or that the other side can wait for now."""
        name_of_column = self._before.rules.column_name
        if self._judged.before.verdict == "win":
            reason = why_wins(self._before.play(self._better), self._side)
            if reason is not None and reason.is_zugzwang:
                waits = f"{self._mine} would wait for four at {waiting_text(reason, self._names)}"
                text = f"With column {name_of_column(self._better)}, {waits}."
                cells = self._better_cell | waiting_cells(reason)
                return Mistake("zugzwang", text, cells, names_better=True)
        if self._judged.after.verdict != "loss":
            return None
        for column, then in self._after.children():
            reason = why_wins(then, 1 - self._side)
            if reason is not None and reason.is_zugzwang:
                waits = f"waits for four at {waiting_text(reason, self._names)}"
                text = f"Now {self._theirs} plays {name_of_column(column)} and {waits}."
                return Mistake("zugzwang", text, self._after.drop(column) | waiting_cells(reason))
        return None

    def at_own_threat(self) -> Mistake | None:
        """A threat whose cell the other side can take now."""
        rules, cell = self._before.rules, self._before.drop(self._judged.column)
        above = cell << 1
        if not above & completing(self._before.own, rules):
            return None
        disc, where = name_of(cell, rules), name_of(above, rules)
        text = f"The disc at {disc} lets {self._theirs} take {where}, where {self._mine} had a threat."
        return Mistake("own-threat", text, cell | above)

    def at_answering(self) -> Mistake | None:
        """A position in which the player only had to reply."""
        after = self._before.play(self._better)
        is_won = self._judged.before.verdict == "win"
        reason = why_wins(after, self._side) if is_won else why_holds(after, self._side)
        if reason is None or reason.kind != "cover":
            return None
        name = self._before.rules.column_name(self._better)
        what = "win" if is_won else "be safe"
        text = f"After column {name}, {self._mine} would only have had to reply to {what}."
        return Mistake("answering", text, self._better_cell, names_better=True)

    def at_better_move(self) -> Mistake | None:
        """What the better column does at once."""
        why = step_text(self._before, self._better, self._judged.before.verdict)
        if why in QUIET:
            return None
        text = f"Column {self._before.rules.column_name(self._better)} {self._kept}; it {why}."
        then = self._before.play(self._better)
        threats = fours(then.other, then.filled, then.rules)
        return Mistake("better-move", text, self._better_cell | threats, names_better=True)

    def at_open_lines(self) -> Mistake | None:
        """The lines through both cells, where they differ by enough to be worth counting."""
        rules = self._before.rules
        played, better = self._before.drop(self._judged.column), self._better_cell
        own_played, cut_played = lines_through(self._before, played)
        own_better, cut_better = lines_through(self._before, better)
        if own_better + cut_better < own_played + cut_played + MIN_MARGIN:
            return None
        text = (
            f"Column {rules.column_name(self._better)} {self._kept}. {name_of(better, rules)} lies on "
            f"{count_noun(own_better, 'line')} still open to {self._mine} "
            f"and cuts {cut_better} of {self._theirs}'s; "
            f"{name_of(played, rules)} on {own_played} and {cut_played}."
        )
        return Mistake("open-lines", text, played | better, names_better=True)

    def _faster_note(self, first: int) -> str:
        """A note on a forced sequence that begins with a column and is not the fastest win."""
        if first == self._better:
            return " (not the fastest way)"
        return f" (column {self._before.rules.column_name(self._better)} was even faster)"

    @property
    def _better_cell(self) -> int:
        """The cell that a disc in the better column takes."""
        return self._before.drop(self._better)

    @property
    def _kept(self) -> str:
        return f"kept the {self._judged.before.verdict}"


def lines_through(position: Position, cell: int) -> tuple[int, int]:
    """How many lines through an empty cell each side could still make, the side to move first."""
    mover = position.turn
    own, other = (sum(1 for line in open_lines(position, side) if line & cell) for side in (mover, 1 - mover))
    return own, other
