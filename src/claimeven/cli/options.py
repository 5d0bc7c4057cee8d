"""Options that several commands share, what they accept, and how a position is named in a message."""

from __future__ import annotations

import argparse
import math
import os
from typing import TYPE_CHECKING

from claimeven.cli.output import signed
from claimeven.errors import GeometryError, LimitReached
from claimeven.rules.rules import CONNECT_FOUR, GAMES, Rules, parse_size
from claimeven.search.book import packaged_book
from claimeven.search.limit import Limit
from claimeven.search.solver import DEFAULT_TABLE_MIB, MOST_THREADS, Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimeven.search.book import Book

MOST_WORKERS = 1024
MOST_DIGITS = 4000  # Python refuses to convert a little more than that
MOST_SHOWN = 64  # characters of a bad argument that a message repeats


def add_variant_option(parser: argparse.ArgumentParser) -> None:
    """Add --variant."""
    parser.add_argument(
        "--variant",
        type=_variant,
        default=CONNECT_FOUR,
        metavar="{" + ",".join(GAMES) + "}",
        help="the game: four, Connect Four, or max, Max-Connect4 (default: four)",
    )


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """Add --variant and --size, for ``rules_of``."""
    add_variant_option(parser)
    add_size_option(parser)


def add_moves_argument(parser: argparse.ArgumentParser) -> None:
    """Add MOVES, which may be left out."""
    parser.add_argument(
        "moves",
        nargs="?",
        default="",
        metavar="MOVES",
        help="columns in the order played, as 4453 (default: none, the empty board)",
    )


def add_depth_option(parser: argparse.ArgumentParser, default: int) -> None:
    """Add --depth."""
    parser.add_argument(
        "--depth",
        type=whole_number("a depth"),
        default=default,
        metavar="D",
        help="plies to look ahead (default: %(default)s)",
    )


def add_solver_options(parser: argparse.ArgumentParser) -> None:
    """Add --variant, --size, --table, --threads and --no-book."""
    add_board_options(parser)
    add_table_option(parser)
    parser.add_argument(
        "--threads",
        type=whole_number("a number of threads", most=MOST_THREADS),
        default=1,
        metavar="N",
        help="processor cores to use (default: %(default)s)",
    )
    _add_no_book_option(parser)


def add_job_options(parser: argparse.ArgumentParser) -> None:
    """Add --variant, --size, --workers, --scheduler, --table and --no-book."""
    add_board_options(parser)
    add_crew_options(parser)
    _add_no_book_option(parser)


def add_crew_options(parser: argparse.ArgumentParser) -> None:
    """Add --workers, --scheduler and --table."""
    crew = parser.add_mutually_exclusive_group()
    crew.add_argument(
        "--workers",
        type=whole_number("a number of workers", most=MOST_WORKERS),
        metavar="N",
        help="processes on this machine (default: up to one for each processor core)",
    )
    crew.add_argument(
        "--scheduler", metavar="ADDRESS", help="use the Dask cluster whose scheduler is at tcp://HOST:PORT"
    )
    add_table_option(parser)


def add_size_option(parser: argparse.ArgumentParser) -> None:
    """Add --size."""
    parser.add_argument(
        "--size", type=size, default=CONNECT_FOUR, metavar="CxR", help="columns x rows (default: %(default)s)"
    )


def add_table_option(parser: argparse.ArgumentParser) -> None:
    """Add --table."""
    parser.add_argument(
        "--table",
        type=whole_number("a table size", unit="MiB"),
        default=DEFAULT_TABLE_MIB,
        metavar="MIB",
        help="memory for remembered positions, in MiB (default: %(default)s)",
    )


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add --variant, --size, --table, --threads, --no-book and --seconds."""
    add_solver_options(parser)
    parser.add_argument(
        "--seconds",
        type=time_limit,
        metavar="S",
        help="give up on a position after S seconds (default: never)",
    )


def _add_no_book_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-book", action="store_true", help="search early positions too, instead of looking them up"
    )


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


def limit_of(args: argparse.Namespace) -> Limit:
    """The limit that --seconds describes."""
    return Limit(seconds=args.seconds)


def limit_words(args: argparse.Namespace, stop: LimitReached) -> str:
    """What to say when a search did not end within --seconds: the bounds known so far."""
    if stop.lower == stop.upper:
        bounds = f"the score is {signed(stop.lower)}"
    else:
        bounds = f"the score is between {signed(stop.lower)} and {signed(stop.upper)}"
    return f"not solved within {args.seconds:g} s; {bounds} (nodes searched: {stop.nodes:,})"


def whole_number(
    what: str, *, unit: str = "", least: int = 1, most: int | None = None
) -> Callable[[str], int]:
    """A parser of an option that takes whole numbers from ``least``, up to ``most`` if that is given."""
    span = f"from {least}" if most is None else f"from {least} to {most}"
    accepted = f"a whole number {f'of {unit} ' if unit else ''}{span}"

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        number = int(text) if is_number else -1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{shortened(text)} is not {what}; expected {accepted}")
        return number

    return parse


def output_name(what: str, suffixes: Sequence[str]) -> Callable[[str], str]:
    """A parser of the name of a file whose form its suffix tells."""

    def parse(text: str) -> str:
        if suffix_of(text) not in suffixes:
            accepted = f"one that ends in {', '.join(suffixes[:-1])} or {suffixes[-1]}"
            raise argparse.ArgumentTypeError(f"{shortened(text)} is no name for {what}; expected {accepted}")
        return text

    return parse


def suffix_of(name: str) -> str:
    """The suffix of a file's name, in small letters."""
    return os.path.splitext(name)[1].lower()


def shown_moves(moves: str) -> str:
    """Moves as a message names them: as typed where that is legible, the empty board in words."""
    if not moves:
        return "(empty board)"
    return moves if moves.isascii() and moves.isalnum() and len(moves) <= MOST_SHOWN else shortened(moves)


def shortened(text: str) -> str:
    """``text`` in quotes with unprintable characters spelled out, cut where it gets long."""
    return repr(text) if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]!r}..."


def _variant(text: str) -> Rules:
    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a variant; expected {' or '.join(GAMES)}")
    return GAMES[text]


def size(text: str) -> Rules:
    """A parser of an option that takes a board size."""
    try:
        return parse_size(text)
    except GeometryError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def time_limit(text: str) -> float:
    """A parser of an option that takes seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is not a time limit; expected a number of seconds above 0"
        )
    return seconds
