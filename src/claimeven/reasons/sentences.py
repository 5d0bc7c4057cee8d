"""Sentences of an explanation: reasons, rules and moves in words, and what each speaks of on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from claimeven.reasons.allis import BEFORE, CLAIMEVEN, HIGHINVERSE, SPECIALBEFORE, VERTICAL
from claimeven.reasons.cells import Pairs, cells_of, column_around, name_of, names_of, odd_rows
from claimeven.reasons.deciding_lines import DecidingLines, NeededLine
from claimeven.reasons.reason import AppliedRule, Reason
from claimeven.reasons.threats import Threat, completing, fours
from claimeven.reasons.zugzwang import FillCount
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

NAMES = ("X", "O")
KEEPS = {"win": "keeps the win", "draw": "keeps the draw", "loss": "holds out longest"}
KEEPS_MARGIN = "best"
PLAYS_ON = "plays on"  # of the loser, where the winner is not shown at its fastest
QUIET = (*KEEPS.values(), KEEPS_MARGIN, PLAYS_ON)  # words on a move that a line does not repeat
CARDINALS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
# What each of the nine rules tells a side to do: {0}, {1} and so on are the cells of its pairs in order,
# {last} is the last pair, and {parts} are the answers of the others.
RULE_TEXT = {
    "claimeven": "{mine} answers {answers}",
    "baseinverse": "{theirs} can get only one of {0} and {1}",
    "vertical": "{mine} answers {answers}",
    "aftereven": "{mine} answers {answers}, and that completes a line",
    "lowinverse": "{mine} answers {answers}, so {theirs} cannot get both {1} and {3}",
    "highinverse": "{mine} answers {answers}, so {theirs} cannot get both {3} and {7}",
    "baseclaim": "{theirs} cannot have both {0} and {3}, nor both {2} and {1}",
    "before": "{mine} answers {answers}, and would complete a line before {theirs} can",
    "specialbefore": "{mine} answers {parts}and of {last} takes the one that {theirs} leaves",
}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def columns_named(columns: Iterable[int], rules: Rules) -> str:
    """Columns as people write them, one after the other."""
    return " ".join(rules.column_name(column) for column in columns)


def columns_by_reply(replies: Iterable[tuple[int, int]], rules: Rules) -> list[tuple[str, str]]:
    """Columns and the replies to them, those with the same reply together: ("1 or 2", "4"), ("3", "5")."""
    by_reply: dict[int, list[str]] = {}
    for column, reply in replies:
        by_reply.setdefault(reply, []).append(rules.column_name(column))
    return [(listed(columns, "or"), rules.column_name(reply)) for reply, columns in by_reply.items()]


def count_noun(count: int, noun: str) -> str:
    """A number with its noun: ``1 ply``, ``3 plies``, ``2 lines``."""
    if count == 1:
        return f"1 {noun}"
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {plural}"


def cardinal(number: int) -> str:
    """A number as a sentence writes it: in letters up to twelve."""
    return CARDINALS[number] if number < len(CARDINALS) else str(number)


def ordinal(number: int) -> str:
    """The same for a place in an order: ``ninth``, ``21st``."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def reason_text(reason: Reason, names: tuple[str, str] = NAMES) -> str:
    """Why a side wins or does not lose, in one to three sentences; the rules of a cover have their own."""
    side, other = names[reason.side], names[1 - reason.side]
    if reason.kind == "no-line":
        return f"{other} cannot win: {side} has a disc in every line."
    if reason.kind == "zugzwang":
        return _zugzwang_text(reason, side, other)
    if reason.kind == "mutual-zugzwang":
        return _mutual_zugzwang_text(reason, side, other)
    if reason.lines is not None:
        return lines_text(reason.lines, names)
    if reason.kind == "cover":
        return _cover_text(reason, side, other)
    if reason.position.turn == reason.side:
        return _attack_text(reason, side, other)
    return _defenceless_text(reason, side, other)


