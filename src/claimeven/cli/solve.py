"""`claimeven solve`: print exact scores of positions given as arguments or line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

from claimeven.cli.options import SEARCH_OPTIONS, NoResult, search_position, shared, shown_moves, solver_of
from claimeven.cli.output import is_terminal, write_line, write_message
from claimeven.files import name_os_errors
from claimeven.formats.moves import EMPTY_BOARD, read_games
from claimeven.solver.limits import Report

HELP = "print exact scores of positions"
DESCRIPTION = """
Print exact scores, with both sides playing perfectly. 0 is a draw; +1 means that the side to move wins with
its very last disc, +2 with the one before it, and so on; negative scores are the other side's wins. A higher
score is a sooner win or a later loss. With --variant max the score is the margin of Max-Connect4: the lines
of the side to move minus the other side's on the full board.
"""
EPILOG = """
Without MOVES, positions are read from standard input, one per line. Only the first field of a line is read;
an empty line or "" is the empty board. Each result is a line MOVES SCORE, with "" for the empty board. A line
that is not a position is reported on stderr and skipped.
"""
MOVES_HELP = 'columns in the order played, e.g. 4453; "" is the empty board'
OPTIONS = {
    **shared("moves", nargs="*", default=[], help=MOVES_HELP),
    **shared("--json", help="print one JSON object per position and line"),
    **SEARCH_OPTIONS,
}


def run(args: argparse.Namespace) -> int:
    """Solve every position; return 1 if some are illegal or --seconds are not enough, else 0."""
    solver = solver_of(args)
    has_failed = False
    for name, moves in _positions(args.moves):
        try:
            report = search_position(solver.solve, moves, name, args)
        except NoResult as error:
            write_message(str(error))
            has_failed = True
        else:
            write_line(_text(args, moves, report))
    return int(has_failed)


def _positions(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each position with its name in messages: the arguments or, if there are none, standard input."""
    if not arguments:
        yield from _read_stdin()
    for moves in arguments:
        yield shown_moves(moves), moves


def _read_stdin() -> Iterator[tuple[str, str]]:
    """Yield each position on standard input with its name in messages; raise OSError if it cannot be read."""
    if sys.stdin is None:
        raise OSError("standard input is closed; give positions as arguments instead")
    if is_terminal(sys.stdin):
        write_message("enter positions, one per line, e.g. 4453; press Ctrl-D to finish")
    with name_os_errors("cannot read standard input"):
        for number, game in enumerate(read_games(sys.stdin.buffer.readline), start=1):
            moves = game.decode(errors="replace")
            yield f"line {number}: {shown_moves(moves)}", moves


def _text(args: argparse.Namespace, moves: str, report: Report) -> str:
    """Return the result as JSON, as a sentence for an argument, or as a pair for a line of standard input."""
    score = report.score
    if args.json:
        result = {
            "moves": moves,
            "score": score,
            "verdict": score.verdict,
            "plies": score.plies,
            "nodes": report.nodes,
            "cpu_seconds": round(report.cpu_seconds, 6),
        }
        return json.dumps(result)
    if args.moves:
        return f"{shown_moves(moves)}: {score.words}, score {score}"
    return f"{moves or EMPTY_BOARD} {int(score)}"
