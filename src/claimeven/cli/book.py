"""`claimeven book`: what a book holds, whether it is right, and how to make one."""

from __future__ import annotations

import argparse
import json
from random import Random

from claimeven.cli.jobs import duration, job_progress, pool_of, rows_progress, stopping_job
from claimeven.cli.options import JOB_OPTIONS, add_command, rules_of, shared, valued, whole_number
from claimeven.cli.output import write_line, write_message
from claimeven.errors import BookError, ClaimevenError
from claimeven.files import atomic_write, read_bytes
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.rules.score import VERDICTS
from claimeven.solver.book import NO_MOVE, Book
from claimeven.solver.book_file import PACKAGED, VERSION, checksum_of, packaged_bytes, parse_book

MAX_BYTES = 1 << 28  # of a file that is read; a device could go on for ever
MAX_SHOWN = 20  # complaints; a book with more of them is not worth reading on

HELP = "the stored scores of early positions"
DESCRIPTION = "Stored scores of early positions: what a book holds, whether it is right, and how to make one."
INFO_DESCRIPTION = "What a book holds: its game and size, and its positions by the number of discs."
VERIFY_DESCRIPTION = """
Check that no bit of a book has changed, that it holds every early position, that each entry equals the best
of the positions after it where those are stored, and that a search without book finds the same scores and
moves for some random entries. The exit code is 1 if anything is wrong.
"""
BUILD_DESCRIPTION = """
Make a book of all positions of up to --plies discs: those of the last ply are solved, the earlier ones follow
from them. Scores are kept in OUT.work.sqlite as they come: run the same command again after a stop, and it
goes on from there.
"""
LINES_HELP = """
store the best lines of positions of up to P discs, too, so that `claimeven analyze` needs no search there;
none for no lines (default: %(default)s, the empty board)
"""
REPERTOIRE_HELP = """
store every position of up to R discs that a perfect player can meet, with either side, and its move there;
kept in OUT.work.sqlite.moves as they come (default: none)
"""


def _lines(text: str) -> int | None:
    """A parser of --lines."""
    return None if text == "none" else whole_number("a number of discs", least=0, besides=", or none")(text)


