"""The solver against plain negamax: 4x4 exhaustively, other boards at random near their end."""

from __future__ import annotations

import random

import pytest

import naive
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from strategies import naive_board, random_moves

# Columns, rows and the largest number of empty cells that the oracle can take.
SMALL = [(5, 4, 13), (4, 5, 13), (5, 5, 12), (6, 4, 12), (4, 6, 13)]
LARGE = [(7, 6, 11), (7, 5, 11), (8, 7, 9), (9, 6, 9), (12, 4, 8), (4, 15, 13)]


def position_of(board: naive.Board) -> Position:
    """Return the same position, for the package."""
    own, other = (naive.cells_of(board, player) for player in (naive.mover(board), 1 - naive.mover(board)))
    rules = Rules(len(board.columns), board.rows)
    return Position(naive.word(own, board.rows), naive.word(own | other, board.rows), rules)


def column_score(board: naive.Board, column: int) -> int | None:
    """Return the score of a disc in ``column``, None where there is no room."""
    if column not in naive.legal(board):
        return None
    if naive.makes_four(board, column):
        return (naive.left(board) + 1) // 2
    return -naive.score(naive.play(board, column))


def assert_scores_agree(rules: Rules, most_left: int, count: int, chance: random.Random) -> None:
    solver = Solver(table_mib=1, book=None)
    for _ in range(count):
        length = rules.cells - chance.randint(1, most_left)
        moves = random_moves(length, chance, rules)
        expected = naive.score(naive_board(rules, moves))
        assert solver.score(Position.from_moves(moves, rules)) == expected, moves


@pytest.mark.parametrize("rules", [Rules(5, 4), Rules(7, 6), MAX_CONNECT_FOUR.sized(4, 5)], ids=str)
def test_scores_inside_a_window_are_exact_and_others_are_clipped_to_it(rules: Rules) -> None:
    chance = random.Random(f"between {rules}")
    solver = Solver(table_mib=1, book=None)
    for _ in range(60):
        moves = random_moves(rules.cells - chance.randint(1, 7), chance, rules)
        board = naive_board(rules, moves)
        value = naive.score(board) if rules.line_ends_game else naive.margin(board)
        lower = chance.randint(value - 3, value + 3)
        upper = lower + chance.randint(1, 4)
        found = solver.score_in_window(Position.from_moves(moves, rules), lower, upper)
        assert found == sorted((lower, value, upper))[1], (moves, lower, upper)


def test_a_finished_game_has_a_score_in_a_window() -> None:
    finished = Position.from_moves("1212121")  # worth -18 to the side that would be to move
    assert [Solver().score_in_window(finished, *two) for two in ((-20, -10), (-1, 0), (-30, -20))] == [
        -18,
        -1,
        -20,
    ]


def test_a_few_late_positions() -> None:
    chance = random.Random(3)
    for columns, rows in ((4, 4), (5, 4), (4, 5), (7, 6)):
        assert_scores_agree(Rules(columns, rows), 6, 10, chance)


@pytest.mark.compiled
def test_every_unfinished_position_of_4x4() -> None:
    solver = Solver(table_mib=1, book=None)
    level = {naive.empty(4, 4)}
    unfinished = finished = 0
    while level:
        boards = list(level)
        assert list(solver.scores(map(position_of, boards))) == [naive.score(board) for board in boards]
        going_on: set[naive.Board] = set()
        over: set[naive.Board] = set()
        for board in boards:
            for column in naive.legal(board):
                ends = naive.makes_four(board, column) or naive.left(board) == 1
                (over if ends else going_on).add(naive.play(board, column))
        unfinished += len(boards)
        finished += len(over)
        level = going_on
    assert unfinished == 134289
    assert unfinished + finished == 161029  # as others have counted them, too


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), SMALL + LARGE)
def test_random_late_positions(columns: int, rows: int, most_left: int) -> None:
    assert_scores_agree(Rules(columns, rows), most_left, 60, random.Random(f"{columns}x{rows}"))


@pytest.mark.compiled
@pytest.mark.parametrize(("columns", "rows", "most_left"), SMALL)
def test_every_column_of_random_late_positions(columns: int, rows: int, most_left: int) -> None:
    rules, chance = Rules(columns, rows), random.Random(5)
    solver = Solver(table_mib=1, book=None)
    for _ in range(15):
        moves = random_moves(rules.cells - chance.randint(1, most_left), chance, rules)
        board = naive_board(rules, moves)
        expected = [column_score(board, column) for column in range(columns)]
        position = Position.from_moves(moves, rules)
        analysis = solver.analyze(position)
        assert list(analysis.columns) == expected
        assert solver.columns(position) == analysis.columns
        best = max(score for score in expected if score is not None)
        assert analysis.score == best
        assert analysis.best == tuple(c for c in rules.centre_first if expected[c] == best)


def test_a_cell_above_the_top_row_is_not_a_threat() -> None:
    moves = "34762121256553122736762163757"  # the only defence is the top cell of the last column
    board = naive_board(Rules(), [int(move) - 1 for move in moves])
    assert int(Solver(table_mib=1, book=None).score(Position.from_moves(moves))) == naive.score(board) == -2
