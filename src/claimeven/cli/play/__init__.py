"""`claimeven play`: a game against the system, on a terminal or, in plain text, through a pipe."""

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

SETTINGS: dict[str, dict[str, Parameter]] = {}  # what players may be told, each with those it is for
for _player in PLAYERS.values():
    for _parameter in _player.parameters:
        SETTINGS.setdefault(_parameter.name, {})[_player.name] = _parameter
ONLY = ", ".join(f"{name} only {one.games[0]}" for name, one in PLAYERS.items() if len(one.games) == 1)
FIRST = {"you": [0], "me": [1], "random": [0, 1]}

HELP = "play against the system"
DESCRIPTION = """
Play Connect Four, or Max-Connect4, against the system. Type the number of a column to drop a disc, or one of
the words hint, score, why, undo, help, quit.
"""
EPILOG = """
On a terminal the board is drawn in colour and in place. When input or output is not a terminal, and with
--plain, the game is lines of text: you are X, the system is O, the board is printed after every move, and the
end of the input ends the game.
"""


def _opponent(text: str) -> tuple[str, dict[str, int | str]]:
    """Parse ``NAME`` or ``NAME:VALUE``: a player, and the value of its first setting if there is one."""
    name, colon, value = text.partition(":")
    if name not in PLAYERS:
        raise invalid_value(text, "not a player", f"one of {', '.join(sorted(PLAYERS))}")
    if not colon:
        return name, {}
    if not PLAYERS[name].parameters:
        raise invalid_value(text, "not a player", f"{name}, which has no settings")
    first = PLAYERS[name].parameters[0]
    if first.choices and value not in first.choices:
        raise invalid_value(value, f"not a {first.name}", f"one of {', '.join(first.choices)}")
    return name, {first.name: value if first.choices else whole_number(f"a {first.name}")(value)}


def _setting(name: str, told: dict[str, Parameter]) -> dict[str, Any]:
    """The option for what some players may be told."""
    first = next(iter(told.values()))
    players = " or ".join(f"{player} (default: {parameter.default})" for player, parameter in told.items())
    words = f"{first.help}, for the player {players}"
    if first.choices:
        return choice(first.choices, words)
    return argument(whole_number(f"a {name}"), name[0].upper(), words)


PLAYER_HELP = f"""
your opponent: {", ".join(sorted(PLAYERS))}; {ONLY.replace(" only", " plays only", 1)} (default: %(default)s).
A value is for its first setting: level:4 is --player level --level 4
"""
OPTIONS = {
    "--first": choice(FIRST, "who begins; me is the system", "random"),
    "--player": argument(_opponent, "NAME[:VALUE]", PLAYER_HELP, "perfect"),
    **{f"--{name}": _setting(name, told) for name, told in SETTINGS.items()},
    "--seed": argument(int, "N", "make what is random the same every time"),
    "--plain": flag("plain text, also on a terminal"),
    **SOLVER_OPTIONS,
}


def run(args: argparse.Namespace) -> None:
    """Play until the person has had enough."""
    values = _values(args)
    rules = rules_of(args)
    names = [entry.name for entry in players_of(rules)]
    name, _ = args.player
    if name not in names:
        args.usage_error(f"{name} does not play {rules.title}; players are {', '.join(names)}")
    solver = solver_of(args)
    rng = Random(args.seed)
    lookahead = Lookahead(table_mib=args.table, book=book_of(args))
    session = Session(
        start=Position(rules=rules),
        player=new_player(name, rules, solver=solver, rng=rng, lookahead=lookahead, **values),
        solver=solver,
        persons=FIRST[args.first],
        rng=rng,
    )
    is_dumb = os.environ.get("TERM") in ("dumb", "unknown")  # and cannot be drawn on in place
    if args.plain or is_dumb or not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        play_plain(session)
    else:
        from claimeven.cli.play.screen import play_screen

        play_screen(session)


def _values(args: argparse.Namespace) -> dict[str, int | str]:
    """What the options tell the player; leaves with a usage error if they are for others."""
    player: str
    values: dict[str, int | str]
    player, values = args.player
    given = {name: getattr(args, name) for name in SETTINGS if getattr(args, name) is not None}
    others = {name: told for name, told in SETTINGS.items() if player not in told}
    if given.keys() & others.keys():
        uses = ", ".join(f"--{name} for {' and '.join(told)}" for name, told in others.items())
        args.usage_error(uses.replace(" for ", " is for --player ", 1))
    for name in given.keys() & values.keys():
        args.usage_error(f"--{name} and --player {player}:{values[name]}; expected one of them")
    return values | given
