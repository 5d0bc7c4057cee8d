"""Every player keeps the contract of Player, and its own promises."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import GameOver, UnknownName
from claimeven.players.choosers import PerfectPlayer
from claimeven.players.registry import new_player, players_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, Rules
from claimeven.solver.solver import Solver
from strategies import naive_board, random_moves

FINISHED = ("1212121", "1122334")
FULL = "2234114322434311"  # a drawn game on 4x4
MAX_LEFT = 10  # cells: few enough for interpreted kernels

every_player = pytest.mark.parametrize("name", [entry.name for entry in players_of(CONNECT_FOUR)])
SOLVER = Solver(table_mib=1)


def late_position(rules: Rules, left: int, seed: int) -> Position:
    return Position.from_moves(random_moves(rules.cells - left, Random(seed), rules), rules)


LATE = [
    late_position(Rules(columns, rows), left, seed)
    for columns, rows in ((4, 4), (5, 4), (4, 6), (7, 6))
    for seed, left in enumerate((1, 2, 5, MAX_LEFT))
]


@every_player
@pytest.mark.parametrize("position", LATE, ids=str)
def test_a_player_chooses_a_playable_column_and_changes_nothing(name: str, position: Position) -> None:
    player = new_player(name, solver=SOLVER, rng=Random(1))
    before = (position.own, position.filled)
    assert player.choose(position).column in position.playable
    assert (position.own, position.filled) == before


@every_player
@pytest.mark.parametrize("moves", FINISHED)
def test_a_player_refuses_a_finished_game(name: str, moves: str) -> None:
    with pytest.raises(GameOver, match="over after 7 moves"):
        new_player(name, solver=SOLVER, rng=Random(1)).choose(Position.from_moves(moves))


@every_player
def test_a_player_refuses_a_full_board(name: str) -> None:
    with pytest.raises(GameOver, match="over after 16 moves"):
        new_player(name, solver=SOLVER, rng=Random(1)).choose(Position.from_moves(FULL, Rules(4, 4)))


@every_player
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    choices = [
        [player.choose(position) for position in LATE]
        for player in (new_player(name, solver=Solver(table_mib=1), rng=Random(7)) for _ in range(2))
    ]
    assert choices[0] == choices[1]


@every_player
def test_a_player_is_registered_under_its_name(name: str) -> None:
    plain_name = new_player(name, solver=SOLVER, rng=Random(1)).name.partition(":")[0]
    assert plain_name == name


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"no player 'clever'; there are .*perfect.*random"):
        new_player("clever", solver=SOLVER, rng=Random(1))


def test_random_chooses_every_playable_column_sometimes() -> None:
    position = Position.from_moves("444444")
    player = new_player("random", solver=SOLVER, rng=Random(1))
    assert {player.choose(position).column for _ in range(200)} == set(position.playable)


def best_columns(board: naive.Board) -> list[int]:
    """The columns of the best score by the oracle, nearest the centre first, then leftmost."""
    worth = {
        column: (naive.left(board) + 1) // 2
        if naive.makes_four(board, column)
        else -naive.score(naive.play(board, column))
        for column in naive.legal(board)
    }
    middle = (len(board.columns) - 1) / 2
    best = [column for column, value in worth.items() if value == max(worth.values())]
    return sorted(best, key=lambda column: (abs(column - middle), column))


@given(st.sampled_from([(4, 4), (5, 4), (4, 5), (7, 6)]), st.integers(1, MAX_LEFT - 1), st.integers(0, 10**6))
def test_perfect_plays_the_most_central_of_the_best_columns(
    size: tuple[int, int], left: int, seed: int
) -> None:
    rules = Rules(*size)
    moves = random_moves(rules.cells - left, Random(seed), rules)
    board = naive_board(rules, moves)
    choice = PerfectPlayer(SOLVER).choose(Position.from_moves(moves, rules))
    assert choice.column == best_columns(board)[0]
    assert choice.score is not None
    assert choice.score == naive.score(board)


def test_perfect_takes_a_win_at_once() -> None:
    wins = 0
    for seed in range(100):
        position = late_position(Rules(5, 4), MAX_LEFT, seed)
        if any(position.play(column).is_over for column in position.playable):
            wins += 1
            assert position.play(PerfectPlayer(SOLVER).choose(position).column).is_over
    assert wins >= 10
