"""`maxconnect4 report`: what one move on the empty board costs, depth by depth."""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimeven.cli.output import is_terminal, say, write_line
from claimeven.cli.plots import plot_form, require_matplotlib
from claimeven.cli.progress import ECHO
from claimeven.files import write_whole
from claimeven.formats.statefile import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from claimeven.cli.maxconnect4.one_move import Chooser

HEADINGS = ("depth", "column", "value", "moves explored", "CPU seconds")
FIELDS = ("depth", "column", "value", "nodes", "cpu_seconds")
WIDTHS = (5, 6, 6, 14, 11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One move on the empty board: the column is 1-based, ``nodes`` are the moves explored.

    The value is in lines, for the player who moves: an estimate unless the end of the game was seen.
    """

    depth: int
    column: int
    value: float
    nodes: int
    cpu_seconds: float


def measure(
    seconds: float, new_chooser: Callable[[], Chooser], progress: Callable[[str], None]
) -> Iterator[Measurement]:
    """Depth 1, 2, 3 and so on, up to and including the first that takes more than ``seconds`` of CPU time.

    Ends with the depth that sees the end of the game. No depth profits from what the one before has found:
    a chooser remembers nothing. ``progress`` is called with what is being measured.
    """
    start, chooser = State(), new_chooser()
    so_far = ""
    for depth in range(1, start.rules.cells + 1):
        progress(f"measuring depth {depth}{so_far}")
        report = chooser.choose(start, depth)
        yield Measurement(
            depth=depth,
            column=report.column + 1,
            value=report.value,
            nodes=report.nodes,
            cpu_seconds=report.cpu_seconds,
        )
        if report.cpu_seconds > seconds:
            return
        so_far = f" (depth {depth} took {report.cpu_seconds:.2f} of {seconds:g} s)"


def report_costs(
    *, seconds: float, form: str, plots: Sequence[str], new_chooser: Callable[[], Chooser]
) -> None:
    """Measure, with progress on stderr, print the table as text, csv or json and draw every plot.

    Raises ClaimevenError before the work starts if a plot cannot be drawn, OSError if a file cannot be
    written.
    """
    if plots:
        require_matplotlib()
    measurements: list[Measurement] = []
    with _progress_line() as progress:
        for measurement in measure(seconds, new_chooser, progress):
            progress("")
            if form != "json" and not measurements:
                write_line(_heading(form))
            if form != "json":
                write_line(_row(measurement, form))
            measurements.append(measurement)
    if form == "json":
        write_line(_json(measurements, seconds))
    elif form == "text":
        write_line(f"\nmeasurements: {len(measurements)}\n{_stop_words(measurements[-1], seconds)}")
    if plots:
        from claimeven.cli.maxconnect4.plot import draw_plot

        for path in plots:
            write_whole(path, draw_plot(measurements, seconds=seconds, form=plot_form(path)))


@contextlib.contextmanager
def _progress_line() -> Iterator[Callable[[str], None]]:
    """What tells people on stderr what is going on: line by line, or on a terminal in one that goes away."""
    if not is_terminal(sys.stderr):
        yield lambda words: say(words) if words else None
        return
    shown = 0

    def show(words: str) -> None:
        nonlocal shown
        with contextlib.suppress(OSError):
            sys.stderr.write(f"\r{' ' * (shown + len(ECHO))}\r{words}")
            sys.stderr.flush()
        shown = len(words)

    try:
        yield show
    finally:
        show("")


def _heading(form: str) -> str:
    return ",".join(FIELDS) if form == "csv" else _aligned(HEADINGS)


def _row(measurement: Measurement, form: str) -> str:
    cells = (
        str(measurement.depth),
        str(measurement.column),
        f"{measurement.value:z.2f}",
        str(measurement.nodes),
        f"{measurement.cpu_seconds:.6f}",
    )
    return ",".join(cells) if form == "csv" else _aligned(cells)


def _aligned(cells: Sequence[str]) -> str:
    return "  ".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


def _stop_words(last: Measurement, seconds: float) -> str:
    """Why there is no deeper measurement than ``last``."""
    if last.cpu_seconds > seconds:
        return f"depth {last.depth} is the first that takes more than {seconds:g} CPU seconds"
    return f"depth {last.depth} sees the end of the game and takes no more than {seconds:g} CPU seconds"


def _json(measurements: Sequence[Measurement], seconds: float) -> str:
    rows = [
        {**{field: getattr(m, field) for field in FIELDS}, "cpu_seconds": round(m.cpu_seconds, 6)}
        for m in measurements
    ]
    last = measurements[-1]
    table = {
        "seconds": seconds,
        "first_depth_above": last.depth if last.cpu_seconds > seconds else None,
        "count": len(measurements),
        "measurements": rows,
    }
    return json.dumps(table, indent=2)
