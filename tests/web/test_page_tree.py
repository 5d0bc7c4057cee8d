"""The search tree on the page: the same tree as the printed one, opened, stepped through and saved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from claimeven.rules.position import Position
from claimeven.teaching.tree import Bound, Node, build_tree
from claimeven.teaching.tree_text import write_tree
from pages import NewPage, Watch, board_of, expect_headline, minus

MOVES = "4444432352265"
# After each key to go on, at how many of them the node that is searched is not in the window.
OUT_OF_WINDOW = """(count) => Array.from({ length: count }, (_, step) => step + 2).filter(() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  const placeOf = (name) => document.querySelector(name).getBoundingClientRect();
  const [node, box] = [placeOf(".node.current"), placeOf("#treebox")];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  const isIn = node.top >= top - 1 && node.bottom <= bottom + 1;
  return !(isIn && node.left >= box.left && node.right <= box.right);
})"""
STEPS_SCRIPT = """async ([tree, first, pruning]) => {
  const { traceSearch, stepWords } = await import("/js/tree/trace.js");
  return traceSearch(tree, first, pruning).map((step) => ({
    kind: step.kind, path: step.path.map((column) => column + 1),
    alpha: String(step.alpha), beta: String(step.beta), words: stepWords(step, first),
  }));
}"""

FETCH_TREE = "(query) => fetch(`/api/tree?${query}`).then((answer) => answer.json()).then(({ tree }) => tree)"
# Open every closed branch, from left to right, until none is left; a branch that does not open is an error.
OPEN_ALL = """() => {
  let last = null;
  for (;;) {
    const closed = document.querySelector('.tree .node[aria-expanded="false"]');
    if (!closed) return;
    if (closed === last) throw new Error("a branch does not open");
    closed.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    last = closed;
  }
}"""
DRAWN_VALUES = """() => [...document.querySelectorAll(".tree .node")].map(
  (node) => [node.dataset.path, node.querySelector(".value").textContent]
)"""


def node(*path: int) -> str:
    """Return the selector of a node by the columns on the way to it."""
    return f'.tree [data-path="{"".join(str(column - 1) for column in path)}"]'


BOUND_WORDS: dict[Bound, str] = {"exact": "", "upper": "at most ", "lower": "at least "}
BOUND_SIGNS: dict[Bound, str] = {"exact": "", "upper": "≤ ", "lower": "≥ "}


def said_value(found: Node) -> str:
    """Return what the page says about a node's value."""
    return f"{BOUND_WORDS[found.bound]}{minus(found.value)}"


CUT = "44654565533"


def test_a_cut_node_shows_a_bound_and_not_a_value(new_page: NewPage) -> None:
    """Bill chooses after column 3. He has seen 3 and -1000, the rest is cut, and the node read -5."""
    page = new_page(f"/?moves={CUT}&view=tree")
    page.locator("#tree-depth").select_option("2")
    page.locator(node(3)).click()
    values = [page.locator(f"{node(3, column)} .value").text_content() for column in (1, 2)]
    assert values == ["3", minus(-1000)]
    expect(page.locator(f"{node(3)} .value")).to_have_text(f"≤ {minus(-1000)}")
    label = f"Column 3, Alice, value at most {minus(-1000)}"
    expect(page.locator(node(3))).to_have_attribute("aria-label", label)
    expect(page.locator("#tree-legend")).to_contain_text("≤ means at most and ≥ at least")
    steps = page.evaluate(STEPS_SCRIPT, [page.evaluate(FETCH_TREE, f"moves={CUT}&depth=2"), "alice", True])
    words = [step["words"] for step in steps]
    (cut,) = [text for text in words if text.startswith("Cut after 3:")]
    assert cut.endswith(f"Columns 3, 4, 5, 6, 7 are skipped. The value here is at most {minus(-1000)}.")
    assert f"Column 3 at the start is worth at most {minus(-1000)}: nothing changes." in words
    assert f"The first move is column 2, worth {minus(-5)} to Alice." in words[-1]


