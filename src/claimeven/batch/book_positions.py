"""The positions that a book must hold, and the scores of early ones that follow from later ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.rules.score import final_value
from claimeven.solver.book import book_key


def early_positions(rules: Rules, plies: int) -> list[dict[int, Position]]:
    """Return the unfinished positions by book key, for each number of discs up to ``plies``.

    Mirror images are there once, in the order in which they are first met, neighbours together.
    """
    layers = [by_key([Position(0, 0, rules)])]
    for _ in range(plies):
        children = (child for position in layers[-1].values() for child in children_of(position))
        layers.append(by_key(children))
    return layers


def by_key(positions: Iterable[Position]) -> dict[int, Position]:
    """Return the unfinished positions by book key; of mirror images, the one that has the key."""
    found: dict[int, Position] = {}
    for position in positions:
        if position.is_over:
            continue
        key = book_key(position)
        if key not in found:
            found[key] = position if position.key == key else position.mirror()
    return found


def children_of(position: Position) -> Iterator[Position]:
    """Yield the position after each possible disc, left to right."""
    for _, child in position.children():
        yield child


def known_score(position: Position, scores: Mapping[int, int]) -> int | None:
    """Return the score of a finished game, or the one that ``scores`` has under the book key, or None."""
    if position.is_over:
        return final_value(position)
    return scores.get(book_key(position))


def derived_scores(layers: list[dict[int, Position]], last: Mapping[int, int]) -> dict[int, int]:
    """Return the scores of all layers by minimax from those of the last one.

    Raise KeyError for a position of the last layer whose score is missing.
    """
    scores = {key: last[key] for key in layers[-1]}
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            values = []
            for child in children_of(position):
                value = final_value(child) if child.is_over else scores[book_key(child)]
                values.append(value)
            scores[key] = -min(values)
    return scores
