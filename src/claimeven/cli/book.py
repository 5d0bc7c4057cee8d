"""`claimeven book`: describe, verify or build an opening book."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from claimeven.batch.book_check import contradictions, count_by_ply, recomputed
from claimeven.cli.jobs import duration, exit_on_job_signals, job_progress, pool_of, rows_progress
from claimeven.cli.options import JOB_OPTIONS, add_command, argument, rules_of, shared, whole_number
from claimeven.cli.output import write_line, write_message
from claimeven.errors import BookError, ClaimevenError
from claimeven.files import atomic_write, read_bytes
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.rules.score import VERDICTS
from claimeven.solver.book import NO_MOVE, Book
from claimeven.solver.book_file import PACKAGED, VERSION, checksum_of, packaged_bytes, parse_book
from claimeven.solver.solver import Solver

MAX_BYTES = 1 << 28  # of a book file; a device could be endless
MAX_ERRORS_SHOWN = 20

HELP = "describe, verify or build an opening book"
DESCRIPTION = "Describe, verify or build an opening book: the stored scores of early positions."
INFO_DESCRIPTION = "Show a book's game and size, and its number of positions for each number of discs."
VERIFY_DESCRIPTION = """
Check that no bit of a book has changed, that it holds every early position, that each score agrees with the
stored positions one move later, and that a search without a book finds the same scores and moves for some
random entries. The exit code is 1 if anything is wrong.
"""
BUILD_DESCRIPTION = """
Build a book of all positions of up to --plies discs. Only positions of the last ply are solved; the scores of
earlier ones follow from them. Scores are stored in OUT.work.sqlite as they are found: rerun the command to
resume after an interruption.
"""
LINES_HELP = """
also store the best lines of positions of up to P discs, so that `claimeven analyze` needs no search there, or
none (default: %(default)s, the empty board)
"""
REPERTOIRE_HELP = """
also store every position of up to R discs that a perfect player can meet, playing either side, with its move
there; moves are stored in OUT.work.sqlite.moves as they are found (default: none)
"""
ROW = "{:>5}{:>10}{:>10}{:>10}{:>10}"


def _lines(text: str) -> int | None:
    """Parse --lines."""
    if text == "none":
        return None
    return whole_number("a number of discs", minimum=0, or_else=", or none")(text)


ENTRIES = whole_number("a number of entries")
PLIES = whole_number("a number of plies")
INFO_OPTIONS = {
    "file": argument(str, "FILE", "a book file (default: the book of this package)", nargs="?"),
    **shared("--variant", default=None),
    **shared("--json"),
}
VERIFY_OPTIONS = {
    **INFO_OPTIONS,
    "--count": argument(ENTRIES, "N", "number of random entries to search", 100),
    "--seed": argument(int, "S", "random seed, for the same entries every time"),
}
BUILD_OPTIONS = {
    "out": argument(str, "OUT", "the book file to write"),
    "--plies": argument(PLIES, "N", "largest number of discs on the board", required=True),
    "--lines": argument(_lines, "P", LINES_HELP, 0),
    "--repertoire": argument(PLIES, "R", REPERTOIRE_HELP),
    **JOB_OPTIONS,
}


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands info, verify and build."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_command(commands, "info", "describe a book", INFO_DESCRIPTION, INFO_OPTIONS, run=run_info)
    add_command(commands, "verify", "verify a book", VERIFY_DESCRIPTION, VERIFY_OPTIONS, run=run_verify)
    add_command(commands, "build", "build a book", BUILD_DESCRIPTION, BUILD_OPTIONS, run=run_build)


class _LoadedBook(NamedTuple):
    """A book with the name and the bytes of its file."""

    name: str
    data: bytes
    book: Book


def run_info(args: argparse.Namespace) -> None:
    """Print a description of the book; raise OSError or BookError if it cannot be read."""
    loaded = _load(args)
    counts = count_by_ply(loaded.book)
    if args.json:
        by_ply = []
        for ply, verdicts in counts.items():
            by_ply.append({"ply": ply, "entries": sum(verdicts.values()), **verdicts})
        write_line(json.dumps({**_properties(loaded), "by_ply": by_ply}))
        return
    for name, value in _properties(loaded).items():
        shown = f"{value:,}" if isinstance(value, int) else value
        write_line(f"{name:<10}{shown}")
    write_line("")
    _write_counts(counts, loaded.book.plies)


def _properties(loaded: _LoadedBook) -> dict[str, str | int]:
    """Return what there is to say about a book as a whole."""
    book = loaded.book
    return {
        "file": loaded.name,
        "variant": book.rules.name,
        "size": str(book.rules),
        "plies": book.plies,
        "entries": len(book),
        "moves": sum(column != NO_MOVE for column in book.moves[: len(book)]),
        "bytes": len(loaded.data),
        "version": VERSION,
        "sha256": checksum_of(loaded.data).hex(),
    }


def _write_counts(counts: Mapping[int, Mapping[str, int]], plies: int) -> None:
    """Print the number of entries by discs and verdict; those of more than ``plies`` discs are one row."""
    write_line(ROW.format("discs", "entries", "wins", "draws", "losses"))
    for ply in range(plies + 1):
        write_line(_count_row(str(ply), [counts[ply]] if ply in counts else []))
    later = [verdicts for ply, verdicts in counts.items() if ply > plies]
    if later:
        write_line(_count_row("more", later))


def _count_row(name: str, counts: Iterable[Mapping[str, int]]) -> str:
    """Return a table row with the sums of ``counts``."""
    totals = dict.fromkeys(VERDICTS, 0)
    for verdicts in counts:
        for verdict in VERDICTS:
            totals[verdict] += verdicts[verdict]
    numbers = [sum(totals.values()), *totals.values()]
    return ROW.format(name, *(f"{number:,}" for number in numbers))


def run_verify(args: argparse.Namespace) -> int:
    """Check the book; return 1 if something is wrong with it, else 0."""
    loaded = _load(args)
    book = loaded.book
    with rows_progress("comparing entries", "entries") as show_rows:
        errors = list(contradictions(book, show_rows))
    searched = 0
    if not errors:  # a book that contradicts itself needs no search
        searched, errors = _search_entries(book, args.count, Random(args.seed))
    if args.json:
        write_line(json.dumps({**_properties(loaded), "recomputed": searched, "wrong": errors}))
    elif not errors:
        write_line(
            f"{loaded.name}: correct; {len(book):,} entries agree with one another, "
            f"{searched:,} of them with a search"
        )
    for error in errors[:MAX_ERRORS_SHOWN]:
        write_message(f"{loaded.name}: {error}")
    if len(errors) > MAX_ERRORS_SHOWN:
        write_message(f"{loaded.name}: and {len(errors) - MAX_ERRORS_SHOWN:,} more")
    return 1 if errors else 0


def _search_entries(book: Book, count: int, rng: Random) -> tuple[int, list[str]]:
    """Search random entries without a book; return how many were searched, and what is wrong with them."""
    searched = 0
    errors: list[str] = []
    with rows_progress(f"searching {min(count, len(book)):,} random entries", "done") as show_rows:
        for entry_errors in recomputed(book, Solver(book=None), rng, count):
            searched += 1
            show_rows(searched)
            errors += entry_errors
    return searched, errors


def run_build(args: argparse.Namespace) -> None:
    """Build the book; raise ClaimevenError on Ctrl-C."""
    from claimeven.batch.book import BookPlan, make_book
    from claimeven.batch.label import STORE_SUFFIX

    try:
        plan = BookPlan(rules=rules_of(args), plies=args.plies, lines=args.lines, repertoire=args.repertoire)
    except BookError as error:
        args.usage_error(str(error))
    store = args.out + STORE_SUFFIX
    try:
        with exit_on_job_signals(), job_progress() as show_job:
            made = make_book(plan, store, **pool_of(args), progress=show_job)
    except KeyboardInterrupt:
        message = f"stopped; results so far are stored in {store}; rerun the command to resume"
        raise ClaimevenError(message) from None
    atomic_write(args.out, made.data)
    write_message(
        f"{args.out}: {len(made.book):,} entries in {len(made.data):,} bytes; {made.solved:,} positions "
        f"solved with {made.nodes:,} nodes in {duration(made.cpu_seconds)} of CPU time"
    )


def _load(args: argparse.Namespace) -> _LoadedBook:
    """Return the book in FILE, or the packaged one of --variant; raise OSError or BookError."""
    rules = args.variant or CONNECT_FOUR
    if args.file is None:
        data = packaged_bytes(rules)
        return _LoadedBook(PACKAGED[rules], data, parse_book(data))
    data = read_bytes(args.file, MAX_BYTES)
    try:
        book = parse_book(data)
    except BookError as error:
        raise BookError(f"{args.file}: {error}") from None
    if args.variant is not None and args.variant.name != book.rules.name:
        raise BookError(f"{args.file}: a book of {book.rules.title}; expected one of {args.variant.title}")
    return _LoadedBook(args.file, data, book)
