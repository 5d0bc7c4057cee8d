"""Explanations in words: one or two short sentences for each reason, rule and move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.reasons.cells import column_of, name_of, names_of
from claimeven.reasons.forced import fours
from claimeven.reasons.nine_rules import (
    AFTEREVEN,
    BASECLAIM,
    BASEINVERSE,
    BEFORE,
    CLAIMEVEN,
    HIGHINVERSE,
    LOWINVERSE,
    SPECIALBEFORE,
    VERTICAL,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from claimeven.reasons.reason import Reason, Used
    from claimeven.rules.position import Position
    from claimeven.rules.rules import Rules

NAMES = ("X", "O")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def columns_named(columns: Iterable[int], rules: Rules) -> str:
    """Columns as people write them, one after the other."""
    return " ".join(rules.column_name(column) for column in columns)


def reason_text(reason: Reason, names: tuple[str, str] = NAMES) -> str:
    """Why a side wins or does not lose, in one to three sentences; the rules of a cover have their own."""
    side, other = names[reason.side], names[1 - reason.side]
    rules = reason.position.rules
    cells = names_of(reason.cells, rules)
    if reason.kind == "four":
        return f"{side} completes four at {cells[0]}."
    if reason.kind == "double-threat":
        return f"{side} threatens four at {listed(cells)}; {other} can stop only one of them."
    if reason.kind == "answer":
        return f"{other} must answer {side}'s threat, and that lets {side} complete four on top of it."
    if reason.kind == "forced":
        return _forced_text(reason, side, other)
    if reason.kind == "no-line":
        return f"{other} cannot make four any more: {side} has a disc in every line."
    if reason.kind == "zugzwang":
        return _zugzwang_text(reason, side, other)
    return _cover_text(reason, side, other)


def _forced_text(reason: Reason, side: str, other: str) -> str:
    moves = columns_named(reason.moves, reason.position.rules)
    if reason.position.ply % 2 == reason.side:
        return f"{side} forces four with {moves}: every reply of {other} is the only one."
    if fours(reason.position.other, reason.position.filled, reason.position.rules):
        return f"{other} must answer a four, and then {side} forces another one: {moves}."
    return f"Whatever {other} plays, {side} forces four; the longest defence is {moves}."


def _zugzwang_text(reason: Reason, side: str, other: str) -> str:
    rules, position = reason.position.rules, reason.position
    cell = reason.cells
    below, outside = cells_before(cell, position)
    count = below + outside
    where, under = name_of(cell, rules), name_of(cell >> 1, rules)
    return (
        f"{side} completes four at {where} as soon as {other} plays {under}, right below it. "
        f"{count} cells must be filled first, {outside} of them in other columns: "
        f"{other} takes the first and so the last of them, {under}. {_elsewhere(reason, side, other)}"
    )


def cells_before(cell: int, position: Position) -> tuple[int, int]:
    """How many empty cells lie below ``cell`` in its column, and how many in the other columns."""
    rules = position.rules
    empty = rules.board & ~position.filled
    column = rules.column_masks[column_of(cell, rules)]
    return (empty & column & cell - 1).bit_count(), (empty & ~column).bit_count()


def _elsewhere(reason: Reason, side: str, other: str) -> str:
    if not reason.rules:
        return f"{other} has no other line left."
    return f"Meanwhile {side} answers, and takes a cell of every line that {other} could still make."


def _cover_text(reason: Reason, side: str, other: str) -> str:
    rules = reason.position.rules
    if not reason.rules and not reason.wins:
        return f"{other} cannot make four any more."
    text = f"{side} only has to answer: so {side} gets a cell of every line that {other} could still make."
    if reason.wins:
        text += f" And {side}'s own line with {listed(names_of(reason.cells, rules))} will be completed."
    return text


def rule_text(used: Used, rules: Rules, names: tuple[str, str], side: int) -> str:
    """What a rule tells ``side`` to do, in a sentence."""
    mine, theirs = names[side], names[1 - side]
    pairs = [(name_of(one, rules), name_of(two, rules)) for one, two in used.pairs]
    if used.name in (CLAIMEVEN, VERTICAL, AFTEREVEN, LOWINVERSE):
        answers = listed([f"{two} on {one}" for one, two in pairs])
        return f"{used.name.capitalize()}: {mine} answers {answers}."
    if used.name == BASEINVERSE:
        return f"Baseinverse: of {pairs[0][0]} and {pairs[0][1]}, {theirs} gets only one."
    if used.name == HIGHINVERSE:
        answers = listed([f"{two} on {one}" for one, two in (pairs[0], pairs[2])])
        return f"Highinverse: {mine} answers {answers}, then the cells above."
    if used.name == BASECLAIM:
        (first, third), (second, above) = pairs
        return f"Baseclaim: {theirs} cannot have {first} and {above}, nor {second} and {third}."
    if used.name == BEFORE:
        answers = listed([f"{two} on {one}" for one, two in pairs])
        return f"Before: {mine} answers {answers}, and completes a line before {theirs} can."
    assert used.name == SPECIALBEFORE
    *parts, (spared, extra) = pairs
    answers = "".join(f"{two} on {one}, " for one, two in parts)
    rest = f"of {spared} and {extra} takes the one that {theirs} leaves"
    return f"Specialbefore: {mine} answers {answers}and {rest}."


def rules_text(reason: Reason, names: tuple[str, str] = NAMES) -> list[str]:
    """The rules of a cover in sentences, all Claimevens in one."""
    game = reason.position.rules
    mine = names[reason.side]
    claimed = sorted(used.pairs[0][1] for used in reason.rules if used.name == CLAIMEVEN)
    said = []
    if claimed:
        columns = sorted({column_of(cell, game) for cell in claimed})
        where = listed([game.column_name(column) for column in columns])
        cells = listed([name_of(cell, game) for cell in claimed])
        plural = "s" if len(columns) > 1 else ""
        said.append(f"Claimeven: answering on top in column{plural} {where}, {mine} gets {cells}.")
    said += [rule_text(used, game, names, reason.side) for used in reason.rules if used.name != CLAIMEVEN]
    return said


def answers_text(reason: Reason, names: tuple[str, str] = NAMES) -> str:
    """The answers to the other moves, "" if the reason needs none."""
    if not reason.answers:
        return ""
    name_of = reason.position.rules.column_name
    pairs = [f"{name_of(answer.reply)} on {name_of(answer.column)}" for answer in reason.answers]
    mine, theirs = names[reason.side], names[1 - reason.side]
    return f"Whatever {theirs} plays two plies earlier, {mine} has an answer: {listed(pairs)}."


def step_text(position: Position, column: int, verdict: str) -> str:
    """Why a move of a line is played: ``verdict`` is that of the position for the side to move."""
    rules = position.rules
    cell = position.drop(column)
    if not rules.line_ends_game:
        return "best"
    if rules.has_line(position.own | cell):
        return "completes four"
    made = fours(position.own | cell, position.filled | cell, rules)
    threat = f"threatens {listed(names_of(made, rules))}" if made else ""
    if fours(position.other, position.filled, rules) & cell:
        return f"must answer {name_of(cell, rules)}" + (f", and {threat}" if threat else "")
    if threat:
        return threat
    return {"win": "keeps the win", "draw": "keeps the draw", "loss": "holds out longest"}[verdict]
