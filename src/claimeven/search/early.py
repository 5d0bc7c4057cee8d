"""Every position that a game can lead to in its first plies, and scores that follow from later ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimeven.rules.position import Position
from claimeven.rules.score import final_value
from claimeven.search.book import book_key


def early_positions(start: Position, plies: int) -> list[dict[int, Position]]:
    """For each number of discs after ``start``, up to ``plies``, the unfinished positions by book key.

    Mirror images stand there once, in the order in which they are first met, neighbours together.
    """
    layers = [{book_key(start): start}]
    for _ in range(plies):
        layers.append(by_key(child for position in layers[-1].values() for child in children_of(position)))
    return layers


def by_key(positions: Iterable[Position]) -> dict[int, Position]:
    """The unfinished ones by book key, of mirror images the one that comes first."""
    found: dict[int, Position] = {}
    for position in positions:
        if not position.is_over:
            found.setdefault(book_key(position), position)
    return found


def children_of(position: Position) -> Iterator[Position]:
    """The positions after each possible disc, left to right."""
    return (child for _, child in position.children())


def known_score(position: Position, scores: Mapping[int, int]) -> int | None:
    """The score of a finished game, or what ``scores`` has under the book key, or None."""
    return final_value(position) if position.is_over else scores.get(book_key(position))


def derived_scores(layers: list[dict[int, Position]], last: Mapping[int, int]) -> dict[int, int]:
    """The scores of all layers when those of the last one are known, by minimax.

    Raises KeyError for a position of the last layer whose score is missing.
    """
    scores = {key: last[key] for key in layers[-1]}
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            values = (final_value(c) if c.is_over else scores[book_key(c)] for c in children_of(position))
            scores[key] = -min(values)
    return scores
