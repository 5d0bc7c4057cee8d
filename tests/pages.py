"""Helpers of the page tests: read the board, drop discs, wait, and record every error."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

NewPage = Callable[..., Page]

expect.set_options(timeout=60_000)  # milliseconds: the first search of a server may compile kernels
MARKS = {"red": "x", "yellow": "o", "green": "o"}


class Watch:
    """Records the errors of pages. ``allowed`` holds parts of messages that a test expects."""

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
        if request.failure != "net::ERR_ABORTED":  # the page aborts requests that it no longer needs
            self.seen.append(f"failed: {request.url} {request.failure}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:")):
            self.seen.append(f"another host: {request.url}")

    def problems(self) -> list[str]:
        """Return the messages that the test does not expect."""
        return [message for message in self.seen if not any(part in message for part in self.allowed)]


def address_of(page: Page) -> str:
    """Return the current address; ``page.url`` follows a moment later."""
    return str(page.evaluate("window.location.href"))


def query_of(page: Page) -> dict[str, str]:
    """Return the parameters of the address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address_of(page)).query).items()}


def moves_of(page: Page) -> str:
    """Return the moves in the address."""
    return query_of(page).get("moves", "")


def board_of(page: Page) -> str:
    """Return the board as screen readers get it, in the form of an address."""
    label = page.locator("svg.board").get_attribute("aria-label") or ""
    columns = re.findall(r"column \d ([^;.]*)", label)
    return "-".join("".join(MARKS.get(disc, "") for disc in column.split(", ")) for column in columns)


def drop(page: Page, column: int) -> None:
    """Click a column of the board."""
    page.locator(f'.target[data-column="{column}"]').click()


def expect_moves(page: Page, count: int) -> None:
    """Wait until the list has this many moves of the game."""
    expect(page.locator("#moves > li:not(.variation)")).to_have_count(count)


def variation_of(page: Page) -> str:
    """Return the moves of the variation, as the list shows them."""
    return "".join(page.locator("#moves .variation b").all_inner_texts())


def best_line_of(page: Page) -> str:
    """Return the best line, once it is known, as Analysis shows it."""
    expect(page.locator("#best-line-1")).to_be_attached()
    return "".join(page.locator("#best-line b").all_text_contents())


def expect_headline(page: Page, words: str) -> None:
    """Wait for a headline."""
    expect(page.locator("#headline")).to_have_text(words)


def choose_opponent(page: Page, level: str) -> None:
    """Choose an opponent by the id of its level."""
    page.locator("#level").select_option(level)


def column_button(page: Page, column: int) -> Locator:
    """Return the button above a column."""
    return page.locator(f'#columns button[data-column="{column}"]')


# Records every text that screen readers announce.
RECORD = """(id) => {
  window.announcements = [];
  const live = document.getElementById(id);
  new MutationObserver(() => window.announcements.push(live.textContent)).observe(live, { childList: true });
}"""


def record_announcements(page: Page, place: str = "announcement") -> Callable[[], list[str]]:
    """Return a function that lists everything announced from now on."""
    page.evaluate(RECORD, place)
    return lambda: list(page.evaluate("window.announcements"))


def minus(text: object) -> str:
    """Return a number as the page writes it, with a true minus sign."""
    return str(text).replace("-", "\N{MINUS SIGN}")


def add_style(page: Page, rules: str) -> None:
    """Add style rules to the page; its security policy allows no other way."""
    page.evaluate(
        """(rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }""",
        rules,
    )
