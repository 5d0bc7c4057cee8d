"""The page in windows of every size: nothing too small, nothing cut off, nothing told by colour alone."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Locator, expect

from pages import NewPage, Watch, add_style, choose_opponent, drop, expect_moves
from views import VIEWS, View

# A phone and a desktop, a wide screen, and 1280 x 1024 at 200 % and 400 % zoom.
SIZES = ((390, 844), (1280, 800), (1920, 1080), (640, 512), (320, 256))

# WCAG 1.4.12: so much room between letters, words and lines must do no harm.
SPACED = """
* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }
p { margin-bottom: 2em !important; }"""

# Whether the page scrolls sideways, what can be pressed and is smaller than WCAG 2.2 asks, what is cut off,
# and what stands on something else: things that can be pressed, and parts of one part of the page.
WRONG = """() => {
  const name = (element) => element.outerHTML.slice(0, 90);
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".heard, .skip");
  const edges = (element) => element.getBoundingClientRect();
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const root = document.querySelector("dialog[open]") ?? document.body;
  const wrong = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth} wide`);
  if (root.scrollWidth > root.clientWidth + 1) wrong.push(`${name(root)} is ${root.scrollWidth} wide`);

  const kinds = "a[href], button, select, input, textarea, [tabindex='0']";
  const pressed = [...root.querySelectorAll(kinds)].filter(isSeen);
  for (const element of pressed) {
    const { width, height } = edges(element);
    if (width < 24 || height < 24) wrong.push(`${width} x ${height}: ${name(element)}`);
  }
  const flat = pressed.filter((element) => !element.closest(".trouble"));
  flat.forEach((one, index) => flat.slice(index + 1).forEach((other) => {
    const isApart = one.contains(other) || !meet(edges(one), edges(other));
    if (!isApart) wrong.push(`${name(one)} meets ${name(other)}`);
  }));
  for (const parent of root.querySelectorAll("main, main *:not(svg, svg *), header, dialog, dialog *")) {
    const parts = [...parent.children].filter((part) => isSeen(part)
      && getComputedStyle(part).display !== "inline" && getComputedStyle(part).position !== "absolute");
    parts.forEach((one, index) => parts.slice(index + 1).forEach((other) => {
      if (meet(edges(one), edges(other))) wrong.push(`${name(one)} lies on ${name(other)}`);
    }));
    const isWhole = parent.scrollWidth <= parent.clientWidth + 1 || parent.matches(".treebox, select, input");
    const isClosed = getComputedStyle(parent).overflowX !== "visible";
    if (isClosed && !isWhole) wrong.push(`${name(parent)} is cut off`);
  }
  return wrong;
}"""

# Buttons, fields and words whose right edge is outside the window; what scrolls by itself may have some.
BESIDE = """() => [...document.querySelectorAll("main *, header *")].filter((element) => {
  if (element.closest(".heard, .treebox, svg")) return false;
  return element.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
}).map((element) => element.outerHTML.slice(0, 80))"""


def box_of(place: Locator) -> dict[str, float]:
    """Where something stands in the window."""
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
def test_nothing_of_a_narrow_window_lies_beside_it(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/?moves=444443235226", width=width, height=height)
    for tab in ("play", "analysis", "review", "position", "tree"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        assert page.evaluate(BESIDE) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
    page.click("#tab-position")
    page.click("#edit")
    assert page.evaluate(BESIDE) == []


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_everything_has_its_place_and_can_be_pressed(new_page: NewPage, watch: Watch, view: View) -> None:
    page = view.open(new_page, watch)
    found = {}
    for rules in ("", SPACED):
        add_style(page, rules)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{width} x {height} {rules}"] = page.evaluate(WRONG)
    assert {size: wrong for size, wrong in found.items() if wrong} == {}


def test_what_has_no_place_is_found(new_page: NewPage) -> None:
    page = new_page()
    assert page.evaluate(WRONG) == []
    add_style(page, "#undo { width: 20px; padding: 0; } #redo { margin-left: -30px; }")
    assert any("20 x " in wrong and 'id="undo"' in wrong for wrong in page.evaluate(WRONG))
    assert any(" meets " in wrong and 'id="redo"' in wrong for wrong in page.evaluate(WRONG))
    add_style(
        page, ".status { height: 10px; min-height: 0; } .sides { margin-top: -20px; min-width: 2000px; }"
    )
    found = page.evaluate(WRONG)
    assert any(" lies on " in wrong for wrong in found)
    add_style(page, ".status h1 { width: 20px; overflow: hidden; white-space: nowrap; }")
    assert any("is cut off" in wrong and 'id="headline"' in wrong for wrong in page.evaluate(WRONG))
    assert any("the page is " in wrong for wrong in found)


LOOKS = """(places) => places.map((place) => {  // in one step: the page may draw its parts anew meanwhile
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
