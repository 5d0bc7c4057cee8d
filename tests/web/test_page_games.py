"""Saved games: which are saved and when, the list, files, pictures, and a storage that holds garbage."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from pages import NewPage, choose_opponent, drop, expect_headline, expect_moves, moves_of, query_of
from saved_games import action, entries, names, read, record, saved, stored

WON = "1212121"
FORGETFUL = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("not here", "SecurityError"); }
})"""


def test_a_finished_game_is_saved_with_its_name_date_and_result(new_page: NewPage) -> None:
    page = new_page(f"/?moves={WON[:6]}")
    drop(page, 1)
    expect_headline(page, "Red wins")
    page.click("#show-games")
    expect(entries(page)).to_have_count(1)
    assert names(page) == ["Two people"]
    year = page.evaluate("new Date().getFullYear()")
    expect(entries(page)).to_contain_text(str(year))
    expect(entries(page)).to_contain_text("Connect Four · 7 moves · Red wins")
    page.keyboard.press("Escape")
    expect(page.locator("#show-games")).to_be_focused()
    page.click("#play-again")
    page.click("#show-games")
    expect(entries(page)).to_have_count(1)


@pytest.mark.compiled
def test_a_replaced_game_is_saved_and_found_after_a_reload(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "learner")
    page.click("#new-game")
    drop(page, 4)
    expect_moves(page, 2)
    moves = moves_of(page)
    page.click("#variant-max")
    page.reload()
    page.click("#show-games")
    expect(entries(page)).to_have_count(1)
    expect(entries(page)).to_contain_text("2 moves · not finished")
    assert names(page) == ["You against Learner"]
    action(page, 0, "open").click()
    expect(page.locator("#games")).not_to_be_visible()
    expect(page.locator("#headline")).to_be_focused()
    assert query_of(page) == {"moves": moves}
    expect_headline(page, "Your turn")


def test_a_continued_game_replaces_the_saved_one_and_keeps_its_name(new_page: NewPage) -> None:
    saved = stored(record(WON[:6], "Against Ann"), record("4444", "Another"))
    page = new_page(storage=saved)
    page.click("#show-games")
    action(page, 0, "open").click()
    choose_opponent(page, "person")
    drop(page, 1)
    page.click("#show-games")
    assert names(page) == ["Against Ann", "Another"]
    expect(entries(page).first).to_contain_text("7 moves · Red wins")


def test_two_games_that_begin_alike_stay_two_with_their_own_names(new_page: NewPage) -> None:
    """A game with the same first moves as a saved one replaced it and took its name."""
    page = new_page(storage=stored(record(WON[:4], "Against Ann")))
    choose_opponent(page, "person")
    for column in WON:
        drop(page, int(column))
    expect_headline(page, "Red wins")
    page.click("#show-games")
    assert names(page) == ["Two people", "Against Ann"]
    expect(entries(page).nth(1)).to_contain_text("4 moves · not finished")


def test_a_game_that_is_the_beginning_of_a_saved_one_is_saved(new_page: NewPage) -> None:
    page = new_page(storage=stored(record(WON, "Against Ann")))
    choose_opponent(page, "person")
    drop(page, 1)
    drop(page, 2)
    page.click("#new-game")
    page.click("#show-games")
    assert names(page) == ["Two people", "Against Ann"]


def test_a_reloaded_game_continues_itself_and_not_one_with_the_same_moves(
    new_page: NewPage,
) -> None:
    page = new_page(storage=stored(record(WON[:6], "Ben"), record(WON[:6], "Ann"), record("44", "Other")))
    page.click("#show-games")
    action(page, 1, "open").click()
    choose_opponent(page, "person")
    drop(page, 1)
    page.click("#show-games")
    assert names(page) == ["Ann", "Ben", "Other"]
    action(page, 2, "open").click()
    page.reload()
    choose_opponent(page, "person")
    drop(page, 5)
    page.click("#new-game")
    page.click("#show-games")
    assert names(page) == ["Other", "Ann", "Ben"]
    expect(entries(page).first).to_contain_text("3 moves")


