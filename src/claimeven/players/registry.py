"""The table of players. To add one, add an entry: the command line, the server and the page then offer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from claimeven.errors import BadArgument, UnknownName
from claimeven.players import choosers
from claimeven.players.level import DEFAULT_LEVEL, LEVELS, Level, LevelPlayer, level_of
from claimeven.players.player import Player
from claimeven.rules.rules import CONNECT_FOUR, GAMES, MAX_CONNECT_FOUR, Rules
from claimeven.solver.limits import NO_LIMIT, Limit
from claimeven.solver.lookahead import Lookahead
from claimeven.solver.score_source import ScoreSource
from claimeven.solver.solver import Solver
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.minimax import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Minimax


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting of a player: one of ``choices`` or, if there are none, a whole number from ``minimum``.

    Up to ``maximum`` a move takes a second or two. A server accepts no more; the command line accepts any
    number.
    """

    name: str
    help: str
    default: int | str
    minimum: int = 1
    maximum: int = 1
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerContext:
    """The resources of a player: exact scores, random numbers, and a search of Max-Connect4.

    ``limit`` is for the player's own search; the source of scores has its own.
    """

    scores: ScoreSource
    rng: Random
    lookahead: Lookahead | None = None
    limit: Limit = NO_LIMIT


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table: a player's name, a sentence about it, the names of its games, and its settings.

    ``make`` takes a PlayerContext and, by name, a value for each of the parameters. ``needs`` says what the
    player needs to choose: nothing, the score and the best column of the position, or a search of its own. A
    player that ``is_random`` may choose differently the next time.
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
        """The setting for how far it looks ahead; None if it has none."""
        for parameter in self.parameters:
            if parameter.name == "depth":
                return parameter
        return None

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that it may play at; empty if it has only one strength."""
        has_levels = any(parameter.name == "level" for parameter in self.parameters)
        return LEVELS if has_levels else ()

    def new(self, context: PlayerContext, **values: int | str) -> Player:
        """Return the player with the settings ``values`` and defaults for the others."""
        settings = {parameter.name: parameter.default for parameter in self.parameters}
        settings.update(values)
        return self.make(context, **settings)


def _make_minimax(context: PlayerContext, depth: int, estimate: str) -> Player:
    return choosers.MinimaxPlayer(Minimax(depth=depth, estimate=estimate, limit=context.limit))


def _make_lookahead(context: PlayerContext, depth: int) -> Player:
    search = context.lookahead or Lookahead()
    return choosers.LookaheadPlayer(search, depth=depth, limit=context.limit)


def _make_perfect(context: PlayerContext) -> Player:
    return choosers.PerfectPlayer(context.scores)


def _make_random(context: PlayerContext) -> Player:
    return choosers.RandomPlayer(context.rng)


def _make_level(context: PlayerContext, level: int | str) -> Player:
    return LevelPlayer(level_of(int(level)), context.scores, context.rng)


def _make_strategy(context: PlayerContext) -> Player:
    return choosers.StrategyPlayer(context.scores)


_LEVEL_NUMBERS = tuple(str(level.number) for level in LEVELS)
_ENTRIES = (
    Entry(
        "minimax",
        "Looks some plies ahead and trusts an estimate there.",
        _make_minimax,
        games=(CONNECT_FOUR.name,),
        parameters=(
            Parameter("depth", "plies to look ahead", DEFAULT_DEPTH, maximum=6),
            Parameter("estimate", "how boards are valued", DEFAULT_ESTIMATE, choices=tuple(ESTIMATES)),
        ),
    ),
    Entry(
        "lookahead",
        "Looks some plies ahead and counts the lines that each side can still make.",
        _make_lookahead,
        games=(MAX_CONNECT_FOUR.name,),
        parameters=(Parameter("depth", "plies to look ahead", 8, maximum=10),),
    ),
    Entry("perfect", "Never makes a mistake.", _make_perfect, needs="value"),
    Entry("random", "Drops its discs anywhere.", _make_random, needs="nothing", is_random=True),
    Entry(
        "level",
        "Plays like a person, from a first game ever (1) to perfect (8), and never the same game twice.",
        _make_level,
        parameters=(Parameter("level", "how well it plays", str(DEFAULT_LEVEL), choices=_LEVEL_NUMBERS),),
        is_random=True,
    ),
    Entry(
        "strategy",
        "Follows forced lines and the nine rules, and searches only where no reason holds.",
        _make_strategy,
        games=(CONNECT_FOUR.name,),
    ),
)
PLAYERS = {entry.name: entry for entry in _ENTRIES}


def players_of(rules: Rules) -> list[Entry]:
    """Return all players of this variant, by name."""
    names = sorted(PLAYERS)
    return [PLAYERS[name] for name in names if rules.name in PLAYERS[name].games]


def players_with(parameter: str, rules: Rules) -> list[Entry]:
    """Return all players of this variant that have a setting of this name, by name."""
    found = []
    for entry in players_of(rules):
        if any(setting.name == parameter for setting in entry.parameters):
            found.append(entry)
    return found


def entry_of(name: str, rules: Rules) -> Entry:
    """Return the entry of a player of this variant; raise UnknownName if there is none."""
    entries = {entry.name: entry for entry in players_of(rules)}
    if name not in entries:
        raise UnknownName("player", name, list(entries))
    return entries[name]


def new_player(
    name: str,
    rules: Rules = CONNECT_FOUR,
    *,
    solver: ScoreSource | None = None,
    rng: Random | None = None,
    lookahead: Lookahead | None = None,
    **values: int | str,
) -> Player:
    """Return the player called ``name`` with the settings ``values`` and defaults for the others.

    The first setting may follow the name: ``level:3``, ``minimax:5``. Without a ``solver`` the player has one
    of its own; ``rng`` makes its random decisions, which differ every time without one. Raise UnknownName if
    no such player plays this variant, and BadArgument for a value that it cannot have.

    >>> new_player("level:3").name
    'level:3'
    """
    plain_name, colon, value = name.partition(":")
    entry = entry_of(plain_name, rules)
    if colon:
        values = {**_first_setting(entry, value), **values}
    context = PlayerContext(
        scores=Solver() if solver is None else solver,
        rng=Random() if rng is None else rng,
        lookahead=lookahead,
    )
    return entry.new(context, **values)


def _first_setting(entry: Entry, text: str) -> dict[str, int | str]:
    """Return the first setting of a player, given as text; raise BadArgument for an impossible one."""
    if not entry.parameters:
        raise BadArgument(f"{entry.name} has no setting, so {text!r} means nothing; expected {entry.name}")
    parameter = entry.parameters[0]
    if parameter.choices:
        if text not in parameter.choices:
            known = ", ".join(parameter.choices)
            raise BadArgument(f"{text!r} is not a {parameter.name} of {entry.name}; expected one of {known}")
        return {parameter.name: text}
    is_number = text.isascii() and text.isdigit() and int(text) >= parameter.minimum
    if not is_number:
        raise BadArgument(
            f"{text!r} is not a {parameter.name} of {entry.name}; expected a whole number from "
            f"{parameter.minimum}"
        )
    return {parameter.name: int(text)}
