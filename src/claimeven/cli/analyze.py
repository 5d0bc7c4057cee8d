"""`claimeven analyze`: a position drawn and explained, column by column, with the best line to the end."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from claimeven.cli.boards import MARKS, PLAIN_WIDTH, QUIET, VERDICTS, disc_styles, turn_words
from claimeven.cli.options import SEARCH_OPTIONS, add_shared, answer_of, shown_moves, solver_of
from claimeven.cli.output import is_terminal, write_line
from claimeven.errors import LimitReached
from claimeven.formats.board import write_board
from claimeven.formats.moves import write_moves
from claimeven.reasons.short_why import known_why, short_why
from claimeven.rules.position import Position
from claimeven.rules.rules import CONNECT_FOUR, MAX_CONNECT_FOUR
from claimeven.search.limit import Analysis, Limit
from claimeven.search.within import Within

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

HELP = "a position explained: every column and the best line"
DESCRIPTION = "Draw a position and say what every column leads to when both sides then play perfectly."

SCALES = {
    CONNECT_FOUR.name: "A ply is one disc, of either side. Score 0 is a draw; +k is a win with one's k-th "
    "last disc, -k a loss to the other side's. Higher is a sooner win or a later loss.",
    MAX_CONNECT_FOUR.name: "A ply is one disc, of either side. The score is the margin: one's own lines of "
    "four less the other side's on the full board.",
}
GAP = 4  # blanks between the board and the table beside it
NO_TIME = "There was no time left to find out."


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_shared(parser, "moves")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--no-why", action="store_true", help="leave out why the position is worth that")
    add_shared(parser, *SEARCH_OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Explain the position; 1 when it is none or takes too long."""
    solver = solver_of(args)

    def search(position: Position, limit: Limit, *, progress: Any) -> tuple[Analysis, str | None]:
        exact = Within(solver, limit, progress)
        analysis = solver.analyze(position, limit, progress=progress)
        return analysis, None if args.no_why else _why(analysis, exact, args.moves)

    found = answer_of(search, args.moves, shown_moves(args.moves), args)
    if found is None:
        return 1
    if args.json:
        write_line(_write_json(args.moves, *found))
    else:
        write_line((_draw if is_terminal(sys.stdout) else _write)(*found))
    return 0


def _why(analysis: Analysis, exact: Within, moves: str) -> str:
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
    answer: dict[str, Any] = {
        "moves": moves,
        "score": int(analysis.score),
        "columns": [None if score is None else int(score) for score in analysis.columns],
        "best": [column + 1 for column in analysis.best],
        "line": write_moves(analysis.line),
    }
    if why is not None:
        answer["why"] = why
    return json.dumps(answer)


def _write(analysis: Analysis, why: str | None) -> str:
    """The plain form: aligned text."""
    table = [f"column  score  {_heading(analysis.position)}"]
    for column, score, words, mark, _ in _rows(analysis):
        table.append(f"{column:>6}  {score:>5}  {words:<16}  {mark}".rstrip())
    board, turn = write_board(analysis.position), turn_words(analysis.position)
    scale = textwrap.fill(SCALES[analysis.position.rules.name], PLAIN_WIDTH)
    parts = [board, turn, "\n".join(table), _summary(analysis), scale]
    if why is not None:
        parts.append(textwrap.fill(f"Why: {why}", PLAIN_WIDTH))
    return "\n\n".join(parts)


def _draw(analysis: Analysis, why: str | None) -> str:
    """The form for a terminal: coloured, the table beside the board where both fit."""
    from rich.console import Console, Group
    from rich.table import Table
    from rich.text import Text

    board, table = _draw_board(analysis), _draw_table(analysis)
    console = Console(highlight=False)
    body: Table | Group = Group(board, "", table)
    if sum(console.measure(part).maximum for part in (board, table)) + GAP <= console.width:
        body = Table.grid(padding=(0, GAP, 0, 0))
        body.add_row(board, table)
    turn = Text(turn_words(analysis.position), "bold")
    scale = Text(SCALES[analysis.position.rules.name], QUIET)
    told: list[str | Text] = [] if why is None else ["", Text.assemble(("Why: ", "bold"), why)]
    with console.capture() as captured:
        console.print(Group(turn, "", body, "", _summary(analysis), "", scale, *told))
    return captured.get().rstrip("\n")


def _draw_board(analysis: Analysis) -> Text:
    """The drawn board; each column's number tells, in the colours of the table, what it leads to."""
    from rich.text import Text

    discs = dict(zip(MARKS, disc_styles(analysis.position.rules), strict=True))
    drawing, _, _ = write_board(analysis.position, *MARKS).rpartition("\n")
    cells = Text.assemble(*((sign, discs.get(sign, QUIET)) for sign in drawing))
    numbers = (Text(f" {column} ", style) for column, _, _, _, style in _rows(analysis))
    return Text.assemble(cells, "\n", *numbers)


def _draw_table(analysis: Analysis) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column("column", justify="right")
    table.add_column("score", justify="right")
    table.add_column(_heading(analysis.position))
    table.add_column()
    for *cells, style in _rows(analysis):
        table.add_row(*cells, style=style)
    return table


def _rows(analysis: Analysis) -> Iterator[tuple[str, str, str, str, str]]:
    """Name, score, result, mark and style of every column, left to right."""
    for column, score in enumerate(analysis.columns):
        name = analysis.position.rules.column_name(column)
        if score is None:
            yield name, "", "full", "", QUIET
        else:
            mark, weight = ("<- best", "bold ") if column in analysis.best else ("", "")
            yield name, str(score), score.result, mark, weight + VERDICTS[score.verdict]


def _heading(position: Position) -> str:
    return f"result for {MARKS[position.ply % 2]}"


def _summary(analysis: Analysis) -> str:
    """How the game ends, and how it gets there."""
    final = analysis.position
    for column in analysis.line:
        final = final.play(column)
    winner = final.outcome.winner if final.outcome else None
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
