"""Positions in arrays agree with Position, one by one; what holds no positions is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from claimeven.errors import GameOver, IllegalMove
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import final_value
from claimeven.solver.boards import Boards, mirror_words, require_unfinished
from claimeven.solver.solver import Solver

SMALL = Rules(5, 4)
MAX_SMALL = MAX_CONNECT_FOUR.sized(5, 4)
both_games = st.sampled_from([CONNECT_FOUR, MAX_CONNECT_FOUR])


@given(st.data(), both_games)
def test_a_board_is_its_position(data: st.DataObject, game: Rules) -> None:
    rules, moves = data.draw(strategies.games(game))
    position = Position.from_moves(moves, rules)
    board = Boards.from_positions([position])
    assert (board.plies[0], bool(board.over[0])) == (position.ply, position.is_over)
    assert int(board.keys[0]) == position.key
    assert list(board.positions()) == list(Boards.from_keys(board.keys, rules).positions()) == [position]
    assert int(mirror_words(rules, board.keys)[0]) == position.mirror().key
    if position.is_over or not rules.line_ends_game:
        assert board.final_values[0] == final_value(position)
    keys, mirrored = board.first_keys()
    assert int(keys[0]) == min(position.key, position.mirror().key)
    assert mirrored[0] == (position.mirror().key < position.key)
    if not position.is_over:
        images = [position, position.mirror()]
        children, fits = Boards.from_positions(images).children()
        drops = [(column, image) for image in images for column in range(rules.columns)]
        assert fits.tolist() == [column in image.playable for column, image in drops]
        played = [image.play(column) for column, image in drops if column in image.playable]
        assert list(children.where(fits).positions()) == played


def array_of(positions: list[Position], kind: str = "uint64") -> np.ndarray[tuple[int, int], np.dtype]:
    return np.array([(p.own, p.filled) for p in positions], np.dtype(kind)).reshape(-1, 2)


@pytest.mark.parametrize("rules", [SMALL, MAX_SMALL])
@pytest.mark.parametrize("kind", ["uint64", "int64"])
def test_an_array_has_the_scores_of_its_positions(rules: Rules, kind: str) -> None:
    late = ["1122334455112233", "5432154321123451"]
    positions = [Position.from_moves(game, rules) for game in late if rules is MAX_SMALL]
    positions += [Position.from_moves(game, rules) for game in ("1234512345", "55443311")]
    solver = Solver(table_mib=1, book=None)
    scores = solver.scores(array_of(positions, kind), rules=rules)
    assert scores.dtype == np.int8
    assert list(scores) == [solver.score(position) for position in positions]


def test_an_empty_array_has_no_scores() -> None:
    assert len(Solver(table_mib=1).scores(np.zeros((0, 2), np.uint64))) == 0


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_only_rows_that_are_unfinished_positions_are_accepted(own: int, filled: int) -> None:
    filled &= SMALL.board
    own &= filled
    fine = array_of([Position.from_moves("12", SMALL)])
    rows = np.vstack([fine, np.array([[own, filled]], np.uint64)])
    try:
        is_position = not Position(own, filled, SMALL).is_over
    except IllegalMove:
        is_position = False
    if is_position:
        boards = Boards.from_words(rows, SMALL)
        require_unfinished(boards)
        assert (boards.words == rows).all()
    else:
        with pytest.raises(IllegalMove, match="row 1: "):
            require_unfinished(Boards.from_words(rows, SMALL))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (np.zeros(4, np.uint64), r"shape \(4,\) and type uint64 cannot hold positions; expected rows of two"),
        (np.zeros((4, 3), np.uint64), r"shape \(4, 3\)"),
        (np.zeros((4, 2)), "type float64 cannot hold positions"),
        (np.array([[0, 0], [-1, 3]]), "row 1: a negative number is not a board"),
        (np.array([[0, 0], [4, 3]], np.uint64), "row 1: the discs do not lie on a board of 7x6"),
        (np.array([[0, 0], [0, 2]], np.uint64), "row 1: a disc floats"),
        (np.array([[0, 0], [0, 1 << 6]], np.uint64), "row 1: the discs do not lie on a board of 7x6"),
    ],
)
def test_an_array_without_positions_is_refused_with_its_row(rows: np.ndarray, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        Solver(table_mib=1).scores(rows)


def test_a_finished_game_has_no_score_in_connect_four_but_a_margin_in_max_connect4() -> None:
    won = Position.from_moves("1212121")
    with pytest.raises(GameOver, match="row 0: the game is over after 7 moves"):
        Solver(table_mib=1).scores(array_of([won]))
    full = Position.from_moves("12345" * 2 + "54321" * 2, MAX_SMALL)
    lines = [len(full.lines_of(discs)) for discs in (full.own, full.other)]
    margins = Solver(table_mib=1).scores(array_of([full]), rules=MAX_SMALL)
    assert list(margins) == [lines[0] - lines[1]]
