"""`claimeven analyze`: a position drawn and explained, column by column, with the best line to the end."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from claimeven.cli.boards import MARKS, QUIET, VERDICTS, Mark, Page, marked_board, turn_words
from claimeven.cli.options import SEARCH_OPTIONS, answer_of, flag, shared, shown_moves, solver_of
from claimeven.cli.output import write_line
from claimeven.errors import LimitReached
from claimeven.formats.moves import write_moves
from claimeven.reasons.explanation import known_why, short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.solver.limits import Analysis, Limit
from claimeven.solver.score_source import ScoreSource

HELP = "a position explained: every column and the best line"
DESCRIPTION = "Draw a position and say what every column leads to when both sides then play perfectly."
OPTIONS = {
    **shared("moves", "--json"),
    "--no-why": flag("leave out why the position is worth that"),
    **SEARCH_OPTIONS,
}

SCALES = {
    CONNECT_FOUR.name: "A ply is one disc, of either side. Score 0 is a draw; +k is a win with one's k-th "
    "last disc, -k a loss to the other side's. Higher is a sooner win or a later loss.",
    MAX_CONNECT_FOUR.name: "A ply is one disc, of either side. The score is the margin: one's own lines of "
    "four less the other side's on the full board.",
}
RESULT_WIDTH = 16  # of the plain form, also where no result is so long
NO_TIME = "There was no time left to find out."


def run(args: argparse.Namespace) -> None:
    """Explain the position; raises Unanswered when it is none or takes too long."""
    solver = solver_of(args)

    def search(position: Position, limit: Limit, *, progress: Any) -> tuple[Analysis, str | None]:
        exact = solver.context(limit, progress=progress)
        analysis = exact.analyze(position)
        return analysis, None if args.no_why else _why(analysis, exact, args.moves)

    found = answer_of(search, args.moves, shown_moves(args.moves), args)
    if args.json:
        write_line(_write_json(args.moves, *found))
    else:
        _show(*found)


def _why(analysis: Analysis, exact: ScoreSource, moves: str) -> str:
    """The short form of the explanation; what the book knows is not searched for it."""
    try:
        why = short_why(analysis.position, analysis.score, exact) if analysis.nodes else known_why(analysis)
    except LimitReached:
        return NO_TIME
    if why is None:
        command = f"claimeven explain {moves}".rstrip()
        return f"The result is that of the book; `{command}` looks for a reason."
    return why


def _write_json(moves: str, analysis: Analysis, why: str | None) -> str:
    from claimeven.schemas.analysis import scores_schema

    return json.dumps(scores_schema(moves, analysis, why=why).to_dict())


def _show(analysis: Analysis, why: str | None) -> None:
    """Everything about the position; on a terminal the table stands beside the board where both fit."""
    page, position, rows = Page(), analysis.position, list(_rows(analysis))
    board = marked_board(position, styles=[style for *_, style in rows])
    turn = [Mark(turn_words(position), "bold")]
    parts = (turn, board)
    if page.console is None:
        parts = (board, turn)
        rows = [(name, score, words.ljust(RESULT_WIDTH), *rest) for name, score, words, *rest in rows]
    for part in parts:
        page.add(*part)
    page.add_table(("column", "score", f"result for {MARKS[position.turn]}", ""), rows, right=2)
    page.put_beside()
    page.add(Mark(_summary(analysis)))
    page.add_paragraph(Mark(SCALES[position.rules.name], QUIET))
    if why is not None:
        page.add_paragraph(Mark("Why: ", "bold"), Mark(why))
    page.write()


def _rows(analysis: Analysis) -> Iterator[tuple[str, ...]]:
    """Name, score, result, mark and style of every column, left to right."""
    for column, score in enumerate(analysis.columns):
        name = analysis.position.rules.column_name(column)
        if score is None:
            yield name, "", "full", "", QUIET
        else:
            mark, weight = ("<- best", "bold ") if column in analysis.best else ("", "")
            yield name, str(score), score.result, mark, weight + VERDICTS[score.verdict]


def _summary(analysis: Analysis) -> str:
    """How the game ends, and how it gets there."""
    final = analysis.position.play_all(analysis.line)
    winner = final.winner
    name = "nobody" if winner is None else MARKS[winner]
    plies = "1 ply" if len(analysis.line) == 1 else f"{len(analysis.line)} plies"
    if not final.rules.line_ends_game:
        lines = " to ".join(str(len(final.lines_of(discs))) for discs in (final.first, final.second))
        ending = f" wins: {lines} for X and O when the board is full, after {plies} more."
    elif winner is None:
        ending = f" wins: the board is full after {plies} more."
    else:
        last = final.rules.column_name(analysis.line[-1])
        ending = f" wins in {plies}, with a disc in column {last}."
    return f"With best play {name}{ending}\nBest line: {write_moves(analysis.line)}"
