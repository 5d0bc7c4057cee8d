"""`claimeven play`: play against the computer, in colour on a terminal or in plain text through a pipe."""

from __future__ import annotations

import argparse
import os
import sys
from random import Random
from typing import Any

from claimeven.cli.options import (
    SOLVER_OPTIONS,
    argument,
    book_of,
    choice,
    flag,
    invalid_value,
    rules_of,
    solver_of,
    whole_number,
)
from claimeven.cli.output import is_terminal, write_message
from claimeven.cli.play.plain import play_plain
from claimeven.cli.play.questions import NoAnswer, ask_first, ask_level
from claimeven.cli.play.session import Session
from claimeven.players.registry import PLAYERS, Parameter, new_player, players_of, players_with
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.lookahead import Lookahead

# Option value -> possible turns of the person; `me` is an older name for the computer.
FIRST = {"you": [0], "computer": [1], "random": [0, 1], "me": [1]}
DEFAULT_PLAYER = "perfect"
DEFAULT_FIRST = "random"
DUMB_TERMINALS = ("dumb", "unknown")  # cannot be redrawn in place

HELP = "play against the computer"
DESCRIPTION = """
Play Connect Four or Max-Connect4 against the computer. Type the number of a column to drop a disc, or one of
the words hint, score, why, undo, help, quit.
"""
EPILOG = """
On a terminal you are first asked how strong the computer should be and who moves first, unless options say
so. The board is drawn in colour and redrawn in place; the arrow keys choose a column, new starts another
game, swap changes sides, and level 3 changes the strength. With --plain, or if input or output is not a
terminal, nothing is asked and the game is lines of text: you are X, the computer is O, the board is printed
after every move, and the end of input ends the game.
"""


def _parameters_by_name() -> dict[str, dict[str, Parameter]]:
    """Return the parameters of all players: parameter name -> player name -> parameter."""
    parameters: dict[str, dict[str, Parameter]] = {}
    for player in PLAYERS.values():
        for parameter in player.parameters:
            parameters.setdefault(parameter.name, {})[player.name] = parameter
    return parameters


def _player_help() -> str:
    """Return the help text of --player."""
    specialists: dict[str, list[str]] = {}
    for name, player in PLAYERS.items():
        if len(player.games) == 1:
            specialists.setdefault(player.games[0], []).append(name)
    restrictions = []
    for game, names in specialists.items():
        restrictions.append(f"only with --variant {game}: {', '.join(names)}")
    return (
        f"your opponent: {', '.join(sorted(PLAYERS))} ({'; '.join(restrictions)}). VALUE is for the player's "
        f"first setting: level:4 means --player level --level 4 (default: {DEFAULT_PLAYER})"
    )


def _player(text: str) -> tuple[str, dict[str, int | str]]:
    """Parse ``NAME`` or ``NAME:VALUE``; return the name and its first setting, if that is given."""
    name, colon, value = text.partition(":")
    if name not in PLAYERS:
        raise invalid_value(text, "not a player", f"one of {', '.join(sorted(PLAYERS))}")
    if not colon:
        return name, {}
    if not PLAYERS[name].parameters:
        raise invalid_value(text, "not a player", f"{name}, which has no settings")
    parameter = PLAYERS[name].parameters[0]
    if not parameter.choices:
        return name, {parameter.name: whole_number(f"a {parameter.name}")(value)}
    if value not in parameter.choices:
        raise invalid_value(value, f"not a {parameter.name}", f"one of {', '.join(parameter.choices)}")
    return name, {parameter.name: value}


def _parameter_option(name: str, by_player: dict[str, Parameter]) -> dict[str, Any]:
    """Return the settings of the option for a parameter of some players."""
    players = []
    for player, parameter in by_player.items():
        players.append(f"{player} (default: {parameter.default})")
    first = next(iter(by_player.values()))
    help_text = f"{first.help}; chooses --player {' or '.join(players)}"
    if first.choices:
        return choice(first.choices, help_text)
    return argument(whole_number(f"a {name}"), name[0].upper(), help_text)


