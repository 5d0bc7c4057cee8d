"""`claimeven explain`: why a position is worth what it is, on the board and in words."""

from __future__ import annotations

import argparse
import json
from typing import Any, NamedTuple

from claimeven.cli.boards import MARKS, QUIET, Mark, Page, disc_styles, marked_board, turn_words
from claimeven.cli.options import (
    SEARCH_OPTIONS,
    Unanswered,
    answer_of,
    chosen,
    option,
    shared,
    shown_moves,
    solver_of,
    valued,
)
from claimeven.cli.output import write_line
from claimeven.errors import LimitReached
from claimeven.files import atomic_write
from claimeven.formats.proof import write_proof
from claimeven.reasons.allis import AFTEREVEN, CLAIMEVEN
from claimeven.reasons.cells import cells_of
from claimeven.reasons.columns import ColumnExplanation, why_column
from claimeven.reasons.explanation import Explanation, explain
from claimeven.reasons.proof import MAX_LEAVES, proof_of
from claimeven.rules.position import Position
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.rules.score import final_value
from claimeven.solver.score_source import ScoreSource

HELP = "why a position is won, drawn or lost"
DESCRIPTION = """
Say why a position is worth what it is: the board with the deciding cells marked, the best line, the reason,
the threats of both sides, and what every weaker column gives away.
"""
EPILOG = """
Cells are named by column letter and row: a1 is at the bottom left. The verdict is always that of the exact
search; where nothing simpler holds, the explanation says so. The rules of answering on top need an even
number of rows, and do not apply to Max-Connect4.
"""
ACCEPTED = f"one of {COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]}"  # whether the board has it is seen later
COLUMN = option(COLUMN_NAMES.index, tuple(COLUMN_NAMES).__contains__, "not a column", ACCEPTED)
OPTIONS = {
    **shared("moves"),
    "--column": valued(COLUMN, "N", "what if this column is played: explain what it leads to"),
    "--words": chosen(("short", "full"), "how much to say", "full"),
    "--svg": valued(str, "FILE", "also draw the explanation into a file"),
    "--proof": valued(str, "FILE", "also write a proof, which `claimeven check-proof` checks"),
    **shared("--json"),
    **SEARCH_OPTIONS,
}


class ExplainResult(NamedTuple):
    """The position, what the column that was asked for leads to, and why, unless that ends the game.

    ``proof`` is the text of a proof, None if none was asked for or found.
    """

    position: Position
    moves: str
    column: ColumnExplanation | None
    explanation: Explanation | None = None
    proof: str | None = None


def run(args: argparse.Namespace) -> None:
    """Explain the position; raises Unanswered when it is none, takes too long or has no proof for --proof."""
    if args.proof and not args.variant.line_ends_game:
        args.misuse("there are no proofs of Max-Connect4; expected --variant four, or no --proof")
    solver = solver_of(args)

    def search(position: Position, limit: Any, *, progress: Any) -> ExplainResult:
        """What explains the position, or the one after the column that was asked for."""
        exact = solver.context(limit, progress=progress)
        now, moves, why = position, args.moves, None
        if args.column is not None:
            now = position.play(args.column)
            moves += position.rules.column_name(args.column)
            why = why_column(position, args.column, exact.score(position), exact, MARKS)
            if now.is_over:
                return ExplainResult(now, moves, why)
        explanation = _explain(now, exact)
        claims = proof_of(now, exact) if args.proof else None
        proof = None if claims is None else write_proof(now, moves, claims)
        return ExplainResult(now, moves, why, explanation, proof)

    told = answer_of(search, args.moves, shown_moves(args.moves), args, done="explained")
    if args.svg:
        atomic_write(args.svg, (told.explanation or told.position)._repr_svg_().encode())
    if told.proof is not None:
        atomic_write(args.proof, told.proof.encode())
    if args.json:
        write_line(json.dumps(_to_dict(told)))
    else:
        _show(told, args.words)
    if args.proof and told.proof is None:
        name = shown_moves(told.moves)
        raise Unanswered(f"{name}: no proof with at most {MAX_LEAVES} leaves was found")


