"""The page in short and narrow windows, and with colours that the system forces."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, expect

from pages import NewPage, choose_opponent, drop, expect_moves

# Buttons, fields and words whose right edge is outside the window; what scrolls by itself may have some.
BESIDE = """() => [...document.querySelectorAll("main *, header *")].filter((element) => {
  if (element.closest(".visually-hidden, .treebox, svg")) return false;
  return element.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
}).map((element) => element.outerHTML.slice(0, 80))"""


def box_of(place: Locator) -> dict[str, float]:
    """Return the place of an element in the window."""
    box = place.bounding_box()
    assert box is not None
    return {"y": box["y"], "width": box["width"], "height": box["height"]}


@pytest.mark.parametrize(
    ("width", "height", "aid"),
    [
        (960, 470, ""),
        (960, 470, "#values"),
        (844, 390, ""),
        (844, 390, "#values"),
        (1280, 360, ""),
    ],
)
def test_a_short_window_shows_the_whole_board(new_page: NewPage, width: int, height: int, aid: str) -> None:
    page = new_page("/", width=width, height=height)
    if aid:
        page.click(aid)
    for part in ("#columns", "svg.board"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert box_of(page.locator("svg.board"))["width"] >= 7 * 36
    parts = [box_of(page.locator(name)) for name in (".status", "#sides", ".controls", ".tabs")]
    for above, below in itertools.pairwise(parts):
        assert above["y"] + above["height"] <= below["y"]
    choose_opponent(page, "learner")
    drop(page, 7)
    expect_moves(page, 2)
    page.locator("#moves").scroll_into_view_if_needed()
    expect(page.locator("svg.board")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (820, 760), (1920, 1080)])
def test_the_whole_board_fits_into_the_window(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/?moves=4453", width=width, height=height)
    for part in ("#columns", "svg.board"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("button", ["#new-game", "#edit"])
def test_a_new_game_and_a_set_up_scroll_to_the_board(new_page: NewPage, button: str) -> None:
    view = "position" if button == "#edit" else "play"
    page = new_page(f"/?moves=4453&view={view}", width=390, height=500)
    page.locator(button).scroll_into_view_if_needed()
    expect(page.locator("svg.board")).not_to_be_in_viewport(ratio=0.9)
    page.click(button)
    for part in ("#columns", "svg.board"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.compiled
def test_a_phone_scrolls_to_a_new_review(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=review", width=390, height=844)
    page.click("#start-review")
    expect(page.locator("#review-summary h2")).to_be_in_viewport(ratio=1)
    assert box_of(page.locator("#review-summary"))["y"] < 844 / 2


def test_a_phone_shows_the_opponent_and_its_level_during_a_game(new_page: NewPage) -> None:
    page = new_page("/", width=390, height=844)
    choose_opponent(page, "club")
    drop(page, 4)
    opponent = page.locator('.side[data-player="2"]')
    expect(opponent).to_contain_text("Club player")
    expect(opponent).to_contain_text("level 5")
    for part in (opponent, page.locator("#level")):
        expect(part).to_be_in_viewport(ratio=1)
    choose_opponent(page, "custom")
    expect(opponent).to_contain_text(re.compile(r"\d+ moves? ahead"))


def test_the_bar_above_the_board_is_there_only_while_it_says_something(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    expect(page.locator("#headline")).not_to_be_empty()
    expect(page.locator("#evalbar")).to_be_hidden()
    page.route("**/api/analyze**", lambda _: None)
    page.click("#values")
    expect(page.locator("#bar-number")).to_have_text("\N{HORIZONTAL ELLIPSIS}")
    page.click("#values")
    expect(page.locator("#evalbar")).to_be_hidden()


def test_a_big_screen_has_larger_type(new_page: NewPage) -> None:
    heights = []
    for width, height in ((1280, 800), (1920, 1080), (2560, 1440), (3840, 2160)):
        page = new_page("/?moves=4453&view=tree", width=width, height=height)
        heights.append(box_of(page.locator("#headline"))["height"])
        expect(page.locator("svg.board")).to_be_in_viewport(ratio=1)
    assert heights == sorted(set(heights))


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 640), (390, 844)])
def test_nothing_overflows_a_narrow_window(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/?moves=444443235226", width=width, height=height)
    for tab in ("play", "analysis", "review", "position", "tree"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert page.evaluate(BESIDE) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
    page.click("#tab-position")
    page.click("#edit")
    assert page.evaluate(BESIDE) == []


LOOKS = """(places) => places.map((place) => {  // in one step: the page may redraw its parts meanwhile
  const { backgroundColor, color, borderTopColor, borderTopWidth } =
    getComputedStyle(document.querySelector(place));
  return [backgroundColor, color, borderTopColor, borderTopWidth].join(" ");
})"""


@pytest.mark.parametrize(
    ("chosen", "other"),
    [
        ("#tab-analysis", "#tab-play"),
        ("#variant-four", "#variant-max"),
        ("#move-4", "#move-3"),
        (".side.active", ".side:not(.active)"),
        ("#values", "#hint"),
        ("#sound", "#help"),
        ("#evalbar .share", "#evalbar"),
        ("#columns .best", "#columns .column:not(.best)"),
    ],
)
def test_forced_colours_show_what_is_chosen(new_page: NewPage, chosen: str, other: str) -> None:
    page = new_page("/?moves=4453")
    page.emulate_media(forced_colors="active")
    page.click("#tab-analysis")
    page.click("#sound")
    expect(page.locator("#columns .best").first).to_be_visible()
    looks = page.evaluate(LOOKS, [chosen, other])
    assert looks[0] != looks[1]


@pytest.mark.parametrize("button", ["#help", "#show-rules", "#show-games"])
def test_forced_colours_show_where_a_dialog_ends(new_page: NewPage, button: str) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    page.click(button)
    border = "getComputedStyle(document.querySelector('dialog[open]')).borderTopWidth"
    assert page.evaluate(border) == "1px"
