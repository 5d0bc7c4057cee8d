"""`claimeven solve`: exact scores, of positions given as arguments or line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from claimeven.cli.options import SEARCH_OPTIONS, Unanswered, answer_of, shared, shown_moves, solver_of
from claimeven.cli.output import is_terminal, write_line, write_message
from claimeven.files import naming
from claimeven.formats.moves import EMPTY_BOARD, read_games
from claimeven.solver.limits import Report

HELP = "exact scores of positions"
DESCRIPTION = """
Exact scores, both sides playing perfectly: 0 is a draw, +k means that the side to move wins with its k-th
last disc, -k that the other side does. A higher score is a sooner win or a later loss. With --variant max the
score is the margin of Max-Connect4: own lines less the other side's lines on the full board.
"""
EPILOG = """
Without MOVES, positions are read from standard input, one per line: the first field counts, the rest of the
line is ignored, an empty line is the empty board. Every answer is a line MOVES SCORE, in which the empty
board is written "" (and may be so in the input). A line that is not a position is reported, and the rest
goes on.
"""
MOVES_HELP = 'columns in the order played, as 4453; "" is the empty board'
OPTIONS = {
    **shared("moves", nargs="*", default=[], help=MOVES_HELP),
    **shared("--json", help="one JSON object per position, each on a line"),
    **SEARCH_OPTIONS,
}


def run(args: argparse.Namespace) -> int:
    """Solve every position; 1 when some were none or took too long."""
    solver = solver_of(args)
    positions = [(shown_moves(moves), moves) for moves in args.moves] if args.moves else _read()
    failed = False
    for name, moves in positions:
        try:
            report = answer_of(solver.solve, moves, name, args)
        except Unanswered as error:
            write_message(str(error))
            failed = True
        else:
            write_line(_text(args, moves, report))
    return int(failed)


def _read() -> Iterator[tuple[str, str]]:
    """Each position on standard input with its name in messages; raises OSError if that cannot be read."""
    if sys.stdin is None:
        raise OSError("standard input is closed; give positions as arguments, or one per line on it")
    if is_terminal(sys.stdin):
        write_message("enter positions, one per line, as 4453; Ctrl-D ends")
    with naming("cannot read standard input"):
        for number, game in enumerate(read_games(sys.stdin.buffer.readline), start=1):
            moves = game.decode(errors="replace")
            yield f"line {number}: {shown_moves(moves)}", moves


def _text(args: argparse.Namespace, moves: str, report: Report) -> str:
    """The answer as JSON, in words where moves are arguments, else as a pair."""
    score = report.score
    if args.json:
        told = {"moves": moves, "score": score, "verdict": score.verdict, "plies": score.plies}
        return json.dumps(told | {"nodes": report.nodes, "cpu_seconds": round(report.cpu_seconds, 6)})
    if args.moves:
        return f"{shown_moves(moves)}: {score.words}, score {score}"
    return f"{moves or EMPTY_BOARD} {int(score)}"
