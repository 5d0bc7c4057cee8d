"""The page's modules: the order of their folders, and selectors that recompute only when they have to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import claimeven.web
from pages import NewPage

SCRIPTS = Path(claimeven.web.__file__).parent / "static" / "js"
FOLDERS = ["game", "server", "state", "views", "tree", ""]  # main.js is in none
MODULES = sorted(path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js"))

COUNT_RECOMPUTATIONS = """async () => {
  const { createSelector } = await import("/js/state/selector.js");
  const { newState } = await import("/js/state/state.js");
  const { newGame } = await import("/js/game/game.js");
  const { emptyPosition } = await import("/js/game/rules.js");
  let count = 0;
  const select = createSelector(["game", "tab"], ({ tab }) => {
    count += 1;
    return { tab };
  });
  const first = newState(newGame(emptyPosition("four")), "play");
  const unrelated = { ...first, notice: "Column 4 is full." };
  const isReused = select(first) === select(unrelated);
  const other = select({ ...unrelated, tab: "review" });
  const isRemembered = select(first) === select(unrelated);
  return [isReused, other.tab, isRemembered, count];
}"""


def folder_of(module: str) -> str:
    return module.rpartition("/")[0]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_folders_above_its_own(module: str) -> None:
    text = (SCRIPTS / module).read_text(encoding="utf-8")
    allowed = FOLDERS[: FOLDERS.index(folder_of(module)) + 1]
    for path in re.findall(r'^(?:import .*|}) from "([^"]+)";', text, re.MULTILINE):
        imported = (SCRIPTS / module).parent / path
        assert folder_of(imported.resolve().relative_to(SCRIPTS.resolve()).as_posix()) in allowed, path


def test_a_selector_recomputes_only_when_one_of_its_fields_has_changed(new_page: NewPage) -> None:
    assert new_page().evaluate(COUNT_RECOMPUTATIONS) == [True, "review", True, 2]


def test_one_click_calls_levels_js_only_a_few_times(new_page: NewPage) -> None:
    """Every part of the page looked up both players again: a click took thousands of calls."""
    page = new_page("/?moves=4453")
    profiler = page.context.new_cdp_session(page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    profiler.send("Profiler.takePreciseCoverage")
    page.click('.target[data-column="1"]')
    scripts = profiler.send("Profiler.takePreciseCoverage")["result"]
    counts = [
        function["ranges"][0]["count"]
        for script in scripts
        for function in script["functions"]
        if function["functionName"] == "findLevel"
    ]
    assert sum(counts) <= 4


MODE = """async ([search, changes]) => {
  const { modeOf } = await import("/js/state/mode.js");
  const { newState } = await import("/js/state/state.js");
  const { createLevels } = await import("/js/state/levels.js");
  const { parseAddress } = await import("/js/game/address.js");
  const { players } = await (await fetch("/api/options")).json();
  const { game } = parseAddress(search, []);
  const { isRetry = false, ...patch } = changes;
  const variation = game.variation && { ...game.variation, isRetry };
  const state = { ...newState({ ...game, variation }, "play"), levels: createLevels(players), ...patch };
  const { kind, movesBothSides, human, sides } = modeOf(state);
  return [kind, modeOf(state).isRetry, movesBothSides, human, sides[1].level.id, sides[2].level.id];
}"""


@pytest.mark.parametrize(
    ("search", "changes", "expected"),
    [
        ("moves=44", {}, ["computer", False, False, 1, "person", "club"]),
        ("moves=44", {"human": 2}, ["computer", False, False, 2, "club", "person"]),
        ("moves=44", {"opponent": "person"}, ["two-players", False, True, 1, "person", "person"]),
        ("moves=44", {"yourSide": "perfect"}, ["watch", False, False, 1, "perfect", "club"]),
        ("moves=44&at=1", {}, ["computer", False, False, 1, "person", "club"]),
        ("moves=44&at=1", {"tab": "analysis"}, ["computer", False, True, 1, "person", "club"]),
        ("moves=44&line=5&from=1", {}, ["computer", False, True, 1, "person", "club"]),
        (
            "moves=44&line=5&from=1",
            {"yourSide": "perfect"},
            ["computer", False, True, 1, "perfect", "club"],
        ),
        (
            "moves=44&line=5&from=1",
            {"isRetry": True},
            ["computer", True, False, 2, "perfect", "person"],
        ),
        ("moves=44", {"opponent": "unknown"}, ["computer", False, False, 1, "person", "club"]),
    ],
)
def test_the_mode_determines_who_moves_which_side(
    new_page: NewPage, search: str, changes: dict[str, object], expected: list[object]
) -> None:
    assert new_page().evaluate(MODE, [search, changes]) == expected
