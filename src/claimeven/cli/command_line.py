"""Parse a command line, run its command, and turn what goes wrong into a message and an exit code.

0    done (also when the reader of a pipe has seen enough)
1    the input was bad or the search stopped at its limit; stderr says why
2    the command line was wrong
130  stopped by Ctrl-C; see main.py
143  and 129: a game on a terminal, or the referee, was stopped by SIGTERM or SIGHUP
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from claimeven.cli import output
from claimeven.cli.options import Parser, add_command
from claimeven.cli.output import abandon, flush_stdout, write_line, write_message
from claimeven.errors import ClaimevenError, GeometryError, TableError, UnknownName

# Each is a module or package here, loaded only if its command is wanted; hyphens are underscores there.
# It has HELP, DESCRIPTION, perhaps EPILOG, OPTIONS and run(args), or add_commands(parser) for a family.
COMMANDS = (
    "play",
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
OPTION_ERRORS = (GeometryError, TableError, UnknownName)  # sizes, tables and names come from options
DONE, FAILED, MISUSED = 0, 1, 2


def run_command_line(arguments: Sequence[str], program: str) -> int:
    """Run one command line, without the program's name, and return the exit code.

    Messages begin with ``program``. Raises KeyboardInterrupt.
    """
    output.prog = program
    try:
        code = _run(arguments)
        flush_stdout()
    except BrokenPipeError:
        abandon(sys.stdout)
        return DONE
    except OSError as error:
        abandon(sys.stdout)
        write_message(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        return FAILED
    return code


def _run(arguments: Sequence[str]) -> int:
    parser = _parser(arguments[0] if arguments else "")
    try:
        parsed = parser.parse_args(arguments)
        if "run" not in parsed:
            parser.print_help(sys.stderr)
            return MISUSED
        code: int = parsed.run(parsed) or DONE
    except SystemExit as stop:  # argparse leaves this way after --help, --version and usage errors
        return DONE if stop.code is None else int(stop.code)
    except ClaimevenError as error:
        write_message(str(error))
        return MISUSED if isinstance(error, OPTION_ERRORS) else FAILED
    return code


def _parser(command: str) -> argparse.ArgumentParser:
    """The parser of one command, or of all if there is no such command."""
    parser = Parser(
        prog="claimeven",
        description="Connect Four, solved: exact scores, best moves and a perfect player.",
        epilog="`claimeven COMMAND --help` says more about one command.",
    )
    parser.add_argument("--version", action=_ShowVersion, help="print the version and leave")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in [command] if command in COMMANDS else COMMANDS:
        module = importlib.import_module(f"claimeven.cli.{name.replace('-', '_')}")
        options, epilog, run = (getattr(module, what, None) for what in ("OPTIONS", "EPILOG", "run"))
        one = add_command(commands, name, module.HELP, module.DESCRIPTION, options or {}, epilog, run=run)
        if options is None:
            module.add_commands(one)
    return parser


class _ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for: the lookup costs as much as the whole start."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        write_line(f"claimeven {version('claimeven')}")
        parser.exit()
