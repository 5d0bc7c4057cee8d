"""Every view, visited once: axe finds nothing, everything has its place, and the Tab key reaches it all.

At every width, and to axe also light, dark and with colours that the system forces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from browsers import SLOWEST
from pages import NewPage, Watch, add_style
from views import VIEWS, View

pytestmark = pytest.mark.compiled
WIDTHS = (320, 390, 768, 1280, 1920)
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colours": {"color_scheme": "light", "forced_colors": "active"},
}
# WCAG 2.2 AA, and what axe calls good practice besides; with other colours, only colours can be otherwise.
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
FIND = """async ({ tags, places }) => {
  const rules = tags.length > 2 ? { "color-contrast": { enabled: false } } : {};
  const options = { runOnly: tags, rules, resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(places ? { include: places } : document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
}"""
# Text that is seen, each with what its contrast depends on: its colour and size, and all that lies behind it.
# Text on top of something it is not part of, e.g. the number on the bar, is of a kind of its own.
TEXTS = """() => {
  const kinds = {};
  const known = new Map([[null, ""]]);
  const behind = (element) => {
    if (!known.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      known.set(element, `${own} ${behind(element.parentElement)}`);
    }
    return known.get(element);
  };
  for (const element of document.querySelectorAll("body *:not(script, svg *)")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!element.checkVisibility() || !(hasText || element.matches("input, textarea, select"))) continue;
    const { color, fontSize, fontWeight, position } = getComputedStyle(element);
    const own = position === "absolute" || element.closest("#evalbar") ? element.outerHTML : "";
    kinds[[color, fontSize, fontWeight, own, behind(element)].join(" ")] = element;
  }
  return kinds;
}"""

# A phone and a desktop, a wide screen, and 1280 x 1024 at 200 % and 400 % zoom.
SIZES = ((390, 844), (1280, 800), (1920, 1080), (640, 512), (320, 256))

# WCAG 1.4.12: so much room between letters, words and lines must do no harm.
SPACED = """
* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }
p { margin-bottom: 2em !important; }"""

# Whether the page scrolls sideways, what can be pressed and is smaller than WCAG 2.2 asks, what is cut off,
# and what overlaps something else: things that can be pressed, and parts of one part of the page.
WRONG = """() => {
  const name = (element) => element.outerHTML.slice(0, 90);
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden, .skip");
  const edges = (element) => element.getBoundingClientRect();
  // The part that is in view inside the lists and boxes which scroll around the element.
  const visibleEdges = (element) => {
    let { left, right, top, bottom } = edges(element);
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowY !== "auto") continue;
      const clip = edges(box);
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, right, top, bottom };
  };
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
    const isApart = one.contains(other) || !meet(visibleEdges(one), visibleEdges(other));
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

# From now on: what is wrong with whatever gets the focus; one must see it, and that it has the focus.
# All that the Tab key has to reach gets a mark, which is taken off when it has been; how many these are.
WATCH_FOCUS = """() => {
  const root = document.querySelector("dialog[open]") ?? document.body;
  const all = [...root.querySelectorAll("a[href], button, select, input, textarea, [tabindex]")];
  const isWanted = (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility();
  const wanted = all.filter(isWanted);
  for (const element of wanted) element.dataset.waits = "";
  document.activeElement.blur();
  window.wrong = [];
  window.look = ({ target: element }) => {
    delete element.dataset.waits;
    const name = element.outerHTML.slice(0, 90);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const seen = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) =>
      document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))));
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isMarked = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    const isSeen = seen.some((shown) => element.contains(shown));
    if (!isSeen) window.wrong.push(`${name} is behind something or out of sight`);
    if (!isMarked) window.wrong.push(`${name} does not show that it has the focus`);
  };
  document.addEventListener("focusin", window.look);
  return wanted.length;
}"""
STOP_WATCHING_FOCUS = """() => {
  document.removeEventListener("focusin", window.look);
  const missed = [...document.querySelectorAll("[data-waits]")];
  return [...window.wrong, ...missed.map((element) => `${element.outerHTML.slice(0, 90)} is never reached`)];
}"""


