"""Looking ahead in Max-Connect4: against plain minimax, with floating discs, and in matches."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

import naive
from claimeven.errors import GameOver, UnknownName
from claimeven.kernels.layout import POTENTIAL
from claimeven.rules.board import Board
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, Rules
from claimeven.solver import engine, search_run
from claimeven.solver.book import Book
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import NO_LIMIT, Deadline, Progress
from claimeven.solver.lookahead import ESTIMATES, Lookahead
from claimeven.solver.workspace import Table

Chooser = Callable[[Position], int]

SIZES = [(7, 6), (5, 5), (4, 7), (8, 4)]
UNIT = 16


def random_board(rules: Rules, left: int, chance: random.Random, *, floating: bool) -> Board:
    """A board with ``left`` empty cells, of any colours."""
    filled = rules.board
    while (filled ^ rules.board).bit_count() < left:
        column = chance.randrange(rules.columns)
        discs = [c for r in range(rules.rows) if (c := rules.cell(column, r)) & filled]
        if discs:
            filled ^= chance.choice(discs) if floating else discs[-1]
    return Board(filled & chance.getrandbits(64), filled, rules)


def naive_floating(board: Board) -> naive.Floating:
    rules = board.rules
    own_cells, other_cells = (frozenset(naive.cells(word, rules.rows)) for word in (board.own, board.other))
    return naive.Floating(own_cells, other_cells, rules.columns, rules.rows)


def expected_column(rules: Rules, worths: dict[int, int]) -> int:
    best = max(worths.values())
    return next(column for column in rules.centre_first if worths.get(column) == best)


def check_depths(
    columns: int, rows: int, depths: range, *, floating: bool, estimate: str, count: int
) -> None:
    """Value and column against plain minimax with the same estimate."""
    rules, chance = MAX_CONNECT_FOUR.sized(columns, rows), random.Random(f"{columns}x{rows} {floating}")
    search = Lookahead(table_mib=1, estimate=estimate)
    counts = estimate == "potential"
    for depth in depths:
        for _ in range(count):
            left = chance.randint(depth + 1, rules.cells)
            board = random_board(rules, left, chance, floating=floating)
            obvious = naive_floating(board)
            worths = {
                column: -naive.lookahead(naive.drop(obvious, cell), depth - 1, potential_counts=counts)
                for column, cell in naive.floating_drops(obvious).items()
            }
            seen = search.choose(board, depth)
            assert (seen.value * UNIT, seen.column) == (
                max(worths.values()),
                expected_column(rules, worths),
            )
            assert (seen.is_exact, seen.depth) == (False, depth)
            assert seen.nodes > 0


def check_exact(columns: int, rows: int, most_left: int, count: int, *, floating: bool) -> None:
    """To the end of the game: the final margin, by whatever depth reaches it."""
    rules, chance = MAX_CONNECT_FOUR.sized(columns, rows), random.Random(f"exact {columns}x{rows} {floating}")
    search = Lookahead(table_mib=1)
    for _ in range(count):
        left = chance.randint(1, most_left)
        board = random_board(rules, left, chance, floating=floating)
        obvious = naive_floating(board)
        cells = naive.floating_drops(obvious).items()
        worths = {column: -naive.floating_margin(naive.drop(obvious, cell)) for column, cell in cells}
        for depth in (None, left, left + 1, 99):
            seen = search.choose(board, depth)
            assert (seen.value, seen.column) == (max(worths.values()), expected_column(rules, worths))
            assert (seen.is_exact, seen.depth) == (True, left)


def test_a_few_depths_and_ends() -> None:
    check_depths(5, 5, range(1, 3), floating=True, estimate="potential", count=2)
    check_exact(5, 4, 5, 5, floating=True)


@pytest.mark.compiled
@pytest.mark.parametrize("estimate", ESTIMATES)
@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_value_ahead_is_that_of_plain_minimax(
    columns: int, rows: int, floating: bool, estimate: str
) -> None:
    check_depths(columns, rows, range(1, 4), floating=floating, estimate=estimate, count=2)


@pytest.mark.compiled
@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_value_at_the_end_is_the_final_margin(columns: int, rows: int, floating: bool) -> None:
    check_exact(columns, rows, 7, 15, floating=floating)


def test_depth_0_is_depth_1() -> None:
    search = Lookahead(table_mib=1)
    rules, chance = MAX_CONNECT_FOUR, random.Random(1)
    for _ in range(5):
        board = random_board(rules, 30, chance, floating=False)
        first, second = (search.choose(board, depth) for depth in (0, 1))
        assert (first.column, first.value, first.depth) == (second.column, second.value, second.depth)


@pytest.mark.compiled
def test_the_same_board_and_depth_give_the_same_column_value_and_nodes() -> None:
    rules, chance = MAX_CONNECT_FOUR, random.Random(2)
    boards = [random_board(rules, 30, chance, floating=number % 2 == 0) for number in range(6)]
    one, other = Lookahead(table_mib=1), Lookahead(table_mib=1)
    for board in boards:  # this one remembers nothing, though it has seen more
        one.choose(board, 7)
    for board in reversed(boards):
        reports = [search.choose(board, 6) for search in (one, other)]
        assert len({(r.column, r.value, r.nodes) for r in reports}) == 1
    sizes = [Lookahead(table_mib=mib).choose(boards[0], 8) for mib in (1, 16)]
    assert len({(r.column, r.value) for r in sizes}) == 1


@pytest.mark.compiled
def test_what_another_depth_has_left_in_the_table_changes_no_value() -> None:
    chance = random.Random(11)
    for _ in range(5):
        board = random_board(MAX_CONNECT_FOUR, 30, chance, floating=False)
        asked = engine.Engine(MAX_CONNECT_FOUR, Table(1))
        for depth in (5, 2, 4, 3):
            alone = Lookahead(table_mib=1).choose(board, depth)
            column, value, _ = asked.choose(board, depth, POTENTIAL, Deadline(NO_LIMIT))
            assert (column, value) == (alone.column, alone.value * UNIT)


@pytest.mark.compiled
def test_only_boards_that_alternate_moves_reach_are_looked_up_in_the_book() -> None:
    asked: list[Rules] = []

    def book(rules: Rules) -> Book:
        asked.append(rules)
        return packaged_book(rules)

    rules, chance = MAX_CONNECT_FOUR, random.Random(5)
    search = Lookahead(table_mib=1, book=book)
    assert search.choose(Board(rules=rules), None).nodes == 0
    assert set(asked) == {rules}
    asked.clear()
    while (board := random_board(rules, 6, chance, floating=True)).own.bit_count() != board.ply // 2:
        pass
    search.choose(board, None)
    search.choose(Board(0, rules.board & ~(rules.bottom << 5), rules), None)
    assert asked == []


def test_a_full_board_and_an_unknown_estimate_are_refused() -> None:
    rules = MAX_CONNECT_FOUR
    with pytest.raises(GameOver, match="the board is full"):
        Lookahead(table_mib=1).choose(Board(0, rules.board, rules), 3)


def test_there_is_no_lookahead_for_connect_four() -> None:
    with pytest.raises(UnknownName, match="no lookahead for the variant 'four'"):
        Lookahead(table_mib=1).choose(Position(), 3)
    with pytest.raises(UnknownName, match="there is no estimate 'none'; there are potential, difference"):
        Lookahead(estimate="none")


@pytest.mark.compiled
@pytest.mark.parametrize("depth", [14, None])
def test_a_long_search_reports_progress(depth: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_run, "TURN_NODES", 100)
    monkeypatch.setattr(engine, "PROGRESS_SECONDS", 0.0)
    reports: list[Progress] = []
    position = Position.from_moves("1234567", rules=MAX_CONNECT_FOUR)
    search = Lookahead(book=None)

    def listen(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.choose(position, depth, progress=listen)
    for earlier, later in pairwise(reports):
        assert earlier.lower <= later.lower <= later.upper <= earlier.upper
        assert earlier.nodes <= later.nodes
        assert earlier.seconds <= later.seconds
    assert search.choose(position, 2).depth == 2


def final_margin(first: Chooser, second: Chooser, opening: list[int]) -> int:
    """Return the first player's lines minus the second's after a game that begins with ``opening``."""
    position = Position.from_moves(opening, rules=MAX_CONNECT_FOUR)
    while not position.is_over:
        position = position.play((first, second)[position.turn](position))
    return len(position.lines_of(position.first)) - len(position.lines_of(position.second))


def looking(depth: int, estimate: str) -> Chooser:
    search = Lookahead(table_mib=1, estimate=estimate)
    return lambda p: search.choose(p, depth).column


@pytest.mark.compiled
def test_three_plies_ahead_beat_chance_in_every_game() -> None:
    """Twenty of the two hundred games of docs/max-connect4.md."""
    ours = looking(3, "potential")
    for seed in range(10):
        chance = random.Random(seed)
        assert final_margin(ours, lambda p: chance.choice(p.playable), []) > 0  # noqa: B023
        assert final_margin(lambda p: chance.choice(p.playable), ours, []) < 0  # noqa: B023


@pytest.mark.compiled
def test_the_potential_beats_the_difference_in_a_match_with_swapped_sides() -> None:
    ours, theirs = looking(3, "potential"), looking(3, "difference")
    results = []
    for seed in range(10):
        chance = random.Random(seed)
        opening = [chance.randrange(7) for _ in range(4)]
        results += [final_margin(ours, theirs, opening), -final_margin(theirs, ours, opening)]
    assert sum(result > 0 for result in results) > 2 * sum(result < 0 for result in results)
