"""Deciding lines: they suffice and are essential as trying everything says, and they can be played out."""

from __future__ import annotations

from random import Random

import pytest

import naive
import naive_lines
from claimeven.reasons.cells import names_of
from claimeven.reasons.deciding_lines import (
    DecidingLines,
    earliest_deciding_lines,
    find_deciding_lines,
    lines_suffice,
    sorted_open_lines,
)
from claimeven.reasons.strategy import column_by_lines
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from naive_lines import Line
from sensible import sensible_position
from strategies import naive_board, random_moves

pytestmark = pytest.mark.compiled

ALL_LINES = 69
# Columns, rows and the largest number of empty cells: the oracle must come to an end.
BOARDS = ((5, 4, 9), (4, 5, 9), (5, 5, 8), (7, 5, 7), (7, 6, 7), (9, 4, 7), (4, 15, 7))


def described(found: DecidingLines) -> list[tuple[str, str, bool | None]]:
    rules = found.position.rules
    return [
        ("-".join(names_of(line.cells, rules)), " ".join(names_of(line.lacks, rules)), line.is_essential)
        for line in found.lines
    ]


def test_a_win_that_needs_two_of_24_lines() -> None:
    found = find_deciding_lines(Position.from_moves("5255252243674344674"), 0, wins=True)
    assert found is not None
    assert found.open_lines == 24
    assert described(found) == [("c4-d3-e2-f1", "c4", True), ("a3-b3-c3-d3", "a3 c3", True)]
    assert found.are_essential
    assert not found.needs_nothing_new


def test_a_draw_that_one_threat_holds() -> None:
    found = find_deciding_lines(Position.from_moves("1444234253333734"), 0, wins=False)
    assert found is not None
    assert described(found) == [("b4-c3-d2-e1", "b4", True)]
    assert found.needs_nothing_new


def gain_of(position: Position, side: int, value: int) -> int:
    return value if position.turn == side else -value


def line_cells(masks: list[int], rules: Rules) -> list[Line]:
    return [frozenset(naive.cells(mask, rules.rows)) for mask in masks]


class Oracle:
    """A position in which everything is tried."""

    def __init__(self, moves: list[int], rules: Rules) -> None:
        self._board = naive_board(rules, moves)
        self._rules = rules
        self._every_line = naive_lines.all_lines(rules.columns, rules.rows)

    def suffice(self, lines: list[int], side: int, wins: bool) -> bool:
        own = line_cells(lines, self._rules)
        if wins:
            return naive_lines.completes_first(self._board, own, self._every_line, side)
        return not naive_lines.completes_first(self._board, self._every_line, own, 1 - side)

    def value(self) -> int:
        return naive.score(self._board)


def check(columns: int, rows: int, most_left: int, count: int) -> int:
    """Compare with the oracle, whatever is true of the position; return how many lines were found in all."""
    rules, chance, lines_found = Rules(columns, rows), Random(f"needed {columns}x{rows}"), 0
    for _ in range(count):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        position, oracle = Position.from_moves(moves, rules), Oracle(moves, rules)
        side, wins = chance.randrange(2), chance.random() < 0.5
        found = find_deciding_lines(position, side, wins=wins, max_lines=ALL_LINES)
        holds = gain_of(position, side, oracle.value()) >= (1 if wins else 0)
        assert (found is not None) == holds, (moves, side, wins)
        if found is None:
            continue
        masks = [line.cells for line in found.lines]
        every_line = sorted_open_lines(position, side)
        assert found.open_lines == len(every_line)
        assert oracle.suffice(masks, side, wins), (moves, side, wins, masks)
        for line in found.lines:
            lines_found += 1
            assert line.lacks == line.cells & ~position.discs_of(side)
            assert not oracle.suffice([mask for mask in masks if mask != line.cells], side, wins)
            others = [mask for mask in every_line if mask != line.cells]
            assert line.is_essential == (not oracle.suffice(others, side, wins))
    return lines_found


@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_needed_and_essential_lines_agree_with_exhaustive_search(
    columns: int, rows: int, most_left: int
) -> None:
    assert check(columns, rows, most_left, 60) > 5


