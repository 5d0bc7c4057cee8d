"""Features used together: variations, saved games, reviews, threats, watched games, the back button."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsers import MET
from pages import (
    NewPage,
    address_of,
    choose_opponent,
    drop,
    expect_headline,
    expect_moves,
    query_of,
    record_announcements,
    variation_of,
)
from views import MIDDLE, OVER, THREATS

pytestmark = pytest.mark.compiled
LINE = "/?moves=445362&line=17&from=2"


def open_saved(page: Page, index: int = 0) -> None:
    """Open a saved game, counted from 0."""
    page.click("#show-games")
    page.locator("[data-action=open]").nth(index).click()


def test_a_new_game_during_a_variation_saves_the_game_with_it(new_page: NewPage) -> None:
    page = new_page(LINE)
    page.click("#new-game")
    expect_moves(page, 0)
    open_saved(page)
    expect_moves(page, 6)
    assert query_of(page) == {"moves": "445362", "line": "17", "from": "2", "on": "game"}
    page.click("#variation-move-4")
    expect(page.locator("#variation")).to_be_visible()
    other = new_page(address_of(page).partition("/?")[2].join(("/?", "")))
    expect_moves(other, 6)
    assert variation_of(other) == "17"


def test_a_saved_game_gets_a_new_variation_and_stays_one_game(new_page: NewPage) -> None:
    page = new_page(f"/?moves={OVER[:-1]}")
    drop(page, 1)
    expect_headline(page, "Red wins")
    page.click("#undo")
    drop(page, 3)
    page.click("#back-to-game")
    page.click("#new-game")
    page.click("#show-games")
    expect(page.locator("#saved-games li")).to_have_count(1)
    with page.expect_download() as download:
        page.click("#export-jsonl")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    record = json.loads(text)
    assert (record["moves"], record["line"], record["from"]) == (OVER, "3", str(len(OVER) - 1))
    assert record["result"] == "Red wins"
    page.click("[data-action=delete]")
    page.locator("#games-file").set_input_files(
        {"name": "games.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.locator("#games-words")).to_have_text("1 game read.")
    page.click("[data-action=open]")
    expect_headline(page, "Red wins")
    assert variation_of(page) == "3"


def test_two_people_who_take_a_move_back_and_finish_have_that_game_reviewed(new_page: NewPage) -> None:
    page = new_page("/?moves=12121")
    drop(page, 3)  # too late to be of use to anybody
    page.click("#undo")
    drop(page, 4)
    expect(page.locator("#variation")).to_be_visible()
    announced = record_announcements(page)
    drop(page, 1)
    expect_headline(page, "Red wins")
    expect(page.locator("#variation")).to_be_hidden()
    assert query_of(page) == {"moves": "1212141", "line": "3", "from": "5", "on": "game"}
    assert announced() == [
        "The variation is the game now. Red in column 1, row 4. Red wins with four in a row."
    ]
    page.click("#review-game")
    expect(page.locator("#moves > li:not(.variation) .judged")).to_have_count(7)
    page.click("#tab-play")
    page.click("#new-game")
    page.click("#show-games")
    expect(page.locator("#saved-games .note")).to_contain_text(["7 moves and a variation · Red wins"])


def test_a_finished_variation_of_a_finished_game_leaves_the_game_to_be_reviewed(
    new_page: NewPage,
) -> None:
    page = new_page(f"/?moves={OVER}&at=5")
    drop(page, 3)
    drop(page, 1)
    expect_headline(page, "Red wins")
    assert query_of(page) == {"moves": OVER, "line": "31", "from": "5"}
    page.click("#tab-review")
    expect(page.locator("#panel-review")).to_contain_text(
        "Every move of the game, not of the variation, is compared"
    )
    page.click("#tab-play")
    expect(page.locator("#review-game")).to_have_text("Review the game")
    page.click("#review-game")
    expect(page.locator("#variation")).to_be_hidden()
    expect(page.locator("#moves > li:not(.variation) .judged")).to_have_count(len(OVER))
    assert variation_of(page) == "31"
    page.click("#tab-play")
    page.click("#last")
    expect(page.locator("#review-game")).to_have_text("Review")


def test_threats_follow_the_best_line_and_are_announced(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    expect(page.locator("#best-line-1")).to_be_attached()
    page.click("#threats")
    counts = page.locator("#threat-words")
    expect(counts).to_have_text("Threats: ✕ Red none · ○ Yellow none")
    announced = record_announcements(page)
    for step in range(1, page.locator("#best-line li").count() + 1):
        page.click(f"#best-line-{step}")
        if page.locator(".threat").count():
            break
    assert " Threats. Red: " in announced()[-1]
    assert all("Threats" not in words for words in announced()[:-1])
    expect(counts).not_to_have_text("Threats: ✕ Red none · ○ Yellow none")
    page.keyboard.press("Escape")
    expect(page.locator(".threat")).to_have_count(0)


def test_threats_are_those_of_the_variation_on_the_board(new_page: NewPage) -> None:
    page = new_page(f"/?moves={THREATS}&line=11&from=3")
    page.click("#threats")
    expect(page.locator(".threat")).to_have_count(0)
    page.click(f"#move-{len(THREATS)}")
    expect(page.locator(".threat").first).to_be_visible()


def test_a_watched_game_is_analysed_with_a_variation_and_continues_after_it(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    choose_opponent(page, "learner")
    page.locator("#your-side").select_option("learner")
    page.click("#tab-analysis")
    page.click("#move-2")
    drop(page, 1)
    expect(page.locator("#pace")).to_be_hidden()
    expect_headline(page, "Yellow to move")
    page.keyboard.press("7")
    assert variation_of(page) == "17"
    page.click("#back-to-game")
    expect(page.locator("#subline")).to_contain_text("Another move starts a variation.")
    page.click("#tab-play")
    page.click("#step")
    page.click("#step")
    page.click("#step")
    expect_moves(page, 5)
    assert variation_of(page) == "17"
    assert query_of(page)["moves"].startswith("4453")


def test_a_saved_game_that_is_opened_while_another_runs_is_paused(new_page: NewPage) -> None:
    games = json.dumps([{"name": "A beginning", "date": "2026-01-02T10:20:30.000Z", "moves": "4453"}])
    page = new_page(storage={**MET, "games": games})
    page.locator("#your-side").select_option("learner")
    page.route("**/api/move*", lambda _: None)
    page.click("#pace")
    expect_headline(page, "Red is thinking …")
    open_saved(page)
    expect_headline(page, "Red to move")
    expect(page.locator("#subline")).to_have_text("Paused. Yellow in column 3, row 1.")


def test_back_and_forward_lead_through_variations_games_and_views(new_page: NewPage) -> None:
    page = new_page("/?moves=445362")
    page.click("#move-2")
    drop(page, 1)
    page.click("#tab-analysis")
    page.click("#back-to-game")
    page.click("#tab-play")
    page.click("#new-game")
    drop(page, 7)
    steps = [
        {"moves": "445362", "line": "1", "from": "2", "on": "game", "at": "2"},
        {"moves": "445362", "line": "1", "from": "2", "on": "game", "at": "2", "view": "analysis"},
        {"moves": "445362", "line": "1", "from": "2", "view": "analysis"},
        {"moves": "445362", "line": "1", "from": "2"},
        {"moves": "445362", "at": "2"},
    ]
    for step in steps:
        page.go_back()
        assert query_of(page) == step
        expect(page.locator("#variation")).to_be_visible(
            visible=step.get("line") is not None and "on" not in step
        )
    for step in [*steps[-2::-1], {"moves": "7"}]:
        page.go_forward()
        assert query_of(page) == step
    expect_moves(page, 1)


def test_a_pasted_link_brings_its_variation(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.fill("#paste", f"http://127.0.0.1:1{LINE}")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_have_text("Read as a link.")
    expect(page.locator("#variation")).to_be_visible()
    assert variation_of(page) == "17"
    assert page.input_value("#moves-text") == "4417"
