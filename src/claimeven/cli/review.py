"""`claimeven review`: every move of a game judged, where the result turned, and what was overlooked."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

from claimeven.cli.boards import MARKS, QUIET, Page
from claimeven.cli.options import (
    SEARCH_OPTIONS,
    Unanswered,
    answer_of,
    rules_of,
    shared,
    shown_moves,
    solver_of,
    valued,
)
from claimeven.cli.output import write_line
from claimeven.formats.moves import parse_moves
from claimeven.players.game import Game
from claimeven.reasons.mistakes import COUNTED, Mistake, classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.solver.limits import Limit
from claimeven.solver.review import RESULT_CHANGED, MoveReview, Review, judged_cells, review_game

HELP = "a game judged move by move, and what was overlooked"
DESCRIPTION = """
Judge every move of a game, finished or not: what the player could have had, what the move led to, and which
column was better; for each mistake what was overlooked, and where the result turned.
"""
OPTIONS = {
    "moves": valued(str, "MOVES", "columns in the order played, as 4453"),
    **shared("--json"),
    **SEARCH_OPTIONS,
}
HEADINGS = ("move", "player", "column", "best result", "result played", "judgement", "better")
STYLES = {"best": "", "weaker_win": "yellow", "weaker_loss": "yellow"}
MISTAKE = "bold red"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One move: its number, side and column, the judgement and what was overlooked, as far as known."""

    number: int
    side: int
    column: str
    judged: MoveReview | None
    missed: Mistake | None

    @property
    def name(self) -> str:
        """The move as it is called in a sentence."""
        return f"move {self.number}, {MARKS[self.side]} in column {self.column}"


def run(args: argparse.Namespace) -> None:
    """Review the game; raises Unanswered when it is none or takes too long for some moves."""
    name, solver = shown_moves(args.moves), solver_of(args)
    if not args.moves:
        raise Unanswered(f"{name}: there is no move to review")

    def search(position: Position, limit: Limit, *, progress: Any) -> Review:
        exact = solver.context(limit, progress=progress)
        return review_game(Position(rules=position.rules), parse_moves(args.moves, position.rules), exact)

    review = answer_of(search, args.moves, name, args)
    rules = rules_of(args)
    if args.json:
        write_line(json.dumps(_to_dict(args.moves, rules, review)))
    else:
        _show(review, _reviewed(args.moves, rules, review))
    if not review.is_complete:
        count = review.moves.count(None)
        raise Unanswered(f"{name}: {count} of {len(review.moves)} moves not judged within {args.seconds:g} s")


def _reviewed(moves: str, rules: Rules, review: Review) -> list[Reviewed]:
    """Every move with what was overlooked by it."""
    reviewed = []
    for position, name, judged in zip(Position(rules=rules).along(moves), moves, review.moves, strict=False):
        missed = None if judged is None else classify_mistake(position, judged)
        reviewed.append(Reviewed(position.ply + 1, position.turn, name, judged, missed))
    return reviewed


def _to_dict(moves: str, rules: Rules, review: Review) -> dict[str, Any]:
    """Return the review as JSON has it, here and in GET /api/review."""
    from claimeven.schemas.review import ply_schemas, review_schema

    game = Game(Position(rules=rules), parse_moves(moves, rules))
    plies = list(ply_schemas(game, review, MARKS))
    return review_schema(review, plies, MARKS).to_dict()


def _show(review: Review, reviewed: list[Reviewed]) -> None:
    """The table, what was overlooked move by move, and the summary."""
    page = Page()
    page.add_table(HEADINGS, [_row(one) for one in reviewed])
    if missed := [words for one in reviewed if (words := _missed_words(one))]:
        page.add_sentences(missed)
    page.add_sentences(_summary(review, reviewed))
    page.write()


def _row(one: Reviewed) -> tuple[str, ...]:
    """The cells of a move in the table, and their style."""
    seen = (str(one.number), MARKS[one.side], one.column)
    style = QUIET if one.judged is None else STYLES.get(one.judged.judgement, MISTAKE)
    return (*seen, *judged_cells(one.judged), style)


def _missed_words(one: Reviewed) -> str:
    """What was overlooked; empty where that is nothing and the result is still the same."""
    judged, missed = one.judged, one.missed
    if judged is None or (missed is None and judged.judgement not in RESULT_CHANGED):
        return ""
    texts = [f"Move {one.number}: {MARKS[one.side]} {judged.played_text}."]
    if missed is not None:
        texts.append(
            missed.text if missed.kind in COUNTED else f"{missed.title}: {_uncapitalized(missed.text)}"
        )
    if missed is None or not missed.names_better:
        texts.append(judged.better_text)
    return " ".join(texts)


def _uncapitalized(text: str) -> str:
    """A sentence as it goes on after a colon; one that begins with X or O stays as it is."""
    return text if text[1] == " " else f"{text[0].lower()}{text[1:]}"


def _summary(review: Review, reviewed: list[Reviewed]) -> list[str]:
    """Where the result turned, and how many moves of each side were best."""
    judged = "" if review.is_complete else "judged "
    texts = [f"No {judged}move changed the result."]
    if review.turning_point is not None:
        last = reviewed[review.turning_point]
        title = "Turning point" if review.is_complete else "The last judged move that changed the result"
        texts = [f"{title}: {last.name}."]
        explained = [one for one in reviewed if _is_explained(one)]
        if explained and explained[-1] is not last:
            texts.append(f"The last change of the result with a simple reason: {explained[-1].name}.")
    counts = []
    for side, mark in enumerate(MARKS):
        judgements = [move.judgement for move in review.judged_of(side)]
        if judgements:
            best = judgements.count("best")
            counts.append(f"{mark} {best} of {len(judgements)} ({best / len(judgements):.0%})")
    if counts:
        texts.append(f"Best moves: {', '.join(counts)}.")
    return texts


def _is_explained(one: Reviewed) -> bool:
    """Whether a move changed the result, and what it overlooked is more than a better move."""
    if one.judged is None or one.judged.judgement not in RESULT_CHANGED:
        return False
    return one.missed is not None and one.missed.kind not in COUNTED
