"""Playing on the page: whole games, undo and redo, links, keys, a phone, Max-Connect4."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from claimeven.formats.moves import parse_moves
from claimeven.rules.board_svg import GREEN, RED
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR
from pages import (
    NewPage,
    address_of,
    board_of,
    choose_opponent,
    column_button,
    drop,
    expect_headline,
    expect_moves,
    moves_of,
    query_of,
)

pytestmark = pytest.mark.compiled


def board_after(moves: str) -> str:
    """Return the board of an address after moves, by the rules."""
    columns: list[list[str]] = [[] for _ in range(7)]
    for number, column in enumerate(parse_moves(moves)):
        columns[column].append("xo"[number % 2])
    return "-".join("".join(column) for column in columns)


def top_of(page: Page, place: str) -> float:
    """Return the top of an element in the window."""
    return float(page.locator(place).evaluate("(element) => element.getBoundingClientRect().top"))


def play_leftmost(page: Page) -> str:
    """Drop discs in the leftmost column with room until the game is over; the moves of the game."""
    for _ in range(21):
        position = Position.from_moves(moves_of(page))
        drop(page, position.playable[0] + 1)
        expect_moves(page, position.ply + 2)
        position = Position.from_moves(moves_of(page))
        assert board_of(page) == board_after(moves_of(page))
        if position.is_over:
            return moves_of(page)
    raise AssertionError("the game does not end")


def test_a_whole_game_against_perfect_is_lost_and_its_line_is_marked(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "perfect")
    moves = play_leftmost(page)
    outcome = Position.from_moves(moves).outcome
    assert outcome is not None
    assert outcome.winner == 1
    expect_headline(page, "The computer wins")
    expect(page.locator("#subline")).to_have_text("Yellow wins with four in a row.")
    expect(page.locator(".marks .line.p2")).to_have_count(1)
    expect(page.locator("#announcement")).to_contain_text("Yellow wins")
    drop(page, 7)
    expect_moves(page, len(moves))


def test_discs_fall_unless_reduced_motion_is_preferred(new_page: NewPage) -> None:
    page = new_page(motion=True)
    choose_opponent(page, "person")
    drop(page, 4)
    assert page.evaluate("document.getAnimations().length") > 0
    expect_moves(page, 1)


def test_undo_and_redo_go_to_the_persons_own_turn(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "learner")
    drop(page, 4)
    expect_moves(page, 2)
    drop(page, 3)
    expect_moves(page, 4)
    moves = moves_of(page)
    page.click("#undo")
    assert query_of(page) == {"moves": moves, "at": "2"}
    assert board_of(page) == board_after(moves[:2])
    page.click("#undo")
    assert board_of(page) == board_after("")
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#last")
    assert board_of(page) == board_after(moves)
    page.click("#first")
    page.click("#redo")
    page.click("#redo")
    assert board_of(page) == board_after(moves)
    assert query_of(page) == {"moves": moves}


def test_undo_and_the_same_column_again_is_answered(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "club")
    for column, count in ((4, 2), (3, 4)):
        drop(page, column)
        expect_moves(page, count)
    page.click("#undo")
    drop(page, 3)
    expect_headline(page, "Your turn")
    expect_moves(page, 4)
    assert moves_of(page)[2] == "3"
    assert "at" not in query_of(page)


def test_a_disc_in_the_middle_of_a_game_against_the_computer_replaces_what_followed(
    new_page: NewPage,
) -> None:
    page = new_page("/?moves=4453")
    choose_opponent(page, "learner")
    page.click("#undo")
    expect(page.locator("#subline")).to_have_text("Move 2 of 4. A disc replaces the moves that followed.")
    drop(page, 1)
    expect_headline(page, "Your turn")
    assert moves_of(page)[:3] == "441"
    assert set(query_of(page)) == {"moves"}
    page.go_back()
    assert query_of(page) == {"moves": "4453", "at": "2"}


def test_play_on_from_here_lets_the_computer_answer(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    choose_opponent(page, "beginner")
    expect_headline(page, "Your turn")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect_headline(page, "The computer to move")
    page.click("#play-on")
    expect_moves(page, 2)


def test_a_link_shares_the_position_and_the_computer_waits(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "club")
    drop(page, 4)
    expect_moves(page, 2)
    page.click("#copy-link")
    expect(page.locator("#notice")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == address_of(page)
    other = new_page(link[link.index("/?") :] + "5")
    assert board_of(other) == board_after(moves_of(page) + "5")
    expect_headline(other, "Yellow to move")
    expect(other.locator("#level")).to_have_value("person")


def test_a_reload_keeps_the_opponent_and_back_restores_the_previous_game(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "learner")
    drop(page, 4)
    expect_moves(page, 2)
    before = address_of(page)
    page.reload()
    expect(page.locator("#level")).to_have_value("learner")
    assert address_of(page) == before
    page.click("#new-game")
    assert query_of(page) == {}
    page.go_back()
    expect_moves(page, 2)
    assert address_of(page) == before
    page.go_forward()
    expect_moves(page, 0)


def test_an_address_without_a_valid_position_is_reported(new_page: NewPage) -> None:
    page = new_page("/?moves=44444444")
    expect(page.locator("#notice")).to_have_text(
        "The address does not contain a valid position. Move 7: Column 4 is full."
    )
    assert board_of(page) == board_after("")


def test_the_computer_starts_and_sides_can_be_swapped_in_the_middle(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "perfect")
    page.click('[data-starter="computer"]')
    page.click("#new-game")
    expect_moves(page, 1)
    assert moves_of(page) == "4"
    expect(page.locator('.side[data-player="2"] b')).to_have_text("You")
    page.click("#swap")
    expect(page.locator('.side[data-player="1"] b')).to_have_text("You")
    expect_moves(page, 2)
    expect_headline(page, "Your turn")


def test_after_undo_the_headline_shows_whose_turn_it_is(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    choose_opponent(page, "learner")
    page.click("#undo")
    expect_headline(page, "Your turn")
    expect(page.locator("#subline")).to_have_text("Move 2 of 4. A disc replaces the moves that followed.")


def test_a_custom_depth_that_is_too_large_is_clamped(new_page: NewPage) -> None:
    page = new_page("/?moves=121212")
    choose_opponent(page, "custom")
    expect(page.locator('.side[data-player="2"] b')).to_have_text("Computer")
    page.fill("#depth", "99")
    page.keyboard.press("Tab")
    expect(page.locator("#depth")).to_have_value("6")
    page.click("#swap")
    expect_headline(page, "The computer wins")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (360, 640)])
def test_the_end_of_a_game_moves_nothing_and_offers_what_comes_next(
    new_page: NewPage, width: int, height: int
) -> None:
    page = new_page("/?moves=121212", width=width, height=height)
    page.keyboard.press("v")
    before = [top_of(page, place) for place in ("#moves", "svg.board")]
    drop(page, 1)
    expect_headline(page, "Red wins")
    assert [top_of(page, place) for place in ("#moves", "svg.board")] == before
    expect(page.locator("#evalbar")).to_have_attribute("aria-label", "Evaluation bar: Red has won")
    assert page.locator("#evalbar .share").evaluate("(share) => share.style.width") == "100%"
    for name in ("Review", "New game"):
        expect(page.locator("#after-game").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowLeft")
    assert top_of(page, "#moves") == before[0]
    expect(page.locator("#values")).to_be_visible()


def test_a_phone_shows_how_to_begin_without_scrolling(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    expect(page.locator("#subline")).to_have_text("Click a column, or press 1 to 7.")
    expect(page.locator("#subline")).to_be_in_viewport()


def test_two_people_play_at_one_screen(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "person")
    for column in (1, 2, 1, 2, 1, 2):
        drop(page, column)
    expect_headline(page, "Red to move")
    drop(page, 1)
    expect_headline(page, "Red wins")
    expect(page.locator("#after-game")).to_be_visible()


def test_everything_works_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.locator("#level").focus()
    page.keyboard.press("End")
    expect(page.locator("#level")).to_have_value("person")
    column_button(page, 3).focus()
    expect(page.locator(".disc.ghost")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("4")
    page.keyboard.press("4")
    assert moves_of(page) == "344"
    expect(page.locator("#announcement")).to_have_text("Red in column 4, row 2.")
    page.keyboard.press("ArrowLeft")
    assert query_of(page)["at"] == "2"
    page.keyboard.press("Home")
    assert query_of(page)["at"] == "0"
    page.keyboard.press("End")
    assert query_of(page) == {"moves": "344"}
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    page.locator("#tab-play").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-analysis")).to_be_visible()
    assert query_of(page) == {"moves": "344", "view": "analysis"}
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert moves_of(page) == ""


def test_a_phone_shows_every_view_without_scrolling_sideways(new_page: NewPage) -> None:
    page = new_page("/?moves=444443235226", width=390, height=844)
    for tab in ("analysis", "review", "position", "tree", "play"):
        page.click(f"#tab-{tab}")
        expect(page.locator(f"#panel-{tab}")).to_be_visible()
        widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1], tab
        box = page.locator("svg.board").bounding_box()
        assert box is not None
        assert box["width"] > (280 if tab == "tree" else 320)


def test_a_phone_plays(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    choose_opponent(page, "learner")
    drop(page, 4)
    expect_moves(page, 2)


def test_max_connect4_counts_lines_while_it_is_played(new_page: NewPage) -> None:
    page = new_page()
    page.click("#variant-max")
    choose_opponent(page, "person")
    moves = "1122334456"
    for number, column in enumerate(moves, start=1):
        drop(page, int(column))
        position = Position.from_moves(moves[:number], rules=MAX_CONNECT_FOUR)
        counts = [len(position.lines_of(discs)) for discs in (position.first, position.second)]
        for player, count in enumerate(counts, start=1):
            points = page.locator(f'.side[data-player="{player}"] .points')
            expect(points).to_contain_text(f"{count}line")
        expect(page.locator(".marks .line:not(.casing)")).to_have_count(sum(counts))
    assert counts == [2, 1]
    assert query_of(page) == {"variant": "max", "moves": moves}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_second_player_of_max_connect4_is_green_and_player_b(
    new_page: NewPage, scheme: Literal["light", "dark"]
) -> None:
    page = new_page("/?variant=max&moves=4453")
    page.emulate_media(color_scheme=scheme)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect_headline(page, "Red to move")
    expect(page.locator("#subline")).to_have_text("Green in column 3, row 1.")
    expect(page.locator("#announcement")).to_have_text("Green in column 3, row 1. Red 0, green 0.")
    for player, (words, colour) in {1: ("player A (1)", RED), 2: ("player B (2)", GREEN)}.items():
        side = page.locator(f'.side[data-player="{player}"]')
        expect(side).to_contain_text(words)
        expect(side.locator(".base")).to_have_css("fill", written(colour[0]))
        expect(page.locator(f".discs .p{player} .base").first).to_have_css("fill", written(colour[0]))
        expect(page.locator(f".discs .p{player} .sign").first).to_have_css("stroke", written(colour[1]))
    choose_opponent(page, "learner")
    expect(page.locator('.side[data-player="2"]')).to_contain_text("Green, player B (2)")
    assert "green" in (page.locator("svg.board").get_attribute("aria-label") or "")
    page.click("#variant-four")
    expect(page.locator('.side[data-player="2"]')).to_contain_text("Yellow")
    drop(page, 4)
    expect_moves(page, 2)
    expect(page.locator(".discs .p2 .base")).not_to_have_css("fill", written(GREEN[0]))


def written(colour: str) -> str:
    """A colour as a browser writes it."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"rgb({red}, {green}, {blue})"


