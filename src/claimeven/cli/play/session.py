"""What both forms of the game share: whose turn it is, what the person typed, advice, and taking back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from claimeven.cli.maxconnect4.state import NAMES
from claimeven.cli.output import sentence
from claimeven.players.game import Game
from claimeven.players.player import Choice, Player
from claimeven.reasons.explanation import short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource

PERSON, SYSTEM = "X", "O"  # on their discs, whoever began
NOTHING_TO_UNDO = "There is no move of yours to take back."


class Word(StrEnum):
    """What a person may type besides a column."""

    HINT = "hint"
    SCORE = "score"
    WHY = "why"
    UNDO = "undo"
    HELP = "help"
    QUIT = "quit"


WORDS = {word.value: word for word in Word} | dict(zip("hswu?q", Word, strict=True))  # and what abbreviates
# Why what a person typed is no move, in the sentences with which the person is told.
NOT_A_NUMBER = ("Invalid action. Please try again.",)
OUT_OF_RANGE = ("Index out of range.", *NOT_A_NUMBER)
FULL = ("This column is already full.", *NOT_A_NUMBER)


@dataclass(kw_only=True)
class Session:
    """One person and one player, game after game. ``person`` is 0 when the person begins, else 1."""

    start: Position
    player: Player
    solver: ScoreSource
    persons: Sequence[int]
    rng: Random

    def __post_init__(self) -> None:
        self.begin()

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def is_persons_turn(self) -> bool:
        """True when the person is to move, or would be if the game went on."""
        return self.position.turn == self.person

    @property
    def result(self) -> str:
        """How a finished game ended, in words."""
        winner = self.position.winner
        words = {None: "Game over. Result is a draw.", self.person: "You won!"}.get(winner, "Computer won!")
        if self.points is not None:
            return f"{words} Final score: {_points_words(self.points)}."
        return words if winner is None else f"{words} It took {self.position.ply} moves in total."

    @property
    def game_name(self) -> str:
        """What the greeting calls the game."""
        return "Connect 4" if self.position.rules.line_ends_game else self.position.rules.title

    @property
    def sides(self) -> tuple[str, str]:
        """What the discs of the person and of the system are called besides X and O: the first is red."""
        rules = self.start.rules
        names = rules.colours if rules.line_ends_game else tuple(NAMES.values())
        return names[self.person], names[1 - self.person]

    @property
    def who_is_who(self) -> str:
        """Whose discs are whose, in words."""
        yours, others = self.sides
        return f"You are {PERSON}, {yours}; the computer is {SYSTEM}, {others}."

    @property
    def points(self) -> tuple[int, int] | None:
        """The running score of Max-Connect4: the lines of the person and of the system. Else None."""
        position = self.position
        if position.rules.line_ends_game:
            return None
        sides = (self.person, 1 - self.person)
        yours, others = (len(position.lines_of(position.discs_of(side))) for side in sides)
        return yours, others

    @property
    def lines(self) -> str:
        """The running score in words; empty in Connect Four, which has none."""
        return "" if self.points is None else f"Lines: {_points_words(self.points)}."

    def begin(self) -> None:
        """Start a new game; who begins is decided anew."""
        self.game = Game(self.start)
        self.person = self.rng.choice(self.persons)

    def drop(self, column: int) -> None:
        """The person's move; raises IllegalMove or GameOver."""
        self.game = self.game.play(column)

    def reply(self) -> Choice:
        """The system's move."""
        choice = self.player.choose(self.position)
        self.game = self.game.play(choice.column)
        return choice

    def undo(self) -> bool:
        """Take back the person's last move and the reply to it; False if there is none."""
        plies = 2 if self.is_persons_turn else 1
        if plies > len(self.game.moves):
            return False
        self.game = self.game.undo(plies)
        return True

    def answer(self, word: Word) -> str:
        """What the person, who is to move, is told after ``hint``, ``score`` or ``why``."""
        score = self.solver.score(self.position)
        words = sentence(standing(score))
        if word is Word.HINT:
            column = self.position.rules.column_name(self.solver.best_column(self.position, score))
            return f"Hint: column {column}. {words}"
        if word is Word.WHY:
            names = (SYSTEM, PERSON) if self.person else (PERSON, SYSTEM)
            return f"{words} {short_why(self.position, score, self.solver, names)}"
        return words


def standing(score: Score) -> str:
    """How the game stands, told to the person who is to move.

    >>> from claimeven.rules.score import Score
    >>> standing(Score(4, left=15)), standing(Score(-1, left=12)), standing(Score(0, left=5))
    ('you win in 9 plies if you play best', 'you lose in 12 plies against best play', 'you can still draw')
    """
    if score.verdict == "draw":
        return "you can still draw"
    if score.rules.line_ends_game and score.plies == 1:
        return "you win with your next disc"
    words = re.sub("the side to move ([a-z]+)s ", r"you \1 ", score.words)
    return f"{words} {'if you play best' if score.verdict == 'win' else 'against best play'}"


def parse_entry(text: str, position: Position) -> int | Word | tuple[str, ...]:
    """What the person typed: a playable column (0-based), a word, or the reason why it is neither.

    >>> from claimeven import Position
    >>> parse_entry(" 4\\n", Position()), parse_entry("HINT", Position()), parse_entry("0", Position())[0]
    (3, <Word.HINT: 'hint'>, 'Index out of range.')
    """
    entry = text.strip().lower()
    if entry in WORDS:
        return WORDS[entry]
    rules = position.rules
    if len(entry) == 1 and entry in COLUMN_NAMES[: rules.columns]:
        column = COLUMN_NAMES.index(entry)
    elif re.fullmatch("[+-]?[0-9]+", entry):
        column = int(entry) - 1
    else:
        return NOT_A_NUMBER
    if not 0 <= column < rules.columns:
        return OUT_OF_RANGE
    return column if column in position.playable else FULL


def _points_words(points: tuple[int, int]) -> str:
    return f"you {points[0]}, computer {points[1]}"
