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
    choice,
    search_position,
    shared,
    solver_of,
)
from claimeven.cli.output import write_line
from claimeven.cli.positions import POSITION_OPTIONS, given_game
from claimeven.players.game import Game
from claimeven.reasons.mistakes import COUNTED, Mistake, classify_mistake
from claimeven.rules.position import Position
from claimeven.solver.limits import Limit
from claimeven.solver.review import RESULT_CHANGED, MoveReview, Review, judged_cells, review_game

HELP = "judge a game move by move"
DESCRIPTION = """
Judge every move of a game, finished or not: the best possible result, the result of the move played, and a
better column if there was one. Say what each mistake overlooked, and which move was the turning point.
"""
MOVES_HELP = (
    'a game: columns in the order played, e.g. 4453 or "4 4 5 3", cells, or a link to the page; - is '
    "standard input"
)
SIDE_NAMES = ("first", "second")
YOU = "you"
OPTIONS = {
    **POSITION_OPTIONS,
    **shared("moves", nargs="*", default=[], help=MOVES_HELP),
    "--as": choice(SIDE_NAMES, "address this side as you", dest="side"),
    **shared("--json"),
    **SEARCH_OPTIONS,
}
NO_MOVES = "a board without moves; expected a game, e.g. 4453, or a link with its moves"
HEADINGS = ("move", "player", "column", "best result", "result played", "judgement", "better")
JUDGEMENT_STYLES = {"best": "", "weaker_win": "yellow", "weaker_loss": "yellow"}
MISTAKE_STYLE = "bold red"


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move: its number, player and column, its judgement unless time ran out, and its mistake if any.

    The player is X, O or, if that side asked for the review, ``you``.
    """

    number: int
    player: str
    column: str
    judged: MoveReview | None
    mistake: Mistake | None

    @property
    def name(self) -> str:
        """The move as a sentence names it: ``move 3, X in column 5``."""
        if self.player == YOU:
            return f"move {self.number}, your disc in column {self.column}"
        return f"move {self.number}, {self.player} in column {self.column}"


def run(args: argparse.Namespace) -> None:
    """Review the game; raise NoResult if it is illegal, or if time ran out before some moves."""
    if not args.moves and args.board is None:
        args.usage_error("the following arguments are required: MOVES, or --board FILE")
    given = given_game(args)
    name = given.name
    game = given.game.redo(len(given.game.undone))
    if not game.moves:
        raise NoResult(f"{name}: {NO_MOVES if game.start.filled else 'there is no move to review'}")
    solver = solver_of(args)

    def search(start: Position, limit: Limit, *, progress: Any) -> Review:
        return review_game(start, game.moves, solver.context(limit, progress=progress))

    review = search_position(search, game.start, name, args)
    players = _player_names(args.side)
    if args.json:
        write_line(json.dumps(_to_dict(game, review, players)))
    else:
        if args.side is not None:
            write_line(_introduction(args.side))
            write_line("")
        show_review(game, review, players)
    if not review.is_complete:
        count = review.moves.count(None)
        raise NoResult(f"{name}: {count} of {len(review.moves)} moves not judged within {args.seconds:g} s")


def _player_names(side: str | None) -> tuple[str, str]:
    """Return what the first and the second player are called if ``side`` of --as asked for the review."""
    first = YOU if side == SIDE_NAMES[0] else PLAYER_MARKS[0]
    second = YOU if side == SIDE_NAMES[1] else PLAYER_MARKS[1]
    return first, second


def _introduction(side: str) -> str:
    """Return who is who in a review that ``side`` of --as asked for."""
    number = SIDE_NAMES.index(side)
    mark = PLAYER_MARKS[number]
    return f"You are {mark} ({side} player); {PLAYER_MARKS[1 - number]} is the opponent."


def _reviewed(
    game: Game, review: Review, players: tuple[str, str], marks: tuple[str, str]
) -> list[ReviewedMove]:
    """Return every move with its judgement and its mistake."""
    reviewed = []
    for position, column, judged in zip(game.positions[:-1], game.moves, review.moves, strict=True):
        name = position.rules.column_name(column)
        mistake = None if judged is None else classify_mistake(position, judged, marks)
        reviewed.append(ReviewedMove(position.ply + 1, players[position.turn], name, judged, mistake))
    return reviewed


def _to_dict(game: Game, review: Review, players: tuple[str, str]) -> dict[str, Any]:
    """Return the review as JSON has it, here and in GET /api/review."""
    from claimeven.schemas.review import ply_schemas, review_schema

    plies = list(ply_schemas(game, review, PLAYER_MARKS))
    return review_schema(review, plies, players).to_dict()


def show_review(
    game: Game, review: Review, players: tuple[str, str], marks: tuple[str, str] = PLAYER_MARKS
) -> None:
    """Print the table, a sentence for each mistake, and the summary.

    ``players`` are what the first and the second player are called, ``marks`` the marks of their discs.
    """
    reviewed = _reviewed(game, review, players, marks)
    document = new_document()
    document.add_table(HEADINGS, [_row(move) for move in reviewed])
    mistakes = []
    for move in reviewed:
        text = _mistake_text(move)
        if text:
            mistakes.append(text)
    if mistakes:
        document.add_sentences(mistakes)
    document.add_sentences(_summary(review, reviewed, players))
    document.write()


def _row(move: ReviewedMove) -> TableRow:
    """Return the table row of a move."""
    cells = (str(move.number), move.player, move.column, *judged_cells(move.judged))
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
    sentences = [f"Move {move.number}: {move.player} {judged.played_text}."]
    if mistake is not None and mistake.kind in COUNTED:
        sentences.append(mistake.text)
    elif mistake is not None:
        title = mistake.title.replace(" its ", " your ") if move.player == YOU else mistake.title
        sentences.append(f"{title}: {_uncapitalized(mistake.text)}")
    if mistake is None or not mistake.names_better:
        sentences.append(judged.better_text)
    return " ".join(sentences)


def _uncapitalized(text: str) -> str:
    """Return a sentence as it continues after a colon; a leading X or O stays a capital letter."""
    starts_with_mark = text[1] == " "
    return text if starts_with_mark else f"{text[0].lower()}{text[1:]}"


def _summary(review: Review, reviewed: list[ReviewedMove], players: tuple[str, str]) -> list[str]:
    """Return sentences on the turning point and on how many moves of each side were best."""
    sentences = _turning_point_sentences(review, reviewed)
    shares = []
    for side, player in enumerate(players):
        judgements = [move.judgement for move in review.judged_of(side)]
        if judgements:
            best = judgements.count("best")
            shares.append(f"{player} {best} of {len(judgements)} ({best / len(judgements):.0%})")
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
