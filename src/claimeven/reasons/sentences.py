"""Sentences of an explanation: reasons, rules and moves in words, and what each is about on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from claimeven.plural import pluralize
from claimeven.reasons.allis import BEFORE, CLAIMEVEN, HIGHINVERSE, SPECIALBEFORE, VERTICAL
from claimeven.reasons.cells import Pairs, cells_of, column_around, name_of, names_of
from claimeven.reasons.deciding_lines import DecidingLines, NeededLine
from claimeven.reasons.reason import AppliedRule, Reason
from claimeven.reasons.threats import Threat, completing, fours, open_lines
from claimeven.reasons.zugzwang import FillCount, waiting_odd_cells
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

NAMES = ("X", "O")
KEEPS = {"win": "keeps the win", "draw": "keeps the draw", "loss": "holds out longest"}
PLAYS_ON = "plays on"  # of the loser, where the winner is not shown at its fastest
BEST = "best"  # of every move in a line of Max-Connect4
QUIET = (*KEEPS.values(), PLAYS_ON, BEST)  # notes on a move that a line does not repeat
CARDINALS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
# What each of the nine rules tells a side to do: {0}, {1} and so on are the cells of its pairs in order,
# {last} is the last pair, and {parts} are the answers of the others.
# ``first`` and ``second`` are the cells of the pairs, in the order of the pairs.
RULE_TEXT = {
    "claimeven": "{mine} answers {answers}",
    "baseinverse": "{theirs} can get only one of {first[0]} and {second[0]}",
    "vertical": "{mine} answers {answers}",
    "aftereven": "{mine} answers {answers}, and that completes a line",
    "lowinverse": "{mine} answers {answers}, so {theirs} cannot get both {second[0]} and {second[1]}",
    "highinverse": "{mine} answers {answers}, so {theirs} cannot get both {second[1]} and {second[3]}",
    "baseclaim": "{theirs} cannot have both {first[0]} and {second[1]}, nor both {first[1]} and {second[0]}",
    "before": "{mine} answers {answers}, and would complete a line before {theirs} can",
    "specialbefore": "{mine} answers {parts}and takes whichever of {last} {theirs} leaves",
}

About = Literal["verdict", "line", "reason", "rule", "answers", "threats", "advice", "columns", "limits"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that holds after so many ``plies`` of the line, and what it is about on the board.

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


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence lists them: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def columns_named(columns: Iterable[int], rules: Rules) -> str:
    """Return the names of columns, one after the other: 4 4 3."""
    return " ".join(rules.column_name(column) for column in columns)


def columns_text(columns: Sequence[int], rules: Rules) -> str:
    """Return columns as the subject of a sentence: Column 4, or Columns 1, 2 and 4."""
    noun = "Column" if len(columns) == 1 else "Columns"
    return f"{noun} {listed([rules.column_name(column) for column in columns])}"


def columns_by_reply(replies: Iterable[tuple[int, int]], rules: Rules) -> list[tuple[str, str]]:
    """Group columns that have the same reply: ("1 or 2", "4"), ("3", "5")."""
    by_reply: dict[int, list[str]] = {}
    for column, reply in replies:
        by_reply.setdefault(reply, []).append(rules.column_name(column))
    return [(listed(columns, "or"), rules.column_name(reply)) for reply, columns in by_reply.items()]


def cardinal(number: int) -> str:
    """Return a number as a sentence writes it: in letters up to twelve."""
    return CARDINALS[number] if number < len(CARDINALS) else str(number)


def ordinal(number: int) -> str:
    """Return an ordinal as a sentence writes it: ``ninth``, ``21st``."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def reason_text(reason: Reason, names: tuple[str, str] = NAMES) -> str:
    """Say why a side wins or does not lose; the rules of a cover have sentences of their own."""
    side = names[reason.side]
    other = names[1 - reason.side]
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
    """Say how the side to move gets its four."""
    position = reason.position
    rules = position.rules
    if reason.kind == "four":
        now = fours(position.own, position.filled, rules)
        return f"{side} completes four at {listed(names_of(now, rules), 'or')}."
    first = rules.column_name(reason.moves[0])
    after_first = position.play(reason.moves[0])
    threats = fours(after_first.other, after_first.filled, rules)
    cells = listed(names_of(threats, rules))
    if reason.kind == "double-threat":
        count = "two" if threats.bit_count() == 2 else "several"
        return f"{side} plays {first}, which threatens {count} fours, at {cells}: {other} can stop only one."
    if reason.kind == "answer":
        last = name_of(threats << 1, rules)
        return (
            f"{side} plays {first} and threatens four at {cells}; "
            f"{other} must answer there, and {side} completes four on top, at {last}."
        )
    return f"{side} forces four with {columns_named(reason.moves, rules)}: {_forced_replies(reason, other)}."


