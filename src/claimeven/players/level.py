"""Players that play like people: eight levels, which differ in what they see and how steadily they choose."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from claimeven.errors import UnknownName
from claimeven.players.player import Choice
from claimeven.players.vision import Vision
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource, score_of

# With this many empty cells or fewer, scoring every column is quick. Earlier positions of Max-Connect4 take
# minutes unless the book has them.
QUICK_EMPTY_CELLS = {CONNECT_FOUR.name: CONNECT_FOUR.cells, MAX_CONNECT_FOUR.name: 28}


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a player. What it overlooks is drawn at random for every move.

    ``depth`` is the number of plies it looks ahead: with 1 it sees its own four, with 2 the opponent's, with
    3 and 5 tactics of two and three moves. ``misses`` and ``misses_diagonals`` are the chances of overlooking
    a line, ``misses_above`` the chance of forgetting that a disc opens the cell above it. With ``parity`` it
    knows which threats last. ``noise`` is the standard deviation of the noise added to its values; an open
    line with one disc is worth 1. With ``solves`` empty cells or fewer it makes no mistakes, in both games.
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
        1,
        "newcomer",
        "First game ever",
        "Sees a four now and then.",
        depth=1,
        misses=0.50,
        misses_diagonals=0.85,
        noise=40.0,
    ),
    Level(
        2,
        "beginner",
        "Beginner",
        "Takes most fours, and blocks some.",
        depth=2,
        misses=0.28,
        misses_diagonals=0.60,
        misses_above=1.00,
        noise=22.0,
    ),
    Level(
        3,
        "learner",
        "Learner",
        "Blocks, but opens cells above its discs and overlooks diagonals.",
        depth=2,
        misses=0.12,
        misses_diagonals=0.35,
        misses_above=0.50,
        noise=12.0,
    ),
    Level(
        4,
        "casual",
        "Casual player",
        "Knows tactics of two moves. Overlooks some diagonals.",
        depth=3,
        misses=0.05,
        misses_diagonals=0.14,
        misses_above=0.15,
        noise=8.0,
    ),
    Level(
        5,
        "club",
        "Club player",
        "Sees two moves ahead, and seldom overlooks a line.",
        depth=4,
        misses=0.02,
        misses_diagonals=0.06,
        misses_above=0.06,
        noise=6.0,
    ),
    Level(
        6,
        "strong",
        "Strong player",
        "Knows tactics of three moves, and which threats last.",
        depth=5,
        misses_diagonals=0.02,
        misses_above=0.02,
        parity=True,
        noise=3.0,
    ),
    Level(
        7,
        "expert",
        "Expert",
        "Overlooks nothing near, and plays the second half without a mistake.",
        depth=5,
        parity=True,
        noise=1.5,
        solves=26,
    ),
    Level(8, "perfect", "Perfect", "Never makes a mistake.", solves=64),
)
DEFAULT_LEVEL = 5


def level_of(number: int) -> Level:
    """Return the level with this number; raise UnknownName if there is none."""
    if not 1 <= number <= len(LEVELS):
        raise UnknownName("level", str(number), [str(level.number) for level in LEVELS])
    return LEVELS[number - 1]


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """Plays at a ``level``; ``rng`` decides what it overlooks, and adds the noise."""

    level: Level
    scores: ScoreSource
    rng: Random

    @property
    def name(self) -> str:
        """The name that ``new_player`` accepts, with the number of the level."""
        return f"level:{self.level.number}"

    def choose(self, position: Position) -> Choice:
        """Return the column that looks best this time, with the score where the level solves the position."""
        position.require_unfinished()
        if position.left <= self.level.solves:
            score = self.scores.score(position)
            return Choice(column=self._best_column(position, score), score=score)
        best_column = -1
        best_value = -math.inf
        for column, value in self._look(position).values().items():
            noisy_value = self.rng.gauss(value, self.level.noise)
            if noisy_value > best_value:
                best_column = column
                best_value = noisy_value
        return Choice(column=best_column)

    def _look(self, position: Position) -> Vision:
        """Return the position as the player sees it this time, with random lines left out."""
        level = self.level
        rules = position.rules
        noticed = []
        for line in rules.lines:
            chance = level.misses_diagonals if _is_diagonal(line, rules) else level.misses
            if self.rng.random() >= chance:
                noticed.append(line)
        sees_above = self.rng.random() >= level.misses_above
        return Vision(position, noticed, level.depth, sees_above=sees_above, knows_parity=level.parity)

    def _best_column(self, position: Position, score: Score) -> int:
        """Return a random column that keeps the score.

        Where finding all of them takes long, choose between the first, and the first of the mirror image.
        """
        rules = position.rules
        if position.left > QUICK_EMPTY_CELLS[rules.name]:
            if self.rng.random() < 0.5:
                return self.scores.best_column(position, score)
            mirrored_column = self.scores.best_column(position.mirror(), score)
            return rules.columns - 1 - mirrored_column
        shuffled = self.rng.sample(position.playable, len(position.playable))
        for column in shuffled:
            if score_of(position.play(column), self.scores) == -score:
                return column
        raise AssertionError("no column keeps the score")


def _is_diagonal(line: int, rules: Rules) -> bool:
    """Return whether a line is neither vertical nor horizontal."""
    first_cell = line & -line
    second_cell = (line ^ first_cell) & -(line ^ first_cell)
    is_vertical = second_cell == first_cell << 1
    is_horizontal = second_cell == first_cell << rules.stride
    return not is_vertical and not is_horizontal
