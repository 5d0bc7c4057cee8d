"""Every score in the packaged book of Connect Four is the one that BitBully, an independent solver, gives."""

from __future__ import annotations

import pytest

from claimeven.batch.book_positions import children_of
from claimeven.rules.position import Position
from claimeven.solver.book import Book, book_key, game_to, position_of
from claimeven.solver.book_file import packaged_book

bitbully = pytest.importorskip("bitbully")


def early_games(plies: int) -> dict[int, tuple[int, ...]]:
    """Return one game that leads to each unfinished position of up to ``plies`` discs, mirror images once."""
    layer: dict[int, tuple[Position, tuple[int, ...]]] = {book_key(Position()): (Position(), ())}
    games = {key: game for key, (_, game) in layer.items()}
    for _ in range(plies):
        longer: dict[int, tuple[Position, tuple[int, ...]]] = {}
        for position, game in layer.values():
            for column, child in zip(position.playable, children_of(position), strict=True):
                if not child.is_over:
                    longer.setdefault(book_key(child), (child, (*game, column)))
        layer = longer
        games |= {key: game for key, (_, game) in layer.items()}
    return games


def later_games(book: Book, keys: set[int]) -> dict[int, tuple[int, ...]]:
    """Return one game that leads to each of these positions."""
    found = {key: game_to(position_of(key, book.rules)) for key in keys}
    return {key: game for key, game in found.items() if game is not None}


@pytest.mark.compiled  # not that it needs kernels, but once is enough
def test_the_book_agrees_with_bitbully_everywhere() -> None:
    book = packaged_book()
    scores = dict(zip(book.keys, book.scores, strict=True))
    games = early_games(book.plies)
    games |= later_games(book, scores.keys() - games.keys())
    assert games.keys() == scores.keys()
    judge = bitbully.BitBully(opening_book="12-ply-dist")  # its own stored scores, or this would take hours
    for key, game in games.items():
        assert scores[key] == judge.mtdf(bitbully.Board(list(game))), game
