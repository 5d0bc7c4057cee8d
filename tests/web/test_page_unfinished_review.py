"""A review that the time limit stopped: the page lists the moves that are not judged."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from pages import NewPage, record_announcements

pytestmark = pytest.mark.compiled
GAME = "56247547543433344576667251"
UNKNOWN = ("before", "after", "judgement", "words", "better", "first_player_score", "overlooked")
NOT_JUDGED = "Not judged within the server\N{RIGHT SINGLE QUOTATION MARK}s time limit:"
MISTAKES = ("win_given_away", "draw_given_away")


def without(answer: dict[str, Any], plies: set[int]) -> dict[str, Any]:
    """Return the server's answer if it cannot judge some moves within its time limit."""
    for ply in answer["plies"]:
        if ply["ply"] in plies:
            ply.update(dict.fromkeys(UNKNOWN))
    judged = [ply for ply in answer["plies"] if ply["judgement"] is not None]
    turns = [ply["ply"] for ply in judged if ply["judgement"] in MISTAKES]
    answer["complete"] = False
    answer["turning_point"] = max(turns, default=None)
    for side in "xo":
        own = [ply["judgement"] for ply in judged if ply["player"] == side]
        answer["mistakes"][side] = sum(judgement in MISTAKES for judgement in own)
        answer["accuracy"][side] = round(own.count("best") / len(own), 3) if own else None
    return answer


def review_without(page: Page, plies: set[int]) -> None:
    """Review the game on the page; the moves with these numbers are not judged."""

    def answer(route: Route) -> None:
        route.fulfill(json=without(route.fetch().json(), plies))

    page.route("**/api/review*", answer)
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()


def test_an_unfinished_review_does_not_claim_a_final_turning_point(new_page: NewPage) -> None:
    """Moves 1 to 3 come from the book, the later moves that changed the result are not judged."""
    page = new_page(f"/?moves={GAME}&view=review")
    announced = record_announcements(page)
    review_without(page, set(range(4, 12)))
    expect(page.locator("#review-summary h2")).to_have_text("Turning point so far: move 2")
    expect(page.locator("#not-judged")).to_have_text(
        f"{NOT_JUDGED} moves 4 to 11. One of them after move 2 may have changed the result again."
    )
    assert announced()[-1] == "The review is not complete. Turning point so far: move 2."
    expect(page.locator("#panel-review")).to_contain_text("mistakes so far")


def test_an_unfinished_review_shows_which_turning_point_is_certain(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    review_without(page, {1, 5, 6, 7, 9})
    expect(page.locator("#review-summary h2")).to_have_text("Turning point so far: move 11")
    expect(page.locator("#not-judged")).to_have_text(
        f"{NOT_JUDGED} moves 1, 5 to 7 and 9. No move after move 11 changed the result."
    )


def test_an_unfinished_review_does_not_claim_that_there_is_no_mistake(new_page: NewPage) -> None:
    """Of the moves that are judged none changed the result; the mistakes are among the others."""
    page = new_page(f"/?moves={GAME}&view=review")
    announced = record_announcements(page)
    review_without(page, set(range(1, 12)))
    expect(page.locator("#review-summary h2")).to_have_text("No turning point so far")
    expect(page.locator("#turning-words")).to_have_text("No judged move changed the result.")
    assert announced()[-1] == "The review is not complete. No judged move changed the result."
    red, yellow = page.locator(".tally dd").all_inner_texts()
    assert re.fullmatch(r"7 moves judged, \d+ % best, no mistakes so far", red)
    assert re.fullmatch(r"8 moves judged, \d+ % best, no mistakes so far", yellow)
    expect(page.locator("#not-judged")).to_have_text(f"{NOT_JUDGED} moves 1 to 11.")
    page.keyboard.press("j")
    expect(page.locator("#notice")).to_have_text("No judged move changed the result.")


def test_a_move_that_is_not_judged_is_marked(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    review_without(page, {6})
    expect(page.locator("#not-judged")).to_contain_text("limit: move 6.")
    page.click("#move-6")
    expect(page.locator("#judgement")).to_have_text("Move 6 is not judged.")
    page.click("#move-7")
    expect(page.locator("#judgement h2")).to_contain_text("Move 7:")


def test_a_review_without_any_judged_move_claims_nothing(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    review_without(page, set(range(1, len(GAME) + 1)))
    expect(page.locator(".tally dd")).to_have_text(["no move judged", "no move judged"])
    expect(page.locator("#turning-words")).to_have_text("No move is judged.")
    expect(page.locator("#not-judged")).to_have_text(f"{NOT_JUDGED} moves 1 to 26.")


def test_the_graph_has_gaps_at_unknown_positions(new_page: NewPage) -> None:
    """The position before move 12 is known, because move 12 is judged; those after moves 4 to 10 are not."""
    page = new_page(f"/?moves={GAME}&view=review")
    review_without(page, set(range(4, 12)))
    known = [0, 1, 2, 3, *range(11, len(GAME) + 1)]
    expect(page.locator("svg.graph .dot")).to_have_count(len(known))
    step = 600 / len(GAME)
    curve = page.locator("svg.graph .curve").get_attribute("d") or ""
    runs = [[float(x) for x in re.findall(r"(-?[\d.]+) -?[\d.]+", run)] for run in curve.split("M")[1:]]
    drawn = [[round(x / step) for x in run] for run in runs]
    assert drawn == [[0, 1, 2, 3], list(range(11, len(GAME) + 1))]
    for area in page.locator("svg.graph .area").all():
        shape = area.get_attribute("d") or ""
        places = [[float(x) for x in re.findall(r"(-?[\d.]+) -?[\d.]+", run)] for run in shape.split("M")[1:]]
        assert [(min(run), max(run)) for run in places] == [
            (0, round(3 * step, 1)),
            (round(11 * step, 1), 600),
        ]
    label = page.locator("svg.graph").get_attribute("aria-label") or ""
    assert ", after 4 to 10 not known, after 11 " in label
    expect(page.locator("#summary")).to_contain_text("; not known from move 4 on; ")


def test_a_single_position_between_unknown_ones_is_a_dot(new_page: NewPage) -> None:
    """After move 2 the result is known, because move 3 is judged; those before and after it are not."""
    page = new_page(f"/?moves={GAME}&view=review")
    review_without(page, {1, 2, *range(4, 7)})
    label = page.locator("svg.graph").get_attribute("aria-label") or ""
    assert label.startswith("Evaluation over the game: after 0 to 1 not known, after 2 ")
    curve = page.locator("svg.graph .curve").get_attribute("d") or ""
    assert curve.count("M") == 2
    expect(page.locator("svg.graph .dot")).to_have_count(len(GAME) + 1 - 4)
