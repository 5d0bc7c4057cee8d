"""The Why card: its sentences, what they mark on the board, its moves, and what a mistake overlooked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from claimeven.reasons.explanation import explain
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.solver.solver import Solver
from pages import NewPage, Watch, board_of, expect_headline, query_of, record_announcements

pytestmark = pytest.mark.compiled
ZUGZWANG = "44444432223353567"  # after five moves Yellow waits for e4
LATE_MAX = "3675554622521725752463634376"
LOST = "56247547543433344576667251"  # Red's eleventh move lets Yellow wait for c4
A4_E4 = [(1, 4), (5, 4)]  # the threats below which Red has to play in the end, at a3 or e3


def sentences(moves: str, *, is_max: bool = False) -> list[str]:
    """Return the sentences of the card: all but the verdict."""
    position = Position.from_moves(moves, MAX_CONNECT_FOUR if is_max else CONNECT_FOUR)
    names = ("Red", "Green" if is_max else "Yellow")
    found = explain(position, Solver(table_mib=16), names=names)
    return [sentence.text for sentence in found.sentences if sentence.about != "verdict"]


def sentence(page: Page, words: str, card: str = "#why") -> Locator:
    """Return the sentence that starts with some words."""
    return page.locator(f"{card} .sentence", has_text=re.compile(f"^{re.escape(words)}"))


def centres(page: Page, shape: str, board: str = "#board") -> list[tuple[int, int]]:
    """Return the column and row, from 1, of the circles of a kind on a board, in order."""
    found = page.locator(f"{board} .why {shape}").evaluate_all(
        "all => all.map((one) => [Number(one.getAttribute('cx')), Number(one.getAttribute('cy'))])"
    )
    return sorted(((x - 70) // 100 + 1, 6 - (y - 70) // 100) for x, y in found)


def ends(page: Page, shape: str) -> list[tuple[str, str]]:
    """Return the cells by name nearest to the two ends of the lines of a kind on the board, in order."""
    found = page.locator(f"#board .why {shape}").evaluate_all(
        "all => all.map((one) => ['x1', 'y1', 'x2', 'y2'].map((name) => Number(one.getAttribute(name))))"
    )
    return sorted((cell_near(x1, y1), cell_near(x2, y2)) for x1, y1, x2, y2 in found)


def cell_near(x: float, y: float) -> str:
    """Return the name of the cell whose centre is nearest to a point of the drawn board."""
    return f"{'abcdefg'[round((x - 70) / 100)]}{6 - round((y - 70) / 100)}"


def asked_of(page: Page) -> list[str]:
    """Return a list of all requests for an explanation from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/explain" in request.url:
            asked.append(request.url)

    page.on("request", note)
    return asked


@pytest.mark.parametrize(
    ("moves", "is_max"), [(ZUGZWANG, False), (LATE_MAX, True)], ids=["four", "max-connect4"]
)
def test_the_card_has_the_sentences_of_python(new_page: NewPage, moves: str, is_max: bool) -> None:
    page = new_page(f"/?{'variant=max&' if is_max else ''}moves={moves}&view=analysis")
    expect(page.locator("#why-sentences > li")).to_have_text(sentences(moves, is_max=is_max))


