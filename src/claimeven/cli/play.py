"""`claimeven play`: a game against the system, on a terminal or, in plain text, through a pipe."""

from __future__ import annotations

import os
import sys
from random import Random
from typing import TYPE_CHECKING

from claimeven.cli.options import (
    add_solver_options,
    add_variant_option,
    book_of,
    rules_of,
    solver_of,
    whole_number,
)
from claimeven.cli.output import is_terminal
from claimeven.cli.play_plain import play_plain
from claimeven.cli.play_session import Session
from claimeven.players.lookahead import DEFAULT_DEPTH as MAX_DEPTH
from claimeven.players.lookahead import LookaheadPlayer
from claimeven.players.perfect import PerfectPlayer
from claimeven.players.registry import MAX_PLAYERS, PLAYERS, new_max_player, new_player
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.search.estimate import ESTIMATES
from claimeven.search.lookahead import Lookahead
from claimeven.search.minimax import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Minimax

if TYPE_CHECKING:
    import argparse

    from claimeven.players.player import Player
    from claimeven.search.solver import Solver

FIRST = ("you", "me", "random")

DESCRIPTION = """
Play Connect Four, or Max-Connect4, against the system. Type the number of a column to drop a disc, or one of
the words hint, score, undo, help, quit.
"""
EPILOG = """
On a terminal the board is drawn in colour and in place. When input or output is not a terminal, and with
--plain, the game is lines of text: you are X, the system is O, the board is printed after every move, and the
end of the input ends the game.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "play", help="play against the system", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument(
        "--first", choices=FIRST, default="random", help="who begins; me is the system (default: %(default)s)"
    )
    parser.add_argument(
        "--player",
        choices=sorted(PLAYERS | MAX_PLAYERS),
        default="perfect",
        help="your opponent; minimax plays only four, lookahead only max (default: %(default)s)",
    )
    add_variant_option(parser)
    parser.add_argument(
        "--depth",
        type=whole_number("a depth"),
        metavar="D",
        help=f"plies that the player minimax (default: {DEFAULT_DEPTH}) or lookahead (default: {MAX_DEPTH}) "
        "looks ahead",
    )
    parser.add_argument(
        "--estimate",
        choices=list(ESTIMATES),
        help=f"how the player minimax values boards (default: {DEFAULT_ESTIMATE})",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="make what is random the same every time")
    parser.add_argument("--plain", action="store_true", help="plain text, also on a terminal")
    add_solver_options(parser)
    parser.set_defaults(run=run, misuse=parser.error)


def run(args: argparse.Namespace) -> int:
    """Play until the person has had enough; always 0."""
    if args.player not in ("minimax", "lookahead") and (args.depth or args.estimate):
        args.misuse("--depth is for --player minimax and lookahead, --estimate for minimax")
    if args.player == "lookahead" and args.estimate:
        args.misuse("--estimate is for --player minimax")
    rules = rules_of(args)
    names = PLAYERS if rules.line_ends_game else MAX_PLAYERS
    if args.player not in names:
        args.misuse(f"{args.player} does not play {rules.title}; players are {', '.join(sorted(names))}")
    solver = solver_of(args)
    rng = Random(args.seed)
    session = Session(
        start=Position(rules=rules),
        player=_player(args, solver, rng),
        adviser=PerfectPlayer(solver),
        persons={"you": [0], "me": [1], "random": [0, 1]}[args.first],
        rng=rng,
    )
    if args.plain or not _is_on_screen():
        play_plain(session)
    else:
        from claimeven.cli.play_screen import play_screen

        play_screen(session)
    return 0


def _player(args: argparse.Namespace, solver: Solver, rng: Random) -> Player:
    """The opponent that the options describe."""
    if args.variant == CONNECT_FOUR:
        minimax = Minimax(depth=args.depth or DEFAULT_DEPTH, estimate=args.estimate or DEFAULT_ESTIMATE)
        return new_player(args.player, solver=solver, rng=rng, minimax=minimax)
    search = Lookahead(table_mib=args.table, book=book_of(args))
    lookahead = LookaheadPlayer(search, depth=args.depth or MAX_DEPTH)
    return new_max_player(args.player, solver=solver, rng=rng, lookahead=lookahead)


def _is_on_screen() -> bool:
    """True when a person sits at a terminal that can be drawn on in place."""
    is_dumb = os.environ.get("TERM") in ("dumb", "unknown")
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and not is_dumb
