"""Sentences of an explanation, and what each of them speaks of on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from claimeven.reasons.forced import fours
from claimeven.reasons.nine_rules import CLAIMEVEN
from claimeven.reasons.reason import Reason, Used
from claimeven.reasons.threats import Threat
from claimeven.reasons.words import replies_text, rules_text
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
    cells, discs = reason.cells, position.discs_of(side)
    if reason.kind == "four":
        cells = fours(position.own, position.filled, position.rules)
    elif reason.moves:
        is_attack = position.ply % 2 == side
        is_near = reason.kind in ("double-threat", "answer")
        *forced, last = reason.moves
        before = position.play_all(forced)
        discs = before.discs_of(side)
        cells = before.drop(last) | (cells if is_near else 0)
        plies += is_attack if is_near else len(forced)
    lines = [line for line in position.rules.lines if line & cells and not line & ~(discs | cells)]
    pairs = dict.fromkeys(pair for used in reason.rules for pair in used.pairs)
    if reason.kind == "zugzwang":
        pairs = {(cells >> 1, cells): None}
    return Said("reason", text, side, plies, cells, tuple(pairs), tuple(lines))


def rules_said(reason: Reason, names: tuple[str, str], plies: int) -> Iterator[Said]:
    """The rules of a cover, one sentence for all of a name, Claimeven first.

    A rule on the cell of a zugzwang is left out: that it completes a line is told already.
    """
    decisive = reason.cells | reason.cells >> 1 if reason.kind == "zugzwang" else 0
    alike: dict[str, list[Used]] = {CLAIMEVEN: []}
    for used in reason.rules:
        if used.name == CLAIMEVEN or used.cells != decisive:
            alike.setdefault(used.name, []).append(used)
    for useds in filter(None, alike.values()):
        pairs = dict.fromkeys(pair for used in useds for pair in used.pairs)
        stops = dict.fromkeys(line for used in useds for line in used.lines)
        text = rules_text(useds, reason, names)
        yield Said("rule", text, reason.side, plies, pairs=tuple(pairs), stops=tuple(stops))


def answers_said(reason: Reason, before: Position, names: tuple[str, str], plies: int) -> Said:
    """The answers that lead to a reason from the position ``before``, after ``plies`` of the line."""
    replies = [(one.column, one.reply) for one in reason.answers]
    told, mine, theirs = replies_text(replies, before.rules), names[reason.side], names[1 - reason.side]
    text = f"Whatever {theirs} plays two moves before, {mine} has the answer: {told}."
    return Said("answers", text, reason.side, plies, pairs=replies_of(replies, before))


def threats_said(threats: Iterable[Threat], position: Position, names: tuple[str, str]) -> Iterator[Said]:
    """The threats of each side in a sentence, those that are alike together, with the lines they complete."""
    for side in (0, 1):
        alike: dict[str, list[Threat]] = {}
        for threat in threats:
            if threat.side == side:
                alike.setdefault(threat.why, []).append(threat)
        holes = {threat.cell for same in alike.values() for threat in same}
        if holes:
            told = "; ".join(f"{', '.join(one.name for one in same)} ({why})" for why, same in alike.items())
            discs = position.discs_of(side)
            lines = [line for line in position.rules.lines if line & ~discs in holes]
            text = f"Threats of {names[side]}: {told}."
            yield Said("threats", text, side, cells=sum(holes), lines=tuple(lines))


def drops_of(columns: Iterable[int], position: Position) -> int:
    """The cells that discs in these columns take."""
    return sum(position.drop(column) for column in columns)


def replies_of(replies: Iterable[tuple[int, int]], position: Position) -> Pairs:
    """The cells of moves and of the replies to them, both as columns."""
    return tuple((position.drop(column), position.play(column).drop(reply)) for column, reply in replies)
