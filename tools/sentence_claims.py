"""Check what explanations say, sentence by sentence, against the rules of the game and exact play.

Every sentence of an explanation has to match one of the patterns below, and what it claims is looked up on
the board or asked of the solver. Nothing here uses the code that makes explanations. ``contradictions_of``
returns what is wrong with an explanation; measure_explanations.py and the tests call it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from claimeven import Explanation, Position, Rules, Solver
from claimeven.reasons.said import Said

NAMES = ("X", "O")
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
CELL = r"[a-z]\d"
CELLS = rf"{CELL}(?:(?:, | and | or ){CELL})*"
COLUMNS = r"\w(?: \w)*"
SIDE = "[XO]"
EARLIER = r"(?:Already now, |After (?:the first|\d) of these moves, )"
MAX_LEFT_TO_SOLVE = 14  # cells: a plain search of more takes too long
Check = Callable[["Claim"], Iterator[str]]
CHECKS: list[tuple[str, re.Pattern[str], Check]] = []


def claim(about: str, pattern: str) -> Callable[[Check], Check]:
    """Register the check of the sentences of a kind that match a pattern as a whole."""

    def register(check: Check) -> Check:
        CHECKS.append((about, re.compile(pattern), check))
        return check

    return register


def contradictions_of(explanation: Explanation, solver: Solver) -> list[str]:
    """What is wrong with the sentences of an explanation of Connect Four with the names X and O."""
    claims = Claims(explanation, solver)
    found = []
    for said in explanation.said:
        position = claims.after(said.plies)
        matches = [
            (check, match)
            for about, pattern, check in CHECKS
            if about == said.about and (match := pattern.fullmatch(said.text))
        ]
        if not matches:
            found.append(f"no check knows the sentence: {said.text}")
        for check, match in matches:
            for wrong in check(Claim(claims, match, said, position)):
                found.append(f"{wrong}: {said.text}")
    found += claims.of_the_whole()
    return found


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that matched a pattern, and the position that it speaks of."""

    claims: Claims
    match: re.Match[str]
    said: Said
    position: Position


class Claims:
    """An explanation, the solver that judges it, and what a board shows to anybody who walks over it."""

    def __init__(self, explanation: Explanation, solver: Solver) -> None:
        self.explanation = explanation
        self.root = explanation.position
        self.solver = solver
        self.score = solver.score(self.root)

    def after(self, plies: int) -> Position:
        """The position after so many plies of the line."""
        return self.root.play_all(step.column for step in self.explanation.line[:plies])

    def value(self, position: Position, side: int) -> int:
        """What an unfinished position is worth to a side."""
        value = self.solver.score(position)
        return value if position.turn == side else -value

    def value_of_column(self, position: Position, column: int) -> int:
        """What a column is worth to the side to move; an early four counts as in scores."""
        after = position.play(column)
        if after.is_over:
            return (position.left + 1) // 2 if after.winner is not None else 0
        return -self.solver.score(after)

    def best_columns(self, position: Position) -> set[int]:
        """The columns that keep the score."""
        values = {column: self.value_of_column(position, column) for column in position.playable}
        return {column for column, value in values.items() if value == max(values.values())}

    def of_the_whole(self) -> Iterator[str]:
        """What several sentences claim together."""
        texts = [said.text for said in self.explanation.said]
        if len(set(texts)) < len(texts):
            yield "a sentence is said twice"
        plan = plan_plies(self.explanation)
        pace = [text for text in texts if text.startswith("That takes up to")]
        if plan is not None and plan != self.score.plies and not pace:
            yield f"the plan takes {plan} plies and the verdict {self.score.plies}, without a word on it"
        if plan is not None and plan < self.score.plies:
            yield f"the plan takes {plan} plies, faster than perfect play"


def plan_plies(explanation: Explanation) -> int | None:
    """How long the plan takes that the sentences describe, from the position explained; None if unsaid."""
    for said in explanation.said:
        if said.about != "reason":
            continue
        plies = explanation.plies
        counted = re.search(r"(\w+) (other )?cells can be filled first", said.text)
        if counted:
            return plies + number_of(counted[1]) + (2 if counted[2] else 1)
        forced = re.search(rf"forces four(?: with|:|, if need be with) ({COLUMNS})", said.text)
        if forced:
            return plies + len(forced[1].split())
    return None


