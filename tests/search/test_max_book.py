"""The packaged book of Max-Connect4: complete, consistent with itself, and asked only about its own game."""

from __future__ import annotations

import pytest

from claimeven.rules.geometry import Geometry
from claimeven.rules.position import Position
from claimeven.rules.variant import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.search.book import book_key, packaged_book
from claimeven.search.lookahead import Lookahead
from claimeven.search.solver import Solver

EMPTY = Position(variant=MAX_CONNECT_FOUR)


def layers() -> list[dict[int, Position]]:
    """The positions of each ply that the book covers, mirror images once."""
    found = [{book_key(EMPTY): EMPTY}]
    for _ in range(packaged_book(MAX_CONNECT_FOUR).plies):
        children = [p.play(column) for p in found[-1].values() for column in p.playable]
        found.append({book_key(child): child for child in children})
    return found


def test_it_holds_every_position_and_each_follows_from_the_next() -> None:
    book = packaged_book(MAX_CONNECT_FOUR)
    assert (book.geometry, book.variant) == (Geometry(), MAX_CONNECT_FOUR)
    assert len(book) == sum(len(layer) for layer in layers())
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
    book, geometry = packaged_book(MAX_CONNECT_FOUR), Geometry()
    assert book.score(Position(variant=CONNECT_FOUR)) is None
    lonely = geometry.cell(0, 0)
    assert book.score(Position(lonely, lonely, geometry, MAX_CONNECT_FOUR)) is None  # nobody has answered it


@pytest.mark.parametrize("depth", [None, 42, 99])
def test_the_first_move_needs_no_search(depth: int | None) -> None:
    seen = Lookahead(table_mib=1).choose(0, 0, Geometry(), depth)
    assert (seen.column, seen.value, seen.is_exact, seen.nodes) == (3, 0, True, 0)
