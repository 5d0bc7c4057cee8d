"""Analysis on the page: exact values, hints, the best line, and a server that is busy or unreachable."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.solver.solver import Solver
from pages import (
    NewPage,
    Watch,
    best_line_of,
    board_of,
    choose_opponent,
    column_button,
    drop,
    expect_headline,
    expect_moves,
    minus,
    query_of,
)

pytestmark = pytest.mark.compiled
MIDDLE = "44444432223353567"
EVENTS = "text/event-stream"
MAX_MIDDLE = "444444333333222222111111555"


def signed(score: int) -> str:
    return minus(f"{score:+d}") if score else "0"


@pytest.mark.parametrize(
    ("rules", "moves"), [(CONNECT_FOUR, MIDDLE), (MAX_CONNECT_FOUR, MAX_MIDDLE)], ids=["four", "max"]
)
def test_every_column_shows_its_exact_value(new_page: NewPage, rules: object, moves: str) -> None:
    is_max = rules is MAX_CONNECT_FOUR
    position = Position.from_moves(moves, MAX_CONNECT_FOUR if is_max else CONNECT_FOUR)
    analysis = Solver(table_mib=1).analyze(position)
    page = new_page(f"/?{'variant=max&' if is_max else ''}moves={moves}&view=analysis")
    for column, score in enumerate(analysis.columns, start=1):
        number = column_button(page, column).locator(".number")
        row = page.locator(f'#value-table tr[data-column="{column}"]')
        if score is None:
            expect(row).to_contain_text("full")
            continue
        expect(number).to_have_text(signed(int(score)))
        distance = f"by {abs(int(score))}" if is_max else f"in {score.plies}"
        words = "draw" if int(score) == 0 else f"{score.verdict} {distance}"
        expect(row).to_contain_text(words)
        expect(column_button(page, column)).to_have_attribute("aria-label", re.compile(re.escape(words)))
    best = [column + 1 for column in analysis.best]
    expect(page.locator("#columns .best")).to_have_count(len(best))
    expect(page.locator("#evalbar")).to_have_class(re.compile("known"))


def test_the_best_line_is_played_out_and_the_game_stays_as_it_is(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    before = board_of(page)
    line = best_line_of(page)
    Position.from_moves(MIDDLE + line)
    page.click("#best-line-play")
    expect_headline(page, "Best play from here")
    expect(page.locator(".marks .label")).to_have_count(len(line))
    assert query_of(page)["moves"] == MIDDLE
    page.keyboard.press("Escape")
    assert board_of(page) == before


def test_a_hint_is_a_best_column_and_stays_until_it_is_switched_off(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}")
    best = Solver(table_mib=1).analyze(Position.from_moves(MIDDLE)).best
    page.click("#hint")
    expect(page.locator(".marks .star")).to_have_count(len(best))
    expect(page.locator("#subline")).to_contain_text(f"{best[0] + 1}")
    choose_opponent(page, "learner")
    drop(page, best[0] + 1)
    expect_moves(page, len(MIDDLE) + 2)
    expect(page.locator(".marks .star").first).to_be_visible()
    page.click("#hint")
    expect(page.locator(".marks .star")).to_have_count(0)


def test_values_come_one_by_one(new_page: NewPage) -> None:
    page = new_page()
    known = page.evaluate(
        """async () => {
          const { addEvent } = await import("/js/state/analysis.js");
          const scores = Array(7).fill(null);
          const nothing = { scores, score: null, best: [], line: null, progress: null, done: false };
          return addEvent(nothing, { event: "column", data: { column: 3, score: -2 } });
        }"""
    )
    assert known["scores"] == [None, None, -2, None, None, None, None]
    assert not known["done"]


def test_a_long_search_shows_its_progress(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}")
    progress = json.dumps({"column": 2, "nodes": 4_200_000, "seconds": 1.7})  # as docs/http.md has it
    body = f"event: progress\ndata: {progress}\n\n"
    page.route("**/api/analyze/stream*", lambda route: route.fulfill(body=body, content_type=EVENTS))
    page.click("#tab-analysis")
    words = "Solving for 2 seconds, now column 2: 4,200,000 positions so far."
    expect(page.locator("#verdict")).to_have_text(words)


def test_the_page_waits_for_a_busy_server_and_shows_that(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("503")
    page = new_page(f"/?moves={MIDDLE}")
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        body = '{"error": "busy", "message": "the queue is full"}'
        route.fulfill(status=503, headers={"retry-after": "1"}, content_type="application/json", body=body)

    page.route("**/api/analyze/stream*", refuse_once)
    page.click("#values")
    expect(page.locator("#error-message")).to_have_text("The server is busy. Trying again in 1 s.")
    expect(page.locator("#columns .best").first).to_be_visible()
    expect(page.locator("#error")).to_be_hidden()
    assert len(refused) == 1


def test_an_unreachable_server_is_reported_and_tried_again(new_page: NewPage, watch: Watch) -> None:
    watch.allowed += ["ERR_CONNECTION_REFUSED"]
    page = new_page()
    choose_opponent(page, "learner")
    page.route("**/api/move*", lambda route: route.abort("connectionrefused"))
    drop(page, 4)
    expect(page.locator("#error-message")).to_contain_text("The server is not responding.")
    expect_moves(page, 1)
    page.unroute("**/api/move*")
    page.click("#retry")
    expect_moves(page, 2)
    expect(page.locator("#error")).to_be_hidden()


def test_an_answer_to_an_aborted_request_is_not_played(new_page: NewPage) -> None:
    page = new_page()
    choose_opponent(page, "learner")
    held: list[Route] = []
    page.route("**/api/move*", lambda route: held.append(route))
    drop(page, 4)
    expect_headline(page, "The computer is thinking …")
    with page.expect_event("requestfailed"):
        page.click("#undo")
    page.unroute("**/api/move*")
    expect_headline(page, "Your turn")
    assert len(held) == 1


def test_the_reason_comes_before_the_table(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MIDDLE}&view=analysis")
    expect(page.locator("#why-1")).to_be_visible()
    places = [page.locator(name).bounding_box() for name in ("#verdict", "#why", "#value-table")]
    tops = [place["y"] for place in places if place is not None]
    assert len(tops) == 3
    assert tops == sorted(tops)
