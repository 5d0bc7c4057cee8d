"""The table of players: a new one is one more entry, for the command line, the server and the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from claimeven.errors import UnknownName
from claimeven.players import choosers
from claimeven.players.level import DEFAULT_LEVEL, LEVELS, Level, LevelPlayer, level_of
from claimeven.players.player import Player
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import ScoreSource
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.minimax import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Minimax


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting of a player: one of ``choices`` or, where there are none, a whole number from ``least``.

    Up to ``most`` a move takes a second or two. A server accepts no more; a person at a terminal may wait.
    """

    name: str
    help: str
    default: int | str
    least: int = 1
    most: int = 1
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerContext:
    """What a player may choose with: exact values, chance, and a search of Max-Connect4.

    ``limit`` is for a search of its own; exact values have theirs.
    """

    exact: ScoreSource
    rng: Random
    lookahead: Lookahead | None = None
    limit: Limit = NO_LIMIT


@dataclass(frozen=True, slots=True)
class Entry:
    """A player: what it does, in a sentence, the names of the games it plays, its settings.

    ``make`` takes the means and, by name, a value for each of the parameters. What the player ``needs`` to
    choose is nothing, the value and the best column of the position, or a search of its own. A player that
    ``is_random`` may answer a question differently the next time.
    """

    name: str
    about: str
    make: Callable[..., Player]
    games: tuple[str, ...] = tuple(GAMES)
    parameters: tuple[Parameter, ...] = ()
    needs: Literal["nothing", "value", "search"] = "search"
    is_random: bool = False

    @property
    def depth(self) -> Parameter | None:
        """How far it may look ahead, None if it does not."""
        return next((parameter for parameter in self.parameters if parameter.name == "depth"), None)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that it may play at, none if it has only one strength."""
        return LEVELS if any(parameter.name == "level" for parameter in self.parameters) else ()

    def new(self, means: PlayerContext, **values: int | str) -> Player:
        """The player with the settings ``values``; the others have their defaults."""
        return self.make(means, **{p.name: p.default for p in self.parameters} | values)


_LEVEL_NUMBERS = tuple(str(level.number) for level in LEVELS)
_ENTRIES = (
    Entry(
        "minimax",
        "Looks some plies ahead and trusts an estimate there.",
        lambda means, depth, estimate: choosers.MinimaxPlayer(
            Minimax(depth=depth, estimate=estimate, limit=means.limit)
        ),
        games=(CONNECT_FOUR.name,),
        parameters=(
            Parameter("depth", "plies to look ahead", DEFAULT_DEPTH, most=6),
            Parameter("estimate", "how boards are valued", DEFAULT_ESTIMATE, choices=tuple(ESTIMATES)),
        ),
    ),
    Entry(
        "lookahead",
        "Looks some plies ahead and counts the lines that each side can still make.",
        lambda means, depth: choosers.LookaheadPlayer(
            means.lookahead or Lookahead(), depth=depth, limit=means.limit
        ),
        games=(MAX_CONNECT_FOUR.name,),
        parameters=(Parameter("depth", "plies to look ahead", 8, most=10),),
    ),
    Entry(
        "perfect", "Never makes a mistake.", lambda means: choosers.PerfectPlayer(means.exact), needs="value"
    ),
    Entry(
        "random",
        "Drops its discs anywhere.",
        lambda means: choosers.RandomPlayer(means.rng),
        needs="nothing",
        is_random=True,
    ),
    Entry(
        "level",
        "Plays as people do, from a first game ever (1) to perfect (8), and never twice the same.",
        lambda means, level: LevelPlayer(level_of(int(level)), means.exact, means.rng),
        parameters=(Parameter("level", "how well it plays", str(DEFAULT_LEVEL), choices=_LEVEL_NUMBERS),),
        is_random=True,
    ),
    Entry(
        "strategy",
        "Follows forced lines and the nine rules, and searches only where no reason holds.",
        lambda means: choosers.StrategyPlayer(means.exact),
        games=(CONNECT_FOUR.name,),
    ),
)
PLAYERS = {entry.name: entry for entry in _ENTRIES}


def players_of(rules: Rules) -> list[Entry]:
    """All players of that game, by name."""
    return sorted((entry for entry in PLAYERS.values() if rules.name in entry.games), key=lambda e: e.name)


def entry_of(name: str, rules: Rules) -> Entry:
    """What the table says of a player of that game; raises UnknownName if there is none."""
    entries = {entry.name: entry for entry in players_of(rules)}
    if name not in entries:
        raise UnknownName("player", name, list(entries))
    return entries[name]


def new_player(
    name: str,
    rules: Rules = CONNECT_FOUR,
    *,
    solver: ScoreSource,
    rng: Random,
    lookahead: Lookahead | None = None,
    **values: int | str,
) -> Player:
    """The player called ``name`` with the settings ``values``; the others have their defaults.

    What it leaves to chance comes from ``rng``. Raises UnknownName if no such player plays the game.
    """
    means = PlayerContext(exact=solver, rng=rng, lookahead=lookahead)
    return entry_of(name, rules).new(means, **values)