def _attack_text(reason: Reason, side: str, other: str) -> str:
    """How the side to move gets its four."""
    position, rules = reason.position, reason.position.rules
    if reason.kind == "four":
        now = fours(position.own, position.filled, rules)
        return f"{side} completes four at {listed(names_of(now, rules), 'or')}."
    played = position.play(reason.moves[0])
    made = fours(played.other, played.filled, rules)
    first, threats = rules.column_name(reason.moves[0]), listed(names_of(made, rules))
    if reason.kind == "double-threat":
        count = "two" if made.bit_count() == 2 else "several"
        return (
            f"{side} plays {first}, which threatens {count} fours, at {threats}: {other} can stop only one."
        )
    if reason.kind == "answer":
        last = name_of(made << 1, rules)
        return (
            f"{side} plays {first} and threatens four at {threats}; "
            f"{other} must answer there, and {side} completes four on top, at {last}."
        )
    return f"{side} forces four with {columns_named(reason.moves, rules)}: {_forced_replies(reason, other)}."


def _forced_replies(reason: Reason, other: str) -> str:
    """Why a forced sequence cannot be stopped: its last threat but one, or two fours at the end."""
    made = last_fours(reason)
    if made.bit_count() == 1:
        return f"{other} must answer every threat"
    cells = listed(names_of(made, reason.position.rules))
    return f"{other} must answer every threat, and at the end cannot stop fours at {cells} at once"


def last_fours(reason: Reason) -> int:
    """The cells of the fours that the last move but one of a forced sequence has to stop."""
    before_reply = reason.position.play_all(reason.moves[:-2])
    return fours(before_reply.other, before_reply.filled, reason.position.rules)


def _defenceless_text(reason: Reason, side: str, other: str) -> str:
    """How the side that has just played gets its four, whatever the other side does."""
    position, rules = reason.position, reason.position.rules
    made = fours(position.other, position.filled, rules)
    threats, moves = listed(names_of(made, rules)), columns_named(reason.moves, rules)
    if reason.kind == "double-threat":
        return f"{side} threatens four at {threats}; {other} can stop only one."
    if reason.kind == "answer":
        last = name_of(made << 1, rules)
        return f"{other} must answer at {threats}, and that lets {side} complete four on top, at {last}."
    if made:
        return f"{other} must answer at {threats}, and then {side} forces four: {moves}."
    if len(reason.moves) == 2:
        return f"Whatever {other} plays, {side} completes four."
    return f"Whatever {other} plays, {side} forces four, if need be with {moves}."


def _zugzwang_text(reason: Reason, side: str, other: str) -> str:
    """What the winner waits for, who must make way for it, and why nothing comes before it."""
    rules = reason.position.rules
    under = reason.count.last & column_around(reason.cells, rules)
    waits = (
        f"{side} completes four at {name_of(under << 1, rules)} as soon as {other} plays "
        f"{name_of(under, rules)}, right below it."
    )
    counted = _count_text(reason.count, rules, side, other)
    return f"{waits} {counted} {_too_late_text(reason, side, other)}"


def _mutual_zugzwang_text(reason: Reason, side: str, other: str) -> str:
    """The columns that nobody wants to open, and why the loser must."""
    position, rules, count = reason.position, reason.position.rules, reason.count
    threats = completing(position.discs_of(1 - reason.side), rules)
    waits = listed(names_of(reason.cells, rules))
    below = listed(names_of(count.last, rules), "or")
    if reason.cells & ~threats:
        text = f"{side} waits for {waits}."
    else:
        text = f"Both want {waits}, so nobody plays {below}."
    opens = f"{other} must play {below}, and {side} completes four on top"
    free = cardinal(count.free.bit_count()).capitalize()
    filled = f"{free} other cells can be filled first; {other} moves first, so {side} fills the last"
    return f"{text} {filled}, {opens}. {_too_late_text(reason, side, other)}"


def lines_text(lines: DecidingLines, names: tuple[str, str]) -> str:
    """Which lines a side needs to win or to hold, found by search, and what happens without them."""
    rules = lines.position.rules
    side, other = names[lines.side], names[1 - lines.side]
    what = "win" if lines.wins else "hold"
    lacks = 0
    for line in lines.lines:
        lacks |= line.lacks
    if not lines.lines:
        return f"A search shows that {other} cannot win even if {side} makes no line."
    if lines.needs_nothing_new:
        threats = "threats" if lacks & lacks - 1 else "threat"
        are = "are" if lacks & lacks - 1 else "is"
        cells = listed(names_of(lacks, rules))
        text = (
            f"A search shows that {side} needs nothing new to {what}: its {threats} at {cells} {are} enough."
        )
    else:
        count = cardinal(len(lines.lines))
        noun = "line" if len(lines.lines) == 1 else "lines"
        named = listed([_needed_line_text(line, rules) for line in lines.lines])
        text = (
            f"A search shows that {side}, who has {count_noun(lines.open_lines, 'open line')}, "
            f"needs only {count} {noun} to {what}: {named}."
        )
    if all(line.is_essential for line in lines.lines):
        which = {1: "it", 2: "either"}.get(len(lines.lines), "any one of them")
        result = f"{side} would not win" if lines.wins else f"{other} would win"
        text += f" Without {which}, {result}."
    return text


