"""The estimates: the values on file, and slow oracles that walk the board cell by cell."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given

import naive
from claimeven.errors import UnknownName
from claimeven.formats.columns import parse_columns
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.teaching.estimates import ESTIMATES, estimate_named, windows
from strategies import games

Game = tuple[Rules, list[int]]
DATA = Path(__file__).parent.parent / "data"
RUN_READINGS = ("lines", "open-ends", "strict")


def rows(name: str) -> list[dict[str, str]]:
    with open(DATA / name, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def value(name: str, position: Position) -> int:
    return estimate_named(name)(position.own, position.other, position.rules)


@pytest.mark.parametrize("row", rows("tree/estimate.tsv"), ids=lambda row: row["columns"].replace(" ", "-"))
def test_the_three_readings_agree_with_the_values_on_file(row: dict[str, str]) -> None:
    position = parse_columns(row["columns"].replace(" ", "\n"))
    assert position.ply == int(row["pieces"])
    assert {name: value(name, position) for name in RUN_READINGS} == {n: int(row[n]) for n in RUN_READINGS}


@pytest.mark.parametrize("row", rows("minimax-depth5.tsv"), ids=lambda row: row["moves_1based"])
def test_windows_agrees_with_the_values_on_file(row: dict[str, str]) -> None:
    position = Position.from_moves(row["moves_1based"].strip("-"))
    assert windows(position.own, position.other, position.rules) == int(row["eval_ai"])
    assert windows(position.other, position.own, position.rules) == int(row["eval_player"])


def stretches(rules: Rules) -> list[list[naive.Cell]]:
    """Every straight line of cells, from edge to edge, in each of the four directions."""
    board = {(c, r) for c in range(rules.columns) for r in range(rules.rows)}
    found = []
    for right, up in naive.DIRECTIONS:
        for column, row in sorted(board):
            if (column - right, row - up) not in board:
                cells = [(column, row)]
                while (following := (cells[-1][0] + right, cells[-1][1] + up)) in board:
                    cells.append(following)
                found.append(cells)
    return found


def naive_runs(own: set[naive.Cell], empty: set[naive.Cell], rules: Rules, reading: str) -> int:
    """x + 5 y of one side."""
    total = 0
    for cells in stretches(rules):
        signs = "#" + "".join("x" if c in own else "." if c in empty else "o" for c in cells) + "#"
        for length, weight in ((2, 1), (3, 5)):
            for start in range(1, len(signs) - length):
                before, run, behind = signs[start - 1], signs[start : start + length], signs[start + length]
                if run != "x" * length or "x" in before + behind:
                    continue
                ends = (before + behind).count(".")
                left = len(signs[:start]) - len(signs[:start].rstrip("x."))
                right = len(signs[start:]) - len(signs[start:].lstrip("x."))
                counted = {"lines": ends > 0, "open-ends": ends, "strict": ends > 0 and left + right >= 4}
                total += weight * int(counted[reading])
    return total


@pytest.mark.parametrize("reading", RUN_READINGS)
@given(game=games())
def test_runs_agree_with_walking_the_board(reading: str, game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    own, other, empty = (
        naive.cells(bits, rules.rows)
        for bits in (position.own, position.other, rules.board ^ position.filled)
    )
    expected = naive_runs(own, empty, rules, reading) - naive_runs(other, empty, rules, reading)
    assert value(reading, position) == expected


@given(games())
def test_windows_agrees_with_walking_the_board(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    own, other = (naive.cells(bits, rules.rows) for bits in (position.own, position.other))
    expected = 3 * sum(column == rules.columns // 2 for column, _ in own)
    for cells in stretches(rules):
        for start in range(len(cells) - 3):
            four = cells[start : start + 4]
            counts = sum(c in own for c in four), sum(c in other for c in four)
            expected += {(2, 0): 2, (3, 0): 5, (4, 0): 100, (0, 3): -4}.get(counts, 0)
    assert value("windows", position) == expected


@pytest.mark.parametrize("name", RUN_READINGS)
@given(game=games())
def test_what_runs_are_worth_to_one_side_they_cost_the_other(name: str, game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    estimate = estimate_named(name)
    assert estimate(position.own, position.other, rules) == -estimate(position.other, position.own, rules)


@given(games())
def test_mirrors_look_the_same(game: Game) -> None:
    rules, moves = game
    position = Position.from_moves(moves, rules)
    for name in ESTIMATES if rules.columns % 2 else RUN_READINGS:
        assert value(name, position) == value(name, position.mirror())


def test_an_unknown_estimate_is_refused() -> None:
    with pytest.raises(UnknownName, match="no estimate 'runs'; there are windows, lines, open-ends, strict"):
        estimate_named("runs")
