"""Games between two players, by name or as objects; players that return a plain column."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from claimeven.errors import BadArgument, IllegalMove, UnknownName
from claimeven.players.play_game import play_game
from claimeven.players.player import Choice
from claimeven.players.registry import new_player
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR


class Fixed:
    """A player that always returns the same."""

    name = "fixed"

    def __init__(self, choice: object) -> None:
        self.choice = choice

    def choose(self, _position: Position) -> Choice | int:
        return self.choice  # type: ignore[return-value]


@pytest.mark.parametrize("column", [2, np.int64(2), Choice(column=2)])
def test_a_player_may_return_a_column_or_a_choice(column: object) -> None:
    game = play_game(Fixed(column), Fixed(5))
    assert game.moves == (2, 5, 2, 5, 2, 5, 2)
    assert game.position.winner == 0


def test_a_column_that_cannot_be_played_is_refused_with_the_players_name() -> None:
    with pytest.raises(IllegalMove, match=r"fixed: move 1: .*column"):
        play_game(Fixed(7), Fixed(0))
    with pytest.raises(
        TypeError, match="expected a Choice or a column as the result of choose, not the str '3'"
    ):
        play_game(Fixed("3"), Fixed(0))
    with pytest.raises(TypeError, match="expected a player, an object or a name, not the int 3"):
        play_game(3, Fixed(0))  # type: ignore[arg-type]


def test_players_by_name_play_to_the_end_and_the_same_again_with_the_same_seed() -> None:
    games = [play_game("level:2", "random", rng=Random(4)) for _ in range(2)]
    assert games[0].result is not None
    assert games[0] == games[1]


def test_a_game_begins_where_it_should_and_the_second_player_may_be_to_move() -> None:
    start = Position.from_moves("1")
    game = play_game(Fixed(0), Fixed(6), start)
    assert game.start == start
    assert game.moves == (6, 0, 6, 0, 6, 0)


def test_a_game_of_max_connect4_fills_the_board() -> None:
    start = Position(rules=MAX_CONNECT_FOUR.sized(4, 4))
    assert len(play_game("random", "random", start, rng=Random(1)).moves) == 16


def test_a_setting_may_follow_the_name() -> None:
    assert new_player("level:3").name == "level:3"
    assert new_player("level", level=3).name == "level:3"
    position = Position.from_moves("444")
    assert new_player("minimax:2").choose(position) == new_player("minimax", depth=2).choose(position)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("level:9", "'9' is not a level of level; expected one of 1, 2, 3"),
        ("minimax:0", "'0' is not a depth of minimax; expected a whole number from 1"),
        ("minimax:two", "'two' is not a depth of minimax"),
        ("perfect:2", "perfect has no setting"),
    ],
)
def test_an_impossible_setting_is_refused(name: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        new_player(name)
    with pytest.raises(UnknownName):
        play_game("clever", name)
