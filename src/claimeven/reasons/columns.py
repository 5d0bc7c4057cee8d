"""What each column leads to: what the other side gets by it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from claimeven.reasons.cells import Pairs, name_of, names_of
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.sentences import columns_named, listed, waiting_cells, waiting_text
from claimeven.reasons.threats import completing, forced_win, fours
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import Score, Verdict
from claimeven.solver.score_source import ScoreSource, known_best_column, score_of


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a column gives the other side, in words.

    ``cells`` are the cells that the words name, as a mask, and ``pairs`` those of which one answers the
    other. ``reply`` is the other side's column where nothing simpler than a search is known about it.
    """

    text: str
    cells: int = 0
    pairs: Pairs = ()
    reply: int | None = None


@dataclass(frozen=True, slots=True)
class ColumnExplanation:
    """A column (0-based), its verdict for the side to move, and what it gives the other side.

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


def why_column(
    position: Position, column: int, score: Score, exact: ScoreSource, names: tuple[str, str]
) -> ColumnExplanation:
    """What a disc in a playable ``column`` leads to; ``score`` is that of the position.

    Only the verdict is searched for and, in a lost position, whether another column holds out longer.
    """
    rules = position.rules
    after = position.play(column)
    if after.is_over or not rules.line_ends_game:
        value = Score(-score_of(after, exact), position.left, rules)
        keeps = value == score or (rules.line_ends_game and value.verdict == score.verdict)
        return ColumnExplanation(column, value.verdict, keeps, Consequence(value.result))
    kept = min(int(score), 1)  # what keeps the result: any win or draw, in a lost position the score itself
    child = exact.score_in_window(after, -kept, max(1 - kept, 1))
    verdict = Score(-child, position.left, rules).verdict
    keeps = child == -kept
    if keeps and kept >= 0:
        return ColumnExplanation(column, verdict, keeps, Consequence(verdict))
    is_sooner = child > -kept > 0
    return ColumnExplanation(column, verdict, keeps, _given(position, column, child, is_sooner, exact, names))


def _given(
    position: Position, column: int, child: int, is_sooner: bool, exact: ScoreSource, names: tuple[str, str]
) -> Consequence:
    """What a disc in a column gives the other side, to whom it is then worth ``child`` or more."""
    rules = position.rules
    after = position.play(column)
    mine, other = names[position.turn], names[after.turn]
    now = fours(after.own, after.filled, rules)
    if now:
        cell = now & -now
        on_top = " on top," if cell >> 1 & position.drop(column) else ""
        return Consequence(f"{other} completes four{on_top} at {name_of(cell, rules)}", cell)
    moves = forced_win(after)
    if moves is not None:
        return Consequence(f"{other} forces four with {columns_named(moves, rules)}")
    reply = known_best_column(after, child, lambda later: exact.score_in_window(later, -child, 1 - child))
    assert reply is not None, f"no column is worth {child} after column {column + 1}:\n{position}"
    replied = after.drop(reply)
    answer = f"{other} plays {rules.column_name(reply)}"
    if reply == column:
        is_taken = replied & completing(position.own, rules)
        answer += f" on top, where {mine} had a threat," if is_taken else " on top"
    if child > 0:
        reason = why_wins(after.play(reply), after.turn)
    else:
        reason = why_holds(after.play(reply), after.turn)
    if reason is not None:
        waits = reason.count.pairs if reason.is_zugzwang else ()
        return Consequence(
            f"{answer} and {_in_short(reason, names)}", replied | _cells_in_short(reason), waits
        )
    sooner = " sooner" if is_sooner else ""
    result = f"wins{sooner}" if child > 0 else "draws"
    return Consequence(f"{answer} and {result}", replied, reply=reply)


def _in_short(reason: Reason, names: tuple[str, str]) -> str:
    """A reason as the end of a sentence whose subject is its side."""
    rules = reason.position.rules
    if reason.is_zugzwang:
        return f"waits for {waiting_text(reason, names)}"
    if reason.kind == "cover":
        return f"then just replies, so it {'wins' if reason.wins else 'cannot lose'}"
    if reason.kind == "no-line":
        return f"{names[1 - reason.side]} has no line left"
    if reason.kind == "double-threat":
        return f"threatens four at {listed(names_of(reason.cells, rules))}"
    return f"wins by force: {columns_named(reason.moves, rules)}"


def _cells_in_short(reason: Reason) -> int:
    """The cells that ``_in_short`` names."""
    if reason.is_zugzwang:
        return waiting_cells(reason)
    return reason.cells if reason.kind == "double-threat" else 0
