"""Helpers of the tests of saved games: the browser's storage, the list on the page, files to import."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page


def stored(*games: dict[str, object]) -> dict[str, str]:
    """Return a browser storage that holds games."""
    return {"games": json.dumps(games)}


def record(moves: str, name: str = "A game", **more: object) -> dict[str, object]:
    return {"name": name, "date": "2026-01-02T10:20:30.000Z", "moves": moves, **more}


def entries(page: Page) -> Locator:
    return page.locator("#saved-games li")


def names(page: Page) -> list[str]:
    """Return the names in the list, from the top."""
    return [field.input_value() for field in page.locator("#saved-games input").all()]


def action(page: Page, index: int, name: str) -> Locator:
    return entries(page).nth(index).locator(f'[data-action="{name}"]')


def saved(page: Page, button: Locator) -> str:
    """Return the text of the file that a button saves."""
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def read(page: Page, text: str) -> None:
    """Import a file with a text."""
    page.locator("#games-file").set_input_files(
        {"name": "games.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
