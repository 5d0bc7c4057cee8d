"""The packaged book of Max-Connect4: complete, consistent with itself, and all that an opening needs."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.solver.book import book_key
from claimeven.solver.book_file import packaged_book
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.solver import Solver

EMPTY = Position(rules=MAX_CONNECT_FOUR)


def layers() -> list[dict[int, Position]]:
    """Return the positions of each ply that the book covers, mirror images once."""
    found = [{book_key(EMPTY): EMPTY}]
    for _ in range(packaged_book(MAX_CONNECT_FOUR).plies):
        children = [p.play(column) for p in found[-1].values() for column in p.playable]
        found.append({book_key(child): child for child in children})
    return found


def test_it_holds_every_position_and_each_follows_from_the_next() -> None:
    book = packaged_book(MAX_CONNECT_FOUR)
    assert book.rules == MAX_CONNECT_FOUR
    assert len(book) > sum(len(layer) for layer in layers())
    assert book.score(EMPTY) == 0
    assert book.plies >= 1
    for layer in layers()[:-1]:
        for position in layer.values():
            children = [book.score(position.play(column)) for column in position.playable]
            assert book.score(position) == max(-score for score in children if score is not None)


def test_the_first_columns_are_those_of_the_docs() -> None:
    analysis = [-int(Solver(table_mib=1).score(EMPTY.play(column))) for column in range(7)]
    assert analysis == [-1, -1, 0, 0, 0, -1, -1]


def test_positions_of_the_other_game_and_boards_that_no_game_leads_to_are_not_in_it() -> None:
    book, rules = packaged_book(MAX_CONNECT_FOUR), MAX_CONNECT_FOUR
    assert book.score(Position(rules=CONNECT_FOUR)) is None
    below, above = (rules.cell(0, row) for row in range(2))
    assert book.score(Position.from_discs(above, below, rules)) is None  # the second would have begun


REPERTOIRE = 10  # discs up to which a perfect player finds its move in the book, whatever the other side does


def met(seed: int) -> list[Position]:
    """Return the positions that a perfect player meets in a game against a random one."""
    chance, position, positions = random.Random(seed), EMPTY, []
    while position.ply <= REPERTOIRE:
        if position.turn == seed % 2:
            positions.append(position)
            column = packaged_book(MAX_CONNECT_FOUR).best_column(position)
            assert column is not None
        else:
            column = chance.choice(list(position.playable))
        position = position.play(column)
    return positions


@pytest.mark.parametrize("seed", range(20))
def test_a_perfect_player_needs_no_search_in_the_opening(seed: int) -> None:
    solver, lookahead = Solver(table_mib=1), Lookahead(table_mib=1)
    for position in met(seed):
        found = solver.choose(position)
        assert found.nodes == 0
        seen = lookahead.choose(position, None)
        assert (seen.column, seen.value, seen.nodes) == (found.column, found.score, 0)


def test_an_opening_move_loads_neither_numba_nor_numpy() -> None:
    script = (
        "import sys; from claimeven import MAX_CONNECT_FOUR, Position\n"
        "from claimeven.solver.lookahead import Lookahead\n"
        "Lookahead().choose(Position(rules=MAX_CONNECT_FOUR), None); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "claimeven.solver.lookahead" in done.stdout.split()
    assert not {"numba", "numpy"} & set(done.stdout.split())


@pytest.mark.compiled
def test_the_moves_of_the_repertoire_are_those_of_a_search() -> None:
    solver, rng = Solver(book=None), random.Random(1)
    late = [position for seed in range(0, 40, 2) for position in met(seed) if position.ply == REPERTOIRE]
    for position in rng.sample(late, 6):
        found, stored = solver.choose(position), packaged_book(MAX_CONNECT_FOUR)
        assert (found.score, found.column) == (stored.score(position), stored.best_column(position))


@pytest.mark.parametrize("depth", [None, 42, 99])
def test_the_first_move_needs_no_search(depth: int | None) -> None:
    seen = Lookahead(table_mib=1).choose(Position(rules=MAX_CONNECT_FOUR), depth)
    assert (seen.column, seen.value, seen.is_exact, seen.nodes) == (3, 0, True, 0)
