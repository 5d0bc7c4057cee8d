"""A player that is added to the table is there for the command line, the server and the page."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from browsers import serving
from commands import CLAIMEVEN
from pages import NewPage, choose_opponent, drop, expect_moves, moves_of

ADDED = """
from claimeven.players.player import Choice
from claimeven.players.registry import PLAYERS, Entry, Parameter

class Nth:
    name = "nth"

    def __init__(self, number):
        self.number = number

    def choose(self, position):
        return Choice(column=position.playable[self.number - 1])

PLAYERS["nth"] = Entry(
    name="nth",
    about="Plays the n-th column.",
    make=lambda means, depth: Nth(depth),
    games=("four",),
    parameters=(Parameter(name="depth", help="which column", default=2, minimum=1, maximum=3),),
)
"""
PROGRAM = (*CLAIMEVEN[:-1], ADDED + CLAIMEVEN[-1])


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(PROGRAM) as address:
        yield address


def play(*options: str) -> subprocess.CompletedProcess[str]:
    arguments = [*PROGRAM, "play", "--player", "nth", "--first", "me", "--plain", *options]
    return subprocess.run(arguments, input="quit\n", capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize(
    ("options", "row"), [((), " .  O  .  .  .  .  . "), (("--depth", "7"), " .  .  .  .  .  .  O ")]
)
def test_it_plays_on_the_command_line(options: tuple[str, ...], row: str) -> None:
    done = play(*options)
    assert done.returncode == 0, done.stderr
    assert row in done.stdout


def test_the_command_line_lists_its_games_and_takes_its_settings() -> None:
    refused = play("--variant", "max")
    assert refused.returncode == 2
    assert "nth does not play Max-Connect4; choose one of level, lookahead, perfect, random" in refused.stderr
    refused = play("--estimate", "lines")
    assert "--estimate is only for --player minimax" in refused.stderr
    text = " ".join(play("--help").stdout.split())
    assert "only with --variant four: minimax, strategy, nth; only with --variant max: lookahead" in text
    assert "minimax (default: 5) or lookahead (default: 8) or nth (default: 2)" in text


def test_the_server_offers_it_and_plays_its_moves(server: str) -> None:
    with httpx.Client(base_url=server, timeout=60) as client:
        players = client.get("/api/options").json()["players"]
        depth = {"minimum": 1, "maximum": 3, "default": 2}
        assert {"name": "nth", "about": "Plays the n-th column.", "depth": depth, "levels": []} in players[
            "four"
        ]
        assert "nth" not in [player["name"] for player in players["max"]]
        assert client.get("/api/move?player=nth").json()["column"] == 2
        assert client.get("/api/move?player=nth&depth=3").json()["column"] == 3
        refused = client.get("/api/move?player=nth&depth=4")
        assert (refused.status_code, refused.json()["error"]) == (400, "bad_parameter")
        assert refused.json()["message"].endswith("4 is too deep for nth; send at most 3")
        document = client.get("/openapi.json").json()
        parameters = {p["name"]: p for p in document["paths"]["/api/move"]["get"]["parameters"]}
        assert "nth" in parameters["player"]["schema"]["enum"]


def test_the_page_lets_a_person_play_against_it(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "nth")
    expect(page.locator("#level option:checked")).to_have_text("nth")
    expect(page.locator("#level-about")).to_have_text("Plays the n-th column.")
    expect(page.locator("#depth")).to_have_value("2")
    assert page.locator("#depth").get_attribute("max") == "3"
    drop(page, 7)
    expect_moves(page, 2)
    assert moves_of(page) == "72"
    page.locator("#depth").fill("9")
    page.locator("#depth").blur()
    expect(page.locator("#depth")).to_have_value("3")
    drop(page, 7)
    expect_moves(page, 4)
    assert moves_of(page) == "7273"
    page.reload()
    expect(page.locator("#level")).to_have_value("nth")
    page.click("#variant-max")
    expect(page.locator('#level option[value="nth"]')).to_have_count(0)
    expect(page.locator("#level")).to_have_value("club")
