"""Sentences of an explanation, and what each of them speaks of on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from claimeven.reasons.forced import fours
from claimeven.reasons.reason import Reason
from claimeven.reasons.threats import Threat
from claimeven.reasons.words import rules_told
from claimeven.rules.position import Position

About = Literal["verdict", "line", "reason", "rule", "answers", "threats", "advice", "columns", "limits"]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, which holds when so many ``plies`` of the line have been played.

    ``cells`` are the cells it is about, as a mask. ``pairs`` are cells that answer each other, ``lines``
    those that ``side`` completes, and ``stops`` the other side's lines that the pairs stop.
    """

    about: About
    text: str
    side: int | None = None
    plies: int = 0
    cells: int = 0
    pairs: Pairs = ()
    lines: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()


def reason_said(reason: Reason, text: str, plies: int) -> Said:
    """A reason that holds after ``plies`` of the line; a forced sequence is shown where its four stands."""
    position, side = reason.position, reason.side
    cells, discs = reason.cells, _discs(position, side)
    if reason.kind == "four":
        cells = fours(position.own, position.filled, position.rules)
    elif reason.moves:
        is_attack = position.ply % 2 == side
        is_near = reason.kind in ("double-threat", "answer")
        *forced, last = reason.moves
        before = reduce(lambda now, column: now.play(column), forced, position)
        discs = _discs(before, side)
        cells = before.drop(last) | (cells if is_near else 0)
        plies += is_attack if is_near else len(forced)
    lines = [line for line in position.rules.lines if line & cells and not line & ~(discs | cells)]
    pairs = dict.fromkeys(pair for used in reason.rules for pair in used.pairs)
    if reason.kind == "zugzwang":
        pairs = {(cells >> 1, cells): None}
    return Said("reason", text, side, plies, cells, tuple(pairs), tuple(lines))


def rules_said(reason: Reason, names: tuple[str, str], plies: int) -> list[Said]:
    """The rules of a cover, one sentence for all of a name."""
    said = []
    for text, useds in rules_told(reason, names):
        pairs = dict.fromkeys(pair for used in useds for pair in used.pairs)
        stops = dict.fromkeys(line for used in useds for line in used.lines)
        said.append(Said("rule", text, reason.side, plies, pairs=tuple(pairs), stops=tuple(stops)))
    return said


def threats_said(text: str, threats: Iterable[Threat], position: Position) -> Said:
    """The threats of one side, with the lines that each of them completes."""
    threats = tuple(threats)
    side = threats[0].side
    holes = {threat.cell for threat in threats}
    discs = _discs(position, side)
    lines = tuple(line for line in position.rules.lines if line & ~discs in holes)
    return Said("threats", text, side, cells=sum(holes), lines=lines)


def drops_of(columns: Iterable[int], position: Position) -> int:
    """The cells that discs in these columns take."""
    return sum(position.drop(column) for column in columns)


def replies_of(replies: Iterable[tuple[int, int]], position: Position) -> Pairs:
    """The cells of moves and of the replies to them, both as columns."""
    return tuple((position.drop(column), position.play(column).drop(reply)) for column, reply in replies)


def _discs(position: Position, side: int) -> int:
    return position.second if side else position.first
