"""Check what explanations say of rules, answers, threats and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimeven import Position
from claimeven.reasons.sentences import Sentence
from sentence_checks.board_facts import (
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
from sentence_checks.claim import CheckedExplanation, Claim, checks
from sentence_checks.reason_checks import forced_sequence


@checks("rule", r".*")
def _rule(claim: Claim) -> Iterator[str]:
    if not claim.sentence.pairs and not claim.sentence.cells:
        yield "a rule without cells"
    for first, second in claim.sentence.pairs:
        if (first | second) & claim.position.filled:
            yield "a rule on filled cells"
    named = cells_in(claim.match[0], claim.position)
    of_pairs = claim.sentence.cells
    for first, second in claim.sentence.pairs:
        of_pairs |= first | second
    if named & ~of_pairs:
        yield "it names cells that it does not mark"
    if not set(claim.sentence.stops) <= set(lines_left(claim.position, 1 - (claim.sentence.side or 0))):
        yield "it stops a line that is stopped already"


@checks("rule", rf"Claimeven \(answering on top\) in columns? (.*) gives {SIDE} ({CELLS})\.")
def _claimeven(claim: Claim) -> Iterator[str]:
    named = cells_in(claim.match[2], claim.position)
    columns = set(columns_in(claim.match[1]))
    uppers = 0
    for lower, upper in claim.sentence.pairs:
        uppers |= upper
        is_even = claim.position.rules.row_of(upper) % 2 == 1  # rows count from 0
        if lower << 1 != upper or not is_even:
            yield "not an even cell on top of an empty one"
    if named != uppers or columns != set(map(claim.position.rules.column_of, single_cells(named))):
        yield "not the cells of its pairs"
    if not all(line & uppers for line in claim.sentence.stops):
        yield "it stops a line that has none of its cells"


@checks("rule", rf"Baseinverse: (?:(?:; )?{SIDE} can get only one of {CELL} and {CELL})+\.")
def _baseinverse(claim: Claim) -> Iterator[str]:
    for first, second in claim.sentence.pairs:
        if (first | second) & ~claim.position.drops or first == second:
            yield "not two cells that can be played now"
    if pairs_named(claim, "and") != set(claim.sentence.pairs):
        yield "not the cells of its pairs"
    yield from _stops_by_pairs(claim)


@checks("rule", rf"Vertical: {SIDE} answers .*\.")
def _vertical(claim: Claim) -> Iterator[str]:
    for lower, upper in claim.sentence.pairs:
        if lower << 1 != upper:
            yield "not a cell on top of another"
    if pairs_named(claim, "with") != set(claim.sentence.pairs):
        yield "not the cells of its pairs"
    yield from _stops_by_pairs(claim)


def _stops_by_pairs(claim: Claim) -> Iterator[str]:
    """Check that each line that a rule stops needs both cells of a pair."""
    for line in claim.sentence.stops:
        if not any(line & first and line & second for first, second in claim.sentence.pairs):
            yield "it stops a line that does not need both cells of a pair"


@checks("rule", rf"Aftereven: (?:(?:; )?{SIDE} answers [^;]*, and that completes a line)+\.")
def _aftereven(claim: Claim) -> Iterator[str]:
    for part in claim.match[0].split("; "):
        pairs = re.findall(rf"({CELL}) with ({CELL})", part)
        lowers, uppers = (cells_in(" ".join(names), claim.position) for names in zip(*pairs, strict=True))
        discs = claim.position.discs_of(claim.sentence.side or 0)
        if lowers << 1 != uppers or uppers & claim.position.filled:
            yield "not cells on top of others"
        if not any(line & ~discs == uppers for line in claim.position.rules.lines):
            yield "that completes no line"


@checks("rule", rf"(?:In column \w, {SIDE} also gets|({SIDE}) can get only one of) ({CELLS})\.")
def _cells_of_a_zugzwang(claim: Claim) -> Iterator[str]:
    cells = cells_in(claim.match[2], claim.position)
    if cells & claim.position.filled:
        yield "some of these cells are filled"
    needed = 2 if claim.match[1] else 1
    if any((line & cells).bit_count() < needed for line in claim.sentence.stops):
        yield "it stops a line that does not need these cells"


def pairs_named(claim: Claim, word: str) -> set[tuple[int, int]]:
    """Return the pairs of cells that a sentence names with a word between them."""
    named = re.findall(rf"\b({CELL}) {word} ({CELL})\b", claim.match[0])
    return {(cells_in(first, claim.position), cells_in(second, claim.position)) for first, second in named}


@checks("answers", rf"If {SIDE} plays (.+) instead, ({SIDE}) answers (\w)(.*)\.")
def _answers_instead(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[2])
    wanted = 1 if claim.checked.score else 0
    marked = set()
    other_answers = re.findall(r"; if (.+?), then (\w)", claim.match[4])
    for columns, reply in [(claim.match[1], claim.match[3]), *other_answers]:
        for column in columns_in(columns):
            after = claim.position.play(column)
            then = after.play(int(reply) - 1)
            marked.add((claim.position.drop(column), after.drop(int(reply) - 1)))
            good = then.winner == side if then.is_over else claim.checked.value(then, side) >= wanted
            if not good and not (then.is_over and wanted == 0 and then.winner is None):
                yield f"column {column + 1} is not answered"
    if marked != set(claim.sentence.pairs):
        yield "the cells marked are others"


@checks("threats", rf"({SIDE})'s threats(?: after that)?: (.*)\.")
def _threats_listed(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    if ("after that" in claim.match[0].split(":")[0]) != (claim.sentence.plies > 0):
        yield "it does not say when"
    named = 0
    for names, why in re.findall(rf"({CELL}(?:, {CELL})*) \(([^)]*)\)", claim.match[2]):
        cells = cells_in(names, claim.position)
        named |= cells
        yield from _threat_label(claim.checked, claim.position, side, cells, why)
    if named != threats_of(claim.position, side):
        yield "not all threats, or others"


def _threat_label(
    checked: CheckedExplanation, position: Position, side: int, cells: int, why: str
) -> Iterator[str]:
    """Check that a label of threats agrees with the result for their side."""
    if "each" in why and cells.bit_count() == 1:
        yield "there is only one"
    why = why.removeprefix("each ").removeprefix("alone is ")
    value = checked.value(position, side)
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


@checks("advice", r".*")
def _columns_that_keep(claim: Claim) -> Iterator[str]:
    text = claim.match[0]
    checked = claim.checked
    values = {column: checked.value_of_column(claim.position, column) for column in claim.position.playable}
    if checked.score < 0:
        keep = {column for column, value in values.items() if value == checked.score}
    else:
        keep = {column for column, value in values.items() if value >= min(checked.score, 1)}
    named = set(columns_in(text))
    expected = named == keep
    if text.startswith("All columns but"):
        expected = named == set(values) - keep
    elif text.startswith(("Every column", "No column")):
        expected = set(values) == keep
    if not expected:
        yield f"the columns are {sorted(column + 1 for column in keep)}"


@checks("columns", rf"Columns? ({COLUMNS}(?:, \w)*(?: and \w)?): (.*)\.")
def _columns_that_give(claim: Claim) -> Iterator[str]:
    for column in columns_in(claim.match[1]):
        yield from _column_gives(claim.checked, claim.position, column, claim.match[2], claim.sentence)


def _column_gives(
    checked: CheckedExplanation, position: Position, column: int, text: str, sentence: Sentence
) -> Iterator[str]:
    """Check that a disc in a column gives the other side what the sentence says."""
    value = checked.value_of_column(position, column)
    after = position.play(column)
    other = 1 - position.turn
    marked = sentence.cells
    for one, two in sentence.pairs:
        marked |= one | two
    if cells_in(text, position) & ~marked:
        yield "it names cells that it does not mark"
    if "completes four" in text:
        if not cells_in(text, position) & fours_of(after, other):
            yield "no four there"
        return
    forced = re.fullmatch(rf"{SIDE} forces four with ({COLUMNS})", text)
    if forced:
        columns = columns_in(forced[1])
        doubled = after.play_all(columns[:-2])
        fours = fours_of(doubled, other)
        named = cell_names(fours, after) if fours.bit_count() > 1 else None
        yield from forced_sequence(after, other, columns, named)
        return
    plays = re.match(rf"{SIDE} plays (\w)", text)
    if plays:
        reply = after.play(int(plays[1]) - 1)
        is_draw = "draws" in text or "cannot lose" in text or "no line left" in text
        gained = checked.value(reply, other) if not reply.is_over else 1
        if (gained < 0) if is_draw else (gained <= 0):
            yield f"column {column + 1} is not answered so"
        if "sooner" in text and value >= checked.score:
            yield "not sooner"
        return
    if text not in ("win", "draw", "loss"):
        yield "unknown words on a column"


@checks("columns", rf"({SIDE}) (wins|draws)( sooner)? by answering (.*)\.")
def _columns_answered(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    for part in claim.match[4].split("; "):
        columns, reply = part.split(" with ")
        for column in columns_in(columns):
            then = claim.position.play(column).play(int(reply) - 1)
            gained = claim.checked.value(then, side) if not then.is_over else 1
            if gained < (1 if claim.match[2] == "wins" else 0):
                yield f"column {column + 1} is not answered so"
            if (
                claim.match[3]
                and claim.checked.value_of_column(claim.position, column) >= claim.checked.score
            ):
                yield "not sooner"


@checks("limits", r".*")
def _rules_do_not_apply(claim: Claim) -> Iterator[str]:
    if claim.position.rules.rows % 2 == 0:
        yield "the rules do apply"
