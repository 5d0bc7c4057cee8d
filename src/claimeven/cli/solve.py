"""`claimeven solve`: print exact scores of positions given as arguments or line by line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from claimeven.cli.boards import show_finished
from claimeven.cli.options import (
    SEARCH_OPTIONS,
    NoResult,
    rules_of,
    search_position,
    shared,
    shown_moves,
    solver_of,
)
from claimeven.cli.output import is_terminal, write_line, write_message
from claimeven.cli.positions import (
    MOVES_HELP,
    POSITION_OPTIONS,
    GivenGame,
    are_single_moves,
    given_games,
    line_game,
)
from claimeven.files import name_os_errors
from claimeven.formats.moves import EMPTY_BOARD, read_games
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.limits import Report

HELP = "print exact scores of positions"
DESCRIPTION = """
Print exact scores, with both sides playing perfectly. 0 is a draw; +1 means that the side to move wins with
its very last disc, +2 with the one before it, and so on; negative scores are the other side's wins. A higher
score is a sooner win or a later loss. With --variant max the score is the margin of Max-Connect4: the lines
of the side to move minus the other side's on the full board.
"""
EPILOG = """
Every argument is a position of its own: quote a game with blanks, e.g. "4 4 5 3". Without MOVES and --board,
positions are read from standard input, one per line, as moves. Only the first field of a line is read; an
empty line or "" is the empty board. Each result is a line MOVES SCORE, with "" for the empty board. A line
that is not a position is reported on stderr and skipped.
"""
OPTIONS = {
    **POSITION_OPTIONS,
    **shared(
        "moves", nargs="*", default=[], help=f'{MOVES_HELP.partition(" (default")[0]}; "" is the empty board'
    ),
    **shared("--json", help="print one JSON object per position and line"),
    **SEARCH_OPTIONS,
}


def run(args: argparse.Namespace) -> int:
    """Solve every position; return 1 if some are illegal or --seconds are not enough, else 0."""
    solver = solver_of(args)
    is_read_by_line = not args.moves and args.board is None
    has_failed = False
    if len(args.moves) > 1 and are_single_moves(args.moves):
        game = " ".join(args.moves)
        write_message(f'read as {len(args.moves)} positions; quote "{game}" to give one game')
    for given in _read_stdin(rules_of(args)) if is_read_by_line else given_games(args):
        try:
            if isinstance(given, NoResult):
                raise given
            if _is_won_or_full(given.position) and not is_read_by_line:
                if len(args.moves) > 1 and not args.json:
                    write_line(f"{given.name}:")
                show_finished(given, as_json=args.json)
                continue
            report = search_position(solver.solve, given.position, given.name, args)
        except NoResult as error:
            write_message(str(error))
            has_failed = True
        else:
            write_line(_text(given, report, as_json=args.json, as_pair=is_read_by_line))
    return int(has_failed)


def _is_won_or_full(position: Position) -> bool:
    """Return whether a game of Connect Four is over; a full board of Max-Connect4 still has a score."""
    return position.is_over and position.rules.line_ends_game


def _read_stdin(rules: Rules) -> Iterator[GivenGame | NoResult]:
    """Yield a game, or why there is none, for each line of standard input; raise OSError if it is closed."""
    if sys.stdin is None:
        raise OSError("standard input is closed; give positions as arguments instead")
    if is_terminal(sys.stdin):
        write_message("enter positions, one per line, e.g. 4453; press Ctrl-D to finish")
    with name_os_errors("cannot read standard input"):
        for number, line in enumerate(read_games(sys.stdin.buffer.readline), start=1):
            moves = line.decode(errors="replace")
            try:
                yield line_game(moves, f"line {number}: {shown_moves(moves)}", rules)
            except NoResult as error:
                yield error


def _text(given: GivenGame, report: Report, *, as_json: bool, as_pair: bool) -> str:
    """Return the result as JSON, as a pair for a line of standard input, or as a sentence."""
    score = report.score
    if as_json:
        result = {
            "moves": given.moves,
            "score": score,
            "verdict": score.verdict,
            "plies": score.plies,
            "nodes": report.nodes,
            "cpu_seconds": round(report.cpu_seconds, 6),
        }
        if given.board is not None:
            result["board"] = given.board
        return json.dumps(result)
    if as_pair:
        return f"{given.moves or EMPTY_BOARD} {int(score)}"
    return f"{given.name}: {score.words}, score {score}"
