"""The computer against itself: a level for each side, pause, single steps, both games."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from claimeven.players.level import LEVELS
from pages import NewPage, choose_opponent, drop, expect_headline, expect_moves, moves_of

pytestmark = pytest.mark.compiled
OPEN_THREE = "41513"  # whatever Yellow does, Red wins with the next disc


def watch_game(page: Page, own: str, opponent: str) -> None:
    """Hand both sides to the computer."""
    choose_opponent(page, opponent)
    page.locator("#your-side").select_option(own)


def test_a_game_of_the_computer_against_itself_starts_paused_and_runs_to_its_end(new_page: NewPage) -> None:
    page = new_page(f"/?moves={OPEN_THREE}")
    watch_game(page, "learner", "perfect")
    expect_headline(page, "Yellow to move")
    expect(page.locator("#subline")).to_contain_text("Paused.")
    expect(page.locator("#announcement")).to_have_text("The computer plays against itself. Paused.")
    names = page.locator(".side b")
    expect(names).to_have_text(["Perfect", "Learner"])
    page.click("#pace")
    expect(page.locator("#pace")).to_have_text("Pause")
    expect(page.locator(".controls.done")).to_have_count(1)
    expect_headline(page, "Red wins")
    assert len(moves_of(page)) == len(OPEN_THREE) + 2
    expect(page.locator("#review-game")).to_be_focused()


@pytest.mark.parametrize("variant", ["four", "max"])
def test_each_side_plays_its_own_moves_one_step_at_a_time(new_page: NewPage, variant: str) -> None:
    page = new_page()
    page.click(f"#variant-{variant}")
    watch_game(page, LEVELS[0].name, LEVELS[1].name)
    for count, level in ((1, "1"), (2, "2"), (3, "1")):
        with page.expect_request("**/api/move*") as asked:
            page.click("#step")
        assert parse_qs(urlsplit(asked.value.url).query)["level"] == [level]
        expect_moves(page, count)
        expect(page.locator("#subline")).to_contain_text("Paused.")
    expect(page.locator("#announcement")).to_contain_text("Red in column")


def test_a_pause_stops_the_game_and_its_requests(new_page: NewPage) -> None:
    page = new_page()
    watch_game(page, "learner", "learner")
    page.keyboard.press("p")
    expect(page.locator("#announcement")).to_have_text("The game continues.")
    expect_moves(page, 2)
    page.locator("#pace").press("Enter")
    expect(page.locator("#pace")).to_have_text("Continue")
    expect(page.locator("#announcement")).to_have_text("Paused.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    before = moves_of(page)
    page.click("#undo")
    page.click("#step")
    drop(page, 1)
    expect(page.locator("#notice")).to_have_text("It is the computer\N{RIGHT SINGLE QUOTATION MARK}s turn.")
    assert moves_of(page) == before
    assert "/api/move" not in asked


def test_a_watched_game_continues_from_its_end_after_going_back(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    watch_game(page, "learner", "learner")
    page.keyboard.press("Home")
    page.click("#pace")
    expect_moves(page, 5)
    assert moves_of(page).startswith("4453")


def test_a_side_of_each_depth_and_a_reload_that_starts_nothing(new_page: NewPage) -> None:
    page = new_page()
    watch_game(page, "custom", "custom")
    for field, depth in (("#depth", "3"), ("#your-depth", "2")):
        page.fill(field, depth)
        page.locator(field).blur()
    for depth in ("2", "3"):
        with page.expect_request("**/api/move*") as asked:
            page.click("#step")
        assert parse_qs(urlsplit(asked.value.url).query)["depth"] == [depth]
        expect(page.locator("#subline")).to_contain_text("Paused. ")
        expect_moves(page, 1 if depth == "2" else 2)
    page.reload()
    expect(page.locator("#your-side")).to_have_value("custom")
    expect(page.locator("#pace")).to_have_text("Continue")


def test_a_person_takes_over_their_side_again(new_page: NewPage) -> None:
    page = new_page()
    watch_game(page, "learner", "learner")
    page.click("#step")
    expect_moves(page, 1)
    page.click("#step")
    expect_moves(page, 2)
    page.locator("#your-side").select_option("person")
    expect_headline(page, "Your turn")
    expect(page.locator("#pace")).to_be_hidden()
    drop(page, 4)
    expect_moves(page, 4)


def test_with_two_players_the_computer_plays_neither_side(new_page: NewPage) -> None:
    page = new_page()
    watch_game(page, "learner", "learner")
    choose_opponent(page, "person")
    expect(page.locator("#your-side")).to_be_hidden()
    drop(page, 4)
    drop(page, 4)
    expect_moves(page, 2)


def test_new_game_is_visible_on_a_phone_during_a_game(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    choose_opponent(page, "learner")
    drop(page, 4)
    expect_moves(page, 2)
    new = page.locator("#play-again")
    expect(new).to_be_in_viewport(ratio=1)
    expect(page.locator("#review-game")).to_be_hidden()
    page.evaluate("window.scrollTo(0, 0)")
    expect(new).to_be_in_viewport(ratio=1)
    new.click()
    expect_moves(page, 0)
    expect(new).to_be_hidden()


@pytest.mark.parametrize("own", ["person", "learner"])
def test_the_toolbar_of_a_wide_window_is_one_row_within_it(new_page: NewPage, own: str) -> None:
    page = new_page("/?moves=4453")
    watch_game(page, own, "learner")
    page.click("#threats")
    box = page.locator(".controls").bounding_box()
    assert box is not None
    assert box["height"] < 2 * 40
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_watched_game_with_threats_fits_a_narrow_window(new_page: NewPage, width: int) -> None:
    page = new_page("/?moves=444453233315", width=width, height=844)
    watch_game(page, "learner", "learner")
    page.click("#threats")
    expect(page.locator("#step")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator("header button, .controls button").evaluate_all(
        """(all) => all.filter((one) => one.offsetParent && (one.offsetWidth < 24 || one.offsetHeight < 24))
          .map((one) => one.id)"""
    )
    assert small == []
