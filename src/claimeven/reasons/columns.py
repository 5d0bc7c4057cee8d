"""Columns: what each one leads to, what the weaker ones give away, and which to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from claimeven.reasons.cells import Pairs, name_of, names_of
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.sentences import (
    Sentence,
    columns_by_reply,
    columns_named,
    columns_text,
    drop_cells,
    listed,
    reply_cells,
    waiting_cells,
    waiting_text,
)
from claimeven.reasons.threats import completing, forced_win, fours
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES, Rules
from claimeven.rules.score import Score, Verdict, final_value
from claimeven.solver.score_source import ScoreSource, known_best_column, score_of


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the other side gets by a disc in a column, in words.

    ``cells`` are the cells that the words name, as a mask, and ``pairs`` those of which one answers the
    other. ``reply`` is the other side's column where nothing simpler than a search is known about it.
    """

    text: str
    cells: int = 0
    pairs: Pairs = ()
    reply: int | None = None


@dataclass(frozen=True, slots=True)
class ColumnExplanation:
    """A column (0-based), its verdict for the side to move, and its consequence.

    It ``keeps`` the result if it is as good as the best one; in a lost position only holding out longest is.
    """

    column: int
    verdict: Verdict
    keeps: bool
    consequence: Consequence

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"Column {COLUMN_NAMES[self.column]}: {self.consequence.text}."


def explain_column(
    position: Position, column: int, score: Score, source: ScoreSource, names: tuple[str, str]
) -> ColumnExplanation:
    """Explain what a disc in a playable ``column`` leads to; ``score`` is that of the position.

    Only the verdict is searched for and, in a lost position, whether another column holds out longer.
    """
    rules = position.rules
    if not rules.line_ends_game:
        return _explain_max_column(position, column, score, source)
    after = position.play(column)
    if after.is_over:
        value = Score(-final_value(after), position.left, rules)
        keeps = value.verdict == score.verdict
        return ColumnExplanation(column, value.verdict, keeps, Consequence(value.result))
    # What a column must be worth to keep the result: any win, a draw, or in a lost position the score itself.
    needed = min(int(score), 1)
    # Wide enough to tell what is needed from anything worse, and a draw from a loss.
    child = source.score_in_window(after, -needed, max(1 - needed, 1))
    verdict = Score(-child, position.left, rules).verdict
    keeps = child == -needed
    if keeps and needed >= 0:
        return ColumnExplanation(column, verdict, keeps, Consequence(verdict))
    consequence = _simple_consequence(position, column, names)
    if consequence is None:
        is_sooner = child > -needed > 0
        consequence = _consequence_of_reply(position, column, child, is_sooner, source, names)
    return ColumnExplanation(column, verdict, keeps, consequence)


def _explain_max_column(
    position: Position, column: int, score: Score, source: ScoreSource
) -> ColumnExplanation:
    """Explain a column of Max-Connect4 by its exact margin."""
    value = Score(-score_of(position.play(column), source), position.left, position.rules)
    return ColumnExplanation(column, value.verdict, value == score, Consequence(value.result))


def _simple_consequence(position: Position, column: int, names: tuple[str, str]) -> Consequence | None:
    """Return the four or the forced sequence that a column gives the other side, if it does."""
    rules = position.rules
    after = position.play(column)
    other = names[after.turn]
    now = fours(after.own, after.filled, rules)
    if now:
        cell = now & -now
        is_on_top = (cell >> 1) & position.drop(column)
        on_top = " on top," if is_on_top else ""
        return Consequence(f"{other} completes four{on_top} at {name_of(cell, rules)}", cell)
    moves = forced_win(after)
    if moves is not None:
        return Consequence(f"{other} forces four with {columns_named(moves, rules)}")
    return None


def _consequence_of_reply(
    position: Position,
    column: int,
    child: int,
    is_sooner: bool,
    source: ScoreSource,
    names: tuple[str, str],
) -> Consequence:
    """Return what the other side gets by its best reply to a column, after which it is worth ``child``."""
    after = position.play(column)
    reply = _best_reply(after, child, source)
    reply_cell = after.drop(reply)
    answer = f"{names[after.turn]} plays {position.rules.column_name(reply)}"
    if reply == column:
        answer += " on top"
        if reply_cell & completing(position.own, position.rules):
            answer += f", where {names[position.turn]} had a threat,"
    then = after.play(reply)
    reason = why_wins(then, after.turn) if child > 0 else why_holds(then, after.turn)
    if reason is None:
        result = "draws"
        if child > 0:
            result = "wins sooner" if is_sooner else "wins"
        return Consequence(f"{answer} and {result}", reply_cell, reply=reply)
    text = f"{answer} and {_short_reason(reason, names)}"
    cells = reply_cell | _short_reason_cells(reason)
    pairs = reason.count.pairs if reason.is_zugzwang else ()
    return Consequence(text, cells, pairs)