def _explain(position: Position, exact: ScoreSource) -> Explanation:
    """The explanation; a limit that comes after the score of the position is known says that score."""
    score = None if position.is_over else exact.score(position)
    try:
        return explain(position, exact)
    except LimitReached as stop:
        assert score is not None
        raise LimitReached(int(score), int(score), stop.nodes) from None


def _column_words(why: ColumnExplanation, after: Position) -> str:
    """What the column that was asked for leads to."""
    name = after.rules.column_name(why.column)
    if not after.is_over:
        return why.text
    if after.rules.line_ends_game and after.lines_of(after.other):
        return f"Column {name} completes four: {MARKS[1 - after.turn]} wins, and the game is over."
    return f"Column {name} fills the board, and the game is over: {why.consequence.text} for the player."


def _to_dict(result: ExplainResult) -> dict[str, Any]:
    """Return the result as JSON has it, here and in GET /api/explain."""
    from claimeven.schemas.explanation import FinalMoveSchema, explanation_schema, played_schema

    played = None
    if result.column is not None:
        after = result.explanation.score if result.explanation else final_value(result.position)
        text = _column_words(result.column, result.position)
        played = played_schema(result.column, -int(after), text)
    if result.explanation is not None:
        return explanation_schema(result.explanation, result.moves, played=played).to_dict()
    assert played is not None  # only a column of --column can end the game
    return FinalMoveSchema(result.moves, played).to_dict()


def _show(told: ExplainResult, words: str) -> None:
    """The board with marks, what they mean, whose turn it is, and the sentences."""
    page, why = Page(), told.explanation
    said = [] if told.column is None else [_column_words(told.column, told.position)]
    if why is None:
        page.add(*marked_board(told.position))
    else:
        marks = _marks(why)
        page.add(*marked_board(told.position, marks))
        if legend := _legend(len(why.line), marks):
            page.add(Mark(legend, QUIET))
        page.add(Mark(turn_words(told.position), "bold"))
        if words == "full":
            said += [sentence.text for sentence in why.sentences]
        else:
            said += [why.verdict_text, why.short]
    page.add_sentences(said)
    page.write()


def _marks(explanation: Explanation) -> dict[int, Mark]:
    """The line as numbers, the cells that a side gets by answering, and the cells that decide."""
    styles = disc_styles(explanation.position.rules)
    marks: dict[int, Mark] = {}
    deciding: dict[int, int] = {}
    for reason in explanation.reasons:
        for used in reason.rules:
            if used.name in (CLAIMEVEN, AFTEREVEN):
                for _, upper in used.pairs:
                    marks[upper] = Mark(f" {MARKS[reason.side].lower()} ", styles[reason.side])
        deciding |= dict.fromkeys(cells_of(reason.cells), reason.side)
    now = explanation.position
    for number, step in enumerate(explanation.line, start=1):
        cell = now.drop(step.column)
        marks[cell] = Mark(f"{number:>2}{'*' if cell in deciding else ' '}", styles[step.side])
        now = now.play(step.column)
    for cell, side in deciding.items():
        if not now.filled & cell:
            marks[cell] = Mark(" * ", f"{styles[side]} reverse")
    return marks


def _legend(count: int, marks: dict[int, Mark]) -> str:
    """What the marks on the board mean, ``count`` of which are those of the line."""
    signs = "".join(mark.text for mark in marks.values())
    said = [f"{'1: the move' if count == 1 else f'1 to {count}: the line'}"] if count else []
    if "*" in signs:
        said.append("*: decides")
    said += (f"{mark.lower()}: {mark} gets it by answering" for mark in MARKS if mark.lower() in signs)
    return "; ".join(said)
