"""`claimeven bench`: what the exact search costs, phase by phase, and what calls cost; alone or compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimeven.cli.options import add_table_option, add_variant_option, whole_number
from claimeven.cli.output import say, table_row, write_line
from claimeven.rules.rules import CONNECT_FOUR
from claimeven.search.bench import PhaseResult, ThreadsResult, run_bench, run_empty, run_threads

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from claimeven.search.bench_calls import CallResult

RIVALS = ("bitbully",)
NOT_INSTALLED = "bitbully is not installed; `pip install bitbully` brings it"
HEADINGS = ("phase", "positions", "nodes", "CPU s", "Mnodes/s")
RIVAL_HEADINGS = ("{} s", "ratio")
LEAST_SECONDS = 1e-6  # what a coarse clock may show as 0
WIDTHS = (8, 10, 12, 10, 9, 12, 7)
CALL_HEADINGS = ("call", "CPU us")
CALL_RIVAL_HEADINGS = ("{} us", "ratio")
CALL_WIDTHS = (40, 10, 13, 7)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "bench",
        help="measure the exact search",
        description="Solve a fixed list of positions per phase of the game: one thread, no book, a fresh "
        "table for each phase. The last line is their total number of nodes, the same on every machine.",
    )
    add_variant_option(parser)
    add_table_option(parser)
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
    parser.set_defaults(run=run, misuse=parser.error)


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
    headings = HEADINGS + (tuple(h.format(args.against) for h in RIVAL_HEADINGS) if rival else ())
    write_line(table_row(headings, WIDTHS))
    nodes = 0
    for result in run_bench(table_mib=args.table, rival=rival, rules=args.variant):
        nodes += result.nodes
        write_line(table_row(_cells(result), WIDTHS))
    if args.empty:
        result = run_empty(table_mib=args.table, rival=rival, rules=args.variant)
        write_line(table_row(_cells(result), WIDTHS))
    if args.threads is not None:
        write_line(_threads_line(run_threads(table_mib=args.table, threads=args.threads, rules=args.variant)))
    write_line(f"Bench: {nodes}")
    return 0


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
    rival_headings = tuple(h.format(rival.name) for h in CALL_RIVAL_HEADINGS) if rival else ()
    write_line(table_row(CALL_HEADINGS + rival_headings, CALL_WIDTHS))
    for result in run_calls(table_mib=args.table, rival=rival):
        write_line(table_row(_call_cells(result), CALL_WIDTHS))
    return 0


def _call_cells(result: CallResult) -> Sequence[str]:
    ours, theirs = result.microseconds, result.rival_microseconds
    cells = [result.name, _microseconds(ours)]
    if theirs is not None:
        cells += [_microseconds(theirs), f"{theirs / ours:.2f}"]
    return cells


def _microseconds(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.2f}"


def _threads_line(result: ThreadsResult) -> str:
    return (
        f"empty board, wall time: 1 thread {result.seconds_of_one:.2f} s and {result.nodes_of_one} nodes, "
        f"{result.threads} threads {result.seconds:.2f} s and {result.nodes} nodes, "
        f"ratio {result.seconds_of_one / max(result.seconds, LEAST_SECONDS):.2f}"
    )


def _cells(result: PhaseResult) -> Sequence[str]:
    seconds = max(result.cpu_seconds, LEAST_SECONDS)
    rate = result.nodes / seconds / 1e6
    cells = [
        result.name,
        f"{result.positions}",
        f"{result.nodes}",
        f"{result.cpu_seconds:.3f}",
        f"{rate:.2f}",
    ]
    if result.rival_seconds is not None:
        cells += [f"{result.rival_seconds:.3f}", f"{result.rival_seconds / seconds:.2f}"]
    return cells


def _bitbully() -> Callable[[Sequence[int]], int]:
    from bitbully import BitBully, Board

    solver = BitBully(opening_book=None)
    return lambda game: int(solver.mtdf(Board(list(game))))
