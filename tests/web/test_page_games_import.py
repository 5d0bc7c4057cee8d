"""Importing files of games: it asks before it drops games, reads in pieces and reports the wrong line."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pages import NewPage
from saved_games import entries, names, read, record, saved, stored

PAIRS = ["".join(pair) for pair in product("1234567", repeat=2)]
OLD = [record(f"{number}77", f"Old {number}") for number in range(1, 6)]
NEW = [record(moves, f"New {number}") for number, moves in enumerate(PAIRS[:30], start=1)]


def json_lines(games: list[dict[str, object]]) -> str:
    return "".join(f"{json.dumps(game)}\n" for game in games)


def names_of(games: list[dict[str, object]]) -> list[object]:
    return [game["name"] for game in games]


def open_games(new_page: NewPage, *games: dict[str, object]) -> Page:
    page = new_page(storage=stored(*games))
    page.click("#show-games")
    return page


def test_importing_twenty_games_deletes_no_saved_game(new_page: NewPage) -> None:
    """All saved games disappeared without a question."""
    page = open_games(new_page, *OLD)
    read(page, json_lines(NEW[:20]))
    expect(page.locator("#import-words")).to_have_text(
        "The file has 20 games that are not saved yet, but there is room for 15: "
        "20 games can be saved, and there are 5."
    )
    expect(page.locator("#import-question button")).to_have_text(
        ["Add the first 15", "Add all 20, drop all 5 saved ones", "Add none"]
    )
    expect(page.locator("#import-some")).to_be_focused()
    assert names(page) == names_of(OLD)
    page.click("#import-some")
    expect(page.locator("#games-words")).to_have_text("20 games read. The first 15 were added.")
    expect(page.locator("#import-question")).to_be_hidden()
    expect(page.locator("#import-games")).to_be_focused()
    assert names(page) == [*names_of(NEW[:15]), *names_of(OLD)]


def test_saved_games_are_dropped_only_after_a_confirmation(new_page: NewPage) -> None:
    page = open_games(new_page, *OLD)
    read(page, json_lines(NEW[:18]))
    page.click("#import-none")
    expect(page.locator("#games-words")).to_have_text("Nothing was added.")
    assert names(page) == names_of(OLD)
    read(page, json_lines(NEW[:18]))
    expect(page.locator("#import-drop")).to_have_text("Add all 18, drop the oldest 3 saved ones")
    page.click("#import-drop")
    expect(page.locator("#games-words")).to_have_text("18 games read. 3 saved games were dropped.")
    assert names(page) == [*names_of(NEW[:18]), *names_of(OLD[:2])]


def test_an_unanswered_confirmation_changes_nothing(new_page: NewPage) -> None:
    page = open_games(new_page, *OLD)
    read(page, json_lines(NEW))
    expect(page.locator("#import-drop")).to_have_text("Add the first 20, drop all 5 saved ones")
    page.keyboard.press("Escape")
    page.click("#show-games")
    expect(page.locator("#import-question")).to_be_hidden()
    assert names(page) == names_of(OLD)


def test_confirmation_is_requested_again_when_the_list_has_changed(new_page: NewPage) -> None:
    page = open_games(new_page, *OLD)
    read(page, json_lines(NEW[:16]))
    expect(page.locator("#import-drop")).to_have_text("Add all 16, drop the oldest saved one")
    other = page.context.new_page()
    other.goto(f"{page.url.split('?')[0]}?moves=4444")
    other.click("#new-game")
    page.click("#import-drop")
    expect(page.locator("#import-drop")).to_have_text("Add all 16, drop the oldest 2 saved ones")
    page.click("#import-some")
    assert names(page) == [*names_of(NEW[:14]), "Two people", *names_of(OLD)]


def test_games_of_a_file_that_begin_alike_stay_apart_with_their_names(new_page: NewPage) -> None:
    """The two became one game, with the name of another."""
    games = [record("4453", "Ann"), record("44", "Ben"), record("445361", "Cid"), record("44", "Dora")]
    page = open_games(new_page, record("445", "Kept"))
    read(page, json_lines(games))
    expect(page.locator("#games-words")).to_have_text("4 games read.")
    assert names(page) == ["Ann", "Ben", "Cid", "Dora", "Kept"]
    moves = [line.split('"moves":"')[1].split('"')[0] for line in saved_lines(page)]
    assert moves == ["4453", "44", "445361", "44", "445"]


def saved_lines(page: Page) -> list[str]:
    return saved(page, page.locator("#export-jsonl")).splitlines()


def test_a_file_that_is_read_twice_adds_its_games_once(new_page: NewPage) -> None:
    page = open_games(new_page)
    read(page, json_lines(NEW[:3]))
    expect(page.locator("#games-words")).to_have_text("3 games read.")
    read(page, json_lines(NEW[:4]))
    expect(page.locator("#games-words")).to_have_text("4 games read. 3 of them were saved already.")
    assert names(page) == ["New 4", "New 1", "New 2", "New 3"]
    moves = saved(page, page.locator("#export-moves"))
    read(page, moves)
    expect(page.locator("#games-words")).to_have_text("4 games read. All were saved already.")
    expect(entries(page)).to_have_count(4)
    read(page, "\n\n")
    expect(page.locator("#games-words")).to_have_text("The file has no games.")


# Counts how often the page is free to do something else.
TICK = "() => { window.ticks = 0; setInterval(() => { window.ticks += 1; }, 0); }"


def test_a_file_of_200_000_lines_does_not_freeze_the_page(new_page: NewPage) -> None:
    page = open_games(new_page, *OLD)
    page.evaluate(TICK)
    read(page, "44\n" * 200_000)
    expect(page.locator("#import-words")).to_contain_text("The file has 200000 games that are not saved yet")
    assert page.evaluate("window.ticks") > 100
    expect(page.locator("#import-drop")).to_have_text("Add the first 20, drop all 5 saved ones")
    page.click("#import-none")
    read(page, "44\n" * 20_000 + "48\n" + "44\n" * 10)
    expect(page.locator("#games-words")).to_have_text(
        "Nothing was imported. Line 20001: Move 2, “8”, is not a column; columns are 1 to 7."
    )
    assert names(page) == names_of(OLD)


READ_AND_STOP = """async ([text, stopAt]) => {
  const { readGames } = await import("/js/state/games_file.js");
  const reading = new AbortController();
  const pieces = [];
  const found = await readGames(text, "four", () => false, reading.signal, (line) => {
    pieces.push(line);
    if (line >= stopAt) reading.abort();
  });
  return { found, pieces };
}"""


def test_reading_can_be_stopped_between_two_pieces(new_page: NewPage) -> None:
    page = new_page()
    stopped: dict[str, Any] = page.evaluate(READ_AND_STOP, ["44\n" * 5000, 1000])
    assert stopped["found"] is None
    pieces = stopped["pieces"]
    assert 1000 <= pieces[-1] <= 1500
    assert all(later - earlier <= 500 for earlier, later in zip([0, *pieces], pieces, strict=False))


def test_a_file_that_is_too_large_is_refused_at_once(new_page: NewPage) -> None:
    page = open_games(new_page, *OLD)
    read(page, "4" * 2_100_000)
    expect(page.locator("#games-words")).to_have_text(
        "Nothing was imported. The file has 2.1 MB; a file of games may have 2 MB."
    )


DEEP = 100_000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"moves": ' + "[" * DEEP + "]" * DEEP + "}", "A line may have 4000 characters; this one has"),
        ('{"moves": ' + "[" * 1900 + "]" * 1900 + "}", "“moves” is not a string."),
        ('{"moves": "44", "line": {"toString": 1}}', "“line” is not a string."),
        ('{"moves": ' + "[" * 1900, "This is not JSON."),
        ("[" * 1900, "Move 1, “[”, is not a column"),
        ('{"moves": null}', "“moves” is not a string."),
        ('{"moves": ""}', "A game needs at least one move."),
        (",", "A game needs at least one move."),
        ("4" * 50_000, "A line may have 4000 characters; this one has 50000."),
    ],
    ids=["deep-long", "deep", "object", "half", "list", "null", "empty", "blank", "long"],
)
def test_deeply_nested_json_and_garbage_are_refused_with_the_line_number(
    new_page: NewPage, line: str, words: str
) -> None:
    """A nested value raised an error that was not caught."""
    page = open_games(new_page, *OLD)
    read(page, f"44\r{line}\n44\n")
    expect(page.locator("#games-words")).to_contain_text(f"Nothing was imported. Line 2: {words}")
    assert names(page) == names_of(OLD)


def test_other_text_in_a_file_is_ignored_and_a_long_name_is_cut(new_page: NewPage) -> None:
    page = open_games(new_page)
    game: dict[str, object] = {"moves": 4453, "name": "x" * 100, "date": ["never"], "notes": [[[]]], "at": {}}
    read(page, json_lines([game]))
    expect(page.locator("#games-words")).to_have_text("1 game read.")
    assert names(page) == ["x" * 60]


def test_deeply_nested_json_in_the_browsers_storage_is_ignored(new_page: NewPage) -> None:
    nested = '[{"moves": ' + "[" * DEEP + "]" * DEEP + '}, {"moves": "44", "name": "Good"}]'
    page = new_page(storage={"games": nested})
    page.click("#show-games")
    assert names(page) == ["Good"]