def _best_reply(after: Position, value: int, source: ScoreSource) -> int:
    """Return the first column, centre first, that keeps at least the ``value`` of a position."""

    def score_of_child(child: Position) -> int:
        return source.score_in_window(child, -value, 1 - value)

    reply = known_best_column(after, value, score_of_child)
    assert reply is not None, f"no column is worth {value}:\n{after}"
    return reply


def _short_reason(reason: Reason, names: tuple[str, str]) -> str:
    """Say a reason as the end of a sentence whose subject is its side."""
    rules = reason.position.rules
    if reason.is_zugzwang:
        return f"waits for {waiting_text(reason, names)}"
    if reason.kind == "cover":
        result = "wins" if reason.wins else "cannot lose"
        return f"then just replies, so it {result}"
    if reason.kind == "no-line":
        return f"{names[1 - reason.side]} has no line left"
    if reason.kind == "double-threat":
        return f"threatens four at {listed(names_of(reason.cells, rules))}"
    return f"wins by force: {columns_named(reason.moves, rules)}"


def _short_reason_cells(reason: Reason) -> int:
    """Return the cells that ``_short_reason`` names."""
    if reason.is_zugzwang:
        return waiting_cells(reason)
    if reason.kind == "double-threat":
        return reason.cells
    return 0


def column_sentences(
    columns: Sequence[ColumnExplanation], position: Position, score: Score, names: tuple[str, str]
) -> Iterator[Sentence]:
    """Yield what the columns give away that do not keep the result, those that are alike together."""
    explained: dict[str, list[ColumnExplanation]] = {}
    searched: dict[Verdict, list[ColumnExplanation]] = {}
    for why in columns:
        if why.keeps:
            continue
        if why.consequence.reply is None:
            explained.setdefault(why.consequence.text, []).append(why)
        else:
            searched.setdefault(why.verdict, []).append(why)
    for alike in explained.values():
        yield _explained_sentence(alike, position)
    for alike in searched.values():
        yield _searched_sentence(alike, position, score, names)


def _explained_sentence(alike: Sequence[ColumnExplanation], position: Position) -> Sentence:
    """Make the sentence of columns with the same consequence."""
    columns = [why.column for why in alike]
    cells = drop_cells(columns, position)
    pairs: dict[tuple[int, int], None] = {}
    for why in alike:
        cells |= why.consequence.cells
        pairs |= dict.fromkeys(why.consequence.pairs)
    text = f"{columns_text(columns, position.rules)}: {alike[0].consequence.text}."
    return Sentence("columns", text, 1 - position.turn, cells=cells, pairs=tuple(pairs))


def _searched_sentence(
    alike: Sequence[ColumnExplanation], position: Position, score: Score, names: tuple[str, str]
) -> Sentence:
    """Make the sentence of columns with the same verdict of which only the search knows."""
    replies = []
    for why in alike:
        if why.consequence.reply is not None:
            replies.append((why.column, why.consequence.reply))
    if len(alike) == 1:
        text = alike[0].text
    else:
        result = "wins" if alike[0].verdict == "loss" else "draws"
        if score.verdict == "loss":
            result += " sooner"
        grouped = columns_by_reply(replies, position.rules)
        answers = "; ".join(f"{columns} with {reply}" for columns, reply in grouped)
        text = f"{names[1 - position.turn]} {result} by answering {answers}."
    return Sentence("columns", text, 1 - position.turn, pairs=reply_cells(replies, position))


def columns_that_keep(columns: Sequence[ColumnExplanation]) -> list[int]:
    """List the columns that keep the result."""
    return [why.column for why in columns if why.keeps]


def columns_that_fail(columns: Sequence[ColumnExplanation]) -> list[int]:
    """List the columns that do not keep the result."""
    return [why.column for why in columns if not why.keeps]


def advice_text(columns: Sequence[ColumnExplanation], score: Score, rules: Rules) -> str:
    """Say which columns to play."""
    best = columns_that_keep(columns)
    rest = columns_that_fail(columns)
    best_text = columns_text(best, rules)
    is_single = len(best) == 1
    if is_single and not rest:
        return f"{best_text} is the only one left."
    if score.verdict == "loss":
        if not rest:
            return "No column holds out longer than the others."
        return f"{best_text} {'holds' if is_single else 'hold'} out longest."
    verb = score.verdict
    if not rest:
        return f"Every column {verb}s."
    if len(best) > 3 and len(best) > len(rest):
        return f"All columns but {listed([rules.column_name(column) for column in rest])} {verb}."
    return f"Only {best_text.lower()} {verb}{'s' if is_single else ''}."
