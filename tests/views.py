"""Every view of the page, for tests that look at all of them. A new view is one more line of VIEWS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pages import NewPage, Watch

MIDDLE = "44444432223353567"
LOST = "56247547543433344576667251"
OVER = "1212121"
OVER_MAX = "111111222222333333444444555555666666777777"
TREE = "4444432352265"


@dataclass(frozen=True, slots=True)
class View:
    """What a person sees after some clicks; it is there once ``shows`` can be seen."""

    name: str
    path: str
    clicks: tuple[str, ...] = ()
    shows: str = "#columns"
    broken: str = ""  # requests to such addresses fail
    stays: bool = False  # what would go away by itself stays

    def open(self, new_page: NewPage, watch: Watch, *, width: int = 1280, height: int = 800) -> Page:
        """The view in a browser of its own."""
        page = new_page(self.path, width=width, height=height)
        if self.broken:
            watch.allowed.append("ERR_CONNECTION_REFUSED")
            page.route(self.broken, lambda route: route.abort("connectionrefused"))
            page.reload()
        if self.stays:
            page.evaluate("[window.later, window.setTimeout] = [window.setTimeout, () => 0]")
        for place in self.clicks:
            page.click(place)
        expect(page.locator(self.shows).first).to_be_visible()
        if self.stays:
            page.evaluate("void (window.setTimeout = window.later)")
        return page


VIEWS = [
    View("play", "/?moves=4453", shows="#level-about"),
    View("play-max", "/?moves=4453&variant=max", shows="#level-about"),
    View("hint", f"/?moves={MIDDLE}", ("#hint",), ".marks .star"),
    View("analysis", f"/?moves={MIDDLE}&view=analysis", shows="#play-line:enabled"),
    View("analysis-max", f"/?moves={MIDDLE}&variant=max&view=analysis", shows="#value-table"),
    View("best-line", f"/?moves={MIDDLE}&view=analysis", ("#play-line",), ".marks .label"),
    View("looking-back", "/?moves=4453&at=2", shows="#play-on"),
    View("review-asked", f"/?moves={LOST}&view=review", shows="#start-review"),
    View("review", f"/?moves={LOST}&view=review", ("#start-review", "#show-better"), ".marks .better"),
    View("why", f"/?moves={MIDDLE}&view=analysis", ("#why-2",), "#board .why .ring"),
    View("why-max", f"/?moves={MIDDLE}&variant=max&view=analysis", ("#why-2",), "#board .why"),
    View("overlooked", f"/?moves={LOST}&view=review", ("#start-review", "#mistake-11"), "#review-why-2"),
    View("position", "/?moves=4453&view=position", shows="#paste"),
    View("paste-refused", "/?view=position", ("#paste-use",), "#paste-words"),
    View("set-up", "/?moves=4453&view=position", ("#edit",), "#edit-use"),
    View("tree", f"/?moves={TREE}&view=tree", ("#tree-first", "#tree-cut"), ".tree .node.here"),
    View("keys", "/", ("#help",), "#keys[open]"),
    View("end", f"/?moves={OVER}", shows="#after-game"),
    View("end-max", f"/?moves={OVER_MAX}&variant=max", shows="#after-game"),
    View("notice", "/", ("#copy-link",), "#notice:not(:empty)", stays=True),
    View("trouble", "/?moves=4453&view=analysis", shows="#trouble", broken="**/api/analyze**"),
]
