"""What a check gets: a sentence that matched its pattern, the position it is about, and the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from claimeven import Explanation, Position, Sentence, Solver
from sentence_checks.board_facts import COLUMNS, number_of

Check = Callable[["Claim"], Iterator[str]]
CHECKS: list[tuple[str, re.Pattern[str], Check]] = []


def checks(about: str, pattern: str) -> Callable[[Check], Check]:
    """Register a check of the sentences about something that match a pattern as a whole."""

    def register(check: Check) -> Check:
        CHECKS.append((about, re.compile(pattern), check))
        return check

    return register


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an explanation that matched a pattern, and the position that it is about."""

    checked: CheckedExplanation
    match: re.Match[str]
    sentence: Sentence
    position: Position


class CheckedExplanation:
    """An explanation, and the exact scores that it is checked against."""

    def __init__(self, explanation: Explanation, solver: Solver) -> None:
        self.explanation = explanation
        self.root = explanation.position
        self.solver = solver
        self.score = solver.score(self.root)

    def after(self, plies: int) -> Position:
        """Return the position after so many plies of the line."""
        return self.root.play_all(step.column for step in self.explanation.line[:plies])

    def value(self, position: Position, side: int) -> int:
        """Return the score of an unfinished position for a side."""
        value = self.solver.score(position)
        return value if position.turn == side else -value

    def value_of_column(self, position: Position, column: int) -> int:
        """Return the score of a column for the side to move; an early four counts as in scores."""
        after = position.play(column)
        if after.is_over:
            return (position.left + 1) // 2 if after.winner is not None else 0
        return -self.solver.score(after)

    def best_columns(self, position: Position) -> set[int]:
        """Return the columns that keep the score."""
        values = {column: self.value_of_column(position, column) for column in position.playable}
        best = max(values.values())
        return {column for column, value in values.items() if value == best}

    def contradictions_of_the_whole(self) -> Iterator[str]:
        """Yield what is wrong with several sentences together."""
        texts = [sentence.text for sentence in self.explanation.sentences]
        if len(set(texts)) < len(texts):
            yield "a sentence appears twice"
        plan = plan_plies(self.explanation)
        if plan is None:
            return
        names_pace = any(text.startswith("That takes up to") for text in texts)
        if plan != self.score.plies and not names_pace:
            yield f"the plan takes {plan} plies and the verdict {self.score.plies}, without a word on it"
        if plan < self.score.plies:
            yield f"the plan takes {plan} plies, faster than perfect play"


def plan_plies(explanation: Explanation) -> int | None:
    """Return how many plies the plan takes that the sentences describe; None if they give no number."""
    for sentence in explanation.sentences:
        if sentence.about != "reason":
            continue
        counted = re.search(r"(\w+) (other )?cells can be filled first", sentence.text)
        if counted:
            discs_after = 2 if counted[2] else 1
            return explanation.plies + number_of(counted[1]) + discs_after
        forced = re.search(rf"forces four(?: with|:|, if need be with) ({COLUMNS})", sentence.text)
        if forced:
            return explanation.plies + len(forced[1].split())
    return None
