"""Parse a command line, run its command, and turn failures into a message and an exit code.

0    success, including a closed output pipe
1    bad input, or a search that reached its limit; stderr says why
2    a usage error
130  Ctrl-C; see main.py
143  SIGTERM, and 129 SIGHUP: stopped a game on a terminal, a batch job or the referee
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from claimeven.cli import output
from claimeven.cli.options import USAGE_ERROR, Parser, add_command
from claimeven.cli.output import discard_output, flush_stdout, write_line, write_message
from claimeven.errors import ClaimevenError, GeometryError, TableError, UnknownName

# A command is a module or package of claimeven.cli (with hyphens as underscores), imported only when needed.
# It has HELP, DESCRIPTION, optionally EPILOG, and either OPTIONS and run(args) or add_commands(parser).
COMMANDS = (
    "play",
    "puzzle",
    "serve",
    "solve",
    "analyze",
    "explain",
    "review",
    "check-proof",
    "label",
    "dataset",
    "minimax",
    "tree",
    "maxconnect4",
    "max-table",
    "bench",
    "book",
)
OPTION_ERRORS = (GeometryError, TableError, UnknownName)  # caused by the value of an option
SUCCESS = 0
FAILURE = 1


def run_command_line(arguments: Sequence[str], program: str) -> int:
    """Run one command line, given without the program's name, and return the exit code.

    Messages begin with ``program``. Raise KeyboardInterrupt on Ctrl-C.
    """
    output.prog = program
    try:
        code = _run(arguments)
        flush_stdout()
    except BrokenPipeError:
        discard_output(sys.stdout)
        return SUCCESS
    except OSError as error:
        discard_output(sys.stdout)
        reason = error.strerror or str(error)
        write_message(f"{error.filename}: {reason}" if error.filename else reason)
        return FAILURE
    return code


def _run(arguments: Sequence[str]) -> int:
    parser = _parser(arguments[0] if arguments else "")
    try:
        parsed = parser.parse_args(arguments)
        if "run" not in parsed:
            parser.print_help(sys.stderr)
            return USAGE_ERROR
        code: int = parsed.run(parsed) or SUCCESS
    except SystemExit as stop:  # raised by argparse after --help, --version and usage errors
        return SUCCESS if stop.code is None else int(stop.code)
    except ClaimevenError as error:
        write_message(str(error))
        return USAGE_ERROR if isinstance(error, OPTION_ERRORS) else FAILURE
    return code


def _parser(command: str) -> argparse.ArgumentParser:
    """Return a parser for one command, or for all of them if ``command`` is not one."""
    parser = Parser(
        prog="claimeven",
        description="Connect Four, solved: exact scores, best moves and a perfect player.",
        epilog="Run `claimeven COMMAND --help` for help on a command.",
    )
    parser.add_argument("--version", action=_ShowVersion, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    names = [command] if command in COMMANDS else COMMANDS
    for name in names:
        _add_command(commands, name)
    return parser


def _add_command(commands: argparse._SubParsersAction[Parser], name: str) -> None:
    """Import the module of a command and add it to the parser."""
    module = importlib.import_module(f"claimeven.cli.{name.replace('-', '_')}")
    parser = add_command(
        commands,
        name,
        module.HELP,
        module.DESCRIPTION,
        getattr(module, "OPTIONS", {}),
        getattr(module, "EPILOG", None),
        run=getattr(module, "run", None),
    )
    if hasattr(module, "add_commands"):
        module.add_commands(parser)


class _ShowVersion(argparse.Action):
    """Look up the version only for --version, because the lookup doubles the start-up time."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        write_line(f"claimeven {version('claimeven')}")
        parser.exit()