def test_only_the_last_twenty_are_saved(new_page: NewPage) -> None:
    columns = "1234567"
    games = [record(f"{one}{two}", f"{one}{two}") for one in columns for two in columns][:20]
    page = new_page("/?moves=7777", storage=stored(*games))
    page.click("#new-game")
    page.click("#show-games")
    expect(entries(page)).to_have_count(20)
    found = names(page)
    assert (found[0], found[1], found[-1]) == ("Two people", "11", str(games[18]["name"]))


def test_a_game_is_renamed_deleted_and_restored(new_page: NewPage) -> None:
    page = new_page(storage=stored(record("44", "One"), record("55", "Two")))
    page.locator("#show-games").press("Enter")
    expect(page.locator("#games-title")).to_be_focused()
    page.locator("#saved-games input").first.fill("Won by luck")
    page.keyboard.press("Tab")
    action(page, 1, "delete").press("Enter")
    expect(entries(page)).to_have_count(1)
    expect(page.locator("#games-words")).to_have_text("“Two” was deleted.")
    expect(page.locator("#restore-game")).to_be_focused()
    page.keyboard.press("Enter")
    assert names(page) == ["Won by luck", "Two"]
    action(page, 1, "delete").click()
    page.reload()
    page.click("#show-games")
    assert names(page) == ["Won by luck"]
    action(page, 0, "delete").click()
    expect(page.locator("#export-jsonl")).to_be_disabled()


def test_saved_games_are_exported_and_imported_in_both_formats(new_page: NewPage) -> None:
    games = [
        record(WON, "One"),
        record("44", "Max", variant="max"),
        record("1", "Set up", board="--o-xo-x--"),
        record("4453", "Four"),
    ]
    page = new_page(storage=stored(*games))
    page.click("#show-games")
    moves = saved(page, page.locator("#export-moves"))
    assert moves == f"{WON}\n4453\n"
    expect(page.locator("#games-words")).to_contain_text("JSON lines contain all games")
    lines = saved(page, page.locator("#export-jsonl"))
    written = [json.loads(line) for line in lines.splitlines()]
    assert [game["result"] for game in written] == ["Red wins", *["not finished"] * 3]
    for game, again in zip(games, written, strict=True):
        assert game.items() <= again.items()
    other = new_page()
    other.click("#show-games")
    expect(other.locator("#games-words")).to_have_text("No games have been saved yet.")
    read(other, lines)
    expect(other.locator("#games-words")).to_have_text("4 games read.")
    assert names(other) == ["One", "Max", "Set up", "Four"]
    assert saved(other, other.locator("#export-jsonl")) == lines
    third = new_page()
    third.click("#show-games")
    read(third, moves)
    expect(entries(third)).to_have_count(2)
    action(third, 1, "open").click()
    assert query_of(third) == {"moves": "4453"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("44\n\n48\n", "Line 3: Move 2, “8”, is not a column"),
        ('{"moves": "4444444"}\n', "Line 1: Move 7: Column 4 is full."),
        ('{"name": "nothing"}', "Line 1: A game needs “moves”."),
        ('44\n{"moves"', "Line 2: This is not JSON."),
    ],
)
def test_a_file_that_holds_no_games_is_refused_with_its_line(
    new_page: NewPage, text: str, words: str
) -> None:
    page = new_page()
    page.click("#show-games")
    read(page, text)
    expect(page.locator("#games-words")).to_contain_text(f"Nothing was imported. {words}")
    expect(entries(page)).to_have_count(0)


def test_a_picture_of_a_game_numbers_its_discs(new_page: NewPage) -> None:
    page = new_page(storage=stored(record(WON, "Ann & <Bob>")))
    page.click("#show-games")
    drawing = ElementTree.fromstring(saved(page, action(page, 0, "picture")))
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert drawing.findtext("svg:title", namespaces=space) == "Ann & <Bob>: Red wins"
    texts = drawing.findall(".//svg:text", space)
    assert [text.text for text in texts] == list("1234567")
    places = [(text.get("x"), text.get("y")) for text in texts]
    assert len(set(places)) == 7
    assert len({x for x, _ in places}) == 2


