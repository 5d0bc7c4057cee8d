"""Exact values: of a position, of each of its columns, and of a chosen move."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from claimeven.formats.moves import write_moves
from claimeven.rules.score import Score, Verdict
from claimeven.schemas.base import Count, Number, Schema
from claimeven.solver.limits import Analysis

FULL_COLUMN = 100  # gamesolver.org's score for a full column


class ValueSchema(Schema):
    """An exact value for the side to move, as a number and in words."""

    score: int
    verdict: Verdict
    plies: Count
    words: str
    short: str


class ColumnValueSchema(Schema):
    """What a disc in a column leads to; a full column has no score."""

    column: Number
    score: int | None
    verdict: Literal[Verdict, "full"]
    plies: Count | None
    words: str
    short: str


class AnalysisSchema(ValueSchema):
    """Every column and the best line, with the cost of the search."""

    sentence: str
    columns: list[ColumnValueSchema]
    best: Annotated[list[Number], Meta(min_length=1)]
    line: str | None
    nodes: Count
    seconds: float


class ScoresSchema(Schema):
    """The scores of an analysis without words, and perhaps why the position has its score."""

    moves: str
    score: int
    columns: list[int | None]
    best: list[Number]
    line: str
    board: str | UnsetType = UNSET
    why: str | UnsetType = UNSET


class SolvedSchema(Schema):
    """The scores of all columns in the format of gamesolver.org."""

    pos: str
    score: Annotated[list[int], Meta(min_length=7, max_length=7)]


class MoveSchema(Schema):
    """The column that a player chooses, and the value of the position if the player knows it."""

    player: str
    column: Number
    value: ValueSchema | None


def value_schema(score: Score) -> ValueSchema:
    """Describe a score."""
    return ValueSchema(**_value_fields(score))


def column_value_schema(column: int, score: Score | None) -> ColumnValueSchema:
    """Describe the score of a column (0-based), None for a full one."""
    if score is None:
        return ColumnValueSchema(
            column + 1, score=None, verdict="full", plies=None, words="full", short="full"
        )
    return ColumnValueSchema(column + 1, **_value_fields(score))


def analysis_schema(analysis: Analysis, *, seconds: float) -> AnalysisSchema:
    """Describe an analysis that took so many seconds; without a best line, ``line`` is null."""
    columns = [column_value_schema(column, score) for column, score in enumerate(analysis.columns)]
    return AnalysisSchema(
        **_value_fields(analysis.score),
        sentence=analysis.score.words,
        columns=columns,
        best=[column + 1 for column in analysis.best],
        line=write_moves(analysis.line) or None,
        nodes=analysis.nodes,
        seconds=round(seconds, 3),
    )


def scores_schema(moves: str, analysis: Analysis, *, board: str | None, why: str | None) -> ScoresSchema:
    """Return the numbers of an analysis; ``why`` and the board that the moves begin with may be None."""
    return ScoresSchema(
        moves=moves,
        score=int(analysis.score),
        columns=[None if score is None else int(score) for score in analysis.columns],
        best=[column + 1 for column in analysis.best],
        line=write_moves(analysis.line),
        board=UNSET if board is None else board,
        why=UNSET if why is None else why,
    )


def solved_schema(pos: str, analysis: AnalysisSchema) -> SolvedSchema:
    """Return the scores of an analysis in the format of gamesolver.org."""
    scores = []
    for column in analysis.columns:
        scores.append(FULL_COLUMN if column.score is None else column.score)
    return SolvedSchema(pos, scores)


def move_schema(player: str, column: int, score: Score | None) -> MoveSchema:
    """Describe a player's choice of a column (0-based)."""
    value = None if score is None else value_schema(score)
    return MoveSchema(player, column + 1, value)


def _value_fields(score: Score) -> dict[str, Any]:
    """Return the fields of a ValueSchema."""
    first_words = score.result.split()[:3]
    return {
        "score": int(score),
        "verdict": score.verdict,
        "plies": score.plies,
        "words": score.result,
        "short": " ".join(first_words),
    }
