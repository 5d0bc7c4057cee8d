"""The best line on the page: played out, and stepped through move by move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from claimeven.formats.stacks import write_stacks
from claimeven.rules.position import Position
from pages import NewPage, best_line_of, board_of, expect_headline, query_of, record_announcements

pytestmark = pytest.mark.compiled
MIDDLE = "44444432223353567"
PAUSE = 520  # milliseconds between two discs that are dropped by themselves
HOUR = 3_600_000


def expect_steps(page: Page, line: str, count: int) -> None:
    """Wait until this many moves of the line are on the board, numbered, and marked in the list."""
    expect(page.locator(".marks .label")).to_have_text([str(number + 1) for number in range(count)])
    assert board_of(page) == write_stacks(Position.from_moves(MIDDLE + line[:count]))
    current = page.locator("#best-line [aria-current]")
    if count:
        expect(current).to_have_id(f"best-line-{count}")
    else:
        expect(current).to_have_count(0)


def test_a_click_on_a_move_of_the_best_line_shows_the_board_after_it(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    line = best_line_of(page)
    page.click("#best-line-3")
    expect_headline(page, "Best play from here")
    expect(page.locator("#subline")).to_have_text(f"3 discs of {len(line)}. Press Esc to go back.")
    expect_steps(page, line, 3)
    page.click("#best-line-1")
    expect_steps(page, line, 1)
    assert query_of(page) == {"moves": MIDDLE, "view": "analysis"}
    page.click("#best-line-play")
    expect(page.locator("#best-line-play")).to_have_text("Play it out")
    expect(page.locator(".marks .label")).to_have_count(0)


def test_keys_and_buttons_step_through_the_best_line(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    line = best_line_of(page)
    expect(page.locator("#best-line-back")).to_have_attribute("aria-disabled", "true")
    page.click("#best-line-next")
    expect_steps(page, line, 1)
    for key, count in (
        ("ArrowRight", 2),
        ("End", len(line)),
        ("ArrowLeft", len(line) - 1),
        ("Home", 0),
        ("y", 1),
    ):
        page.keyboard.press(key)
        expect_steps(page, line, count)
    for button, count in (
        ("#redo", 2),
        ("#undo", 1),
        ("#last", len(line)),
        ("#best-line-back", len(line) - 1),
    ):
        page.click(button)
        expect_steps(page, line, count)
    page.locator("#best-line-next").press("Enter")
    expect_steps(page, line, len(line))
    expect(page.locator("#best-line-next")).to_be_focused()
    page.keyboard.press("Escape")
    expect_headline(page, "Yellow to move")
    assert query_of(page) == {"moves": MIDDLE, "view": "analysis"}
    page.keyboard.press("ArrowLeft")
    assert query_of(page)["at"] == str(len(MIDDLE) - 1)


def test_each_step_of_the_best_line_is_announced_once(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    line = best_line_of(page)
    assert line[:3] == "332"
    announced = record_announcements(page)
    page.click("#best-line-1")
    for key in ("ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Escape"):
        page.keyboard.press(key)
    assert announced() == [
        "Best play from here: Yellow in column 3, row 5.",
        "Red in column 3, row 6.",
        "Yellow in column 3, row 5.",
        "The position itself.",
        "Back to the game.",
    ]


def test_a_step_stops_a_line_that_plays_itself_out(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis", motion=True)
    line = best_line_of(page)
    page.clock.install(time=0)
    page.clock.pause_at(HOUR)  # so that a slow machine plays no further by itself
    announced = record_announcements(page)
    page.keyboard.press("b")
    expect_steps(page, line, 1)
    for count in (2, 3):
        page.clock.run_for(PAUSE)
        expect_steps(page, line, count)
    assert announced() == [f"Best play from here: {', '.join(line)}."]
    page.keyboard.press("ArrowLeft")
    expect_steps(page, line, 2)
    page.clock.run_for(4 * PAUSE)
    expect_steps(page, line, 2)
    page.keyboard.press("b")
    expect_headline(page, "Yellow to move")
    page.keyboard.press("b")
    page.clock.run_for(2 * len(line) * PAUSE)
    expect_steps(page, line, len(line))


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_steps_through_the_best_line(new_page: NewPage, width: int) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis", width=width, height=844)
    line = best_line_of(page)
    for number in range(1, len(line) + 1):
        box = page.locator(f"#best-line-{number}").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    page.click("#best-line-2")
    expect_steps(page, line, 2)
    page.click("#redo")
    expect_steps(page, line, 3)
    page.click("#best-line-next")
    expect_steps(page, line, 4)
    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
