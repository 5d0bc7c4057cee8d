from __future__ import annotations

import dataclasses
import pickle
from collections import Counter
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from claimeven.errors import GameOver, IllegalMove
from claimeven.rules.position import Outcome, Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from strategies import games, naive_board

Game = tuple[Rules, list[int]]
DRAWN = "472424756645422154157737216635626711335331"
TURNS = "these disc counts can't arise from alternate moves"


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(column), depth - 1) for column in position.playable)


def next_ply(positions: set[Position]) -> set[Position]:
    return {position.play(column) for position in positions for column in position.playable}


def test_perft_of_the_common_board() -> None:
    assert [perft(Position(), depth) for depth in range(6)] == [1, 7, 49, 343, 2401, 16807]


def test_count_by_ply_of_the_common_board() -> None:
    positions = {Position()}
    distinct, up_to_mirror = [], []
    for _ in range(5):
        positions = next_ply(positions)
        keys = {position.key for position in positions}
        assert len(keys) == len(positions)
        distinct.append(len(keys))
        up_to_mirror.append(len({min(position.key, position.mirror().key) for position in positions}))
    assert distinct == [7, 49, 238, 1120, 4263]
    assert up_to_mirror == [4, 25, 121, 568, 2144]


def test_key_is_unique_on_a_whole_small_board() -> None:
    board = {Position(rules=MAX_CONNECT_FOUR.sized(4, 4))}
    keys: Counter[int] = Counter()
    count = 0
    for _ in range(8):
        count += len(board)
        keys.update(position.key for position in board)
        board = next_ply(board)
    assert len(keys) == count
    assert 0 not in keys


@given(games())
def test_a_game_agrees_with_the_oracle_at_every_ply(game: Game) -> None:
    rules, moves = game
    for ply in range(len(moves) + 1):
        assert_agrees(Position.from_moves(moves[:ply], rules), naive_board(rules, moves[:ply]))


