"""Explanation: why a position has its score, as sentences and a drawing; ``explain`` makes one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from claimeven.reasons.columns import ColumnExplanation, why_column
from claimeven.reasons.drawing import write_explanation_svg
from claimeven.reasons.reason import Reason, why_wins
from claimeven.reasons.sentences import (
    KEEPS,
    NAMES,
    PLAYS_ON,
    QUIET,
    Sentence,
    answers_sentence,
    columns_by_reply,
    drops_of,
    listed,
    moves_sentence,
    open_lines,
    reason_sentence,
    reason_text,
    replies_of,
    rule_sentences,
    step_text,
    threat_sentences,
)
from claimeven.reasons.strategy import MAX_PLIES, ReasonLine, follow_line
from claimeven.reasons.threats import Threat, forced_win, threat_uses, threats_of
from claimeven.rules.position import Position, require_position
from claimeven.rules.score import Score
from claimeven.solver.limits import Analysis
from claimeven.solver.score_source import ScoreSource

AT_ONCE = ("four", "answer", "double-threat")  # reasons beside which other threats do not matter


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: the column (0-based), who plays it, and why."""

    column: int
    side: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a position has its score: a line, then a reason.

    ``reasons`` is one reason that a side wins or, in a draw, one for each side that it does not lose, the
    first player's first; each names the position of the line in which it holds. The line is best play,
    unless its move just before the reason is a slower one of the winner: then ``faster`` is a best column
    there. ``threats`` are those of the position in which the reasons hold. ``columns`` has an entry for
    every column, None where no disc fits. ``names`` is what the two sides are called in all texts.
    """

    position: Position
    score: Score
    line: tuple[Step, ...]
    reasons: tuple[Reason, ...]
    faster: int | None = None
    threats: tuple[Threat, ...] = ()
    columns: tuple[ColumnExplanation | None, ...] = ()
    names: tuple[str, str] = NAMES

    @property
    def verdict_text(self) -> str:
        """Who wins and when, in a sentence."""
        mover = self.names[self.position.turn]
        if self.score > 0 and self.score.plies == 1 and self.position.rules.line_ends_game:
            return f"{mover} wins with the next disc."
        words = self.score.words.replace("the side to move", mover, 1)
        return f"{words[0].upper()}{words[1:]}."

    @property
    def short(self) -> str:
        """The line and the reason, in a few sentences."""
        texts = [self.line_text]
        texts += (self.reason_text(reason) for reason in self._told)
        texts.append(self.pace_text)
        return " ".join(text for text in texts if text)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The whole explanation, sentence by sentence, with what each is about on the board."""
        said = [Sentence("verdict", self.verdict_text), Sentence("verdict", self._lines_text())]
        moves = [step.column for step in self.line[: self.plies]]
        said.append(moves_sentence("line", self.line_text, self.position, moves))
        for reason in self._told:
            said += self._reason_sentences(reason)
        said.append(Sentence("reason", self.pace_text))
        if self.reasons[0].kind not in AT_ONCE:
            said += threat_sentences(self.threats, self._settled, self.names, self.plies)
        if self.reasons[0].kind != "four":
            cells = drops_of(self._columns_that(keep=True), self.position)
            said.append(Sentence("advice", self.advice, self._mover, cells=cells))
        said += [*self._column_sentences(), Sentence("limits", self.limits_text)]
        return tuple(one for one in said if one.text)

    @property
    def text(self) -> str:
        """The whole explanation."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def line_text(self) -> str:
        """The moves that lead to the reason, with a word on those that threaten or answer; may be empty.

        The moves of a forced sequence are part of the reason.
        """
        if not self.plies:
            return ""
        moves = self._moves_text(self.plies)
        if self.faster is None:
            return f"Best play: {moves}."
        winner = self.reasons[0].side
        whose = "" if winner == self._mover else f"for {self.names[winner]} "
        return f"A simple way {whose}to win: {moves}."

    @property
    def pace_text(self) -> str:
        """That the reason describes a slower win than the verdict, if it does; else empty."""
        plan = self._plan_plies
        if plan is None or plan == self.score.plies:
            return ""
        return f"That takes up to {plan} plies; the fastest win takes {self.score.plies}."

    def reason_text(self, reason: Reason) -> str:
        """One of the reasons in words, or both together where these are the same."""
        if reason.kind == "search":
            return self._search_text(reason)
        text = reason_text(reason, self.names)
        plies = reason.position.ply - self.position.ply
        if reason.kind == "no-line":
            if len(self.reasons) == 2 and self._is_one_reason:
                plies = self.plies
                text = "nobody can make four any more: every line has discs of both sides."
            return f"After that, {text}" if plies else f"{text[0].upper()}{text[1:]}"
        if plies == self.plies:
            return text
        if reason.kind == "lines":
            text = f"{text[0].lower()}{text[1:]}"
        if plies == 0:
            return f"Already now, {text}"
        moves = "the first" if plies == 1 else plies
        return f"After {moves} of these moves, {text}"

    def _search_text(self, reason: Reason) -> str:
        """What to say where no reason was found, with the line of play."""
        moves = self._moves_text(len(self.line)) if self._is_one_reason else ""
        end = self.position.play_all(step.column for step in self.line)
        if moves and end.is_over and not end.rules.line_ends_game:
            return f"Best play: {moves}. Then the board is full, with {self._lines_of(end)}."
        text = f"No simple reason: only a full search shows that {self._result_of(reason)}."
        return f"{text} Best play begins {moves}." if moves else text

    def _result_of(self, reason: Reason) -> str:
        """What a reason is to show, as a clause."""
        if reason.wins:
            return f"{self.names[reason.side]} wins"
        if self._is_one_reason:
            return "neither side can win"
        return f"{self.names[1 - reason.side]} cannot win"

    @property
    def plies(self) -> int:
        """How many moves of the line lead to the reasons."""
        return max(reason.position.ply for reason in self.reasons) - self.position.ply

    @property
    def _mover(self) -> int:
        return self.position.turn

    @property
    def _settled(self) -> Position:
        """The position in which the reasons hold."""
        return self.position.play_all(step.column for step in self.line[: self.plies])

    @property
    def _plan_plies(self) -> int | None:
        """How many plies line and plan take together at most; None if the plan gives no number."""
        plan = self.reasons[0].plies
        return None if plan is None else self.plies + plan

    @property
    def _is_one_reason(self) -> bool:
        """True when there is only one, or both sides have the same that needs no cells to be told."""
        return len(self.reasons) == 1 or {r.kind for r in self.reasons} in ({"no-line"}, {"search"})

    @property
    def _told(self) -> tuple[Reason, ...]:
        return self.reasons[:1] if self._is_one_reason else self.reasons

    def _reason_sentences(self, reason: Reason) -> list[Sentence]:
        """A reason, its rules, and the answers that lead to it."""
        plies = reason.position.ply - self.position.ply
        if self._is_one_reason and reason.kind == "no-line":
            plies = self.plies
        text = self.reason_text(reason)
        if reason.kind == "search":
            moves = [step.column for step in self.line] if self._is_one_reason else []
            return [moves_sentence("reason", text, self.position, moves)]
        said = [reason_sentence(reason, text, plies), *rule_sentences(reason, self.names, plies)]
        if reason.answers:
            moves = [step.column for step in self.line[: plies - 1]]
            before = self.position.play_all(moves[:-1])
            answers = answers_sentence(reason, before, moves[-1], self.names, plies - 2)
            if answers is not None:
                said.append(answers)
        return said

    def _moves_text(self, plies: int) -> str:
        """The first moves of the line."""
        name_of = self.position.rules.column_name
        moves = []
        for number, step in enumerate(self.line[:plies], start=1):
            notes = [] if step.why in QUIET else [step.why]
            if self.faster is not None and number == self.plies:
                notes.append(f"column {name_of(self.faster)} is faster")
            note = f" ({'; '.join(notes)})" if notes else ""
            moves.append(f"{self.names[step.side]} {name_of(step.column)}{note}")
        return ", ".join(moves)

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
        """The lines that both sides have in Max-Connect4, and those that they can still make."""
        if self.position.rules.line_ends_game:
            return ""
        possible = []
        for side in (0, 1):
            count = len(open_lines(self.position, side)) - len(self._made_by(side, self.position))
            possible.append(f"{self.names[side]} {count}")
        return f"Lines so far: {self._lines_of(self.position)}; still possible: {', '.join(possible)}."

    def _lines_of(self, position: Position) -> str:
        """The numbers of lines that both sides have in a position."""
        counts = [f"{name} {len(self._made_by(side, position))}" for side, name in enumerate(self.names)]
        return ", ".join(counts)

    def _made_by(self, side: int, position: Position) -> tuple[int, ...]:
        return position.lines_of(position.discs_of(side))

    def _column_sentences(self) -> Iterator[Sentence]:
        """What the columns give away that do not keep the result, those that are alike together."""
        alike: dict[str, list[ColumnExplanation]] = {}
        searched: dict[str, list[ColumnExplanation]] = {}
        for why in self.columns:
            if why is not None and not why.keeps and why.consequence.reply is None:
                alike.setdefault(why.consequence.text, []).append(why)
            elif why is not None and not why.keeps:
                searched.setdefault(why.verdict, []).append(why)
        for gives, whys in alike.items():
            columns = [why.column for why in whys]
            cells = drops_of(columns, self.position)
            pairs: dict[tuple[int, int], None] = {}
            for why in whys:
                cells |= why.consequence.cells
                pairs |= dict.fromkeys(why.consequence.pairs)
            text = f"{self._columns(columns)}: {gives}."
            yield Sentence("columns", text, 1 - self._mover, cells=cells, pairs=tuple(pairs))
        for verdict, whys in searched.items():
            replies = [
                (why.column, why.consequence.reply) for why in whys if why.consequence.reply is not None
            ]
            text = whys[0].text
            if len(whys) > 1:
                result = "wins" if verdict == "loss" else "draws"
                sooner = " sooner" if self.score.verdict == "loss" else ""
                answers = [
                    f"{columns} with {reply}"
                    for columns, reply in columns_by_reply(replies, self.position.rules)
                ]
                text = f"{self.names[1 - self._mover]} {result}{sooner} by answering {'; '.join(answers)}."
            yield Sentence("columns", text, 1 - self._mover, pairs=replies_of(replies, self.position))

    def _columns_that(self, *, keep: bool) -> list[int]:
        """The columns that keep the result, or those that do not."""
        return [why.column for why in self.columns if why is not None and why.keeps is keep]

    def _columns(self, columns: list[int]) -> str:
        return f"{'Column' if len(columns) == 1 else 'Columns'} {self._listed(columns)}"

    def _listed(self, columns: list[int]) -> str:
        return listed([self.position.rules.column_name(column) for column in columns])

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, with the deciding cells marked."""
        return write_explanation_svg(self)


