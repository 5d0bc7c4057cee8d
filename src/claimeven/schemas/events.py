"""The events that an analysis publishes before it is complete."""

from __future__ import annotations

from claimeven.rules.position import Position
from claimeven.rules.score import Score
from claimeven.schemas.analysis import AnalysisSchema, ColumnValueSchema
from claimeven.schemas.base import Count, Number, Schema


class StartSchema(Schema):
    """The columns in the order in which their values will be sent."""

    order: list[Number]


class ProgressSchema(Schema):
    """The column that is being searched; null while the best line is."""

    column: Number | None
    nodes: Count
    seconds: float


class FailureSchema(Schema):
    """Why a stream ends without an answer."""

    status: int
    error: str
    message: str


EVENTS: dict[str, type[Schema]] = {
    "start": StartSchema,
    "column": ColumnValueSchema,
    "progress": ProgressSchema,
    "score": AnalysisSchema,
    "done": AnalysisSchema,
    "error": FailureSchema,
}


def start_schema(position: Position, known: dict[int, Score]) -> StartSchema:
    """Return the order of the columns: those whose values are known first, then centre first."""
    playable = [column for column in position.rules.centre_first if column in position.playable]
    known_columns = [column for column in playable if column in known]
    others = [column for column in playable if column not in known]
    return StartSchema([column + 1 for column in known_columns + others])
