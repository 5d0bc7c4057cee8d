"""Game: moves, taking back, the last disc and the winning line."""

from __future__ import annotations

import pytest
from hypothesis import given

import naive
from claimeven.errors import FormatError, GameOver, IllegalMove
from claimeven.formats.moves import parse_moves
from claimeven.players.game import Game
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from strategies import games, naive_board


def test_a_new_game_has_no_last_disc_and_no_line() -> None:
    game = Game()
    assert (game.position, game.last_cell, game.line_cells) == (Position(), 0, 0)
    assert game.undo() == game


def test_a_game_may_start_anywhere() -> None:
    game = Game(Position.from_moves("4453")).play(3)
    assert game.position == Position.from_moves("44534")
    assert game.undo(5).position == Position.from_moves("4453")


def test_moves_taken_back_are_played_again_until_another_one_is() -> None:
    game = Game.from_moves("4453")
    back = game.undo(3)
    assert (back.moves, back.undone) == ((3,), (3, 4, 2))
    assert back.redo().moves == (3, 3)
    assert back.redo(9) == game == back.redo(3)
    assert back.undo(9).redo(4) == game
    assert back.play(0).redo() == back.play(0)
    assert (back, back.undone) != (Game(moves=(3,)), ())
    assert back == Game(moves=(3,))


def test_a_game_can_be_looked_at_from_the_start_to_its_last_move() -> None:
    game = Game.from_moves("4453", Position.from_moves("12"))
    shown = [game.at(number) for number in range(5)]
    assert [moment.position for moment in shown] == list(game.positions)
    assert shown[0].at(4) == game
    for number in (-1, 5):
        with pytest.raises(IllegalMove, match=f"cannot go to move {number}; the game has moves 0 to 4"):
            shown[2].at(number)


def test_the_result_is_there_when_the_game_is_over() -> None:
    game = Game.from_moves("1212121")
    assert game.result == game.position.outcome
    assert game.result is not None
    assert game.result.winner == 0
    assert game.undo().result is None


def test_moves_as_text_and_as_columns_are_the_same_game() -> None:
    wide = Position(rules=Rules(12, 4))
    assert Game.from_moves("9abc", wide) == Game.from_moves([8, 9, 10, 11], wide)
    with pytest.raises(FormatError, match="line 1, column 2: '8'"):
        Game.from_moves("48")


@pytest.mark.parametrize("plies", [3, 4, 5, 100])
def test_more_moves_are_taken_back_than_there_are(plies: int) -> None:
    start = Position.from_moves("4453")
    assert Game(start, (3, 3, 4)).undo(plies) == Game(start)


def test_impossible_moves_are_refused() -> None:
    with pytest.raises(IllegalMove, match="move 7: column 4 is full"):
        Game(moves=(3,) * 7)
    with pytest.raises(IllegalMove, match="no column 8"):
        Game().play(7)
    with pytest.raises(GameOver, match="move 8: the game ended at move 7"):
        Game(moves=(0, 1, 0, 1, 0, 1, 0, 1))


def test_the_winning_line() -> None:
    game = Game(moves=(0, 0, 1, 1, 2, 2, 3))
    assert naive.cells(game.line_cells, 6) == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert naive.cells(game.last_cell, 6) == {(3, 0)}
    assert game.undo().line_cells == 0


def test_one_disc_may_complete_several_lines() -> None:
    game = Game(moves=parse_moves("112233556677" + "4"))
    assert game.line_cells == game.position.rules.bottom


def test_lines_of_max_connect4_count_during_the_game() -> None:
    game = Game(Position(rules=MAX_CONNECT_FOUR), parse_moves("11223344"))
    assert not game.position.is_over
    assert naive.cells(game.line_cells, 6) == {(column, row) for column in range(4) for row in range(2)}
    assert game.undo(2).line_cells == 0


@given(games())
def test_a_game_agrees_with_the_rules(played: tuple[Rules, list[int]]) -> None:
    rules, moves = played
    game = Game(Position(rules=rules))
    for number, column in enumerate(moves, start=1):
        before = game
        game = game.play(column)
        assert game.undo() == before
        board = naive_board(rules, moves[:number])
        row = len(board.columns[column]) - 1
        assert naive.cells(game.last_cell, rules.rows) == {(column, row)}
        winner = naive.lines(naive.cells_of(board, (number - 1) % 2))
        assert naive.cells(game.line_cells, rules.rows) == set().union(*winner)
    assert game.position == Position.from_moves(moves, rules)
    assert game.moves == tuple(moves)
    assert game.undo(len(moves)).moves == ()