def explain(
    position: Position,
    exact: ScoreSource | None = None,
    *,
    names: tuple[str, str] = NAMES,
    most: int = MAX_PLIES,
) -> Explanation:
    """Why an unfinished position is worth what it is; ``exact`` knows the scores, a new Solver if None.

    The verdict is always that of ``exact``. Raises GameOver for a finished game, LimitReached as ``exact``
    does.

    >>> from claimeven import Position
    >>> explain(Position.from_moves("445566")).short
    'X completes four at c1 or g1.'
    """
    require_position(position)
    position.require_unfinished("there is nothing to explain")
    if exact is None:
        from claimeven.solver.solver import Solver

        exact = Solver()
    score = exact.score(position)
    followed = follow_line(position, score, exact, max_plies=most)
    columns = tuple(
        why_column(position, column, score, exact, names) if column in position.playable else None
        for column in range(position.rules.columns)
    )
    settled = max((reason.position for reason in followed.reasons), key=lambda reached: reached.ply)
    winner = followed.reasons[0].side if score != 0 else None
    uses = threat_uses(settled, winner) if position.rules.line_ends_game else {}
    return Explanation(
        position=position,
        score=score,
        line=line_of(position, score, followed),
        reasons=followed.reasons,
        faster=followed.faster,
        threats=threats_of(settled, names, uses, winner),
        columns=columns,
        names=names,
    )