PARAMETERS = _parameters_by_name()
OPTIONS = {
    "--first": choice(FIRST, f"who moves first; me means computer (default: {DEFAULT_FIRST})"),
    "--player": argument(_player, "NAME[:VALUE]", _player_help()),
    **{f"--{name}": _parameter_option(name, by_player) for name, by_player in PARAMETERS.items()},
    "--seed": argument(int, "N", "random seed, for repeatable games"),
    "--plain": flag("plain text, even on a terminal"),
    **SOLVER_OPTIONS,
}


def run(args: argparse.Namespace) -> None:
    """Play until the person quits."""
    rules = rules_of(args)
    name, values = _player_and_values(args, rules)
    if _can_ask(args):
        try:
            if name is None:
                name = "level"
                values = {"level": str(ask_level())}
            if args.first is None:
                args.first = ask_first()
        except NoAnswer:
            write_message("no game was played")
            return
    solver = solver_of(args)
    rng = Random(args.seed)
    lookahead = Lookahead(table_mib=args.table, book=book_of(args))
    player = new_player(name or DEFAULT_PLAYER, rules, solver=solver, rng=rng, lookahead=lookahead, **values)
    session = Session(
        start=Position(rules=rules),
        player=player,
        solver=solver,
        person_turns=FIRST[args.first or DEFAULT_FIRST],
        rng=rng,
    )
    if args.plain or not _can_redraw():
        play_plain(session)
    else:
        from claimeven.cli.play.screen import play_screen

        play_screen(session)


def _can_ask(args: argparse.Namespace) -> bool:
    """Return True if a person at a terminal can be asked, and did not ask for plain text."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return not args.plain and all(is_terminal(stream) for stream in streams)


def _can_redraw() -> bool:
    """Return True if the game can be drawn in place."""
    is_dumb = os.environ.get("TERM") in DUMB_TERMINALS
    return not is_dumb and is_terminal(sys.stdin) and is_terminal(sys.stdout)


def _player_and_values(args: argparse.Namespace, rules: Rules) -> tuple[str | None, dict[str, int | str]]:
    """Return the player that the options name or imply, with its settings; None if there is no such option.

    Exit with a usage error if the player does not play this game, or has no such setting.
    """
    given = _given_values(args)
    if args.player is None:
        return _implied_player(args, given, rules), given
    name: str
    values: dict[str, int | str]
    name, values = args.player
    for parameter in given:
        if name not in PARAMETERS[parameter]:
            args.usage_error(_only_for(parameter))
        if parameter in values:
            args.usage_error(f"give the {parameter} once: --{parameter} or {name}:{values[parameter]}")
    names = [entry.name for entry in players_of(rules)]
    if name not in names:
        args.usage_error(f"{name} does not play {rules.title}; choose one of {', '.join(names)}")
    return name, values | given


def _given_values(args: argparse.Namespace) -> dict[str, int | str]:
    """Return the settings of players that are given as options of their own."""
    given: dict[str, int | str] = {}
    for name in PARAMETERS:
        value = getattr(args, name)
        if value is not None:
            given[name] = value
    return given


def _implied_player(args: argparse.Namespace, given: dict[str, int | str], rules: Rules) -> str | None:
    """Return the first player, by name, that has all given settings; None if none is given.

    Exit with a usage error if no player of this game has them all.
    """
    names = [entry.name for entry in players_of(rules)]
    for parameter in given:
        having = [entry.name for entry in players_with(parameter, rules)]
        if not having:
            args.usage_error(f"{_only_for(parameter)}, which does not play {rules.title}")
        names = [name for name in names if name in having]
    if not names:
        options = " and ".join(f"--{parameter}" for parameter in given)
        args.usage_error(f"{options} are for different players; give only one of them")
    return names[0] if given else None


def _only_for(parameter: str) -> str:
    return f"--{parameter} is only for --player {' or '.join(PARAMETERS[parameter])}"
