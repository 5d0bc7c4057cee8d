"""Explanations in words: one or two short sentences for each reason, rule and move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from claimeven.reasons.cells import cells_of, column_around, name_of, names_of
from claimeven.reasons.deciding_lines import DecidingLines, NeededLine
from claimeven.reasons.forced import completing, fours
from claimeven.reasons.nine_rules import BEFORE, CLAIMEVEN, HIGHINVERSE, SPECIALBEFORE, VERTICAL
from claimeven.reasons.reason import AppliedRule, Reason
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
