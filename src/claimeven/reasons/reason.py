"""Reasons: what settles a position without a search, from a four now to rules that cover every line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from claimeven.reasons.allis import AFTEREVEN, CLAIMEVEN, CoverProblem, find_cover
from claimeven.reasons.cells import cells_of
from claimeven.reasons.deciding_lines import DecidingLines
from claimeven.reasons.threats import forced_win, fours
from claimeven.reasons.zugzwang import FillCount, claims_of, closed_column_claims, count_free_cells
from claimeven.rules.position import Position

Kind = Literal[
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
KINDS: tuple[Kind, ...] = get_args(Kind)
KEPT = 4096  # positions whose reasons are remembered: lines and columns of one explanation meet again


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule of a cover: the cells it takes, in pairs, and the lines of the other side that it stops."""

    name: str
    cells: int
    pairs: tuple[tuple[int, int], ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why ``side`` (0 or 1) wins the ``position`` or, unless ``wins``, does not lose it.

    ``cells`` are the cells that decide, as a mask. ``moves`` are the columns of a forced sequence to four,
    ``rules`` those of a cover, ``lines`` those that the side needs (deciding_lines.py). If there are
    ``answers``, the position is reached by one of them, and every other move two plies earlier has an answer
    after which such a reason holds, too.
    """

    kind: Kind
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
        for used in self.rules:
            if used.name in (CLAIMEVEN, AFTEREVEN):  # of each pair the side gets the upper cell
                for _, upper in used.pairs:
                    taken |= upper
            else:
                taken |= used.cells
        return count_free_cells(self.position, self.side, self.cells, taken)

    @property
    def plies(self) -> int | None:
        """How many plies the plan takes at most, from its position to the four; None if it gives no number.

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


@lru_cache(maxsize=KEPT)
def why_wins(position: Position, side: int) -> Reason | None:
    """The simplest reason that ``side`` wins a position; None if there is none, or the game is over."""
    if position.is_over or not position.rules.line_ends_game:
        return None
    if position.turn == side:
        return _attack(position, side)
    return _defenceless(position, side) or _zugzwang(position, side)


@lru_cache(maxsize=KEPT)
def why_holds(position: Position, side: int) -> Reason | None:
    """The simplest reason that ``side`` does not lose a position, None as above."""
    rules = position.rules
    if position.is_over or not rules.line_ends_game:
        return None
    if not rules.has_line(rules.board & ~position.discs_of(side)):
        return Reason(kind="no-line", side=side, wins=False, position=position)
    if position.turn == side:
        return None
    return _covered(
        position, side, CoverProblem(position, patient=side == 1 and rules.rows % 2 == 0), wins=False
    )


def _attack(position: Position, side: int) -> Reason | None:
    """The side to move wins: four now, or by force."""
    moves = forced_win(position)
    if moves is None:
        return None
    last = position.play_all(moves[:-1])
    cell = last.drop(moves[-1])
    kind: Kind = "forced"
    if len(moves) == 1:
        kind = "four"
    elif len(moves) == 3:
        cell = fours(last.own, last.filled & ~position.play(moves[0]).drop(moves[1]), last.rules)
        kind = "double-threat" if cell & cell - 1 else "answer"
    return Reason(kind=kind, side=side, wins=True, position=position, cells=cell, moves=moves)


def _defenceless(position: Position, side: int) -> Reason | None:
    """The side to move loses by force whatever it plays."""
    rules, filled = position.rules, position.filled
    if fours(position.own, filled, rules):
        return None
    threats = fours(position.other, filled, rules)
    if threats & threats - 1:
        moves = tuple(rules.column_of(cell) for cell in list(cells_of(threats))[:2])
        return Reason(
            kind="double-threat", side=side, wins=True, position=position, cells=threats, moves=moves
        )
    longest: tuple[int, ...] = ()
    for column in [rules.column_of(threats)] if threats else position.playable:
        after = position.play(column)
        if after.is_over or (win := forced_win(after)) is None:
            return None
        if len(win) >= len(longest):
            longest = (column, *win)
    kind: Kind = "answer" if threats and len(longest) == 2 else "forced"
    cells = threats | position.play_all(longest[:-1]).drop(longest[-1])
    return Reason(kind=kind, side=side, wins=True, position=position, cells=cells, moves=longest)


def _zugzwang(position: Position, side: int) -> Reason | None:
    """The side to move runs out of other moves and must play under a threat, or lets a line be completed."""
    if position.rules.rows % 2:
        return None
    if side == 1:
        reason = _covered(position, side, CoverProblem(position), wins=True)
        if reason is not None:
            return reason
    else:
        for claim in claims_of(position):
            reason = _covered(position, side, claim.ground, wins=True, threats=sum(claim.threats))
            if reason is not None:
                return reason
    for claim in closed_column_claims(position):
        reason = _covered(position, side, claim.ground, wins=True, threats=sum(claim.threats))
        if reason is not None:
            return replace(reason, kind="mutual-zugzwang")
    return None


def _covered(
    position: Position, side: int, ground: CoverProblem, *, wins: bool, threats: int = 0
) -> Reason | None:
    """Rules that take a cell of every line of the side to move; zugzwang where a single cell decides.

    The side wins with its ``threats`` or, without any, with the line of an Aftereven.
    """
    by_line = wins and not threats
    cover = find_cover(ground, winning=by_line)
    if cover is None:
        return None
    if by_line:
        holes = [rule.line & ~position.filled for rule in cover if rule.name == AFTEREVEN]
        threats = min(holes, key=lambda cells: (cells.bit_count(), cells))
    kind: Kind = "zugzwang" if threats.bit_count() == 1 else "cover"
    used = tuple(AppliedRule(rule.name, rule.cells, rule.pairs, ground.lines_of(rule)) for rule in cover)
    return Reason(kind=kind, side=side, wins=wins, position=position, cells=threats, rules=used)
