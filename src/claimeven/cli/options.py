"""Options that several commands share, what they accept, and how a position is named in a message."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NoReturn, TypeVar

from claimeven.cli.output import bounds_words, progress_line
from claimeven.errors import MAX_SHOWN, ClaimevenError, GeometryError, IllegalMove, LimitReached, shortened
from claimeven.files import suffix_of
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules, parse_size
from claimeven.solver.book import Book
from claimeven.solver.book_file import packaged_book
from claimeven.solver.limits import Limit
from claimeven.solver.solver import DEFAULT_TABLE_MIB, MAX_THREADS, Solver

Answer = TypeVar("Answer")
Options = dict[str, dict[str, Any]]  # what add_argument needs for each argument, after its names

MAX_WORKERS = 1024
SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")  # in which Dask speaks
MAX_DIGITS = 4000  # Python refuses to convert a little more than that
MAX_SECONDS = 1_000_000  # of a limit; with much more, the system's timers overflow


class Either(dict[str, Any]):
    """What add_argument needs for an argument of which a command line may have only one."""


def add_command(
    commands: argparse._SubParsersAction[Any],
    name: str,
    words: str,
    description: str,
    options: Options,
    epilog: str | None = None,
    **defaults: object,
) -> argparse.ArgumentParser:
    """Add a command to its family; ``defaults`` are set in its arguments, as ``run``, which does the work."""
    parser: argparse.ArgumentParser
    parser = commands.add_parser(name, help=words, description=description, epilog=epilog)
    parser.set_defaults(command=name, misuse=parser.error, **defaults)
    group = cache(parser.add_mutually_exclusive_group)
    for names, settings in options.items():
        (group() if isinstance(settings, Either) else parser).add_argument(*names.split(), **settings)
    return parser


def shared(*names: str, **changes: Any) -> Options:
    """Arguments that mean the same wherever they are, but for ``changes``; names are keys of SHARED."""
    return {name: SHARED[name] | changes for name in names}


def flag(words: str) -> dict[str, Any]:
    """What add_argument needs for an option without a value."""
    return {"action": "store_true", "help": words}


def valued(
    read: Callable[[str], object], metavar: str | None, words: str, default: object = None, **more: Any
) -> dict[str, Any]:
    """What add_argument needs for an argument with a value; ``words`` that do not name its default get it."""
    is_silent = default is not None and "(default" not in words
    text = f"{words} (default: %(default)s)" if is_silent else words
    return {"type": read, "metavar": metavar, "help": text, "default": default, **more}


def chosen(choices: Iterable[str], words: str, default: str | None = None) -> dict[str, Any]:
    """What add_argument needs for an option that takes one of some words."""
    return valued(str, None, words, default, choices=tuple(choices))


def rules_of(args: argparse.Namespace) -> Rules:
    """The game and the board that --variant and --size describe."""
    rules: Rules = args.variant.sized(args.size.columns, args.size.rows)
    return rules


def solver_of(args: argparse.Namespace) -> Solver:
    """The solver that --table, --threads and --no-book describe; raises TableError if it cannot be had."""
    return Solver(table_mib=args.table, threads=args.threads, book=book_of(args))


def book_of(args: argparse.Namespace) -> Callable[[Rules], Book] | None:
    """Where to look early positions up, unless --no-book says not to."""
    return None if args.no_book else packaged_book


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one short line, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        """Leave with a usage error; what a terminal cannot show is spelled out, and long words are cut."""
        legible = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message)
        super().error(re.sub(rf"(\S{{{MAX_SHOWN}}})\S{{{MAX_SHOWN},}}", r"\1...", legible))

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if action.option_strings and arg_strings == ["--"]:  # Python 3.11 takes the -- away, and misses it
            self.error(f"argument {'/'.join(action.option_strings)}: expected one argument")
        return super()._get_values(action, arg_strings)


class Unanswered(ClaimevenError):
    """Why a position has no answer."""


def answer_of(
    search: Callable[..., Answer], moves: str, name: str, args: argparse.Namespace, *, done: str = "solved"
) -> Answer:
    """What a search of SEARCH_OPTIONS finds, its progress on stderr; ``done`` says what it does.

    Raises Unanswered saying why, after ``name``, if the moves are no position or --seconds are not enough.
    """
    try:
        position = Position.from_moves(moves, rules_of(args))
        with progress_line(name) as progress:
            return search(position, Limit(seconds=args.seconds), progress=progress)
    except IllegalMove as error:
        raise Unanswered(f"{name}: {error}") from None
    except LimitReached as stop:
        raise Unanswered(
            f"{name}: not {done} within {args.seconds:g} s; the score is "
            f"{bounds_words(stop.lower, stop.upper)} (nodes searched: {stop.nodes:,})"
        ) from None


def option(
    read: Callable[[str], Answer], fits: Callable[[str], object], what: str, accepted: str
) -> Callable[[str], Answer]:
    """A parser of an option that reads what ``fits``; anything else is ``what``, and not ``accepted``."""

    def parse(text: str) -> Answer:
        if not fits(text):
            raise refusal(text, what, accepted)
        return read(text)

    return parse


def whole_number(
    what: str, *, unit: str = "", least: int = 1, most: float = math.inf, besides: str = ""
) -> Callable[[str], int]:
    """A parser of an option that takes whole numbers from ``least``, up to ``most`` if that is given.

    What else the option accepts, ``besides`` says.
    """
    span = f"from {least}" if most == math.inf else f"from {least} to {most}"
    accepted = f"a whole number {f'of {unit} ' if unit else ''}{span}{besides}"

    def fits(text: str) -> bool:
        is_number = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
        return is_number and least <= int(text) <= most

    return option(int, fits, f"not {what}", accepted)


PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def real_number(what: str, accepted: str, is_fit: Callable[[float], bool]) -> Callable[[str], float]:
    """A parser of an option that takes the numbers for which ``is_fit`` is true."""

    def fits(text: str) -> bool:
        return len(text) <= MAX_SHOWN and bool(PLAIN_NUMBER.fullmatch(text)) and is_fit(float(text))

    return option(float, fits, f"not {what}", accepted)


def output_name(what: str, suffixes: Sequence[str]) -> Callable[[str], str]:
    """A parser of the name of a file whose form its suffix tells."""
    accepted = f"one that ends in {', '.join(suffixes[:-1])} or {suffixes[-1]}"
    return option(str, lambda text: suffix_of(text) in suffixes, f"no name for {what}", accepted)


def matching(pattern: str, what: str, accepted: str) -> Callable[[str], str]:
    """A parser of an option that takes whatever ``pattern`` matches."""
    return option(str, re.compile(pattern).fullmatch, what, accepted)


def size(text: str) -> Rules:
    """A parser of an option that takes a board size."""
    try:
        return parse_size(text)
    except GeometryError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def refusal(text: str, what: str, accepted: str) -> argparse.ArgumentTypeError:
    """The error of an argument that is ``what``, where something else was expected."""
    return argparse.ArgumentTypeError(f"{shortened(text)} is {what}; expected {accepted}")


def shown_moves(moves: str) -> str:
    """Moves as a message names them: as typed where that is legible, the empty board in words."""
    if not moves:
        return "(empty board)"
    return moves if moves.isascii() and moves.isalnum() and len(moves) <= MAX_SHOWN else shortened(moves)


time_limit = real_number(
    "a time limit",
    f"a number of seconds above 0, at most {MAX_SECONDS}",
    lambda number: 0 < number <= MAX_SECONDS,
)

SHARED: Options = {
    "moves": valued(
        str, "MOVES", "columns in the order played, as 4453 (default: none, the empty board)", "", nargs="?"
    ),
    "--variant": valued(
        option(GAMES.__getitem__, GAMES.__contains__, "not a variant", " or ".join(GAMES)),
        "{" + ",".join(GAMES) + "}",
        "the game: four, Connect Four, or max, Max-Connect4 (default: four)",
        CONNECT_FOUR,
    ),
    "--size": valued(size, "CxR", "columns x rows", CONNECT_FOUR),
    "--table": valued(
        whole_number("a table size", unit="MiB"),
        "MIB",
        "memory for remembered positions, in MiB",
        DEFAULT_TABLE_MIB,
    ),
    "--threads": valued(
        whole_number("a number of threads", most=MAX_THREADS), "N", "processor cores to use", 1
    ),
    "--json": flag("one JSON object"),
    "--no-book": flag("search early positions too, instead of looking them up"),
    "--seconds": valued(time_limit, "S", "give up on a position after S seconds (default: never)"),
    "--workers": valued(
        whole_number("a number of workers", most=MAX_WORKERS),
        "N",
        "processes on this machine (default: up to one for each processor core)",
    ),
    "--scheduler": valued(
        matching(
            rf"({'|'.join(SCHEMES)})://[^\s/]+:\d{{1,5}}",
            "no address of a scheduler",
            "what `dask scheduler` prints, as tcp://HOST:PORT",
        ),
        "ADDRESS",
        "use the Dask cluster whose scheduler is at tcp://HOST:PORT",
    ),
    "--depth": valued(whole_number("a depth"), "D", "plies to look ahead (default: %(default)s)"),
}
SOLVER_OPTIONS = shared("--variant", "--size", "--table", "--threads", "--no-book")
SEARCH_OPTIONS = SOLVER_OPTIONS | shared("--seconds")
JOB_OPTIONS = {
    **shared("--variant", "--size"),
    "--workers": Either(SHARED["--workers"]),
    "--scheduler": Either(SHARED["--scheduler"]),
    **shared("--table"),
}
