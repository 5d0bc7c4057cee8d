"""docs/levels.md: the levels are those of the table, and its ratings say what is promised of them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from claimeven.players.level import LEVELS

PAGE = (Path(__file__).parents[1] / "docs" / "levels.md").read_text(encoding="utf-8")
NUMBER = r"([0-9.]+) ± ([0-9.]+)"
RATED = re.compile(rf"^\| `level:(\d)` \| {NUMBER} \| ?(?:{NUMBER} % )?\| {NUMBER} % \|$", re.MULTILINE)


def part(title: str) -> str:
    """Return the text under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_page_shows_the_table_of_levels() -> None:
    rows = re.findall(r"^\| (\d) \| (.*) \|$", part("What a level sees"), re.MULTILINE)
    shown = {int(number): [cell.strip() for cell in row.split("|")] for number, row in rows}
    assert list(shown) == [level.number for level in LEVELS]
    for level in LEVELS:
        shares = [f"{miss:.0%}" for miss in (level.misses, level.misses_diagonals, level.misses_above)]
        sights = [str(level.depth), *shares, "yes" if level.parity else "no", f"{level.noise:g}"]
        solves = f"{level.solves} empty cells" if level.solves else ""
        expected = [*sights, solves] if level.number < 8 else [""] * 6 + ["the beginning"]
        assert shown[level.number] == [level.title, *expected]


@pytest.mark.parametrize(("title", "least"), [("Connect Four", 2000), ("Max-Connect4", 900)])
def test_each_level_beats_the_one_below(title: str, least: int) -> None:
    section = part(title)
    games = re.search(r"([0-9,]+) games", section)
    assert games is not None
    assert int(games[1].replace(",", "")) >= least
    rows = rated(title)
    assert [row[0] for row in rows] == list(range(1, 9))
    for below, row in pairwise(rows):
        assert row[1] > below[1]
        assert row[3] >= 60
        assert row[3] - row[4] > 50


@pytest.mark.parametrize("title", ["Connect Four", "Max-Connect4"])
def test_each_level_gives_away_less_than_the_one_below(title: str) -> None:
    given = [row[5] for row in rated(title)]
    assert len(given) == 8
    assert all(above < below for below, above in pairwise(given))


def rated(title: str) -> list[list[float]]:
    """The rows of a table: level, Elo, score, given away, each but the first with its error bar behind it."""
    return [[float(cell or 0) for cell in row] for row in RATED.findall(part(title))]
