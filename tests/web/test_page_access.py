"""The page for everybody: names of buttons, what is spoken, where the focus goes, keys to switch off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pages import best_line_of, choose_opponent, expect_headline, moves_of, query_of

if TYPE_CHECKING:
    from pages import NewPage

pytestmark = pytest.mark.compiled
MIDDLE = "44444432223353567"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_button_of_the_toolbar_has_a_name_at_any_width(new_page: NewPage, width: int) -> None:
    page = new_page(width=width, height=844)
    for name in ("First position", "Undo", "Redo", "Last position", "Hint", "Values", "Copy link"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_hint_values_and_best_line_are_spoken(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}")
    said = page.locator("#said")
    page.keyboard.press("h")
    expect(said).to_have_text("Hint: column 3 is best.")
    page.keyboard.press("h")
    expect(said).to_have_text("Hint off.")
    page.keyboard.press("v")
    expect(said).to_contain_text("if both play their best. Best: column 3.")
    assert best_line_of(page).startswith("3")
    page.keyboard.press("b")
    expect(said).to_contain_text("Best play from here: 3, ")
    page.keyboard.press("b")
    expect(said).to_have_text("Back to the game.")
    page.keyboard.press("v")
    expect(said).to_have_text("Values off.")


def test_a_number_key_that_drops_nothing_says_why(new_page: NewPage) -> None:
    page = new_page("/?moves=444444")
    notice = page.locator("#notice")
    page.keyboard.press("4")
    expect(notice).to_have_text("Column 4 is full.")
    page.route("**/api/move*", lambda _: None)
    choose_opponent(page, "club")
    page.keyboard.press("1")
    expect_headline(page, "Club player is thinking …")
    page.keyboard.press("1")
    expect(notice).to_have_text("Club player is to move.")
    over = new_page("/?moves=1212121")
    over.keyboard.press("7")
    expect(over.locator("#notice")).to_have_text("The game is over.")


def test_one_press_of_n_throws_no_game_away(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    page.keyboard.press("n")
    expect(page.locator("#notice")).to_have_text("Press N again to leave this game and start a new one.")
    assert moves_of(page) == "4453"
    page.keyboard.press("n")
    assert moves_of(page) == ""
    over = new_page("/?moves=1212121")
    over.keyboard.press("n")
    assert moves_of(over) == ""


def test_letters_and_numbers_can_be_switched_off_as_keys(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    page.reload()
    for key in ("1", "h", "v", "n", "n", "?"):
        page.keyboard.press(key)
    assert moves_of(page) == "4453"
    expect(page.locator("#keys")).not_to_be_visible()
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowLeft")
    assert query_of(page)["at"] == "3"
    page.click("#help")
    page.locator("#letters").check()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "true")


def test_the_focus_follows_into_the_set_up_and_back(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.locator("#edit").press("Enter")
    expect(page.locator('[data-brush="1"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#edit")).to_be_focused()
    page.locator("#edit").press("Enter")
    page.locator("#edit-use").press("Enter")
    expect(page.locator("#edit")).to_be_focused()
