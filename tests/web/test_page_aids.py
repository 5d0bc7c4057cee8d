"""Aids on the page: the rules, threats on the board, the number on the bar, sound."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages import NewPage, choose_opponent, column_button, drop, expect_headline, minus

pytestmark = pytest.mark.compiled
OPEN_THREE = "444453233315"  # Yellow has three in row 2, open on both sides
RECORD_NOTES = """
window.notes = [];
window.AudioContext = class {
  currentTime = 0;
  destination = {};
  createOscillator() {
    const tone = { frequency: {}, connect: (next) => next, stop() {} };
    tone.start = () => window.notes.push(Math.round(tone.frequency.value));
    return tone;
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
  }
};
"""


@pytest.mark.parametrize("variant", ["four", "max"])
def test_the_rules_of_both_games_are_one_click_away(new_page: NewPage, variant: str) -> None:
    page = new_page(f"/?variant={variant}")
    page.locator("#show-rules").press("Enter")
    dialog = page.locator("#rules")
    titles = ["Connect Four", "Max-Connect4"]
    expect(dialog.locator("h3")).to_have_text(titles if variant == "four" else titles[::-1])
    for section in dialog.locator("section").all():
        expect(section.locator("p")).to_have_count(3)
        expect(section.get_by_role("img")).to_be_visible()
    expect(dialog.locator('[data-variant="four"].picture .line:not(.casing)')).to_have_count(1)
    expect(dialog.locator('[data-variant="max"].picture .line:not(.casing)')).to_have_count(3)
    colours = [
        dialog.locator(f'[data-variant="{name}"].picture .p2 .base').first.evaluate(
            "(base) => getComputedStyle(base).fill"
        )
        for name in ("four", "max")
    ]
    assert colours[0] != colours[1] == "rgb(92, 184, 107)"
    expect(dialog).to_contain_text("Red ✕, player A, and Green ○, player B")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).not_to_be_visible()
    expect(page.locator("#show-rules")).to_be_focused()


def test_max_connect4_is_introduced_when_it_is_first_chosen_and_never_again(new_page: NewPage) -> None:
    page = new_page(storage={})
    page.locator("#variant-max").press("Enter")
    dialog = page.locator("#rules")
    expect(dialog.get_by_role("heading")).to_have_text("New to you: Max-Connect4")
    expect(dialog.locator("section p")).to_have_count(3)
    expect(dialog.get_by_role("heading")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("button", name="Play")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(page.locator("#variant-max")).to_be_focused()
    page.click("#variant-four")
    page.click("#variant-max")
    expect(page.locator("html")).to_have_attribute("data-variant", "max")
    expect(dialog).not_to_be_visible()
    page.goto(page.url.partition("?")[0])
    page.click("#variant-max")
    expect(page.locator("html")).to_have_attribute("data-variant", "max")
    expect(dialog).not_to_be_visible()


def threat_cells(page: Page) -> dict[int, list[str]]:
    """Return the marked cells with the signs in them, a letter for each player, and their words."""
    return {
        int(mark.get_attribute("data-cell") or -1): [
            *(
                name.split()[-1]
                for name in mark.locator(".disc").evaluate_all(
                    "(all) => all.map((one) => one.getAttribute('class'))"
                )
            ),
            mark.locator(".parity").text_content() or "",
        ]
        for mark in page.locator(".threat").all()
    }


def test_threats_are_marked_with_their_side_and_parity_and_announced(new_page: NewPage) -> None:
    page = new_page(f"/?moves={OPEN_THREE}")
    page.keyboard.press("t")
    expect(page.locator("#threats")).to_have_attribute("aria-pressed", "true")
    assert threat_cells(page) == {7: ["p2", "even"], 31: ["p2", "even"]}
    announcement = page.locator("#announcement")
    expect(announcement).to_have_text(
        "Threats. Red: none. Yellow: column 2 row 2, even; column 6 row 2, even."
    )
    expect(page.locator("#threat-words")).to_have_text("Threats: ✕ Red none · ○ Yellow 2 even")
    expect(page.locator("#threat-words")).to_be_in_viewport()
    drop(page, 2)
    expect(announcement).to_have_text(
        "Red in column 2, row 2. Threats. Red: none. Yellow: column 6 row 2, even."
    )
    assert threat_cells(page) == {31: ["p2", "even"]}
    page.reload()
    expect(page.locator(".threat")).to_have_count(1)
    page.click("#threats")
    expect(page.locator(".threat")).to_have_count(0)
    expect(announcement).to_have_text("Threats off.")


def test_a_shared_threat_has_both_signs_and_odd_rows_are_odd(new_page: NewPage) -> None:
    page = new_page("/?moves=112233&variant=max")
    page.click("#threats")
    assert threat_cells(page) == {18: ["p1", "odd"], 19: ["p2", "even"]}
    expect(page.locator("#announcement")).to_have_text(
        "Threats. Red: column 4 row 1, odd. Green: column 4 row 2, even."
    )
    both = new_page("/?variant=max&moves=1122334456714253647162534")
    both.click("#threats")
    assert threat_cells(both)[27] == ["p1", "p2", "even"]
    expect(both.locator("#threat-words")).to_have_text("Threats: ✕ Red 1 odd, 2 even · ○ Green 4 odd, 1 even")


def test_two_lines_made_by_one_disc_of_max_connect4_are_announced(new_page: NewPage) -> None:
    page = new_page("/?board=xo-xo-xo--xo--&variant=max")
    page.click("#threats")
    expect(page.locator("#announcement")).to_have_text(
        "Threats. Red: column 4 row 1, odd, 2 lines. Green: column 4 row 2, even, 2 lines."
    )


def test_no_threats_are_left_when_the_game_is_over(new_page: NewPage) -> None:
    page = new_page("/?moves=121212")
    page.click("#threats")
    expect(page.locator(".threat")).to_have_count(2)
    drop(page, 1)
    expect_headline(page, "Red wins")
    expect(page.locator(".threat")).to_have_count(0)


def test_threats_are_listed_among_the_keys(new_page: NewPage) -> None:
    page = new_page()
    page.click("#help")
    expect(page.locator("#keys").get_by_text("threats on or off")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800), (1920, 1080)])
def test_the_bar_has_the_number_of_the_best_column(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(f"/?moves={OPEN_THREE}", width=width, height=height)
    number = page.locator("#bar-number")
    expect(number).to_be_hidden()
    page.click("#values")
    expect(number).to_have_text(minus(-5))
    expect(column_button(page, 2).locator(".number")).to_have_text(minus(-5))
    expect(page.locator("#evalbar")).to_have_attribute(
        "aria-label", f"Evaluation bar: Yellow is winning, {minus(-5)} for Red"
    )
    assert number.evaluate("(number) => parseFloat(getComputedStyle(number).fontSize)") >= 12
    bar, box = page.locator("#evalbar").bounding_box(), number.bounding_box()
    assert bar is not None
    assert box is not None
    assert bar["x"] <= box["x"] < bar["x"] + 10
    drop(page, 1)
    expect(number).to_have_text("+15")
    box = number.bounding_box()
    assert box is not None
    assert bar["x"] + bar["width"] - 10 < box["x"] + box["width"] <= bar["x"] + bar["width"]


def test_the_bar_of_max_connect4_and_of_a_finished_game(new_page: NewPage) -> None:
    page = new_page("/?variant=max&moves=" + "112233445566" * 3)
    page.click("#values")
    best = page.locator("#columns .best .number").first
    expect(best).not_to_be_empty()
    expect(page.locator("#bar-number")).to_have_text(best.text_content() or "")
    over = new_page("/?moves=1212121")
    over.keyboard.press("v")
    expect(over.locator("#bar-number")).to_have_text("won")
    expect(over.locator("#evalbar")).to_have_attribute("aria-label", "Evaluation bar: Red has won")


def test_sound_is_off_at_first_then_ticks_and_ends_with_a_chord(new_page: NewPage) -> None:
    page = new_page("/?moves=1212")
    page.add_init_script(RECORD_NOTES)
    page.reload()
    choose_opponent(page, "person")
    sound = page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    drop(page, 1)
    assert page.evaluate("notes") == []
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("notes") == [392]
    drop(page, 2)
    assert page.evaluate("notes") == [392, 392]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("notes") == [392, 392, 392]
    drop(page, 1)
    assert page.evaluate("notes.slice(3)") == [392, 392, 494, 587]
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.click("#play-again")
    drop(page, 4)
    assert page.evaluate("notes") == []


def test_real_sound_causes_no_error(new_page: NewPage) -> None:
    page = new_page("/?moves=121212", storage={"sound": "on"})
    drop(page, 1)
    expect_headline(page, "Red wins")
