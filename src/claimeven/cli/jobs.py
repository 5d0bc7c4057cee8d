"""What commands that run a batch job share: how far it is, how it is run, and what they say of it.

How far it is shows a bar on a terminal, and otherwise a line now and then.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from claimeven.cli.output import is_terminal, write_message
from claimeven.cli.stopping import exit_on_signals
from claimeven.errors import ClaimevenError
from claimeven.files import atomic_file, suffix_of

if TYPE_CHECKING:
    from claimeven.batch.job import Job, JobProgress, Summary
    from claimeven.batch.label import Labelling

    Writing = Callable[[BinaryIO, str, Callable[[int], None]], None]  # the file, its suffix, who counts rows

LINE_SECONDS = 30.0


@contextlib.contextmanager
def job_progress() -> Iterator[Callable[[JobProgress], None]]:
    """What to hand to a job as its ``progress``; a bar is gone when the block ends."""
    with _progress() as tell:
        yield lambda job: tell(job_text(job), completed=job.solved, total=job.total)


@contextlib.contextmanager
def rows_progress(doing: str, what: str = "rows") -> Iterator[Callable[[int], None]]:
    """What to call with a number of rows while ``doing`` something with them; messages call them ``what``."""
    with _progress() as tell:
        yield lambda rows: tell(f"{doing}: {rows:,} {what}")


@contextlib.contextmanager
def _progress() -> Iterator[Callable[..., None]]:
    """A function that takes words and, for the bar, how much is ``completed`` of the ``total``."""
    if is_terminal(sys.stderr):
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = BarColumn(bar_width=24), TextColumn("{task.fields[words]}")
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=None, words="")
            yield lambda words, **numbers: bar.update(task, words=words, **numbers)
        return
    said = time.monotonic()

    def tell(words: str, **_: int) -> None:
        nonlocal said
        if time.monotonic() - said >= LINE_SECONDS:
            said = time.monotonic()
            write_message(words)

    yield tell


def job_text(job: JobProgress) -> str:
    """One line.

    >>> from claimeven.batch.job import JobProgress
    >>> job_text(JobProgress(solved=1200, total=9000, now=200, seconds=10.0, seconds_left=390.0, workers=2))
    '1,200 of 9,000 positions, 20 per second, 6 min 30 s left, 2 workers'
    """
    parts = [f"{job.solved:,} of {job.total:,} positions"]
    if job.now:
        rate = job.now / job.seconds
        parts.append(f"{rate:{',.0f' if rate >= 10 else '.2g'}} per second")
    if job.seconds_left is not None:
        parts.append(f"{duration(job.seconds_left)} left")
    parts.append(f"{job.workers} worker{'s' if job.workers != 1 else ''}")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Seconds as people say them.

    >>> duration(7), duration(390), duration(12345)
    ('7 s', '6 min 30 s', '3 h 26 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    if minutes < 60:
        return f"{minutes} min {rest} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min"


def stopping_job() -> contextlib.AbstractContextManager[None]:
    """Let SIGTERM and SIGHUP leave the block as an exception, as Ctrl-C does, so that workers are ended."""
    what = "what was solved is stored; run the same command again to go on"
    return exit_on_signals(what, names=("SIGTERM", "SIGHUP"))


@contextlib.contextmanager
def at_work(job: Job) -> Iterator[None]:
    """Close the job when the block ends; after Ctrl-C a ClaimevenError says how far it is."""
    with job:
        try:
            yield
        except KeyboardInterrupt:
            raise ClaimevenError(
                f"stopped with {job.total - job.waiting:,} of {job.total:,} positions solved and stored in "
                f"{job.path}; run the same command again to go on"
            ) from None


def load_rows(labelling: Labelling, doing: str, what: str = "rows") -> None:
    """Load the rows to be labelled, unless that is done; when it fails, leave no store behind.

    Raises ClaimevenError when stopped by Ctrl-C.
    """
    if labelling.job.is_loaded:
        return
    try:
        with rows_progress(doing, what) as tell:
            labelling.load(tell)
    except BaseException as error:
        labelling.job.discard()
        if isinstance(error, KeyboardInterrupt):
            raise ClaimevenError(f"stopped while {doing}; nothing is stored") from None
        raise


def pool_of(args: argparse.Namespace) -> dict[str, Any]:
    """Who solves and with how much memory, as JOB_OPTIONS say."""
    return {"workers": args.workers, "scheduler": args.scheduler, "table_mib": args.table}


def run_job(args: argparse.Namespace, job: Job, output: str, write: Writing) -> Summary:
    """Solve everything, as JOB_OPTIONS and --no-book say, and write the output."""
    with job_progress() as tell:
        summary = job.run(**pool_of(args), book=not args.no_book, progress=tell)
    with atomic_file(output) as file, rows_progress("writing") as tell_rows:
        write(file, suffix_of(output), tell_rows)
    return summary


def solved_words(summary: Summary) -> str:
    """How much was solved, and how much had been before."""
    before = summary.total - summary.solved
    stored = f", {before:,} were stored" if before else ""
    return f"{summary.solved:,} solved in {duration(summary.seconds)}{stored}"
