"""Draw docs/images/page-*.png: the main views of the web page in the system's Chromium.

    python tools/draw_page_pictures.py [DIRECTORY]

Starts a server on a free port and stops it at the end.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
PROGRAM = "import sys; from claimeven.cli.main import main; sys.exit(main())"
WIDE, PHONE = (1280, 800), (390, 844)
MIDDLE = "44444432223353567"
LOST = "56247547543433344576667251"
TREE = "4444432352265"
VARIATION = "46214143223"  # instead of the turning point


def show_play(page: Page, address: str) -> None:
    """Show a game against the computer, with a hint."""
    page.goto(f"{address}/?moves=4444222353")
    page.locator("#level").select_option("perfect")
    page.locator("#hint").click()
    expect(page.locator(".marks .star").first).to_be_visible()


def show_analysis(page: Page, address: str) -> None:
    """Show every column with its exact value."""
    page.goto(f"{address}/?moves={MIDDLE}&view=analysis")
    expect(page.locator("#best-line-play")).to_be_enabled()


def show_why(page: Page, address: str) -> None:
    """Show a sentence of the Why card, marked on the board."""
    page.goto(f"{address}/?moves={MIDDLE}&view=analysis")
    page.locator("#why-2").focus()
    page.locator("#why-line").scroll_into_view_if_needed()
    expect(page.locator("#board .why .ring").first).to_be_visible()


def show_review(page: Page, address: str) -> None:
    """Show a reviewed game, with the better move at its turning point."""
    page.goto(f"{address}/?moves={LOST}&view=review")
    page.locator("#start-review").click()
    page.locator("#show-better").click()
    expect(page.locator(".marks .better")).to_be_visible()
    expect(page.locator("#review-why-1")).to_be_visible()


def show_variation(page: Page, address: str) -> None:
    """Show a variation, with values and threats."""
    page.goto(f"{address}/?moves={LOST}&line={VARIATION}&from=10")
    page.locator("#threats").click()
    page.locator("#values").click()
    expect(page.locator("#columns .best").first).to_be_visible()


def show_tree(page: Page, address: str) -> None:
    """Show the search at a cut."""
    page.goto(f"{address}/?moves={TREE}&view=tree")
    page.locator("#tree-first").click()
    for _ in range(2):
        page.locator("#tree-cut").click()


def show_phone(page: Page, address: str) -> None:
    """Show values on a phone."""
    page.goto(f"{address}/?moves={MIDDLE}")
    page.locator("#values").click()
    expect(page.locator("#columns .best").first).to_be_visible()


PICTURES: dict[str, tuple[Callable[[Page, str], None], tuple[int, int], bool]] = {
    "page-play.png": (show_play, WIDE, False),
    "page-analysis.png": (show_analysis, WIDE, False),
    "page-why.png": (show_why, WIDE, False),
    "page-review.png": (show_review, (1060, 880), False),
    "page-variation.png": (show_variation, WIDE, False),
    "page-tree.png": (show_tree, WIDE, True),
    "page-phone.png": (show_phone, PHONE, False),
}


def draw(browser: Browser, address: str, folder: Path) -> None:
    """Draw every picture into a folder."""
    for name, (show, (width, height), dark) in PICTURES.items():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        show(page, address)
        page.mouse.move(0, 0)
        page.screenshot(path=folder / name)
        context.close()


@contextlib.contextmanager
def opened() -> Iterator[tuple[Browser, str]]:
    """Yield the system's Chromium and the address of a server that runs during the block."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed (Debian: package chromium)")
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip().rstrip("/")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            yield browser, address
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=60)


def main() -> None:
    """Start a server, draw every picture, stop the server."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    expect.set_options(timeout=60_000)
    with opened() as (browser, address):
        draw(browser, address, folder)


if __name__ == "__main__":
    main()
