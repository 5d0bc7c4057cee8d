"""The columns of many positions in one call are those of a call for each, in whatever form they are given."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from claimeven.errors import GeometryError, IllegalMove, LimitReached
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.solver.boards import Boards
from claimeven.solver.limits import NO_SCORE, ColumnsReport, Limit
from claimeven.solver.solver import Solver

SMALL = Rules(5, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(5, 4)
SIZES = (SMALL, MAX_SMALL, CONNECT_FOUR, MAX_CONNECT_FOUR, Rules(8, 7))
WON = Position.from_moves("1212121")
MIDDLE = Position.from_moves("44444432655555323332")


def random_positions(rules: Rules, number: int, seed: int) -> list[Position]:
    """Positions with few empty cells of random games, finished ones among them."""
    chance = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < number:
        position = Position(rules=rules)
        empty_cells = chance.randrange(12)
        while position.left > empty_cells and not position.is_over:
            position = position.play(chance.choice(position.playable))
        positions.append(position)
    return positions


def assert_agrees(report: ColumnsReport, positions: list[Position], solver: Solver) -> None:
    """Compare a report with one call for each position."""
    for row, position in enumerate(positions):
        columns: tuple[int | None, ...] = (None,) * position.rules.columns
        if not position.is_over:
            columns = solver.columns(position)
        expected = [NO_SCORE if score is None else int(score) for score in columns]
        assert report.scores[row].tolist() == expected
        playable = np.flatnonzero(report.playable[row])
        assert tuple(playable.tolist()) == position.playable
        assert bool(report.over[row]) == position.is_over
        known = [score for score in columns if score is not None]
        assert report.best[row].tolist() == [bool(known) and score == max(known) for score in columns]


@pytest.mark.compiled
@pytest.mark.parametrize("rules", SIZES, ids=lambda rules: f"{rules.name} {rules}")
@pytest.mark.parametrize("threads", [1, 2])
def test_many_positions_have_the_columns_of_each(rules: Rules, threads: int) -> None:
    positions = random_positions(rules, 40, seed=rules.cells)
    assert any(position.is_over for position in positions)
    solver = Solver(table_mib=1, threads=threads)
    report = solver.columns_many(positions)
    kinds = [array.dtype.name for array in (report.scores, report.playable, report.over)]
    assert kinds == ["int8", "bool", "bool"]
    assert_agrees(report, positions, solver)


def test_columns_agree_with_the_oracle() -> None:
    chance = random.Random(5)
    rules = Rules(4, 4)
    solver = Solver(table_mib=1, book=None)
    for _ in range(20):
        moves = strategies.random_moves(chance.randrange(9, 13), chance, rules)
        report = solver.columns_many([Position.from_moves(moves, rules)])
        board = strategies.naive_board(rules, moves)
        for column in naive.legal(board):
            child = naive.play(board, column)
            if naive.makes_four(board, column):
                expected = (naive.left(board) + 1) // 2
            elif naive.left(child) == 0:
                expected = 0
            else:
                expected = -naive.score(child)
            assert report.scores[0, column] == expected


@pytest.mark.compiled
def test_a_mirror_image_has_the_columns_from_right_to_left() -> None:
    positions = random_positions(CONNECT_FOUR, 20, seed=3)
    solver = Solver(table_mib=1)
    report = solver.columns_many(positions)
    mirrored = solver.columns_many([position.mirror() for position in positions])
    assert (mirrored.scores == report.scores[:, ::-1]).all()
    assert (mirrored.playable == report.playable[:, ::-1]).all()


def test_positions_of_the_book_need_no_search() -> None:
    solver = Solver(table_mib=1)
    report = solver.columns_many([Position(), Position.from_moves("4453")])
    assert report.scores[0].tolist() == [-2, -1, 0, 1, 0, -1, -2]
    assert (report.nodes, solver.backend.has_engine) == (0, False)


@pytest.mark.compiled
def test_every_form_of_the_same_positions_has_the_same_columns_and_scores() -> None:
    positions = [position for position in random_positions(SMALL, 20, seed=1) if not position.is_over]
    solver = Solver(table_mib=1)
    columns = solver.columns_many(positions).scores
    scores = solver.scores(positions)
    boards = Boards.from_positions(positions)
    assert (solver.columns_many(boards.words, rules=SMALL).scores == columns).all()
    for form in (boards, boards.to_array(), boards.to_planes(), boards.to_planes().astype(np.float32)):
        assert (solver.columns_many(form).scores == columns).all()
        assert (solver.scores(form) == scores).all()


@pytest.mark.compiled
def test_with_known_scores_the_best_columns_are_the_same() -> None:
    positions = [position for position in random_positions(SMALL, 30, seed=2) if not position.is_over]
    exact = Solver(table_mib=1).columns_many(positions)
    scores = exact.scores.max(axis=1)
    report = Solver(table_mib=1).columns_many(positions, scores=scores)
    assert (report.best == exact.best).all()
    assert (report.scores.max(axis=1) == scores).all()


def test_no_positions_have_no_columns() -> None:
    for rules in (CONNECT_FOUR, MAX_SMALL):
        report = Solver(table_mib=1).columns_many([], rules=rules)
        assert report.scores.shape == report.playable.shape == (0, rules.columns)
        assert report.over.shape == (0,)


def test_finished_games_are_not_an_error() -> None:
    full = Position.from_moves("12345" * 2 + "54321" * 2, MAX_SMALL)
    for position in (WON, full):
        report = Solver(table_mib=1).columns_many([position])
        assert report.over.tolist() == [True]
        assert not report.playable.any()
        assert not report.best.any()
        assert (report.scores == NO_SCORE).all()


@pytest.mark.compiled
def test_a_limit_holds_for_all_positions_together() -> None:
    hard = Solver(table_mib=1, book=None)
    with pytest.raises(LimitReached):
        hard.columns_many([Position()], Limit(nodes=1000))
    with pytest.raises(LimitReached):
        Solver(table_mib=1, book=None, limit=Limit(nodes=1000)).columns_many([Position()])
    with pytest.raises(TypeError, match="expected a Limit"):
        hard.columns_many([MIDDLE], 3)  # type: ignore[arg-type]


@given(st.one_of(strategies.games(), strategies.games(MAX_CONNECT_FOUR)))
def test_boards_in_arrays_are_those_of_their_positions(game: tuple[Rules, list[int]]) -> None:
    rules, moves = game
    positions = list(Position(rules=rules).along(moves))
    boards = Boards.from_positions(positions)
    assert (boards.to_array() == np.stack([position.to_array() for position in positions])).all()
    assert (boards.to_planes() == np.stack([position.to_planes() for position in positions])).all()
    assert list(Boards.from_array(boards.to_array(), rules).positions()) == positions
    assert list(Boards.from_planes(boards.to_planes(), rules).positions()) == positions
    assert list(Boards.from_words(boards.words, rules).positions()) == positions


def test_without_rules_an_array_is_of_connect_four_on_a_board_of_its_shape() -> None:
    assert Boards.from_array(np.zeros((3, 4, 5))).rules == SMALL
    assert Boards.from_planes(np.zeros((3, 2, 4, 5))).rules == SMALL
    with pytest.raises(GeometryError, match="4 rows of 5 cells are not a board of 7x6; expected 6 rows of 7"):
        Boards.from_array(np.zeros((3, 4, 5)), MAX_CONNECT_FOUR)


@pytest.mark.parametrize("shape", [(6, 7), (1, 2, 6, 7)])
def test_cells_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(GeometryError, match="expected boards x rows x columns"):
        Boards.from_array(np.zeros(shape))


@pytest.mark.parametrize("shape", [(2, 6, 7), (1, 3, 6, 7)])
def test_planes_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(GeometryError, match="expected boards x 2 x rows x columns"):
        Boards.from_planes(np.zeros(shape))


def test_boards_that_are_not_positions_are_refused_with_their_row() -> None:
    cells = np.zeros((2, 6, 7), np.uint8)
    cells[1, 5, 0] = 3
    with pytest.raises(IllegalMove, match=r"row 1: 3 is not a disc; expected 0 \(empty\), 1 or 2"):
        Boards.from_array(cells)
    cells[1, 5, 0] = 0
    cells[1, 0, 0] = 1
    with pytest.raises(IllegalMove, match="row 1: a disc floats"):
        Boards.from_array(cells)
    planes = np.zeros((2, 2, 6, 7))
    planes[1, 0, 5, 0] = 0.5
    with pytest.raises(IllegalMove, match=r"row 1: 0.5 is not a disc; expected 0 or 1"):
        Boards.from_planes(planes)
    planes[1, :, 5, 0] = 1
    with pytest.raises(IllegalMove, match="row 1: both sides have a disc on the same cell"):
        Boards.from_planes(planes)
