"""`claimeven dataset`: random positions with exact results, for those who train or judge programs."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
from typing import TYPE_CHECKING

from claimeven.batch.sample import SAMPLES
from claimeven.cli.jobs import at_work, load_rows, run_job, solved_words, stopping_job
from claimeven.cli.options import (
    JOB_OPTIONS,
    MAX_DIGITS,
    chosen,
    output_name,
    real_number,
    refusal,
    rules_of,
    shared,
    valued,
    whole_number,
)
from claimeven.cli.output import write_message
from claimeven.errors import SampleError
from claimeven.files import atomic_write, suffix_of

if TYPE_CHECKING:
    from claimeven.batch.dataset import Dataset

MANIFEST_SUFFIX = ".manifest.json"
RECIPE = ("count", "plies", "seed", "sample", "test_share", "validation_share")  # the options that make it

HELP = "random positions with exact results"
DESCRIPTION = """
Distinct random positions, mirror images once, with their exact results: score, verdict, plies to the end,
best columns and the score of every column. Each belongs to train, validation or test by a hash of the
position, so that neither it nor its mirror image is ever in two of them. OUT.manifest.json says what the file
holds.
"""
EPILOG = """
Positions are those after random games in which nobody completes a line. Results are kept in OUT.work.sqlite
as they come: run the same command again after a stop, and it goes on from there. The same command writes the
same files, byte for byte. docs/data.md shows how to use them.
"""
SAMPLE_HELP = """
playout: the number of discs is drawn for each position; uniform: equally many positions for each number of
discs
"""


def _plies(text: str) -> range:
    """A parser of --plies."""
    found = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", text) if len(text) <= MAX_DIGITS else None
    if found is None:
        raise refusal(text, "no numbers of discs", "the least and the most, as 8-30")
    first, last = int(found[1]), int(found[2] or found[1])
    return range(first, last + 1)


OUT = output_name("a dataset", (".parquet", ".jsonl", ".csv"))
SHARE = real_number("a share", "a number from 0 to 1", lambda number: 0 <= number <= 1)
OPTIONS = {
    "out": valued(OUT, "OUT", "NAME.parquet, NAME.jsonl or NAME.csv"),
    "--count": valued(whole_number("a number of positions"), "N", "how many", required=True),
    "--plies": valued(_plies, "A-B", "discs on the board, as 8-30, or just 8", required=True),
    "--seed": valued(int, "S", "another number, other positions", 0),
    "--sample": chosen(SAMPLES, SAMPLE_HELP, SAMPLES[0]),
    "--test-share": valued(SHARE, "X", "the share of positions for test, from 0 to 1", 0.1),
    "--validation-share": valued(SHARE, "X", "the share of positions for validation, from 0 to 1", 0.0),
    **JOB_OPTIONS,
    **shared("--no-book"),
}


def run(args: argparse.Namespace) -> None:
    """Sample, solve, write; raises ClaimevenError when stopped by Ctrl-C."""
    from claimeven.batch.dataset import Dataset, Recipe
    from claimeven.batch.rows import PARQUET, require_pyarrow

    try:
        recipe = Recipe(rules=rules_of(args), **{name: getattr(args, name) for name in RECIPE})
    except SampleError as error:
        args.misuse(str(error))
    if suffix_of(args.out) == PARQUET:
        require_pyarrow()  # before hours of work, not after
    dataset = Dataset.open(recipe, args.out)
    with stopping_job(), at_work(dataset.labelling.job):
        load_rows(dataset.labelling, "sampling", "positions")
        summary = run_job(args, dataset.labelling.job, args.out, dataset.write)
        atomic_write(args.out + MANIFEST_SUFFIX, _manifest(args, dataset))
        write_message(f"{args.out}: {summary.total:,} positions; {solved_words(summary)}")


def _manifest(args: argparse.Namespace, dataset: Dataset) -> bytes:
    with open(args.out, "rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    name = os.path.basename(args.out)
    facts = dataset.manifest(_command(args, name), name, os.path.getsize(args.out), sha256)
    return f"{json.dumps(facts, indent=2)}\n".encode()


def _command(args: argparse.Namespace, name: str) -> str:
    """The command that writes the same rows, with every option that matters."""
    options = {option: getattr(args, option) for option in RECIPE}
    options |= {"plies": f"{args.plies[0]}-{args.plies[-1]}", "variant": args.variant.name, "size": args.size}
    named = ((option.replace("_", "-"), str(value)) for option, value in options.items())
    words = [word for option, value in named for word in (f"--{option}", value)]
    return shlex.join(["claimeven", "dataset", *words, name])
