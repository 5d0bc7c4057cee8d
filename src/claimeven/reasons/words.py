"""Explanations in words: one or two short sentences for each reason, rule and move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from claimeven.reasons.cells import column_around, column_of, name_of, names_of
from claimeven.reasons.forced import fours
from claimeven.reasons.nine_rules import BEFORE, CLAIMEVEN, HIGHINVERSE, VERTICAL
from claimeven.reasons.reason import Reason, Used
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules

NAMES = ("X", "O")
KEEPS = {"win": "keeps the win", "draw": "keeps the draw", "loss": "holds out longest"}
KEEPS_MARGIN = "best"
QUIET = (*KEEPS.values(), KEEPS_MARGIN)  # words on a move that a line does not repeat
# What each of the nine rules tells a side to do: {0}, {1} and so on are the cells of its pairs in order,
# {last} is the last pair, and {parts} are the answers of the others.
TOLD = {
    "claimeven": "{mine} answers {answers}",
    "baseinverse": "of {0} and {1}, {theirs} gets only one",
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


def replies_text(replies: Iterable[tuple[int, int]], rules: Rules) -> str:
    """Columns and the replies to them, those with the same reply together: 1 or 2 with 4; 3 with 5."""
    by_reply: dict[int, list[str]] = {}
    for column, reply in replies:
        by_reply.setdefault(reply, []).append(rules.column_name(column))
    return "; ".join(
        f"{listed(columns, 'or')} with {rules.column_name(reply)}" for reply, columns in by_reply.items()
    )


def reason_text(reason: Reason, names: tuple[str, str] = NAMES) -> str:
    """Why a side wins or does not lose, in one to three sentences; the rules of a cover have their own."""
    side, other = names[reason.side], names[1 - reason.side]
    if reason.kind == "no-line":
        return f"{other} cannot win: {side} has a disc in every line."
    if reason.kind == "zugzwang":
        return _zugzwang_text(reason, side, other)
    if reason.kind == "cover":
        return _cover_text(reason, side, other)
    if reason.position.ply % 2 == reason.side:
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
    moves = columns_named(reason.moves, rules)
    return f"{side} forces four with {moves}: every reply of {other} is the only one."


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
    return f"Whatever {other} plays, {side} forces four; the longest defence is {moves}."


def _zugzwang_text(reason: Reason, side: str, other: str) -> str:
    count = sum(cells_before(reason.cells, reason.position))
    where, under = (name_of(cell, reason.position.rules) for cell in (reason.cells, reason.cells >> 1))
    rest = (
        f"Meanwhile {side} takes a cell of every line that {other} could still make."
        if reason.rules
        else f"{other} has no line left."
    )
    return (
        f"{side} completes four at {where} as soon as {other} plays {under}, right below it. "
        f"{other} must do so in the end: of the {count} cells that can be filled before {where}, "
        f"{other} takes the first and so the last. {rest}"
    )


def cells_before(cell: int, position: Position) -> tuple[int, int]:
    """How many empty cells lie below ``cell`` in its column, and how many in the other columns."""
    rules = position.rules
    empty = rules.board & ~position.filled
    column = column_around(cell, rules)
    return (empty & column & cell - 1).bit_count(), (empty & ~column).bit_count()


def _cover_text(reason: Reason, side: str, other: str) -> str:
    if not reason.wins:
        return (
            f"{other} cannot win: {side} only has to answer, and gets a cell of every line "
            f"that {other} could still make."
        )
    cells = listed(names_of(reason.cells, reason.position.rules))
    if reason.side == 1:
        return (
            f"{side} only has to answer: {other} gets no line, "
            f"and in the end {side} completes the one that still lacks {cells}."
        )
    return (
        f"{side} has two lines that lack {cells} and share one of these cells; {other} can stop only one "
        f"of them. Meanwhile {side} takes a cell of every line that {other} could still make."
    )


def rule_text(used: Used, rules: Rules, names: tuple[str, str], side: int) -> str:
    """What a rule tells ``side`` to do, in a sentence."""
    return f"{used.name.capitalize()}: {_told(used, rules, names, side)}."


def _told(used: Used, rules: Rules, names: tuple[str, str], side: int) -> str:
    """What a rule tells ``side`` to do."""
    pairs = [(name_of(one, rules), name_of(two, rules)) for one, two in used.pairs]
    answers = [f"{one} with {two}" for one, two in pairs]
    return TOLD[used.name].format(
        *chain.from_iterable(pairs),
        mine=names[side],
        theirs=names[1 - side],
        answers=listed(answers[::2] if used.name == HIGHINVERSE else answers),
        parts="".join(f"{answer}, " for answer in answers[:-1]),
        last=" and ".join(pairs[-1]),
    )


def rules_text(useds: Sequence[Used], reason: Reason, names: tuple[str, str]) -> str:
    """What rules of one name tell the side of a reason to do, in a sentence for all of them."""
    game, name = reason.position.rules, useds[0].name
    if name == CLAIMEVEN:
        claimed = sorted(used.pairs[0][1] for used in useds)
        columns = sorted({column_of(cell, game) for cell in claimed})
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
