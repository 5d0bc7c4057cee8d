"""Check what explanations say of the verdict, the line and the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimeven import Position
from sentence_checks.board_facts import (
    CELL,
    CELLS,
    COLUMNS,
    MAX_LEFT_TO_SOLVE,
    NAMES,
    SIDE,
    cell_list,
    cell_names,
    cells_in,
    column_cells,
    columns_in,
    fours_of,
    free_cells,
    lines_left,
    number_of,
    single_cells,
    suffices,
    threats_of,
)
from sentence_checks.claim import CheckedExplanation, Claim, checks, plan_plies

EARLIER = r"(?:Even before these moves, |After (?:the first|\d) of these moves, )"


@checks("verdict", rf"({SIDE}) (wins|loses) in (\d+) (?:ply|plies)\.|({SIDE}) wins with the next disc\.")
def _wins_or_loses_in(claim: Claim) -> Iterator[str]:
    side, verb, plies, at_once = claim.match.groups()
    if NAMES.index(side or at_once) != claim.position.turn:
        yield "not the side to move"
    expected = ("wins", "1") if at_once else (verb, plies)
    verdict = {"win": "wins", "loss": "loses"}.get(claim.checked.score.verdict)
    if expected != (verdict, str(claim.checked.score.plies)):
        yield f"the score is {claim.checked.score.result}"


@checks("verdict", r"A draw, with (\d+) (?:ply|plies) to go\.")
def _draw_with_plies(claim: Claim) -> Iterator[str]:
    if claim.checked.score or int(claim.match[1]) != claim.position.left:
        yield f"the score is {claim.checked.score.result}"


@checks("line", r"(Best play|A simple way (?:for [XO] )?to win): (.+)\.")
def _line_of_play(claim: Claim) -> Iterator[str]:
    now = claim.checked.root
    moves = re.findall(r"([XO]) (\w)((?: \([^)]*\))?)", claim.match[2])
    is_simple = claim.match[1] != "Best play"
    for number, (side, name, note) in enumerate(moves, start=1):
        column = int(name) - 1
        if NAMES.index(side) != now.turn:
            yield f"it is not {side}'s turn"
        is_best = column in claim.checked.best_columns(now)
        if is_simple and number == len(moves):
            yield from _slower_move(claim.checked, now, column, note, is_best)
        elif not is_best:
            yield f"{side} {name} gives away score"
        yield from _note_on_move(now, column, note)
        now = now.play(column)
    if now != claim.checked.after(claim.checked.explanation.plies):
        yield "not the line of the explanation"


def _slower_move(
    checked: CheckedExplanation, now: Position, column: int, note: str, is_best: bool
) -> Iterator[str]:
    faster = re.search(r"column (\w) is faster", note)
    if faster is None or int(faster[1]) - 1 not in checked.best_columns(now):
        yield "the faster column is not best"
    if is_best:
        yield "the slower column is a best one"
    if checked.value_of_column(now, column) <= 0:
        yield "the simple way does not win"


def _note_on_move(now: Position, column: int, note: str) -> Iterator[str]:
    side = now.turn
    must_answer = bool(fours_of(now, 1 - side) & now.drop(column))
    if ("must answer" in note) != must_answer:
        yield f"a forced answer in column {column + 1} is wrong"
    after = now.play(column)
    made = 0 if after.is_over else fours_of(after, side)
    named = cells_in(note, now)
    if "threatens" in note and named != made:
        yield f"the threats of column {column + 1} are wrong"
    if made and "threatens" not in note:
        yield f"the threat of column {column + 1} is not mentioned"


@checks("reason", rf"({SIDE}) completes four at ({CELLS})\.")
def _four_now(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    if claim.position.turn != side or cells_in(claim.match[2], claim.position) != fours_of(
        claim.position, side
    ):
        yield "not the fours of the side to move"


@checks(
    "reason",
    rf"({SIDE}) plays (\w), which threatens (two|several) fours, at ({CELLS}): {SIDE} can stop only one\.",
)
def _double_threat_to_come(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    cells = cells_in(claim.match[4], claim.position)
    before = claim.position.turn == side
    played = claim.position.play(int(claim.match[2]) - 1) if before else claim.position
    if fours_of(played, side) != cells or cells.bit_count() < 2 or fours_of(played, 1 - side):
        yield "no double threat"
    if (cells.bit_count() == 2) != (claim.match[3] == "two"):
        yield "not the number of fours"


@checks("reason", rf"({SIDE}) threatens four at ({CELLS}); {SIDE} can stop only one\.")
def _double_threat(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    cells = cells_in(claim.match[2], claim.position)
    if fours_of(claim.position, side) != cells or cells.bit_count() < 2 or fours_of(claim.position, 1 - side):
        yield "no double threat"


@checks(
    "reason",
    rf"({SIDE}) plays (\w) and threatens four at ({CELL}); {SIDE} must answer there, and {SIDE} completes "
    rf"four on top, at ({CELL})\.",
)
def _answer_to_come(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    start = claim.checked.after(claim.checked.explanation.plies)
    played = start.play(int(claim.match[2]) - 1)
    yield from _four_on_top(played, side, claim.match[3], claim.match[4])


@checks(
    "reason", rf"{SIDE} must answer at ({CELL}), and that lets ({SIDE}) complete four on top, at ({CELL})\."
)
def _answer_on_top(claim: Claim) -> Iterator[str]:
    start = claim.checked.after(claim.checked.explanation.plies)
    yield from _four_on_top(start, NAMES.index(claim.match[2]), claim.match[1], claim.match[3])


def _four_on_top(position: Position, side: int, answered: str, top: str) -> Iterator[str]:
    """Check that the side not to move threatens one four, and another right above it."""
    cell = cells_in(answered, position)
    above = cells_in(top, position)
    if fours_of(position, side) != cell or fours_of(position, 1 - side) or above != cell << 1:
        yield "no four that must be answered"
    elif not threats_of(position, side) & above:
        yield "no four on top"


@checks(
    "reason",
    rf"({SIDE}) forces four with ({COLUMNS}): {SIDE} must answer every threat"
    rf"(?:, and at the end cannot stop fours at ({CELLS}) at once)?\.",
)
def _forced_four(claim: Claim) -> Iterator[str]:
    start = claim.checked.after(claim.checked.explanation.plies)
    yield from forced_sequence(start, NAMES.index(claim.match[1]), columns_in(claim.match[2]), claim.match[3])


def forced_sequence(
    position: Position, side: int, columns: list[int], last_fours: str | None = None
) -> Iterator[str]:
    """Check that every move threatens four and every reply stops the only one, until two are too many."""
    if position.turn != side:
        yield "a forced sequence of the wrong side"
        return
    now = position
    for number in range(0, len(columns) - 1, 2):
        now = now.play(columns[number])
        fours = fours_of(now, side)
        is_last = number == len(columns) - 3
        if not fours or fours_of(now, 1 - side):
            yield f"move {number + 1} threatens nothing, or allows a four"
            return
        if is_last and last_fours and fours != cells_in(last_fours, now):
            yield "other fours at the end"
        if fours.bit_count() > 1 and not (is_last and last_fours):
            yield "a reply is not the only one"
        if not fours & now.drop(columns[number + 1]):
            yield f"reply {number + 2} stops no four"
        now = now.play(columns[number + 1])
    if now.is_over or now.play(columns[-1]).winner != side:
        yield "no four at the end"


@checks(
    "reason",
    rf"(?:Whatever {SIDE} plays|{SIDE} must answer at ({CELL}), and then),? ({SIDE}) "
    rf"(?:completes four|forces four(?:, if need be with|:) ({COLUMNS}))\.",
)
def _no_defence(claim: Claim) -> Iterator[str]:
    start = claim.checked.after(claim.checked.explanation.plies)
    side = NAMES.index(claim.match[2])
    if start.turn == side:
        yield "the winner is to move"
    answered = cells_in(claim.match[1], start) if claim.match[1] else 0
    if answered != fours_of(start, side) and claim.match[1]:
        yield "not the four that must be answered"
    for column in start.playable:
        after = start.play(column)
        if after.is_over or claim.checked.solver.score(after) <= 0:
            yield f"column {column + 1} does not lose"
    if claim.match[3]:
        first, *rest = columns_in(claim.match[3])
        doubled = start.play(first).play_all(rest[:-2])
        fours = fours_of(doubled, side) if len(rest) > 1 else 0
        named = cell_names(fours, start) if fours.bit_count() > 1 else None
        yield from forced_sequence(start.play(first), side, rest, named)


@checks(
    "reason",
    rf"({SIDE}) completes four at ({CELL}) as soon as ({SIDE}) plays ({CELL}), right below it\. "
    r"(?P<count>[^.]*\.) (?P<rest>.*)",
)
def _zugzwang(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    hole = cells_in(claim.match[2], claim.position)
    below = cells_in(claim.match[4], claim.position)
    if NAMES.index(claim.match[3]) != 1 - side or claim.position.turn == side:
        yield "the loser is not to move"
    if hole >> 1 != below or not hole & threats_of(claim.position, side) or hole & claim.position.drops:
        yield "no waiting threat"
    yield from _counted_cells(claim.checked, claim.match["count"], claim.position, side, below)
    decisive = claim.checked.explanation.reasons[0].cells
    late = column_cells(claim.position, decisive) & ~(decisive - 1)
    yield from _lines_too_late(claim.checked, claim.match["rest"], claim.position, side, late)


def _counted_cells(
    checked: CheckedExplanation, text: str, position: Position, side: int, below: int
) -> Iterator[str]:
    """Check that so many cells can be filled, and that the loser fills the last of them."""
    last = cells_in(text, position)
    if not last & below:
        yield "the cell below the threat is not among the last"
    for column in position.rules.column_masks:
        under = column & last
        if under and (not under << 1 & threats_of(position, side) or under << 1 & position.drops):
            yield "a last cell is not below a waiting threat"
    free = free_cells(position, last)
    counted = number_of(text.split()[0])
    if counted != free + 1:
        yield f"{free + 1} cells can be filled"
    if counted % 2 == 0:
        yield "the loser does not fill the last"
    yield from _never_filled(checked, position, side, last, column_cells(position, below))


def _never_filled(
    checked: CheckedExplanation, position: Position, side: int, last: int, deciding: int
) -> Iterator[str]:
    """Check that no cells above another waiting threat of the winner are counted.

    They are filled if a rule makes the winner play below its own threat.
    """
    waiting = threats_of(position, side) & ~position.drops & ~deciding
    given_up = 0
    for sentence in checked.explanation.sentences:
        if sentence.about == "rule":
            for lower, upper in sentence.pairs:
                gets_upper = sentence.text.startswith(("Claimeven", "Aftereven"))
                given_up |= upper if gets_upper else lower | upper
    for column in position.rules.column_masks:
        under = column & last
        for row in range(1, position.rules.rows):
            cell = column & position.rules.bottom << row
            from_below = position.rules.rows - row + 1
            is_counted = not under or cell < under
            if cell & waiting and from_below % 2 == 0 and is_counted and not cell >> 1 & given_up:
                yield "cells above another threat are counted"


def _lines_too_late(
    checked: CheckedExplanation, text: str, position: Position, side: int, late: int
) -> Iterator[str]:
    """Check that the loser's lines are what the sentence says: none, too late, or stopped by what follows."""
    lines = lines_left(position, 1 - side)
    others = [line for line in lines if not line & late]
    stopped: set[int] = set()
    for sentence in checked.explanation.sentences:
        if sentence.about == "rule":
            stopped.update(sentence.stops)
    if not set(others) <= stopped:
        yield f"{len(set(others) - stopped)} lines are stopped by nothing that is named"
    yield from _words_on_lines(text, side, lines, others)