def line_of(position: Position, score: Score, followed: ReasonLine) -> tuple[Step, ...]:
    """The followed line and the forced sequence at its end, with a reason for each move."""
    reason = followed.reasons[0]
    forced = reason.moves if len(followed.reasons) == 1 else ()
    is_fastest = len(followed.line) + len(forced) == score.plies
    steps = []
    now = position
    value = int(score)
    for number, column in enumerate((*followed.line, *forced)):
        verdict = Score(value, now.left, now.rules).verdict
        why = step_text(now, column, verdict)
        if verdict == "loss" and number >= len(followed.line) and not is_fastest and why == KEEPS["loss"]:
            why = PLAYS_ON
        steps.append(Step(column, now.turn, why))
        now = now.play(column)
        value = -value
    return tuple(steps)


MAX_KNOWN_PLIES = 7  # of a known line: as far as one would be followed


def short_why(position: Position, score: Score, exact: ScoreSource, names: tuple[str, str] = NAMES) -> str:
    """Why an unfinished position has its ``score``; raises LimitReached as ``exact`` does."""
    most = MAX_PLIES
    if not position.rules.line_ends_game and position.left > MAX_PLIES:
        most = 0  # in Max-Connect4 a line explains something only if it leads to the full board
    return _short_text(position, score, follow_line(position, score, exact, max_plies=most), names)


def known_why(analysis: Analysis) -> str | None:
    """Why an analysis is what it is, if its own line soon ends in a forced four; None if it does not.

    There is neither a search nor a look for rules, which take longer than a look into the book.
    """
    score, now = analysis.score, analysis.position
    if score == 0 or not now.rules.line_ends_game:
        return None
    winner = now.turn if score > 0 else 1 - now.turn
    for plies, column in enumerate(analysis.line[:MAX_KNOWN_PLIES]):
        if now.turn == winner and forced_win(now) is not None:
            reason = why_wins(now, winner)
            assert reason is not None, "a forced win is a reason"
            followed = ReasonLine(analysis.line[:plies], (reason,))
            return _short_text(analysis.position, analysis.score, followed, NAMES)
        now = now.play(column)
    return None


def _short_text(position: Position, score: Score, followed: ReasonLine, names: tuple[str, str]) -> str:
    by_search = all(reason.kind == "search" for reason in followed.reasons)
    shows_line = not by_search or not position.rules.line_ends_game
    explanation = Explanation(
        position=position,
        score=score,
        line=line_of(position, score, followed) if shows_line else (),
        reasons=followed.reasons,
        faster=followed.faster,
        names=names,
    )
    return explanation.short