def _forced_replies(reason: Reason, other: str) -> str:
    """Say why a forced sequence cannot be stopped: forced replies, and perhaps two fours at the end."""
    last = last_fours(reason)
    if last.bit_count() == 1:
        return f"{other} must answer every threat"
    cells = listed(names_of(last, reason.position.rules))
    return f"{other} must answer every threat, and at the end cannot stop fours at {cells} at once"


def last_fours(reason: Reason) -> int:
    """Return the cells of the fours that the last reply of a forced sequence would have to stop."""
    before_reply = reason.position.play_all(reason.moves[:-2])
    return fours(before_reply.other, before_reply.filled, reason.position.rules)


def _defenceless_text(reason: Reason, side: str, other: str) -> str:
    """Say how the side that has just played gets its four, whatever the other side does."""
    position = reason.position
    rules = position.rules
    threats = fours(position.other, position.filled, rules)
    cells = listed(names_of(threats, rules))
    moves = columns_named(reason.moves, rules)
    if reason.kind == "double-threat":
        return f"{side} threatens four at {cells}; {other} can stop only one."
    if reason.kind == "answer":
        last = name_of(threats << 1, rules)
        return f"{other} must answer at {cells}, and that lets {side} complete four on top, at {last}."
    if threats:
        return f"{other} must answer at {cells}, and then {side} forces four: {moves}."
    if len(reason.moves) == 2:
        return f"Whatever {other} plays, {side} completes four."
    return f"Whatever {other} plays, {side} forces four, if need be with {moves}."


def _zugzwang_text(reason: Reason, side: str, other: str) -> str:
    """Say what the winner waits for, who must make way for it, and why nothing comes before it."""
    rules = reason.position.rules
    below = reason.count.last & column_around(reason.cells, rules)
    waits = (
        f"{side} completes four at {name_of(below << 1, rules)} as soon as {other} plays "
        f"{name_of(below, rules)}, right below it."
    )
    counted = _count_text(reason.count, rules, side, other)
    return f"{waits} {counted} {_too_late_text(reason, side, other)}"


def _count_text(count: FillCount, rules: Rules, side: str, other: str) -> str:
    """Say who must play below the threat, by counting what can be filled before."""
    last = listed(names_of(count.last, rules), "or")
    filled = f"{cardinal(count.cells).capitalize()} cells can be filled first; {other} moves first"
    fills = f"{filled}, so {other} also fills the {ordinal(count.cells)}"
    if count.last.bit_count() == 1:
        return f"{fills}, {last}."
    return f"{fills}: {last}, each below a threat of {side}."


def _mutual_zugzwang_text(reason: Reason, side: str, other: str) -> str:
    """Name the columns that neither side wants to open, and say why the loser must."""
    position = reason.position
    rules = position.rules
    count = reason.count
    other_threats = completing(position.discs_of(1 - reason.side), rules)
    cells = listed(names_of(reason.cells, rules))
    below = listed(names_of(count.last, rules), "or")
    if reason.cells & ~other_threats:
        waits = f"{side} waits for {cells}."
    else:
        waits = f"Both want {cells}, so neither plays {below}."
    free = cardinal(count.free.bit_count()).capitalize()
    filled = f"{free} other cells can be filled first; {other} moves first, so {side} fills the last"
    opens = f"{other} must play {below}, and {side} completes four on top"
    return f"{waits} {filled}, {opens}. {_too_late_text(reason, side, other)}"


