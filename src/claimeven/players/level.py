"""Players that feel like people: eight levels, by what each of them sees and how steadily it chooses."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from claimeven.errors import UnknownName
from claimeven.players.player import Choice
from claimeven.players.vision import Vision
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, LINE_LENGTH, MAX_CONNECT_FOUR, Rules
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource, score_of

# With so many empty cells every column is soon valued; before that Max-Connect4 takes minutes off its book.
SOON_VALUED = {CONNECT_FOUR.name: CONNECT_FOUR.cells, MAX_CONNECT_FOUR.name: 28}


@dataclass(frozen=True, slots=True)
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


_PEOPLE = (
    ("newcomer", "First game ever", "Sees a four now and then."),
    ("beginner", "Beginner", "Takes most fours, and blocks some."),
    ("learner", "Learner", "Blocks, but opens cells above its discs and overlooks diagonals."),
    ("casual", "Casual player", "Knows tactics of two moves. Overlooks some diagonals."),
    ("club", "Club player", "Sees two moves ahead, and seldom overlooks a line."),
    ("strong", "Strong player", "Knows tactics of three moves, and which threats last."),
    ("expert", "Expert", "Overlooks nothing near, and plays the second half without a mistake."),
    ("perfect", "Perfect", "Never makes a mistake."),
)
_SKILLS = (  # depth, misses, misses_diagonals, misses_above, parity, noise, solves
    (1, 0.50, 0.85, 0.00, False, 40.0, 0),
    (2, 0.28, 0.60, 1.00, False, 22.0, 0),
    (2, 0.12, 0.35, 0.50, False, 12.0, 0),
    (3, 0.05, 0.14, 0.15, False, 8.0, 0),
    (4, 0.02, 0.06, 0.06, False, 6.0, 0),
    (5, 0.00, 0.02, 0.02, True, 3.0, 0),
    (5, 0.00, 0.00, 0.00, True, 1.5, 26),
    (1, 0.00, 0.00, 0.00, False, 0.0, 64),
)
LEVELS = tuple(
    Level(number, *(*person, *skills))
    for number, (person, skills) in enumerate(zip(_PEOPLE, _SKILLS, strict=True), start=1)
)
DEFAULT_LEVEL = 5


def level_of(number: int) -> Level:
    """The level of that number; raises UnknownName if there is none."""
    if not 1 <= number <= len(LEVELS):
        raise UnknownName("level", str(number), [str(level.number) for level in LEVELS])
    return LEVELS[number - 1]


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """Plays as ``level`` says; what it overlooks and how it wavers comes from ``rng``."""

    level: Level
    exact: ScoreSource
    rng: Random
    name = "level"

    def choose(self, position: Position) -> Choice:
        """The column that looks best this time; with the exact score where the level solves the position."""
        position.require_unfinished()
        if position.left <= self.level.solves:
            score = self.exact.score(position)
            return Choice(column=self._keeping(position, score), score=score)
        noise, rng = self.level.noise, self.rng
        values = self._look(position).values()
        return Choice(column=max(values, key=lambda column: rng.gauss(values[column], noise)))

    def _look(self, position: Position) -> Vision:
        """What is noticed this time."""
        level, chance = self.level, self.rng.random
        lines = [
            line
            for line in position.rules.lines
            if chance() >= (level.misses_diagonals if _is_diagonal(line, position.rules) else level.misses)
        ]
        above = chance() >= level.misses_above
        return Vision(position, lines, level.depth, above, level.parity)

    def _keeping(self, position: Position, score: Score) -> int:
        """Any column that keeps the score; where finding all takes long, the first, or that of the mirror."""
        columns = position.rules.columns
        if position.left > SOON_VALUED[position.rules.name]:
            if self.rng.random() < 0.5:
                return self.exact.best_column(position, score)
            return columns - 1 - self.exact.best_column(position.mirror(), score)
        shuffled = self.rng.sample(position.playable, len(position.playable))
        after = ((column, score_of(position.play(column), self.exact)) for column in shuffled)
        return next(column for column, child in after if child == -score)


def _is_diagonal(line: int, rules: Rules) -> bool:
    """Whether a line is neither upright nor level."""
    lowest = line & -line
    return all(line != sum(lowest << i * step for i in range(LINE_LENGTH)) for step in (1, rules.stride))
