"""`claimeven explain`: explain the score of a position on the board and in words."""

from __future__ import annotations

import argparse
import json
from typing import Any, NamedTuple

from claimeven.cli.boards import DIM, PLAYER_MARKS, disc_styles, marked_board, show_finished, turn_text
from claimeven.cli.document import Document, StyledText, new_document
from claimeven.cli.options import (
    SEARCH_OPTIONS,
    NoResult,
    argument,
    choice,
    output_path,
    search_position,
    shared,
    shown_moves,
    solver_of,
    value_parser,
)
from claimeven.cli.output import write_line
from claimeven.cli.positions import POSITION_OPTIONS, GivenGame, given_game
from claimeven.errors import LimitReached
from claimeven.files import atomic_write
from claimeven.formats.proof import write_proof
from claimeven.reasons.allis import AFTEREVEN, CLAIMEVEN
from claimeven.reasons.cells import cells_of
from claimeven.reasons.columns import ColumnExplanation, explain_column
from claimeven.reasons.explanation import Explanation, explain
from claimeven.reasons.proof import MAX_LEAVES, proof_of
from claimeven.reasons.reason import Reason
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import final_value
from claimeven.solver.score_source import ScoreSource

HELP = "explain why a position is won, drawn or lost"
DESCRIPTION = """
Explain the score of a position: mark the deciding cells on the board, and name the best line, the reason,
both sides' threats, and what every weaker column gives away.
"""
EPILOG = """
Cells are named by column letter and row: a1 is at the bottom left. The verdict always comes from an exact
search; if there is no simple reason for it, the explanation says so. The rules of answering on top (directly
above the opponent's disc) need an even number of rows, and do not apply to Max-Connect4.
"""
COLUMN = value_parser(  # whether the board has the column is checked later
    COLUMN_NAMES.index,
    tuple(COLUMN_NAMES).__contains__,
    "not a column",
    f"one of {COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]}",
)
SVG_FILE = output_path("a drawing", (".svg",))
OPTIONS = {
    **POSITION_OPTIONS,
    "--column": argument(COLUMN, "N", "play this column first, and explain what it leads to"),
    "--words": choice(("short", "full"), "length of the explanation", "full"),
    "--svg": argument(SVG_FILE, "FILE", "also draw the explanation, as an SVG file"),
    "--proof": argument(str, "FILE", "also write a proof for `claimeven check-proof`"),
    **shared("--json"),
    **SEARCH_OPTIONS,
}


class ExplainResult(NamedTuple):
    """The position, what the column of --column leads to, and the explanation unless the game is over.

    ``moves`` lead to the position from the empty board, or from ``board`` if it is not None. ``proof`` is the
    text of a proof, or None if it was not requested or not found.
    """

    position: Position
    moves: str
    board: str | None
    column: ColumnExplanation | None
    explanation: Explanation | None = None
    proof: str | None = None


def run(args: argparse.Namespace) -> None:
    """Explain the position, or show a finished game.

    Raise NoResult if it is illegal, takes too long, or has no proof for --proof.
    """
    given = given_game(args)
    if args.proof:
        _require_provable(given, args)
    if given.position.is_over and args.column is None:
        if args.svg:
            atomic_write(args.svg, given.position._repr_svg_().encode())
        show_finished(given, as_json=args.json)
    else:
        _explain_game(given, args)


def _explain_game(given: GivenGame, args: argparse.Namespace) -> None:
    """Explain an unfinished position, or what the column of --column leads to; raise as ``run`` does."""
    solver = solver_of(args)

    def search(position: Position, limit: Any, *, progress: Any) -> ExplainResult:
        """Explain the position, or the one after --column."""
        context = solver.context(limit, progress=progress)
        now = position
        moves = given.moves
        column_why = None
        if args.column is not None:
            now = position.play(args.column)
            moves += position.rules.column_name(args.column)
            column_why = explain_column(position, args.column, context.score(position), context, PLAYER_MARKS)
            if now.is_over:
                return ExplainResult(now, moves, given.board, column_why)
        explanation = _explain(now, context)
        claims = proof_of(now, context) if args.proof else None
        proof = None if claims is None else write_proof(now, moves, claims)
        return ExplainResult(now, moves, given.board, column_why, explanation, proof)

    result = search_position(search, given.position, given.name, args, done="explained")
    if args.svg:
        drawing = (result.explanation or result.position)._repr_svg_()
        atomic_write(args.svg, drawing.encode())
    if result.proof is not None:
        atomic_write(args.proof, result.proof.encode())
    if args.json:
        write_line(json.dumps(_to_dict(result)))
    else:
        _show(result, args.words)
    if args.proof and result.proof is None:
        raise NoResult(f"{shown_moves(result.moves)}: no proof with at most {MAX_LEAVES} leaves was found")


