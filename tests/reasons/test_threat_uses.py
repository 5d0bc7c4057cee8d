"""The uses of threats, compared with exhaustive search without them."""

from __future__ import annotations

from random import Random

import pytest

import naive
import naive_lines
from claimeven.reasons.cells import name_of
from claimeven.reasons.threats import threat_uses
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from strategies import naive_board, random_moves

pytestmark = pytest.mark.compiled

BOARDS = ((5, 4, 9), (4, 5, 9), (5, 5, 8), (7, 5, 7), (7, 6, 7), (9, 4, 7))


def named(moves: str, winner: int | None) -> dict[str, str | None]:
    position = Position.from_moves(moves)
    uses = threat_uses(position, winner)
    return {f"{'XO'[side]} {name_of(cell, position.rules)}": use for (side, cell), use in uses.items()}


def test_a_threat_that_decides_and_one_that_is_not_enough() -> None:
    assert named("5255252243674344674", 0) == {"X c4": "decides", "O c4": "not-enough"}


def test_a_threat_in_a_row_of_the_other_side_that_holds_the_draw() -> None:
    assert named("1444234253333734", None) == {"X b4": "holds-draw"}


def expected_use(moves: list[int], rules: Rules, side: int, cell: naive.Cell, winner: int | None) -> str:
    """Return the use of a threat by exhaustive search."""
    board = naive_board(rules, moves)
    every_line = naive_lines.all_lines(rules.columns, rules.rows)
    own = naive.cells_of(board, side)
    left = [line for line in every_line if line - own != {cell}]
    if winner == 1 - side:
        return "not-enough"
    if winner == side:
        wins = naive_lines.completes_first(board, left, every_line, side)
        return "not-needed" if wins else "decides"
    loses = naive_lines.completes_first(board, every_line, left, 1 - side)
    return "holds-draw" if loses else "not-needed"


@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_uses_agree_with_exhaustive_search(columns: int, rows: int, most_left: int) -> None:
    rules, chance = Rules(columns, rows), Random(f"uses {columns}x{rows}")
    seen: set[str | None] = set()
    for _ in range(80):
        moves = random_moves(rules.cells - chance.randint(3, most_left), chance, rules)
        position = Position.from_moves(moves, rules)
        value = naive.score(naive_board(rules, moves))
        mover = position.turn
        winner = None if value == 0 else mover if value > 0 else 1 - mover
        uses = threat_uses(position, winner)
        expected = {}
        for side in (0, 1):
            own = naive.cells_of(naive_board(rules, moves), side)
            filled = naive.cells(position.filled, rows)
            for cell in naive.completions(own, columns, rows) - filled:
                expected[side, naive.word({cell}, rows)] = expected_use(moves, rules, side, cell, winner)
        assert uses == expected, moves
        seen |= set(uses.values())
    assert {"decides", "not-needed", "not-enough"} <= seen


def test_a_use_that_takes_too_many_nodes_is_omitted() -> None:
    position = Position.from_moves("5255252243674344674")
    uses = threat_uses(position, 0, max_nodes=1)
    assert set(uses.values()) == {None, "not-enough"}
    assert "decides" in threat_uses(position, 0).values()
