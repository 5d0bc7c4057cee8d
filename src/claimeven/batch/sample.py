"""Sample distinct random positions, mirror images once: games of random drops, stopped before they end.

Random players overlook most wins. Sensible players drop at random as well, but complete four if they can
(which ends the game, so it is given up), else block a four, else avoid a cell right below a four of the other
side. In Max-Connect4, where a line does not end the game, they are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from claimeven.errors import SampleError, UnknownName
from claimeven.plural import pluralize
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.book import book_key
from claimeven.solver.solver import Solver

SAMPLES = ("playout", "uniform")
PLAYS = ("random", "sensible")
TABLE_MIB = 16  # of the solver that looks for early ends
MAX_MISSES = 100_000  # random games in a row without a new position, before the sample is given up


def random_games(
    rules: Rules,
    plies: range,
    count: int,
    rng: Random,
    *,
    sample: str = "playout",
    play: str = "random",
    min_plies_to_end: int = 1,
) -> Iterator[tuple[int, ...]]:
    """Yield ``count`` games to distinct unfinished positions whose number of discs is in ``plies``.

    ``playout`` draws a number of discs for each game, so numbers with few positions run out and the others
    make up for them. ``uniform`` gives every number of discs an equal share; if the count cannot be divided
    equally, the first ones get one more. ``play`` is how discs are dropped. With best play on both sides, no
    game ends in fewer than ``min_plies_to_end`` plies from its position. Raise SampleError
    when there are not enough positions.
    """
    if sample not in SAMPLES:
        raise UnknownName("way to sample", sample, list(SAMPLES))
    if play not in PLAYS:
        raise UnknownName("way to play", play, list(PLAYS))
    draw = _Draw(rules, rng, is_sensible=play == "sensible", min_plies_to_end=min_plies_to_end)
    seen: set[int] = set()
    if sample == "playout":
        yield from _distinct_games(draw, plies, count, seen)
        return
    share, remainder = divmod(count, len(plies))
    for number, ply in enumerate(plies):
        games = share + 1 if number < remainder else share
        yield from _distinct_games(draw, range(ply, ply + 1), games, seen)


class _Draw:
    """Draws random games of a given length."""

    def __init__(self, rules: Rules, rng: Random, *, is_sensible: bool, min_plies_to_end: int) -> None:
        self.rng = rng
        self._rules = rules
        self._is_sensible = is_sensible and rules.line_ends_game
        self._min_plies_to_end = min_plies_to_end
        self._solver: Solver | None = None

    def game(self, length: int) -> tuple[tuple[int, ...], Position | None]:
        """Return the columns of ``length`` random drops, none of which ends the game, and their position.

        The position is None if no such drop was left, or if the last drop filled the board.
        """
        rules = self._rules
        own = 0
        filled = 0
        game: list[int] = []
        while len(game) < length:
            choices = self._choices(own, filled)
            if not choices:
                return tuple(game), None
            cell = choices[_random_below(len(choices), self.rng)]
            own ^= filled  # the other side moves next
            filled |= cell
            game.append(rules.column_of(cell))
        position = Position(own, filled, rules)
        return tuple(game), None if position.is_over else position

    def lasts(self, position: Position) -> bool:
        """Return whether best play does not end the game in fewer than ``min_plies_to_end`` plies."""
        plies = self._min_plies_to_end
        left = position.left
        if left < plies:
            return False
        if plies == 1 or not self._rules.line_ends_game:
            return True
        if self._solver is None:
            self._solver = Solver(table_mib=TABLE_MIB)
        first_win = plies if plies % 2 == 1 else plies + 1  # the side to move wins after an odd number
        first_loss = plies if plies % 2 == 0 else plies + 1
        highest = (left + 1) // 2 - first_win // 2
        lowest = first_loss // 2 - 1 - left // 2
        is_no_early_win = self._solver.score_in_window(position, highest, highest + 1) <= highest
        return is_no_early_win and self._solver.score_in_window(position, lowest - 1, lowest) >= lowest

    def _choices(self, own: int, filled: int) -> list[int]:
        """Return the cells among which the next drop is drawn; none if the game should end."""
        rules = self._rules
        drops = (filled + rules.bottom) & rules.board
        cells = []
        winning = []
        for mask in rules.column_masks:
            cell = drops & mask
            if cell and rules.line_ends_game and rules.has_line(own | cell):
                winning.append(cell)
            elif cell:
                cells.append(cell)
        if not self._is_sensible:
            return cells
        if winning:
            return []
        other = own ^ filled
        blocking = [cell for cell in cells if rules.has_line(other | cell)]
        safe = [cell for cell in cells if not rules.has_line(other | ((cell << 1) & rules.board))]
        return blocking or safe or cells


def _distinct_games(draw: _Draw, plies: range, count: int, seen: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield ``count`` games to positions whose keys are not in ``seen``, and add the keys to it."""
    found = 0
    misses = 0
    while found < count:
        length = plies[_random_below(len(plies), draw.rng)]
        game, position = draw.game(length)
        key = None if position is None else book_key(position)
        if position is not None and key is not None and key not in seen and draw.lasts(position):
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


def _random_below(limit: int, rng: Random) -> int:
    """Return a random number below ``limit``; only ``Random.random`` is the same in every Python version."""
    return int(rng.random() * limit)
