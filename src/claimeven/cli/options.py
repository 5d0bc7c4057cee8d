"""Define the options that several commands share, and parse their values."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from claimeven.cli.output import bounds_text, progress_line
from claimeven.errors import MAX_SHOWN, ClaimevenError, GeometryError, IllegalMove, LimitReached, shortened
from claimeven.files import suffix_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules, parse_size
from claimeven.solver.book import Book
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import Limit
from claimeven.solver.solver import DEFAULT_TABLE_MIB, MAX_THREADS, Solver

Value = TypeVar("Value")
Options = dict[str, dict[str, Any]]  # names of an argument -> keyword arguments for add_argument

USAGE_ERROR = 2
BOARD_WORD = re.compile(r"[xo]*(?:-[xo]*){3,}", re.IGNORECASE)  # as formats/stacks.py reads it
MAX_WORKERS = 1024
SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")  # protocols that Dask supports
MAX_DIGITS = 4000  # int() refuses slightly longer strings
MAX_SECONDS = 1_000_000  # of a limit; much larger values overflow system timers


class Exclusive(dict[str, Any]):
    """Keyword arguments of an option that excludes every other Exclusive option of its command."""


def add_command(
    commands: argparse._SubParsersAction[Any],
    name: str,
    help_text: str,
    description: str,
    options: Options,
    epilog: str | None = None,
    **defaults: object,
) -> argparse.ArgumentParser:
    """Add a subcommand with its options, and return its parser.

    ``defaults`` become attributes of the parsed arguments, e.g. ``run``, the function to call.
    """
    parser: argparse.ArgumentParser
    parser = commands.add_parser(name, help=help_text, description=description, epilog=epilog)
    parser.set_defaults(command=name, usage_error=parser.error, **defaults)
    exclusive_group = None
    for names, settings in options.items():
        container: argparse._ActionsContainer = parser
        if isinstance(settings, Exclusive):
            exclusive_group = exclusive_group or parser.add_mutually_exclusive_group()
            container = exclusive_group
        container.add_argument(*names.split(), **settings)
    return parser


def shared(*names: str, **changes: Any) -> Options:
    """Return the options of SHARED with these names, with ``changes`` to their settings."""
    return {name: SHARED[name] | changes for name in names}


def flag(help_text: str) -> dict[str, Any]:
    """Return the settings of an option without a value."""
    return {"action": "store_true", "help": help_text}


def argument(
    parse: Callable[[str], object], metavar: str | None, help_text: str, default: object = None, **more: Any
) -> dict[str, Any]:
    """Return the settings of an argument with a value; add the default to a help text that lacks it."""
    if default is not None and "(default" not in help_text:
        help_text = f"{help_text} (default: %(default)s)"
    return {"type": parse, "metavar": metavar, "help": help_text, "default": default, **more}


def choice(choices: Iterable[str], help_text: str, default: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the settings of an option that takes one of ``choices``."""
    return argument(str, None, help_text, default, choices=tuple(choices), **more)


def rules_of(args: argparse.Namespace) -> Rules:
    """Return the game that --variant names, on the board of --size; Connect Four without --variant."""
    variant: Rules = getattr(args, "variant", CONNECT_FOUR)
    return variant.sized(args.size.columns, args.size.rows)


def solver_of(args: argparse.Namespace) -> Solver:
    """Return a solver for --table, --threads and --no-book; raise TableError if the table is too large."""
    return Solver(table_mib=args.table, threads=args.threads, book=book_of(args))


