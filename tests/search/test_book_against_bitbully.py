"""Every score in the packaged book of Connect Four is the one that BitBully, an independent solver, gives."""

from __future__ import annotations

import pytest

from claimeven.rules.position import Position
from claimeven.search.book import book_key, packaged_book

bitbully = pytest.importorskip("bitbully")


def games_by_key(plies: int) -> dict[int, tuple[int, ...]]:
    """One game that leads to each unfinished position of up to ``plies`` discs, mirror images once."""
    layer: dict[int, tuple[int, ...]] = {book_key(Position()): ()}
    games = dict(layer)
    for _ in range(plies):
        longer = [(*game, c) for game in layer.values() for c in Position.from_moves(game).playable]
        reached = {book_key(Position.from_moves(game)): game for game in longer}
        layer = {key: game for key, game in reached.items() if not Position.from_moves(game).is_over}
        games |= layer
    return games


def test_the_book_agrees_with_bitbully_everywhere() -> None:
    book = packaged_book()
    games = games_by_key(book.plies)
    assert set(games) == set(book.keys)
    judge = bitbully.BitBully(opening_book="12-ply-dist")  # its own stored scores, or this would take hours
    for game in games.values():
        assert book.score(Position.from_moves(game)) == judge.mtdf(bitbully.Board(list(game))), game