@given(games(MAX_CONNECT_FOUR))
def test_a_max_connect4_game_ends_only_with_a_full_board(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    board = naive_board(rules, moves)
    assert position.is_over == (not naive.legal(board))
    assert list(position.playable) == naive.legal(board)
    assert_lines_agree(position, board)


def assert_agrees(position: Position, board: naive.Board) -> None:
    rows = board.rows
    own, other = naive.cells_of(board, naive.mover(board)), naive.cells_of(board, 1 - naive.mover(board))
    assert naive.cells(position.own, rows) == own
    assert naive.cells(position.other, rows) == other
    assert naive.cells(position.filled, rows) == own | other
    assert naive.cells(position.first, rows) == naive.cells_of(board, 0)
    assert naive.cells(position.second, rows) == naive.cells_of(board, 1)
    assert naive.cells(position.drops, rows) == naive.drops(board)
    assert position.ply == naive.discs(board)
    assert position.turn == naive.mover(board)
    assert position.is_over == naive.is_over(board)
    assert list(position.playable) == ([] if naive.is_over(board) else naive.legal(board))
    assert_lines_agree(position, board)


def assert_lines_agree(position: Position, board: naive.Board) -> None:
    first, second = (naive.lines(naive.cells_of(board, player)) for player in (0, 1))
    assert {frozenset(naive.cells(line, board.rows)) for line in position.lines_of(position.first)} == first
    assert {frozenset(naive.cells(line, board.rows)) for line in position.lines_of(position.second)} == second
    if not position.is_over:
        assert position.outcome is None
        return
    assert position.outcome is not None
    assert len(position.outcome.first_lines) == len(first)
    assert len(position.outcome.second_lines) == len(second)
    winners = {True: 0, False: 1}
    assert position.outcome.winner == (
        None if len(first) == len(second) else winners[len(first) > len(second)]
    )


@given(games())
def test_mirror_is_the_mirrored_game_and_its_own_inverse(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    mirrored_moves = [rules.columns - 1 - column for column in moves]
    assert position.mirror() == Position.from_moves(mirrored_moves, rules)
    assert position.mirror().mirror() == position
    assert position.mirror().is_over == position.is_over


@given(games())
def test_mirrored_key_is_the_key_of_the_mirror_image(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert rules.mirror(position.key) == position.mirror().key


@given(games())
def test_every_key_leads_back_to_its_position(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    own, filled = set(), set()
    for column in range(rules.columns):
        marks = position.key >> (column * rules.stride) & ((1 << rules.stride) - 1)
        height = marks.bit_length() - 1  # the highest mark stands on the discs, the others are own discs
        filled |= {(column, row) for row in range(height)}
        own |= {(column, row) for row in range(height) if marks >> row & 1}
    assert (naive.word(own, rules.rows), naive.word(filled, rules.rows)) == (
        position.own,
        position.filled,
    )


@given(games())
def test_position_is_a_frozen_hashable_value(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    twin = Position(position.own, position.filled, rules)
    assert position == twin
    assert hash(position) == hash(twin)
    assert {position: "found"}[twin] == "found"
    assert position != dataclasses.replace(position, rules=MAX_CONNECT_FOUR.sized(rules.columns, rules.rows))
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.own = 1  # type: ignore[misc]


@given(games())
def test_children_are_the_columns_with_what_they_lead_to(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert list(position.children()) == [(column, position.play(column)) for column in position.playable]


@given(games())
def test_the_discs_of_both_players_make_the_position(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    assert Position.from_discs(position.first, position.second, rules) == position
    with pytest.raises(IllegalMove):
        Position.from_discs(position.first | 1 << rules.stride * rules.columns, position.second, rules)


def test_two_discs_on_one_cell_are_refused() -> None:
    with pytest.raises(IllegalMove, match="both players have a disc on the same cell"):
        Position.from_discs(1, 1)


@given(games())
def test_played_mirrored_and_pickled_positions_are_those_made_of_their_discs(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    for made in (position, position.mirror(), *map(position.play, position.playable)):
        twin = Position(made.own, made.filled, rules)
        for same in (made, pickle.loads(pickle.dumps(made))):
            assert (same, hash(same), repr(same)) == (twin, hash(twin), repr(twin))
            assert same.is_over == twin.is_over


def test_same_discs_on_another_size_are_another_position() -> None:
    assert Position() != Position(rules=Rules(7, 5))
    assert Position.from_moves("1") != Position.from_moves("2")


def test_play_leaves_the_position_as_it_was() -> None:
    position = Position.from_moves("44")
    assert position.play(0) != position == Position.from_moves("44")


def test_moves_as_text_and_as_columns_are_the_same_game() -> None:
    assert (
        Position.from_moves("4453")
        == Position.from_moves([3, 3, 4, 2])
        == Position.from_moves(iter((3, 3, 4, 2)))
    )
    assert Position.from_moves() == Position()
    wide = Rules(12, 4)
    assert Position.from_moves("9abc", wide) == Position.from_moves([8, 9, 10, 11], wide)


def test_a_position_prints_as_a_board_with_the_first_player_as_x() -> None:
    rows = [
        " .  .  .  .  .  .  . ",
        " .  .  .  .  .  .  . ",
        " .  .  .  .  .  .  . ",
        " .  .  .  X  .  .  . ",
        " .  .  .  O  .  .  . ",
        " .  .  O  X  X  .  . ",
    ]
    position = Position.from_moves("44534")
    assert str(position) == position.draw() == "\n".join(rows)
    assert position.draw("r", "y") == str(position).replace("X", "r").replace("O", "y")
    assert str(Position.from_moves("4", Rules(5, 4))).splitlines()[-1] == " .  .  .  X  . "


@pytest.mark.parametrize("moves", ["1212121", "1122334", "12233434464", "76655454424"])
def test_a_line_in_each_direction_ends_the_game_and_not_a_disc_earlier(moves: str) -> None:
    before, after = Position.from_moves(moves[:-1]), Position.from_moves(moves)
    assert (before.is_over, before.outcome) == (False, None)
    assert after.is_over
    assert after.outcome is not None
    assert (after.outcome.winner, len(after.outcome.first_lines)) == (0, 1)


def test_one_disc_can_complete_two_lines() -> None:
    outcome = Position.from_moves("1122556677334").outcome
    assert outcome is not None
    assert len(outcome.first_lines) == 4


def test_outcomes() -> None:
    assert Outcome((), ()).winner is None
    assert Outcome((15,), ()).winner == 0
    assert Outcome((15,), (30, 60)).winner == 1
    drawn = Position.from_moves(DRAWN)
    assert drawn.is_over
    assert drawn.outcome == Outcome((), ())
    won_by_second = Position.from_moves("12324252")
    assert won_by_second.outcome is not None
    assert won_by_second.outcome.winner == 1


@pytest.mark.parametrize(
    ("moves", "error", "message"),
    [
        ("8", IllegalMove, "move 1: '8' is not a column; columns are 1 to 7"),
        ("44x", IllegalMove, "move 3: 'x' is not a column; columns are 1 to 7"),
        ("4444444", IllegalMove, "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        ([3, 7], IllegalMove, "move 2: there is no column 8; playable columns are 1 2 3 4 5 6 7"),
        ([-1], IllegalMove, "move 1: there is no column 0; playable columns are 1 2 3 4 5 6 7"),
        ("12121211", GameOver, "move 8: the game ended at move 7 with four in a row"),
        (DRAWN + "1", GameOver, "move 43: the game ended at move 42 with a full board"),
    ],
)
def test_an_illegal_move_is_reported_with_the_legal_ones(
    moves: str | list[int], error: type[IllegalMove], message: str
) -> None:
    with pytest.raises(error) as refused:
        Position.from_moves(moves)
    assert type(refused.value) is error
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("own", "filled", "message"),
    [
        (0, 1 << 6, "the discs do not lie on a board of 7x6, or own discs are not filled"),
        (0, 1 << 49, "the discs do not lie on a board of 7x6, or own discs are not filled"),
        (2, 1, "the discs do not lie on a board of 7x6, or own discs are not filled"),
        (-1, -1, "the discs do not lie on a board of 7x6, or own discs are not filled"),
        (0, 2, "a disc floats: every filled cell must be on a filled cell or at the bottom"),
        (1 << 7, 5 << 7, "a disc floats: every filled cell must be on a filled cell or at the bottom"),
        (
            0,
            7,
            f"3 discs of the first player and 0 of the second; {TURNS}",
        ),
        (
            1,
            1,
            f"0 discs of the first player and 1 of the second; {TURNS}",
        ),
        (
            3,
            3,
            f"2 discs of the first player and 0 of the second; {TURNS}",
        ),
    ],
)
def test_impossible_discs_are_refused(own: int, filled: int, message: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Position(own, filled)
    assert str(refused.value) == message


@given(st.sampled_from([CONNECT_FOUR, MAX_CONNECT_FOUR]), st.data())
def test_every_column_of_any_game_is_played_or_refused(game: Rules, data: st.DataObject) -> None:
    rules, moves = data.draw(games(game))
    position = Position.from_moves(moves, rules)
    for column in range(-2, rules.columns + 2):
        if column in position.playable:
            assert position.play(column).filled == position.filled | position.drop(column)
            continue
        with pytest.raises(GameOver if position.is_over else IllegalMove) as refused:
            position.play(column)
        assert isinstance(refused.value, GameOver) == position.is_over


@pytest.mark.parametrize("moves", ["12121213", "12324252"])
def test_a_line_ends_the_game_whichever_side_has_it_and_however_old_it_is(moves: str) -> None:
    won = Position.from_moves(moves, MAX_CONNECT_FOUR)
    for own in (won.own, won.other):
        position = Position(own, won.filled)
        assert (position.is_over, position.playable) == (True, ())
        with pytest.raises(GameOver) as refused:
            position.play(6)
        assert str(refused.value) == f"the game ended at move {len(moves)} with four in a row"
    assert not Position(won.own, won.filled, rules=MAX_CONNECT_FOUR).is_over


def one_by_one(moves: list[int], rules: Rules) -> Position | tuple[type, str]:
    position = Position(rules=rules)
    for number, column in enumerate(moves, start=1):
        try:
            position = position.play(column)
        except IllegalMove as error:
            return type(error), f"move {number}: {error}"
    return position


@given(st.sampled_from([CONNECT_FOUR, MAX_CONNECT_FOUR]), st.data())
def test_any_columns_are_a_game_or_refused_as_when_played_one_by_one(
    game: Rules, data: st.DataObject
) -> None:
    rules, moves = data.draw(games(game))
    moves += data.draw(st.lists(st.integers(-1, rules.columns), max_size=8))
    expected = one_by_one(moves, rules)
    for given_as in (moves, iter(moves)):
        try:
            assert Position.from_moves(given_as, rules) == expected
        except IllegalMove as error:
            assert (type(error), str(error)) == expected  # noqa: PT017


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("121212111111", "move 8: the game ended at move 7 with four in a row"),
        ("12121218", "move 8: '8' is not a column; columns are 1 to 7"),
        ("444444488", "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (cycle([3]), "move 7: column 4 is full; playable columns are 1 2 3 5 6 7"),
        (cycle([0, 1]), "move 8: the game ended at move 7 with four in a row"),
    ],
)
def test_of_several_illegal_moves_the_first_is_reported(moves: str | cycle[int], message: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Position.from_moves(moves)
    assert str(refused.value) == message