def number_of(word: str) -> int:
    """A number in letters or digits."""
    return NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word)


def cells_in(text: str, position: Position) -> int:
    """The cells that a text names, as a mask."""
    cells = 0
    for name in re.findall(rf"\b{CELL}\b", text):
        cells |= position.rules.cell(ord(name[0]) - ord("a"), int(name[1:]) - 1)
    return cells


def columns_in(text: str) -> list[int]:
    """The columns that a text names, from 0."""
    return [int(name) - 1 for name in re.findall(r"\b\d\b", text)]


def threats_of(position: Position, side: int) -> int:
    """The empty cells where a side completes a line, found by trying them all."""
    discs = position.discs_of(side)
    found = 0
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            cell = position.rules.cell(column, row)
            if not cell & position.filled and position.rules.has_line(discs | cell):
                found |= cell
    return found


def fours_of(position: Position, side: int) -> int:
    """Those of its threats that a side could play now."""
    return threats_of(position, side) & position.drops


def lines_left(position: Position, side: int) -> list[int]:
    """The lines without a disc of the other side."""
    other = position.discs_of(1 - side)
    return [line for line in position.rules.lines if line & other == 0]


def column_cells(position: Position, cell: int) -> int:
    """All cells of the column of a cell."""
    return next(mask for mask in position.rules.column_masks if mask & cell)


@claim("verdict", rf"({SIDE}) (wins|loses) in (\d+) (?:ply|plies)\.|({SIDE}) wins with the next disc\.")
def _wins_or_loses_in(one: Claim) -> Iterator[str]:
    side, verb, plies, at_once = one.match.groups()
    if NAMES.index(side or at_once) != one.position.turn:
        yield "not the side to move"
    expected = ("wins", "1") if at_once else (verb, plies)
    verdict = {"win": "wins", "loss": "loses"}.get(one.claims.score.verdict)
    if expected != (verdict, str(one.claims.score.plies)):
        yield f"the score is {one.claims.score.result}"


@claim("verdict", r"A draw, with (\d+) (?:ply|plies) to go\.")
def _draw_with_plies(one: Claim) -> Iterator[str]:
    if one.claims.score or int(one.match[1]) != one.position.left:
        yield f"the score is {one.claims.score.result}"


@claim("line", r"(Best play|A simple way (?:for [XO] )?to win): (.+)\.")
def _line_of_play(one: Claim) -> Iterator[str]:
    now = one.claims.root
    moves = re.findall(r"([XO]) (\w)((?: \([^)]*\))?)", one.match[2])
    is_simple = one.match[1] != "Best play"
    for number, (side, name, note) in enumerate(moves, start=1):
        column = int(name) - 1
        if NAMES.index(side) != now.turn:
            yield f"it is not {side}'s turn"
        is_best = column in one.claims.best_columns(now)
        if is_simple and number == len(moves):
            yield from _slower_move(one.claims, now, column, note, is_best)
        elif not is_best:
            yield f"{side} {name} gives away score"
        yield from _note_on_move(now, column, note)
        now = now.play(column)
    if now != one.claims.after(one.claims.explanation.plies):
        yield "not the line of the explanation"


def _slower_move(claims: Claims, now: Position, column: int, note: str, is_best: bool) -> Iterator[str]:
    faster = re.search(r"column (\w) is faster", note)
    if faster is None or int(faster[1]) - 1 not in claims.best_columns(now):
        yield "the faster column is not best"
    if is_best:
        yield "the slower column is a best one"
    if claims.value_of_column(now, column) <= 0:
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
        yield f"the threat of column {column + 1} is not said"


@claim("reason", rf"({SIDE}) completes four at ({CELLS})\.")
def _four_now(one: Claim) -> Iterator[str]:
    side = NAMES.index(one.match[1])
    if one.position.turn != side or cells_in(one.match[2], one.position) != fours_of(one.position, side):
        yield "not the fours of the side to move"


