"""What tests of the page share: looking at the board, dropping discs, waiting, and noting every error."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

NewPage = Callable[..., Page]

expect.set_options(timeout=60_000)  # milliseconds: the first search of a server may compile kernels
MARKS = {"red": "x", "yellow": "o", "green": "o"}


class Watch:
    """What went wrong on pages. ``allowed`` are parts of messages that a test expects."""

    def __init__(self) -> None:
        self.allowed: list[str] = []
        self.seen: list[str] = []

    def follow(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))
        page.on("requestfailed", self._on_failure)
        page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.seen.append(f"console {message.type}: {message.text}")

    def _on_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what the page no longer needs, it stops
            self.seen.append(f"failed: {request.url} {request.failure}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:")):
            self.seen.append(f"another host: {request.url}")

    def problems(self) -> list[str]:
        """Everything that no test expects."""
        return [message for message in self.seen if not any(part in message for part in self.allowed)]


def address_of(page: Page) -> str:
    """The address as the page has it now; ``page.url`` follows a moment later."""
    return str(page.evaluate("window.location.href"))


def query_of(page: Page) -> dict[str, str]:
    """What stands behind the question mark of the address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address_of(page)).query).items()}


def moves_of(page: Page) -> str:
    """The moves in the address."""
    return query_of(page).get("moves", "")


def board_of(page: Page) -> str:
    """The board as it is described to a screen reader, in the form of an address."""
    label = page.locator("svg.board").get_attribute("aria-label") or ""
    columns = re.findall(r"column \d ([^;.]*)", label)
    return "-".join("".join(MARKS.get(disc, "") for disc in column.split(", ")) for column in columns)


def drop(page: Page, column: int) -> None:
    """Click a column of the board."""
    page.locator(f'.target[data-column="{column}"]').click()


def expect_moves(page: Page, count: int) -> None:
    """Wait until the list has so many moves of the game."""
    expect(page.locator("#moves > li:not(.variation)")).to_have_count(count)


def line_of(page: Page) -> str:
    """The moves of the line beside the game, as the list shows them."""
    return "".join(page.locator("#moves .variation b").all_inner_texts())


def best_line_of(page: Page) -> str:
    """The best line, once it is known, as the view Analysis shows it."""
    expect(page.locator("#best-line-1")).to_be_attached()
    return "".join(page.locator("#best-line b").all_text_contents())


def expect_headline(page: Page, words: str) -> None:
    """Wait for the large words."""
    expect(page.locator("#headline")).to_have_text(words)


def choose_opponent(page: Page, level: str) -> None:
    """Choose an opponent by its name for programs."""
    page.locator("#level").select_option(level)


def column_button(page: Page, column: int) -> Locator:
    """The button above a column."""
    return page.locator(f'#columns button[data-column="{column}"]')


# Notes every text that a screen reader is given.
HEAR = """(id) => {
  window.announcements = [];
  const said = document.getElementById(id);
  new MutationObserver(() => window.announcements.push(said.textContent)).observe(said, { childList: true });
}"""


def hear(page: Page, place: str = "announcement") -> Callable[[], list[str]]:
    """A function that gives everything said from now on."""
    page.evaluate(HEAR, place)
    return lambda: list(page.evaluate("window.announcements"))


def minus(text: object) -> str:
    """A number as the page writes it, with a true minus."""
    return str(text).replace("-", "\N{MINUS SIGN}")


def add_style(page: Page, rules: str) -> None:
    """Give the page more rules of style; its policy allows no other way."""
    page.evaluate(
        """(rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }""",
        rules,
    )