def _needed_line_text(line: NeededLine, rules: Rules) -> str:
    """A line by its cells, and those that it lacks."""
    return f"{'-'.join(names_of(line.cells, rules))} (lacks {listed(names_of(line.lacks, rules))})"


def waiting_text(reason: Reason, names: tuple[str, str]) -> str:
    """What the winner of a zugzwang waits for, as the end of a sentence: ``d5, until O has to play d4``."""
    rules = reason.position.rules
    below = reason.count.last
    threats = listed(names_of(below << 1, rules), "or")
    return f"{threats}, until {names[1 - reason.side]} has to play {listed(names_of(below, rules), 'or')}"


def waiting_cells(reason: Reason) -> int:
    """The cells that ``waiting_text`` names: those that the winner waits for, and those right below."""
    below = reason.count.last
    return below | below << 1


def _count_text(count: FillCount, rules: Rules, side: str, other: str) -> str:
    """Who must play below the threat, by counting what can be filled before."""
    last = listed(names_of(count.last, rules), "or")
    filled = f"{cardinal(count.cells).capitalize()} cells can be filled first; {other} moves first"
    if count.last.bit_count() == 1:
        return f"{filled}, so {other} also fills the {ordinal(count.cells)}, {last}."
    return (
        f"{filled}, so {other} also fills the {ordinal(count.cells)}: {last}, each below a threat of {side}."
    )


def _too_late_text(reason: Reason, side: str, other: str) -> str:
    """Why the loser makes no line before the cell that decides is filled."""
    rules = reason.position.rules
    late = late_cells(reason)
    lines = open_lines(reason.position, 1 - reason.side)
    is_late = [bool(line & late) for line in lines]
    needed = names_of(reason.cells, rules)
    if late != reason.cells:
        needed.append(f"a cell above {'it' if len(needed) == 1 else 'these'}")
    where = listed(needed, "or")
    if not lines:
        return f"{other} has no line left."
    if all(is_late):
        return f"Every line that {other} could still make needs {where}, and comes too late."
    if any(is_late):
        return (
            f"Meanwhile {side} takes a cell of every line that {other} could still make, "
            f"except lines that need {where} and come too late."
        )
    return f"Meanwhile {side} takes a cell of every line that {other} could still make."


def open_lines(position: Position, side: int) -> list[int]:
    """The lines that ``side`` could still make: no disc of the other side is in them."""
    theirs = position.discs_of(1 - side)
    return [line for line in position.rules.lines if not line & theirs]


def late_cells(reason: Reason) -> int:
    """The cells that decide a zugzwang and those above them: nobody else gets there in time."""
    late = 0
    for cell in cells_of(reason.cells):
        late |= column_around(cell, reason.position.rules) & ~(cell - 1)
    return late


def _cover_text(reason: Reason, side: str, other: str) -> str:
    if not reason.wins:
        takes = f"gets a cell of every line that {other} could still make"
        if any(used.name in (BEFORE, SPECIALBEFORE) for used in reason.rules):
            takes += ", or completes a line first"
        return f"{other} cannot win: {side} just replies, and {takes}."
    cells = listed(names_of(reason.cells, reason.position.rules))
    if reason.side == 1:
        return (
            f"{side} just replies: {other} completes no line, "
            f"and in the end {side} completes the one that still lacks {cells}."
        )
    return (
        f"{side} has two lines that lack {cells} and share one of these cells; {other} can stop only one "
        f"of them. Every line that {other} could still make is stopped or comes too late."
    )


def rule_text(used: AppliedRule, rules: Rules, names: tuple[str, str], side: int) -> str:
    """What a rule tells ``side`` to do, in a sentence."""
    return f"{used.name.capitalize()}: {_told(used, rules, names, side)}."


