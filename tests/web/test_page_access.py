"""The page for everybody: names of buttons, what is spoken, where the focus goes, keys to switch off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pages import choose_opponent, expect_headline

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
    expect(page.locator("#best-line")).to_have_text(re.compile(r"^[1-7]+$"))
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
    expect(notice).to_have_text("It is the turn of Club player.")
    over = new_page("/?moves=1212121")
    over.keyboard.press("7")
    expect(over.locator("#notice")).to_have_text("The game is over.")
