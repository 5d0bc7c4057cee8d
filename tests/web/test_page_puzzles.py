"""Puzzles on the page: answers, hints, the solution with its reason, links, the back button, and progress."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from claimeven.formats.moves import write_moves
from claimeven.formats.stacks import write_stacks
from claimeven.puzzles.puzzle import Puzzle
from claimeven.puzzles.puzzle_file import all_puzzles, puzzle_numbered
from pages import NewPage, Watch, address_of, board_of, drop, expect_headline, query_of

pytestmark = pytest.mark.compiled

FIRST = puzzle_numbered(1)
HOLD = next(puzzle for puzzle in all_puzzles() if puzzle.kind == "hold")


def wrong_column(puzzle: Puzzle) -> int:
    """Return a playable column, from 1, that is not the solution."""
    wrong = [column for column in puzzle.position.playable if column != puzzle.solution]
    return wrong[0] + 1


def open_puzzle(new_page: NewPage, puzzle: Puzzle, **options: object) -> Page:
    page = new_page(f"/?puzzle={puzzle.number}", **options)
    expect(page.locator("#puzzle-title")).to_have_text(f"Puzzle {puzzle.number}: {puzzle.title}")
    return page


@pytest.mark.parametrize("puzzle", [FIRST, HOLD], ids=["win", "hold"])
def test_a_link_opens_a_puzzle(new_page: NewPage, puzzle: Puzzle) -> None:
    page = open_puzzle(new_page, puzzle)
    assert board_of(page) == write_stacks(puzzle.position)
    expect_headline(page, f"Puzzle {puzzle.number}: {puzzle.title}")
    expect(page.locator("#puzzle-task")).to_have_text(puzzle.task(("Red", "Yellow")))
    expect(page.locator("#puzzle-why")).to_be_hidden()
    assert query_of(page) == {"puzzle": str(puzzle.number)}


def test_a_wrong_answer_says_why_and_leaves_the_board(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    drop(page, 6)
    words = page.locator("#puzzle-words")
    expect(words).to_have_text("Not that one. Column 6: Red completes four on top, at f4.")
    assert board_of(page) == write_stacks(FIRST.position)
    expect(page.locator("#puzzle-why")).to_be_hidden()
    drop(page, FIRST.solution + 1)
    expect(words).to_have_text("Right: column 3.")


def test_the_right_answer_drops_the_disc_and_explains_it(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    drop(page, FIRST.solution + 1)
    expect(page.locator("#puzzle-words")).to_have_text("Right: column 3.")
    assert board_of(page) == write_stacks(FIRST.position.play(FIRST.solution))
    expect(page.locator("#puzzle-why-sentences")).to_contain_text("threatens two fours, at b4 and c5")
    expect(page.locator("#puzzle-hint")).to_be_hidden()
    expect(page.locator("#puzzle-solved")).to_have_text("Easy. Solved in this browser: 1 of 500.")


def test_a_full_column_is_not_an_answer(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    page.keyboard.press("5")
    expect(page.locator("#notice")).to_have_text("Column 5 is full.")
    expect(page.locator("#puzzle-words")).to_have_text("")


def test_hints_come_one_at_a_time(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    for count in (1, 2):
        page.click("#puzzle-hint")
        expect(page.locator("#puzzle-hints li")).to_have_text(list(FIRST.hints[:count]))
    expect(page.locator("#puzzle-hint")).to_be_hidden()


def test_a_solution_that_was_shown_does_not_count_as_solved(new_page: NewPage) -> None:
    page = open_puzzle(new_page, HOLD)
    page.click("#puzzle-solution")
    expect(page.locator("#puzzle-words")).to_have_text(f"The solution is column {HOLD.solution + 1}.")
    expect(page.locator("#puzzle-why-sentences li").first).to_be_visible()
    expect(page.locator("#puzzle-solved")).to_have_text("Easy. Solved in this browser: 0 of 500.")


def test_the_browser_remembers_what_is_solved(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    drop(page, FIRST.solution + 1)
    expect(page.locator("#puzzle-words")).to_have_text("Right: column 3.")
    page.reload()
    expect(page.locator("#puzzle-solved")).to_have_text("Easy. Solved in this browser: 1 of 500.")
    page.click("#puzzle-next")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 2: Win in 2")


def test_the_tab_keeps_the_game_until_a_puzzle_is_chosen(new_page: NewPage) -> None:
    page = new_page("/?moves=4453")
    page.click("#tab-puzzles")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzles")
    assert query_of(page) == {"moves": "4453", "view": "puzzles"}
    page.select_option("#puzzle-kind", "hold")
    expect(page.locator("#puzzle-solved")).to_have_text("Solved in this browser: 0 of 100.")
    page.click("#puzzle-next")
    expect(page.locator("#puzzle-title")).to_have_text(f"Puzzle {HOLD.number}: Hold the draw")
    assert query_of(page) == {"puzzle": str(HOLD.number)}
    page.go_back()
    expect_headline(page, "Red to move")
    assert query_of(page) == {"moves": "4453", "view": "puzzles"}


def test_back_returns_to_the_puzzle_before(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    page.click("#puzzle-next")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 2: Win in 2")
    page.go_back()
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 1: Win in 2")
    assert board_of(page) == write_stacks(FIRST.position)


def test_a_number_chooses_a_puzzle(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    expect(page.locator("#puzzle-kind option")).to_have_count(6)
    page.fill("#puzzle-number", "501")
    page.press("#puzzle-number", "Enter")
    expect(page.locator("#notice")).to_have_text("There is no such puzzle. Choose a number from 1 to 500.")
    page.fill("#puzzle-number", "500")
    page.press("#puzzle-number", "Enter")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 500: Zugzwang")


def test_other_tabs_have_the_position_and_the_way_back(new_page: NewPage) -> None:
    page = open_puzzle(new_page, FIRST)
    page.click("#tab-analysis")
    assert query_of(page) == {"moves": write_moves(FIRST.moves), "view": "analysis"}
    page.click("#undo")
    page.click("#tab-puzzles")
    page.click("#puzzle-again")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 1: Win in 2")
    assert board_of(page) == write_stacks(FIRST.position)


@pytest.mark.parametrize("text", ["0", "x", "-1", "99999"])
def test_an_address_without_a_number_says_so(new_page: NewPage, text: str) -> None:
    page = new_page(f"/?puzzle={text}")
    expect(page.locator("#notice")).to_contain_text(f"“puzzle={text}” is not the number of a puzzle.")


def test_a_puzzle_that_does_not_exist_is_reported(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("status of 400")
    page = new_page("/?puzzle=501")
    expect(page.locator("#error-message")).to_contain_text("not a whole number from 1 to 500")
    expect(page.locator("#puzzle-task")).to_have_text("Puzzle 501 could not be loaded.")
    page.click("#puzzle-next")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 1: Win in 2")
    assert address_of(page).endswith("/?puzzle=1")
