"""Players that feel like people: eight levels, by what each of them sees and how steadily it chooses."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from claimeven.errors import GameOver, UnknownName
from claimeven.players.player import Choice
from claimeven.players.sight import Attention, Sight
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, LINE_LENGTH, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score, final_value
from claimeven.search.exact import Exact

# With so many empty cells every column is soon valued; before that Max-Connect4 takes minutes off its book.
SOON_VALUED = {CONNECT_FOUR.name: CONNECT_FOUR.cells, MAX_CONNECT_FOUR.name: 28}


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How somebody plays. Everything that is overlooked is overlooked by chance, anew for every move.

    ``depth`` plies are looked ahead: 1 is a four now, 2 also the four of the opponent, 3 and 5 are tactics
    of two and three moves. ``misses`` and ``misses_diagonals`` are the chances not to notice a line,
    ``misses_above`` the chance to forget that a disc opens the cell above it. With ``parity`` it knows which
    threats last. ``noise`` is how much values waver, in units of an open line with one disc. With at most
    ``solves`` empty cells it makes no mistake, in both games.
    """

    number: int
    name: str
    title: str
    about: str
    depth: int = 1
    misses: float = 0.0
    misses_diagonals: float = 0.0
    misses_above: float = 0.0
    parity: bool = False
    noise: float = 0.0
    solves: int = 0


LEVELS = (
    Level(
        number=1,
        name="newcomer",
        title="First game ever",
        about="Sees a four now and then.",
        depth=1,
        misses=0.5,
        misses_diagonals=0.85,
        noise=40.0,
    ),
    Level(
        number=2,
        name="beginner",
        title="Beginner",
        about="Takes most fours, and blocks some.",
        depth=2,
        misses=0.28,
        misses_diagonals=0.6,
        misses_above=1.0,
        noise=22.0,
    ),
    Level(
        number=3,
        name="learner",
        title="Learner",
        about="Blocks, but opens cells above its discs and overlooks diagonals.",
        depth=2,
        misses=0.12,
        misses_diagonals=0.35,
        misses_above=0.5,
        noise=12.0,
    ),
    Level(
        number=4,
        name="casual",
        title="Casual player",
        about="Knows tactics of two moves. Overlooks some diagonals.",
        depth=3,
        misses=0.05,
        misses_diagonals=0.14,
        misses_above=0.15,
        noise=8.0,
    ),
    Level(
        number=5,
        name="club",
        title="Club player",
        about="Sees two moves ahead, and seldom overlooks a line.",
        depth=4,
        misses=0.02,
        misses_diagonals=0.06,
        misses_above=0.06,
        noise=6.0,
    ),
    Level(
        number=6,
        name="strong",
        title="Strong player",
        about="Knows tactics of three moves, and which threats last.",
        depth=5,
        misses=0.0,
        misses_diagonals=0.02,
        misses_above=0.02,
        parity=True,
        noise=3.0,
    ),
    Level(
        number=7,
        name="expert",
        title="Expert",
        about="Overlooks nothing near, and plays the second half without a mistake.",
        depth=5,
        parity=True,
        noise=1.5,
        solves=26,
    ),
    Level(
        number=8,
        name="perfect",
        title="Perfect",
        about="Never makes a mistake.",
        solves=64,
    ),
)

DEFAULT_LEVEL = 5


def level_of(number: int) -> Level:
    """The level of that number; raises UnknownName if there is none."""
    if not 1 <= number <= len(LEVELS):
        raise UnknownName("level", str(number), [str(level.number) for level in LEVELS])
    return LEVELS[number - 1]


class LevelPlayer:
    """Plays as ``level`` says; what it overlooks and how it wavers comes from ``rng``."""

    name = "level"

    def __init__(self, level: Level, exact: Exact, rng: Random) -> None:
        self._level = level
        self._exact = exact
        self._rng = rng

    def choose(self, position: Position) -> Choice:
        """The column that looks best this time; with the exact score where the level solves the position."""
        if position.is_over:
            raise GameOver(f"the game is over after {position.ply} moves; there is no column to choose")
        if position.left <= self._level.solves:
            score = self._exact.score(position)
            return Choice(column=self._keeping(position, score), score=score)
        noise, rng = self._level.noise, self._rng
        values = self._look(position).values()
        return Choice(column=max(values, key=lambda column: rng.gauss(values[column], noise)))

    def _look(self, position: Position) -> Sight:
        """What is noticed this time."""
        level, chance = self._level, self._rng.random
        lines = [
            line
            for line in position.rules.lines
            if chance() >= (level.misses_diagonals if _is_diagonal(line, position.rules) else level.misses)
        ]
        above = chance() >= level.misses_above
        return Sight(position, lines, Attention(level.depth, above, level.parity))

    def _keeping(self, position: Position, score: Score) -> int:
        """Any column that keeps the score; where finding all takes long, the first, or that of the mirror."""
        columns = position.rules.columns
        if position.left > SOON_VALUED[position.rules.name]:
            if self._rng.random() < 0.5:
                return self._exact.best_column(position, score)
            return columns - 1 - self._exact.best_column(position.mirror(), score)
        shuffled = self._rng.sample(position.playable, len(position.playable))
        return next(column for column in shuffled if self._value(position.play(column)) == -score.value)

    def _value(self, position: Position) -> int:
        return final_value(position) if position.is_over else self._exact.score(position).value


def _is_diagonal(line: int, rules: Rules) -> bool:
    """Whether a line is neither upright nor level."""
    lowest = line & -line
    return all(line != sum(lowest << i * step for i in range(LINE_LENGTH)) for step in (1, rules.stride))