def test_a_whole_game_of_max_connect4_against_perfect(new_page: NewPage) -> None:
    page = new_page()
    page.click("#variant-max")
    choose_opponent(page, "perfect")
    while (position := Position.from_moves(moves_of(page), rules=MAX_CONNECT_FOUR)).ply < 42:
        drop(page, position.playable[0] + 1)
        expect_moves(page, position.ply + 2)
    own, other = (len(position.lines_of(discs)) for discs in (position.first, position.second))
    assert own < other
    expect_headline(page, "The computer wins")


def test_a_whole_game_of_max_connect4_ends_with_a_full_board(new_page: NewPage) -> None:
    page = new_page("/?variant=max&moves=" + "112233445566" * 3)
    expect_headline(page, "Red to move")
    choose_opponent(page, "learner")
    for count in (38, 40):
        drop(page, 7)
        expect_moves(page, count)
    drop(page, 7)
    expect_moves(page, 42)
    expect(page.locator("#subline")).to_contain_text("lines")
    position = Position.from_moves(moves_of(page), rules=MAX_CONNECT_FOUR)
    assert position.is_over
    expect(page.locator('.side[data-player="1"] .points')).to_contain_text(
        str(len(position.lines_of(position.first)))
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_can_be_chosen(new_page: NewPage, scheme: str) -> None:
    page = new_page()
    for _ in range(["light", "dark"].index(scheme) + 1):
        page.click("#theme")
    expect(page.locator("#theme")).to_have_text(scheme.title())
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
    page.reload()
    expect(page.locator("#theme")).to_have_text(scheme.title())
