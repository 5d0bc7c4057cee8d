"""`claimeven max-table`: solve the empty board of Max-Connect4 for every size up to a given one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from claimeven.cli.options import argument, board_size, shared
from claimeven.cli.output import progress_line, write_line
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, MIN_SIDE, Rules
from claimeven.solver.solver import Solver

HELP = "solve the empty board of Max-Connect4 for many sizes"
DESCRIPTION = """
Solve the empty board of Max-Connect4 for every size from 4x4, and print the first player's margin, the nodes
and the CPU time. Each size is solved by one thread with no book and a fresh table.
"""
UPTO_HELP = "largest board size (default: %(default)s; 7x6 takes a few times longer)"
OPTIONS = {"--upto": argument(board_size, "CxR", UPTO_HELP, Rules(6, 6)), **shared("--table")}
ROW = "{:<6}{:>8}{:>14}{:>10}"


def run(args: argparse.Namespace) -> None:
    """Print a row for each size as soon as it is solved."""
    write_line(ROW.format("size", "margin", "nodes", "CPU s"))
    for rules in _sizes(args.upto):
        solver = Solver(table_mib=args.table, book=None)
        with progress_line(str(rules)) as progress:
            report = solver.solve(Position(rules=rules), progress=progress)
        write_line(ROW.format(str(rules), str(report.score), report.nodes, f"{report.cpu_seconds:.2f}"))


def _sizes(largest: Rules) -> Iterator[Rules]:
    """Yield every size up to the largest, all rows of a number of columns together."""
    for columns in range(MIN_SIDE, largest.columns + 1):
        for rows in range(MIN_SIDE, largest.rows + 1):
            yield MAX_CONNECT_FOUR.sized(columns, rows)