def _words_on_lines(text: str, side: int, lines: list[int], others: list[int]) -> Iterator[str]:
    """Check the words on the loser's lines; the ``others`` of them do not come too late."""
    has_late_lines = len(others) < len(lines)
    if text == f"{NAMES[1 - side]} has no line left.":
        if lines:
            yield "it has lines left"
    elif text.startswith("Every line that"):
        if others or not lines:
            yield "a line needs no such cell"
    elif "except lines that need" in text:
        if not has_late_lines or not others:
            yield "no exception, or nothing else"
    elif text.startswith("Meanwhile"):
        if has_late_lines or not lines:
            yield "some lines come too late"
    else:
        yield "unknown words on lines"


@checks(
    "reason",
    rf"(?:{EARLIER})?({SIDE}) cannot win: ({SIDE}) just replies, and gets .*\.",
)
def _replies_and_holds(claim: Claim) -> Iterator[str]:
    loser = NAMES.index(claim.match[1])
    side = NAMES.index(claim.match[2])
    if claim.position.turn == side:
        yield "the side that replies is to move"
    if claim.checked.value(claim.position, loser) > 0:
        yield "it can win"
    stopped: set[int] = set()
    for other in claim.checked.explanation.sentences:
        if other.about == "rule" and other.side == side and other.plies == claim.sentence.plies:
            stopped.update(other.stops)
    if not set(lines_left(claim.position, loser)) <= stopped:
        yield "a line is not stopped"


