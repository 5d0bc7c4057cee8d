"""Variations: how one starts, is stepped through, changed, shared and left; the game stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages import (
    NewPage,
    address_of,
    board_of,
    choose_opponent,
    drop,
    expect_headline,
    expect_moves,
    query_of,
    record_announcements,
    variation_of,
)

pytestmark = pytest.mark.compiled
LOST = "56247547543433344576667251"  # its last mistake is move 11


def path_of(page: Page) -> str:
    """Return the address without the server."""
    link = address_of(page)
    return link[link.index("/?") :]


def reviewed(new_page: NewPage) -> Page:
    """A page with the review of a game."""
    page = new_page(f"/?moves={LOST}&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    return page


def test_trying_the_better_move_from_a_review_keeps_the_reviewed_game(new_page: NewPage) -> None:
    page = reviewed(new_page)
    page.click("#show-better")
    before = board_of(page)
    drop(page, 4)
    assert query_of(page) == {"moves": LOST, "line": "4", "from": "10", "view": "review"}
    expect_moves(page, len(LOST))
    assert variation_of(page) == "4"
    expect(page.locator("#review-summary h2")).to_have_text("Turning point: move 11")
    expect(page.locator("#moves > li:not(.variation) .judged")).to_have_count(len(LOST))
    expect(page.locator("svg.graph .dot")).to_have_count(len(LOST) + 1)
    page.go_back()
    expect(page.locator("#variation")).to_be_hidden()
    assert query_of(page) == {"moves": LOST, "at": "10", "view": "review"}
    assert board_of(page) == before
    expect(page.locator("#review-summary h2")).to_have_text("Turning point: move 11")
    page.go_forward()
    expect(page.locator("#variation")).to_be_visible()
    assert variation_of(page) == "4"


def test_a_game_with_a_variation_is_shared_as_a_link(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&view=analysis")
    page.click("#move-2")
    for column in (1, 7, 1):
        drop(page, column)
    assert query_of(page) == {"moves": "4453", "line": "171", "from": "2", "view": "analysis"}
    other = new_page(path_of(page))
    expect_moves(other, 4)
    assert variation_of(other) == "171"
    assert board_of(other) == board_of(page) == "xx---xo---o"
    expect(other.locator("#variation-move-5")).to_have_attribute("aria-current", "step")
    other.click("#move-4")
    assert board_of(other) == "--o-xo-x--"
    assert query_of(other)["on"] == "game"
    third = new_page(path_of(other))
    assert board_of(third) == board_of(other)
    assert variation_of(third) == "171"
    expect(third.locator("#variation")).to_be_hidden()
    third.click("#variation-move-3")
    assert board_of(third) == "x---xo---"
    assert query_of(third)["at"] == "3"


def test_the_variation_is_below_the_move_that_it_replaces(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17&from=2")
    expect(page.locator("#moves > li").nth(3)).to_have_class("variation")
    first, game, line = (
        page.locator(place).bounding_box() for place in ("#move-1", "#move-3", "#variation-move-3")
    )
    assert first is not None
    assert game is not None
    assert line is not None
    assert line["y"] >= game["y"] + game["height"]
    assert line["x"] > first["x"]


def test_arrows_undo_and_redo_follow_the_variation(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17&from=2")
    end = board_of(page)
    expect(page.locator("#subline")).to_have_text("In a variation. Yellow in column 7, row 1.")
    page.keyboard.press("ArrowLeft")
    assert query_of(page)["at"] == "3"
    expect(page.locator("#subline")).to_have_text("Variation, move 3 of 4. Another move changes it.")
    page.keyboard.press("Home")
    expect(page.locator("#undo")).to_be_disabled()
    for _ in range(3):
        page.click("#redo")
    expect(page.locator("#variation-move-3")).to_have_attribute("aria-current", "step")
    page.keyboard.press("End")
    assert board_of(page) == end
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#move-2")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#variation-move-3")).to_have_attribute("aria-current", "step")


def test_a_variation_is_changed_by_another_move_in_it_and_replaced_by_one_elsewhere(
    new_page: NewPage,
) -> None:
    page = new_page("/?moves=4453&line=1763&from=2")
    page.click("#variation-move-4")
    drop(page, 5)
    assert query_of(page) == {"moves": "4453", "line": "175", "from": "2"}
    page.go_back()
    expect(page.locator("#variation-move-6")).to_be_visible()
    assert variation_of(page) == "1763"
    page.click("#move-1")
    drop(page, 2)
    assert query_of(page) == {"moves": "4453", "line": "2", "from": "1"}
    expect(page.locator("#announcement")).to_have_text("A variation. Yellow in column 2, row 1.")


def test_the_mainline_move_leads_from_the_variation_back_into_the_game(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17&from=2&at=2")
    drop(page, 5)
    assert query_of(page) == {"moves": "4453", "line": "17", "from": "2", "on": "game", "at": "3"}
    page.keyboard.press("ArrowLeft")
    drop(page, 1)
    assert query_of(page) == {"moves": "4453", "line": "17", "from": "2", "at": "3"}


def test_back_to_the_game_and_again_to_the_variation(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17&from=2")
    page.locator("#back-to-game").press("Enter")
    expect(page.locator("#headline")).to_be_focused()
    assert query_of(page) == {"moves": "4453", "line": "17", "from": "2", "on": "game", "at": "2"}
    assert variation_of(page) == "17"
    page.go_back()
    expect(page.locator("#variation")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#variation")).to_be_hidden()
    page.click("#variation-move-4")
    page.click("#remove-variation")
    assert query_of(page) == {"moves": "4453", "at": "2"}


def test_a_promoted_variation_becomes_the_game_and_nothing_is_lost(new_page: NewPage) -> None:
    page = reviewed(new_page)
    page.click("#show-better")
    drop(page, 4)
    page.click("#promote-variation")
    expect(page.locator("#announcement")).to_have_text("The variation is the game now.")
    assert query_of(page)["moves"] == f"{LOST[:10]}4"
    assert query_of(page)["line"] == LOST[10:]
    expect(page.locator("#start-review")).to_be_visible()
    page.go_back()
    expect(page.locator("#review-summary")).to_be_visible()
    assert query_of(page)["moves"] == LOST


def test_the_person_moves_both_sides_of_a_variation_in_a_game_against_the_computer(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    choose_opponent(page, "learner")
    page.click("#tab-analysis")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/move" in request.url else None)
    page.click("#move-3")
    expect_headline(page, "Yellow to move")
    for column in (1, 2, 3):
        drop(page, column)
    assert query_of(page)["line"] == "123"
    expect_headline(page, "Red to move")
    page.click("#tab-play")
    drop(page, 7)
    assert query_of(page)["line"] == "1237"
    assert asked == []


def test_an_opponent_chosen_during_a_variation_plays_on_with_it_as_the_game(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17&from=2")
    choose_opponent(page, "learner")
    expect_headline(page, "Your turn")
    drop(page, 4)
    expect_moves(page, 6)
    assert query_of(page)["moves"].startswith("44174")
    assert query_of(page)["line"] == "53"


def test_a_variation_is_announced_once(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&view=analysis")
    page.click("#move-2")
    page.click("#values")
    announced = record_announcements(page)
    drop(page, 1)
    drop(page, 2)
    page.click("#back-to-game")
    assert announced() == [
        "A variation. Red in column 1, row 1.",
        "Yellow in column 2, row 1.",
        "Back to the game. Yellow in column 4, row 2.",
    ]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("moves=4453&line=1&from=5", "“from=5” is out of range; the game has 4 moves."),
        ("moves=4453&line=8&from=2", "Move 1, “8”, is not a column; columns are 1 to 7."),
    ],
)
def test_an_impossible_variation_is_reported(new_page: NewPage, query: str, words: str) -> None:
    page = new_page(f"/?{query}")
    expect(page.locator("#notice")).to_have_text(f"The address does not contain a valid position. {words}")


def test_a_phone_shows_a_variation_without_scrolling_sideways(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&line=17263&from=2&view=analysis", width=390, height=844)
    expect(page.locator("#back-to-game")).to_be_visible()
    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
    page.click("#back-to-game")
    assert query_of(page)["on"] == "game"
