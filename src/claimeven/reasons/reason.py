"""Reason: what settles a position without a search, from a four now to rules that cover every line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from claimeven.reasons.allis import AFTEREVEN, CLAIMEVEN, CoverProblem, Rule, find_cover
from claimeven.reasons.cells import Pairs, cells_of
from claimeven.reasons.deciding_lines import DecidingLines
from claimeven.reasons.threats import forced_win, fours
from claimeven.reasons.zugzwang import (
    FillCount,
    ZugzwangClaim,
    closed_column_claims,
    count_free_cells,
    odd_threat_claims,
)
from claimeven.rules.position import Position

ReasonKind = Literal[
    "four",
    "answer",
    "double-threat",
    "forced",
    "zugzwang",
    "mutual-zugzwang",
    "cover",
    "no-line",
    "lines",
    "search",
]
REASON_KINDS: tuple[ReasonKind, ...] = get_args(ReasonKind)
CACHED_POSITIONS = 4096  # the lines and columns of one explanation lead to the same positions


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule of a cover: the cells it takes, in pairs, and the lines of the other side that it stops."""

    name: str
    cells: int
    pairs: Pairs
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why ``side`` (0 or 1) wins the ``position`` or, unless ``wins``, does not lose it.

    ``cells`` are the cells that decide, as a mask. ``moves`` are the columns of a forced sequence to four,
    ``rules`` those of a cover, ``lines`` those that the side needs (deciding_lines.py). If there are
    ``answers``, the position is reached by one of them, and every other move two plies earlier has an answer
    after which such a reason holds as well.
    """

    kind: ReasonKind
    side: int
    wins: bool
    position: Position
    cells: int = 0
    moves: tuple[int, ...] = ()
    rules: tuple[AppliedRule, ...] = ()
    lines: DecidingLines | None = None
    answers: tuple[Answer, ...] = ()

    @property
    def is_zugzwang(self) -> bool:
        """True when the other side must play below a threat in the end."""
        return self.kind in ("zugzwang", "mutual-zugzwang")

    @property
    def count(self) -> FillCount:
        """The cells that can be filled before the other side must play below a deciding cell."""
        taken = 0
        for rule in self.rules:
            if rule.name in (CLAIMEVEN, AFTEREVEN):  # the side gets the upper cell of each pair
                for _, upper in rule.pairs:
                    taken |= upper
            else:
                taken |= rule.cells
        return count_free_cells(self.position, self.side, self.cells, taken)

    @property
    def plies(self) -> int | None:
        """The largest number of plies that the plan takes to the four; None if it gives no number.

        The winner may have something faster.
        """
        if self.is_zugzwang:
            return self.count.plies
        return len(self.moves) or None


@dataclass(frozen=True, slots=True)
class Answer:
    """The ``reply`` to a move in ``column``, and the reason that holds after it; None if the game is over."""

    column: int
    reply: int
    reason: Reason | None


@lru_cache(maxsize=CACHED_POSITIONS)
def why_wins(position: Position, side: int) -> Reason | None:
    """Return the simplest reason why ``side`` wins; None if there is none, or the game is over."""
    if not _can_have_reasons(position):
        return None
    if position.turn == side:
        return _attack(position)
    return _defenceless(position) or _zugzwang(position)


@lru_cache(maxsize=CACHED_POSITIONS)
def why_holds(position: Position, side: int) -> Reason | None:
    """Return the simplest reason why ``side`` does not lose; None if there is none, or the game is over."""
    if not _can_have_reasons(position):
        return None
    rules = position.rules
    not_ours = rules.board & ~position.discs_of(side)
    if not rules.has_line(not_ours):
        return Reason(kind="no-line", side=side, wins=False, position=position)
    if position.turn == side:
        return None
    has_even_rows = rules.rows % 2 == 0
    problem = CoverProblem(position, controls_zugzwang=side == 1 and has_even_rows)
    cover = find_cover(problem)
    if cover is None:
        return None
    applied = _applied(cover, problem)
    return Reason(kind="cover", side=side, wins=False, position=position, rules=applied)


def _can_have_reasons(position: Position) -> bool:
    """Return whether reasons apply: all of them are about who completes the first line."""
    return position.rules.line_ends_game and not position.is_over


def _attack(position: Position) -> Reason | None:
    """Return why the side to move wins: four now, or by force."""
    moves = forced_win(position)
    if moves is None:
        return None
    before_four = position.play_all(moves[:-1])
    cells = before_four.drop(moves[-1])
    kind: ReasonKind = "forced"
    if len(moves) == 1:
        kind = "four"
    elif len(moves) == 3:
        first, reply, _ = moves
        reply_cell = position.play(first).drop(reply)
        cells = fours(before_four.own, before_four.filled & ~reply_cell, position.rules)
        kind = "answer" if cells.bit_count() == 1 else "double-threat"
    return Reason(kind=kind, side=position.turn, wins=True, position=position, cells=cells, moves=moves)


def _defenceless(position: Position) -> Reason | None:
    """Return why the side to move loses by force whatever it plays."""
    rules = position.rules
    winner = 1 - position.turn
    if fours(position.own, position.filled, rules):
        return None
    threats = fours(position.other, position.filled, rules)
    if threats.bit_count() > 1:
        columns = [rules.column_of(cell) for cell in cells_of(threats)]
        return Reason(
            kind="double-threat",
            side=winner,
            wins=True,
            position=position,
            cells=threats,
            moves=tuple(columns[:2]),
        )
    moves = _longest_defence(position, threats)
    if moves is None:
        return None
    kind: ReasonKind = "forced"
    if threats and len(moves) == 2:
        kind = "answer"
    before_four = position.play_all(moves[:-1])
    cells = threats | before_four.drop(moves[-1])
    return Reason(kind=kind, side=winner, wins=True, position=position, cells=cells, moves=moves)


def _longest_defence(position: Position, threat: int) -> tuple[int, ...] | None:
    """Return a move of the side to move and the longest forced sequence to four that it allows.

    Only the cell of the ``threat`` can be played if there is one, else any column. None if a move does not
    lose by force.
    """
    columns = position.playable
    if threat:
        columns = (position.rules.column_of(threat),)
    longest: tuple[int, ...] = ()
    for column in columns:
        after = position.play(column)
        win = None if after.is_over else forced_win(after)
        if win is None:
            return None
        if len(win) >= len(longest):
            longest = (column, *win)
    return longest


def _zugzwang(position: Position) -> Reason | None:
    """Return why the side to move must play below a threat in the end, or lets a line be completed."""
    if position.rules.rows % 2:
        return None
    if position.turn == 0:
        reason = _by_aftereven(position)
    else:
        reason = _by_claims(position, odd_threat_claims(position))
    if reason is None:
        mutual = _by_claims(position, closed_column_claims(position))
        if mutual is not None:
            reason = replace(mutual, kind="mutual-zugzwang")
    return reason


def _by_aftereven(position: Position) -> Reason | None:
    """Return why the second player wins with a line that it completes by answering alone."""
    problem = CoverProblem(position)
    cover = find_cover(problem, winning=True)
    if cover is None:
        return None
    missing = [rule.line & ~position.filled for rule in cover if rule.name == AFTEREVEN]
    cells = min(missing, key=lambda cells: (cells.bit_count(), cells))
    return _won_by_cover(position, cells, _applied(cover, problem))


def _by_claims(position: Position, claims: Iterable[ZugzwangClaim]) -> Reason | None:
    """Return why the side that is not to move wins with the threats of a claim, the first that works."""
    for claim in claims:
        cover = find_cover(claim.problem)
        if cover is not None:
            return _won_by_cover(position, sum(claim.threats), _applied(cover, claim.problem))
    return None


def _won_by_cover(position: Position, cells: int, rules: tuple[AppliedRule, ...]) -> Reason:
    """Make the reason of a cover that wins with ``cells``: zugzwang where a single cell decides."""
    kind: ReasonKind = "zugzwang" if cells.bit_count() == 1 else "cover"
    return Reason(kind=kind, side=1 - position.turn, wins=True, position=position, cells=cells, rules=rules)


def _applied(cover: tuple[Rule, ...], problem: CoverProblem) -> tuple[AppliedRule, ...]:
    """Return the rules of a cover with the lines that they stop."""
    return tuple(AppliedRule(rule.name, rule.cells, rule.pairs, problem.lines_of(rule)) for rule in cover)