def _too_late_text(reason: Reason, side: str, other: str) -> str:
    """Say why the loser makes no line before the cell that decides is filled."""
    late = late_cells(reason)
    lines = open_lines(reason.position, 1 - reason.side)
    if not lines:
        return f"{other} has no line left."
    needed = names_of(reason.cells, reason.position.rules)
    if late != reason.cells:
        above = "it" if len(needed) == 1 else "these"
        needed.append(f"a cell above {above}")
    where = listed(needed, "or")
    late_count = sum(1 for line in lines if line & late)
    if late_count == len(lines):
        return f"Every line that {other} could still make needs {where}, and comes too late."
    takes = f"Meanwhile {side} takes a cell of every line that {other} could still make"
    if late_count:
        return f"{takes}, except lines that need {where} and come too late."
    return f"{takes}."


def late_cells(reason: Reason) -> int:
    """Return the cells that decide a zugzwang and those above them: the loser gets there too late."""
    late = 0
    for cell in cells_of(reason.cells):
        late |= column_around(cell, reason.position.rules) & ~(cell - 1)
    return late


def waiting_text(reason: Reason, names: tuple[str, str]) -> str:
    """Say what the winner of a zugzwang waits for: ``d5, until O has to play d4``."""
    rules = reason.position.rules
    below = reason.count.last
    threats = listed(names_of(below << 1, rules), "or")
    return f"{threats}, until {names[1 - reason.side]} has to play {listed(names_of(below, rules), 'or')}"


def waiting_cells(reason: Reason) -> int:
    """Return the cells that ``waiting_text`` names: what the winner waits for, and what is right below."""
    below = reason.count.last
    return below | (below << 1)


def lines_text(lines: DecidingLines, names: tuple[str, str]) -> str:
    """Say which lines a side needs to win or to hold, found by search, and what happens without them."""
    side = names[lines.side]
    other = names[1 - lines.side]
    if not lines.lines:
        return f"A search shows that {other} cannot win even if {side} makes no line."
    describe = _enough_threats_text if lines.needs_nothing_new else _needed_lines_text
    text = describe(lines, side)
    if lines.are_essential:
        which = {1: "it", 2: "either"}.get(len(lines.lines), "any one of them")
        result = f"{side} would not win" if lines.wins else f"{other} would win"
        text += f" Without {which}, {result}."
    return text


def _enough_threats_text(lines: DecidingLines, side: str) -> str:
    """Say that threats on the board are all that a side needs."""
    cells = 0
    for line in lines.lines:
        cells |= line.lacks
    named = listed(names_of(cells, lines.position.rules))
    threats = f"threat at {named} is" if cells.bit_count() == 1 else f"threats at {named} are"
    purpose = "win" if lines.wins else "hold"
    return f"A search shows that {side} needs nothing new to {purpose}: its {threats} enough."


def _needed_lines_text(lines: DecidingLines, side: str) -> str:
    """Name the few lines that a side needs."""
    count = cardinal(len(lines.lines))
    noun = "line" if len(lines.lines) == 1 else "lines"
    named = listed([_needed_line_text(line, lines.position.rules) for line in lines.lines])
    purpose = "win" if lines.wins else "hold"
    return (
        f"A search shows that {side}, who has {pluralize(lines.open_lines, 'open line')}, "
        f"needs only {count} {noun} to {purpose}: {named}."
    )


def _needed_line_text(line: NeededLine, rules: Rules) -> str:
    """Name a line by its cells, and those that it lacks."""
    return f"{'-'.join(names_of(line.cells, rules))} (lacks {listed(names_of(line.lacks, rules))})"


