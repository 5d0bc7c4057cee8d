"""`claimeven minimax`: choose a column by fixed-depth search, and measure what pruning saves."""

from __future__ import annotations

import argparse
import json
from typing import Any, get_args

from claimeven.cli.options import Exclusive, argument, choice, flag, shared
from claimeven.cli.output import progress_line, write_line
from claimeven.cli.plots import plot_comparisons, plot_file, require_matplotlib
from claimeven.cli.positions import POSITION_OPTIONS, GivenGame, given_game
from claimeven.errors import IllegalMove
from claimeven.rules.rules import Rules
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.minimax import (
    DEFAULT_DEPTH,
    DEFAULT_ESTIMATE,
    Comparison,
    Minimax,
    MinimaxReport,
    Side,
    compare_at,
)

HELP = "choose a column by fixed-depth search"
DESCRIPTION = """
Choose a column by looking a fixed number of plies ahead and estimating the boards found there. The value is
the machine's, which is the side to move unless --side says otherwise; a win counts 100000000000000, a loss
-10000000000000.
"""
EPILOG = """
"Moves explored" is the number of discs dropped during the search, "cut-offs" how often alpha-beta left
columns unexplored. Pruning changes neither the column nor the value.
"""
SIDE_HELP = "who is to move: the machine takes the largest value, the person the smallest"
PLOT_HELP = "compare, and plot moves explored and CPU time against depth, as .png or .svg"
OPTIONS = {
    **POSITION_OPTIONS,
    **shared("--depth", default=DEFAULT_DEPTH),
    "--estimate": choice(ESTIMATES, "how to value boards D plies ahead", DEFAULT_ESTIMATE),
    **shared("--size"),
    "--side": choice(get_args(Side), SIDE_HELP, "machine"),
    "--prefer-sooner": flag("prefer a sooner win, by 1 point per ply"),
    "--no-pruning": Exclusive(flag("explore every move")),
    "--compare": Exclusive(flag("print a table of depths 1 to D with and without pruning")),
    "--csv": flag("compare, and print the table as CSV"),
    **shared("--json"),
    "--plot": argument(plot_file, "FILE", PLOT_HELP),
}
HEADING = """\
                                    moves explored                   CPU seconds
depth  column            value  with pruning     without   saved  with pruning     without"""
CSV_FIELDS = (
    "depth",
    "column",
    "value",
    "moves_with_pruning",
    "moves_without_pruning",
    "saved",
    "cpu_seconds_with_pruning",
    "cpu_seconds_without_pruning",
)
CSV_ROW = "{},{},{},{},{},{:.6f},{:.6f},{:.6f}"
ROW = "{:>5}  {:>6}  {:>15}  {:>12}  {:>10}  {:>6.1%}  {:>12.3f}  {:>10.3f}"


def run(args: argparse.Namespace) -> None:
    """Choose a column or compare searches; raise IllegalMove if the moves are illegal or the game is over."""
    _require_consistent_options(args)
    if args.plot:
        require_matplotlib()
    given = given_game(args)
    try:
        if args.compare or args.plot or args.csv:
            _compare(args, given)
        else:
            _choose(args, given)
    except IllegalMove as error:
        raise IllegalMove(f"{given.name}: {error}") from None


def _require_consistent_options(args: argparse.Namespace) -> None:
    """Exit with a usage error if options contradict one another."""
    for option in ("plot", "csv"):
        if getattr(args, option) and args.no_pruning:
            args.usage_error(f"--{option} compares with and without pruning; omit --no-pruning")
    if args.csv and args.json:
        args.usage_error("the table is printed either as CSV or as JSON; omit --csv or --json")


def _choose(args: argparse.Namespace, given: GivenGame) -> None:
    """Print the column that a search chooses, its value and what it cost."""
    with progress_line(given.name) as progress:
        search = Minimax(depth=args.depth, pruning=not args.no_pruning, progress=progress, **_settings(args))
        report = search.choose(given.position)
    if args.json:
        write_line(json.dumps({**_position_fields(given), "depth": args.depth, **_report_fields(report)}))
        return
    write_line(f"column: {given.position.rules.column_name(report.column)}")
    write_line(f"value: {report.value}")
    write_line(f"moves explored: {report.nodes}")
    write_line(f"cut-offs: {report.cutoffs}")
    write_line(f"CPU time: {report.cpu_seconds:.3f} s")


def _position_fields(given: GivenGame) -> dict[str, Any]:
    """Return the members of a JSON object that name the position."""
    fields = {"moves": given.moves}
    if given.board is not None:
        fields["board"] = given.board
    return fields


def _report_fields(report: MinimaxReport) -> dict[str, Any]:
    """Return the members of a JSON object that describe a search."""
    return {
        "column": report.column + 1,
        "value": report.value,
        "nodes": report.nodes,
        "cutoffs": report.cutoffs,
        "cpu_seconds": round(report.cpu_seconds, 6),
    }


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a search besides its depth and pruning."""
    return {"estimate": args.estimate, "side": args.side, "prefer_sooner": args.prefer_sooner}


def _compare(args: argparse.Namespace, given: GivenGame) -> None:
    """Print the table, each row as soon as it is measured but JSON at the end, and draw the plot."""
    comparisons: list[Comparison] = []
    for depth in range(1, args.depth + 1):
        with progress_line(f"{given.name}, depth {depth}") as progress:
            comparison = compare_at(given.position, depth, progress=progress, **_settings(args))
        if not args.json:
            if not comparisons:
                write_line(",".join(CSV_FIELDS) if args.csv else HEADING)
            row = CSV_ROW if args.csv else ROW
            write_line(row.format(*_row_cells(comparison, given.position.rules)))
        comparisons.append(comparison)
    if args.json:
        depths = [_comparison_fields(comparison) for comparison in comparisons]
        write_line(json.dumps({**_position_fields(given), "depths": depths}))
    if args.plot:
        title = f"{given.name}, estimate {args.estimate}"
        plot_comparisons(args.plot, comparisons, title=title)


def _row_cells(comparison: Comparison, rules: Rules) -> tuple[object, ...]:
    """Return the cells of a row of the table."""
    pruned = comparison.pruned
    full = comparison.full
    return (
        comparison.depth,
        rules.column_name(pruned.column),
        pruned.value,
        pruned.nodes,
        full.nodes,
        comparison.saved,
        pruned.cpu_seconds,
        full.cpu_seconds,
    )


def _comparison_fields(comparison: Comparison) -> dict[str, Any]:
    """Return one depth of a comparison as a JSON object."""
    return {
        "depth": comparison.depth,
        "saved": round(comparison.saved, 6),
        "with_pruning": _report_fields(comparison.pruned),
        "without_pruning": _report_fields(comparison.full),
    }