@claim(
    "reason",
    rf"({SIDE}) plays (\w), which threatens (two|several) fours, at ({CELLS}): {SIDE} can stop only one\.",
)
def _double_threat_to_come(one: Claim) -> Iterator[str]:
    side, cells = NAMES.index(one.match[1]), cells_in(one.match[4], one.position)
    before = one.position.turn == side
    played = one.position.play(int(one.match[2]) - 1) if before else one.position
    if fours_of(played, side) != cells or cells.bit_count() < 2 or fours_of(played, 1 - side):
        yield "no double threat"
    if (cells.bit_count() == 2) != (one.match[3] == "two"):
        yield "not the number of fours"


@claim("reason", rf"({SIDE}) threatens four at ({CELLS}); {SIDE} can stop only one\.")
def _double_threat(one: Claim) -> Iterator[str]:
    side, cells = NAMES.index(one.match[1]), cells_in(one.match[2], one.position)
    if fours_of(one.position, side) != cells or cells.bit_count() < 2 or fours_of(one.position, 1 - side):
        yield "no double threat"


@claim(
    "reason",
    rf"({SIDE}) plays (\w) and threatens four at ({CELL}); {SIDE} must answer there, and {SIDE} completes "
    rf"four on top, at ({CELL})\.",
)
def _answer_to_come(one: Claim) -> Iterator[str]:
    side = NAMES.index(one.match[1])
    start = one.claims.after(one.claims.explanation.plies)
    played = start.play(int(one.match[2]) - 1)
    yield from _four_on_top(played, side, one.match[3], one.match[4])


@claim(
    "reason", rf"{SIDE} must answer at ({CELL}), and that lets ({SIDE}) complete four on top, at ({CELL})\."
)
def _answer_on_top(one: Claim) -> Iterator[str]:
    start = one.claims.after(one.claims.explanation.plies)
    yield from _four_on_top(start, NAMES.index(one.match[2]), one.match[1], one.match[3])


def _four_on_top(position: Position, side: int, answered: str, top: str) -> Iterator[str]:
    """Whether the side not to move threatens one four, and another right above it."""
    cell, above = cells_in(answered, position), cells_in(top, position)
    if fours_of(position, side) != cell or fours_of(position, 1 - side) or above != cell << 1:
        yield "no four that must be answered"
    elif not threats_of(position, side) & above:
        yield "no four on top"


@claim(
    "reason",
    rf"({SIDE}) forces four with ({COLUMNS}): {SIDE} must answer every threat"
    rf"(?:, and at the end cannot stop fours at ({CELLS}) at once)?\.",
)
def _forced_four(one: Claim) -> Iterator[str]:
    start = one.claims.after(one.claims.explanation.plies)
    yield from forced_sequence(start, NAMES.index(one.match[1]), columns_in(one.match[2]), one.match[3])


def forced_sequence(
    position: Position, side: int, columns: list[int], last_fours: str | None = None
) -> Iterator[str]:
    """Whether every move threatens four and every reply stops the only one, until two are too many."""
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


@claim(
    "reason",
    rf"(?:Whatever {SIDE} plays|{SIDE} must answer at ({CELL}), and then),? ({SIDE}) "
    rf"(?:completes four|forces four(?:, if need be with|:) ({COLUMNS}))\.",
)
def _no_defence(one: Claim) -> Iterator[str]:
    start, side = one.claims.after(one.claims.explanation.plies), NAMES.index(one.match[2])
    if start.turn == side:
        yield "the winner is to move"
    answered = cells_in(one.match[1], start) if one.match[1] else 0
    if answered != fours_of(start, side) and one.match[1]:
        yield "not the four that must be answered"
    for column in start.playable:
        after = start.play(column)
        if after.is_over or one.claims.solver.score(after) <= 0:
            yield f"column {column + 1} does not lose"
    if one.match[3]:
        first, *rest = columns_in(one.match[3])
        doubled = start.play(first).play_all(rest[:-2])
        fours = fours_of(doubled, side) if len(rest) > 1 else 0
        named = cell_names(fours, start) if fours.bit_count() > 1 else None
        yield from forced_sequence(start.play(first), side, rest, named)


def cell_names(cells: int, position: Position) -> str:
    """Cells by name, as a list in a sentence."""
    return " and ".join(cell_list(cells, position))


