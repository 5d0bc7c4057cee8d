"""Run a batch job for a command: progress, signals, results and messages.

Progress is a bar on a terminal, and elsewhere an occasional line.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from claimeven.cli.output import is_terminal, write_message
from claimeven.cli.signal_exit import exit_on_signals
from claimeven.errors import ClaimevenError
from claimeven.files import atomic_file, suffix_of
from claimeven.plural import pluralize

if TYPE_CHECKING:
    from claimeven.batch.job import Job, JobProgress, Summary
    from claimeven.batch.label import Labelling

    WriteRows = Callable[[BinaryIO, str, Callable[[int], None]], None]  # file, its suffix, row counter

LINE_SECONDS = 30.0  # between two lines of progress that is not a bar


class _ShowProgress(Protocol):
    """Show a text and, on a bar, how much of the total is completed."""

    def __call__(self, text: str, completed: int | None = None, total: int | None = None) -> None: ...


@contextlib.contextmanager
def job_progress() -> Iterator[Callable[[JobProgress], None]]:
    """Yield a ``progress`` callback for a job; the bar is erased when the block ends."""
    with _progress() as show:

        def show_job(job: JobProgress) -> None:
            show(job_text(job), completed=job.solved, total=job.total)

        yield show_job


@contextlib.contextmanager
def rows_progress(doing: str, what: str = "rows") -> Iterator[Callable[[int], None]]:
    """Yield a callback that takes a number of rows and shows e.g. ``writing: 1,200 rows``."""
    with _progress() as show:

        def show_rows(rows: int) -> None:
            show(f"{doing}: {rows:,} {what}")

        yield show_rows


@contextlib.contextmanager
def _progress() -> Iterator[_ShowProgress]:
    if is_terminal(sys.stderr):
        with _progress_bar() as show:
            yield show
    else:
        yield _occasional_lines()


@contextlib.contextmanager
def _progress_bar() -> Iterator[_ShowProgress]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    bar = BarColumn(bar_width=24)
    label = TextColumn("{task.fields[label]}")
    with Progress(bar, label, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, label="")

        def show(text: str, completed: int | None = None, total: int | None = None) -> None:
            progress.update(task, label=text, completed=completed, total=total)

        yield show


def _occasional_lines() -> _ShowProgress:
    last_line = time.monotonic()

    def show(text: str, completed: int | None = None, total: int | None = None) -> None:  # noqa: ARG001
        nonlocal last_line
        if time.monotonic() - last_line >= LINE_SECONDS:
            last_line = time.monotonic()
            write_message(text)

    return show


def job_text(job: JobProgress) -> str:
    """Return the progress of a job as one line.

    >>> from claimeven.batch.job import JobProgress
    >>> job_text(JobProgress(solved=1200, total=9000, now=200, seconds=10.0, seconds_left=390.0, workers=2))
    '1,200 of 9,000 positions, 20 per second, 6 min 30 s left, 2 workers'
    """
    parts = [f"{job.solved:,} of {job.total:,} positions"]
    if job.now:
        rate = job.now / job.seconds
        rate_text = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
        parts.append(f"{rate_text} per second")
    if job.seconds_left is not None:
        parts.append(f"{duration(job.seconds_left)} left")
    parts.append(pluralize(job.workers, "worker"))
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Return a duration in the largest two units that fit.

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


def exit_on_job_signals() -> contextlib.AbstractContextManager[None]:
    """Return a context in which SIGTERM and SIGHUP end the workers and exit, as Ctrl-C does."""
    return exit_on_signals(
        "results so far are stored; rerun the command to resume", names=("SIGTERM", "SIGHUP")
    )


@contextlib.contextmanager
def report_interrupt(job: Job) -> Iterator[None]:
    """Close the job when the block ends; on Ctrl-C, raise ClaimevenError with its progress."""
    with job:
        try:
            yield
        except KeyboardInterrupt:
            raise ClaimevenError(
                f"stopped with {job.total - job.waiting:,} of {job.total:,} positions solved and stored in "
                f"{job.path}; rerun the command to resume"
            ) from None


def load_rows(labelling: Labelling, doing: str, what: str = "rows") -> None:
    """Load the rows to be labelled, unless they are loaded; if that fails, leave no store behind.

    Raise ClaimevenError on Ctrl-C.
    """
    if labelling.job.is_loaded:
        return
    try:
        with rows_progress(doing, what) as show_rows:
            labelling.load(show_rows)
    except BaseException as error:
        labelling.job.discard()
        if isinstance(error, KeyboardInterrupt):
            raise ClaimevenError(f"stopped while {doing}; nothing is stored") from None
        raise


def pool_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the keyword arguments of a job that describe its workers, from JOB_OPTIONS."""
    return {"workers": args.workers, "scheduler": args.scheduler, "table_mib": args.table}


def run_job(args: argparse.Namespace, job: Job, output: str, write: WriteRows) -> Summary:
    """Solve all positions, following JOB_OPTIONS and --no-book, and write the output file."""
    with job_progress() as show_job:
        summary = job.run(**pool_of(args), book=not args.no_book, progress=show_job)
    with atomic_file(output) as file, rows_progress("writing") as show_rows:
        write(file, suffix_of(output), show_rows)
    return summary


def solved_text(summary: Summary) -> str:
    """Return how many positions were solved, and how many had been stored before."""
    text = f"{summary.solved:,} solved in {duration(summary.seconds)}"
    stored = summary.total - summary.solved
    if stored:
        text += f", {stored:,} already stored"
    return text
