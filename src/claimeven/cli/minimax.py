"""`claimeven minimax`: choose a column by fixed-depth search, and measure what pruning saves."""

from __future__ import annotations

import argparse
from typing import Any, get_args

from claimeven.cli.options import Exclusive, argument, choice, flag, shared
from claimeven.cli.output import write_line
from claimeven.cli.plots import plot_comparisons, plot_file, require_matplotlib
from claimeven.cli.positions import POSITION_OPTIONS, GivenGame, given_game
from claimeven.errors import IllegalMove
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.minimax import DEFAULT_DEPTH, DEFAULT_ESTIMATE, Comparison, Minimax, Side, compare

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
    "--plot": argument(plot_file, "FILE", PLOT_HELP),
}
HEADING = """\
                                    moves explored                   CPU seconds
depth  column            value  with pruning     without   saved  with pruning     without"""
ROW = "{:>5}  {:>6}  {:>15}  {:>12}  {:>10}  {:>6.1%}  {:>12.3f}  {:>10.3f}"


def run(args: argparse.Namespace) -> None:
    """Choose a column or compare searches; raise IllegalMove if the moves are illegal or the game is over."""
    if args.plot:
        if args.no_pruning:
            args.usage_error("--plot compares with and without pruning; omit --no-pruning")
        require_matplotlib()
    given = given_game(args)
    position = given.position
    try:
        if args.compare or args.plot:
            _compare(args, given)
        else:
            search = Minimax(depth=args.depth, pruning=not args.no_pruning, **_settings(args))
            report = search.choose(position)
            write_line(f"column: {position.rules.column_name(report.column)}")
            write_line(f"value: {report.value}")
            write_line(f"moves explored: {report.nodes}")
            write_line(f"cut-offs: {report.cutoffs}")
            write_line(f"CPU time: {report.cpu_seconds:.3f} s")
    except IllegalMove as error:
        raise IllegalMove(f"{given.name}: {error}") from None


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of a search besides its depth and pruning."""
    return {"estimate": args.estimate, "side": args.side, "prefer_sooner": args.prefer_sooner}


def _compare(args: argparse.Namespace, given: GivenGame) -> None:
    """Print the table, each row as soon as it is measured, and draw the plot."""
    position = given.position
    comparisons: list[Comparison] = []
    for comparison in compare(position, depth=args.depth, **_settings(args)):
        if not comparisons:
            write_line(HEADING)
        pruned = comparison.pruned
        full = comparison.full
        row = ROW.format(
            comparison.depth,
            position.rules.column_name(pruned.column),
            pruned.value,
            pruned.nodes,
            full.nodes,
            comparison.saved,
            pruned.cpu_seconds,
            full.cpu_seconds,
        )
        write_line(row)
        comparisons.append(comparison)
    if args.plot:
        title = f"{given.name}, estimate {args.estimate}"
        plot_comparisons(args.plot, comparisons, title=title)