@checks(
    "reason",
    rf"({SIDE}) just replies: {SIDE} completes no line, and in the end {SIDE} completes .* lacks ({CELLS})\.",
)
def _replies_and_wins(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    cells = cells_in(claim.match[2], claim.position)
    discs = claim.position.discs_of(side)
    if claim.checked.value(claim.position, side) <= 0:
        yield "it does not win"
    if not any(line & ~discs == cells for line in claim.position.rules.lines):
        yield "no line lacks just these cells"


@checks("reason", rf"({SIDE}) has two lines that lack ({CELLS}) and share one of these cells; .*")
def _two_lines(claim: Claim) -> Iterator[str]:
    side = NAMES.index(claim.match[1])
    cells = cells_in(claim.match[2], claim.position)
    discs = claim.position.discs_of(side)
    lacking = [line & ~discs for line in claim.position.rules.lines if not line & ~(discs | cells)]
    if claim.checked.value(claim.position, side) <= 0:
        yield "it does not win"
    if not any(one | two == cells and one & two and one != two for one in lacking for two in lacking):
        yield "no two such lines"


@checks(
    "reason", r"(?:After that, n|N)either side can make four any more: every line has discs of both sides\."
)
def _nobody_has_a_line(claim: Claim) -> Iterator[str]:
    if lines_left(claim.position, 0) or lines_left(claim.position, 1):
        yield "there are lines left"


@checks("reason", rf"(?:After that, )?({SIDE}) cannot win: ({SIDE}) has a disc in every line\.")
def _no_line_left(claim: Claim) -> Iterator[str]:
    if lines_left(claim.position, NAMES.index(claim.match[1])):
        yield "there are lines left"


@checks(
    "reason",
    rf"(?:({SIDE}) waits for ({CELLS})\.|Both want ({CELLS}), so neither plays {CELLS}\.) "
    rf"(\w+) other cells can be filled first; {SIDE} moves first, so {SIDE} "
    rf"fills the last, ({SIDE}) must play ({CELLS}), and ({SIDE}) completes four on top\. (?P<rest>.*)",
)
def _mutual_zugzwang(claim: Claim) -> Iterator[str]:
    position, side = claim.position, NAMES.index(claim.match[7])
    holes = cells_in(claim.match[2] or claim.match[3], position)
    last = cells_in(claim.match[6], position)
    if NAMES.index(claim.match[5]) != position.turn or position.turn == side:
        yield "the loser is not to move"
    if holes & ~threats_of(position, side) or holes & position.drops or holes.bit_count() < 2:
        yield "no waiting threats"
    if (claim.match[3] is not None) == bool(holes & ~threats_of(position, 1 - side)):
        yield "not both want these cells, or both do"
    if holes >> 1 & ~last:
        yield "a cell below a threat is missing"
    free = number_of(claim.match[4])
    if free != free_cells(position, last) or free % 2:
        yield f"{free_cells(position, last)} cells can be filled"
    late = 0
    for hole in single_cells(holes):
        late |= column_cells(position, hole) & ~(hole - 1)
    yield from _lines_too_late(claim.checked, claim.match["rest"], position, side, late)


@checks("reason", rf"(?:{EARLIER}a|A) search shows that (.*)")
def _deciding_lines(claim: Claim) -> Iterator[str]:
    lines = claim.sentence.lines
    text = claim.match[1]
    position = claim.position
    alone = re.match(rf"({SIDE}) cannot win even if ({SIDE}) makes no line\.", text)
    needs = re.match(
        rf"({SIDE})(?:, who has (\d+) open lines?,)? needs (?:nothing new|only \w+ lines?) to (win|hold): "
        r"(.*?)\.",
        text,
    )
    if alone:
        side = NAMES.index(alone[2])
        wins = False
    elif needs:
        side = NAMES.index(needs[1])
        wins = needs[3] == "win"
        yield from _lines_described(position, side, lines, text, needs)
    else:
        yield "unknown words on lines"
        return
    if claim.checked.value(position, side) < (1 if wins else 0):
        yield "the result is another"
    if position.left <= MAX_LEFT_TO_SOLVE:
        yield from _lines_solved(position, side, wins, lines, "Without" in text)


def _lines_described(
    position: Position, side: int, lines: tuple[int, ...], text: str, needs: re.Match[str]
) -> Iterator[str]:
    """Check that lines are open, lack the cells that are named, and are as many as the sentence says."""
    discs = position.discs_of(side)
    lacking = 0
    for line in lines:
        lacking |= line & ~discs
        if line & position.discs_of(1 - side):
            yield "a line is not open"
    if needs[2] and int(needs[2]) != len(lines_left(position, side)):
        yield "not the number of open lines"
    if "nothing new" in text:
        if any((line & ~discs).bit_count() != 1 for line in lines):
            yield "a line is not a threat"
        if cells_in(needs[4], position) != lacking:
            yield "not the threats of these lines"
    else:
        named = [f"{'-'.join(cell_list(line, position))} (lacks" for line in lines]
        if not all(part in text for part in named) or text.count("(lacks") != len(lines):
            yield "not these lines"


def _lines_solved(
    position: Position, side: int, wins: bool, lines: tuple[int, ...], are_needed: bool
) -> Iterator[str]:
    """Check that a plain search of the game in which only some lines count bears a claim out."""
    if not suffices(position, side, wins, lines):
        yield "these lines are not enough"
    for line in lines if are_needed else ():
        others = tuple(other for other in position.rules.lines if other != line)
        if suffices(position, side, wins, others):
            yield "a line is not needed"


@checks("reason", r"That takes up to (\d+) plies; the fastest win takes (\d+)\.")
def _slower_plan(claim: Claim) -> Iterator[str]:
    if int(claim.match[1]) != plan_plies(claim.checked.explanation):
        yield f"the plan takes {plan_plies(claim.checked.explanation)}"
    if int(claim.match[2]) != claim.checked.score.plies or int(claim.match[1]) <= int(claim.match[2]):
        yield f"the score is {claim.checked.score.result}"


@checks("reason", r"No simple reason: only a full search shows that (.*?)\.(?: Best play begins (.+)\.)?")
def _search_only(claim: Claim) -> Iterator[str]:
    clause = claim.match[1]
    value = claim.checked.score if claim.checked.root.turn == 0 else -claim.checked.score
    expected = {"X wins": value > 0, "O wins": value < 0}
    if not expected.get(clause, value == 0):
        yield f"the score is {claim.checked.score.result}"
    if claim.match[2]:
        now = claim.checked.root
        for side, name, note in re.findall(r"([XO]) (\w)((?: \([^)]*\))?)", claim.match[2]):
            if NAMES.index(side) != now.turn or int(name) - 1 not in claim.checked.best_columns(now):
                yield f"{side} {name} is not best"
            yield from _note_on_move(now, int(name) - 1, note)
            now = now.play(int(name) - 1)
