"""`claimeven bench`: what the exact search costs, phase by phase, and what calls cost; alone or compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.options import add_shared, whole_number
from claimeven.cli.output import say, write_line
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.search.bench import PhaseResult, ThreadsResult, run_bench, run_empty, run_threads

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

HELP = "measure the exact search"
DESCRIPTION = """
Solve a fixed list of positions per phase of the game: one thread, no book, a fresh table for each phase. The
last line is their total number of nodes, the same on every machine.
"""
RIVALS = ("bitbully",)
NOT_INSTALLED = "bitbully is not installed; `pip install bitbully` brings it"
ROW, RIVAL_ROW = "{:<8}{:>10}{:>12}{:>10}{:>9}", "{:>12}{:>7}"
CALL_ROW, RIVAL_CALL_ROW = "{:<40}{:>10}", "{:>13}{:>7}"
LEAST_SECONDS = 1e-6  # what a coarse clock may show as 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_shared(parser, "--variant", "--table")
    parser.add_argument(
        "--against", choices=RIVALS, help="measure this solver on the same positions, alternating"
    )
    parser.add_argument(
        "--empty",
        action="store_true",
        help="also solve the empty board; another solver may need minutes for it",
    )
    parser.add_argument(
        "--threads",
        type=whole_number("a number of threads"),
        metavar="N",
        help="also solve the empty board with one thread and with N, in wall time: keep the machine quiet",
    )
    parser.add_argument(
        "--calls",
        action="store_true",
        help="measure instead what a call costs, be it a process, a score or a move: CPU microseconds, "
        "beside those of bitbully if it is installed",
    )


def run(args: argparse.Namespace) -> int:
    """Print a row per phase and the node count, or a row per call."""
    if args.calls:
        return _run_calls(args)
    rival = None
    if args.against:
        if args.variant != CONNECT_FOUR:
            args.misuse(f"{args.against} plays {CONNECT_FOUR.title} only; leave out --variant or --against")
        try:
            rival = _bitbully()
        except ImportError:
            say(NOT_INSTALLED)
            return 2
    heading = ROW.format("phase", "positions", "nodes", "CPU s", "Mnodes/s")
    write_line(heading + (RIVAL_ROW.format(f"{args.against} s", "ratio") if rival else ""))
    nodes = 0
    for result in run_bench(table_mib=args.table, rival=rival, rules=args.variant):
        nodes += result.nodes
        write_line(_row(result))
    if args.empty:
        write_line(_row(run_empty(table_mib=args.table, rival=rival, rules=args.variant)))
    if args.threads is not None:
        write_line(_threads_line(run_threads(table_mib=args.table, threads=args.threads, rules=args.variant)))
    write_line(f"Bench: {nodes}")
    return 0


def _row(result: PhaseResult) -> str:
    seconds, theirs = max(result.cpu_seconds, LEAST_SECONDS), result.rival_seconds
    cpu_seconds, rate = f"{result.cpu_seconds:.3f}", f"{result.nodes / seconds / 1e6:.2f}"
    row = ROW.format(result.name, result.positions, result.nodes, cpu_seconds, rate)
    return row if theirs is None else row + RIVAL_ROW.format(f"{theirs:.3f}", f"{theirs / seconds:.2f}")


def _threads_line(result: ThreadsResult) -> str:
    return (
        f"empty board, wall time: 1 thread {result.seconds_of_one:.2f} s and {result.nodes_of_one} nodes, "
        f"{result.threads} threads {result.seconds:.2f} s and {result.nodes} nodes, "
        f"ratio {result.seconds_of_one / max(result.seconds, LEAST_SECONDS):.2f}"
    )


def _run_calls(args: argparse.Namespace) -> int:
    """Print a row per call, with columns for bitbully where it is installed."""
    from claimeven.search.bench_calls import bitbully, run_calls

    if args.variant != CONNECT_FOUR or args.empty or args.threads is not None:
        args.misuse("--calls is a table of its own; leave out --variant, --empty and --threads")
    rival = None
    try:
        rival = bitbully()
    except ImportError:
        say(NOT_INSTALLED)
        if args.against:
            return 2
    heading = CALL_ROW.format("call", "CPU us")
    write_line(heading + (RIVAL_CALL_ROW.format(f"{rival.name} us", "ratio") if rival else ""))
    for result in run_calls(table_mib=args.table, rival=rival):
        ours, theirs = result.microseconds, result.rival_microseconds
        row = CALL_ROW.format(result.name, _microseconds(ours))
        if theirs is not None:
            row += RIVAL_CALL_ROW.format(_microseconds(theirs), f"{theirs / ours:.2f}")
        write_line(row)
    return 0


def _microseconds(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.2f}"


def _bitbully() -> Callable[[Sequence[int]], int]:
    from bitbully import BitBully, Board

    solver = BitBully(opening_book=None)
    return lambda game: int(solver.mtdf(Board(list(game))))
