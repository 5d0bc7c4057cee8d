"""`claimeven max-table`: the margin of the empty board of Max-Connect4 for every size up to a given one."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from claimeven.cli.options import shared, size, valued
from claimeven.cli.output import progress_line, write_line
from claimeven.rules.position import Position
from claimeven.rules.rules import MAX_CONNECT_FOUR, MIN_SIDE, Rules
from claimeven.solver.solver import Solver

HELP = "Max-Connect4: the empty board, solved for many sizes"
DESCRIPTION = """
Solve the empty board of Max-Connect4 for every size from 4x4: the margin of the first player, nodes and CPU
time. One thread, no book, a fresh table for each size.
"""
UPTO_HELP = "the largest number of columns and rows (default: %(default)s; 7x6 takes a few times longer)"
OPTIONS = {"--upto": valued(size, "CxR", UPTO_HELP, Rules(6, 6)), **shared("--table")}
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
    """Every size up to the largest, columns first."""
    for columns in range(MIN_SIDE, largest.columns + 1):
        for rows in range(MIN_SIDE, largest.rows + 1):
            yield MAX_CONNECT_FOUR.sized(columns, rows)
