"""`maxconnect4 report`: what one move on the empty board costs, depth by depth."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence

from claimeven.cli.output import status_line, write_line
from claimeven.cli.plots import plot_costs, require_matplotlib
from claimeven.formats.statefile import State
from claimeven.solver import lookahead
from claimeven.solver.lookahead import LookaheadReport

FIELDS = ("depth", "column", "value", "moves_explored", "cpu_seconds")
HEADINGS = {"text": ("depth", "column", "value", "moves explored", "CPU seconds"), "csv": FIELDS}
ROWS = {"text": "{:>5}  {:>6}  {:>6}  {:>14}  {:>11}", "csv": "{},{},{},{},{}"}


def run(args: argparse.Namespace, start: State) -> None:
    """Measure, with progress on stderr, print the table as text, csv or json and draw every plot.

    Raises ClaimevenError before the work starts if a plot cannot be drawn, OSError if a file cannot be
    written.
    """
    form, seconds = "csv" if args.csv else "json" if args.json else "text", args.seconds
    if args.plot:
        require_matplotlib()
    moves: list[LookaheadReport] = []
    with status_line() as progress:
        for move in _measure(start, seconds, progress):
            progress("")
            if form != "json":
                if not moves:
                    write_line(ROWS[form].format(*HEADINGS[form]))
                cells = (move.depth, move.column + 1, f"{move.value:z.2f}", move.nodes)
                write_line(ROWS[form].format(*cells, f"{move.cpu_seconds:.6f}"))
            moves.append(move)
    if form == "json":
        write_line(_json(moves, seconds))
    elif form == "text":
        write_line(f"\nmeasurements: {len(moves)}\n{_stop_text(moves[-1], seconds)}")
    for path in args.plot or ():
        plot_costs(path, moves, seconds=seconds)


def _measure(start: State, seconds: float, progress: Callable[[str], None]) -> Iterator[LookaheadReport]:
    """Depth 1, 2, 3 and so on, up to and including the first that takes more than ``seconds`` of CPU time.

    Ends with the depth that sees the end of the game. No depth profits from what the one before has found:
    a chooser remembers nothing. ``progress`` is called with what is being measured.
    """
    chooser, so_far = lookahead.Lookahead(), ""
    for depth in range(1, start.rules.cells + 1):
        progress(f"measuring depth {depth}{so_far}")
        move = chooser.choose(start, depth)
        yield move
        if move.cpu_seconds > seconds:
            return
        so_far = f" (depth {depth} took {move.cpu_seconds:.2f} of {seconds:g} s)"


def _stop_text(last: LookaheadReport, seconds: float) -> str:
    """Why there is no deeper measurement than ``last``."""
    if last.cpu_seconds > seconds:
        return f"depth {last.depth} is the first that takes more than {seconds:g} CPU seconds"
    return f"depth {last.depth} sees the end of the game and takes no more than {seconds:g} CPU seconds"


def _json(moves: Sequence[LookaheadReport], seconds: float) -> str:
    rows = ((m.depth, m.column + 1, m.value, m.nodes, round(m.cpu_seconds, 6)) for m in moves)
    last = moves[-1]
    table = {
        "seconds": seconds,
        "first_depth_above": last.depth if last.cpu_seconds > seconds else None,
        "count": len(moves),
        "measurements": [dict(zip(FIELDS, row, strict=True)) for row in rows],
    }
    return json.dumps(table, indent=2)
