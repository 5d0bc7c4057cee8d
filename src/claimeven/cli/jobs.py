"""What commands that label positions share: loading a batch job, running it, and what they say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.job_progress import duration, job_progress, rows_progress

if TYPE_CHECKING:
    import argparse

    from claimeven.batch.job import Job, Summary
    from claimeven.batch.label import Labelling


def load_rows(labelling: Labelling, doing: str, what: str = "rows") -> None:
    """Load the rows to be labelled; when that fails, leave no store behind."""
    try:
        with rows_progress(doing, what) as tell:
            labelling.load(tell)
    except BaseException:
        labelling.job.discard()
        raise


def run_job(args: argparse.Namespace, job: Job) -> Summary:
    """Solve everything, as the options of ``add_job_options`` say."""
    with job_progress() as tell:
        return job.run(
            workers=args.workers,
            scheduler=args.scheduler,
            book=not args.no_book,
            table_mib=args.table,
            progress=tell,
        )


def solved_words(summary: Summary) -> str:
    """How much was solved, and how much had been before."""
    before = summary.total - summary.solved
    stored = f", {before:,} were stored" if before else ""
    return f"{summary.solved:,} solved in {duration(summary.seconds)}{stored}"


def stopped_words(job: Job) -> str:
    """What to say after Ctrl-C."""
    return (
        f"stopped with {job.total - job.waiting:,} of {job.total:,} positions solved and stored in "
        f"{job.store.path}; run the same command again to go on"
    )
