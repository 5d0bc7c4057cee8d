"""`claimeven solve`: exact scores, of positions given as arguments or line by line.

A line of input is a position in its first field, as ``4453``. An empty line is the empty board, and so is a
first field of two quotes: the output writes the empty board that way, so that it can be input again.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, BinaryIO

from claimeven.cli.options import SEARCH_OPTIONS, add_shared, answer_of, shown_moves, solver_of
from claimeven.cli.output import is_terminal, say, write_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from claimeven.search.limit import Report

EMPTY_BOARD = '""'
LONGEST_LINE = 4096  # bytes of a line that are looked at; a position needs at most 60

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


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "moves",
        nargs="*",
        metavar="MOVES",
        help='columns in the order played, as 4453; "" is the empty board',
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per position, each on a line")
    add_shared(parser, *SEARCH_OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Solve every position; 1 when some were none or took too long."""
    solver = solver_of(args)
    positions = [(shown_moves(moves), moves) for moves in args.moves] if args.moves else _read()
    write = _write_json if args.json else _write_words if args.moves else _write_pair
    failed = False
    for name, moves in positions:
        report = answer_of(solver.solve, moves, name, args)
        if report is None:
            failed = True
        else:
            write_line(write(moves, report))
    return int(failed)


def _read() -> Iterator[tuple[str, str]]:
    """Each position on standard input with its name in messages; raises OSError if that cannot be read."""
    if sys.stdin is None:
        raise OSError("standard input is closed; give positions as arguments, or one per line on it")
    if is_terminal(sys.stdin):
        say("enter positions, one per line, as 4453; Ctrl-D ends")
    for number, line in enumerate(_lines(sys.stdin.buffer), start=1):
        fields = line.split(maxsplit=1)
        field = fields[0].decode(errors="replace") if fields else ""
        moves = "" if field == EMPTY_BOARD else field
        yield f"line {number}: {shown_moves(moves)}", moves


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines, without what stands beyond LONGEST_LINE: endless lines must not eat the memory."""
    try:
        while line := stream.readline(LONGEST_LINE):
            yield line
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)
    except OSError as error:
        raise OSError(error.errno, f"cannot read standard input: {error.strerror or error}") from None


def _write_pair(moves: str, report: Report) -> str:
    return f"{moves or EMPTY_BOARD} {int(report.score)}"


def _write_words(moves: str, report: Report) -> str:
    return f"{shown_moves(moves)}: {report.score.words}, score {report.score}"


def _write_json(moves: str, report: Report) -> str:
    return json.dumps(
        {
            "moves": moves,
            "score": int(report.score),
            "verdict": report.score.verdict,
            "plies": report.score.plies,
            "nodes": report.nodes,
            "cpu_seconds": round(report.cpu_seconds, 6),
        }
    )
