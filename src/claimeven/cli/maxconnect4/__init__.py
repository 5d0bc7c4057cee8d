"""`maxconnect4`: the course program, which plays Max-Connect4 with state files."""

from __future__ import annotations

import argparse
import importlib
import shlex
from functools import partial

from claimeven.cli.maxconnect4.state import EXPECTED, NAMES, load_state
from claimeven.cli.options import (
    USAGE_ERROR,
    Exclusive,
    Options,
    add_command,
    argument,
    flag,
    invalid_value,
    shared,
)
from claimeven.cli.output import write_message
from claimeven.cli.plots import plot_file
from claimeven.errors import FormatError, shortened
from claimeven.formats.statefile import FIRST, SECOND, State

PROGRAM = "maxconnect4"
USAGE = """maxconnect4 interactive INPUT computer-next|human-next DEPTH
       maxconnect4 one-move INPUT OUTPUT DEPTH
       maxconnect4 report [--seconds S] [--csv | --json] [--plot FILE]
       maxconnect4 referee CMD1 CMD2 [--seconds S] [--start FILE] [--keep DIR]"""
TURNS = ("computer-next", "computer-first", "human-next", "human-first")
PERFECT = "perfect"
INPUT = "{input}"  # in the commands of the referee
OUTPUT = "{output}"
EXAMPLE = f"'{PROGRAM} one-move {INPUT} {OUTPUT} 3'"

HELP = "play Max-Connect4 with state files"
DESCRIPTION = """
Play Max-Connect4: the board is always filled, and every line of four is a point. A state file has six lines
of seven digits, top row first (0 empty, 1 and 2 the players' discs), and a seventh line with the player who
moves next.
"""
INTERACTIVE = """
Play against a person. The states after the computer's and the person's moves are saved to computer.txt and
human.txt in the current directory.
"""
ONE_MOVE = "Make one move and write the state after it, in one step."
REPORT = """
Make one move on the empty board at depth 1, 2, 3 and so on, up to and including the first that takes more
than --seconds of CPU time, and print moves explored and CPU time.
"""
REFEREE = "Let two programs play each other with state files, and check every move."
DEPTH_HELP = f"number of plies to look ahead; 0 means 1, {PERFECT} means to the end of the game"
TURN_HELP = "who makes the next move; computer-first and human-first are synonyms"
PLOT_HELP = "also plot CPU time against moves explored, as .png or .svg; may be repeated"
REFEREE_EPILOG = """
A command is split into words as in a shell, but run without one; {input} and {output} in it become the names
of files in a folder that is new for every move. The program must add exactly one disc of its own to the
lowest empty cell of a column, and name the other player as the next. It loses the game with a wrong answer, a
crash, more than --seconds of CPU time for all its processes, or if it takes more than twice that plus ten
seconds on the clock. The exit code is 0 whenever the game has a result, even by forfeit.
"""


def _run(args: argparse.Namespace) -> int:
    """Run the subcommand with the state in the input file, if any; return 2 if that is invalid, else 0."""
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
    module = importlib.import_module(f"{__name__}.{args.command.replace('-', '_')}")
    module.run(args, state)
    return 0


def _depth(text: str) -> int | None:
    """Parse DEPTH: return from 1 to the number of cells, None for perfect."""
    if text == PERFECT:
        return None
    if not (text.isascii() and text.isdigit()):
        raise invalid_value(text, "not a depth", f"a whole number of plies from 0, or {PERFECT}")
    significant = text.lstrip("0")[:3] or "0"  # three digits exceed any board
    return min(max(int(significant), 1), State().rules.cells)


def _command(text: str) -> list[str]:
    """Parse a command of the referee, which must name both files."""
    try:
        parts = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a command: {error}") from None
    for name in (INPUT, OUTPUT):
        if not any(name in part for part in parts[1:]):
            raise argparse.ArgumentTypeError(
                f"{shortened(text)} does not contain {name}; expected a command, e.g. {EXAMPLE}"
            )
    return parts


def _seconds(help_text: str) -> Options:
    return shared("--seconds", default=60.0, help=f"{help_text} (default: %(default)g)")


FROM_INPUT = {
    "input": argument(str, "INPUT", "state file to start from; the empty board if it does not exist")
}
DEPTH = {"depth": argument(_depth, "DEPTH", DEPTH_HELP)}
TURN = {"turn": argument(str, "computer-next|human-next", TURN_HELP, choices=TURNS)}
TO_OUTPUT = {"output": argument(str, "OUTPUT", "state file to write")}
REPORT_OPTIONS = {
    **_seconds("stop after the first depth that takes longer, in CPU seconds"),
    "--csv": Exclusive(flag("print the table as CSV")),
    "--json": Exclusive(flag("print the table as JSON")),
    "--plot": argument(plot_file, "FILE", PLOT_HELP, action="append"),
}
REFEREE_OPTIONS = {
    "command1": argument(_command, "CMD1", f"command of {NAMES[FIRST]}, e.g. {EXAMPLE}"),
    "command2": argument(_command, "CMD2", f"command of {NAMES[SECOND]}, e.g. {EXAMPLE}"),
    **_seconds("CPU seconds allowed for a move"),
    "--start": argument(str, "FILE", "state file to start from (default: the empty board)", dest="input"),
    "--keep": argument(str, "DIR", "keep all files in this folder, which must be new or empty"),
}


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the four subcommands; the module of each has a function ``run(args, state)``."""
    parser.prog = PROGRAM
    parser.usage = USAGE
    commands = parser.add_subparsers(prog=PROGRAM, title="commands", metavar="COMMAND", required=True)
    add = partial(add_command, commands, run=_run, input=None)
    add("interactive", "play against a person", INTERACTIVE, FROM_INPUT | TURN | DEPTH)
    add("one-move", "make one move and write the state after it", ONE_MOVE, FROM_INPUT | TO_OUTPUT | DEPTH)
    add("report", "measure what a move costs, depth by depth", REPORT, REPORT_OPTIONS)
    add("referee", "let two one-move programs play each other", REFEREE, REFEREE_OPTIONS, REFEREE_EPILOG)
