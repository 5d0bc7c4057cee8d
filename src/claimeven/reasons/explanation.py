"""Explanation: why a position is worth what it is, as a value that speaks; ``explain`` makes one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from claimeven.reasons.columns import ColumnWhy, why_column
from claimeven.reasons.follow import MOST_PLIES, Followed, follow
from claimeven.reasons.reason import Reason
from claimeven.reasons.said import (
    Said,
    answers_said,
    drops_of,
    reason_said,
    replies_of,
    rules_said,
    threats_said,
)
from claimeven.reasons.threats import Threat, threats_of
from claimeven.reasons.words import NAMES, QUIET, listed, reason_text, replies_text, step_text
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.search.exact import Exact

AT_ONCE = ("four", "answer", "double-threat")  # reasons beside which other threats do not matter


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
    threats: tuple[Threat, ...] = ()
    columns: tuple[ColumnWhy | None, ...] = ()
    names: tuple[str, str] = NAMES

    @property
    def verdict_text(self) -> str:
        """Who wins and when, in a sentence."""
        mover = self.names[self.position.ply % 2]
        if self.score.value > 0 and self.score.plies == 1 and self.position.rules.line_ends_game:
            return f"{mover} wins with the next disc."
        words = self.score.words.replace("the side to move", mover, 1)
        return f"{words[0].upper()}{words[1:]}."

    @property
    def short(self) -> str:
        """The line and the reason, in a few sentences."""
        said = [self.line_text, *(self.reason_text(reason) for reason in self._told)]
        return " ".join(sentence for sentence in said if sentence)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole explanation, sentence by sentence."""
        return tuple(one.text for one in self.said)

    @property
    def said(self) -> tuple[Said, ...]:
        """The same with what each sentence speaks of on the board."""
        said = [Said("verdict", self.verdict_text), Said("verdict", self._lines_text())]
        said.append(Said("line", self.line_text, plies=self.plies))
        for reason in self._told:
            said += self._said_of(reason)
        if self.reasons[0].kind not in AT_ONCE:
            said += threats_said(self.threats, self.position, self.names)
        if self.reasons[0].kind != "four":
            cells = drops_of(self._columns_that(keep=True), self.position)
            said.append(Said("advice", self.advice, self._mover, cells=cells))
        said += [*self._columns_said(), Said("limits", self.limits_text)]
        return tuple(one for one in said if one.text)

    @property
    def text(self) -> str:
        """The whole explanation."""
        return " ".join(self.sentences)

    @property
    def line_text(self) -> str:
        """The moves that lead to the reason, with a word on those that threaten or answer; may be empty.

        The moves of a forced sequence are part of the reason.
        """
        return f"Best play goes {self._moves_text(self.plies)}." if self.plies else ""

    def reason_text(self, reason: Reason) -> str:
        """One of the reasons in words, or both together where these are the same."""
        side, other = self.names[reason.side], self.names[1 - reason.side]
        if self._is_one_reason and reason.kind == "no-line":
            return "Nobody can make four any more: every line has discs of both sides."
        if reason.kind != "search":
            return reason_text(reason, self.names)
        what, line = f"{side} wins" if reason.wins else f"{other} cannot win", ""
        if self._is_one_reason:
            what = what if reason.wins else "neither side wins"
            line = f"; a best line begins {self._moves_text(len(self.line))}" if self.line else ""
        return f"That {what} is known by search alone{line}."

    @property
    def plies(self) -> int:
        """How many moves of the line lead to the reasons."""
        return max(reason.position.ply for reason in self.reasons) - self.position.ply

    @property
    def _mover(self) -> int:
        return self.position.ply % 2

    @property
    def _is_one_reason(self) -> bool:
        """True when there is only one, or both sides have the same that needs no cells to be told."""
        return len(self.reasons) == 1 or {r.kind for r in self.reasons} in ({"no-line"}, {"search"})

    @property
    def _told(self) -> tuple[Reason, ...]:
        return self.reasons[:1] if self._is_one_reason else self.reasons

    def _said_of(self, reason: Reason) -> list[Said]:
        """A reason, its rules, and the answers that lead to it."""
        plies = reason.position.ply - self.position.ply
        if reason.kind == "search":
            plies = len(self.line) if self._is_one_reason else 0
            return [Said("reason", self.reason_text(reason), plies=plies)]
        said = [reason_said(reason, self.reason_text(reason), plies), *rules_said(reason, self.names, plies)]
        if reason.answers:
            before = self.position.play_all(step.column for step in self.line[: plies - 2])
            said.append(answers_said(reason, before, self.names, plies - 2))
        return said

    def _moves_text(self, plies: int) -> str:
        """The first moves of the line."""
        name_of = self.position.rules.column_name
        steps = []
        for step in self.line[:plies]:
            word = "" if step.why in QUIET else f" ({step.why})"
            steps.append(f"{self.names[step.side]} {name_of(step.column)}{word}")
        return ", ".join(steps)

    @property
    def advice(self) -> str:
        """What to do next, in a sentence."""
        best, rest = self._columns_that(keep=True), self._columns_that(keep=False)
        if not rest and not best[1:]:
            return f"{self._columns(best)} is the only one left."
        if not self.position.rules.line_ends_game:
            return f"{self._columns(best)} {'are' if best[1:] else 'is'} best."
        if self.score.verdict == "loss":
            if not rest:
                return "No column holds out longer than the others."
            return f"{self._columns(best)} {'hold' if best[1:] else 'holds'} out longest."
        verb = self.score.verdict
        if not rest:
            return f"Every column {verb}s."
        if len(best) > 3 and len(best) > len(rest):
            return f"All columns but {self._listed(rest)} {verb}."
        return f"Only {self._columns(best).lower()} {verb}{'' if best[1:] else 's'}."

    @property
    def limits_text(self) -> str:
        """What does not apply to this board or game; empty where everything does."""
        rules = self.position.rules
        if rules.line_ends_game and rules.rows % 2 == 0:
            return ""
        where = "Max-Connect4, where the game goes on after a line"
        if rules.line_ends_game:
            where = f"a board with {rules.rows} rows: they need an even number"
        return f"The rules of answering on top do not apply to {where}."

    def _lines_text(self) -> str:
        """The lines that both sides have in Max-Connect4."""
        position = self.position
        if position.rules.line_ends_game:
            return ""
        first, second = (len(position.lines_of(discs)) for discs in (position.first, position.second))
        return f"Lines so far: {self.names[0]} {first}, {self.names[1]} {second}."

    def _columns_said(self) -> Iterator[Said]:
        """What the columns give away that do not keep the result, those that are alike together."""
        alike: dict[str, list[int]] = {}
        searched: dict[str, list[ColumnWhy]] = {}
        for why in self.columns:
            if why is not None and not why.keeps and why.reply is None:
                alike.setdefault(why.gives, []).append(why.column)
            elif why is not None and not why.keeps:
                searched.setdefault(why.verdict, []).append(why)
        for gives, columns in alike.items():
            text, cells = f"{self._columns(columns)}: {gives}.", drops_of(columns, self.position)
            yield Said("columns", text, self._mover, cells=cells)
        for verdict, whys in searched.items():
            replies = [(why.column, why.reply) for why in whys if why.reply is not None]
            text = whys[0].text
            if len(whys) > 1:
                result = "wins" if verdict == "loss" else "draws"
                sooner = " sooner" if self.score.verdict == "loss" else ""
                answers = replies_text(replies, self.position.rules)
                text = f"{self.names[1 - self._mover]} {result}{sooner} by answering {answers}."
            yield Said("columns", text, 1 - self._mover, pairs=replies_of(replies, self.position))

    def _columns_that(self, *, keep: bool) -> list[int]:
        """The columns that keep the result, or those that do not."""
        return [why.column for why in self.columns if why is not None and why.keeps is keep]

    def _columns(self, columns: list[int]) -> str:
        return f"{'Column' if len(columns) == 1 else 'Columns'} {self._listed(columns)}"

    def _listed(self, columns: list[int]) -> str:
        return listed([self.position.rules.column_name(column) for column in columns])

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, with the deciding cells marked."""
        from claimeven.reasons.explanation_svg import write_explanation_svg

        return write_explanation_svg(self)


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
    'X completes four at c1 or g1.'
    """
    position.require_unfinished("there is nothing to explain")
    if exact is None:
        from claimeven.search.solver import Solver

        exact = Solver()
    score = exact.score(position)
    followed = follow(position, score, exact, most=most)
    columns = tuple(
        why_column(position, column, score, exact, names) if column in position.playable else None
        for column in range(position.rules.columns)
    )
    return Explanation(
        position=position,
        score=score,
        line=line_of(position, score, followed),
        reasons=followed.reasons,
        threats=threats_of(position, names, {reason.side: reason.cells for reason in followed.reasons}),
        columns=columns,
        names=names,
    )


def line_of(position: Position, score: Score, followed: Followed) -> tuple[Step, ...]:
    """The followed line and the forced sequence at its end, with a reason for each move."""
    forced = followed.reasons[0].moves if len(followed.reasons) == 1 else ()
    steps, now, value = [], position, score.value
    for column in (*followed.line, *forced):
        verdict = "win" if value > 0 else "loss" if value else "draw"
        steps.append(Step(column, now.ply % 2, step_text(now, column, verdict)))
        now, value = now.play(column), -value
    return tuple(steps)
