"""Sentences of an explanation, and what each of them speaks of on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from claimeven.reasons.cells import cells_of, column_around, names_of, odd_rows
from claimeven.reasons.forced import fours
from claimeven.reasons.nine_rules import CLAIMEVEN
from claimeven.reasons.reason import AppliedRule, Reason
from claimeven.reasons.threats import Threat
from claimeven.reasons.words import columns_by_reply, last_fours, late_cells, listed, open_lines, rules_text
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


def moves_said(about: About, text: str, position: Position, columns: Sequence[int]) -> Said:
    """Moves in words, with the cells that these name as threatened and that no disc takes."""
    rules, now = position.rules, position
    threats = [0, 0]
    if rules.line_ends_game:
        for column in columns:
            side = now.turn
            now = now.play(column)
            if not now.is_over:
                threats[side] |= fours(now.other, now.filled, rules)
        threats = [cells & ~now.filled for cells in threats]
    whose = None if threats == [0, 0] else int(threats[1] > 0)
    return Said(about, text, whose, len(columns), threats[0] | threats[1])


def reason_said(reason: Reason, text: str, plies: int) -> Said:
    """A reason that holds after ``plies`` of the line.

    A forced sequence is shown where its four stands, or, if it ends with several, before one is stopped.
    """
    position, side = reason.position, reason.side
    cells, discs = reason.cells, position.discs_of(side)
    if reason.kind == "four":
        cells = fours(position.own, position.filled, position.rules)
    elif reason.moves:
        is_attack = position.turn == side
        is_near = reason.kind in ("double-threat", "answer")
        *forced, last = reason.moves
        before = position.play_all(forced)
        discs = before.discs_of(side)
        cells = before.drop(last) | (cells if is_near else 0)
        plies += is_attack if is_near else len(forced)
        if reason.kind == "forced" and is_attack and last_fours(reason).bit_count() > 1:
            cells = last_fours(reason)
            plies -= 1
    pairs = dict.fromkeys(pair for used in reason.rules for pair in used.pairs)
    if reason.is_zugzwang:
        cells = reason.count.last << 1
        pairs = dict.fromkeys(reason.count.pairs)
    lines = [line for line in position.rules.lines if line & cells and not line & ~(discs | cells)]
    if reason.kind != "cover":  # each cell completes a line by itself
        lines = [line for line in lines if (line & ~discs).bit_count() == 1]
    if reason.lines is not None:
        lines = [line.cells for line in reason.lines.lines]
    return Said("reason", text, side, plies, cells, tuple(pairs), tuple(lines))


def rules_said(reason: Reason, names: tuple[str, str], plies: int) -> Iterator[Said]:
    """The rules of a cover, one sentence for all of a name, Claimeven first.

    A rule on the cell of a zugzwang is left out: that it completes a line is told already. Cells that the
    winner gets in the column of its threat have a sentence of their own.
    """
    decisive = reason.cells | reason.cells >> 1 if reason.is_zugzwang else 0
    alike: dict[str, list[AppliedRule]] = {CLAIMEVEN: []}
    stopped: set[int] = set()
    for used in reason.rules:
        if used.name == CLAIMEVEN or used.cells != decisive:
            alike.setdefault(used.name, []).append(used)
            stopped.update(used.lines)
    for useds in filter(None, alike.values()):
        pairs = dict.fromkeys(pair for used in useds for pair in used.pairs)
        stops = dict.fromkeys(line for used in useds for line in used.lines)
        text = rules_text(useds, reason, names)
        yield Said("rule", text, reason.side, plies, pairs=tuple(pairs), stops=tuple(stops))
    if reason.is_zugzwang:
        yield from _own_cells_said(reason, names, plies, stopped)


def _own_cells_said(reason: Reason, names: tuple[str, str], plies: int, stopped: set[int]) -> Iterator[Said]:
    """The cells below its threat that the winner gets, where they stop lines that nothing else stops."""
    position, rules = reason.position, reason.position.rules
    waiting = odd_rows(rules) & ~position.filled & ~position.drops
    if reason.side == 1 and reason.kind == "zugzwang":
        waiting = 0
    late = late_cells(reason)
    left = [line for line in open_lines(position, 1 - reason.side) if line not in stopped and not line & late]
    for hole in cells_of(reason.cells):
        own = column_around(hole, rules) & waiting & (hole - 1)
        lines = [line for line in left if line & own]
        cells = 0
        for line in lines:
            cells |= line & own
        if lines:
            where = rules.column_name(rules.column_of(hole))
            text = f"In column {where}, {names[reason.side]} also gets {listed(names_of(cells, rules))}."
            yield Said("rule", text, reason.side, plies, cells=cells, stops=tuple(lines))
    below = reason.count.last
    lines = [line for line in left if (line & below).bit_count() > 1]
    if lines:
        named = listed(names_of(below, rules))
        text = f"{names[1 - reason.side]} can get only one of {named}."
        yield Said("rule", text, reason.side, plies, cells=below, stops=tuple(lines))


def answers_said(
    reason: Reason, before: Position, played: int, names: tuple[str, str], plies: int
) -> Said | None:
    """The answers to other moves than the one ``played`` in the position ``before``; None if there are none.

    They lead to reasons of the same kind as the one after ``plies`` of the line.
    """
    replies = [(one.column, one.reply) for one in reason.answers if one.column != played]
    if not replies:
        return None
    mine, theirs = names[reason.side], names[1 - reason.side]
    (first, answer), *others = columns_by_reply(replies, before.rules)
    text = f"If {theirs} plays {first} instead, {mine} answers {answer}"
    for columns, answer in others:
        text += f"; if {columns}, then {answer}"
    return Said("answers", f"{text}.", reason.side, plies, pairs=replies_of(replies, before))


def threats_said(
    threats: Iterable[Threat], position: Position, names: tuple[str, str], plies: int
) -> Iterator[Said]:
    """The threats of each side in a sentence, those that are alike together, with the lines they complete.

    They are those of the ``position`` after ``plies`` of the line.
    """
    for side in (0, 1):
        alike: dict[str, list[Threat]] = {}
        for threat in threats:
            if threat.side == side:
                alike.setdefault(threat.why, []).append(threat)
        holes = {threat.cell for same in alike.values() for threat in same}
        if holes:
            told = "; ".join(_threats_alike(why, same) for why, same in alike.items())
            discs = position.discs_of(side)
            lines = [line for line in position.rules.lines if line & ~discs in holes]
            when = " then" if plies else ""
            text = f"Threats of {names[side]}{when}: {told}."
            yield Said("threats", text, side, plies, cells=sum(holes), lines=tuple(lines))


def _threats_alike(why: str, threats: list[Threat]) -> str:
    """The cells of threats with the same label, and what is so of each one of them."""
    cells = ", ".join(threat.name for threat in threats)
    if len(threats) > 1:
        if threats[0].label in ("decides", "holds-draw"):
            why = f"each {why}"
        elif threats[0].label == "not-needed":
            why = f"each alone is {why}"
        elif why.endswith("right below"):
            why = f"{why} each"
    return f"{cells} ({why})"


def drops_of(columns: Iterable[int], position: Position) -> int:
    """The cells that discs in these columns take."""
    return sum(position.drop(column) for column in columns)


def replies_of(replies: Iterable[tuple[int, int]], position: Position) -> Pairs:
    """The cells of moves and of the replies to them, both as columns."""
    return tuple((position.drop(column), position.play(column).drop(reply)) for column, reply in replies)
