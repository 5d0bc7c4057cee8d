"""What was overlooked with a move that was not the best: a four, a forced win, a threat, zugzwang.

Every claim is read off the board, or off a sequence or cover that the rules of the game bear out:

    four-missed        the player could complete four at once
    four-unanswered    the other side threatened four, and completes it
    under-a-threat     the disc lies right under a threat of the other side, which completes four on top
    forced-win-missed  the player had a sequence to four in which every reply is the only one
    forced-win-given   the other side gets such a sequence
    zugzwang           the player gave away, or the other side gets, a four that somebody must make way for
    own-threat         the disc lies right under a threat of the player, and the other side takes its cell
    answering          the better column needs only answers from then on
    better-move        nothing simpler: what the better column is for
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.forced import completing, forced_win, fours
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.words import NAMES, QUIET, columns_named, listed, step_text
from claimeven.rules.position import Position
from claimeven.search.review import Judged

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
]
KINDS: tuple[Kind, ...] = get_args(Kind)
TITLES: dict[Kind, str] = {
    "four-missed": "a four missed",
    "four-unanswered": "a four not answered",
    "under-a-threat": "a disc under a threat",
    "forced-win-missed": "a forced win missed",
    "forced-win-given": "a forced win allowed",
    "zugzwang": "zugzwang given away",
    "own-threat": "an own threat given up",
    "answering": "a position that holds itself given up",
    "better-move": "a better move",
}


@dataclass(frozen=True, slots=True)
class Overlooked:
    """A kind, and what it means here in a sentence. ``cells`` are those it speaks of, as a mask."""

    kind: Kind
    text: str
    cells: int = 0

    @property
    def title(self) -> str:
        """The kind in words."""
        return TITLES[self.kind]


def overlooked(position: Position, judged: Judged, names: tuple[str, str] = NAMES) -> Overlooked | None:
    """What a move in ``position`` overlooked; None if it was ``judged`` best, or if nothing simple is seen.

    Nothing is said of Max-Connect4, where only the sum of lines counts.
    """
    if judged.better is None or not position.rules.line_ends_game:
        return None
    look = _Look(position, judged, judged.better, names)
    found = look.at_fours() or look.at_forced_lines()
    if found is None and judged.before.verdict != judged.after.verdict:
        found = look.at_zugzwang() or look.at_own_threat() or look.at_answering() or look.at_better_move()
    return found


class _Look:
    """A move with the position before it and after it."""

    def __init__(self, position: Position, judged: Judged, better: int, names: tuple[str, str]) -> None:
        self._before = position
        self._judged = judged
        self._better = better
        self._after = position.play(judged.column)
        self._side = position.ply % 2
        self._mine, self._theirs = names[self._side], names[1 - self._side]

    def at_fours(self) -> Overlooked | None:
        """A four that was not completed, and one that the other side completes next."""
        position, rules = self._before, self._before.rules
        if mine := fours(position.own, position.filled, rules):
            where = listed(names_of(mine, rules), "or")
            return Overlooked("four-missed", f"{self._mine} could complete four at {where}.", mine)
        theirs = 0 if self._after.is_over else fours(self._after.own, self._after.filled, rules)
        if must := theirs & position.drops:
            where = listed(names_of(must, rules))
            text = f"{self._theirs} threatens four at {where}, and {self._mine} plays elsewhere."
            return Overlooked("four-unanswered", text, must)
        if theirs:
            disc, where = name_of(theirs >> 1, rules), name_of(theirs, rules)
            text = f"The disc at {disc} lets {self._theirs} complete four on top, at {where}."
            return Overlooked("under-a-threat", text, theirs)
        return None

    def at_forced_lines(self) -> Overlooked | None:
        """A forced sequence to four that the player had, or that the other side gets."""
        rules, judged = self._before.rules, self._judged
        if judged.before.verdict == "win":
            line = forced_win(self._before)
            is_later = judged.after.verdict != "win" or judged.after.plies > len(line or ())
            if line is not None and is_later:
                text = f"{self._mine} could force four with {columns_named(line, rules)}."
                return Overlooked("forced-win-missed", text)
        if judged.after.verdict == "loss" and (line := forced_win(self._after)) is not None:
            text = f"Now {self._theirs} forces four with {columns_named(line, rules)}."
            return Overlooked("forced-win-given", text)
        return None

    def at_zugzwang(self) -> Overlooked | None:
        """A four that the better column waits for, or that the other side can wait for now."""
        name_of_column = self._before.rules.column_name
        if self._judged.before.verdict == "win":
            reason = why_wins(self._before.play(self._better), self._side)
            if reason is not None and reason.kind == "zugzwang":
                waits = f"{self._mine} would wait {self._waited(reason, self._theirs)}"
                text = f"With column {name_of_column(self._better)}, {waits}."
                return Overlooked("zugzwang", text, reason.cells)
        if self._judged.after.verdict != "loss":
            return None
        for column, then in self._after.children():
            reason = why_wins(then, 1 - self._side)
            if reason is not None and reason.kind == "zugzwang":
                waits = f"waits {self._waited(reason, self._mine)}"
                text = f"Now {self._theirs} plays {name_of_column(column)} and {waits}."
                return Overlooked("zugzwang", text, reason.cells)
        return None

    def at_own_threat(self) -> Overlooked | None:
        """A threat whose cell the other side can take now."""
        rules, cell = self._before.rules, self._before.drop(self._judged.column)
        above = cell << 1
        if not above & completing(self._before.own, rules):
            return None
        disc, where = name_of(cell, rules), name_of(above, rules)
        text = f"The disc at {disc} lets {self._theirs} take {where}, where {self._mine} had a threat."
        return Overlooked("own-threat", text, above)

    def at_answering(self) -> Overlooked | None:
        """A position in which the player only had to answer."""
        why, what = (why_wins, "win") if self._judged.before.verdict == "win" else (why_holds, "be safe")
        reason = why(self._before.play(self._better), self._side)
        if reason is None or reason.kind != "cover":
            return None
        name = self._before.rules.column_name(self._better)
        text = f"After column {name}, {self._mine} would only have to answer to {what}."
        return Overlooked("answering", text, reason.cells)

    def at_better_move(self) -> Overlooked | None:
        """What the better column does at once."""
        why = step_text(self._before, self._better, self._judged.before.verdict)
        if why in QUIET:
            return None
        name = self._before.rules.column_name(self._better)
        return Overlooked("better-move", f"Column {name} was better: it {why}.")

    def _waited(self, reason: Reason, other: str) -> str:
        rules = self._before.rules
        where, under = name_of(reason.cells, rules), name_of(reason.cells >> 1, rules)
        return f"for four at {where}, until {other} has to play {under}"
