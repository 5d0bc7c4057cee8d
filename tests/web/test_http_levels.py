"""The player `level` over HTTP: its eight levels are offered, differ, and never play the same game twice."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from claimeven.players.level import LEVELS, LevelPlayer, level_of
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES
from claimeven.solver.solver import Solver
from clients import Client


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def move(client: Client, **parameters: Any) -> Any:
    return client.get("/api/move", params={"player": "level", **parameters}).json()


def test_options_name_the_levels_of_both_games(client: Client) -> None:
    players = client.get("/api/options").json()["players"]
    for variant in GAMES:
        levels = next(player["levels"] for player in players[variant] if player["name"] == "level")
        fields = ("number", "name", "title", "about")
        assert levels == [{field: asdict(level)[field] for field in fields} for level in LEVELS]
        assert all(player["levels"] == [] for player in players[variant] if player["name"] != "level")


@pytest.mark.compiled
@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_chooses_the_same_over_http_as_in_python(
    client: Client, level: int, variant: str
) -> None:
    moves = "444444333333222"
    player = LevelPlayer(level_of(level), Solver(table_mib=1), Random(3))
    choice = player.choose(Position.from_moves(moves, GAMES[variant]))
    answer = move(client, level=level, seed=3, moves=moves, variant=variant)
    assert (answer["player"], answer["column"]) == ("level", choice.column + 1)
    assert (answer["value"] and answer["value"]["score"]) == choice.score


def test_without_a_level_it_is_a_club_player(client: Client) -> None:
    for seed in range(5):
        assert move(client, seed=seed) == move(client, seed=seed, level=5)


def test_without_a_seed_answers_differ(client: Client) -> None:
    assert len({move(client, level=1, moves="44")["column"] for _ in range(40)}) > 1


@pytest.mark.parametrize("level", ["0", "9", "x", ""])
def test_another_level_is_refused(client: Client, level: str) -> None:
    answer = client.get("/api/move", params={"player": "level", "level": level})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_parameter")
    assert "is not a whole number from 1 to 8" in answer.json()["message"]


def test_other_players_ignore_a_level(client: Client) -> None:
    answer = client.get("/api/move", params={"player": "perfect", "level": 1}).json()
    assert answer["column"] == 4
