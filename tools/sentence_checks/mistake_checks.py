"""Check what reviews say about mistakes; the sides are X and O."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from claimeven import Position, Solver
from claimeven.reasons.mistakes import Mistake
from claimeven.solver.review import MoveReview
from sentence_checks.board_facts import (
    CELL,
    CELLS,
    COLUMNS,
    NAMES,
    SIDE,
    cell_names,
    cells_in,
    columns_in,
    fours_of,
    lines_left,
    threats_of,
)
from sentence_checks.reason_checks import forced_sequence

Check = Callable[["ReviewedMistake", re.Match[str]], Iterator[str]]
CHECKS: list[tuple[re.Pattern[str], Check]] = []
WAITS = rf"four at (?P<cells>{CELLS}), until (?P<loser>{SIDE}) has to play (?P<below>{CELLS})\."


@dataclass(frozen=True, slots=True)
class ReviewedMistake:
    """A reviewed move, the position before it, and the solver that judges it."""

    before: Position
    judged: MoveReview
    solver: Solver

    @property
    def side(self) -> int:
        """The side that made the move."""
        return self.before.turn

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.before.play(self.judged.column)

    def value_of(self, column: int) -> int:
        """Return the score of a column for the player."""
        then = self.before.play(column)
        if then.is_over:
            return (self.before.left + 1) // 2 if then.winner is not None else 0
        return -self.solver.score(then)

    def is_best(self, column: int) -> bool:
        """Return whether a column keeps the exact score."""
        return self.value_of(column) == self.judged.before


def contradictions_of_mistake(mistake: ReviewedMistake, found: Mistake) -> list[str]:
    """List what is wrong with the sentence on a mistake."""
    wrong: list[str] = []
    if mistake.judged.better is not None:
        wrong += _better(mistake, mistake.judged.better)
    known = 0
    for pattern, check in CHECKS:
        match = pattern.fullmatch(found.text)
        if match is not None:
            known += 1
            wrong += check(mistake, match)
    if known != 1:
        wrong.append(f"{known} checks know the sentence")
    return [f"{contradiction}: {found.text}" for contradiction in wrong]


def _better(mistake: ReviewedMistake, column: int) -> Iterator[str]:
    if not mistake.is_best(column) or mistake.is_best(mistake.judged.column):
        yield f"column {column + 1} is not better"


def checks(pattern: str) -> Callable[[Check], Check]:
    """Register the check of the sentences that match a pattern as a whole."""

    def register(check: Check) -> Check:
        CHECKS.append((re.compile(pattern), check))
        return check

    return register


@checks(rf"({SIDE}) could have completed four at ({CELLS})\.")
def _four_missed(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    cells = cells_in(match[2], mistake.before)
    if match[1] != NAMES[mistake.side] or cells != fours_of(mistake.before, mistake.side):
        yield "not the fours of the player"
    if mistake.after.winner is not None:
        yield "the player did complete four"


@checks(rf"({SIDE}) was threatening ({CELLS})\.")
def _four_unanswered(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    cells = cells_in(match[2], mistake.before)
    other = 1 - mistake.side
    if match[1] != NAMES[other] or cells & ~fours_of(mistake.before, other):
        yield "there was no such threat"
    if cells != fours_of(mistake.after, other) & mistake.before.drops:
        yield "not the fours that were left"


@checks(rf"The disc at ({CELL}) lets ({SIDE}) complete four on top, at ({CELL})\.")
def _under_a_threat(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    disc = cells_in(match[1], mistake.before)
    top = cells_in(match[3], mistake.before)
    if disc != mistake.before.drop(mistake.judged.column) or top != disc << 1:
        yield "not the disc that was played"
    if match[2] != NAMES[1 - mistake.side] or not top & fours_of(mistake.after, 1 - mistake.side):
        yield "no four on top"


@checks(rf"({SIDE}) could have forced four with ({COLUMNS})( \(.*\))?\.")
def _forced_missed(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    columns = columns_in(match[2])
    note = match[3] or ""
    if match[1] != NAMES[mistake.side]:
        yield "not the player"
    yield from _sequence(mistake.before, mistake.side, columns)
    if (len(columns) > mistake.judged.before.plies) != bool(note):
        yield "it does not say that there is a faster way, or says so without one"
    faster = re.search(r"column (\w) was even faster", note)
    if faster and (int(faster[1]) - 1 == columns[0] or not mistake.is_best(int(faster[1]) - 1)):
        yield "the faster column is not faster"
    if "not the fastest way" in note and not mistake.is_best(columns[0]):
        yield "another column was faster"


@checks(rf"Now ({SIDE}) forces four with ({COLUMNS})\.")
def _forced_given(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    if match[1] != NAMES[1 - mistake.side]:
        yield "not the other side"
    yield from _sequence(mistake.after, 1 - mistake.side, columns_in(match[2]))


def _sequence(position: Position, side: int, columns: list[int]) -> Iterator[str]:
    """Check that a sequence is forced; at its end there may be two fours."""
    fours = fours_of(position.play_all(columns[:-2]), side) if len(columns) > 2 else 0
    named = cell_names(fours, position) if fours.bit_count() > 1 else None
    yield from forced_sequence(position, side, columns, named)


@checks(rf"With column (\w), ({SIDE}) would wait for {WAITS}")
def _zugzwang_missed(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    column = int(match[1]) - 1
    if column != mistake.judged.better or match[2] != NAMES[mistake.side]:
        yield "not the better column"
    yield from _waiting(mistake, mistake.before.play(column), mistake.side, match)


@checks(rf"Now ({SIDE}) plays (\w) and waits for {WAITS}")
def _zugzwang_given(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    if match[1] != NAMES[1 - mistake.side]:
        yield "not the other side"
    yield from _waiting(mistake, mistake.after.play(int(match[2]) - 1), 1 - mistake.side, match)


def _waiting(mistake: ReviewedMistake, position: Position, side: int, match: re.Match[str]) -> Iterator[str]:
    """Check that a side that is not to move wins and has these threats, which cannot be played yet."""
    cells = cells_in(match["cells"], position)
    below = cells_in(match["below"], position)
    if mistake.solver.score(position) >= 0 or position.turn == side:
        yield "it does not win"
    if match["loser"] != NAMES[1 - side] or below != cells >> 1 or below & position.filled:
        yield "not the cells right below"
    if cells & ~threats_of(position, side):
        yield "no threats"


@checks(rf"The disc at ({CELL}) lets ({SIDE}) take ({CELL}), where ({SIDE}) had a threat\.")
def _own_threat(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    disc = cells_in(match[1], mistake.before)
    top = cells_in(match[3], mistake.before)
    if disc != mistake.before.drop(mistake.judged.column) or top != disc << 1:
        yield "not the disc that was played"
    if match[2] == match[4] or match[4] != NAMES[mistake.side]:
        yield "not the sides"
    if not top & threats_of(mistake.before, mistake.side):
        yield "there was no threat"


@checks(rf"After column (\w), ({SIDE}) would only have had to reply to (win|be safe)\.")
def _answering(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    if match[2] != NAMES[mistake.side]:
        yield "not the player"
    if mistake.value_of(int(match[1]) - 1) < (1 if match[3] == "win" else 0):
        yield "that column does not lead there"


@checks(r"Column (\w) kept the (win|draw); it (must answer(?:, and )?)?(?:threatens (.*))?\.")
def _better_move(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    column = int(match[1]) - 1
    yield from _kept(mistake, column, match[2])
    then = mistake.before.play(column)
    if cells_in(match[4] or "", then) != fours_of(then, mistake.side):
        yield "not what it threatens"
    must = fours_of(mistake.before, 1 - mistake.side) & mistake.before.drop(column)
    if bool(match[3]) != bool(must):
        yield "it need not answer, or must"


@checks(
    rf"Column (\w) kept the (win|draw)\. ({CELL}) lies on (\d+) lines? still open to ({SIDE}) "
    rf"and cuts (\d+) of ({SIDE})'s; ({CELL}) on (\d+) and (\d+)\."
)
def _open_lines(mistake: ReviewedMistake, match: re.Match[str]) -> Iterator[str]:
    column = int(match[1]) - 1
    position = mistake.before
    side = mistake.side
    yield from _kept(mistake, column, match[2])
    better = cells_in(match[3], position)
    played = cells_in(match[8], position)
    if (better, played) != (position.drop(column), position.drop(mistake.judged.column)):
        yield "not the cells of these columns"
    if (match[5], match[7]) != (NAMES[side], NAMES[1 - side]):
        yield "not the sides"
    expected = [_through(position, one, cell) for cell in (better, played) for one in (side, 1 - side)]
    if [int(match[group]) for group in (4, 6, 9, 10)] != expected:
        yield f"the lines are {expected}"


def _kept(mistake: ReviewedMistake, column: int, verdict: str) -> Iterator[str]:
    """Check that a column kept a result that the move gave away."""
    if verdict != mistake.judged.before.verdict or not mistake.is_best(column):
        yield "that column did not keep the result"
    if mistake.judged.after.verdict == verdict:
        yield "nothing was given away"


def _through(position: Position, side: int, cell: int) -> int:
    """Count the lines through a cell that have no disc of the other side."""
    return sum(bool(line & cell) for line in lines_left(position, side))