class ViewChecker:
    """One page that shows all views in turn, and the texts that axe has checked in each look."""

    def __init__(self, page: Page, address: str, watch: Watch) -> None:
        self.page, self.address, self.watch = page, address, watch
        self.seen: dict[str, set[str]] = {look: set() for look in LOOKS}

    def open(self, path: str, *, width: int, height: int, storage: Mapping[str, str]) -> Page:
        """Open the page in a browser with a storage."""
        self.page.unroute_all()
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            """(storage) => {
              localStorage.clear();
              for (const [name, value] of Object.entries(storage)) localStorage[`claimeven-${name}`] = value;
            }""",
            dict(storage),
        )
        self.watch.seen.clear()
        self.watch.allowed.clear()
        self.page.goto(f"{self.address}{path}")
        return self.page

    def look(self) -> dict[str, list[str]]:
        """Return what axe finds, by look and width; each kind of text is checked once in each look."""
        self.page.evaluate(AXE_SCRIPT)
        found = {}
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            for look, media in LOOKS.items():
                self.page.emulate_media(**media)
                wrong = self._colours(self.seen[look])
                if look == "light":
                    wrong += self.page.evaluate(FIND, {"tags": ALL, "places": None})
                found[f"{look}, {width} px"] = wrong
        self.page.emulate_media(**LOOKS["light"])
        return {where: wrong for where, wrong in found.items() if wrong}

    def _colours(self, seen: set[str]) -> list[str]:
        texts = self.page.evaluate_handle(TEXTS)
        new = [kind for kind in texts.evaluate("Object.keys") if kind not in seen]
        seen.update(new)
        if not new:
            return []
        places = texts.evaluate_handle("(kinds, new_) => new_.map((kind) => kinds[kind])", new)
        return list(self.page.evaluate(FIND, {"tags": COLOURS, "places": places}))


def measure(page: Page) -> dict[str, list[str]]:
    """Return what is too small or misplaced, by size and style."""
    found = {}
    for rules in ("", SPACED):
        add_style(page, rules)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{width} x {height} {rules}"] = page.evaluate(WRONG)
    page.evaluate("document.adoptedStyleSheets = []")
    return {size: wrong for size, wrong in found.items() if wrong}


def walk(page: Page) -> list[str]:
    """Return what is wrong as the Tab key moves the focus around the page."""
    for _ in range(page.evaluate(WATCH_FOCUS) + 3):
        page.keyboard.press("Tab")
    return list(page.evaluate(STOP_WATCHING_FOCUS))


@pytest.fixture(scope="module")
def eye(browser: Browser, server: str) -> Iterator[ViewChecker]:
    """It goes through the views in one browser: a new one for each takes longer than looking."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(SLOWEST)
    page, watch = context.new_page(), Watch()
    watch.follow(page)
    page.goto(server)
    yield ViewChecker(page, server, watch)
    context.close()


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_a_view_can_be_read_pressed_and_reached(eye: ViewChecker, view: View) -> None:
    page = view.open(eye.open, eye.watch)
    found: dict[str, Any] = {"axe": eye.look(), "sizes": measure(page)}
    for width, height in ((1280, 800), (320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        found[f"Tab at {width} x {height}"] = walk(page)
    found["errors"] = eye.watch.problems()
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def test_axe_finds_what_is_wrong(new_page: NewPage, server: str, watch: Watch) -> None:
    page = new_page()
    page.evaluate("""() => {
      document.querySelector("#copy-link").removeAttribute("aria-label");
      document.querySelector("#copy-link .label").remove();
      document.querySelector("#headline").style.color = "#ddd";
    }""")
    found = ViewChecker(page, server, watch).look()
    assert [wrong.partition(":")[0] for wrong in found["light, 320 px"]] == ["color-contrast", "button-name"]
    nameless = [where for where, wrong in found.items() if any("button-name" in one for one in wrong)]
    assert nameless == [f"light, {width} px" for width in WIDTHS]
    dark = new_page()
    dark.evaluate("document.querySelector('#headline').style.color = '#222'")
    assert "dark, 320 px" in ViewChecker(dark, server, watch).look()


def test_misplaced_elements_are_found(new_page: NewPage) -> None:
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


def test_what_tab_does_not_reach_or_show_is_found(new_page: NewPage) -> None:
    page = new_page()
    assert walk(page) == []
    add_style(page, "#hint:focus { outline: none; } .top { position: fixed; inset: 0; z-index: 9; }")
    page.evaluate(
        "document.querySelector('#level').addEventListener('focus', (event) => event.target.blur())"
    )
    found = walk(page)
    assert any("does not show that it has the focus" in wrong and 'id="hint"' in wrong for wrong in found)
    assert any("is behind something" in wrong and 'id="values"' in wrong for wrong in found)
    assert any("is never reached" in wrong for wrong in found)
