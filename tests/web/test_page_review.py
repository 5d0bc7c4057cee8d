"""The review on the page: every move judged, the turning point named, the better move shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from claimeven.formats.stacks import write_stacks
from claimeven.rules.position import Position
from claimeven.solver.solver import Solver
from pages import NewPage, board_of, choose_opponent, drop, expect_headline, expect_moves, query_of

pytestmark = pytest.mark.compiled
GAME = "56247547543433344576667251"
LATE = 14  # moves from here on are judged again here; earlier positions take long to solve


def test_a_game_is_judged_move_by_move(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    signs = page.locator("#moves .judged").all_inner_texts()
    assert len(signs) == len(GAME)
    solver = Solver(table_mib=1)
    for ply in range(LATE, len(GAME)):
        columns = solver.analyze(Position.from_moves(GAME[:ply])).columns
        scores = [int(score) for score in columns if score is not None]
        played = columns[int(GAME[ply]) - 1]
        assert played is not None
        assert (signs[ply] == "✓") == (int(played) == max(scores)), f"move {ply + 1}"
    expect(page.locator("svg.graph .dot")).to_have_count(len(GAME) + 1)
    expect(page.locator(".scaled .upright span")).to_have_text(["Red wins", "draw", "Yellow wins"])
    expect(page.locator(".scaled .across span")).to_have_text(["start", "move 13", "move 26"])


def test_the_turning_point_shows_the_better_move(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary h2")).to_have_text("Turning point: move 11")
    expect(page.locator("#turning-words")).to_contain_text("Red played column 3: loss in 28 plies.")
    expect(page.locator("#announcement")).to_have_text("The review is done. Turning point: move 11.")
    page.click("#show-better")
    assert query_of(page)["at"] == "10"
    expect(page.locator(".marks .better")).to_have_count(1)
    expect(page.locator("#announcement")).to_have_text("Yellow in column 4, row 3. Better here: column 4.")
    expect(page.locator("#judgement h2")).to_have_text("? Move 11: draw given away")
    expect(page.locator("#try-again")).to_be_visible()
    before = board_of(page)
    page.locator("#moves button").nth(10).click()
    expect(page.locator("#judgement h2")).to_have_text("? Move 11: draw given away")
    assert board_of(page) != before


def test_a_game_from_a_set_up_board_counts_its_own_moves(new_page: NewPage) -> None:
    board = write_stacks(Position.from_moves(GAME[:10]))
    page = new_page(f"/?board={board}&moves={GAME[10:]}&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary h2")).to_have_text("Turning point: move 1")
    expect(page.locator("#turning-words")).to_contain_text("Red played column 3: loss in 28 plies.")
    expect(page.locator("svg.graph .turning")).to_have_count(1)
    page.click("#show-better")
    assert query_of(page)["at"] == "0"
    expect(page.locator(".marks .better")).to_have_count(1)


def test_the_graph_of_another_game_has_no_turning_point_yet(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    expect(page.locator("svg.graph .turning")).to_have_count(1)
    page.click("#values")
    for move in (11, 12):
        page.click(f"#move-{move}")
        expect(page.locator("#columns .best").first).to_be_visible()
    drop(page, 1)
    expect(page.locator("svg.graph .turning")).to_have_count(1)
    page.click("#promote-variation")
    expect_moves(page, 13)
    expect(page.locator("svg.graph .dot").nth(1)).to_be_visible()
    expect(page.locator("svg.graph .turning")).to_have_count(0)


def test_buttons_and_keys_go_from_mistake_to_mistake(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    signs = page.locator("#moves .judged")
    expect(signs).to_have_count(len(GAME))
    mistakes = [ply for ply, sign in enumerate(signs.all_inner_texts(), start=1) if "?" in sign]
    assert len(mistakes) > 3
    heading = page.locator("#judgement h2")
    page.click("#next-mistake")
    expect(heading).to_contain_text(f"Move {mistakes[0]}:")
    expect(page.locator("#next-mistake")).to_be_focused()
    page.keyboard.press("j")
    expect(heading).to_contain_text(f"Move {mistakes[1]}:")
    expect(page.locator("#panel-review")).to_contain_text(f"Mistake 2 of {len(mistakes)}")
    for ply in (mistakes[0], mistakes[-1]):
        page.keyboard.press("k")
        expect(heading).to_contain_text(f"Move {ply}:")
    expect(page.locator("#announcement")).to_have_text(
        "Red in column 3, row 1. Draw given away. "
        "Now Yellow plays 2 and waits for four at c4, until Red has to play c3."
    )
    page.click("#previous-mistake")
    expect(heading).to_contain_text(f"Move {mistakes[-2]}:")
    for _ in range(2):
        page.click("#next-mistake")
    expect(heading).to_contain_text(f"Move {mistakes[0]}:")


def test_going_to_a_mistake_without_a_review_shows_a_notice(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=review")
    page.keyboard.press("j")
    expect(page.locator("#notice")).to_have_text("This game has not been reviewed yet.")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("next and previous mistake in a review")


def test_the_review_shows_the_share_of_best_moves_and_a_summary(new_page: NewPage) -> None:
    page = new_page(f"/?moves={GAME}&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    answer = page.evaluate("(path) => fetch(path).then((found) => found.json())", f"/api/review?moves={GAME}")
    shares = [
        f"{100 * answer['accuracy'][side]:.0f} % of the moves were best, {answer['mistakes'][side]} mistakes"
        for side in "xo"
    ]
    expect(page.locator(".tally dd")).to_have_text(shares)
    scores = [1, *(ply["first_player_score"] for ply in answer["plies"])]
    winners = ["Red" if score > 0 else "Yellow" if score < 0 else "" for score in scores]
    stages = [
        f"{f'a win for {name}' if name else 'a draw'} {f'from move {ply} on' if ply else 'from the start'}"
        for ply, name in enumerate(winners)
        if ply == 0 or winners[ply - 1] != name
    ]
    assert len(stages) > 3
    expect(page.locator("#summary")).to_have_text(f"With best play: {'; '.join(stages)}, to the end.")


def test_a_finished_game_offers_its_review(new_page: NewPage) -> None:
    page = new_page("/?moves=121212")
    choose_opponent(page, "person")
    drop(page, 1)
    expect_headline(page, "Red wins")
    page.click("#review-game")
    expect(page.locator("#review-summary")).to_be_visible()
    assert query_of(page) == {"moves": "1212121", "view": "review"}


def test_the_back_button_between_views_keeps_the_review(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    page.click("#tab-play")
    expect(page.locator("#panel-play")).to_be_visible()
    page.go_back()
    expect(page.locator("#review-summary")).to_be_visible()


def test_a_click_on_the_graph_leads_to_the_move(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=review")
    page.click("#start-review")
    graph = page.locator("svg.graph")
    expect(graph).to_be_visible()
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2 + box["width"] / 14, "y": 20})
    assert query_of(page)["at"] == "4"
