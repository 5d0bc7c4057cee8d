"""Distinct random positions, mirror images once: games of random drops, cut before they end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from claimeven.errors import SampleError, UnknownName
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.book import book_key

SAMPLES = ("playout", "uniform")
MAX_MISSES = 100_000  # random games in a row that lead to nothing new, before it gives up


def random_games(
    rules: Rules, plies: range, count: int, rng: Random, *, sample: str = "playout"
) -> Iterator[tuple[int, ...]]:
    """``count`` games to distinct unfinished positions whose number of discs is in ``plies``.

    ``playout`` draws the number of discs anew for each game, so what has few positions runs dry and the
    others make up for it; ``uniform`` gives every number of discs its equal share, earlier ones one more
    where that does not come out even. Raises SampleError when there are not that many positions.
    """
    if sample not in SAMPLES:
        raise UnknownName("way to sample", sample, list(SAMPLES))
    seen: set[int] = set()
    if sample == "playout":
        shares = [(plies, count)]
    else:
        least, more = divmod(count, len(plies))
        shares = [(plies[n : n + 1], least + (n < more)) for n in range(len(plies))]
    for part, number in shares:
        yield from _distinct(rules, part, number, rng, seen)


def _distinct(
    rules: Rules, plies: range, count: int, rng: Random, seen: set[int]
) -> Iterator[tuple[int, ...]]:
    """``count`` games to positions that are not in ``seen``, to which it adds their keys."""
    found = misses = 0
    while found < count:
        game, key = _random_game(rules, plies[_below(len(plies), rng)], rng)
        if key is not None and key not in seen:
            seen.add(key)
            found, misses = found + 1, 0
            yield game
            continue
        misses += 1
        if misses == MAX_MISSES:
            span = f"{plies[0]}" if len(plies) == 1 else f"{plies[0]} to {plies[-1]}"
            discs = "1 disc" if span == "1" else f"{span} discs"
            raise SampleError(
                f"{count:,} distinct positions of {discs} were asked for and {found:,} found: the last "
                f"{MAX_MISSES:,} random games led to no new one; expected a smaller count, or more plies"
            )


def _random_game(rules: Rules, length: int, rng: Random) -> tuple[tuple[int, ...], int | None]:
    """The columns of ``length`` random drops, none of which ends the game, and the book key after them.

    The key is None when no such drop was left.
    """
    own = filled = 0
    game: list[int] = []
    while len(game) < length:
        drops = filled + rules.bottom & rules.board
        cells = [(column, cell) for column, mask in enumerate(rules.column_masks) if (cell := drops & mask)]
        if rules.line_ends_game:
            cells = [(column, cell) for column, cell in cells if not rules.has_line(own | cell)]
        if not cells:
            return tuple(game), None
        column, cell = cells[_below(len(cells), rng)]
        own, filled = own ^ filled, filled | cell
        game.append(column)
    position = Position(own, filled, rules)
    return tuple(game), None if position.is_over else book_key(position)


def _below(number: int, rng: Random) -> int:
    """A random number below ``number``; of Random, only ``random`` gives the same in every Python."""
    return int(rng.random() * number)
