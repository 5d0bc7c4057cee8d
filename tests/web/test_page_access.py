"""Accessibility of the page: names of buttons, announcements, the focus, keys that can be turned off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages import (
    NewPage,
    Watch,
    best_line_of,
    choose_opponent,
    column_button,
    expect_headline,
    moves_of,
    query_of,
)
from views import MIDDLE

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_button_of_the_toolbar_has_a_name_at_any_width(new_page: NewPage, width: int) -> None:
    page = new_page(width=width, height=844)
    for name in ("First position", "Undo", "Redo", "Last position", "Hint", "Values", "Copy link"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_hint_values_and_best_line_are_announced(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}")
    announcement = page.locator("#announcement")
    page.keyboard.press("h")
    expect(announcement).to_have_text("Hint: column 3 is best.")
    page.keyboard.press("h")
    expect(announcement).to_have_text("Hint off.")
    page.keyboard.press("v")
    expect(announcement).to_contain_text("Best: column 3.")
    assert best_line_of(page).startswith("3")
    page.keyboard.press("b")
    expect(announcement).to_contain_text("Best play from here: 3, ")
    page.keyboard.press("b")
    expect(announcement).to_have_text("Back to the game.")
    page.keyboard.press("v")
    expect(announcement).to_have_text("Values off.")


def test_a_number_key_that_drops_nothing_is_explained(new_page: NewPage) -> None:
    page = new_page("/?moves=444444")
    notice = page.locator("#notice")
    page.keyboard.press("4")
    expect(notice).to_have_text("Column 4 is full.")
    page.route("**/api/move*", lambda _: None)
    choose_opponent(page, "club")
    page.keyboard.press("1")
    expect_headline(page, "The computer is thinking …")
    page.keyboard.press("1")
    expect(notice).to_have_text("It is the computer\N{RIGHT SINGLE QUOTATION MARK}s turn.")
    over = new_page("/?moves=1212121")
    over.keyboard.press("7")
    expect(over.locator("#notice")).to_have_text("The game is over.")


def test_one_press_of_n_does_not_end_the_game(new_page: NewPage) -> None:
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


def focused(page: Page) -> str:
    """Return the id of the focused element, or else its tag name."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


@pytest.mark.parametrize(
    ("path", "pressed", "gone", "then"),
    [
        ("/?moves=4", "#undo", "#undo:not([aria-disabled])", "undo"),
        ("/?moves=4453&at=3", "#last", "#last:not([aria-disabled])", "last"),
        ("/?moves=1212121", "#play-again", "#play-again", "headline"),
        ("/?moves=1212121", "#review-game", "#review-game", "tab-review"),
        ("/?moves=1212121&view=review", "#start-review", "#start-review", "show-better"),
        ("/?moves=1212121&at=6&view=review", "#move-7", "#move-7:not([aria-current])", "move-7"),
    ],
)
def test_the_focus_is_not_lost_when_the_pressed_button_disappears(
    new_page: NewPage, path: str, pressed: str, gone: str, then: str
) -> None:
    page = new_page(path)
    page.locator(pressed).press("Enter")
    expect(page.locator(gone)).to_be_hidden()
    if then == "show-better":
        expect(page.locator("#review-summary")).to_be_visible()
    assert focused(page) == then


