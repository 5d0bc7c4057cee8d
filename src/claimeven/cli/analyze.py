"""`claimeven analyze`: show a position with the score of every column and the best line."""

from __future__ import annotations

import argparse
import json
from typing import Any, NamedTuple

from claimeven.cli.boards import (
    DIM,
    PLAYER_MARKS,
    VERDICT_STYLES,
    margin_text,
    marked_board,
    rules_options,
    show_finished,
    turn_text,
)
from claimeven.cli.document import StyledText, TableRow, new_document
from claimeven.cli.options import SEARCH_OPTIONS, flag, search_position, shared, solver_of
from claimeven.cli.output import write_line
from claimeven.cli.positions import POSITION_OPTIONS, GivenGame, given_game
from claimeven.errors import LimitReached
from claimeven.formats.moves import write_moves
from claimeven.plural import pluralize
from claimeven.reasons.explanation import known_why, short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.solver.limits import Analysis, Limit
from claimeven.solver.score_source import ScoreSource

HELP = "show the score of every column and the best line"
DESCRIPTION = "Draw a position and show what every column leads to when both sides then play perfectly."
OPTIONS = {
    **POSITION_OPTIONS,
    **shared("--json"),
    "--no-why": flag("omit the explanation"),
    **SEARCH_OPTIONS,
}

PLY = "A ply is one disc, dropped by either side."
SCALES = {
    CONNECT_FOUR.name: f"{PLY} Score 0 is a draw. +1: you win with your very last disc; +2: with the one "
    "before it, and so on. Negative scores are the other side's wins. A higher score is a sooner win or a "
    "later loss.",
    MAX_CONNECT_FOUR.name: f"{PLY} The score is the margin: your lines of four minus the other side's on "
    "the full board.",
}
RESULT_WIDTH = 16  # minimum width of the column of results in a plain table
NO_TIME = "There was no time left to find out."


class _Row(NamedTuple):
    """The table row of a column: its name, score, result, the mark of a best column, and a style."""

    name: str
    score: str
    result: str
    mark: str
    style: str


def run(args: argparse.Namespace) -> None:
    """Analyze the position, or show a finished game; raise NoResult for an illegal one and at --seconds."""
    given = given_game(args)
    if given.position.is_over:
        show_finished(given, as_json=args.json)
        return
    solver = solver_of(args)

    def search(position: Position, limit: Limit, *, progress: Any) -> tuple[Analysis, str | None]:
        context = solver.context(limit, progress=progress)
        analysis = context.analyze(position)
        return analysis, None if args.no_why else _why(analysis, context, given)

    analysis, why = search_position(search, given.position, given.name, args)
    if args.json:
        write_line(_write_json(given, analysis, why))
    else:
        _show(analysis, why)


def _why(analysis: Analysis, source: ScoreSource, given: GivenGame) -> str:
    """Return a short explanation, without a search if the score is in the book."""
    try:
        if analysis.nodes:
            return short_why(analysis.position, analysis.score, source)
        why = known_why(analysis)
    except LimitReached:
        return NO_TIME
    if why is not None:
        return why
    command = f"claimeven explain {given.words}".rstrip() + rules_options(analysis.position.rules)
    return f"this score comes from the opening book; run `{command}` for a reason."


def _write_json(given: GivenGame, analysis: Analysis, why: str | None) -> str:
    from claimeven.schemas.analysis import scores_schema

    return json.dumps(scores_schema(given.moves, analysis, board=given.board, why=why).to_dict())


def _show(analysis: Analysis, why: str | None) -> None:
    """Print the board, the table, the best line and the explanation.

    The table is beside the board on a terminal that is wide enough.
    """
    position = analysis.position
    rows = _rows(analysis)
    board = marked_board(position, column_styles=[row.style for row in rows])
    turn = StyledText(turn_text(position), "bold")
    document = new_document()
    if document.is_plain:
        document.add_text(*board)
        document.add_text(turn)
        rows = [row._replace(result=row.result.ljust(RESULT_WIDTH)) for row in rows]
    else:
        document.add_text(turn)
        document.add_text(*board)
    headings = ("column", "score", f"result for {PLAYER_MARKS[position.turn]}", "")
    table_rows = [TableRow((row.name, row.score, row.result, row.mark), row.style) for row in rows]
    document.add_table(headings, table_rows, right_aligned=2)
    document.join_last_two()
    document.add_text(StyledText(f"{_ending_text(analysis)}\nBest line: {write_moves(analysis.line)}"))
    document.add_paragraph(StyledText(SCALES[position.rules.name], DIM))
    if why is not None:
        document.add_paragraph(StyledText("Why: ", "bold"), StyledText(why))
    document.write()


def _rows(analysis: Analysis) -> list[_Row]:
    """Return the rows of the table, left column first."""
    rows = []
    for column, score in enumerate(analysis.columns):
        name = analysis.position.rules.column_name(column)
        if score is None:
            rows.append(_Row(name, "", "full", "", DIM))
            continue
        style = VERDICT_STYLES[score.verdict]
        if column in analysis.best:
            rows.append(_Row(name, str(score), score.result, "<- best", f"bold {style}"))
        else:
            rows.append(_Row(name, str(score), score.result, "", style))
    return rows


def _ending_text(analysis: Analysis) -> str:
    """Return who wins with best play, how and when, as a sentence."""
    final = analysis.position.play_all(analysis.line)
    winner = None if final.winner is None else PLAYER_MARKS[final.winner]
    plies = len(analysis.line)
    if not final.rules.line_ends_game:
        return f"With best play {margin_text(final)}; {_full_board_text(plies)}."
    if winner is None:
        return f"With best play nobody wins; {_full_board_text(plies)}."
    last_column = final.rules.column_name(analysis.line[-1])
    if plies == 1:
        return f"With best play {winner} wins at once, in column {last_column}."
    return f"With best play {winner} wins in {plies} plies; the last disc goes into column {last_column}."


def _full_board_text(plies: int) -> str:
    return f"the board is full after {pluralize(plies, 'more ply', 'more plies')}"
