"""Check what explanations say of rules, answers, threats and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from board_facts import (
    CELL,
    CELLS,
    COLUMNS,
    MAX_LEFT_TO_SOLVE,
    NAMES,
    SIDE,
    cell_names,
    cells_in,
    columns_in,
    fours_of,
    lines_left,
    single_cells,
    suffices,
    threats_of,
)
from claimeven import Position
from claimeven.reasons.sentences import Sentence
from claims import Claim, Claims, claim
from reason_claims import forced_sequence


@claim("rule", r".*")
def _rule(one: Claim) -> Iterator[str]:
    if not one.said.pairs and not one.said.cells:
        yield "a rule without cells"
    for first, second in one.said.pairs:
        if (first | second) & one.position.filled:
            yield "a rule on filled cells"
    named = cells_in(one.match[0], one.position)
    of_pairs = one.said.cells
    for first, second in one.said.pairs:
        of_pairs |= first | second
    if named & ~of_pairs:
        yield "it names cells that it does not mark"
    if not set(one.said.stops) <= set(lines_left(one.position, 1 - (one.said.side or 0))):
        yield "it stops a line that is stopped already"


@claim("rule", rf"Claimeven \(answering on top\) in columns? (.*) gives {SIDE} ({CELLS})\.")
def _claimeven(one: Claim) -> Iterator[str]:
    named, columns = cells_in(one.match[2], one.position), set(columns_in(one.match[1]))
    uppers = 0
    for lower, upper in one.said.pairs:
        uppers |= upper
        is_even = one.position.rules.row_of(upper) % 2 == 1  # rows count from 0
        if lower << 1 != upper or not is_even:
            yield "not an even cell on top of an empty one"
    if named != uppers or columns != set(map(one.position.rules.column_of, single_cells(named))):
        yield "not the cells of its pairs"
    if not all(line & uppers for line in one.said.stops):
        yield "it stops a line that has none of its cells"


@claim("rule", rf"Baseinverse: (?:(?:; )?{SIDE} can get only one of {CELL} and {CELL})+\.")
def _baseinverse(one: Claim) -> Iterator[str]:
    for first, second in one.said.pairs:
        if (first | second) & ~one.position.drops or first == second:
            yield "not two cells that can be played now"
    if pairs_named(one, "and") != set(one.said.pairs):
        yield "not the cells of its pairs"
    yield from _stops_by_pairs(one)


@claim("rule", rf"Vertical: {SIDE} answers .*\.")
def _vertical(one: Claim) -> Iterator[str]:
    for lower, upper in one.said.pairs:
        if lower << 1 != upper:
            yield "not a cell on top of another"
    if pairs_named(one, "with") != set(one.said.pairs):
        yield "not the cells of its pairs"
    yield from _stops_by_pairs(one)


def _stops_by_pairs(one: Claim) -> Iterator[str]:
    """Whether each line that a rule stops needs both cells of a pair."""
    for line in one.said.stops:
        if not any(line & first and line & second for first, second in one.said.pairs):
            yield "it stops a line that does not need both cells of a pair"


@claim("rule", rf"Aftereven: (?:(?:; )?{SIDE} answers [^;]*, and that completes a line)+\.")
def _aftereven(one: Claim) -> Iterator[str]:
    for part in one.match[0].split("; "):
        pairs = re.findall(rf"({CELL}) with ({CELL})", part)
        lowers, uppers = (cells_in(" ".join(names), one.position) for names in zip(*pairs, strict=True))
        discs = one.position.discs_of(one.said.side or 0)
        if lowers << 1 != uppers or uppers & one.position.filled:
            yield "not cells on top of others"
        if not any(line & ~discs == uppers for line in one.position.rules.lines):
            yield "that completes no line"


@claim("rule", rf"(?:In column \w, {SIDE} also gets|({SIDE}) can get only one of) ({CELLS})\.")
def _cells_of_a_zugzwang(one: Claim) -> Iterator[str]:
    cells, needed = cells_in(one.match[2], one.position), 2 if one.match[1] else 1
    if cells & one.position.filled or any((line & cells).bit_count() < needed for line in one.said.stops):
        yield "it stops a line that does not need these cells"


def pairs_named(one: Claim, word: str) -> set[tuple[int, int]]:
    """The pairs of cells that a sentence names with a word between them."""
    named = re.findall(rf"\b({CELL}) {word} ({CELL})\b", one.match[0])
    return {(cells_in(first, one.position), cells_in(second, one.position)) for first, second in named}


@claim("answers", rf"If {SIDE} plays (.+) instead, ({SIDE}) answers (\w)(.*)\.")
def _answers_instead(one: Claim) -> Iterator[str]:
    side = NAMES.index(one.match[2])
    wanted = 1 if one.claims.score else 0
    marked = set()
    for columns, reply in [(one.match[1], one.match[3]), *re.findall(r"; if (.+?), then (\w)", one.match[4])]:
        for column in columns_in(columns):
            after = one.position.play(column)
            then = after.play(int(reply) - 1)
            marked.add((one.position.drop(column), after.drop(int(reply) - 1)))
            good = then.winner == side if then.is_over else one.claims.value(then, side) >= wanted
            if not good and not (then.is_over and wanted == 0 and then.winner is None):
                yield f"column {column + 1} is not answered"
    if marked != set(one.said.pairs):
        yield "the cells marked are others"


@claim("threats", rf"Threats of ({SIDE})(?: then)?: (.*)\.")
def _threats_listed(one: Claim) -> Iterator[str]:
    side = NAMES.index(one.match[1])
    if ("then" in one.match[0].split(":")[0]) != (one.said.plies > 0):
        yield "it does not say when"
    named = 0
    for names, why in re.findall(rf"({CELL}(?:, {CELL})*) \(([^)]*)\)", one.match[2]):
        cells = cells_in(names, one.position)
        named |= cells
        yield from _threat_label(one.claims, one.position, side, cells, why)
    if named != threats_of(one.position, side):
        yield "not all threats, or others"


def _threat_label(claims: Claims, position: Position, side: int, cells: int, why: str) -> Iterator[str]:
    """Whether a label of threats agrees with the result for their side."""
    if "each" in why and cells.bit_count() == 1:
        yield "there is only one"
    why = why.removeprefix("each ").removeprefix("alone is ")
    value = claims.value(position, side)
    if ("playable now" in why) != bool(cells & position.drops):
        yield "playable now is wrong"
    allowed = {"decides": value > 0, "holds the draw": value == 0, "not enough": value < 0}
    for label, is_right in allowed.items():
        if why.startswith(label) and not is_right:
            yield f"{label} is wrong"
    if why.startswith("not needed") and value < 0:
        yield "not needed is wrong"
    if "right below" in why and cells >> 1 & ~threats_of(position, 1 - side):
        yield "there is no threat right below"
    if why.startswith(("decides", "holds", "not needed")) and position.left <= MAX_LEFT_TO_SOLVE:
        discs = position.discs_of(side)
        for cell in single_cells(cells):
            others = tuple(line for line in position.rules.lines if line & ~discs != cell)
            if suffices(position, side, value > 0, others) != why.startswith("not needed"):
                yield "the label is another by a plain search without the lines of the threat"


@claim("advice", r".*")
def _columns_that_keep(one: Claim) -> Iterator[str]:
    text = one.match[0]
    values = {column: one.claims.value_of_column(one.position, column) for column in one.position.playable}
    if one.claims.score < 0:
        keep = {column for column, value in values.items() if value == one.claims.score}
    else:
        keep = {column for column, value in values.items() if value >= min(one.claims.score, 1)}
    named = set(columns_in(text))
    expected = named == keep
    if text.startswith("All columns but"):
        expected = named == set(values) - keep
    elif text.startswith(("Every column", "No column")):
        expected = set(values) == keep
    if not expected:
        yield f"the columns are {sorted(column + 1 for column in keep)}"


@claim("columns", rf"Columns? ({COLUMNS}(?:, \w)*(?: and \w)?): (.*)\.")
def _columns_that_give(one: Claim) -> Iterator[str]:
    for column in columns_in(one.match[1]):
        yield from _column_gives(one.claims, one.position, column, one.match[2], one.said)


def _column_gives(
    claims: Claims, position: Position, column: int, text: str, said: Sentence
) -> Iterator[str]:
    """Whether a disc in a column gives the other side what is said."""
    value = claims.value_of_column(position, column)
    after = position.play(column)
    other = 1 - position.turn
    marked = said.cells
    for one, two in said.pairs:
        marked |= one | two
    if cells_in(text, position) & ~marked:
        yield "it names cells that it does not mark"
    if "completes four" in text:
        if not cells_in(text, position) & fours_of(after, other):
            yield "no four there"
        return
    if forced := re.fullmatch(rf"{SIDE} forces four with ({COLUMNS})", text):
        columns = columns_in(forced[1])
        doubled = after.play_all(columns[:-2])
        fours = fours_of(doubled, other)
        named = cell_names(fours, after) if fours.bit_count() > 1 else None
        yield from forced_sequence(after, other, columns, named)
        return
    if plays := re.match(rf"{SIDE} plays (\w)", text):
        reply = after.play(int(plays[1]) - 1)
        is_draw = "draws" in text or "cannot lose" in text or "no line left" in text
        gained = claims.value(reply, other) if not reply.is_over else 1
        if (gained < 0) if is_draw else (gained <= 0):
            yield f"column {column + 1} is not answered so"
        if "sooner" in text and value >= claims.score:
            yield "not sooner"
        return
    if text not in ("win", "draw", "loss"):
        yield "unknown words on a column"


@claim("columns", rf"({SIDE}) (wins|draws)( sooner)? by answering (.*)\.")
def _columns_answered(one: Claim) -> Iterator[str]:
    side = NAMES.index(one.match[1])
    for part in one.match[4].split("; "):
        columns, reply = part.split(" with ")
        for column in columns_in(columns):
            then = one.position.play(column).play(int(reply) - 1)
            gained = one.claims.value(then, side) if not then.is_over else 1
            if gained < (1 if one.match[2] == "wins" else 0):
                yield f"column {column + 1} is not answered so"
            if one.match[3] and one.claims.value_of_column(one.position, column) >= one.claims.score:
                yield "not sooner"


@claim("limits", r".*")
def _rules_do_not_apply(one: Claim) -> Iterator[str]:
    if one.position.rules.rows % 2 == 0:
        yield "the rules do apply"