def cell_list(cells: int, position: Position) -> list[str]:
    """The names of cells, column by column."""
    names = []
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            if cells & position.rules.cell(column, row):
                names.append(f"{chr(ord('a') + column)}{row + 1}")
    return names


@claim(
    "reason",
    rf"({SIDE}) completes four at ({CELL}) as soon as ({SIDE}) plays ({CELL}), right below it\. "
    r"(?P<count>[^.]*\.) (?P<rest>.*)",
)
def _zugzwang(one: Claim) -> Iterator[str]:
    side, hole, below = (
        NAMES.index(one.match[1]),
        cells_in(one.match[2], one.position),
        cells_in(one.match[4], one.position),
    )
    if NAMES.index(one.match[3]) != 1 - side or one.position.turn == side:
        yield "the loser is not to move"
    if hole >> 1 != below or not hole & threats_of(one.position, side) or hole & one.position.drops:
        yield "no waiting threat"
    yield from _counted_cells(one.claims, one.match["count"], one.position, side, below)
    decisive = one.claims.explanation.reasons[0].cells
    late = column_cells(one.position, decisive) & ~(decisive - 1)
    yield from _lines_too_late(one.claims, one.match["rest"], one.position, side, late)


def _counted_cells(claims: Claims, text: str, position: Position, side: int, below: int) -> Iterator[str]:
    """Whether so many cells can be filled, and the loser fills the last of them."""
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
    yield from _never_filled(claims, position, side, last, column_cells(position, below))


def free_cells(position: Position, last: int) -> int:
    """How many empty cells there are that are neither one of ``last`` nor above one."""
    free = 0
    for column in position.rules.column_masks:
        under = column & last
        empty = column & ~position.filled
        free += (empty & (under - 1)).bit_count() if under else empty.bit_count()
    return free


def single_cells(cells: int) -> Iterator[int]:
    """The cells of a mask."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def _never_filled(claims: Claims, position: Position, side: int, last: int, deciding: int) -> Iterator[str]:
    """Whether cells above another waiting threat are counted that the winner gets by answering.

    They are filled if a rule makes the winner play below its own threat.
    """
    waiting = threats_of(position, side) & ~position.drops & ~deciding
    given_up = 0
    for said in claims.explanation.said:
        if said.about == "rule":
            for lower, upper in said.pairs:
                gets_upper = said.text.startswith(("Claimeven", "Aftereven"))
                given_up |= upper if gets_upper else lower | upper
    for column in position.rules.column_masks:
        under = column & last
        for row in range(1, position.rules.rows):
            cell = column & position.rules.bottom << row
            from_below = position.rules.rows - row + 1
            is_counted = not under or cell < under
            if cell & waiting and from_below % 2 == 0 and is_counted and not cell >> 1 & given_up:
                yield "cells above another threat are counted"


def _lines_too_late(claims: Claims, text: str, position: Position, side: int, late: int) -> Iterator[str]:
    """Whether the loser's lines are what the sentence says: none, too late, or stopped by what follows."""
    lines = lines_left(position, 1 - side)
    stopped = {line for said in claims.explanation.said if said.about == "rule" for line in said.stops}
    others = [line for line in lines if not line & late]
    if text == f"{NAMES[1 - side]} has no line left.":
        if lines:
            yield "it has lines left"
    elif text.startswith("Every line that"):
        if others or not lines:
            yield "a line needs no such cell"
    elif "except lines that need" in text:
        if len(others) == len(lines) or not others:
            yield "no exception, or nothing else"
    elif text.startswith("Meanwhile"):
        if len(others) != len(lines) or not lines:
            yield "some lines come too late"
    else:
        yield "unknown words on lines"
    if not set(others) <= stopped:
        yield f"{len(set(others) - stopped)} lines are stopped by nothing that is said"


@claim(
    "reason",
    rf"(?:{EARLIER})?({SIDE}) cannot win: ({SIDE}) just replies, and gets .*\.",
)
def _replies_and_holds(one: Claim) -> Iterator[str]:
    loser, side = NAMES.index(one.match[1]), NAMES.index(one.match[2])
    if one.position.turn == side:
        yield "the side that replies is to move"
    if one.claims.value(one.position, loser) > 0:
        yield "it can win"
    stopped = {
        line
        for other in one.claims.explanation.said
        if other.about == "rule" and other.side == side and other.plies == one.said.plies
        for line in other.stops
    }
    if not set(lines_left(one.position, loser)) <= stopped:
        yield "a line is not stopped"


