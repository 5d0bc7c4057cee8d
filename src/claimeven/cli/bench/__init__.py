"""`claimeven bench`: what the exact search costs, phase by phase, and what calls cost; alone or compared."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from claimeven.cli.bench.suite import PhaseResult, parse_cases, run_bench, run_empty, run_file, run_threads
from claimeven.cli.options import argument, choice, flag, rules_of, shared
from claimeven.cli.output import write_line, write_message
from claimeven.errors import ClaimevenError, FormatError
from claimeven.files import display_name, read_bytes
from claimeven.rules.rules import CONNECT_FOUR

HELP = "measure the exact search"
DESCRIPTION = """
Solve a fixed list of positions per phase of the game: one thread, no book, a fresh table for each phase. The
last line is their total number of nodes, the same on every machine. With FILE, solve the positions in it
instead, and compare their scores.
"""
EPILOG = """
FILE has a position and its score on each line, as 4453 2; the exit code is 1 if a score is wrong. Means are
those of the positions of the file, solved in its order with one table.
"""
THREADS_HELP = "also solve the empty board with one thread and with N, in wall time: keep the machine quiet"
CALLS_HELP = """
measure instead what a call costs, be it a process, a score or a move: CPU microseconds, beside those of
bitbully if it is installed
"""
OPTIONS = {
    "file": argument(str, "FILE", "positions with scores; - is standard input", nargs="?"),
    **shared("--variant", "--size", "--table"),
    "--against": choice(("bitbully",), "measure this solver on the same positions, alternating"),
    "--empty": flag("also solve the empty board; another solver may need minutes for it"),
    **shared("--threads", default=None, help=THREADS_HELP),
    "--calls": flag(CALLS_HELP),
}
MAX_BYTES = 1 << 28  # of FILE
MAX_WRONG = 10  # that are shown
NOT_INSTALLED = "bitbully is not installed; `pip install bitbully` brings it"
ROW, RIVAL_ROW = "{:<8}{:>10}{:>12}{:>10}{:>9}", "{:>12}{:>7}"
FILE_ROW = "{:>9}{:>14}{:>14}{:>10}{:>7}"
CALL_ROW, RIVAL_CALL_ROW = "{:<40}{:>10}", "{:>13}{:>7}"
MIN_SECONDS = 1e-6  # what a coarse clock may show as 0


def run(args: argparse.Namespace) -> int:
    """Print a row per phase and the node count, or a row per call."""
    if args.calls:
        return _run_calls(args)
    rival = None
    if args.against:
        if rules_of(args) != CONNECT_FOUR:
            args.usage_error(f"{args.against} plays {CONNECT_FOUR.title} only, on 7x6; leave out --against")
        try:
            rival = _bitbully()
        except ImportError:
            write_message(NOT_INSTALLED)
            return 2
    if args.file is not None:
        return _run_file(args, rival)
    if args.size != CONNECT_FOUR:
        args.usage_error("the positions of the bench are those of 7x6; expected FILE with --size")
    heading = ROW.format("phase", "positions", "nodes", "CPU s", "Mnodes/s")
    write_line(heading + (RIVAL_ROW.format(f"{args.against} s", "ratio") if rival else ""))
    nodes = 0
    for result in run_bench(table_mib=args.table, rival=rival, rules=args.variant):
        nodes += result.nodes
        write_line(_row(result))
    if args.empty:
        write_line(_row(run_empty(table_mib=args.table, rival=rival, rules=args.variant)))
    if args.threads is not None:
        gain = run_threads(table_mib=args.table, threads=args.threads, rules=args.variant)
        write_line(
            f"empty board, wall time: 1 thread {gain.seconds_of_one:.2f} s and {gain.nodes_of_one} nodes, "
            f"{gain.threads} threads {gain.seconds:.2f} s and {gain.nodes} nodes, "
            f"ratio {gain.seconds_of_one / max(gain.seconds, MIN_SECONDS):.2f}"
        )
    write_line(f"Bench: {nodes}")
    return 0


def _run_file(args: argparse.Namespace, rival: Callable[[Sequence[int]], int] | None) -> int:
    """Print the means of the positions in FILE, and which scores are wrong."""
    if args.empty or args.threads is not None:
        args.usage_error("FILE is a bench of its own; leave out --empty and --threads")
    data, name = read_bytes(args.file, MAX_BYTES + 1), display_name(args.file)
    try:
        if len(data) > MAX_BYTES:
            raise FormatError(f"more than {MAX_BYTES:,} bytes; expected positions with scores")
        cases = parse_cases(data.decode("utf-8-sig", "replace"), rules_of(args))
    except FormatError as error:
        raise ClaimevenError(f"{name}: {error}") from None
    if not cases:
        raise ClaimevenError(f"{name}: no positions; expected lines of moves and a score, as 4453 2")
    heading = FILE_ROW.format("positions", "mean CPU us", "mean nodes", "Mnodes/s", "wrong")
    write_line(heading + (RIVAL_ROW.format(f"{args.against}", "ratio") if rival else ""))
    result = run_file(cases, table_mib=args.table, rival=rival, rules=rules_of(args))
    count, seconds, theirs = len(cases), max(result.cpu_seconds, MIN_SECONDS), result.rival_seconds
    means = (_microseconds(1e6 * result.cpu_seconds / count), f"{result.nodes / count:.1f}")
    row = FILE_ROW.format(count, *means, f"{result.nodes / seconds / 1e6:.2f}", len(result.wrong))
    if theirs is not None:
        row += RIVAL_ROW.format(_microseconds(1e6 * theirs / count), f"{theirs / seconds:.2f}")
    write_line(row)
    for words in result.wrong[:MAX_WRONG]:
        write_message(f"{name}: {words}")
    return 1 if result.wrong else 0


def _row(result: PhaseResult) -> str:
    seconds, theirs = max(result.cpu_seconds, MIN_SECONDS), result.rival_seconds
    cpu_seconds, rate = f"{result.cpu_seconds:.3f}", f"{result.nodes / seconds / 1e6:.2f}"
    row = ROW.format(result.name, result.positions, result.nodes, cpu_seconds, rate)
    return row if theirs is None else row + RIVAL_ROW.format(f"{theirs:.3f}", f"{theirs / seconds:.2f}")


def _run_calls(args: argparse.Namespace) -> int:
    """Print a row per call, with columns for bitbully where it is installed."""
    from claimeven.cli.bench.calls import bitbully, run_calls

    if args.file or rules_of(args) != CONNECT_FOUR or args.empty or args.threads is not None:
        args.usage_error(
            "--calls is a table of its own; leave out --variant, --empty, --threads, --size and FILE"
        )
    rival = None
    try:
        rival = bitbully()
    except ImportError:
        write_message(NOT_INSTALLED)
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
