"""A game between a person and the computer, for both the plain and the coloured form of `claimeven play`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from random import Random

from claimeven.cli.maxconnect4.state import NAMES
from claimeven.players.game import Game
from claimeven.players.player import Choice, Player
from claimeven.plural import pluralize
from claimeven.reasons.explanation import short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import Score
from claimeven.solver.score_source import ScoreSource

PERSON = "X"  # on the person's discs, no matter who moves first
COMPUTER = "O"
NOTHING_TO_UNDO = "You haven't made a move yet."


class Command(StrEnum):
    """A word that a person may type instead of a column."""

    HINT = "hint"
    SCORE = "score"
    WHY = "why"
    UNDO = "undo"
    HELP = "help"
    QUIT = "quit"


ABBREVIATIONS = {
    "h": Command.HINT,
    "s": Command.SCORE,
    "w": Command.WHY,
    "u": Command.UNDO,
    "?": Command.HELP,
    "q": Command.QUIT,
}


class InvalidEntry(Enum):
    """Why a text that a person typed is neither a playable column nor a command."""

    NOT_A_NUMBER = auto()
    OUT_OF_RANGE = auto()
    COLUMN_FULL = auto()


@dataclass(kw_only=True)
class Session:
    """A person and a player, game after game.

    ``person`` is 0 in games in which the person moves first, else 1; each game draws it from
    ``person_turns``.
    """

    start: Position
    player: Player
    solver: ScoreSource
    person_turns: Sequence[int]
    rng: Random

    def __post_init__(self) -> None:
        self.begin()

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position

    @property
    def is_persons_turn(self) -> bool:
        """True if the person is to move, or would be if the game were not over."""
        return self.position.turn == self.person

    @property
    def result(self) -> str:
        """A sentence on how a finished game ended."""
        winner = self.position.winner
        if winner is None:
            text = "Game over. Result is a draw."
        elif winner == self.person:
            text = "You won!"
        else:
            text = "Computer won!"
        if self.points is not None:
            return f"{text} Final score: {_points_text(self.points)}."
        if winner is None:
            return text
        return f"{text} It took {self.position.ply} moves in total."

    @property
    def game_name(self) -> str:
        """The name of the game in the greeting."""
        return "Connect 4" if self.position.rules.line_ends_game else self.position.rules.title

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the person's and the computer's side, besides X and O; the first player is red."""
        rules = self.start.rules
        names = rules.colours if rules.line_ends_game else tuple(NAMES.values())
        return names[self.person], names[1 - self.person]

    @property
    def who_is_who(self) -> str:
        """A sentence that says which discs are whose."""
        yours, computers = self.sides
        return f"You are {PERSON}, {yours}; the computer is {COMPUTER}, {computers}."

    @property
    def points(self) -> tuple[int, int] | None:
        """The person's and the computer's lines in Max-Connect4; None in Connect Four."""
        position = self.position
        if position.rules.line_ends_game:
            return None
        yours = position.lines_of(position.discs_of(self.person))
        computers = position.lines_of(position.discs_of(1 - self.person))
        return len(yours), len(computers)

    @property
    def points_line(self) -> str:
        """The points in words; empty in Connect Four."""
        return "" if self.points is None else f"Lines: {_points_text(self.points)}."

    def begin(self) -> None:
        """Start a new game, and draw who moves first."""
        self.game = Game(self.start)
        self.person = self.rng.choice(self.person_turns)

    def drop(self, column: int) -> None:
        """Make the person's move; raise IllegalMove or GameOver."""
        self.game = self.game.play(column)

    def reply(self) -> Choice:
        """Make the computer's move and return it."""
        choice = self.player.choose(self.position)
        self.game = self.game.play(choice.column)
        return choice

    def undo(self) -> bool:
        """Take back the person's last move and the reply to it; return False if there is none."""
        plies = 2 if self.is_persons_turn else 1
        if plies > len(self.game.moves):
            return False
        self.game = self.game.undo(plies)
        return True

    def advice(self, command: Command) -> str:
        """Return the answer to ``hint``, ``score`` or ``why`` for the person, who is to move."""
        score = self.solver.score(self.position)
        text = score_text(score)
        if command is Command.HINT:
            column = self.position.rules.column_name(self.solver.best_column(self.position, score))
            return f"Hint: column {column}. {text}"
        if command is Command.WHY:
            names = (COMPUTER, PERSON) if self.person else (PERSON, COMPUTER)
            return f"{text} {short_why(self.position, score, self.solver, names)}"
        return text


def score_text(score: Score) -> str:
    """Return what a score means to the person, who is to move, as a sentence.

    >>> from claimeven.rules.score import Score
    >>> score_text(Score(4, left=15))
    'With perfect play you win in 9 plies (your 5th disc from now).'
    >>> score_text(Score(-1, left=12))
    "Against perfect play you lose in 12 plies (the computer's 6th disc from now)."
    """
    if score.verdict == "draw":
        return "You can still draw."
    if not score.rules.line_ends_game:
        lines = pluralize(abs(score), "line")
        if score.verdict == "win":
            return f"With perfect play you end {lines} ahead."
        return f"Against perfect play you end {lines} behind."
    if score.plies == 1:
        return "You win with your next disc."
    if score.verdict == "win":
        return f"With perfect play you win in {score.plies} plies (your {_which_disc(score.plies)})."
    return (
        f"Against perfect play you lose in {score.plies} plies (the computer's {_which_disc(score.plies)})."
    )


def _which_disc(plies: int) -> str:
    """Return which of its next discs a side drops in the last of ``plies`` plies: ``5th disc from now``."""
    number = (plies + 1) // 2
    if number == 1:
        return "next disc"
    if number in (11, 12, 13):
        return f"{number}th disc from now"
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix} disc from now"


def parse_entry(text: str, position: Position) -> int | Command | InvalidEntry:
    """Return what the person typed: a playable column (0-based), a command, or why it is neither.

    >>> from claimeven import Position
    >>> parse_entry(" 4\\n", Position())
    3
    >>> parse_entry("HINT", Position())
    <Command.HINT: 'hint'>
    """
    entry = text.strip().lower()
    if entry in ABBREVIATIONS:
        return ABBREVIATIONS[entry]
    if entry in list(Command):
        return Command(entry)
    rules = position.rules
    if len(entry) == 1 and entry in COLUMN_NAMES[: rules.columns]:
        column = COLUMN_NAMES.index(entry)
    elif re.fullmatch("[+-]?[0-9]+", entry):
        column = int(entry) - 1
    else:
        return InvalidEntry.NOT_A_NUMBER
    if not 0 <= column < rules.columns:
        return InvalidEntry.OUT_OF_RANGE
    if column not in position.playable:
        return InvalidEntry.COLUMN_FULL
    return column


def _points_text(points: tuple[int, int]) -> str:
    yours, computers = points
    return f"you {yours}, computer {computers}"
