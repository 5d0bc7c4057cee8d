"""Exact margins of Max-Connect4: against plain negamax, along best lines, and what the solver promises."""

from __future__ import annotations

import random

import pytest

import naive
from claimeven.errors import GameOver, GeometryError, LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.limits import Limit
from claimeven.solver.solver import Solver
from strategies import naive_board

# Columns, rows and the largest number of empty cells that the oracle can take.
BOARDS = [
    (5, 4, 10),
    (4, 5, 10),
    (5, 5, 9),
    (6, 4, 9),
    (7, 6, 8),
    (7, 5, 8),
    (8, 7, 7),
    (12, 4, 6),
    (4, 15, 9),
]
# Columns, rows, and the largest number of empty cells to start a best line from.
STARTS = [(7, 6, 26), (7, 5, 24), (6, 6, 24), (8, 7, 18), (12, 4, 18), (4, 15, 24), (4, 4, 16), (5, 5, 25)]
FULL = "444444333333222222111111555555666666777777"


def random_moves(rules: Rules, length: int, chance: random.Random) -> list[int]:
    position = Position(rules=rules)
    moves: list[int] = []
    while len(moves) < length:
        moves.append(chance.choice(position.playable))
        position = position.play(moves[-1])
    return moves


def max_position(moves: list[int] | str, rules: Rules = MAX_CONNECT_FOUR) -> Position:
    return Position.from_moves(moves, rules)


def assert_margins_agree(rules: Rules, most_left: int, count: int, chance: random.Random) -> None:
    solver = Solver(table_mib=1, book=None)
    for _ in range(count):
        moves = random_moves(rules, rules.cells - chance.randint(0, most_left), chance)
        expected = naive.margin(naive_board(rules, moves))
        margin = solver.score(max_position(moves, rules))
        assert not margin.rules.line_ends_game
        assert (int(margin), margin.plies) == (expected, rules.cells - len(moves)), moves


def test_a_few_late_positions() -> None:
    chance = random.Random(3)
    for columns, rows in ((4, 4), (5, 4), (4, 5), (7, 6)):
        assert_margins_agree(MAX_CONNECT_FOUR.sized(columns, rows), 6, 10, chance)


@pytest.mark.compiled
def test_every_position_of_4x4() -> None:
    """Mirror images once, as the oracle is slow."""
    rules, solver = MAX_CONNECT_FOUR.sized(4, 4), Solver(table_mib=1, book=None)
    level = {naive.empty(4, 4)}
    positions = 0
    while level:
        boards = list(level)
        words = [
            (naive.word(naive.cells_of(board, naive.mover(board)), 4), naive.word(_taken(board), 4))
            for board in boards
        ]
        found = solver.scores(Position(own, filled, rules) for own, filled in words)
        assert list(found) == [naive.margin(board) for board in boards]
        positions += len(boards)
        children = (naive.play(board, column) for board in boards for column in naive.legal(board))
        level = {min(child, naive.mirror(child), key=lambda board: board.columns) for child in children}
    assert positions == 94015


def _taken(board: naive.Board) -> set[naive.Cell]:
    return naive.cells_of(board, 0) | naive.cells_of(board, 1)


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS)
def test_random_late_positions(columns: int, rows: int, most_left: int) -> None:
    assert_margins_agree(
        MAX_CONNECT_FOUR.sized(columns, rows), most_left, 30, random.Random(f"{columns}x{rows}")
    )


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), BOARDS[:5])
def test_every_column_of_random_late_positions(columns: int, rows: int, most_left: int) -> None:
    rules, chance = MAX_CONNECT_FOUR.sized(columns, rows), random.Random(5)
    solver = Solver(table_mib=1, book=None)
    for _ in range(8):
        moves = random_moves(rules, rules.cells - chance.randint(1, most_left), chance)
        board = naive_board(rules, moves)
        playable = naive.legal(board)
        expected = [-naive.margin(naive.play(board, c)) if c in playable else None for c in range(columns)]
        analysis = solver.analyze(max_position(moves, rules))
        assert list(analysis.columns) == expected
        best = max(score for score in expected if score is not None)
        assert analysis.score == best
        assert analysis.best == tuple(c for c in rules.centre_first if expected[c] == best)


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), STARTS)
def test_best_lines_end_with_the_promised_margin(columns: int, rows: int, most_left: int) -> None:
    rules, chance = MAX_CONNECT_FOUR.sized(columns, rows), random.Random(7)
    solver = Solver(table_mib=16, book=None)
    for _ in range(8):
        position = max_position(
            random_moves(rules, rules.cells - chance.randint(1, most_left), chance), rules
        )
        analysis = solver.analyze(position)
        promised = int(analysis.score)
        assert len(analysis.line) == analysis.score.plies == rules.cells - position.ply
        for column in analysis.line:
            assert solver.score(position) == promised
            position, promised = position.play(column), -promised
        lines = [len(position.lines_of(discs)) for discs in (position.own, position.other)]
        assert lines[0] - lines[1] == promised == solver.score(position)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("columns", "rows", "margin"),
    [(4, 4, 0), (5, 4, 0), (6, 4, -1), (7, 4, -1), (4, 5, 0), (5, 5, 0), (6, 5, 0), (4, 6, 0), (5, 6, 0)],
)
def test_the_empty_board_of_small_sizes(columns: int, rows: int, margin: int) -> None:
    position = max_position("", MAX_CONNECT_FOUR.sized(columns, rows))
    assert int(Solver(table_mib=16, book=None).score(position)) == margin


def test_a_full_board_has_its_final_margin_and_no_column() -> None:
    solver = Solver(table_mib=1, book=None)
    for moves, margin in ((FULL, 0), ("12341234123412341234"[:16], 0)):
        rules = MAX_CONNECT_FOUR if len(moves) == 42 else MAX_CONNECT_FOUR.sized(4, 4)
        position = max_position(moves, rules)
        report = solver.solve(position)
        assert (report.score, report.nodes) == (Score(margin, 0, rules), 0)
        for search in (solver.analyze, solver.columns):
            with pytest.raises(GameOver, match="the game is over"):
                search(position)


@pytest.mark.compiled
def test_a_limit_leaves_bounds_that_hold() -> None:
    position = max_position("4455")
    solver = Solver(book=None)
    with pytest.raises(LimitReached) as caught:
        solver.score(position, Limit(nodes=1000))
    assert caught.value.lower < caught.value.upper
    with pytest.raises(LimitReached) as caught:
        solver.analyze(position, Limit(nodes=1000))
    assert caught.value.lower < caught.value.upper


@pytest.mark.compiled
def test_threads_and_table_sizes_find_the_same_margins() -> None:
    rules, chance = MAX_CONNECT_FOUR, random.Random(11)
    positions = [max_position(random_moves(rules, 20, chance)) for _ in range(6)]
    expected = list(Solver(book=None).scores(positions))
    for table_mib, threads in ((1, 1), (8, 2)):
        solver = Solver(table_mib=table_mib, threads=threads, book=None)
        assert [solver.score(position) for position in positions] == expected
        assert list(solver.scores(positions)) == expected


def test_both_variants_in_one_solver_but_not_in_one_call() -> None:
    moves = "444444333333222222111111555555666"
    solver = Solver(table_mib=1, book=None)
    ours = solver.score(max_position(moves))
    late = Position.from_moves("34762121256553122736762163757")
    assert solver.score(late) == -2
    assert solver.score(max_position(moves)) == ours
    with pytest.raises(GeometryError, match="Max-Connect4 7x6 and Connect Four 7x6 in one call"):
        solver.scores([max_position(moves), late])
    assert late.rules == CONNECT_FOUR
