"""`claimeven minimax`: the column that a fixed-depth search chooses, and what alpha-beta saves it."""

from __future__ import annotations

import argparse
from typing import Any, get_args

from claimeven.cli.options import Either, chosen, flag, shared, shown_moves, valued
from claimeven.cli.output import write_line
from claimeven.cli.plots import plot_comparisons, plot_file, require_matplotlib
from claimeven.errors import IllegalMove
from claimeven.rules.position import Position
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.minimax import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Comparison, Minimax, Side, compare

HELP = "a column chosen by fixed-depth search"
DESCRIPTION = """
Choose a column by looking a fixed number of plies ahead and estimating the boards seen there. The value is
for the machine, which is the side to move unless --side says otherwise; a win counts 100000000000000, a loss
-10000000000000.
"""
EPILOG = """
Moves explored counts every disc dropped during the search, cut-offs how often alpha-beta left columns
unexplored. Neither the column nor the value depends on pruning.
"""
SIDE_HELP = "who is to move: the machine takes the largest value, the person the smallest"
PLOT_HELP = "compare, and draw moves explored and CPU time against depth, as .png or .svg"
OPTIONS = {
    **shared("moves"),
    **shared("--depth", default=DEFAULT_DEPTH),
    "--estimate": chosen(ESTIMATES, "how boards are valued that lie D plies ahead", DEFAULT_ESTIMATE),
    **shared("--size"),
    "--side": chosen(get_args(Side), SIDE_HELP, "machine"),
    "--prefer-sooner": flag("a win counts more the sooner it comes, by 1 for a ply"),
    "--no-pruning": Either(flag("explore every move")),
    "--compare": Either(flag("a table of depth 1 to D with and without pruning")),
    "--plot": valued(plot_file, "FILE", PLOT_HELP),
}
HEADING = """\
                                    moves explored                   CPU seconds
depth  column            value  with pruning     without   saved  with pruning     without"""
ROW = "{:>5}  {:>6}  {:>15}  {:>12}  {:>10}  {:>6.1%}  {:>12.3f}  {:>10.3f}"


def run(args: argparse.Namespace) -> None:
    """Choose a column, or compare; raises IllegalMove when the position is none or its game is over."""
    if args.plot:
        if args.no_pruning:
            args.misuse("--plot compares with and without pruning; expected no --no-pruning")
        require_matplotlib()
    try:
        position = Position.from_moves(args.moves, args.size)
        if args.compare or args.plot:
            _compare(args, position)
        else:
            search = Minimax(depth=args.depth, pruning=not args.no_pruning, **_settings(args))
            report = search.choose(position)
            write_line(
                f"column: {position.rules.column_name(report.column)}\nvalue: {report.value}\n"
                f"moves explored: {report.nodes}\ncut-offs: {report.cutoffs}\n"
                f"CPU time: {report.cpu_seconds:.3f} s"
            )
    except IllegalMove as error:
        raise IllegalMove(f"{shown_moves(args.moves)}: {error}") from None


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    """What a search is told beside its depth and pruning."""
    return {"estimate": args.estimate, "side": args.side, "prefer_sooner": args.prefer_sooner}


def _compare(args: argparse.Namespace, position: Position) -> None:
    """The table, each line as soon as it is known, and the plot."""
    comparisons: list[Comparison] = []
    for comparison in compare(position, depth=args.depth, **_settings(args)):
        if not comparisons:
            write_line(HEADING)
        pruned, full = comparison.pruned, comparison.full
        counts = (pruned.value, pruned.nodes, full.nodes, comparison.saved)
        column = position.rules.column_name(pruned.column)
        write_line(ROW.format(comparison.depth, column, *counts, pruned.cpu_seconds, full.cpu_seconds))
        comparisons.append(comparison)
    if args.plot:
        title = f"{shown_moves(args.moves)}, estimate {args.estimate}"
        plot_comparisons(args.plot, comparisons, title=title)