def test_pointing_at_a_sentence_shows_its_cells_its_line_and_the_moves_before(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis")
    before = board_of(page)
    sentence(page, "Yellow completes four at e4").hover()
    expect(page.locator("#board .why .ring.p2")).to_have_count(2)
    assert centres(page, ".ring.p2") == A4_E4
    assert centres(page, ".dot") == [(1, 3), (1, 4), (5, 3), (5, 4)]
    assert ends(page, ".pair.p2") == [("a3", "a4"), ("e3", "e4")]
    assert ends(page, ".own.p2") == [("a4", "d4"), ("b4", "e4")]
    expect(page.locator("#board .ghosts .disc")).to_have_count(5)
    expect(page.locator("#board .marks .label")).to_have_text(["1", "2", "3", "4", "5"])
    assert board_of(page) == before
    page.locator("#headline").hover()
    expect(page.locator("#board .why")).to_have_count(0)
    expect(page.locator("#board .ghosts .disc")).to_have_count(0)


def test_the_pairs_of_a_rule_are_joined_and_the_lines_that_it_stops_are_dotted(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis")
    sentence(page, "Claimeven").hover()
    expect(page.locator("#board .why .pair.p2")).to_have_count(2)
    assert centres(page, ".dot") == [(1, 3), (1, 4), (7, 3), (7, 4)]
    expect(page.locator("#board .why .stop.p1")).to_have_count(6)


def test_tabbing_shows_sentence_after_sentence_and_escape_hides(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis")
    page.locator("#why-1").focus()
    expect(page.locator("#board .ghosts .disc")).to_have_count(5)
    page.keyboard.press("Tab")
    expect(page.locator("#why-2")).to_be_focused()
    expect(page.locator("#board .why .ring.p2")).to_have_count(2)
    assert centres(page, ".ring.p2") == A4_E4
    page.keyboard.press("Tab")
    expect(page.locator("#board .why .pair.p2")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#board .why")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#board .why .ring.p2")).to_have_count(2)
    assert centres(page, ".ring.p2") == A4_E4
    page.locator("#headline").focus()
    expect(page.locator("#board .why")).to_have_count(0)


def test_threats_are_shown_in_the_colours_of_max_connect4(new_page: NewPage) -> None:
    page = new_page(f"/?variant=max&moves={LATE_MAX}&view=analysis")
    sentence(page, "Green's threats").hover()
    expect(page.locator("#board .why .ring.p2")).to_have_count(4)
    assert centres(page, ".ring.p2") == [(1, 2), (3, 5), (4, 4), (4, 5)]
    expect(page.locator("#why-sentences p")).to_contain_text("do not apply to Max-Connect4")


def test_the_line_is_stepped_through_and_the_game_stays_as_it_is(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis")
    before = board_of(page)
    page.click("#why-line-next")
    expect_headline(page, "How play continues")
    assert board_of(page) == board_after(ZUGZWANG + "3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#why-line-2")).to_have_attribute("aria-current", "step")
    assert board_of(page) == board_after(ZUGZWANG + "33")
    sentence(page, "Yellow completes four at e4").hover()
    expect(page.locator("#board .ghosts .disc")).to_have_count(3)  # two of the five moves are on the board
    expect(page.locator("#board .marks .label")).to_have_text(["1", "2", "3", "4", "5"])
    assert query_of(page)["moves"] == ZUGZWANG
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert board_of(page) == before


def board_after(moves: str) -> str:
    """Return the board after some moves, in the form of an address."""
    columns = ["", "", "", "", "", "", ""]
    for number, name in enumerate(moves):
        columns[int(name) - 1] += "xo"[number % 2]
    return "-".join(columns)


def test_why_is_announced_once(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&at=16&view=analysis")
    expect(page.locator("#why-1")).to_be_attached()
    announced = record_announcements(page, "announcement-why")
    page.keyboard.press("ArrowRight")
    announcement = page.locator("#announcement-why")
    expect(announcement).to_contain_text(
        "Why: Yellow completes four at e4 as soon as Red plays e3, right below it."
    )
    for key in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        expect(announcement).to_be_empty()
        expect(page.locator("#why-1")).to_be_attached()
    assert sum("Why" in words for words in announced()) == 1


def test_an_explanation_is_requested_once_and_only_while_visible(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}")
    asked = asked_of(page)
    page.keyboard.press("v")
    expect(page.locator("#evalbar")).to_have_class(re.compile("known"))
    assert asked == []
    page.click("#tab-analysis")
    expect(page.locator("#why-1")).to_be_visible()
    assert len(asked) == 1
    page.click("#tab-play")
    page.click("#tab-analysis")
    expect(page.locator("#why-1")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator("#why")).not_to_be_visible()
    assert len(asked) == 1


def test_another_position_aborts_the_request(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}")
    page.route("**/api/explain?*", lambda _: None)
    with page.expect_request("**/api/explain?*") as asked:
        page.click("#tab-analysis")
    expect(page.locator("#why")).to_contain_text("Looking for the reason …")
    with page.expect_event("requestfailed", lambda request: request == asked.value):
        page.keyboard.press("ArrowLeft")


def test_a_reason_that_takes_too_long_is_shown_as_not_known(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("status of 503")
    page = new_page("/")
    page.route(
        "**/api/explain?*",
        lambda route: route.fulfill(status=503, json={"error": "limit", "message": "not solved within 30 s"}),
    )
    page.goto(f"{page.url}?moves={ZUGZWANG}&view=analysis")
    expect(page.locator("#error")).to_contain_text("ot solved within 30 s")
    expect(page.locator("#why")).to_contain_text("Not known.")
    page.unroute("**/api/explain?*")
    page.click("#retry")
    expect(page.locator("#why-1")).to_be_visible()


def test_a_finished_game_has_nothing_to_explain(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121")
    asked = asked_of(page)
    page.click("#tab-analysis")
    expect(page.locator("#verdict")).to_have_text("Red wins with four in a row.")
    expect(page.locator("#why")).not_to_be_visible()
    assert asked == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_on_a_phone_a_small_board_appears(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis", width=width, height=height)
    expect(page.locator("#inset-board")).to_have_count(0)
    sentence(page, "Yellow completes four at e4").click()
    peek = page.locator("#inset-board")
    expect(peek).to_be_in_viewport(ratio=1)
    expect(peek.locator(".why .ring.p2")).to_have_count(2)
    assert centres(page, ".ring.p2", "#inset-board") == A4_E4
    boxes = [peek.bounding_box(), sentence(page, "Yellow completes four at e4").bounding_box()]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] / 2 > height / 2 or boxes[1]["y"] > height / 2
    for button in page.locator("#why button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator("#why-title").click()
    expect(peek).to_have_count(0)


def test_beside_the_panel_the_board_stays_in_sight(new_page: NewPage) -> None:
    page = new_page(f"/?moves={ZUGZWANG}&view=analysis")
    sentence(page, "All columns but").hover()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.locator("#inset-board")).to_have_count(0)


def test_a_review_lists_what_was_overlooked_and_the_card_begins_with_it(new_page: NewPage) -> None:
    page = new_page(f"/?moves={LOST}&view=review")
    expect(page.locator("#review-why")).not_to_be_visible()
    page.click("#start-review")
    text = "Now Yellow plays 2 and waits for four at c4, until Red has to play c3."
    mistake = page.locator("#mistake-11")
    expect(mistake).to_contain_text(text)
    mistake.click()
    assert query_of(page)["at"] == "11"
    expect(mistake).to_have_attribute("aria-current", "step")
    expect(page.locator("#announcement")).to_contain_text(text)
    first = page.locator("#review-why-1")
    expect(first).to_have_text(f"Overlooked with move 11: {text}")
    expect(page.locator("#review-why-sentences > li")).to_have_count(1 + len(sentences(LOST[:11])))
    first.hover()
    expect(page.locator("#board .why .ring.p0")).to_have_count(3)
    assert centres(page, ".ring.p0") == [(2, 2), (3, 3), (3, 4)]
    page.click("#review-why-line-next")
    expect_headline(page, "How play continues")
    page.keyboard.press("Escape")
    page.click("#show-this-better")
    assert query_of(page)["at"] == "10"
    expect(first).to_have_text(f"Overlooked with move 11: {text}")
    page.click("#mistake-1")
    expect(page.locator("#judgement")).to_contain_text("Move 1:")
    expect(first).to_have_text(
        "Overlooked with move 1: Column 4 kept the win. "
        "d1 lies on 7 lines still open to Red and cuts 7 of Yellow's; e1 on 5 and 5."
    )
    expect(page.locator("#review-why-sentences > li")).to_have_count(1 + len(sentences(LOST[:1])))
    first.hover()
    expect(page.locator("#board .why .ring.p0")).to_have_count(2)
    assert centres(page, ".ring.p0") == [(4, 1), (5, 1)]
    page.click("#move-4")
    expect(page.locator("#judgement")).to_contain_text("Move 4: faster loss")
    expect(page.locator("#review-why-sentences > li")).to_have_text(sentences(LOST[:4]))
    expect(page.locator("#review-why")).not_to_contain_text("Overlooked")


def test_the_overlooked_sentence_keeps_its_place_when_the_reason_arrives(new_page: NewPage) -> None:
    page = new_page(f"/?moves={LOST}&view=review")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/explain?*", hold)
    page.click("#start-review")
    page.click("#mistake-11")
    first = page.locator("#review-why-1")
    first.hover()
    expect(page.locator("#board .why .ring.p0")).to_have_count(3)
    before = first.bounding_box()
    expect(page.locator("#review-why").get_by_text("Looking for the reason …")).to_be_visible()
    held[-1].continue_()
    expect(page.locator("#review-why-sentences > li")).to_have_count(1 + len(sentences(LOST[:11])))
    assert first.bounding_box() == before
    expect(page.locator("#board .why .ring.p0")).to_have_count(3)
    assert centres(page, ".ring.p0") == [(2, 2), (3, 3), (3, 4)]


def test_a_finished_position_of_a_review_has_no_card(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=review")
    page.click("#start-review")
    expect(page.locator("#review-summary")).to_be_visible()
    expect(page.locator("#review-why")).not_to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#review-why-sentences")).to_contain_text("Red completes four at a4.")
