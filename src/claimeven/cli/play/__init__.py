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
from claimeven.cli.output import is_terminal
from claimeven.cli.play.plain import play_plain
from claimeven.cli.play.session import Session
from claimeven.players.registry import PLAYERS, Parameter, new_player, players_of
from claimeven.rules.position import Position
from claimeven.solver.lookahead import Lookahead

FIRST = {"you": [0], "me": [1], "random": [0, 1]}  # option value -> possible turns of the person
DUMB_TERMINALS = ("dumb", "unknown")  # cannot be redrawn in place

HELP = "play against the computer"
DESCRIPTION = """
Play Connect Four or Max-Connect4 against the computer. Type the number of a column to drop a disc, or one of
the words hint, score, why, undo, help, quit.
"""
EPILOG = """
On a terminal the board is drawn in colour and redrawn in place. With --plain, or if input or output is not a
terminal, the game is lines of text: you are X, the computer is O, the board is printed after every move, and
the end of input ends the game.
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
        "first setting: level:4 means --player level --level 4 (default: %(default)s)"
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
    help_text = f"{first.help}, for --player {' or '.join(players)}"
    if first.choices:
        return choice(first.choices, help_text)
    return argument(whole_number(f"a {name}"), name[0].upper(), help_text)


PARAMETERS = _parameters_by_name()
OPTIONS = {
    "--first": choice(FIRST, "who moves first; me is the computer", "random"),
    "--player": argument(_player, "NAME[:VALUE]", _player_help(), "perfect"),
    **{f"--{name}": _parameter_option(name, by_player) for name, by_player in PARAMETERS.items()},
    "--seed": argument(int, "N", "random seed, for repeatable games"),
    "--plain": flag("plain text, even on a terminal"),
    **SOLVER_OPTIONS,
}


def run(args: argparse.Namespace) -> None:
    """Play until the person quits."""
    values = _parameter_values(args)
    rules = rules_of(args)
    names = [entry.name for entry in players_of(rules)]
    name, _ = args.player
    if name not in names:
        args.usage_error(f"{name} does not play {rules.title}; choose one of {', '.join(names)}")
    solver = solver_of(args)
    rng = Random(args.seed)
    lookahead = Lookahead(table_mib=args.table, book=book_of(args))
    session = Session(
        start=Position(rules=rules),
        player=new_player(name, rules, solver=solver, rng=rng, lookahead=lookahead, **values),
        solver=solver,
        person_turns=FIRST[args.first],
        rng=rng,
    )
    if args.plain or not _is_on_terminal():
        play_plain(session)
    else:
        from claimeven.cli.play.screen import play_screen

        play_screen(session)


def _is_on_terminal() -> bool:
    """Return True if the game can be drawn in place."""
    is_dumb = os.environ.get("TERM") in DUMB_TERMINALS
    return not is_dumb and is_terminal(sys.stdin) and is_terminal(sys.stdout)


def _parameter_values(args: argparse.Namespace) -> dict[str, int | str]:
    """Return the player's settings; exit with a usage error if one is for other players or given twice."""
    player: str
    values: dict[str, int | str]
    player, values = args.player
    for name, by_player in PARAMETERS.items():
        value = getattr(args, name)
        if value is None:
            continue
        if player not in by_player:
            args.usage_error(f"--{name} is only for --player {' or '.join(by_player)}")
        if name in values:
            args.usage_error(f"give the {name} once: --{name} or {player}:{values[name]}")
        values = values | {name: value}
    return values
