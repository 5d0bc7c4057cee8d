"""The page in short and narrow windows, and with colours that the system forces."""

from __future__ import annotations

import itertools

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


@pytest.mark.parametrize(("width", "height"), [(960, 470), (915, 412), (1280, 360)])
def test_the_board_of_a_short_window_can_be_used(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/", width=width, height=height)
    assert box_of(page.locator("svg.board"))["width"] >= 7 * 48
    parts = [
        box_of(page.locator(name)) for name in (".status", "#sides", "#columns", "svg.board", ".controls")
    ]
    for above, below in itertools.pairwise(parts):
        assert above["y"] + above["height"] <= below["y"]
    choose_opponent(page, "learner")
    drop(page, 7)
    expect_moves(page, 2)


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
