"""`claimeven label`: write exact results for a file of positions, on one machine or a cluster."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator

from claimeven.cli.jobs import exit_on_job_signals, load_rows, report_interrupt, run_job, solved_text
from claimeven.cli.options import JOB_OPTIONS, argument, flag, output_path, rules_of, shared
from claimeven.cli.output import write_message
from claimeven.errors import ClaimevenError
from claimeven.files import STDIN, display_name, open_input, suffix_of, temp_sibling

CHUNK_BYTES = 1 << 20  # a line this long is not moves; /dev/zero would be one without end

HELP = "write exact results for a file of positions"
DESCRIPTION = """
Write the exact results of many positions: score, verdict, plies to the end and best columns for every row of
INPUT, in the same order. Equal positions and mirror images are solved once. Results are stored in
OUTPUT.work.sqlite as they are found: rerun the command to resume after an interruption.
"""
EPILOG = """
INPUT is text with a position in the first field of every line, as in `claimeven solve`, or a Parquet file
with a column `moves`. docs/cluster.md shows how to use several machines.
"""
OUTPUT = output_path("the output", (".tsv", ".csv", ".jsonl", ".parquet"))
OPTIONS = {
    "input": argument(str, "INPUT", "lines of moves, or NAME.parquet; - is standard input"),
    "output": argument(OUTPUT, "OUTPUT", "NAME.tsv, NAME.csv, NAME.jsonl or NAME.parquet"),
    "--columns": flag("also write the score of every column"),
    **JOB_OPTIONS,
    **shared("--no-book"),
}


def run(args: argparse.Namespace) -> None:
    """Read, solve and write the rows; raise ClaimevenError on Ctrl-C."""
    from claimeven.batch.label import Labelling
    from claimeven.batch.rows import rows_of

    _require_writable(args.output)
    with exit_on_job_signals(), _input(args) as (path, name):
        labelling = Labelling.open(rows_of(path, name), args.output, rules_of(args), columns=args.columns)
        with report_interrupt(labelling.job):
            if labelling.is_written(args.output):
                write_message(f"{args.output} is already complete: {labelling.count:,} rows")
                return
            load_rows(labelling, "reading the input")
            summary = run_job(args, labelling.job, args.output, labelling.write)
            labelling.mark_written(args.output)
            write_message(
                f"{args.output}: {labelling.count:,} rows, {summary.total:,} positions (mirror images once); "
                f"{solved_text(summary)}"
            )


def _require_writable(output: str) -> None:
    """Raise ClaimevenError, before any work is done, if the output could not be written."""
    from claimeven.batch.rows import PARQUET, require_pyarrow

    folder = os.path.dirname(os.path.abspath(output))
    if os.path.isdir(output):
        raise ClaimevenError(f"{output} is a folder; expected the name of a file")
    if not os.path.isdir(folder):
        raise ClaimevenError(f"{output}: there is no folder {folder}; create it first")
    if suffix_of(output) == PARQUET:
        require_pyarrow()


@contextlib.contextmanager
def _input(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the path of a file that can be read twice, and its name in messages.

    Standard input and pipes are copied to a temporary file beside the output. Raise ClaimevenError if they
    have no line breaks.
    """
    from claimeven.batch.rows import PARQUET

    name = display_name(args.input)
    is_stdin = args.input == STDIN
    if not is_stdin and (os.path.isfile(name) or not os.path.exists(name)):
        if os.path.exists(args.output) and os.path.samefile(name, args.output):
            raise ClaimevenError(f"{args.output} is the input; choose another file for the output")
        yield name, name
        return
    if is_stdin and sys.stdin is None:
        raise OSError("standard input is closed; give a file as INPUT")
    if suffix_of(args.input) == PARQUET:
        raise ClaimevenError(f"{name} is not a regular file, as a Parquet input must be")
    with open_input(args.input) as stream, temp_sibling(args.output) as copy:
        while chunk := stream.read(CHUNK_BYTES):
            has_line_break = b"\n" in chunk or b"\r" in chunk
            if len(chunk) == CHUNK_BYTES and not has_line_break:
                raise ClaimevenError(
                    f"{name}: no line break in {CHUNK_BYTES:,} bytes; expected lines of moves"
                )
            copy.write(chunk)
        copy.flush()
        yield copy.name, name
