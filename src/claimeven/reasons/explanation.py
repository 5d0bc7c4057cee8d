"""Explanation: why a position is worth what it is, as a value that speaks; ``explain`` makes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.errors import GameOver
from claimeven.reasons.columns import ColumnWhy, why_column
from claimeven.reasons.follow import MOST_PLIES, follow
from claimeven.reasons.threats import Threat, threats_of
from claimeven.reasons.words import NAMES, answers_text, listed, reason_text, rules_text, step_text

if TYPE_CHECKING:
    from claimeven.reasons.follow import Followed
    from claimeven.reasons.reason import Reason
    from claimeven.rules.position import Position
    from claimeven.rules.score import Score
    from claimeven.search.exact import Exact


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: the column (0-based), who plays it, and why."""

    column: int
    side: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a position has its score: a best line, then a reason.

    ``reasons`` is one reason that a side wins or, in a draw, one for each side that it does not lose, the
    first player's first; each names the position of the line in which it holds. ``columns`` has an entry for
    every column, None where no disc fits. ``names`` is what the two sides are called in all texts.
    """

    position: Position
    score: Score
    line: tuple[Step, ...]
    reasons: tuple[Reason, ...]
    threats: tuple[Threat, ...]
    columns: tuple[ColumnWhy | None, ...]
    names: tuple[str, str] = NAMES

    @property
    def by_search(self) -> bool:
        """True when some reason is only that the search says so."""
        return any(reason.kind == "search" for reason in self.reasons)

    @property
    def verdict_text(self) -> str:
        """Who wins and when, in a sentence."""
        mover = self.names[self.position.ply % 2]
        words = self.score.words.replace("the side to move", mover, 1)
        return f"{words[0].upper()}{words[1:]}."

    @property
    def short(self) -> str:
        """The line and the reason, in a few sentences."""
        said = [self.line_text] if self.line else []
        said += [self.reason_text(reason) for reason in self.reasons]
        return " ".join(said)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole explanation, sentence by sentence."""
        said = [self.verdict_text]
        if self.line:
            said.append(self.line_text)
        for reason in self.reasons:
            said += [
                self.reason_text(reason),
                *rules_text(reason, self.names),
                answers_text(reason, self.names),
            ]
        return (*said, *self._threats_text(), self.advice, *self._columns_text())

    @property
    def text(self) -> str:
        """The whole explanation."""
        return " ".join(sentence for sentence in self.sentences if sentence)

    @property
    def line_text(self) -> str:
        """The line with a word on each move."""
        name_of = self.position.rules.column_name
        steps = [f"{self.names[step.side]} {name_of(step.column)} ({step.why})" for step in self.line]
        return f"Best play goes {', '.join(steps)}."

    @property
    def advice(self) -> str:
        """What to do next, in a sentence."""
        mover = self.names[self.position.ply % 2]
        best = [why for why in self.columns if why is not None and why.keeps]
        rest = [why for why in self.columns if why is not None and not why.keeps]
        goal = {"win": "win", "draw": "not lose", "loss": "hold out"}[self.score.verdict]
        name_of = self.position.rules.column_name
        if not rest:
            return f"{mover} may play anywhere."
        if len(best) > len(rest):
            where = listed([name_of(why.column) for why in rest], "or")
            return f"To {goal}, {mover} may play anywhere but {where}."
        where = listed([name_of(why.column) for why in best], "or")
        return f"To {goal}, {mover} must play {where}."

    def reason_text(self, reason: Reason) -> str:
        """One of the reasons in words."""
        if reason.kind != "search":
            return reason_text(reason, self.names)
        side, other = self.names[reason.side], self.names[1 - reason.side]
        what = f"{side} wins" if reason.wins else f"{other} cannot win"
        return f"That {what} is known by search alone; no simpler reason was found."

    def _threats_text(self) -> list[str]:
        said = []
        for side in (0, 1):
            own = [threat for threat in self.threats if threat.side == side]
            if own:
                said.append(f"Threats of {self.names[side]}: {' '.join(threat.text for threat in own)}")
        return said

    def _columns_text(self) -> list[str]:
        """What the columns give away that do not keep the result, those of one text together."""
        name_of = self.position.rules.column_name
        by_text: dict[str, list[str]] = {}
        for why in self.columns:
            if why is not None and not why.keeps:
                by_text.setdefault(why.gives, []).append(name_of(why.column))
        return [f"{_columns(names)}: {gives}." for gives, names in by_text.items()]

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, with the deciding cells marked."""
        from claimeven.reasons.explanation_svg import write_explanation_svg

        return write_explanation_svg(self)


def _columns(names: list[str]) -> str:
    return f"{'Column' if len(names) == 1 else 'Columns'} {listed(names)}"


def explain(
    position: Position,
    exact: Exact | None = None,
    *,
    names: tuple[str, str] = NAMES,
    most: int = MOST_PLIES,
) -> Explanation:
    """Why an unfinished position is worth what it is; ``exact`` knows the scores, a new Solver if None.

    The verdict is always that of ``exact``. Raises GameOver for a finished game, LimitReached as ``exact``
    does.

    >>> from claimeven import Position
    >>> explain(Position.from_moves("445566")).short
    'Best play goes X 3 (completes four). X completes four at c1.'
    """
    if position.is_over:
        raise GameOver(f"the game is over after {position.ply} moves; there is nothing to explain")
    if exact is None:
        from claimeven.search.solver import Solver

        exact = Solver()
    score = exact.score(position)
    followed = follow(position, score, exact, most=most)
    decisive = [0, 0]
    for reason in followed.reasons:
        decisive[reason.side] |= reason.cells
    columns = tuple(
        why_column(position, column, score, exact, names) if column in position.playable else None
        for column in range(position.rules.columns)
    )
    return Explanation(
        position=position,
        score=score,
        line=_line_of(position, score, followed),
        reasons=followed.reasons,
        threats=threats_of(position, names, decisive=(decisive[0], decisive[1])),
        columns=columns,
        names=names,
    )


def _line_of(position: Position, score: Score, followed: Followed) -> tuple[Step, ...]:
    """The followed line and the forced sequence at its end, with a reason for each move."""
    forced = followed.reasons[0].moves if len(followed.reasons) == 1 else ()
    steps, now, value = [], position, score.value
    for column in (*followed.line, *forced):
        verdict = "win" if value > 0 else "loss" if value else "draw"
        steps.append(Step(column, now.ply % 2, step_text(now, column, verdict)))
        now, value = now.play(column), -value
    return tuple(steps)