ENTRIES, PLIES = whole_number("a number of entries"), whole_number("a number of plies")
INFO_OPTIONS = {
    "file": valued(str, "FILE", "a book file (default: the one that comes with this package)", nargs="?"),
    **shared("--variant", default=None),
    **shared("--json"),
}
VERIFY_OPTIONS = {
    **INFO_OPTIONS,
    "--count": valued(ENTRIES, "N", "random entries to search for", 100),
    "--seed": valued(int, "S", "choose the same entries every time"),
}
BUILD_OPTIONS = {
    "out": valued(str, "OUT", "the file for the book"),
    "--plies": valued(PLIES, "N", "discs to cover", required=True),
    "--lines": valued(_lines, "P", LINES_HELP, 0),
    "--repertoire": valued(PLIES, "R", REPERTOIRE_HELP),
    **JOB_OPTIONS,
}


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the three commands of the family."""
    jobs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_command(jobs, "info", "what a book holds", INFO_DESCRIPTION, INFO_OPTIONS, run=run_info)
    add_command(jobs, "verify", "whether a book is right", VERIFY_DESCRIPTION, VERIFY_OPTIONS, run=run_verify)
    add_command(jobs, "build", "make a book", BUILD_DESCRIPTION, BUILD_OPTIONS, run=run_build)


def run_info(args: argparse.Namespace) -> None:
    """Print what the book holds."""
    from claimeven.batch.book_check import count_by_ply

    name, data, book = _shelf(args)
    counts, facts = count_by_ply(book), _facts(name, data, book)
    if args.json:
        by_ply = [{"ply": ply, "entries": sum(row.values()), **row} for ply, row in counts.items()]
        write_line(json.dumps({**facts, "by_ply": by_ply}))
        return
    for name, value in facts.items():
        write_line(f"{name:<10}{f'{value:,}' if isinstance(value, int) else value}")
    write_line(f"\n{'discs':>5}{'entries':>10}{'wins':>10}{'draws':>10}{'losses':>10}")
    for ply in range(book.plies + 1):
        write_line(_row(str(ply), [counts[ply]] if ply in counts else []))
    later = [row for ply, row in counts.items() if ply > book.plies]
    if later:
        write_line(_row("more", later))


def _facts(name: str, data: bytes, book: Book) -> dict[str, str | int]:
    """What there is to say about a book in one line each."""
    return {
        "file": name,
        "variant": book.rules.name,
        "size": str(book.rules),
        "plies": book.plies,
        "entries": len(book),
        "moves": sum(column != NO_MOVE for column in book.moves[: len(book)]),
        "bytes": len(data),
        "version": VERSION,
        "sha256": checksum_of(data).hex(),
    }


def _row(name: str, counts: list[dict[str, int]]) -> str:
    """Entries and verdicts, summed up."""
    verdicts = [sum(row[verdict] for row in counts) for verdict in VERDICTS]
    return f"{name:>5}" + "".join(f"{number:>10,}" for number in (sum(verdicts), *verdicts))


def run_verify(args: argparse.Namespace) -> int:
    """Check the book; 1 when something is wrong with it."""
    from claimeven.batch.book_check import contradictions, recomputed
    from claimeven.solver.solver import Solver

    name, data, book = _shelf(args)
    with rows_progress("comparing with one another", "entries") as tell:
        wrong = list(contradictions(book, tell))
    searched = 0
    if not wrong:  # a book that contradicts itself needs no search
        count = min(args.count, len(book))
        entries = recomputed(book, Solver(book=None), Random(args.seed), args.count)
        with rows_progress(f"searching {count:,} random entries", "done") as tell:
            for searched, complaints in enumerate(entries, start=1):
                tell(searched)
                wrong += complaints
    if args.json:
        write_line(json.dumps({**_facts(name, data, book), "recomputed": searched, "wrong": wrong}))
    elif not wrong:
        write_line(
            f"{name}: right; {len(book):,} entries agree with one another, {searched:,} of them with a search"
        )
    for complaint in wrong[:MAX_SHOWN]:
        write_message(f"{name}: {complaint}")
    if len(wrong) > MAX_SHOWN:
        write_message(f"{name}: and {len(wrong) - MAX_SHOWN:,} more")
    return int(bool(wrong))


def run_build(args: argparse.Namespace) -> None:
    """Make the book; raises ClaimevenError when stopped by Ctrl-C."""
    from claimeven.batch.book import BookPlan, make_book
    from claimeven.batch.label import STORE_SUFFIX

    try:
        plan = BookPlan(rules=rules_of(args), plies=args.plies, lines=args.lines, repertoire=args.repertoire)
    except BookError as error:
        args.misuse(str(error))
    store = args.out + STORE_SUFFIX
    try:
        with stopping_job(), job_progress() as tell:
            made = make_book(plan, store, **pool_of(args), progress=tell)
    except KeyboardInterrupt:
        words = f"stopped; what is solved is stored in {store}; run the same command again to go on"
        raise ClaimevenError(words) from None
    atomic_write(args.out, made.data)
    write_message(
        f"{args.out}: {len(made.book):,} entries in {len(made.data):,} bytes; {made.solved:,} positions "
        f"solved with {made.nodes:,} nodes in {duration(made.cpu_seconds)} of CPU time"
    )


def _shelf(args: argparse.Namespace) -> tuple[str, bytes, Book]:
    """The book that the arguments name, after its name and its bytes; raises OSError or BookError."""
    rules = args.variant or CONNECT_FOUR
    if args.file is None:
        data = packaged_bytes(rules)
        return PACKAGED[rules], data, parse_book(data)
    data = read_bytes(args.file, MAX_BYTES)
    try:
        book = parse_book(data)
    except BookError as error:
        raise BookError(f"{args.file}: {error}") from None
    if args.variant is not None and args.variant.name != book.rules.name:
        raise BookError(f"{args.file}: a book of {book.rules.title}; expected one of {args.variant.title}")
    return args.file, data, book
