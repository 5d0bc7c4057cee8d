"""A game reviewed move by move."""

from __future__ import annotations

from collections.abc import Iterator

from claimeven.players.game import Game
from claimeven.reasons.cells import names_of
from claimeven.reasons.mistakes import Mistake, MistakeKind, classify_mistake
from claimeven.rules.position import Position
from claimeven.rules.rules import Rules
from claimeven.schemas.analysis import ValueSchema, value_schema
from claimeven.schemas.base import SIDES, CellName, CountsSchema, Number, Schema, SharesSchema, Side
from claimeven.solver.review import Judgement, MoveReview, Review


class OverlookedSchema(Schema):
    """What the player overlooked with a move that was not best, and the cells that decide it."""

    kind: MistakeKind
    cells: list[CellName]
    text: str


class PlySchema(Schema):
    """A move and its review; null is what was not found within the limit."""

    ply: Number
    column: Number
    player: Side
    before: ValueSchema | None
    after: ValueSchema | None
    judgement: Judgement | None
    words: str | None
    better: Number | None
    first_player_score: int | None
    overlooked: OverlookedSchema | None


class ReviewSchema(Schema):
    """A review of every move of a game."""

    complete: bool
    plies: list[PlySchema]
    turning_point: Number | None
    mistakes: CountsSchema
    accuracy: SharesSchema
    words: str


def ply_schemas(game: Game, review: Review, names: tuple[str, str]) -> Iterator[PlySchema]:
    """Yield the moves of a game with their reviews; ``names`` are those of the players."""
    for position, column, judged in zip(game.positions[:-1], game.moves, review.moves, strict=True):
        yield _ply_schema(position, column, judged, names)


def review_schema(review: Review, plies: list[PlySchema], names: tuple[str, str]) -> ReviewSchema:
    """Describe a review whose moves are ``plies``; ``names`` are those of the players."""
    turning_point = None if review.turning_point is None else plies[review.turning_point].ply
    return ReviewSchema(
        complete=review.is_complete,
        plies=plies,
        turning_point=turning_point,
        mistakes=CountsSchema(review.mistakes_of(0), review.mistakes_of(1)),
        accuracy=SharesSchema(_accuracy(review, 0), _accuracy(review, 1)),
        words=_summary(review, plies, names),
    )


def overlooked_schema(mistake: Mistake | None, rules: Rules) -> OverlookedSchema | None:
    """Describe a mistake on a board with these rules; None for no mistake."""
    if mistake is None:
        return None
    return OverlookedSchema(mistake.kind, names_of(mistake.cells, rules), mistake.text)


def _ply_schema(
    position: Position, column: int, judged: MoveReview | None, names: tuple[str, str]
) -> PlySchema:
    """Describe the move that puts a disc into ``column`` (0-based); None is one that was not judged."""
    ply = position.ply + 1
    player = SIDES[position.turn]
    if judged is None:
        return PlySchema(
            ply=ply,
            column=column + 1,
            player=player,
            before=None,
            after=None,
            judgement=None,
            words=None,
            better=None,
            first_player_score=None,
            overlooked=None,
        )
    mistake = classify_mistake(position, judged, names)
    after = int(judged.after)
    return PlySchema(
        ply=ply,
        column=column + 1,
        player=player,
        before=value_schema(judged.before),
        after=value_schema(judged.after),
        judgement=judged.judgement,
        words=judged.words,
        better=None if judged.better is None else judged.better + 1,
        first_player_score=after if position.turn == 0 else -after,
        overlooked=overlooked_schema(mistake, position.rules),
    )


def _accuracy(review: Review, side: int) -> float | None:
    """Return the share of best moves, rounded; None for a side without a judged move."""
    share = review.share_of_best(side)
    return None if share is None else round(share, 3)


def _summary(review: Review, plies: list[PlySchema], names: tuple[str, str]) -> str:
    """Say which move decided the result."""
    number = review.turning_point
    judged = None if number is None else review.moves[number]
    if number is None or judged is None:
        return "No move changed the result." if review.is_complete else "No judged move changed the result."
    role = "decided the result" if review.is_complete else "is the last judged move that changed the result"
    return f"Move {plies[number].ply} {role}: {names[judged.side]} {judged.played_text}. {judged.better_text}"