def _require_provable(given: GivenGame, args: argparse.Namespace) -> None:
    """Exit with a usage error, or raise NoResult, where there cannot be a proof."""
    if not given.position.rules.line_ends_game:
        args.usage_error("there are no proofs for Max-Connect4; omit --proof or use --variant four")
    if given.board is not None:
        raise NoResult(f"{given.name}: a proof names the moves of a game; give the moves instead of a board")
    if given.position.is_over:
        raise NoResult(f"{given.name}: the game is over; there is nothing to prove")


def _explain(position: Position, source: ScoreSource) -> Explanation:
    """Return the explanation; raise LimitReached with the score as its bounds if that was found in time."""
    score = None if position.is_over else source.score(position)
    try:
        return explain(position, source)
    except LimitReached as stop:
        assert score is not None
        raise LimitReached(int(score), int(score), stop.nodes) from None


def _column_text(why: ColumnExplanation, after: Position) -> str:
    """Return what the column of --column leads to, as a sentence."""
    name = after.rules.column_name(why.column)
    if not after.is_over:
        return why.text
    mover = PLAYER_MARKS[1 - after.turn]
    if after.rules.line_ends_game and after.lines_of(after.other):
        return f"Column {name} completes four: {mover} wins, and the game is over."
    return f"Column {name} fills the board, and the game is over: {why.consequence.text} for {mover}."


def _to_dict(result: ExplainResult) -> dict[str, Any]:
    """Return the result as JSON has it, here and in GET /api/explain."""
    from claimeven.schemas.explanation import explanation_schema, final_move_schema, played_schema

    played = None
    if result.column is not None:
        after = result.explanation.score if result.explanation else final_value(result.position)
        text = _column_text(result.column, result.position)
        played = played_schema(result.column, -int(after), text)
    if result.explanation is not None:
        return explanation_schema(
            result.explanation, result.moves, board=result.board, played=played
        ).to_dict()
    assert played is not None  # only a column of --column can end the game
    return final_move_schema(result.moves, played, board=result.board).to_dict()


def _show(result: ExplainResult, length: str) -> None:
    """Print the board, its legend, who is to move, and the explanation, which is ``short`` or ``full``."""
    document = new_document()
    sentences: list[str] = []
    if result.column is not None:
        sentences.append(_column_text(result.column, result.position))
    explanation = result.explanation
    if explanation is None:
        document.add_text(*marked_board(result.position))
    else:
        add_marked_board(document, explanation)
        if length == "full":
            sentences += [sentence.text for sentence in explanation.sentences]
        else:
            sentences += [explanation.verdict_text, explanation.short]
    document.add_sentences(sentences)
    document.write()


def add_marked_board(document: Document, explanation: Explanation) -> None:
    """Add the board with its marks, what they mean, and who is to move."""
    marks = _marks(explanation)
    document.add_text(*marked_board(explanation.position, marks))
    legend = _legend(len(explanation.line), marks)
    if legend:
        document.add_text(StyledText(legend, DIM))
    document.add_text(StyledText(turn_text(explanation.position), "bold"))


def _marks(explanation: Explanation) -> dict[int, StyledText]:
    """Return the marks of cells: moves of the line, cells that a side gets by answering, deciding cells."""
    styles = disc_styles(explanation.position.rules)
    marks: dict[int, StyledText] = {}
    deciding: dict[int, int] = {}
    for reason in explanation.reasons:
        for cell in _claimed_cells(reason):
            marks[cell] = StyledText(f" {PLAYER_MARKS[reason.side].lower()} ", styles[reason.side])
        for cell in cells_of(reason.cells):
            deciding[cell] = reason.side
    position = explanation.position
    for number, step in enumerate(explanation.line, start=1):
        cell = position.drop(step.column)
        suffix = "*" if cell in deciding else " "
        marks[cell] = StyledText(f"{number:>2}{suffix}", styles[step.side])
        position = position.play(step.column)
    for cell, side in deciding.items():
        if not position.filled & cell:
            marks[cell] = StyledText(" * ", f"{styles[side]} reverse")
    return marks


def _claimed_cells(reason: Reason) -> list[int]:
    """Return the cells that a side gets by answering directly above the opponent's disc."""
    cells = []
    for rule in reason.rules:
        if rule.name in (CLAIMEVEN, AFTEREVEN):
            for _, upper in rule.pairs:
                cells.append(upper)
    return cells


def _legend(line_length: int, marks: dict[int, StyledText]) -> str:
    """Return what the marks on the board mean, when the line has ``line_length`` moves."""
    used = "".join(mark.text for mark in marks.values())
    entries = []
    if line_length == 1:
        entries.append("1: the move")
    elif line_length:
        entries.append(f"1 to {line_length}: the line")
    if "*" in used:
        entries.append("*: decides")
    for mark in PLAYER_MARKS:
        if mark.lower() in used:
            entries.append(f"{mark.lower()}: {mark} gets it by answering")
    return "; ".join(entries)