def test_only_a_side_that_wins_or_holds_has_deciding_lines() -> None:
    solver, chance = Solver(), Random(22)
    for _ in range(150):
        position = sensible_position(chance.randrange(20, 40), chance)
        value = solver.score(position)
        for side in (0, 1):
            gain = gain_of(position, side, value)
            for wins in (True, False):
                found = find_deciding_lines(position, side, wins=wins, max_lines=ALL_LINES)
                assert (found is not None) == (gain >= wins), str(position)


def test_no_claim_about_earlier_positions_is_wrong() -> None:
    solver, chance, claims = Solver(), Random(23), 0
    for _ in range(100):
        position = sensible_position(chance.randrange(10, 20), chance)
        value = solver.score(position)
        for side in (0, 1):
            for wins in (True, False):
                if find_deciding_lines(position, side, wins=wins, max_nodes=20_000) is not None:
                    claims += 1
                    assert gain_of(position, side, value) >= wins, str(position)
    assert claims > 50


def test_few_nodes_give_no_answer_and_the_answer_does_not_depend_on_earlier_questions() -> None:
    position = Position.from_moves("5255252243674344674")
    before = find_deciding_lines(position, 0, wins=True)
    assert find_deciding_lines(position, 0, wins=True, max_nodes=5) is None
    assert find_deciding_lines(position, 0, wins=True, max_nodes=0) is None
    assert find_deciding_lines(position, 0, wins=True) == before
    assert find_deciding_lines(position, 0, wins=True, max_lines=1) is None


def test_defence_alone_needs_no_lines() -> None:
    """The first diagram of section 6 of Allis' thesis: the second player answers on top everywhere."""
    position = Position.from_moves([2, 3, 3, 3, 3, 3, 3, 4])
    found = find_deciding_lines(position, 1, wins=False)
    assert found is not None
    assert found.lines == ()
    assert not found.needs_nothing_new
    assert find_deciding_lines(position, 1, wins=True) is None


def test_along_a_line_the_first_position_that_is_settled_is_found() -> None:
    position = Position.from_moves("134211317642713")
    solver = Solver()
    score = solver.score(position)
    side = position.turn if score > 0 else 1 - position.turn
    assert score != 0
    positions = list(position.along(solver.analyze(position).line))
    found = earliest_deciding_lines(positions, side, wins=True)
    assert found is not None
    place = positions.index(found.position)
    assert found == find_deciding_lines(found.position, side, wins=True)
    if place > 0:
        assert find_deciding_lines(positions[place - 1], side, wins=True) is None
    assert earliest_deciding_lines(positions, side, wins=True, max_nodes=0) is None
    assert earliest_deciding_lines(positions[-1:], side, wins=True) is None, "the game is over there"


def test_deciding_lines_are_played_out_against_any_defence() -> None:
    """No other line of the side is ever used, and the position is never lost again."""
    solver, chance = Solver(), Random(24)
    games = {True: 0, False: 0}
    while min(games.values()) < 6:
        position = sensible_position(chance.randrange(18, 26), chance)
        value = solver.score(position)
        wins = value != 0
        side = position.turn if value >= 0 else 1 - position.turn
        found = find_deciding_lines(position, side, wins=wins)
        if found is None:
            continue
        games[wins] += 1
        lines = [line.cells for line in found.lines]
        last = None
        while not position.is_over:
            if position.turn == side:
                column = column_by_lines(position, lines, wins=wins, last=last)
                assert column is not None, str(position)
            else:
                column = last = chance.choice(position.playable)
            position = position.play(column)
        assert position.winner == side or (position.winner is None and not wins)


def test_lines_of_the_other_side_all_count() -> None:
    """The lines of the side suffice only if the other side cannot complete any of its own first."""
    position = Position.from_moves("445566")
    c1_to_f1 = sum(CONNECT_FOUR.cell(column, 0) for column in (2, 3, 4, 5))
    assert lines_suffice(position, 0, [c1_to_f1], wins=True) is True
    assert lines_suffice(position, 1, CONNECT_FOUR.lines, wins=False) is False
    assert lines_suffice(position.play(0), 1, CONNECT_FOUR.lines, wins=True) is False
