"""`claimeven review`: judge every move of a game, and say what each mistake overlooked."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

from claimeven.cli.boards import DIM, PLAYER_MARKS
from claimeven.cli.document import TableRow, new_document
from claimeven.cli.options import (
    SEARCH_OPTIONS,
    NoResult,
    argument,
    rules_of,
    search_position,
    shared,
    shown_moves,
    solver_of,
)
from claimeven.cli.output import write_line
from claimeven.formats.moves import parse_moves
from claimeven.players.game import Game
from claimeven.reasons.mistakes import COUNTED, Mistake, classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.limits import Limit
from claimeven.solver.review import RESULT_CHANGED, MoveReview, Review, judged_cells, review_game

HELP = "judge a game move by move"
DESCRIPTION = """
Judge every move of a game, finished or not: the best possible result, the result of the move played, and a
better column if there was one. Say what each mistake overlooked, and which move was the turning point.
"""
OPTIONS = {
    "moves": argument(str, "MOVES", "columns in the order played, e.g. 4453"),
    **shared("--json"),
    **SEARCH_OPTIONS,
}
HEADINGS = ("move", "player", "column", "best result", "result played", "judgement", "better")
JUDGEMENT_STYLES = {"best": "", "weaker_win": "yellow", "weaker_loss": "yellow"}
MISTAKE_STYLE = "bold red"


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move: its number, mark and column, its judgement unless time ran out, and its mistake if any.

    ``mark`` is that of the discs of its side, X or O.
    """

    number: int
    mark: str
    column: str
    judged: MoveReview | None
    mistake: Mistake | None

    @property
    def name(self) -> str:
        """The move as a sentence names it: ``move 3, X in column 5``."""
        return f"move {self.number}, {self.mark} in column {self.column}"


def run(args: argparse.Namespace) -> None:
    """Review the game; raise NoResult if it is illegal, or if time ran out before some moves."""
    name = shown_moves(args.moves)
    solver = solver_of(args)
    if not args.moves:
        raise NoResult(f"{name}: there is no move to review")

    def search(position: Position, limit: Limit, *, progress: Any) -> Review:
        context = solver.context(limit, progress=progress)
        return review_game(Position(rules=position.rules), parse_moves(args.moves, position.rules), context)

    review = search_position(search, args.moves, name, args)
    rules = rules_of(args)
    if args.json:
        write_line(json.dumps(_to_dict(args.moves, rules, review)))
    else:
        show_review(args.moves, rules, review)
    if not review.is_complete:
        count = review.moves.count(None)
        raise NoResult(f"{name}: {count} of {len(review.moves)} moves not judged within {args.seconds:g} s")


def _to_dict(moves: str, rules: Rules, review: Review) -> dict[str, Any]:
    """Return the review as JSON has it, here and in GET /api/review."""
    from claimeven.schemas.review import ply_schemas, review_schema

    game = Game(Position(rules=rules), parse_moves(moves, rules))
    plies = list(ply_schemas(game, review, PLAYER_MARKS))
    return review_schema(review, plies, PLAYER_MARKS).to_dict()


def show_review(moves: str, rules: Rules, review: Review, marks: tuple[str, str] = PLAYER_MARKS) -> None:
    """Print the table, a sentence for each mistake, and the summary.

    ``marks`` are those of the first and the second player's discs.
    """
    reviewed = _reviewed(moves, rules, review, marks)
    document = new_document()
    document.add_table(HEADINGS, [_row(move) for move in reviewed])
    mistakes = []
    for move in reviewed:
        text = _mistake_text(move)
        if text:
            mistakes.append(text)
    if mistakes:
        document.add_sentences(mistakes)
    document.add_sentences(_summary(review, reviewed, marks))
    document.write()


def _reviewed(moves: str, rules: Rules, review: Review, marks: tuple[str, str]) -> list[ReviewedMove]:
    """Return every move with its judgement and its mistake."""
    reviewed = []
    positions = Position(rules=rules).along(moves)
    for position, name, judged in zip(positions, moves, review.moves, strict=False):
        mistake = None if judged is None else classify_mistake(position, judged, marks)
        reviewed.append(ReviewedMove(position.ply + 1, marks[position.turn], name, judged, mistake))
    return reviewed


def _row(move: ReviewedMove) -> TableRow:
    """Return the table row of a move."""
    cells = (str(move.number), move.mark, move.column, *judged_cells(move.judged))
    if move.judged is None:
        return TableRow(cells, DIM)
    return TableRow(cells, JUDGEMENT_STYLES.get(move.judged.judgement, MISTAKE_STYLE))


def _mistake_text(move: ReviewedMove) -> str:
    """Return what a move overlooked, or an empty string if that is nothing and the result did not change."""
    judged = move.judged
    mistake = move.mistake
    if judged is None:
        return ""
    if mistake is None and judged.judgement not in RESULT_CHANGED:
        return ""
    sentences = [f"Move {move.number}: {move.mark} {judged.played_text}."]
    if mistake is not None and mistake.kind in COUNTED:
        sentences.append(mistake.text)
    elif mistake is not None:
        sentences.append(f"{mistake.title}: {_uncapitalized(mistake.text)}")
    if mistake is None or not mistake.names_better:
        sentences.append(judged.better_text)
    return " ".join(sentences)


def _uncapitalized(text: str) -> str:
    """Return a sentence as it continues after a colon; a leading X or O stays a capital letter."""
    starts_with_mark = text[1] == " "
    return text if starts_with_mark else f"{text[0].lower()}{text[1:]}"


def _summary(review: Review, reviewed: list[ReviewedMove], marks: tuple[str, str]) -> list[str]:
    """Return sentences on the turning point and on how many moves of each side were best."""
    sentences = _turning_point_sentences(review, reviewed)
    shares = []
    for side, mark in enumerate(marks):
        judgements = [move.judgement for move in review.judged_of(side)]
        if judgements:
            best = judgements.count("best")
            shares.append(f"{mark} {best} of {len(judgements)} ({best / len(judgements):.0%})")
    if shares:
        sentences.append(f"Best moves: {', '.join(shares)}.")
    return sentences


def _turning_point_sentences(review: Review, reviewed: list[ReviewedMove]) -> list[str]:
    """Return which move last changed the result, and which last did so for a simple reason."""
    if review.turning_point is None:
        judged = "" if review.is_complete else "judged "
        return [f"No {judged}move changed the result."]
    last = reviewed[review.turning_point]
    title = "Turning point" if review.is_complete else "The last judged move that changed the result"
    sentences = [f"{title}: {last.name}."]
    explained = [move for move in reviewed if _is_explained(move)]
    if explained and explained[-1] is not last:
        sentences.append(f"The last change of the result with a simple reason: {explained[-1].name}.")
    return sentences


def _is_explained(move: ReviewedMove) -> bool:
    """Return True if a move changed the result and its mistake is more than not being the best move."""
    if move.judged is None or move.judged.judgement not in RESULT_CHANGED:
        return False
    return move.mistake is not None and move.mistake.kind not in COUNTED
