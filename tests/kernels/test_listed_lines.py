"""The kernels of the restricted game: threats, lines held, and failing by answers, by walking the board."""

from __future__ import annotations

import random

import pytest

import naive
import naive_lines
from boards import kernel_board
from claimeven.kernels.jit import U64, LineList
from claimeven.kernels.line_game import fails_by_answers, holds_line, threats_on
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.line_game import pack_lines
from naive_lines import Line
from strategies import SIZES, naive_board, random_moves

BOARDS = ((4, 4, 12), (5, 4, 10), (4, 5, 10), (5, 5, 9), (7, 5, 8), (7, 6, 8), (9, 4, 8), (4, 15, 8))
SHARES = (0.0, 0.02, 0.1, 0.3, 1.0)


def some_lines(rules: Rules, chance: random.Random) -> list[Line]:
    share = chance.choice(SHARES)
    every_line = naive_lines.all_lines(rules.columns, rules.rows)
    return [line for line in every_line if chance.random() < share]


def line_list(lines: list[Line], rules: Rules) -> LineList:
    masks = [naive.word(set(line), rules.rows) for line in lines]
    packed = pack_lines(masks, rules)
    return LineList(*(U64(packed >> 64 * direction & (1 << 64) - 1) for direction in range(4)))


@pytest.mark.parametrize("size", SIZES)
def test_threats_and_lines_held_are_those_of_the_list(size: tuple[int, int]) -> None:
    rules, chance = Rules(*size), random.Random(f"{size}")
    for _ in range(30):
        position = Position.from_moves(random_moves(chance.randrange(rules.cells // 2), chance, rules), rules)
        lines = some_lines(rules, chance)
        listed = line_list(lines, rules)
        own = naive.cells(position.own, rules.rows)
        filled = naive.cells(position.filled, rules.rows)
        missing = [line - own for line in lines if len(line - own) == 1]
        expected = set().union(*missing) - filled
        threats = threats_on(kernel_board(rules), U64(position.own), U64(position.filled), listed)
        assert naive.cells(int(threats), rules.rows) == expected
        cells = {(c, r) for c in range(rules.columns) for r in range(rules.rows) if chance.random() < 0.6}
        held = holds_line(U64(naive.word(cells, rules.rows)), listed, U64(rules.stride))
        assert held == any(line <= cells for line in lines)


def check(columns: int, rows: int, most_left: int, count: int) -> tuple[int, int]:
    """See that who fails by answers fails; return how often a seeker and a stopper did."""
    rules, chance = Rules(columns, rows), random.Random(f"answers {columns}x{rows}")
    failed = [0, 0]
    for _ in range(count):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        position = Position.from_moves(moves, rules)
        own_lines, other_lines = some_lines(rules, chance), some_lines(rules, chance)
        own_list, other_list = line_list(own_lines, rules), line_list(other_lines, rules)
        board, own, filled = kernel_board(rules), U64(position.own), U64(position.filled)
        if int(threats_on(board, own, filled, own_list)) & position.drops:
            continue  # the side to move completes a line at once; the kernel asks for that first
        threats = U64(threats_on(board, filled ^ own, filled, other_list))
        for is_seeker in (True, False):
            if fails_by_answers(board, own, filled, own_list, threats, other_list, is_seeker):
                failed[not is_seeker] += 1
                oracle_board, mover = naive_board(rules, moves), position.turn
                if is_seeker:
                    reached = naive_lines.completes_first(oracle_board, own_lines, other_lines, mover)
                else:
                    reached = not naive_lines.completes_first(oracle_board, other_lines, own_lines, 1 - mover)
                assert not reached, (moves, is_seeker, own_lines, other_lines)
    return failed[0], failed[1]


def test_a_few_sides_that_fail_by_answers_fail() -> None:
    assert min(check(5, 4, 7, 60)) > 0


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_sides_that_fail_by_answers_fail(columns: int, rows: int, most_left: int) -> None:
    seekers, stoppers = check(columns, rows, most_left, 600)
    assert seekers > 50
    assert stoppers > 10