def test_the_game_on_the_board_is_drawn_with_numbers_and_the_discs_before_it_with_signs(
    new_page: NewPage,
) -> None:
    page = new_page("/?board=--o-xo-x--&moves=41&view=position")
    drawing = ElementTree.fromstring(saved(page, page.locator("#save-game")))
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert [text.text for text in drawing.findall(".//svg:text", space)] == ["1", "2"]
    assert len(drawing.findall("svg:path", space)) == 2 + 6 + 4  # back and face, six discs, four signs
    assert drawing.findtext("svg:title", namespaces=space) == "not finished"


GARBAGE = ["", "no JSON", "{}", "null", "[1, null, {}]", '[{"moves": "9"}, {"moves": []}, {"name": 3}]']


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_in_the_browsers_storage_is_ignored(new_page: NewPage, garbage: str) -> None:
    page = new_page("/?moves=44", storage={"games": garbage, "level": garbage, "sound": garbage})
    page.click("#new-game")
    page.click("#show-games")
    expect(entries(page)).to_have_count(1)


def test_valid_games_among_garbage_are_kept(new_page: NewPage) -> None:
    page = new_page(storage={"games": json.dumps([7, record("44", "Good", date="never"), {"moves": "x"}])})
    page.click("#show-games")
    assert names(page) == ["Good"]


def test_without_storage_games_last_while_the_page_is_open(new_page: NewPage) -> None:
    page = new_page("/?moves=44")
    page.add_init_script(FORGETFUL)
    page.reload()
    page.click("#new-game")
    page.click("#show-games")
    expect(entries(page)).to_have_count(1)
    page.keyboard.press("Escape")
    page.click("#sound")
    page.click("#variant-max")
    expect(page.locator("#rules")).to_be_visible()
    page.reload()
    page.click("#show-games")
    expect(entries(page)).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_dialogs_fit_into_any_window(new_page: NewPage, width: int) -> None:
    page = new_page("/?moves=44", width=width, height=640, storage=stored(record(WON), record("44")))
    for button, dialog in (("#show-games", "#games"), ("#show-rules", "#rules")):
        page.click(button)
        wide = page.locator(dialog).evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth")
        assert wide <= 0
        low = page.locator(f"{dialog} button").evaluate_all(
            "(all) => all.filter((one) => one.offsetParent && one.offsetHeight < 24)"
        )
        assert low == []
        page.keyboard.press("Escape")
        expect(page.locator(button)).to_be_focused()


@pytest.mark.parametrize(
    "link", ["http://127.0.0.1:8000/?moves=4453", "?moves=4453", "/?moves=4453&at=2#top"]
)
def test_a_pasted_link_is_read(new_page: NewPage, link: str) -> None:
    page = new_page("/?view=position")
    page.fill("#paste", f"  {link}\n")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_have_text("Read as a link.")
    assert moves_of(page) == "4453"
    assert query_of(page).get("at") == ("2" if "at=2" in link else None)


def test_a_pasted_link_to_max_connect4_with_a_board_is_read(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.fill("#paste", "http://elsewhere.test/?variant=max&board=---ox---&moves=1&view=tree")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_have_text("Read as a link.")
    assert query_of(page) == {"variant": "max", "board": "---ox---", "moves": "1", "view": "position"}


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://127.0.0.1/?moves=44444444", "Column 4 is full."),
        ("http://127.0.0.1/?variant=three&moves=4", "“three” is not a variant"),
        ("http://127.0.0.1/?q=connect+four", "The link does not contain a position."),
    ],
)
def test_a_pasted_link_without_a_position_leaves_the_game_alone(
    new_page: NewPage, link: str, words: str
) -> None:
    page = new_page("/?moves=44&view=position")
    page.fill("#paste", link)
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text(words)
    assert moves_of(page) == "44"
