"""What each column leads to: what the other side gets by it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.forced import completing, forced_win, fours
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.words import columns_named, listed
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import Score, Verdict
from claimeven.search.exact import Exact, known_best_column, score_of


@dataclass(frozen=True, slots=True)
class ColumnWhy:
    """A column (0-based), its verdict for the side to move, and what it ``gives`` the other side, in words.

    It ``keeps`` the result if it is as good as the best one; in a lost position only holding out longest is.
    ``reply`` is the other side's column where nothing simpler is known about it.
    """

    column: int
    verdict: Verdict
    keeps: bool
    gives: str
    reply: int | None = None

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"Column {COLUMN_NAMES[self.column]}: {self.gives}."


def why_column(
    position: Position, column: int, score: Score, exact: Exact, names: tuple[str, str]
) -> ColumnWhy:
    """What a disc in a playable ``column`` leads to; ``score`` is that of the position.

    Only the verdict is searched for and, in a lost position, whether another column holds out longer.
    """
    rules, after = position.rules, position.play(column)
    if after.is_over or not rules.line_ends_game:
        value = Score(-score_of(after, exact).value, position.left, rules)
        keeps = value == score or (rules.line_ends_game and value.verdict == score.verdict)
        return ColumnWhy(column, value.verdict, keeps, value.result)
    kept = min(score.value, 1)  # what keeps the result: any win or draw, in a lost position the score itself
    child = exact.between(after, -kept, max(1 - kept, 1))
    verdict = Score(-child, position.left, rules).verdict
    if child == -kept and kept >= 0:
        return ColumnWhy(column, verdict, True, verdict)
    sooner = " sooner" if child > -kept > 0 else ""
    return ColumnWhy(column, verdict, child == -kept, *_given(position, column, child, sooner, exact, names))


def _given(
    position: Position, column: int, child: int, sooner: str, exact: Exact, names: tuple[str, str]
) -> tuple[str, int | None]:
    """What a disc in a column gives the other side, to whom it is then worth ``child`` or more.

    The column with which the other side gets that stands beside it where nothing simpler is known.
    """
    rules, after = position.rules, position.play(column)
    mine, other = names[position.ply % 2], names[after.ply % 2]
    if now := fours(after.own, after.filled, rules):
        cell = now & -now
        on_top = " on top," if cell >> 1 & position.drop(column) else ""
        return f"{other} completes four{on_top} at {name_of(cell, rules)}", None
    if (moves := forced_win(after)) is not None:
        return f"{other} forces four with {columns_named(moves, rules)}", None
    reply = known_best_column(after, child, lambda later: exact.between(later, -child, 1 - child))
    assert reply is not None, f"no column is worth {child} after column {column + 1}:\n{position}"
    answer = f"{other} plays {rules.column_name(reply)}"
    if reply == column:
        is_spoilt = after.drop(reply) & completing(position.own, rules)
        answer += f" on top, where {mine} had a threat," if is_spoilt else " on top"
    reason = (why_wins if child > 0 else why_holds)(after.play(reply), after.ply % 2)
    if reason is not None:
        return f"{answer} and {_in_short(reason, names)}", None
    return f"{answer} and {f'wins{sooner}' if child > 0 else 'draws'}", reply


def _in_short(reason: Reason, names: tuple[str, str]) -> str:
    """A reason as the end of a sentence whose subject is its side."""
    rules = reason.position.rules
    if reason.kind == "zugzwang":
        where, last = name_of(reason.cells, rules), name_of(reason.cells >> 1, rules)
        return f"waits for {where}, until {names[1 - reason.side]} has to play {last}"
    if reason.kind == "cover":
        return f"only has to answer from then on, and {'wins' if reason.wins else 'cannot lose'}"
    if reason.kind == "no-line":
        return f"{names[1 - reason.side]} has no line left"
    if reason.kind == "double-threat":
        return f"threatens four at {listed(names_of(reason.cells, rules))}"
    return f"wins by force: {columns_named(reason.moves, rules)}"