@claim(
    "reason",
    rf"({SIDE}) just replies: {SIDE} completes no line, and in the end {SIDE} completes .* lacks ({CELLS})\.",
)
def _replies_and_wins(one: Claim) -> Iterator[str]:
    side, cells = NAMES.index(one.match[1]), cells_in(one.match[2], one.position)
    discs = one.position.discs_of(side)
    if one.claims.value(one.position, side) <= 0:
        yield "it does not win"
    if not any(line & ~discs == cells for line in one.position.rules.lines):
        yield "no line lacks just these cells"


@claim("reason", rf"({SIDE}) has two lines that lack ({CELLS}) and share one of these cells; .*")
def _two_lines(one: Claim) -> Iterator[str]:
    side, cells = NAMES.index(one.match[1]), cells_in(one.match[2], one.position)
    discs = one.position.discs_of(side)
    lacking = [line & ~discs for line in one.position.rules.lines if not line & ~(discs | cells)]
    if one.claims.value(one.position, side) <= 0:
        yield "it does not win"
    if not any(one | two == cells and one & two and one != two for one in lacking for two in lacking):
        yield "no two such lines"


@claim("reason", r"(?:After that, n|N)obody can make four any more: every line has discs of both sides\.")
def _nobody_has_a_line(one: Claim) -> Iterator[str]:
    if lines_left(one.position, 0) or lines_left(one.position, 1):
        yield "there are lines left"


@claim("reason", rf"(?:After that, )?({SIDE}) cannot win: ({SIDE}) has a disc in every line\.")
def _no_line_left(one: Claim) -> Iterator[str]:
    if lines_left(one.position, NAMES.index(one.match[1])):
        yield "there are lines left"


@claim(
    "reason",
    rf"(?:({SIDE}) waits for ({CELLS})\.|Both want ({CELLS}), so nobody plays {CELLS}\.) "
    rf"(\w+) other cells can be filled first; {SIDE} moves first, so {SIDE} "
    rf"fills the last, ({SIDE}) must play ({CELLS}), and ({SIDE}) completes four on top\. (?P<rest>.*)",
)
def _mutual_zugzwang(one: Claim) -> Iterator[str]:
    position, side = one.position, NAMES.index(one.match[7])
    holes = cells_in(one.match[2] or one.match[3], position)
    last = cells_in(one.match[6], position)
    if NAMES.index(one.match[5]) != position.turn or position.turn == side:
        yield "the loser is not to move"
    if holes & ~threats_of(position, side) or holes & position.drops or holes.bit_count() < 2:
        yield "no waiting threats"
    if (one.match[3] is not None) == bool(holes & ~threats_of(position, 1 - side)):
        yield "not both want these cells, or both do"
    if holes >> 1 & ~last:
        yield "a cell below a threat is missing"
    free = number_of(one.match[4])
    if free != free_cells(position, last) or free % 2:
        yield f"{free_cells(position, last)} cells can be filled"
    late = 0
    for hole in single_cells(holes):
        late |= column_cells(position, hole) & ~(hole - 1)
    yield from _lines_too_late(one.claims, one.match["rest"], position, side, late)


@claim("reason", rf"(?:{EARLIER}a|A) search shows that (.*)")
def _deciding_lines(one: Claim) -> Iterator[str]:
    lines, text, position = one.said.lines, one.match[1], one.position
    alone = re.match(rf"({SIDE}) cannot win even if ({SIDE}) makes no line\.", text)
    needs = re.match(
        rf"({SIDE})(?:, who has (\d+) open lines?,)? needs (?:nothing new|only \w+ lines?) to (win|hold): "
        r"(.*?)\.",
        text,
    )
    if alone:
        side, wins = NAMES.index(alone[2]), False
    elif needs:
        side, wins = NAMES.index(needs[1]), needs[3] == "win"
        yield from _lines_described(position, side, lines, text, needs)
    else:
        yield "unknown words on lines"
        return
    if one.claims.value(position, side) < (1 if wins else 0):
        yield "the result is another"
    if position.left <= MAX_LEFT_TO_SOLVE:
        yield from _lines_solved(position, side, wins, lines, "Without" in text)