def _cover_text(reason: Reason, side: str, other: str) -> str:
    """Say what a side gets by replying to every move."""
    if not reason.wins:
        takes = f"gets a cell of every line that {other} could still make"
        if any(rule.name in (BEFORE, SPECIALBEFORE) for rule in reason.rules):
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


def rule_text(rule: AppliedRule, rules: Rules, names: tuple[str, str], side: int) -> str:
    """Say what a rule tells ``side`` to do, in a sentence."""
    return f"{rule.name.capitalize()}: {_rule_clause(rule, rules, names, side)}."


def _rule_clause(rule: AppliedRule, rules: Rules, names: tuple[str, str], side: int) -> str:
    """Say what a rule tells ``side`` to do, as part of a sentence."""
    pairs = [(name_of(one, rules), name_of(two, rules)) for one, two in rule.pairs]
    answers = [f"{one} with {two}" for one, two in pairs]
    parts = "".join(f"{answer}, " for answer in answers[:-1])
    if rule.name == HIGHINVERSE:  # its pairs are two in each column, of which the lower ones are answered
        answers = answers[::2]
    return RULE_TEXT[rule.name].format(
        first=[one for one, _ in pairs],
        second=[two for _, two in pairs],
        mine=names[side],
        theirs=names[1 - side],
        answers=listed(answers),
        parts=parts,
        last=" and ".join(pairs[-1]),
    )


def _rules_text(alike: Sequence[AppliedRule], reason: Reason, names: tuple[str, str]) -> str:
    """Say what rules of one name tell the side of a reason to do, in a sentence for all of them."""
    rules = reason.position.rules
    name = alike[0].name
    if name == CLAIMEVEN:
        return _claimevens_text(alike, rules, names[reason.side])
    if name in (VERTICAL, BEFORE):
        pairs = dict.fromkeys(pair for rule in alike for pair in rule.pairs)
        alike = [replace(alike[0], pairs=tuple(pairs))]
    clauses = [_rule_clause(rule, rules, names, reason.side) for rule in alike]
    return f"{name.capitalize()}: {'; '.join(clauses)}."


def _claimevens_text(claimevens: Sequence[AppliedRule], rules: Rules, side: str) -> str:
    """Name the columns of all Claimevens, and the cells that they give a side."""
    claimed = sorted(rule.pairs[0][1] for rule in claimevens)
    columns = sorted({rules.column_of(cell) for cell in claimed})
    where = columns_text(columns, rules).lower()
    cells = listed([name_of(cell, rules) for cell in claimed])
    return f"Claimeven (answering on top) in {where} gives {side} {cells}."


def step_text(position: Position, column: int, verdict: str) -> str:
    """Say why a move of a line is played; ``verdict`` is that of the position for the side to move."""
    rules = position.rules
    cell = position.drop(column)
    if rules.has_line(position.own | cell):
        return "completes four"
    threats = fours(position.own | cell, position.filled | cell, rules)
    threatens = f"threatens {listed(names_of(threats, rules))}"
    if fours(position.other, position.filled, rules) & cell:
        return f"must answer, and {threatens}" if threats else "must answer"
    if threats:
        return threatens
    return KEEPS[verdict]


def moves_sentence(about: About, text: str, position: Position, columns: Sequence[int]) -> Sentence:
    """Make the sentence of some moves: it is about the cells threatened by them that no disc takes."""
    threatened = [0, 0]  # by each side
    now = position
    for column in columns:
        mover = now.turn
        now = now.play(column)
        if not now.is_over:
            threatened[mover] |= fours(now.other, now.filled, now.rules)
    first = threatened[0] & ~now.filled
    second = threatened[1] & ~now.filled
    side = None
    if second:
        side = 1
    elif first:
        side = 0
    return Sentence(about, text, side, len(columns), first | second)


