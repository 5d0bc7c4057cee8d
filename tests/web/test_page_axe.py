"""axe finds nothing: every view, at every width, light, dark and with colours that the system forces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from views import VIEWS

if TYPE_CHECKING:
    from pages import NewPage, Watch
    from views import View

pytestmark = pytest.mark.compiled
WIDTHS = (320, 390, 768, 1280, 1920)
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colours": {"color_scheme": "light", "forced_colors": "active"},
}
# WCAG 2.2 AA, and what axe calls good practice besides.
ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # in other colours, nothing else can be otherwise
FIND = """async (tags) => {
  const { violations, passes } = await axe.run({ runOnly: tags, resultTypes: ["violations"] });
  if (!passes.some(({ id }) => id === "color-contrast")) return ["axe has seen no text"];
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
}"""


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_axe_finds_nothing(new_page: NewPage, watch: Watch, view: View) -> None:
    page = view.open(new_page, watch)
    page.evaluate(AXE_SCRIPT)
    found = {}
    for look, media in LOOKS.items():
        page.emulate_media(**media)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found[f"{look}, {width} px"] = page.evaluate(FIND, ALL if look == "light" else COLOURS)
    assert {where: what for where, what in found.items() if what} == {}


def test_axe_finds_what_is_wrong(new_page: NewPage) -> None:
    page = new_page()
    page.evaluate(AXE_SCRIPT)
    page.evaluate("""() => {
      document.querySelector("#copy-link").removeAttribute("aria-label");
      document.querySelector("#copy-link .label").remove();
      document.querySelector("#headline").style.color = "#ddd";
    }""")
    assert [found.partition(":")[0] for found in page.evaluate(FIND, ALL)] == [
        "button-name",
        "color-contrast",
    ]
