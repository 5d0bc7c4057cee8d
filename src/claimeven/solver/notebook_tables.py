"""Analyses and reviews as small HTML tables, which notebooks show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from claimeven.formats.moves import write_moves
from claimeven.solver.limits import Analysis
from claimeven.solver.review import Review, judged_cells

CELL = 'style="text-align: left"'


def write_analysis_html(analysis: Analysis) -> str:
    """Every column with its score and what that means for the side to move; the best ones are bold."""
    rules = analysis.position.rules
    rows = [
        (rules.column_name(column), *(("", "full") if score is None else (str(score), score.result)))
        for column, score in enumerate(analysis.columns)
    ]
    words = f"{analysis.score.words}; best line {write_moves(analysis.line)}"
    return _table(words, ("column", "score", "result"), rows, bold=analysis.best)


def write_review_html(review: Review) -> str:
    """Every move with who made it, what it was worth and what would have been better.

    The move that changed the result last is bold.
    """
    rows = []
    for number, move in enumerate(review.moves, start=1):
        seen = ("", "") if move is None else ("XO"[move.side], move.before.rules.column_name(move.column))
        rows.append((str(number), *seen, *judged_cells(move)))
    turn = review.turning_point
    words = "no move changed the result" if turn is None else f"move {turn + 1} changed the result last"
    if not review.is_complete:
        words = f"not all moves are judged; {words}"
    headings = ("move", "player", "column", "before", "after", "judgement", "better")
    return _table(words, headings, rows, bold=[] if turn is None else [turn])


def _table(
    caption: str, headings: Iterable[str], rows: Sequence[Iterable[str]], *, bold: Sequence[int]
) -> str:
    """A table; the rows whose numbers are in ``bold`` stand out."""
    lines = [_row("th" if number in bold else "td", cells) for number, cells in enumerate(rows)]
    head = f"<table>\n<caption>{escape(caption)}</caption>"
    return "\n".join([head, _row("th", headings), *lines, "</table>\n"])


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag} {CELL}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