def _lines_described(
    position: Position, side: int, lines: tuple[int, ...], text: str, needs: re.Match[str]
) -> Iterator[str]:
    """Whether lines are open, lack the cells that are named, and are as many as is said."""
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
            yield "a line is no threat"
        if cells_in(needs[4], position) != lacking:
            yield "not the threats of these lines"
    else:
        told = [f"{'-'.join(cell_list(line, position))} (lacks" for line in lines]
        if not all(part in text for part in told) or text.count("(lacks") != len(lines):
            yield "not these lines"


def _lines_solved(
    position: Position, side: int, wins: bool, lines: tuple[int, ...], are_needed: bool
) -> Iterator[str]:
    """Whether a plain search of the game in which only some lines count bears a claim out."""
    if not suffices(position, side, wins, lines):
        yield "these lines are not enough"
    for line in lines if are_needed else ():
        others = tuple(other for other in position.rules.lines if other != line)
        if suffices(position, side, wins, others):
            yield "a line is not needed"


def suffices(position: Position, side: int, wins: bool, lines: tuple[int, ...]) -> bool:
    """Whether a side wins, or does not lose, if only ``lines`` count for it and all for the other side."""
    counting = (lines, position.rules.lines) if side == 0 else (position.rules.lines, lines)
    result = play_out(position.first, position.second, position.turn, counting, position.rules, {})
    gain = result if side == 0 else -result
    return gain >= (1 if wins else 0)


def play_out(
    first: int,
    second: int,
    mover: int,
    counting: tuple[tuple[int, ...], tuple[int, ...]],
    rules: Rules,
    known: dict[tuple[int, int], int],
) -> int:
    """The result of perfect play for the first player: 1, 0 or -1, by trying every move."""
    if (first, second) in known:
        return known[first, second]
    filled = first | second
    wanted = 1 if mover == 0 else -1
    values = []
    for column in rules.column_masks:
        cell = (filled + (column & rules.bottom)) & column & ~filled
        if not cell:
            continue
        discs = (second if mover else first) | cell
        if any(line & discs == line and line & cell for line in counting[mover]):
            values.append(wanted)
        elif mover:
            values.append(play_out(first, discs, 0, counting, rules, known))
        else:
            values.append(play_out(discs, second, 1, counting, rules, known))
        if values[-1] == wanted:
            break
    known[first, second] = wanted * max((value * wanted for value in values), default=0)
    return known[first, second]


@claim("reason", r"That takes up to (\d+) plies; the fastest win takes (\d+)\.")
def _slower_plan(one: Claim) -> Iterator[str]:
    if int(one.match[1]) != plan_plies(one.claims.explanation):
        yield f"the plan takes {plan_plies(one.claims.explanation)}"
    if int(one.match[2]) != one.claims.score.plies or int(one.match[1]) <= int(one.match[2]):
        yield f"the score is {one.claims.score.result}"


@claim("reason", r"No simple reason: only a full search shows that (.*?)\.(?: Best play begins (.+)\.)?")
def _search_only(one: Claim) -> Iterator[str]:
    clause = one.match[1]
    value = one.claims.score if one.claims.root.turn == 0 else -one.claims.score
    expected = {"X wins": value > 0, "O wins": value < 0}
    if not expected.get(clause, value == 0):
        yield f"the score is {one.claims.score.result}"
    if one.match[2]:
        now = one.claims.root
        for side, name, note in re.findall(r"([XO]) (\w)((?: \([^)]*\))?)", one.match[2]):
            if NAMES.index(side) != now.turn or int(name) - 1 not in one.claims.best_columns(now):
                yield f"{side} {name} is not best"
            yield from _note_on_move(now, int(name) - 1, note)
            now = now.play(int(name) - 1)


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


def _column_gives(claims: Claims, position: Position, column: int, text: str, said: Said) -> Iterator[str]:
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
