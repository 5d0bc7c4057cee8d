"""Every view of the page, for tests that check all of them. A new view is one more line in VIEWS."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from browsers import MET
from pages import NewPage, Watch
from saved_games import read

MIDDLE = "44444432223353567"
MISTAKE = f"{MIDDLE}1"  # the last move gives a win away
LOST = "56247547543433344576667251"
OVER = "1212121"
OVER_MAX = "111111222222333333444444555555666666777777"
TREE = "4444432352265"
THREATS = "645427367262437176552"  # of both sides, in odd rows and in even ones
LINE = f"/?moves={MIDDLE}&line=161&from=12"
TRY_WRONG = '.target[data-column="6"]'
TRY = '.target[data-column="3"]'
SAVED_GAMES = json.dumps(
    [
        {"name": "Two people", "date": "2026-01-02T10:20:30.000Z", "moves": OVER},
        {"name": "A long one", "date": "2026-01-01T10:20:30.000Z", "moves": OVER_MAX, "variant": "max"},
        {
            "name": "With a line",
            "date": "2025-12-31T10:20:30.000Z",
            "moves": MIDDLE,
            "line": "1",
            "from": "12",
        },
    ]
)


@dataclass(frozen=True, slots=True)
class View:
    """A state of the page after some clicks; it is reached once ``shows`` is visible.

    A click is a selector, or a selector and the option to choose in that list.
    """

    name: str
    path: str
    clicks: tuple[str | tuple[str, str], ...] = ()
    shows: str = "#columns"
    broken: str = ""  # requests to such addresses fail
    held: str = ""  # requests to such addresses are never answered
    stays: bool = False  # what would disappear by itself stays
    storage: Mapping[str, str] = field(default_factory=dict)  # what the browser has stored
    file: str = ""  # the text of a file of games, which is chosen after the clicks

    def open(self, new_page: NewPage, watch: Watch, *, width: int = 1280, height: int = 800) -> Page:
        """Open the view in a browser context of its own."""
        page = new_page(self.path, width=width, height=height, storage=self.storage or MET)
        if self.broken:
            watch.allowed.append("ERR_CONNECTION_REFUSED")
            page.route(self.broken, lambda route: route.abort("connectionrefused"))
            page.reload()
        if self.held:
            page.route(self.held, lambda _: None)
        if self.stays:
            page.evaluate("[window.later, window.setTimeout] = [window.setTimeout, () => 0]")
        for click in self.clicks:
            if isinstance(click, str):
                page.click(click)
            else:
                page.select_option(*click)
        if self.file:
            read(page, self.file)
        expect(page.locator(self.shows).first).to_be_visible()
        if not self.held:  # the explanation arrives last
            expect(page.locator(".why .note:visible", has_text="Looking for the reason")).to_have_count(0)
        if self.stays:
            page.evaluate("void (window.setTimeout = window.later)")
        return page


VIEWS = [
    View("play", "/?moves=4453", shows="#level-about"),
    View("play-max", "/?moves=4453&variant=max", shows="#level-about"),
    View("hint", f"/?moves={MIDDLE}", ("#hint",), ".marks .star"),
    View("analysis", f"/?moves={MIDDLE}&view=analysis", shows="#best-line-1"),
    View("analysis-max", f"/?moves={THREATS}&variant=max&view=analysis", shows="#best-line-1"),
    View("best-line", f"/?moves={MIDDLE}&view=analysis", ("#best-line-play",), ".marks .label"),
    View(
        "best-line-stepped",
        f"/?moves={MIDDLE}&view=analysis",
        ("#best-line-next", "#best-line-next"),
        "#best-line-2[aria-current]",
    ),
    View("looking-back", "/?moves=4453&at=2", (("#level", "club"),), "#play-on"),
    View("review-asked", f"/?moves={LOST}&view=review", shows="#start-review"),
    View("review", f"/?moves={LOST}&view=review", ("#start-review", "#show-better"), ".marks .better"),
    View("why", f"/?moves={MIDDLE}&view=analysis", ("#why-2",), "#board .why .ring"),
    View("why-max", f"/?moves={MIDDLE}&variant=max&view=analysis", ("#why-2",), "#board .why"),
    View("overlooked", f"/?moves={LOST}&view=review", ("#start-review", "#mistake-11"), "#review-why-2"),
    View(
        "retry",
        f"/?moves={MISTAKE}&view=review",
        ("#start-review", "#try-again", TRY),
        "#variation-move-19",
    ),
    View(
        "retry-mistake",
        f"/?moves={MISTAKE}&view=review",
        ("#start-review", "#try-again", '.target[data-column="7"]'),
        "#take-back",
    ),
    View("variation", LINE, shows="#back-to-game"),
    View("variation-in-analysis", f"{LINE}&view=analysis", shows="#best-line-1"),
    View("variation-in-list", f"{LINE}&on=game", shows="#variation-move-13"),
    View("variation-finished", f"/?moves={OVER}&line=31&from=5", shows="#review-game"),
    View("position", "/?moves=4453&view=position", shows="#paste"),
    View("paste-refused", "/?view=position", ("#paste-use",), "#paste-words"),
    View("set-up", "/?moves=4453&view=position", ("#edit",), "#edit-use"),
    View("tree", f"/?moves={TREE}&view=tree", ("#tree-first", "#tree-cut"), ".tree .node.current"),
    View("puzzles", "/?view=puzzles", shows="#puzzle-next"),
    View("puzzle", "/?puzzle=1", ("#puzzle-hint", TRY_WRONG), "#puzzle-words:not(:empty)"),
    View("puzzle-solved", "/?puzzle=1", (TRY,), "#puzzle-why-2"),
    View("threats", f"/?moves={THREATS}", ("#threats",), ".threat"),
    View("threats-max", f"/?moves={THREATS}&variant=max", ("#threats",), ".threat"),
    View("watched", "/", (("#your-side", "club"),), "#pace"),
    View(
        "watched-running",
        "/",
        (("#your-side", "club"), "#pace"),
        '#pace:has-text("Pause")',
        held="**/api/move*",
    ),
    View("watched-end", f"/?moves={OVER}", (("#level", "club"), ("#your-side", "club")), "#review-game"),
    View("games-none", "/", ("#show-games",), "#games-words:not(:empty)"),
    View("games", "/", ("#show-games",), "#saved-games li", storage={"games": SAVED_GAMES}),
    View(
        "games-asked",
        "/",
        ("#show-games",),
        "#import-question",
        storage={"games": SAVED_GAMES},
        file="".join(f"{first}{second}\n" for first in "1234567" for second in "1234567"),
    ),
    View(
        "game-renamed",
        "/",
        ("#show-games", "#saved-games input"),
        "#saved-games input:focus",
        storage={"games": SAVED_GAMES},
    ),
    View(
        "game-deleted",
        "/",
        ("#show-games", "[data-action=delete]"),
        "#restore-game",
        storage={"games": SAVED_GAMES},
    ),
    View("rules", "/", ("#show-rules",), "#rules[open]"),
    View("rules-max", "/?variant=max", ("#show-rules",), "#rules[open]"),
    View("introduction", "/", ("#variant-max",), "#rules[open]", storage={"level": "club"}),
    View("sound", "/", ("#sound",), "#sound[aria-pressed=true]"),
    View("keys", "/", ("#help",), "#keys[open]"),
    View("end", f"/?moves={OVER}", shows="#review-game"),
    View("end-max", f"/?moves={OVER_MAX}&variant=max", shows="#review-game"),
    View("notice", "/", ("#copy-link",), "#notice:not(:empty)", stays=True),
    View("trouble", "/?moves=4453&view=analysis", shows="#error", broken="**/api/analyze**"),
]