def reason_sentence(reason: Reason, text: str, plies: int) -> Sentence:
    """Make the sentence of a reason that holds after ``plies`` of the line."""
    position = reason.position
    side = reason.side
    discs = position.discs_of(side)
    if reason.kind == "four":
        cells = fours(position.own, position.filled, position.rules)
        lines = _lines_lacking_one(position.rules, discs, cells)
        return Sentence("reason", text, side, plies, cells, lines=lines)
    if reason.moves:
        return _forced_sentence(reason, text, plies)
    if reason.is_zugzwang:
        count = reason.count
        cells = count.last << 1
        lines = _lines_lacking_one(position.rules, discs, cells)
        return Sentence("reason", text, side, plies, cells, count.pairs, lines)
    if reason.lines is not None:
        lines = tuple(line.cells for line in reason.lines.lines)
        return Sentence("reason", text, side, plies, reason.cells, lines=lines)
    cells = reason.cells
    completed = [line for line in position.rules.lines if line & cells and not line & ~(discs | cells)]
    pairs = dict.fromkeys(pair for rule in reason.rules for pair in rule.pairs)
    return Sentence("reason", text, side, plies, cells, tuple(pairs), tuple(completed))


def _forced_sentence(reason: Reason, text: str, plies: int) -> Sentence:
    """Make the sentence of a forced sequence that begins after ``plies`` of the line.

    It is shown where its four is completed or, if it ends with several, before one of them is stopped. A
    short one is shown after its first move.
    """
    position = reason.position
    side = reason.side
    is_attack = position.turn == side
    before_four = position.play_all(reason.moves[:-1])
    discs = before_four.discs_of(side)
    cells = before_four.drop(reason.moves[-1])
    if reason.kind in ("double-threat", "answer"):
        cells |= reason.cells
        if is_attack:
            plies += 1
    else:
        plies += len(reason.moves) - 1
        if is_attack and last_fours(reason).bit_count() > 1:
            cells = last_fours(reason)
            plies -= 1
    lines = _lines_lacking_one(position.rules, discs, cells)
    return Sentence("reason", text, side, plies, cells, lines=lines)


def _lines_lacking_one(rules: Rules, discs: int, cells: int) -> tuple[int, ...]:
    """Return the lines that ``discs`` complete with a single one of the ``cells``."""
    lines = []
    for line in rules.lines:
        lacking = line & ~discs
        if lacking.bit_count() == 1 and lacking & cells:
            lines.append(line)
    return tuple(lines)


def rule_sentences(reason: Reason, names: tuple[str, str], plies: int) -> Iterator[Sentence]:
    """Yield the rules of a cover, one sentence for all of a name, Claimeven first.

    A rule on the cell of a zugzwang is left out: the reason says already that it completes a line. Cells that
    the winner gets in the column of its threat have a sentence of their own.
    """
    decisive = 0
    if reason.is_zugzwang:
        decisive = reason.cells | (reason.cells >> 1)
    by_name: dict[str, list[AppliedRule]] = {CLAIMEVEN: []}
    stopped: set[int] = set()
    for rule in reason.rules:
        if rule.name == CLAIMEVEN or rule.cells != decisive:
            by_name.setdefault(rule.name, []).append(rule)
            stopped.update(rule.lines)
    for alike in by_name.values():
        if alike:
            pairs = dict.fromkeys(pair for rule in alike for pair in rule.pairs)
            stops = dict.fromkeys(line for rule in alike for line in rule.lines)
            text = _rules_text(alike, reason, names)
            yield Sentence("rule", text, reason.side, plies, pairs=tuple(pairs), stops=tuple(stops))
    if reason.is_zugzwang:
        yield from _threat_column_sentences(reason, names, plies, stopped)


