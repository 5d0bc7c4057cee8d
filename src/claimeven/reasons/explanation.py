"""Explanation: why a position has its score, as sentences and a drawing; ``explain`` makes one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from claimeven.reasons.columns import (
    ColumnExplanation,
    advice_text,
    column_sentences,
    columns_that_fail,
    columns_that_keep,
    explain_column,
)
from claimeven.reasons.drawing import write_explanation_svg
from claimeven.reasons.reason import Reason, why_wins
from claimeven.reasons.sentences import (
    BEST,
    KEEPS,
    NAMES,
    PLAYS_ON,
    QUIET,
    About,
    Sentence,
    answers_sentence,
    columns_text,
    drop_cells,
    moves_sentence,
    reason_sentence,
    reason_text,
    rule_sentences,
    step_text,
    threat_sentences,
)
from claimeven.reasons.strategy import MAX_PLIES, ReasonLine, follow_line, sides_to_explain
from claimeven.reasons.threats import Threat, forced_win, open_lines, threat_uses, threats_of
from claimeven.rules.position import Position, require_position
from claimeven.rules.score import Score
from claimeven.solver.limits import Analysis
from claimeven.solver.score_source import ScoreSource
from claimeven.solver.solver import Solver

AT_ONCE = ("four", "answer", "double-threat")  # with these reasons, other threats do not matter
MAX_KNOWN_PLIES = 7  # of a known line: as far as one would be followed


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
        if self.score > 0 and self.score.plies == 1:
            return f"{mover} wins with the next disc."
        return _verdict_text(self.score, mover)

    @property
    def short(self) -> str:
        """The line and the reason, in a few sentences."""
        texts = [self.line_text]
        texts += [self.reason_text(reason) for reason in self._distinct_reasons]
        texts.append(self.pace_text)
        return " ".join(text for text in texts if text)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The whole explanation, sentence by sentence, with what each is about on the board."""
        sentences = self._verdict_sentences()
        moves = [step.column for step in self.line[: self.plies]]
        sentences.append(self._moves_sentence("line", self.line_text, moves))
        for reason in self._distinct_reasons:
            sentences += self._reason_sentences(reason)
        sentences.append(Sentence("reason", self.pace_text))
        if self.reasons[0].kind not in AT_ONCE:
            reached = self.position.play_all(moves)
            sentences += threat_sentences(self.threats, reached, self.names, self.plies)
        if self.reasons[0].kind != "four":
            cells = drop_cells(columns_that_keep(self._playable_columns), self.position)
            sentences.append(Sentence("advice", self.advice, self.position.turn, cells=cells))
        sentences += column_sentences(self._playable_columns, self.position, self.score, self.names)
        sentences.append(Sentence("limits", self.limits_text))
        return tuple(sentence for sentence in sentences if sentence.text)

    @property
    def text(self) -> str:
        """The whole explanation."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def line_text(self) -> str:
        """The moves that lead to the reason, with a note on those that threaten or answer; may be empty.

        The moves of a forced sequence are part of the reason.
        """
        if not self.plies:
            return ""
        moves = self._moves_text(self.plies)
        if self.faster is None:
            return f"Best play: {moves}."
        winner = self.reasons[0].side
        whose = "" if winner == self.position.turn else f"for {self.names[winner]} "
        return f"A simple way {whose}to win: {moves}."

    @property
    def pace_text(self) -> str:
        """That the reason describes a slower win than the verdict, if it does; else empty."""
        plan_plies = self.reasons[0].plies
        if plan_plies is None or self.plies + plan_plies == self.score.plies:
            return ""
        return f"That takes up to {self.plies + plan_plies} plies; the fastest win takes {self.score.plies}."

    @property
    def advice(self) -> str:
        """What to do next, in a sentence."""
        return advice_text(self._playable_columns, self.score, self.position.rules)

    @property
    def limits_text(self) -> str:
        """What does not apply to this board; empty where everything does."""
        rows = self.position.rules.rows
        if rows % 2 == 0:
            return ""
        return (
            f"The rules of answering on top do not apply to a board with {rows} rows: "
            "they need an even number."
        )

    @property
    def plies(self) -> int:
        """The number of moves in the line that lead to the reasons."""
        return max(reason.position.ply for reason in self.reasons) - self.position.ply

    def reason_text(self, reason: Reason) -> str:
        """Return one of the reasons in words, or both together where these are the same."""
        if reason.kind == "search":
            return self._search_text(reason)
        if reason.kind == "no-line":
            return self._no_line_text(reason)
        text = reason_text(reason, self.names)
        plies = reason.position.ply - self.position.ply
        if plies == self.plies:
            return text
        if reason.kind == "lines":
            text = f"{text[0].lower()}{text[1:]}"
        if plies == 0:
            return f"Even before these moves, {text}"
        moves = "the first" if plies == 1 else plies
        return f"After {moves} of these moves, {text}"

    def _no_line_text(self, reason: Reason) -> str:
        """Say that one side or, if both have this reason, neither side has a line left."""
        plies = reason.position.ply - self.position.ply
        text = reason_text(reason, self.names)
        if len(self.reasons) == 2 and self._is_one_reason:
            plies = self.plies
            text = "neither side can make four any more: every line has discs of both sides."
        if plies:
            return f"After that, {text}"
        return f"{text[0].upper()}{text[1:]}"

    def _search_text(self, reason: Reason) -> str:
        """Say that no reason was found, with the line of play."""
        text = f"No simple reason: only a full search shows that {self._result_text(reason)}."
        if self.line and self._is_one_reason:
            text += f" Best play begins {self._moves_text(len(self.line))}."
        return text

    def _result_text(self, reason: Reason) -> str:
        """Say what a reason is to show, as a clause."""
        if reason.wins:
            return f"{self.names[reason.side]} wins"
        if self._is_one_reason:
            return "neither side can win"
        return f"{self.names[1 - reason.side]} cannot win"

    def _moves_text(self, plies: int) -> str:
        """Return the first moves of the line, with notes."""
        column_name = self.position.rules.column_name
        moves = []
        for number, step in enumerate(self.line[:plies], start=1):
            notes = []
            if step.why not in QUIET:
                notes.append(step.why)
            if self.faster is not None and number == self.plies:
                notes.append(f"column {column_name(self.faster)} is faster")
            move = f"{self.names[step.side]} {column_name(step.column)}"
            if notes:
                move += f" ({'; '.join(notes)})"
            moves.append(move)
        return ", ".join(moves)

    @property
    def _is_one_reason(self) -> bool:
        """True when there is only one reason, or both sides have the same one that names no cells."""
        kinds = {reason.kind for reason in self.reasons}
        return len(self.reasons) == 1 or kinds in ({"no-line"}, {"search"})

    @property
    def _distinct_reasons(self) -> tuple[Reason, ...]:
        return self.reasons[:1] if self._is_one_reason else self.reasons

    @property
    def _playable_columns(self) -> list[ColumnExplanation]:
        return [why for why in self.columns if why is not None]

    def _verdict_sentences(self) -> list[Sentence]:
        return [Sentence("verdict", self.verdict_text)]

    def _moves_sentence(self, about: About, text: str, columns: list[int]) -> Sentence:
        return moves_sentence(about, text, self.position, columns)

    def _reason_sentences(self, reason: Reason) -> list[Sentence]:
        """Return the sentences of a reason, its rules, and the answers that lead to it."""
        text = self.reason_text(reason)
        if reason.kind == "search":
            moves = [step.column for step in self.line] if self._is_one_reason else []
            return [self._moves_sentence("reason", text, moves)]
        plies = reason.position.ply - self.position.ply
        if reason.kind == "no-line" and self._is_one_reason:
            plies = self.plies
        sentences = [reason_sentence(reason, text, plies)]
        sentences += rule_sentences(reason, self.names, plies)
        if reason.answers:
            moves = [step.column for step in self.line[: plies - 1]]
            before = self.position.play_all(moves[:-1])
            answers = answers_sentence(reason, before, moves[-1], self.names, plies - 2)
            if answers is not None:
                sentences.append(answers)
        return sentences

    def _repr_svg_(self) -> str:
        """Draw the board as a notebook shows it, with the deciding cells marked."""
        return write_explanation_svg(self)


class MaxExplanation(Explanation):
    """Why a position of Max-Connect4 has its score: best play, the lines of both sides, and the threats.

    A line does not end the game there, so that no reason but a search settles a position.
    """

    __slots__ = ()

    @property
    def verdict_text(self) -> str:
        """Who ends how many lines ahead, in a sentence."""
        return _verdict_text(self.score, self.names[self.position.turn])

    @property
    def advice(self) -> str:
        """Which columns are best, in a sentence."""
        best = columns_that_keep(self._playable_columns)
        best_text = columns_text(best, self.position.rules)
        if len(best) > 1:
            return f"{best_text} are best."
        if columns_that_fail(self._playable_columns):
            return f"{best_text} is best."
        return f"{best_text} is the only one left."

    @property
    def limits_text(self) -> str:
        """That the rules of answering on top do not apply."""
        rules = "The rules of answering on top"
        return f"{rules} do not apply to Max-Connect4, where the game continues after a line."

    def _search_text(self, reason: Reason) -> str:
        """Return the line of play and, if it leads to the full board, the lines that both sides have then."""
        end = self.position.play_all(step.column for step in self.line)
        if end.is_over:
            moves = self._moves_text(len(self.line))
            return f"Best play: {moves}. Then the board is full, with {self._lines_text(end)}."
        return super()._search_text(reason)

    def _verdict_sentences(self) -> list[Sentence]:
        """Return the verdict, and the lines that both sides have and can still make."""
        possible = []
        for side in (0, 1):
            made = self.position.lines_of(self.position.discs_of(side))
            still_possible = len(open_lines(self.position, side)) - len(made)
            possible.append(f"{self.names[side]} {still_possible}")
        text = f"Lines so far: {self._lines_text(self.position)}; still possible: {', '.join(possible)}."
        return [Sentence("verdict", self.verdict_text), Sentence("verdict", text)]

    def _moves_sentence(self, about: About, text: str, columns: list[int]) -> Sentence:
        return Sentence(about, text, plies=len(columns))

    def _lines_text(self, position: Position) -> str:
        """Return the numbers of lines that both sides have in a position."""
        counts = []
        for side, name in enumerate(self.names):
            made = position.lines_of(position.discs_of(side))
            counts.append(f"{name} {len(made)}")
        return ", ".join(counts)


def _verdict_text(score: Score, mover: str) -> str:
    """Return the words of a score as a sentence about the side to move."""
    words = score.words.replace("the side to move", mover, 1)
    return f"{words[0].upper()}{words[1:]}."


def explain(
    position: Position,
    source: ScoreSource | None = None,
    *,
    names: tuple[str, str] = NAMES,
    max_plies: int = MAX_PLIES,
) -> Explanation:
    """Explain why an unfinished position has its score, with a line of at most ``max_plies`` to a reason.

    The scores are those of ``source``, a new Solver if None. Raises GameOver for a finished game, and
    LimitReached as ``source`` does.

    >>> from claimeven import Position
    >>> explain(Position.from_moves("445566")).short
    'X completes four at c1 or g1.'
    """
    require_position(position)
    position.require_unfinished("there is nothing to explain")
    if source is None:
        source = Solver()
    score = source.score(position)
    if not position.rules.line_ends_game:
        explanation = _explain_max(position, score, source, names, max_plies)
        return replace(explanation, columns=_explain_columns(position, score, source, names))
    followed = follow_line(position, score, source, max_plies=max_plies)
    columns = _explain_columns(position, score, source, names)
    reached = max((reason.position for reason in followed.reasons), key=lambda settled: settled.ply)
    winner = followed.reasons[0].side if score != 0 else None
    return Explanation(
        position=position,
        score=score,
        line=_steps(position, score, followed),
        reasons=followed.reasons,
        faster=followed.faster,
        threats=threats_of(reached, names, threat_uses(reached, winner), winner),
        columns=columns,
        names=names,
    )


def _explain_columns(
    position: Position, score: Score, source: ScoreSource, names: tuple[str, str]
) -> tuple[ColumnExplanation | None, ...]:
    """Explain every column, from left to right; None where no disc fits."""
    columns: list[ColumnExplanation | None] = [None] * position.rules.columns
    for column in position.playable:
        columns[column] = explain_column(position, column, score, source, names)
    return tuple(columns)


def short_why(position: Position, score: Score, source: ScoreSource, names: tuple[str, str] = NAMES) -> str:
    """Return the line and the reason of an unfinished position with this ``score``, in a few sentences.

    Raises LimitReached as ``source`` does.
    """
    if not position.rules.line_ends_game:
        leads_to_full_board = position.left <= MAX_PLIES  # else a line of best play explains nothing
        max_plies = MAX_PLIES if leads_to_full_board else 0
        return _explain_max(position, score, source, names, max_plies).short
    return _short_text(position, score, follow_line(position, score, source), names)


def known_why(analysis: Analysis) -> str | None:
    """Return why an analysis is what it is if its own line soon ends in a forced four, else None.

    There is neither a search nor a look for rules: both take longer than a look into the book.
    """
    score = analysis.score
    now = analysis.position
    if score == 0 or not now.rules.line_ends_game:
        return None
    winner = now.turn if score > 0 else 1 - now.turn
    for plies, column in enumerate(analysis.line[:MAX_KNOWN_PLIES]):
        if now.turn == winner and forced_win(now) is not None:
            reason = why_wins(now, winner)
            assert reason is not None, "a forced win is a reason"
            followed = ReasonLine(analysis.line[:plies], (reason,))
            return _short_text(analysis.position, score, followed, NAMES)
        now = now.play(column)
    return None


def _short_text(position: Position, score: Score, followed: ReasonLine, names: tuple[str, str]) -> str:
    """Return the short form of an explanation; the line is left out where it led to no reason."""
    line: tuple[Step, ...] = ()
    if any(reason.kind != "search" for reason in followed.reasons):
        line = _steps(position, score, followed)
    explanation = Explanation(
        position=position,
        score=score,
        line=line,
        reasons=followed.reasons,
        faster=followed.faster,
        names=names,
    )
    return explanation.short


def _steps(position: Position, score: Score, followed: ReasonLine) -> tuple[Step, ...]:
    """Return the followed line and the forced sequence at its end, with a reason for each move."""
    forced: tuple[int, ...] = ()
    if len(followed.reasons) == 1:
        forced = followed.reasons[0].moves
    is_fastest = len(followed.line) + len(forced) == score.plies
    steps = []
    now = position
    value = int(score)
    for number, column in enumerate((*followed.line, *forced)):
        verdict = Score(value, now.left, now.rules).verdict
        why = step_text(now, column, verdict)
        is_forced = number >= len(followed.line)
        if is_forced and not is_fastest and why == KEEPS["loss"]:
            why = PLAYS_ON
        steps.append(Step(column, now.turn, why))
        now = now.play(column)
        value = -value
    return tuple(steps)


def _explain_max(
    position: Position,
    score: Score,
    source: ScoreSource,
    names: tuple[str, str],
    max_plies: int,
) -> MaxExplanation:
    """Explain a position of Max-Connect4 by at most ``max_plies`` of best play; the columns are left out."""
    steps: list[Step] = []
    now = position
    value = int(score)
    while len(steps) < max_plies and not now.is_over:
        column = source.best_column(now, Score(value, now.left, now.rules))
        steps.append(Step(column, now.turn, BEST))
        now = now.play(column)
        value = -value
    reasons = []
    for side in sides_to_explain(position, score):
        reasons.append(Reason(kind="search", side=side, wins=score != 0, position=position))
    winner = reasons[0].side if score != 0 else None
    return MaxExplanation(
        position=position,
        score=score,
        line=tuple(steps),
        reasons=tuple(reasons),
        threats=threats_of(position, names, {}, winner),
        names=names,
    )
