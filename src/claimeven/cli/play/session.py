"""A game between a person and the computer, for both the plain and the coloured form of `claimeven play`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from random import Random

from claimeven.cli.maxconnect4.state import NAMES
from claimeven.errors import LimitReached
from claimeven.players.game import Game
from claimeven.players.level import LevelPlayer
from claimeven.players.player import Choice, Player
from claimeven.players.registry import new_player, players_with
from claimeven.plural import pluralize
from claimeven.reasons.explanation import short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import Score
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.solver.search_context import SearchContext
from claimeven.solver.solver import Solver

PERSON = "X"  # on the person's discs, no matter who moves first
COMPUTER = "O"
THE_COMPUTER = "the computer"
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

    ``person`` is 0 while the person has the first player's discs, else 1; each game draws it from
    ``person_turns``.
    """

    start: Position
    player: Player
    solver: Solver
    person_turns: Sequence[int]
    rng: Random

    def __post_init__(self) -> None:
        self._hint: tuple[Position, int] | None = None
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
    def opponent(self) -> str:
        """What the opponent is called: ``Casual player (level 4)`` at a level, else ``the computer``."""
        if isinstance(self.player, LevelPlayer):
            level = self.player.level
            return f"{level.title} (level {level.number})"
        return THE_COMPUTER

    @property
    def hinted_column(self) -> int | None:
        """The column of the last hint, while the position is the one that it was for."""
        if self._hint is None:
            return None
        position, column = self._hint
        return column if position == self.position else None

    @property
    def hinted_cell(self) -> int:
        """The cell that a disc in the hinted column would take; 0 without a hint."""
        column = self.hinted_column
        return 0 if column is None else self.position.drop(column)

    @property
    def can_undo(self) -> bool:
        """True if there is a move of the person's to take back."""
        return self._plies_to_undo <= len(self.game.moves)

    @property
    def _plies_to_undo(self) -> int:
        return 2 if self.is_persons_turn else 1

    @property
    def result(self) -> str:
        """A sentence on how a finished game ended, in the words of the plain form."""
        return self.result_for("Computer")

    def result_for(self, opponent: str) -> str:
        """Return a sentence on how a finished game ended, with this name for the opponent."""
        winner = self.position.winner
        if winner is None:
            text = "Game over. Result is a draw."
        elif winner == self.person:
            text = "You won!"
        else:
            text = f"{opponent} won!"
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
        """A sentence that says which discs are whose, in the words of the plain form."""
        return self.who_is_who_for(THE_COMPUTER)

    def who_is_who_for(self, opponent: str) -> str:
        """Return a sentence that says which discs are whose, with this name for the opponent."""
        yours, computers = self.sides
        return f"You are {PERSON}, {yours}; {opponent} is {COMPUTER}, {computers}."

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
        if not self.can_undo:
            return False
        self.game = self.game.undo(self._plies_to_undo)
        return True

    def swap(self) -> None:
        """Give the person the discs of the computer, and the reverse; the computer is then to move."""
        self.person = 1 - self.person

    def set_level(self, number: int) -> None:
        """Let the person play against a level from now on; raise UnknownName if there is no such level."""
        self.player = new_player(
            "level", self.start.rules, solver=self.solver, rng=self.rng, level=str(number)
        )

    def advice(self, command: Command, limit: Limit = NO_LIMIT) -> str:
        """Return the answer to ``hint``, ``score`` or ``why`` for the person, who is to move.

        At the ``limit``, the answer says that it is not complete, and contains what is known. A hint is then
        what a few plies of lookahead suggest.
        """
        context = self.solver.context(limit)
        try:
            score = context.score(self.position)
        except LimitReached as stop:
            known = f"{_bounds_text(stop.lower, stop.upper)} {_not_finished(limit)}".lstrip()
            return f"{self._quick_hint()} {known}" if command is Command.HINT else known
        text = score_text(score)
        if command is Command.HINT:
            return self._hint_text(score, context, limit)
        if command is Command.WHY:
            names = (COMPUTER, PERSON) if self.person else (PERSON, COMPUTER)
            try:
                return f"{text} {short_why(self.position, score, context, names)}"
            except LimitReached:
                return f"{text} {_not_finished(limit)}"
        return text

    def _hint_text(self, score: Score, context: SearchContext, limit: Limit) -> str:
        """Return the hint for a position whose ``score`` is known, and remember its column."""
        try:
            column = context.best_column(self.position, score)
        except LimitReached:
            return f"{self._quick_hint()} {score_text(score)} {_not_finished(limit)}"
        self._hint = (self.position, column)
        return f"Hint: column {self.position.rules.column_name(column)}. {score_text(score)}"

    def _quick_hint(self) -> str:
        """Return the hint of a player that looks only a few plies ahead, and remember its column."""
        rules = self.position.rules
        entry = players_with("depth", rules)[0]
        assert entry.depth is not None
        player = new_player(entry.name, rules, solver=self.solver, rng=self.rng)
        column = player.choose(self.position).column
        self._hint = (self.position, column)
        return f"Hint: column {rules.column_name(column)} looks best {entry.depth.default} plies ahead."


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


def _bounds_text(lower: int, upper: int) -> str:
    """Return what the bounds of a score settle for the person, who is to move; empty if that is nothing."""
    if lower > 0:
        return "With perfect play you win."
    if upper < 0:
        return "Against perfect play you lose."
    if lower == 0:
        return "With perfect play you at least draw."
    if upper == 0:
        return "Against perfect play you can't do better than a draw."
    return ""


def _not_finished(limit: Limit) -> str:
    """Return that the limit was not enough, and what to do."""
    return f"The exact answer takes more than {limit.seconds:g} seconds; ask again to search on."


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
