"""Max-Connect4 without search: every bound, and every cell that is left out, against plain negamax."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import naive
from boards import kernel_board
from claimeven.kernels.jit import U64
from claimeven.kernels.lines import count_lines, open_lines
from claimeven.kernels.max_bounds import answer_bound, idle_cells, split_bound
from claimeven.rules.rules import Rules

# Columns, rows and the largest number of empty cells that the oracle can take.
BOARDS = [(4, 4, 8), (5, 4, 8), (4, 5, 8), (5, 5, 7), (7, 5, 7), (7, 6, 7), (9, 4, 6), (4, 15, 8)]


class Case(NamedTuple):
    """A random position: words for the kernels, and the same for the oracle."""

    own: int
    filled: int
    board: naive.Floating

    @property
    def left(self) -> int:
        return self.board.columns * self.board.rows - self.filled.bit_count()


def random_case(rules: Rules, left: int, chance: random.Random, *, floating: bool) -> Case:
    """A board with ``left`` empty cells and discs of any colours; floating ones only if asked for."""
    filled = rules.board
    while (filled ^ rules.board).bit_count() < left:
        column = chance.randrange(rules.columns)
        cells = [rules.cell(column, row) for row in range(rules.rows)]
        discs = [cell for cell in cells if cell & filled]
        if discs:
            filled ^= chance.choice(discs) if floating else discs[-1]
    return case_of(rules, filled & chance.getrandbits(64), filled)


def case_of(rules: Rules, own: int, filled: int) -> Case:
    own_cells, other_cells = (frozenset(naive.cells(word, rules.rows)) for word in (own, filled ^ own))
    return Case(own, filled, naive.Floating(own_cells, other_cells, rules.columns, rules.rows))


def upper_bound(rules: Rules, case: Case) -> int:
    """The bound that belongs to the number of empty cells."""
    board = kernel_board(rules, case.filled)
    words = board, U64(case.own), U64(case.filled)
    if case.left % 2 == 0:
        return int(answer_bound(*words))
    return int(split_bound(*words)) - len(naive.lines(set(case.board.other)))


def check(columns: int, rows: int, most_left: int, count: int, *, floating: bool) -> int:
    """Compare on random boards; the number of bounds that are exact."""
    rules, chance = Rules(columns, rows), random.Random(f"{columns}x{rows}")
    exact = 0
    for number in range(count):
        case = random_case(rules, 1 + number % most_left, chance, floating=floating)
        margin, bound = naive.floating_margin(case.board), upper_bound(rules, case)
        assert margin <= bound, case
        exact += margin == bound
    return exact


def test_a_few_bounds_hold() -> None:
    assert check(5, 4, 7, 40, floating=False) > 10


@pytest.mark.compiled
@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_bounds_hold_on_random_boards(columns: int, rows: int, most_left: int, floating: bool) -> None:
    assert check(columns, rows, most_left, 100, floating=floating) > 15


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 4), (7, 6)])
def test_a_bound_holds_where_four_columns_have_one_cell_left(columns: int, rows: int) -> None:
    """The other side pairs them as it likes; all that the side to move then chooses is open to it."""
    rules, chance = Rules(columns, rows), random.Random(f"four {columns}x{rows}")
    exact = 0
    for _ in range(120):
        tops = [rules.cell(column, rows - 1) for column in chance.sample(range(columns), 4)]
        filled = rules.board ^ sum(tops)
        case = case_of(rules, filled & chance.getrandbits(64), filled)
        margin, bound = naive.floating_margin(case.board), upper_bound(rules, case)
        assert margin <= bound, case
        exact += margin == bound
    assert exact > 30


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (6, 6), (5, 4), (4, 4), (7, 4), (9, 6), (5, 8)])
def test_the_second_player_never_loses_on_an_even_number_of_rows(columns: int, rows: int) -> None:
    board = kernel_board(Rules(columns, rows))
    assert answer_bound(board, U64(0), U64(0)) == 0


def dead_cells(board: naive.Floating) -> set[naive.Cell]:
    """The empty cells in no line that either side can still complete."""
    every = {(column, row) for column in range(board.columns) for row in range(board.rows)}
    empty = every - board.own - board.other
    alive = {
        cell for discs in (board.own, board.other) for line in naive.lines(empty | discs) for cell in line
    }
    return empty - alive


def check_idle(columns: int, rows: int, most_left: int, count: int) -> int:
    """Fill idle cells with discs of either side: the margin stays; the number of boards that had some."""
    rules, chance = Rules(columns, rows), random.Random(f"idle {columns}x{rows}")
    found = 0
    for number in range(count):
        case = random_case(rules, 2 + number % (most_left - 1), chance, floating=False)
        found += check_idle_cells_of(rules, case, dead_cells(case.board))
    return found


def check_idle_cells_of(rules: Rules, case: Case, dead: set[naive.Cell]) -> bool:
    """Fill the idle cells of one board: the margin stays; True if there were any."""
    columns, rows = rules.columns, rules.rows
    word = idle_cells(kernel_board(rules), U64(case.filled), U64(naive.word(dead, rows)))
    idle = naive.cells(int(word), rows)
    assert idle <= dead
    assert len(idle) % 2 == 0
    for given in ((case.board.own | idle, case.board.other), (case.board.own, case.board.other | idle)):
        filled_up = naive.Floating(*given, columns, rows)
        assert naive.floating_margin(filled_up) == naive.floating_margin(case.board), case
    return bool(idle)


def test_a_few_idle_cells_change_nothing() -> None:
    assert check_idle(5, 4, 6, 40) > 2


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_idle_cells_change_nothing(columns: int, rows: int, most_left: int) -> None:
    assert check_idle(columns, rows, most_left, 80) > 2


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (4, 5)])
def test_dead_cells_below_living_ones_are_not_idle(columns: int, rows: int) -> None:
    """Random boards seldom have two of them: filling both would open the cells above."""
    rules, chance = Rules(columns, rows), random.Random(f"below {columns}x{rows}")
    found = 0
    while found < 20:
        case = random_case(rules, chance.randint(4, 8), chance, floating=False)
        dead = dead_cells(case.board)
        alive = rules.board & ~case.filled & ~naive.word(dead, rows)
        below = (case.filled + rules.bottom) & naive.word(dead, rows) & alive >> 1
        if below.bit_count() > 1:
            found += 1
            check_idle_cells_of(rules, case, dead)


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (8, 7), (9, 6), (12, 4), (4, 15), (5, 5)])
def test_lines_are_counted_and_their_cells_found(columns: int, rows: int) -> None:
    rules, chance = Rules(columns, rows), random.Random(columns * rows)
    for _ in range(50):
        discs = rules.board & (chance.getrandbits(64) | chance.getrandbits(64))
        lines = naive.lines(naive.cells(discs, rows))
        count, cells = open_lines(U64(discs), U64(rules.stride))
        assert count_lines(U64(discs), U64(rules.stride)) == count == len(lines)
        assert naive.cells(int(cells), rows) == {cell for line in lines for cell in line}
