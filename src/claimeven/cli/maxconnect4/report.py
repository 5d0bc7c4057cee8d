"""`maxconnect4 report`: measure what one move on the empty board costs, depth by depth."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence

from claimeven.cli.output import status_line, write_line
from claimeven.cli.plots import plot_costs, require_matplotlib
from claimeven.formats.statefile import State
from claimeven.solver import lookahead
from claimeven.solver.lookahead import LookaheadReport

HEADINGS = {
    "text": ("depth", "column", "value", "moves explored", "CPU seconds"),
    "csv": ("depth", "column", "value", "moves_explored", "cpu_seconds"),
}
ROWS = {"text": "{:>5}  {:>6}  {:>6}  {:>14}  {:>11}", "csv": "{},{},{},{},{}"}


def run(args: argparse.Namespace, start: State) -> None:
    """Measure, with progress on stderr, print the table as text, CSV or JSON, and draw the plots.

    Raise ClaimevenError before the work starts if plots cannot be drawn, OSError if a file cannot be written.
    """
    seconds = args.seconds
    table_format = "text"
    if args.csv:
        table_format = "csv"
    if args.json:
        table_format = "json"
    if args.plot:
        require_matplotlib()
    moves: list[LookaheadReport] = []
    with status_line() as progress:
        for move in _measure(start, seconds, progress):
            progress("")
            if table_format != "json":
                if not moves:
                    write_line(ROWS[table_format].format(*HEADINGS[table_format]))
                write_line(_row(move, table_format))
            moves.append(move)
    if table_format == "json":
        write_line(_json(moves, seconds))
    elif table_format == "text":
        write_line(f"\nmeasurements: {len(moves)}\n{_stop_text(moves[-1], seconds)}")
    for path in args.plot or ():
        plot_costs(path, moves, seconds=seconds)


def _row(move: LookaheadReport, table_format: str) -> str:
    """Return a row of the table as text or CSV."""
    return ROWS[table_format].format(
        move.depth, move.column + 1, f"{move.value:z.2f}", move.nodes, f"{move.cpu_seconds:.6f}"
    )


def _measure(start: State, seconds: float, progress: Callable[[str], None]) -> Iterator[LookaheadReport]:
    """Yield depth 1, 2, 3 and so on, up to and including the first that takes more than ``seconds``.

    Stop at the depth that sees the end of the game. No depth uses results of the one before, because a
    chooser keeps nothing between calls. ``progress`` is called with what is being measured.
    """
    chooser = lookahead.Lookahead()
    so_far = ""
    for depth in range(1, start.rules.cells + 1):
        progress(f"measuring depth {depth}{so_far}")
        move = chooser.choose(start, depth)
        yield move
        if move.cpu_seconds > seconds:
            return
        so_far = f" (depth {depth} took {move.cpu_seconds:.2f} of {seconds:g} s)"


def _stop_text(last: LookaheadReport, seconds: float) -> str:
    """Return why there is no deeper measurement than ``last``."""
    if last.cpu_seconds > seconds:
        return f"depth {last.depth} is the first that takes more than {seconds:g} CPU seconds"
    return f"depth {last.depth} sees the end of the game and takes no more than {seconds:g} CPU seconds"


def _json(moves: Sequence[LookaheadReport], seconds: float) -> str:
    measurements = []
    for move in moves:
        measurements.append(
            {
                "depth": move.depth,
                "column": move.column + 1,
                "value": move.value,
                "moves_explored": move.nodes,
                "cpu_seconds": round(move.cpu_seconds, 6),
            }
        )
    last = moves[-1]
    table = {
        "seconds": seconds,
        "first_depth_above": last.depth if last.cpu_seconds > seconds else None,
        "count": len(moves),
        "measurements": measurements,
    }
    return json.dumps(table, indent=2)
