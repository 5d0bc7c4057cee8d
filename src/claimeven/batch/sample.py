"""Sample distinct random positions, mirror images once: games of random drops, stopped before they end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from claimeven.errors import SampleError, UnknownName
from claimeven.plural import pluralize
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.book import book_key

SAMPLES = ("playout", "uniform")
MAX_MISSES = 100_000  # random games in a row without a new position, before the sample is given up


def random_games(
    rules: Rules, plies: range, count: int, rng: Random, *, sample: str = "playout"
) -> Iterator[tuple[int, ...]]:
    """Yield ``count`` games to distinct unfinished positions whose number of discs is in ``plies``.

    ``playout`` draws a number of discs for each game, so numbers with few positions run out and the others
    make up for them. ``uniform`` gives every number of discs an equal share; if the count cannot be divided
    equally, the first ones get one more. Raise SampleError when there are not enough positions.
    """
    if sample not in SAMPLES:
        raise UnknownName("way to sample", sample, list(SAMPLES))
    seen: set[int] = set()
    if sample == "playout":
        yield from _distinct_games(rules, plies, count, rng, seen)
        return
    share, remainder = divmod(count, len(plies))
    for number, ply in enumerate(plies):
        games = share + 1 if number < remainder else share
        yield from _distinct_games(rules, range(ply, ply + 1), games, rng, seen)


def _distinct_games(
    rules: Rules, plies: range, count: int, rng: Random, seen: set[int]
) -> Iterator[tuple[int, ...]]:
    """Yield ``count`` games to positions whose keys are not in ``seen``, and add the keys to it."""
    found = 0
    misses = 0
    while found < count:
        length = plies[_random_below(len(plies), rng)]
        game, key = _random_game(rules, length, rng)
        if key is not None and key not in seen:
            seen.add(key)
            found += 1
            misses = 0
            yield game
            continue
        misses += 1
        if misses == MAX_MISSES:
            raise SampleError(
                f"only {found:,} of {count:,} distinct positions of {_disc_range(plies)} were found: the "
                f"last {MAX_MISSES:,} random games led to no new one; expected a smaller count, or more plies"
            )


def _disc_range(plies: range) -> str:
    """Return e.g. ``1 disc`` or ``8 to 12 discs``."""
    if len(plies) == 1:
        return pluralize(plies[0], "disc")
    return f"{plies[0]} to {plies[-1]} discs"


def _random_game(rules: Rules, length: int, rng: Random) -> tuple[tuple[int, ...], int | None]:
    """Return the columns of ``length`` random drops, none of which ends the game, and the final book key.

    The key is None if no such drop was left.
    """
    own = 0
    filled = 0
    game: list[int] = []
    while len(game) < length:
        drops = (filled + rules.bottom) & rules.board
        choices = []
        for column, mask in enumerate(rules.column_masks):
            cell = drops & mask
            ends_game = rules.line_ends_game and rules.has_line(own | cell)
            if cell and not ends_game:
                choices.append((column, cell))
        if not choices:
            return tuple(game), None
        column, cell = choices[_random_below(len(choices), rng)]
        own ^= filled  # the other side moves next
        filled |= cell
        game.append(column)
    position = Position(own, filled, rules)
    key = None if position.is_over else book_key(position)
    return tuple(game), key


def _random_below(limit: int, rng: Random) -> int:
    """Return a random number below ``limit``; only ``Random.random`` is the same in every Python version."""
    return int(rng.random() * limit)
