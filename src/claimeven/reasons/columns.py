"""What each column leads to: what the other side gets by it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from claimeven.reasons.cells import name_of, names_of
from claimeven.reasons.forced import completing, forced_win, fours
from claimeven.reasons.reason import Reason, why_holds, why_wins
from claimeven.reasons.words import columns_named, listed
from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.search.exact import Exact, score_of


@dataclass(frozen=True, slots=True)
class ColumnWhy:
    """A column (0-based), its score for the side to move, and what it ``gives`` the other side, in words.

    It ``keeps`` the result if it is as good as the best one; in a lost position only holding out longest is.
    ``reply`` is the other side's best column where nothing simpler is known about it.
    """

    column: int
    score: Score
    keeps: bool
    gives: str
    reply: int | None = None

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"Column {self.score.rules.column_name(self.column)}: {self.gives}."


def why_column(
    position: Position, column: int, score: Score, exact: Exact, names: tuple[str, str]
) -> ColumnWhy:
    """What a disc in a playable ``column`` leads to; ``score`` is that of the position."""
    after = position.play(column)
    child = score_of(after, exact)
    value = Score(-child.value, position.left, position.rules)
    by_time = position.rules.line_ends_game
    keeps = value == score or (by_time and value.verdict == score.verdict != "loss")
    if after.is_over or not by_time or (keeps and score.verdict != "loss"):
        return ColumnWhy(column, value, keeps, value.result)
    return ColumnWhy(column, value, keeps, *_given(position, column, child, exact, names))


def _given(
    position: Position, column: int, child: Score, exact: Exact, names: tuple[str, str]
) -> tuple[str, int | None]:
    """What a disc in a column gives the other side, whose score is then ``child``.

    The other side's best column stands beside it where nothing simpler is known.
    """
    rules, after = position.rules, position.play(column)
    mine, other = names[position.ply % 2], names[after.ply % 2]
    if now := fours(after.own, after.filled, rules):
        cell = now & -now
        on_top = " on top," if cell >> 1 & position.drop(column) else ""
        return f"{other} completes four{on_top} at {name_of(cell, rules)}", None
    if (moves := forced_win(after)) is not None:
        return f"{other} forces four with {columns_named(moves, rules)}", None
    best = exact.best_column(after, child)
    answer = f"{other} plays {rules.column_name(best)}"
    if best == column:
        is_spoilt = after.drop(best) & completing(position.own, rules)
        answer += f" on top, where {mine} had a threat," if is_spoilt else " on top"
    reason = (why_wins if child.value > 0 else why_holds)(after.play(best), after.ply % 2)
    if reason is not None:
        return f"{answer} and {_in_short(reason, names)}", None
    result = f"wins in {child.plies} plies" if child.value > 0 else "draws"
    return f"{answer} and {result}", best


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
