"""`claimeven bench`: measure the exact search, or the cost of calls, alone or against another solver."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from claimeven.cli.bench.suite import (
    Case,
    PhaseResult,
    Rival,
    ThreadsResult,
    parse_cases,
    run_bench,
    run_empty,
    run_file,
    run_threads,
)
from claimeven.cli.options import argument, choice, flag, rules_of, shared
from claimeven.cli.output import write_line, write_message
from claimeven.errors import ClaimevenError, FormatError
from claimeven.files import display_name, read_bytes
from claimeven.rules.rules import CONNECT_FOUR

HELP = "measure the exact search"
DESCRIPTION = """
Solve a fixed list of positions for each phase of the game, with one thread, no book and a fresh table for
each phase. The last line is the total number of nodes, which is the same on every machine. With FILE, solve
its positions instead, and compare their scores.
"""
EPILOG = """
Each line of FILE has a position and its score, e.g. 4453 2; the exit code is 1 if a score is wrong. The
positions are solved in order with one transposition table, and the output shows the means.
"""
THREADS_HELP = "also solve the empty board with 1 and with N threads, in wall time; keep the machine idle"
CALLS_HELP = """
measure the CPU time of one call instead: a process, a score, a move; compared with bitbully if it is
installed
"""
OPTIONS = {
    "file": argument(str, "FILE", "positions with scores; - is standard input", nargs="?"),
    **shared("--variant", "--size", "--table"),
    "--against": choice(("bitbully",), "also measure this solver on the same positions, alternately"),
    "--empty": flag("also solve the empty board, for which another solver may need minutes"),
    **shared("--threads", default=None, help=THREADS_HELP),
    "--calls": flag(CALLS_HELP),
}
MAX_BYTES = 1 << 28  # of FILE
MAX_WRONG_SHOWN = 10
MIN_SECONDS = 1e-6  # a coarse clock may show 0
NOT_INSTALLED = "bitbully is not installed; run `pip install bitbully`"
USAGE_ERROR = 2

PHASE_ROW = "{:<8}{:>10}{:>12}{:>10}{:>9}"
FILE_ROW = "{:>9}{:>14}{:>14}{:>10}{:>7}"
RIVAL_COLUMNS = "{:>12}{:>7}"
CALL_ROW = "{:<40}{:>10}"
RIVAL_CALL_COLUMNS = "{:>13}{:>7}"


def run(args: argparse.Namespace) -> int:
    """Print the measurements; return 1 if a score in FILE is wrong, 2 if bitbully is missing, else 0."""
    _require_consistent_options(args)
    if args.calls:
        return _run_calls(args)
    rival = None
    if args.against:
        try:
            rival = _new_bitbully()
        except ImportError:
            write_message(NOT_INSTALLED)
            return USAGE_ERROR
    if args.file is not None:
        return _run_file(args, rival)
    _run_phases(args, rival)
    return 0


def _require_consistent_options(args: argparse.Namespace) -> None:
    """Exit with a usage error if options contradict one another."""
    is_default_game = rules_of(args) == CONNECT_FOUR
    wants_empty_board = args.empty or args.threads is not None
    if args.calls:
        if args.file or not is_default_game or wants_empty_board:
            args.usage_error(
                "--calls measures something else; omit FILE, --variant, --size, --empty and --threads"
            )
        return
    if args.against and not is_default_game:
        args.usage_error(f"{args.against} plays only {CONNECT_FOUR.title} on 7x6; omit --against")
    if args.file is not None and wants_empty_board:
        args.usage_error("with FILE only its positions are solved; omit --empty and --threads")
    if args.file is None and args.size != CONNECT_FOUR:
        args.usage_error("the fixed positions are for 7x6; --size needs FILE")


def _run_phases(args: argparse.Namespace, rival: Rival | None) -> None:
    """Print a row for each phase, and the total number of nodes."""
    heading = PHASE_ROW.format("phase", "positions", "nodes", "CPU s", "Mnodes/s")
    if rival is not None:
        heading += RIVAL_COLUMNS.format(f"{args.against} s", "ratio")
    write_line(heading)
    nodes = 0
    for result in run_bench(table_mib=args.table, rival=rival, rules=args.variant):
        nodes += result.nodes
        write_line(_phase_row(result))
    if args.empty:
        write_line(_phase_row(run_empty(table_mib=args.table, rival=rival, rules=args.variant)))
    if args.threads is not None:
        threads_result = run_threads(table_mib=args.table, threads=args.threads, rules=args.variant)
        write_line(_threads_text(threads_result))
    write_line(f"Bench: {nodes}")


def _phase_row(result: PhaseResult) -> str:
    """Return a row for a phase."""
    seconds = max(result.cpu_seconds, MIN_SECONDS)
    row = PHASE_ROW.format(
        result.name,
        result.positions,
        result.nodes,
        f"{result.cpu_seconds:.3f}",
        f"{result.nodes / seconds / 1e6:.2f}",
    )
    if result.rival_seconds is not None:
        ratio = result.rival_seconds / seconds
        row += RIVAL_COLUMNS.format(f"{result.rival_seconds:.3f}", f"{ratio:.2f}")
    return row


def _threads_text(result: ThreadsResult) -> str:
    """Return the comparison of one and several threads on the empty board as one line."""
    ratio = result.seconds_of_one / max(result.seconds, MIN_SECONDS)
    return (
        f"empty board, wall time: 1 thread {result.seconds_of_one:.2f} s and {result.nodes_of_one} nodes, "
        f"{result.threads} threads {result.seconds:.2f} s and {result.nodes} nodes, ratio {ratio:.2f}"
    )


def _run_file(args: argparse.Namespace, rival: Rival | None) -> int:
    """Print the means for the positions in FILE, and which scores are wrong; return 1 if there are any."""
    name = display_name(args.file)
    cases = _read_cases(args)
    heading = FILE_ROW.format("positions", "mean CPU us", "mean nodes", "Mnodes/s", "wrong")
    if rival is not None:
        heading += RIVAL_COLUMNS.format(args.against, "ratio")
    write_line(heading)
    result = run_file(cases, table_mib=args.table, rival=rival, rules=rules_of(args))
    write_line(_file_row(result))
    for text in result.wrong[:MAX_WRONG_SHOWN]:
        write_message(f"{name}: {text}")
    return 1 if result.wrong else 0


def _read_cases(args: argparse.Namespace) -> Sequence[Case]:
    """Return the positions and scores in FILE; raise ClaimevenError naming the file if there are none."""
    name = display_name(args.file)
    data = read_bytes(args.file, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ClaimevenError(f"{name}: more than {MAX_BYTES:,} bytes; expected positions with scores")
    try:
        cases = parse_cases(data.decode("utf-8-sig", "replace"), rules_of(args))
    except FormatError as error:
        raise ClaimevenError(f"{name}: {error}") from None
    if not cases:
        raise ClaimevenError(f"{name}: no positions; expected lines of moves and a score, e.g. 4453 2")
    return cases


def _file_row(result: PhaseResult) -> str:
    """Return the row for FILE, with means over its positions."""
    seconds = max(result.cpu_seconds, MIN_SECONDS)
    row = FILE_ROW.format(
        result.positions,
        _microseconds(1e6 * result.cpu_seconds / result.positions),
        f"{result.nodes / result.positions:.1f}",
        f"{result.nodes / seconds / 1e6:.2f}",
        len(result.wrong),
    )
    if result.rival_seconds is not None:
        rival_mean = _microseconds(1e6 * result.rival_seconds / result.positions)
        row += RIVAL_COLUMNS.format(rival_mean, f"{result.rival_seconds / seconds:.2f}")
    return row


def _run_calls(args: argparse.Namespace) -> int:
    """Print a row for each call; return 2 if --against needs a solver that is not installed, else 0."""
    from claimeven.cli.bench.call_costs import bitbully, measure_call_costs

    rival = None
    try:
        rival = bitbully()
    except ImportError:
        write_message(NOT_INSTALLED)
        if args.against:
            return USAGE_ERROR
    heading = CALL_ROW.format("call", "CPU us")
    if rival is not None:
        heading += RIVAL_CALL_COLUMNS.format(f"{rival.name} us", "ratio")
    write_line(heading)
    for cost in measure_call_costs(table_mib=args.table, rival=rival):
        row = CALL_ROW.format(cost.name, _microseconds(cost.microseconds))
        if cost.rival_microseconds is not None:
            ratio = cost.rival_microseconds / cost.microseconds
            row += RIVAL_CALL_COLUMNS.format(_microseconds(cost.rival_microseconds), f"{ratio:.2f}")
        write_line(row)
    return 0


def _microseconds(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.2f}"


def _new_bitbully() -> Rival:
    """Return a function that solves with bitbully, without its book; raise ImportError."""
    from bitbully import BitBully, Board

    solver = BitBully(opening_book=None)

    def score(game: Sequence[int]) -> int:
        return int(solver.mtdf(Board(list(game))))

    return score
