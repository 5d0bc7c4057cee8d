"""`maxconnect4 one-move`: read a state, make one move and write the state after it."""

from __future__ import annotations

import argparse
from time import process_time

from claimeven.cli.maxconnect4.state import after_text, before_text, result_text, save_state
from claimeven.cli.output import progress_line, write_line, write_message
from claimeven.formats.statefile import State
from claimeven.solver import lookahead


def run(args: argparse.Namespace, state: State) -> None:
    """Print ``state``, move, save the state after the move in OUTPUT and print it.

    A full board is printed with its result, and nothing is saved. Raise OSError naming the stream or file
    that could not be written.
    """
    if state.is_over:
        write_line(f"{before_text(state)}\n{result_text(state)}")
        return
    print_error: OSError | None = None
    try:
        write_line(before_text(state))
    except OSError as error:  # a closed pipe must not prevent the move
        print_error = error
    column = choose(state, lookahead.Lookahead(), args.depth)
    save_state(args.output, state.play(column))
    if print_error:
        raise print_error
    write_line(after_text(state, column))


def choose(state: State, chooser: lookahead.Lookahead, depth: int | None) -> int:
    """Return the column (0-based) that ``chooser`` plays, and write to stderr what it cost."""
    move = f"move {state.ply + 1}"
    with progress_line(move) as progress:
        report = chooser.choose(state, depth, progress=progress)
    write_message(
        f"{move}: depth {report.depth}, moves explored {report.nodes}, "
        f"CPU time {report.cpu_seconds:.6f} s, of the whole process {process_time():.6f} s"
    )
    return report.column
