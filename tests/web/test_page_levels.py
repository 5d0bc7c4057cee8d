"""The opponents on the page: the levels of the server, by their names, in both games."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from claimeven.players.level import LEVELS
from pages import NewPage, choose_opponent, drop, expect_moves

OTHERS = {
    "four": ["Your own depth", "Pure chance", "Reasons first", "A person beside you"],
    "max": ["Your own depth", "Pure chance", "A person beside you"],
}


@pytest.mark.parametrize("variant", ["four", "max"])
def test_the_eight_levels_come_first_from_the_weakest_on(new_page: NewPage, variant: str) -> None:
    page = new_page()
    page.click(f"#variant-{variant}")
    expect(page.locator("#level option")).to_have_text([level.title for level in LEVELS] + OTHERS[variant])
    expect(page.locator("#level")).to_have_value("club")
    for level in LEVELS:
        choose_opponent(page, level.name)
        expect(page.locator("#level-about")).to_have_text(level.about)
        expect(page.locator("#depth")).to_be_hidden()


@pytest.mark.parametrize("variant", ["four", "max"])
def test_the_chosen_level_moves_and_is_remembered(new_page: NewPage, variant: str) -> None:
    page = new_page()
    page.click(f"#variant-{variant}")
    choose_opponent(page, "casual")
    with page.expect_request("**/api/move*") as asked:
        drop(page, 4)
    query = parse_qs(urlsplit(asked.value.url).query)
    assert (query["player"], query["level"]) == (["level"], ["4"])
    assert "depth" not in query
    expect_moves(page, 2)
    page.reload()
    expect(page.locator("#level option:checked")).to_have_text("Casual player")


def test_the_custom_level_searches_to_the_chosen_depth(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "custom")
    page.locator("#depth").fill("2")
    page.locator("#depth").blur()
    with page.expect_request("**/api/move*") as asked:
        drop(page, 4)
    query = parse_qs(urlsplit(asked.value.url).query)
    assert (query["player"], query["depth"]) == (["minimax"], ["2"])
    assert "level" not in query
    expect_moves(page, 2)