def test_every_node_on_the_page_shows_what_its_children_prove(new_page: NewPage) -> None:
    """All nodes of a whole tree, as they are drawn when every branch is open."""
    tree = build_tree(Position.from_moves(MOVES), depth=3)
    page = new_page(f"/?moves={MOVES}&view=tree")
    page.locator("#tree-depth").select_option("3")
    expect(page.locator("#step-words")).to_be_visible()  # hidden until the tree of that depth is drawn
    page.evaluate(OPEN_ALL)
    drawn = dict(page.evaluate(DRAWN_VALUES))
    wanted = {}

    def note(found: Node, path: str) -> None:
        wanted[path] = f"{BOUND_SIGNS[found.bound]}{minus(found.value)}"
        for child in found.children:
            note(child, f"{path}{child.move}")

    note(tree, "")
    assert drawn == wanted
    assert {text[0] for text in drawn.values()} >= {"≤", "≥"}


def test_the_text_of_a_step_explains_why_a_bound_stays(new_page: NewPage) -> None:
    """Fail-hard: a child that is worth more than beta still raises alpha to beta only."""
    moves = "53261733327444754"
    page = new_page(f"/?moves={moves}&view=tree")
    expect(page.locator("#step-words")).to_contain_text("Done.")
    steps = page.evaluate(STEPS_SCRIPT, [page.evaluate(FETCH_TREE, f"moves={moves}"), "alice", True])
    words = "\n".join(step["words"] for step in steps)
    rises = re.findall(
        r"worth (?:at least )?(\S+): alpha rises to (\S+), no further than beta\.$", words, re.M
    )
    falls = re.findall(
        r"worth (?:at most )?(\S+): beta falls to (\S+), no further than alpha\.$", words, re.M
    )
    assert (len(rises), len(falls)) == (3, 4)
    assert words.count("no further") == 7
    for value, alpha in rises:
        assert plain(value) > plain(alpha)
    for value, beta in falls:
        assert plain(value) < plain(beta)


