"""`maxconnect4`: the course program, which plays Max-Connect4 through state files."""

from __future__ import annotations

import argparse
import importlib
from functools import partial
from typing import Any

from claimeven.cli.maxconnect4.state import EXPECTED, NAMES, load_state
from claimeven.cli.options import (
    Exclusive,
    Options,
    Parser,
    add_command,
    argument,
    flag,
    invalid_value,
    shared,
)
from claimeven.cli.output import write_message
from claimeven.cli.plots import plot_file
from claimeven.errors import FormatError, shortened
from claimeven.formats.statefile import State

PROGRAM = "maxconnect4"
USAGE = """maxconnect4 interactive INPUT computer-next|human-next DEPTH
       maxconnect4 one-move INPUT OUTPUT DEPTH
       maxconnect4 report [--seconds S] [--csv | --json] [--plot FILE]
       maxconnect4 referee CMD1 CMD2 [--seconds S] [--start FILE] [--keep DIR]"""
TURNS = ("computer-next", "computer-first", "human-next", "human-first")
PERFECT = "perfect"
INPUT, OUTPUT = "{input}", "{output}"  # in the commands of the referee
EXAMPLE = f"'{PROGRAM} one-move {INPUT} {OUTPUT} 3'"
USAGE_ERROR = 2

HELP = "Max-Connect4 through state files"
DESCRIPTION = """
Play Max-Connect4: the board is always filled, and every line of four is a point. States are files of six
lines of seven digits, top row first (0 empty, 1 and 2 the players' discs), and a seventh line with the player
who moves next.
"""
INTERACTIVE = """
Play against a person. The states after the program's and the person's moves are saved in computer.txt and
human.txt in the current directory.
"""
ONE_MOVE = "Make one move and write the state after it, whole or not at all."
REPORT = """
Make one move on the empty board at depth 1, 2, 3 and so on, up to and including the first that takes more
than --seconds of CPU time, and print moves explored and CPU time.
"""
REFEREE = "Let two programs play each other through files, and check every answer."
DEPTH_HELP = f"plies to look ahead; 0 is as 1, {PERFECT} looks to the end of the game"
TURN_HELP = "who plays for the player who moves next; computer-first and human-first mean the same"
PLOT_HELP = "also draw CPU time against moves explored, as .png or .svg; may be given more than once"
REFEREE_EPILOG = """
A command is split as a shell would, but no shell runs it; {input} and {output} in it become the names of
files in a folder that is new for every move. It must add exactly one disc of its own to the lowest empty cell
of a column and name the other player as the next. A wrong answer, a crash, more CPU time of all its processes
than --seconds, or no end within twice that and ten seconds on the clock loses the game. The exit code is 0
whenever the game has a result, also such a one.
"""


class _StrictParser(Parser):
    """A parser that refuses too many arguments itself, with its own usage instead of `claimeven`'s."""

    def parse_known_args(self, *arguments: Any, **options: Any) -> Any:
        """As the base class, but nothing is left unknown."""
        parsed, unknown = super().parse_known_args(*arguments, **options)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown


def _run(args: argparse.Namespace) -> int:
    """Do the job with the state in the input file, if one is named; 2 when it holds none."""
    try:
        state = State()
        if args.input is not None:
            state = load_state(args.input, may_be_missing=args.command != "referee")
    except FormatError as error:
        write_message(f"{args.input}: {error}")
        return USAGE_ERROR
    except OSError as error:
        write_message(f"{args.input}: {error.strerror or error}; expected a file of {EXPECTED}")
        return USAGE_ERROR
    importlib.import_module(f"{__name__}.{args.command.replace('-', '_')}").run(args, state)
    return 0


def _depth(text: str) -> int | None:
    """The plies that DEPTH asks for, at least 1 and at most as many as there are cells; None is perfect."""
    if text == PERFECT:
        return None
    if not (text.isascii() and text.isdigit()):
        raise invalid_value(text, "not a depth", f"a whole number of plies from 0, or {PERFECT}")
    return min(max(int(text.lstrip("0")[:3] or "0"), 1), State().rules.cells)  # three digits are enough


def _command(text: str) -> list[str]:
    """The arguments of a program that names both files."""
    import shlex

    try:
        parts = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a command: {error}") from None
    for name in (INPUT, OUTPUT):
        if not any(name in part for part in parts[1:]):
            raise argparse.ArgumentTypeError(
                f"{shortened(text)} names no {name}; expected a command as {EXAMPLE}"
            )
    return parts


def _seconds(words: str) -> Options:
    return shared("--seconds", default=60.0, help=f"{words} (default: %(default)g)")


FROM = {"input": argument(str, "INPUT", "the state to start from; the empty board if there is no such file")}
DEPTH = {"depth": argument(_depth, "DEPTH", DEPTH_HELP)}
TURN = {"turn": argument(str, "computer-next|human-next", TURN_HELP, choices=TURNS)}
TO = {"output": argument(str, "OUTPUT", "the file for the state after the move")}
REPORT_OPTIONS = {
    **_seconds("stop after the first depth above this CPU time"),
    "--csv": Exclusive(flag("the table as CSV")),
    "--json": Exclusive(flag("the table as JSON")),
    "--plot": argument(plot_file, "FILE", PLOT_HELP, action="append"),
}
REFEREE_OPTIONS = {
    **{f"command{one}": argument(_command, f"CMD{one}", f"{NAMES[one]}, as {EXAMPLE}") for one in NAMES},
    **_seconds("CPU seconds allowed for a move"),
    "--start": argument(str, "FILE", "the state to start from (default: the empty board)", dest="input"),
    "--keep": argument(str, "DIR", "keep all files in this new or empty folder"),
}


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the four commands of the family; the module of each has a ``run`` that takes a state, too."""
    parser.prog, parser.usage = PROGRAM, USAGE
    jobs = parser.add_subparsers(
        prog=PROGRAM, title="commands", metavar="COMMAND", required=True, parser_class=_StrictParser
    )
    add = partial(add_command, jobs, run=_run, input=None)
    add("interactive", "play against a person", INTERACTIVE, FROM | TURN | DEPTH)
    add("one-move", "make one move and write the state after it", ONE_MOVE, FROM | TO | DEPTH)
    add("report", "what a move costs, depth by depth", REPORT, REPORT_OPTIONS)
    add("referee", "a game between two one-move programs", REFEREE, REFEREE_OPTIONS, REFEREE_EPILOG)
