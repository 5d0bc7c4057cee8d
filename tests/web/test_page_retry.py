"""Retrying a position of a reviewed game against the perfect player: each move is judged at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from claimeven.rules.position import Position
from claimeven.solver.solver import Solver
from pages import (
    NewPage,
    address_of,
    drop,
    expect_headline,
    expect_moves,
    query_of,
    record_announcements,
    variation_of,
)

pytestmark = pytest.mark.compiled
BEFORE = "44444432223353567"
GAME = f"{BEFORE}1"  # yellow could win: columns 2, 3, 5 and 6; column 1 draws
GIVEN_AWAY = "That gives the win away: columns 2, 3, 5 or 6 kept it."
TASK = "You are Yellow against the perfect player. Keep the win."


def trying(new_page: NewPage, *, width: int = 1280) -> Page:
    """Open a page on which the last move of the game is retried."""
    page = new_page(f"/?moves={GAME}&view=review", width=width, height=844)
    page.click("#start-review")
    expect(page.locator("#judgement h2")).to_have_text(f"?? Move {len(GAME)}: win given away: now a draw")
    page.click("#try-again")
    return page


def expect_answer(page: Page, count: int) -> None:
    """Wait until the variation has this many moves and it is the person's turn."""
    expect(page.locator("#moves .variation li")).to_have_count(count)
    expect_headline(page, "Your turn")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_position_is_tried_again_against_the_perfect_player(new_page: NewPage, width: int) -> None:
    page = trying(new_page, width=width)
    expect_headline(page, "Your turn")
    expect(page.locator("#headline")).to_be_in_viewport()
    expect(page.locator("#subline")).to_have_text(TASK)
    expect(page.locator('.side[data-player="1"] b')).to_have_text("Perfect")
    assert address_of(page).endswith(f"/?moves={GAME}&line=&from={len(BEFORE)}&view=review")
    drop(page, 3)
    expect(page.locator("#subline")).to_have_text("Still a win.")
    expect_answer(page, 2)
    expect(page.locator("#variation-words")).to_have_text("Still a win.")
    scores = Solver(table_mib=1).analyze(Position.from_moves(f"{BEFORE}3")).columns
    best = max(int(score) for score in scores if score is not None)
    answer = scores[int(variation_of(page)[1]) - 1]
    assert answer is not None
    assert int(answer) == best
    expect_moves(page, len(GAME))
    expect(page.locator("#review-summary")).to_be_visible()


def test_a_weaker_move_is_reported_at_once_and_can_be_taken_back(new_page: NewPage) -> None:
    page = trying(new_page)
    page.route("**/api/move*", lambda _: None)
    drop(page, 6)
    expect(page.locator("#subline")).to_have_text("Still a win; column 3 was better.")
    expect_headline(page, "The computer is thinking …")
    page.unroute("**/api/move*")
    page.click("#undo")
    expect(page.locator("#subline")).to_contain_text(TASK)
    drop(page, 3)
    expect_answer(page, 2)
    assert variation_of(page)[0] == "3"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_second_mistake_can_be_taken_back_before_the_computer_replies(
    new_page: NewPage, width: int
) -> None:
    page = trying(new_page, width=width)
    replies: list[str] = []
    page.on("request", lambda request: replies.append(request.url) if "/api/move" in request.url else None)
    drop(page, 7)
    expect_headline(page, "Take it back?")
    expect(page.locator("#subline")).to_have_text(GIVEN_AWAY)
    expect(page.locator("#headline")).to_be_in_viewport()
    expect(page.locator("#take-back")).to_be_in_viewport()
    assert replies == []
    page.click("#take-back")
    expect_headline(page, "Your turn")
    expect(page.locator("#headline")).to_be_focused()
    expect(page.locator("#take-back")).to_be_hidden()
    drop(page, 3)
    expect_answer(page, 2)
    assert variation_of(page)[0] == "3"


def test_the_computer_replies_to_a_second_mistake_when_the_person_plays_on(new_page: NewPage) -> None:
    page = trying(new_page)
    drop(page, 7)
    page.click("#accept-mistake")
    expect_answer(page, 2)
    expect(page.locator("#take-back")).to_be_hidden()
    expect(page.locator("#hint")).to_be_visible()


def test_a_move_is_judged_though_its_value_comes_late(new_page: NewPage) -> None:
    """The computer waits for it."""
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    held: list[Route] = []
    page.route("**/api/analyze/stream*", lambda route: held.append(route))
    page.click("#try-again")
    expect(page.locator("#subline")).to_have_text(TASK)
    drop(page, 7)
    expect_headline(page, "Checking your move \N{HORIZONTAL ELLIPSIS}")
    announced = record_announcements(page)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#subline")).to_have_text(GIVEN_AWAY)
    expect_headline(page, "Take it back?")
    assert announced() == [GIVEN_AWAY]


def test_a_retry_is_announced_once(new_page: NewPage) -> None:
    """The value of a move may come with the move or, on a slow machine, a moment later."""
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    expect(page.locator("#try-again")).to_be_visible()
    announced = record_announcements(page)
    held: list[Route] = []
    page.route("**/api/move*", lambda route: held.append(route))
    page.click("#try-again")
    with page.expect_request("**/api/move*"):
        drop(page, 3)
    expect(page.locator("#subline")).to_have_text("Still a win.")
    held[0].continue_()
    expect_answer(page, 2)
    first, *judged, answer = announced()
    assert first == f"A variation. Red in column 7, row 1. Your turn. {TASK}"
    assert " ".join(judged) == "Yellow in column 3, row 5. Still a win."
    assert answer.startswith("Red in column ")
    assert answer.endswith("Your turn.")


def test_a_reload_keeps_the_perfect_player_and_a_shared_link_does_not(new_page: NewPage) -> None:
    page = trying(new_page)
    page.reload()
    expect_headline(page, "Your turn")
    drop(page, 3)
    expect_answer(page, 2)
    other = new_page(f"/?moves={GAME}&line=3&from={len(BEFORE)}")
    expect_headline(other, "Red to move")


def test_a_retry_without_a_move_leaves_nothing_behind(new_page: NewPage) -> None:
    page = trying(new_page)
    expect(page.locator("#moves .variation")).to_have_text(
        f"Variation after move {len(BEFORE)}: no move yet."
    )
    expect(page.locator("#promote-variation")).to_be_hidden()
    page.click("#back-to-game")
    assert query_of(page) == {"moves": GAME, "at": str(len(BEFORE)), "view": "review"}
    expect(page.locator("#moves .variation")).to_have_count(0)


def test_a_retry_played_to_the_end_leaves_the_game_unchanged(new_page: NewPage) -> None:
    page = trying(new_page)
    solver = Solver(table_mib=1)
    for count in range(2, 20, 2):
        best = solver.analyze(Position.from_moves(BEFORE + variation_of(page))).best[0]
        drop(page, best + 1)
        if Position.from_moves(f"{BEFORE}{variation_of(page)}").is_over:
            break
        expect_answer(page, count)
    expect_headline(page, "You win")
    page.click("#back-to-game")
    assert query_of(page)["moves"] == GAME
    expect(page.locator("#review-summary")).to_be_visible()
