"""Every player of Max-Connect4 keeps the contract of Player."""

from __future__ import annotations

from random import Random

import pytest

from claimeven.errors import GameOver, UnknownName
from claimeven.players.player import Player
from claimeven.players.registry import new_player, players_of
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.solver import Solver

SOLVER = Solver(table_mib=1, book=None)
every_player = pytest.mark.parametrize("name", [entry.name for entry in players_of(MAX_CONNECT_FOUR)])


def max_player(name: str) -> Player:
    values = {"depth": 3} if name == "lookahead" else {}
    lookahead = Lookahead(table_mib=1)
    return new_player(name, MAX_CONNECT_FOUR, solver=SOLVER, rng=Random(1), lookahead=lookahead, **values)


def late_position(rules: Rules, left: int, seed: int) -> Position:
    position, rng = Position(rules=rules), Random(seed)
    while position.left > left:
        position = position.play(rng.choice(position.playable))
    return position


@every_player
@pytest.mark.parametrize("left", [1, 2, 5, 8])
def test_a_player_chooses_a_playable_column(name: str, left: int) -> None:
    position = late_position(MAX_CONNECT_FOUR.sized(5, 4), left, left)
    player = max_player(name)
    assert player.name.partition(":")[0] == name
    assert player.choose(position).column in position.playable


@every_player
def test_a_player_refuses_a_full_board(name: str) -> None:
    full = late_position(MAX_CONNECT_FOUR.sized(4, 4), 0, 1)
    with pytest.raises(GameOver):
        max_player(name).choose(full)


def test_a_player_that_sees_the_end_knows_the_margin() -> None:
    position = late_position(MAX_CONNECT_FOUR.sized(5, 4), 3, 2)
    for name in ("perfect", "lookahead"):
        choice = max_player(name).choose(position)
        assert choice.score == SOLVER.score(position)
        assert choice.score is not None
        assert not choice.score.rules.line_ends_game
    assert max_player("lookahead").choose(late_position(MAX_CONNECT_FOUR.sized(5, 4), 9, 2)).score is None


def test_an_unknown_player_is_an_error() -> None:
    with pytest.raises(
        UnknownName, match="there is no player 'minimax'; there are level, lookahead, perfect, random"
    ):
        max_player("minimax")
