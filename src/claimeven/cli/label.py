"""`claimeven label`: exact results of many positions, from a file to a file, on one machine or a cluster."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator

from claimeven.cli.jobs import at_work, load_rows, run_job, solved_words, stopping_job
from claimeven.cli.options import JOB_OPTIONS, flag, output_name, rules_of, shared, valued
from claimeven.cli.output import write_message
from claimeven.errors import ClaimevenError
from claimeven.files import STDIN, name_of, opened, suffix_of, temp_sibling

MAX_IN_A_LINE = 1 << 20  # bytes of what is no file, as /dev/zero, which has no end

HELP = "exact results of many positions"
DESCRIPTION = """
Exact results of many positions: score, verdict, plies to the end and best columns of every row of INPUT, in
its order. Positions that are equal or mirror images of each other are solved once. Results are kept in
OUTPUT.work.sqlite as they come: run the same command again after a stop, and it goes on from there.
"""
EPILOG = """
INPUT is text with a position in the first field of every line, as for `claimeven solve`, or a Parquet file
with a column `moves`. docs/cluster.md shows how to use several machines.
"""
OUTPUT = output_name("the output", (".tsv", ".csv", ".jsonl", ".parquet"))
OPTIONS = {
    "input": valued(str, "INPUT", "lines of moves, or NAME.parquet; - is standard input"),
    "output": valued(OUTPUT, "OUTPUT", "NAME.tsv, NAME.csv, NAME.jsonl or NAME.parquet"),
    "--columns": flag("write the score of every column, too"),
    **JOB_OPTIONS,
    **shared("--no-book"),
}


def run(args: argparse.Namespace) -> None:
    """Read, solve, write; raises ClaimevenError when stopped by Ctrl-C."""
    from claimeven.batch.label import Labelling
    from claimeven.batch.rows import PARQUET, require_pyarrow, rows_of

    # Whatever would keep the output from being written is said before any work.
    folder = os.path.dirname(os.path.abspath(args.output))
    if os.path.isdir(args.output):
        raise ClaimevenError(f"{args.output} is a folder; expected the name of a file")
    if not os.path.isdir(folder):
        raise ClaimevenError(f"{args.output}: there is no folder {folder}; make it first")
    if suffix_of(args.output) == PARQUET:
        require_pyarrow()
    with stopping_job(), _input(args) as (path, name):
        labelling = Labelling.open(rows_of(path, name), args.output, rules_of(args), columns=args.columns)
        with at_work(labelling.job):
            if labelling.is_written(args.output):
                write_message(f"{args.output} is done already: {labelling.count:,} rows")
                return
            load_rows(labelling, "reading the input")
            summary = run_job(args, labelling.job, args.output, labelling.write)
            labelling.note_written(args.output)
            write_message(
                f"{args.output}: {labelling.count:,} rows, {summary.total:,} positions (mirror images once); "
                f"{solved_words(summary)}"
            )


@contextlib.contextmanager
def _input(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """A file that can be read again, and its name in messages; what is none is copied beside the output.

    Raises ClaimevenError for what may be one line without end.
    """
    from claimeven.batch.rows import PARQUET

    name, is_stdin = name_of(args.input), args.input == STDIN
    if not is_stdin and (os.path.isfile(name) or not os.path.exists(name)):
        if os.path.exists(args.output) and os.path.samefile(name, args.output):
            raise ClaimevenError(f"{args.output} is the input; the output needs a file of its own")
        yield name, name
        return
    if is_stdin and sys.stdin is None:
        raise OSError("standard input is closed; give a file as INPUT")
    if suffix_of(args.input) == PARQUET:
        raise ClaimevenError(f"{name} is no file; a Parquet file is not read from anything else")
    with opened(args.input) as stream, temp_sibling(args.output) as copy:
        while piece := stream.read(MAX_IN_A_LINE):
            is_full = len(piece) == MAX_IN_A_LINE
            if is_full and b"\n" not in piece and b"\r" not in piece:
                raise ClaimevenError(f"{name}: no end of a line in {MAX_IN_A_LINE:,} bytes; expected moves")
            copy.write(piece)
        copy.flush()
        yield copy.name, name