def plain(text: str) -> int:
    """Return the number that a text of the page shows."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


def test_the_tree_opens_branch_by_branch(new_page: NewPage) -> None:
    tree = build_tree(Position.from_moves(MOVES))
    page = new_page(f"/?moves={MOVES}&view=tree")
    expect_headline(page, "How alpha-beta thinks")
    for child in tree.children:
        assert child.move is not None
        label = re.compile(rf"value {said_value(child)}$")
        expect(page.locator(node(child.move + 1))).to_have_attribute("aria-label", label)
    expect(page.locator(node(2, 1))).to_have_count(0)
    page.locator(node(2)).click()
    expect(page.locator(node(2, 1))).to_have_count(1)
    page.locator(node(2, 1)).press("Enter")
    assert board_of(page).split("-")[:2] == ["x", "xoxo"]
    page.locator(node(2)).click()
    expect(page.locator(node(2, 1))).to_have_count(0)


def test_the_search_is_replayed_step_by_step(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MOVES}&view=tree")
    expect(page.locator("#step-words")).to_contain_text("Done. The first move is column")
    page.keyboard.press("Home")
    expect(page.locator("#step-words")).to_have_text(
        "Alice chooses at the start, with alpha \N{MINUS SIGN}∞, beta ∞."
    )
    expect(page.locator(".tree .node")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_have_text(
        "Bill chooses after 1, with alpha \N{MINUS SIGN}∞, beta ∞."
    )
    expect(page.locator(".tree .bounds")).to_have_count(2)
    page.click("#tree-cut")
    expect(page.locator("#step-words")).to_contain_text("Cut after 1, 1, 4")
    expect(page.locator(".tree .cutnode")).to_have_count(1)
    expect(page.locator(".tree .cutnode")).to_contain_text("≥")
    page.click("#tree-last")
    expect(page.locator("#step-words")).to_contain_text("Done.")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (960, 470), (390, 844)])
def test_the_node_that_is_searched_stays_in_the_window(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/?moves=4453&view=tree", width=width, height=height)
    expect(page.locator("#step-words")).to_contain_text("Done.")
    page.keyboard.press("Home")
    assert page.evaluate(OUT_OF_WINDOW, 300) == []
    words = page.locator("#step-words").text_content()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).not_to_have_text(words or "")


def test_a_replay_that_has_ended_can_be_started_again(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MOVES}&view=tree")
    expect(page.locator("#step-words")).to_contain_text("Done.")
    page.click("#tree-back")
    page.click("#tree-run")
    expect(page.locator("#tree-run")).to_have_text("Pause")
    expect(page.locator("#step-words")).to_contain_text("Done.")
    expect(page.locator("#tree-run")).to_have_text("Play")


def test_the_steps_are_those_of_the_search(new_page: NewPage) -> None:
    """Every line of the printed tree is a step, in the same order, with the same bounds."""
    page = new_page(f"/?moves={MOVES}&view=tree")
    answer = page.evaluate(f"fetch('/api/tree?moves={MOVES}').then((answer) => answer.json())")
    steps = page.evaluate(STEPS_SCRIPT, [answer["tree"], answer["first"], True])
    lines = write_tree(build_tree(Position.from_moves(MOVES))).splitlines()
    visited = [step for step in steps if step["kind"] in ("enter", "leaf", "cut")][1:]
    assert len(visited) == len(lines) - 1
    for line, step in zip(lines, visited, strict=False):
        if "pruning" in line:
            assert step["kind"] == "cut"
            assert line.endswith(f"alpha={step['alpha']}, beta={step['beta']}")
        else:
            assert re.search(rf": {step['path'][-1]}(;|$)", line)
            assert ("h=" in line) == (step["kind"] == "leaf")
    assert lines[-1].split()[-1] in steps[-1]["words"]


def test_depth_estimate_and_pruning_can_be_chosen(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MOVES}&view=tree")
    expect(page.locator("#step-words")).to_contain_text("Done.")
    page.locator("#tree-depth").select_option("2")
    page.locator("#tree-estimate").select_option("strict")
    page.click("#tree-pruning")
    tree = build_tree(Position.from_moves(MOVES), depth=2, estimate="strict", pruning=False)
    words = re.compile(rf"worth {minus(tree.value)} to Alice")
    expect(page.locator("#step-words")).to_have_text(words)
    expect(page.locator(".tree .cutnode")).to_have_count(0)


def test_the_tree_is_saved_as_it_is_printed(new_page: NewPage) -> None:
    page = new_page(f"/?moves={MOVES}&view=tree")
    with page.expect_download() as download:
        page.click("#save-tree-text")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text == write_tree(build_tree(Position.from_moves(MOVES)))


def test_a_tree_that_is_too_large_gets_advice_and_no_download(new_page: NewPage, watch: Watch) -> None:
    watch.allowed.append("422")
    page = new_page("/?moves=717&view=tree")
    expect(page.locator("#save-tree-svg")).to_be_visible()
    page.locator("#tree-estimate").select_option("strict")
    page.locator("#tree-depth").select_option("6")
    words = page.locator("#no-tree")
    expect(words).to_contain_text("The tree has more than 20,000 lines; choose a smaller depth.")
    expect(page.locator("#save-tree-svg")).to_be_hidden()
    page.click("#tree-pruning")
    expect(words).to_contain_text("choose a smaller depth, or turn pruning on.")


def test_the_page_explains_why_there_is_no_tree(new_page: NewPage) -> None:
    page = new_page("/?moves=1212121&view=tree")
    expect(page.locator("#no-tree")).to_contain_text("The game is over")
    page.click("#variant-max")
    expect(page.locator("#no-tree")).to_contain_text("drawn for Connect Four")
