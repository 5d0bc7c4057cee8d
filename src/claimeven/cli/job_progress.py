"""How far a batch job is: a bar on a terminal, and otherwise a line now and then."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Any

from claimeven.cli.output import is_terminal, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from claimeven.batch.job import JobProgress

LINE_SECONDS = 30.0


@contextlib.contextmanager
def job_progress() -> Iterator[Callable[[JobProgress], None]]:
    """What to hand to a job as its ``progress``; a bar is gone when the block ends."""
    if is_terminal(sys.stderr):
        with _bar("{task.fields[words]}") as (bar, task):
            yield lambda job: bar.update(task, completed=job.solved, total=job.total, words=job_text(job))
    else:
        yield _now_and_then(job_text)


@contextlib.contextmanager
def rows_progress(doing: str, what: str = "rows") -> Iterator[Callable[[int], None]]:
    """What to call with a number of rows while ``doing`` something with them; messages call them ``what``."""

    def text(rows: int) -> str:
        return f"{doing}: {rows:,} {what}"

    if is_terminal(sys.stderr):
        with _bar("{task.fields[words]}") as (bar, task):
            yield lambda rows: bar.update(task, words=text(rows))
    else:
        yield _now_and_then(text)


def job_text(job: JobProgress) -> str:
    """One line.

    >>> from claimeven.batch.job import JobProgress
    >>> job_text(JobProgress(solved=1200, total=9000, now=200, seconds=10.0, seconds_left=390.0, workers=2))
    '1,200 of 9,000 positions, 20 per second, 6 min 30 s left, 2 workers'
    """
    parts = [f"{job.solved:,} of {job.total:,} positions"]
    if job.now:
        parts.append(f"{_rate(job.now / job.seconds)} per second")
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


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _now_and_then(text: Callable[[Any], str]) -> Callable[[Any], None]:
    """A function that says the text of what it is given, when the last time is long enough ago."""
    said = time.monotonic()

    def tell(state: Any) -> None:
        nonlocal said
        if time.monotonic() - said >= LINE_SECONDS:
            said = time.monotonic()
            say(text(state))

    return tell


@contextlib.contextmanager
def _bar(words: str) -> Iterator[tuple[Any, Any]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    with Progress(
        BarColumn(bar_width=24), TextColumn(words), console=Console(stderr=True), transient=True
    ) as bar:
        yield bar, bar.add_task("", total=None, words="")
