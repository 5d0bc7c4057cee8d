"""Notebook tables: analyses and reviews as small HTML tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from claimeven.formats.moves import write_moves
from claimeven.solver.limits import Analysis
from claimeven.solver.review import Review, judged_cells

CELL = 'style="text-align: left"'


def write_analysis_html(analysis: Analysis) -> str:
    """Return a table of every column with its score and result; the best columns are bold."""
    rows = []
    for column, score in enumerate(analysis.columns):
        name = analysis.position.rules.column_name(column)
        if score is None:
            rows.append((name, "", "full"))
        else:
            rows.append((name, str(score), score.result))
    caption = f"{analysis.score.words}; best line {write_moves(analysis.line)}"
    return _table(caption, ("column", "score", "result"), rows, bold=analysis.best)


def write_review_html(review: Review) -> str:
    """Return a table of every move: its player, its result, and what would have been better.

    The last move that changed the result is bold.
    """
    rows = []
    for number, move in enumerate(review.moves, start=1):
        player = ""
        column = ""
        if move is not None:
            player = "XO"[move.side]
            column = move.before.rules.column_name(move.column)
        rows.append((str(number), player, column, *judged_cells(move)))
    turn = review.turning_point
    if turn is None:
        caption = "no move changed the result"
        bold = []
    else:
        caption = f"move {turn + 1} changed the result last"
        bold = [turn]
    if not review.is_complete:
        caption = f"not all moves are judged; {caption}"
    headings = ("move", "player", "column", "best result", "result played", "judgement", "better")
    return _table(caption, headings, rows, bold=bold)


def _table(
    caption: str, headings: Iterable[str], rows: Sequence[Iterable[str]], *, bold: Sequence[int]
) -> str:
    """Return a table; the rows whose numbers are in ``bold`` are bold."""
    lines = ["<table>", f"<caption>{escape(caption)}</caption>", _row("th", headings)]
    for number, cells in enumerate(rows):
        tag = "th" if number in bold else "td"
        lines.append(_row(tag, cells))
    lines.append("</table>\n")
    return "\n".join(lines)


def _row(tag: str, cells: Iterable[str]) -> str:
    html = "".join(f"<{tag} {CELL}>{escape(cell)}</{tag}>" for cell in cells)
    return f"<tr>{html}</tr>"