def test_the_focus_is_not_lost_when_a_game_is_played_on(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&at=2")
    choose_opponent(page, "learner")
    page.locator("#play-on").press("Enter")
    expect(page.locator("#play-on")).to_be_hidden()
    assert focused(page) == "headline"


def test_the_focus_is_not_lost_when_values_arrive_or_a_game_is_deleted(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    best_line_of(page)
    page.locator("#values").click()
    page.get_by_role("button", name="Show values").press("Enter")
    assert focused(page) == "best-line-next"
    page.locator("#move-17").focus()
    for key in ("n", "n"):
        page.keyboard.press(key)
    assert focused(page) == "headline"


def test_the_focus_is_not_lost_when_an_error_is_cleared(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("ERR_CONNECTION_REFUSED")
    page = new_page()
    page.route("**/api/analyze**", lambda route: route.abort("connectionrefused"))
    page.click("#values")
    page.locator("#dismiss").focus()
    page.unroute_all()
    expect(page.locator("#error")).to_be_hidden()
    assert focused(page) == "headline"


def test_a_dialog_begins_with_its_title_in_the_smallest_window(new_page: NewPage) -> None:
    page = new_page(width=320, height=256)
    page.click("#help")
    title = page.locator("#keys-title")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()


def test_a_dialog_gives_the_focus_back(new_page: NewPage) -> None:
    page = new_page()
    for close in ("Escape", "Enter"):
        page.locator("#help").press("Enter")
        expect(page.locator("#keys")).to_be_visible()
        page.locator("#keys .primary").focus()
        page.keyboard.press(close)
        expect(page.locator("#keys")).to_be_hidden()
        assert focused(page) == "help"


# Everything announced to screen readers from now on, in order.
LISTEN = """() => {
  window.texts = [];
  for (const place of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
    new MutationObserver(() => {
      if (place.textContent.trim() && place.checkVisibility()) window.texts.push(place.textContent.trim());
    }).observe(place, { childList: true, characterData: true, subtree: true });
  }
}"""


def test_every_change_is_announced_once(new_page: NewPage) -> None:
    page = new_page("/?moves=121212", width=390, height=844)
    expect(page.locator("#level-about")).not_to_be_empty()
    page.evaluate(LISTEN)
    for key in ("1", "1", "ArrowLeft", "u", "y"):
        page.keyboard.press(key)
    page.click("#tab-review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    expect(page.locator("#announcement-why")).to_have_text("Why: Red completes four at a4.")
    page.click("#show-better")
    expect(page.locator("#announcement-why")).to_contain_text("Why: No simple reason: ")
    page.click("#tab-position")
    page.click("#edit")
    column_button(page, 7).click()
    page.keyboard.press("Escape")
    page.click("#copy-link")
    expect(page.locator("#notice")).to_have_text("Link copied.")
    assert page.evaluate("window.texts") == [
        "Red in column 1, row 4. Red wins with four in a row.",
        "The game is over.",
        "Yellow in column 2, row 3.",
        "Red in column 1, row 3.",
        "Yellow in column 2, row 3.",
        "Judging every move, from the last to the first …",
        "The review is done. Turning point: move 6.",
        "Why: Red completes four at a4.",
        "Red in column 1, row 3. Better here: column 1.",
        "Why: No simple reason: only a full search shows that Yellow wins. Best play begins "
        "Yellow 1 (must answer), Red 2, Yellow 2, Red 4, Yellow 5, Red 5, Yellow 5.",
        "3 red, 2 yellow. Yellow ○ is to move.",
        "3 red, 3 yellow. Red ✕ is to move.",
        "Back to the game.",
        "Link copied.",
    ]


def test_swapped_sides_are_announced(new_page: NewPage) -> None:
    page = new_page("/?moves=44")
    choose_opponent(page, "learner")
    page.route("**/api/move*", lambda _: None)
    page.keyboard.press("s")
    expect(page.locator("#announcement")).to_have_text("You play Yellow now.")


# What still moves, and what would move if it changed, for longer than anybody sees.
MOVING = """() => {
  const long = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
  return [
    ...document.getAnimations().map((animation) => animation.effect.target.outerHTML.slice(0, 90)),
    ...[...document.querySelectorAll("*")].filter((element) => ["", "::before", "::after"].some((part) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, part);
      return (animationName !== "none" && long(animationDuration)) || long(transitionDuration);
    })).map((element) => element.outerHTML.slice(0, 90)),
  ];
}"""


@pytest.mark.parametrize("motion", [False, True])
def test_nothing_moves_with_reduced_motion(new_page: NewPage, motion: bool) -> None:
    page = new_page("/?moves=4453", motion=motion)
    page.route("**/api/analyze**", lambda _: None)
    page.click("#values")
    expect(page.locator("#columns .waiting").first).to_be_visible()
    page.keyboard.press("1")
    assert bool(page.evaluate(MOVING)) == motion
