"""`claimeven dataset`: write random positions with exact results, to train or test programs."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
from typing import TYPE_CHECKING, Any

from claimeven.batch.sample import PLAYS, SAMPLES
from claimeven.cli.jobs import exit_on_job_signals, load_rows, report_interrupt, run_job, solved_text
from claimeven.cli.options import (
    JOB_OPTIONS,
    MAX_DIGITS,
    argument,
    choice,
    invalid_value,
    output_path,
    real_number,
    rules_of,
    shared,
    whole_number,
)
from claimeven.cli.output import write_message
from claimeven.errors import SampleError
from claimeven.files import atomic_write, suffix_of

if TYPE_CHECKING:
    from claimeven.batch.dataset import Dataset

MANIFEST_SUFFIX = ".manifest.json"
RECIPE_OPTIONS = (
    "count",
    "plies",
    "seed",
    "sample",
    "play",
    "min_plies_to_end",
    "test_share",
    "validation_share",
)
DEFAULT_PLAY = "sensible"

HELP = "write random positions with exact results"
DESCRIPTION = """
Write distinct random positions (mirror images count once) with their exact results: score, verdict, plies to
the end, best columns and the score of every column. A hash of the position assigns each to train, validation
or test, so that a position and its mirror image are never in different splits. OUT.manifest.json describes
the file.
"""
EPILOG = """
Positions come from games of random drops in which nobody completes a line. Results are stored in
OUT.work.sqlite as they are found: rerun the command to resume after an interruption. The same command writes
the same files, byte for byte. docs/data.md shows how to use them.
"""
PLAY_HELP = """
how the games are played: random: any column; sensible: never overlook a four that can be completed or
blocked at once
"""
SAMPLE_HELP = """
playout: draw the number of discs for each position; uniform: take equally many positions for each number of
discs
"""


def _plies(text: str) -> range:
    """Parse --plies: ``8-30``, or ``8`` alone."""
    found = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", text) if len(text) <= MAX_DIGITS else None
    if found is None:
        raise invalid_value(
            text, "not a range of numbers of discs", "the smallest and the largest, e.g. 8-30"
        )
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    return range(first, last + 1)


def _is_share(number: float) -> bool:
    return 0 <= number <= 1


OUT = output_path("a dataset", (".parquet", ".jsonl", ".csv"))
SHARE = real_number("a share", "a number from 0 to 1", _is_share)
OPTIONS = {
    "out": argument(OUT, "OUT", "NAME.parquet, NAME.jsonl or NAME.csv"),
    "--count": argument(whole_number("a number of positions"), "N", "number of positions", required=True),
    "--plies": argument(_plies, "A-B", "number of discs on the board, e.g. 8-30, or just 8", required=True),
    "--seed": argument(int, "S", "random seed; another seed gives other positions", 0),
    "--sample": choice(SAMPLES, SAMPLE_HELP, SAMPLES[0]),
    "--play": choice(PLAYS, PLAY_HELP, DEFAULT_PLAY),
    "--min-plies-to-end": argument(
        whole_number("a number of plies"), "N", "only positions whose game lasts N plies with best play", 1
    ),
    "--test-share": argument(SHARE, "X", "share of test positions, from 0 to 1", 0.1),
    "--validation-share": argument(SHARE, "X", "share of validation positions, from 0 to 1", 0.0),
    **JOB_OPTIONS,
    **shared("--no-book"),
}


def run(args: argparse.Namespace) -> None:
    """Sample, solve and write the positions; raise ClaimevenError on Ctrl-C."""
    from claimeven.batch.dataset import Dataset, Recipe
    from claimeven.batch.rows import PARQUET, require_pyarrow

    try:
        recipe = Recipe(rules=rules_of(args), **_recipe_values(args))
    except SampleError as error:
        args.usage_error(str(error))
    if suffix_of(args.out) == PARQUET:
        require_pyarrow()  # fail now, not after hours of work
    dataset = Dataset.open(recipe, args.out)
    with exit_on_job_signals(), report_interrupt(dataset.labelling.job):
        load_rows(dataset.labelling, "sampling", "positions")
        summary = run_job(args, dataset.labelling.job, args.out, dataset.write)
        atomic_write(args.out + MANIFEST_SUFFIX, _manifest(args, dataset))
        write_message(f"{args.out}: {summary.total:,} positions; {solved_text(summary)}")


def _recipe_values(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in RECIPE_OPTIONS}


def _manifest(args: argparse.Namespace, dataset: Dataset) -> bytes:
    """Return the manifest file: the command, and what the output file holds."""
    with open(args.out, "rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    name = os.path.basename(args.out)
    contents = dataset.manifest(_command(args, name), name, os.path.getsize(args.out), sha256)
    return f"{json.dumps(contents, indent=2)}\n".encode()


def _command(args: argparse.Namespace, name: str) -> str:
    """Return the command that writes the same rows, with every option that matters."""
    values = _recipe_values(args)
    values["plies"] = f"{args.plies[0]}-{args.plies[-1]}"
    values["variant"] = args.variant.name
    values["size"] = args.size
    words = ["claimeven", "dataset"]
    for option, value in values.items():
        words.append(f"--{option.replace('_', '-')}")
        words.append(str(value))
    words.append(name)
    return shlex.join(words)
