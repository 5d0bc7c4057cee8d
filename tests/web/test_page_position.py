"""Positions on the page: set up by clicking, pasted in every form, saved in every form."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from claimeven.formats.columns import write_columns
from claimeven.rules.board_svg import GREEN, RED, YELLOW
from claimeven.rules.position import Position
from pages import NewPage, Watch, board_of, column_button, drop, expect_headline, query_of

BOARD = "--o-xo-x--"
STATE = "0000000\n0000000\n0000000\n0000000\n0002000\n0021100\n1\n"
COLUMNS = "e\ne\nb\nab\na\ne\ne\n"
DRAWING = "\n".join([*[" .  .  .  .  .  .  . "] * 4, " .  .  .  O  .  .  . ", " .  .  O  X  X  .  . "])


def saved(page: Page, button: str) -> bytes:
    """Return the bytes of the file that a button saves."""
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_bytes()


def test_a_position_is_set_up_by_clicking(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.click("#edit")
    page.click('[data-brush="1"]')
    drop(page, 4)
    drop(page, 5)
    expect(page.locator("#edit-words")).to_contain_text("must be as many of both")
    expect(page.locator("#edit-use")).to_be_disabled()
    page.click('[data-brush="2"]')
    drop(page, 4)
    column_button(page, 3).press("Enter")
    drop(page, 7)
    page.click('[data-brush="0"]')
    drop(page, 7)
    expect(page.locator("#edit-words")).to_have_text("2 red, 2 yellow. Red ✕ is to move.")
    page.click("#edit-use")
    assert board_of(page) == BOARD
    assert query_of(page) == {"board": BOARD, "view": "position"}
    expect_headline(page, "Your turn")


def test_a_board_that_no_moves_reach_is_in_the_address_itself(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.click("#edit")
    page.click('[data-brush="2"]')
    drop(page, 4)
    page.click('[data-brush="1"]')
    drop(page, 4)
    page.click("#edit-use")
    assert query_of(page) == {"board": "---ox---", "view": "position"}
    other = new_page("/?board=---ox---&moves=1&view=analysis")
    assert board_of(other) == "x---ox---"
    expect_headline(other, "Yellow to move")
    expect(other.locator("#columns .best").first).to_be_visible()


@pytest.mark.parametrize(
    ("text", "kind", "variant"),
    [
        ("4 4 5 3", "moves", None),
        (STATE, "a Max-Connect4 state file", "max"),
        (COLUMNS, "Alice and Bill\N{RIGHT SINGLE QUOTATION MARK}s columns", None),
        (DRAWING, "a drawn board", None),
    ],
    ids=["moves", "state", "columns", "drawing"],
)
def test_a_pasted_position_is_read(new_page: NewPage, text: str, kind: str, variant: str | None) -> None:
    page = new_page("/?view=position")
    page.fill("#paste", text)
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text(f"Read as {kind}.")
    assert board_of(page) == BOARD
    assert query_of(page).get("variant") == variant


def test_a_text_that_is_not_a_position_is_rejected_with_a_message(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("400")
    page = new_page("/?moves=44&view=position")
    page.fill("#paste", "4x53")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text("'x'")
    assert query_of(page)["moves"] == "44"


def test_a_position_is_saved_in_every_form(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&view=position")
    expect(page.locator("#moves-text")).to_have_value("4453")
    assert saved(page, "#save-moves") == b"4453\n"
    assert saved(page, "#save-state") == STATE.encode()
    assert saved(page, "#save-columns") == write_columns(Position.from_moves("4453")).encode()
    assert saved(page, "#save-png").startswith(b"\x89PNG\r\n")
    drawing = ElementTree.fromstring(saved(page, "#save-svg"))
    assert len(drawing) == 2 + 4 * 2 + 1  # back and face, two shapes for a disc, the ring of the last


@pytest.mark.parametrize(("variant", "second"), [("four", YELLOW), ("max", GREEN)])
def test_a_picture_has_the_colours_of_its_game(
    new_page: NewPage, variant: str, second: tuple[str, str]
) -> None:
    page = new_page(f"/?variant={variant}&moves=4453&view=position")
    drawing = saved(page, "#save-svg").decode()
    for disc, sign in (RED, second):
        assert (drawing.count(f'fill="{disc}"'), drawing.count(f'stroke="{sign}"')) == (2, 2)


def test_a_board_of_max_connect4_is_set_up_in_red_and_green(new_page: NewPage) -> None:
    page = new_page("/?variant=max&view=position")
    page.click("#edit")
    expect(page.locator('[data-brush="2"]')).to_have_text("Green ○")
    page.click('[data-brush="1"]')
    drop(page, 4)
    expect(page.locator("#edit-words")).to_have_text("1 red, 0 green. Green ○ is to move.")


def test_a_board_with_lines_of_both_sides_is_an_error_not_a_draw(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("400")
    page = new_page("/?board=xxxx-oooo-----")
    expect(page.locator("#notice")).to_contain_text("The address does not contain a valid position.")
    expect(page.locator("#notice")).to_contain_text("only one side can have four in a row")
    assert board_of(page) == "------"
    page.click("#tab-position")
    page.click("#edit")
    for brush, column in ((1, 1), (2, 2)):
        page.click(f'[data-brush="{brush}"]')
        for _ in range(4):
            drop(page, column)
    expect(page.locator("#edit-words")).to_contain_text("Both sides have four in a row")
    expect(page.locator("#edit-use")).to_be_disabled()
    page.fill("#paste", "xxxx-oooo-----")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text("Both players have four in a row")
    max_page = new_page("/?variant=max&board=xxxx-oooo-----")
    assert board_of(max_page) == "xxxx-oooo-----"


def test_a_pasted_drawing_has_no_moves_to_be_judged(new_page: NewPage) -> None:
    page = new_page("/?view=position")
    page.fill("#paste", DRAWING)
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text("Read as a drawn board.")
    assert query_of(page) == {"board": BOARD, "view": "position"}
    page.click("#tab-review")
    expect(page.locator("#panel-review")).to_contain_text("Play a game")
    expect(page.locator("#moves li")).to_have_count(0)


def test_an_empty_paste_leaves_the_game_alone(new_page: NewPage) -> None:
    page = new_page("/?moves=4453&view=position")
    page.fill("#paste", " \n")
    page.click("#paste-use")
    expect(page.locator("#paste-words")).to_contain_text("nothing to read")
    assert query_of(page)["moves"] == "4453"
