"""The register of checks: which sentences each one knows, and what it is given.

reason_claims.py and column_claims.py have the checks; sentence_claims.py runs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from board_facts import COLUMNS, number_of
from claimeven import Explanation, Position, Solver
from claimeven.reasons.sentences import Sentence

Check = Callable[["Claim"], Iterator[str]]
CHECKS: list[tuple[str, re.Pattern[str], Check]] = []


def claim(about: str, pattern: str) -> Callable[[Check], Check]:
    """Register the check of the sentences of a kind that match a pattern as a whole."""

    def register(check: Check) -> Check:
        CHECKS.append((about, re.compile(pattern), check))
        return check

    return register


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that matched a pattern, and the position that it speaks of."""

    claims: Claims
    match: re.Match[str]
    said: Sentence
    position: Position


class Claims:
    """An explanation, the solver that judges it, and what a board shows to anybody who walks over it."""

    def __init__(self, explanation: Explanation, solver: Solver) -> None:
        self.explanation = explanation
        self.root = explanation.position
        self.solver = solver
        self.score = solver.score(self.root)

    def after(self, plies: int) -> Position:
        """The position after so many plies of the line."""
        return self.root.play_all(step.column for step in self.explanation.line[:plies])

    def value(self, position: Position, side: int) -> int:
        """What an unfinished position is worth to a side."""
        value = self.solver.score(position)
        return value if position.turn == side else -value

    def value_of_column(self, position: Position, column: int) -> int:
        """What a column is worth to the side to move; an early four counts as in scores."""
        after = position.play(column)
        if after.is_over:
            return (position.left + 1) // 2 if after.winner is not None else 0
        return -self.solver.score(after)

    def best_columns(self, position: Position) -> set[int]:
        """The columns that keep the score."""
        values = {column: self.value_of_column(position, column) for column in position.playable}
        return {column for column, value in values.items() if value == max(values.values())}

    def of_the_whole(self) -> Iterator[str]:
        """What several sentences claim together."""
        texts = [said.text for said in self.explanation.sentences]
        if len(set(texts)) < len(texts):
            yield "a sentence is said twice"
        plan = plan_plies(self.explanation)
        pace = [text for text in texts if text.startswith("That takes up to")]
        if plan is not None and plan != self.score.plies and not pace:
            yield f"the plan takes {plan} plies and the verdict {self.score.plies}, without a word on it"
        if plan is not None and plan < self.score.plies:
            yield f"the plan takes {plan} plies, faster than perfect play"


def plan_plies(explanation: Explanation) -> int | None:
    """How long the plan takes that the sentences describe, from the position explained; None if unsaid."""
    for said in explanation.sentences:
        if said.about != "reason":
            continue
        plies = explanation.plies
        counted = re.search(r"(\w+) (other )?cells can be filled first", said.text)
        if counted:
            return plies + number_of(counted[1]) + (2 if counted[2] else 1)
        forced = re.search(rf"forces four(?: with|:|, if need be with) ({COLUMNS})", said.text)
        if forced:
            return plies + len(forced[1].split())
    return None