def _threat_column_sentences(
    reason: Reason, names: tuple[str, str], plies: int, stopped: set[int]
) -> Iterator[Sentence]:
    """Yield the cells below its threats that the winner gets, where they stop lines not yet ``stopped``."""
    position = reason.position
    rules = position.rules
    late = late_cells(reason)
    unstopped = []
    for line in open_lines(position, 1 - reason.side):
        if line not in stopped and not line & late:
            unstopped.append(line)
    waiting = waiting_odd_cells(position)
    if reason.side == 1 and reason.kind == "zugzwang":
        waiting = 0  # the second player gets even cells, by Claimeven
    for threat in cells_of(reason.cells):
        gets = column_around(threat, rules) & waiting & (threat - 1)
        lines = [line for line in unstopped if line & gets]
        if lines:
            cells = 0
            for line in lines:
                cells |= line & gets
            column = rules.column_name(rules.column_of(threat))
            text = f"In column {column}, {names[reason.side]} also gets {listed(names_of(cells, rules))}."
            yield Sentence("rule", text, reason.side, plies, cells=cells, stops=tuple(lines))
    below = reason.count.last
    lines = [line for line in unstopped if (line & below).bit_count() > 1]
    if lines:
        text = f"{names[1 - reason.side]} can get only one of {listed(names_of(below, rules))}."
        yield Sentence("rule", text, reason.side, plies, cells=below, stops=tuple(lines))


def answers_sentence(
    reason: Reason, before: Position, played: int, names: tuple[str, str], plies: int
) -> Sentence | None:
    """Make the sentence of the answers to other moves than the one ``played`` in the position ``before``.

    They lead to reasons of the same kind as the one after ``plies`` of the line. None if there are none.
    """
    replies = [(answer.column, answer.reply) for answer in reason.answers if answer.column != played]
    if not replies:
        return None
    mine = names[reason.side]
    theirs = names[1 - reason.side]
    grouped = columns_by_reply(replies, before.rules)
    first, answer = grouped[0]
    text = f"If {theirs} plays {first} instead, {mine} answers {answer}"
    for columns, answer in grouped[1:]:
        text += f"; if {columns}, then {answer}"
    return Sentence("answers", f"{text}.", reason.side, plies, pairs=reply_cells(replies, before))


def threat_sentences(
    threats: Iterable[Threat], position: Position, names: tuple[str, str], plies: int
) -> Iterator[Sentence]:
    """Yield the threats of each side in a sentence, those that are alike together, with their lines.

    They are those of the ``position`` after ``plies`` of the line.
    """
    for side in (0, 1):
        by_why: dict[str, list[Threat]] = {}
        cells: set[int] = set()
        for threat in threats:
            if threat.side == side:
                by_why.setdefault(threat.why, []).append(threat)
                cells.add(threat.cell)
        if cells:
            clauses = [_threats_clause(why, alike) for why, alike in by_why.items()]
            discs = position.discs_of(side)
            lines = [line for line in position.rules.lines if line & ~discs in cells]
            when = " after that" if plies else ""
            text = f"{names[side]}'s threats{when}: {'; '.join(clauses)}."
            yield Sentence("threats", text, side, plies, cells=sum(cells), lines=tuple(lines))


def _threats_clause(why: str, threats: list[Threat]) -> str:
    """Name the cells of threats with the same label, and what is true of each one of them."""
    cells = ", ".join(threat.name for threat in threats)
    if len(threats) > 1:
        if threats[0].label in ("decides", "holds-draw"):
            why = f"each {why}"
        elif threats[0].label == "not-needed":
            why = f"each alone is {why}"
        elif why.endswith("right below"):
            why = f"{why} each"
    return f"{cells} ({why})"


def drop_cells(columns: Iterable[int], position: Position) -> int:
    """Return the cells that discs in these columns take."""
    return sum(position.drop(column) for column in columns)


def reply_cells(replies: Iterable[tuple[int, int]], position: Position) -> Pairs:
    """Return the cells of moves and of the replies to them, both given as columns."""
    return tuple((position.drop(column), position.play(column).drop(reply)) for column, reply in replies)