def book_of(args: argparse.Namespace) -> Callable[[Rules], Book] | None:
    """Return the loader of the packaged books, or None with --no-book."""
    return None if args.no_book else packaged_book


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are a line of usage and a short printable line with the reason.

    It rejects unknown arguments itself, with the usage of its own command, and suggests similar names. A
    board in one word is never an option, even if it begins with a hyphen.
    """

    def error(self, message: str) -> NoReturn:
        """Exit with a usage error; escape unprintable characters and cut long words."""
        printable = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
        shown = re.sub(rf"(\S{{{MAX_SHOWN}}})\S{{{MAX_SHOWN},}}", r"\1...", printable)
        self.exit(USAGE_ERROR, f"{self._short_usage()}\n{self.prog}: error: {shown}\n")

    def parse_known_args(self, *arguments: Any, **options: Any) -> Any:
        """Parse as the base class does, but exit with a usage error for unknown arguments."""
        parsed, unknown = super().parse_known_args(*arguments, **options)
        if unknown:
            known = list(self._option_string_actions)
            names = [word.partition("=")[0] for word in unknown if word.startswith("-")]
            self.error(f"unrecognized arguments: {' '.join(unknown)}{_suggestion(names, known)}")
        return parsed, unknown

    def _short_usage(self) -> str:
        """Return the usage in one line: arguments and required options, but no other option."""
        required = [action for action in self._get_optional_actions() if action.required]
        formatter = self._get_formatter()
        formatter.add_usage(None, [*required, *self._get_positional_actions()], [], prefix="")
        usage = " ".join(formatter.format_help().split())
        arguments = usage.removeprefix(self.prog)
        return f"usage: {self.prog} [OPTIONS]{arguments}  (--help lists all options)"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        is_command = isinstance(action, argparse._SubParsersAction)
        if is_command and action.choices is not None and value not in action.choices:
            suggestion = _suggestion([value], list(action.choices))
            self.error(f"there is no command {value!r}{suggestion or '; --help lists the commands'}")
        super()._check_value(action, value)

    def _parse_optional(self, arg_string: str) -> Any:
        if BOARD_WORD.fullmatch(arg_string):
            return None
        return super()._parse_optional(arg_string)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if action.option_strings and arg_strings == ["--"]:  # Python 3.11 drops the -- and then fails
            self.error(f"argument {'/'.join(action.option_strings)}: expected one argument")
        return super()._get_values(action, arg_strings)


def _suggestion(names: Iterable[str], known: Sequence[str]) -> str:
    """Return a question to add to an error, with the known name that is most like one of ``names``."""
    from difflib import get_close_matches

    for name in names:
        similar = get_close_matches(name, known, n=1)
        if similar:
            return f"; did you mean {similar[0]}?"
    return ""


class NoResult(ClaimevenError):
    """A position for which a command has no result; the message says why."""


def search_position(
    search: Callable[..., Value],
    position: Position,
    name: str,
    args: argparse.Namespace,
    *,
    done: str = "solved",
) -> Value:
    """Run ``search`` on a position within --seconds, with progress on stderr.

    Raise NoResult, its message beginning with ``name``, if the game is over, a move of --column is illegal or
    the time is not enough; ``done`` is the participle for that message.
    """
    try:
        with progress_line(name) as progress:
            return search(position, Limit(seconds=args.seconds), progress=progress)
    except IllegalMove as error:
        raise NoResult(f"{name}: {error}") from None
    except LimitReached as stop:
        raise NoResult(
            f"{name}: not {done} within {args.seconds:g} s; the score is "
            f"{bounds_text(stop.lower, stop.upper)} (nodes searched: {stop.nodes:,})"
        ) from None


def value_parser(
    parse: Callable[[str], Value], is_valid: Callable[[str], object], what: str, expected: str
) -> Callable[[str], Value]:
    """Return a parser for an argument that accepts the texts for which ``is_valid`` is true.

    The error for any other text is "TEXT is WHAT; expected EXPECTED".
    """

    def parse_valid(text: str) -> Value:
        if not is_valid(text):
            raise invalid_value(text, what, expected)
        return parse(text)

    return parse_valid


def whole_number(
    what: str, *, unit: str = "", minimum: int = 1, maximum: float = math.inf, or_else: str = ""
) -> Callable[[str], int]:
    """Return a parser for whole numbers from ``minimum`` to ``maximum``.

    ``or_else`` is added to the error where the option accepts something besides numbers.
    """
    kind = f"a whole number of {unit}" if unit else "a whole number"
    span = f"from {minimum}" if maximum == math.inf else f"from {minimum} to {maximum}"

    def is_valid(text: str) -> bool:
        is_number = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
        return is_number and minimum <= int(text) <= maximum

    return value_parser(int, is_valid, f"not {what}", f"{kind} {span}{or_else}")


PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def real_number(what: str, expected: str, is_in_range: Callable[[float], bool]) -> Callable[[str], float]:
    """Return a parser for the numbers for which ``is_in_range`` is true."""

    def is_valid(text: str) -> bool:
        is_number = len(text) <= MAX_SHOWN and PLAIN_NUMBER.fullmatch(text) is not None
        return is_number and is_in_range(float(text))

    return value_parser(float, is_valid, f"not {what}", expected)


def output_path(what: str, suffixes: Sequence[str]) -> Callable[[str], str]:
    """Return a parser for the name of an output file, whose suffix decides its format."""
    endings = suffixes[0]
    if len(suffixes) > 1:
        endings = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"
    expected = f"one that ends in {endings}"

    def is_valid(text: str) -> bool:
        return suffix_of(text) in suffixes

    return value_parser(str, is_valid, f"not a name for {what}", expected)


def matching(pattern: str, what: str, expected: str) -> Callable[[str], str]:
    """Return a parser for texts that match ``pattern`` as a whole."""
    return value_parser(str, re.compile(pattern).fullmatch, what, expected)


def board_size(text: str) -> Rules:
    """Parse a board size, e.g. 7x6."""
    try:
        return parse_size(text)
    except GeometryError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def invalid_value(text: str, what: str, expected: str) -> argparse.ArgumentTypeError:
    """Return the error "TEXT is WHAT; expected EXPECTED" for an argument."""
    return argparse.ArgumentTypeError(f"{shortened(text)} is {what}; expected {expected}")


def shown_moves(moves: str) -> str:
    """Return moves as a message shows them: as typed if they are legible, else quoted and cut."""
    if not moves:
        return "(empty board)"
    is_legible = moves.isascii() and moves.isalnum() and len(moves) <= MAX_SHOWN
    return moves if is_legible else shortened(moves)


def _is_time_limit(seconds: float) -> bool:
    return 0 < seconds <= MAX_SECONDS


TIME_LIMIT = real_number(
    "a time limit", f"a number of seconds above 0, at most {MAX_SECONDS}", _is_time_limit
)
VARIANT = value_parser(GAMES.__getitem__, GAMES.__contains__, "not a variant", " or ".join(GAMES))
SCHEDULER = matching(
    rf"({'|'.join(SCHEMES)})://[^\s/]+:\d{{1,5}}",
    "not the address of a scheduler",
    "what `dask scheduler` prints, e.g. tcp://HOST:PORT",
)
SHARED: Options = {
    "moves": argument(
        str, "MOVES", "columns in the order played, e.g. 4453 (default: the empty board)", "", nargs="?"
    ),
    "--variant": argument(
        VARIANT,
        "{" + ",".join(GAMES) + "}",
        "the game: four is Connect Four, max is Max-Connect4 (default: four)",
        CONNECT_FOUR,
    ),
    "--size": argument(board_size, "CxR", "board size, columns x rows", CONNECT_FOUR),
    "--table": argument(
        whole_number("a table size", unit="MiB"),
        "MIB",
        "size of the transposition table, in MiB",
        DEFAULT_TABLE_MIB,
    ),
    "--threads": argument(
        whole_number("a number of threads", maximum=MAX_THREADS), "N", "number of search threads", 1
    ),
    "--json": flag("print one JSON object"),
    "--no-book": flag("search early positions instead of looking them up in the opening book"),
    "--seconds": argument(TIME_LIMIT, "S", "give up on a position after S seconds (default: never)"),
    "--workers": argument(
        whole_number("a number of workers", maximum=MAX_WORKERS),
        "N",
        "number of worker processes (default: at most one per CPU core)",
    ),
    "--scheduler": argument(
        SCHEDULER, "ADDRESS", "use the Dask cluster whose scheduler is at ADDRESS, e.g. tcp://HOST:PORT"
    ),
    "--depth": argument(whole_number("a depth"), "D", "number of plies to look ahead (default: %(default)s)"),
}
SOLVER_OPTIONS = shared("--variant", "--size", "--table", "--threads", "--no-book")
SEARCH_OPTIONS = SOLVER_OPTIONS | shared("--seconds")
JOB_OPTIONS = {
    **shared("--variant", "--size"),
    "--workers": Exclusive(SHARED["--workers"]),
    "--scheduler": Exclusive(SHARED["--scheduler"]),
    **shared("--table"),
}