def _told(used: AppliedRule, rules: Rules, names: tuple[str, str], side: int) -> str:
    """What a rule tells ``side`` to do."""
    pairs = [(name_of(one, rules), name_of(two, rules)) for one, two in used.pairs]
    answers = [f"{one} with {two}" for one, two in pairs]
    return RULE_TEXT[used.name].format(
        *chain.from_iterable(pairs),
        mine=names[side],
        theirs=names[1 - side],
        answers=listed(answers[::2] if used.name == HIGHINVERSE else answers),
        parts="".join(f"{answer}, " for answer in answers[:-1]),
        last=" and ".join(pairs[-1]),
    )


def rules_text(useds: Sequence[AppliedRule], reason: Reason, names: tuple[str, str]) -> str:
    """What rules of one name tell the side of a reason to do, in a sentence for all of them."""
    game, name = reason.position.rules, useds[0].name
    if name == CLAIMEVEN:
        claimed = sorted(used.pairs[0][1] for used in useds)
        columns = sorted({game.column_of(cell) for cell in claimed})
        where = listed([game.column_name(column) for column in columns])
        cells = listed([name_of(cell, game) for cell in claimed])
        plural = "s" if len(columns) > 1 else ""
        return f"Claimeven (answering on top) in column{plural} {where} gives {names[reason.side]} {cells}."
    if name in (VERTICAL, BEFORE):
        pairs = dict.fromkeys(pair for used in useds for pair in used.pairs)
        useds = [replace(useds[0], pairs=tuple(pairs))]
    told = "; ".join(_told(used, game, names, reason.side) for used in useds)
    return f"{name.capitalize()}: {told}."


def step_text(position: Position, column: int, verdict: str) -> str:
    """Why a move of a line is played: ``verdict`` is that of the position for the side to move."""
    rules = position.rules
    cell = position.drop(column)
    if not rules.line_ends_game:
        return KEEPS_MARGIN
    if rules.has_line(position.own | cell):
        return "completes four"
    made = fours(position.own | cell, position.filled | cell, rules)
    threat = f"threatens {listed(names_of(made, rules))}" if made else ""
    if fours(position.other, position.filled, rules) & cell:
        return f"must answer, and {threat}" if threat else "must answer"
    return threat or KEEPS[verdict]


About = Literal["verdict", "line", "reason", "rule", "answers", "threats", "advice", "columns", "limits"]


@dataclass(frozen=True, slots=True)
class Sentence:
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


def moves_sentence(about: About, text: str, position: Position, columns: Sequence[int]) -> Sentence:
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
    return Sentence(about, text, whose, len(columns), threats[0] | threats[1])


def reason_sentence(reason: Reason, text: str, plies: int) -> Sentence:
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
    return Sentence("reason", text, side, plies, cells, tuple(pairs), tuple(lines))


def rule_sentences(reason: Reason, names: tuple[str, str], plies: int) -> Iterator[Sentence]:
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
        yield Sentence("rule", text, reason.side, plies, pairs=tuple(pairs), stops=tuple(stops))
    if reason.is_zugzwang:
        yield from _own_cell_sentences(reason, names, plies, stopped)


def _own_cell_sentences(
    reason: Reason, names: tuple[str, str], plies: int, stopped: set[int]
) -> Iterator[Sentence]:
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
            yield Sentence("rule", text, reason.side, plies, cells=cells, stops=tuple(lines))
    below = reason.count.last
    lines = [line for line in left if (line & below).bit_count() > 1]
    if lines:
        named = listed(names_of(below, rules))
        text = f"{names[1 - reason.side]} can get only one of {named}."
        yield Sentence("rule", text, reason.side, plies, cells=below, stops=tuple(lines))


def answers_sentence(
    reason: Reason, before: Position, played: int, names: tuple[str, str], plies: int
) -> Sentence | None:
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
    return Sentence("answers", f"{text}.", reason.side, plies, pairs=replies_of(replies, before))


def threat_sentences(
    threats: Iterable[Threat], position: Position, names: tuple[str, str], plies: int
) -> Iterator[Sentence]:
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
            yield Sentence("threats", text, side, plies, cells=sum(holes), lines=tuple(lines))


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
