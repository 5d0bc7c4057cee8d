"""axe finds nothing: every view, at every width, light, dark and with colours that the system forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from browsers import SLOWEST
from pages import NewPage, Watch
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
# Whatever stands on something that is no part of it, as the number on the bar, is of a kind of its own.
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


class Eye:
    """One page for all views, which it shows one after the other, and what it has seen in each look."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.seen: dict[str, set[str]] = {look: set() for look in LOOKS}

    def open(self, path: str, *, width: int, height: int, kept: Mapping[str, str]) -> Page:
        """The page as a browser shows it that remembers ``kept``."""
        self.page.unroute_all()
        self.page.emulate_media(**LOOKS["light"])
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(
            """(kept) => {
              localStorage.clear();
              for (const [name, value] of Object.entries(kept)) localStorage[`claimeven-${name}`] = value;
            }""",
            dict(kept),
        )
        self.page.goto(f"{self.address}{path}")
        return self.page

    def look(self) -> dict[str, list[str]]:
        """What axe finds, by look and width: everything, but each kind of text only once in each look."""
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
        return {where: wrong for where, wrong in found.items() if wrong}

    def _colours(self, seen: set[str]) -> list[str]:
        texts = self.page.evaluate_handle(TEXTS)
        new = [kind for kind in texts.evaluate("Object.keys") if kind not in seen]
        seen.update(new)
        if not new:
            return []
        places = texts.evaluate_handle("(kinds, new_) => new_.map((kind) => kinds[kind])", new)
        return list(self.page.evaluate(FIND, {"tags": COLOURS, "places": places}))


@pytest.fixture(scope="module")
def watching() -> Watch:
    """What went wrong on the page of all views."""
    return Watch()


@pytest.fixture(scope="module")
def eye(browser: Browser, server: str, watching: Watch) -> Iterator[Eye]:
    """It goes through the views in one browser: a new one for each takes longer than looking."""
    context = browser.new_context(reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(SLOWEST)
    page = context.new_page()
    watching.follow(page)
    page.goto(server)
    yield Eye(page, server)
    context.close()


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_axe_finds_nothing(eye: Eye, watching: Watch, view: View) -> None:
    view.open(eye.open, watching)
    assert eye.look() == {}
    assert watching.problems() == []


def test_axe_finds_what_is_wrong(new_page: NewPage, server: str) -> None:
    page = new_page()
    page.evaluate("""() => {
      document.querySelector("#copy-link").removeAttribute("aria-label");
      document.querySelector("#copy-link .label").remove();
      document.querySelector("#headline").style.color = "#ddd";
    }""")
    found = Eye(page, server).look()
    assert [wrong.partition(":")[0] for wrong in found["light, 320 px"]] == ["color-contrast", "button-name"]
    nameless = [where for where, wrong in found.items() if any("button-name" in one for one in wrong)]
    assert nameless == [f"light, {width} px" for width in WIDTHS]
    dark = new_page()
    dark.evaluate("document.querySelector('#headline').style.color = '#222'")
    assert "dark, 320 px" in Eye(dark, server).look()
