"""The table of endpoints, and how a question to one of them is answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

from claimeven.schemas.analysis import AnalysisSchema, MoveSchema, SolvedSchema
from claimeven.schemas.base import Schema
from claimeven.schemas.explanation import ExplanationSchema
from claimeven.schemas.position import ParsedSchema, PositionSchema
from claimeven.schemas.puzzle import PuzzleSchema, PuzzlesSchema
from claimeven.schemas.review import ReviewSchema
from claimeven.schemas.server import BodySchema, HealthSchema, OptionsSchema
from claimeven.schemas.tree import TreeSchema
from claimeven.solver.search_context import SearchRequired
from claimeven.web import queries
from claimeven.web.context import RequestContext
from claimeven.web.errors import NOT_FOUND, ApiError, internal_error
from claimeven.web.inputs import (
    ANALYZE,
    EXPLAIN,
    JSON,
    MOVE,
    POSITION,
    PUZZLE,
    SOLVE,
    TREE,
    Parameter,
    Values,
    read_query_string,
)
from claimeven.web.queries import PLAIN, SVG, Answer, Query, Question, error_answer

EVENT_STREAM = "text/event-stream"

log = logging.getLogger("claimeven.web")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A path, the function that reads its questions, and what the OpenAPI document says about it.

    ``errors`` are the statuses, besides 200, that it may answer with; by default those of a search.
    """

    path: str
    read: Callable[[Values, Question], Query]
    schema: type[Schema]
    summary: str
    parameters: tuple[Parameter, ...] = ()
    _: KW_ONLY
    errors: tuple[int, ...] = (400, 422, 503)
    media_types: tuple[str, ...] = (JSON,)
    body: type[BodySchema] | None = None
    ignores_unknown: bool = False

    @property
    def method(self) -> str:
        """The HTTP method: POST if it takes a body, else GET."""
        return "GET" if self.body is None else "POST"

    @property
    def name(self) -> str:
        """The name for programs: the path without its prefix."""
        return self.path.removeprefix("/").removeprefix("api/").replace("/", "_")

    @property
    def is_stream(self) -> bool:
        """True if its answers are streams of events."""
        return EVENT_STREAM in self.media_types

    def query(self, question: Question) -> Query:
        """Read a question; raise ApiError if it is not valid."""
        values = read_query_string(
            question.query_string, self.parameters, ignore_unknown=self.ignores_unknown
        )
        return self.read(values, question)


ENDPOINTS = (
    Endpoint(
        "/solve",
        queries.solve,
        SolvedSchema,
        "Return the score of every column in the format of gamesolver.org.",
        SOLVE,
        ignores_unknown=True,
    ),
    Endpoint(
        "/api/position",
        queries.position,
        PositionSchema,
        "Describe a position.",
        POSITION,
        errors=(400,),
    ),
    Endpoint(
        "/api/parse",
        queries.parse,
        ParsedSchema,
        "Recognize a pasted text.",
        errors=(400, 413, 415),
        body=BodySchema,
    ),
    Endpoint(
        "/api/analyze",
        queries.analyze,
        AnalysisSchema,
        "Return the exact value of every column, and the best line.",
        ANALYZE,
    ),
    Endpoint(
        "/api/analyze/stream",
        queries.analyze,
        AnalysisSchema,
        "Analyze a position and send each value as soon as it is known.",
        ANALYZE,
        media_types=(EVENT_STREAM,),
    ),
    Endpoint("/api/move", queries.move, MoveSchema, "Let a player choose a column.", MOVE),
    Endpoint(
        "/api/review",
        queries.review,
        ReviewSchema,
        "Review every move of a game.",
        POSITION,
        errors=(400, 503),
    ),
    Endpoint(
        "/api/explain",
        queries.explain,
        ExplanationSchema,
        "Explain why a position is won, drawn or lost.",
        EXPLAIN,
    ),
    Endpoint(
        "/api/tree",
        queries.tree,
        TreeSchema,
        "Build the alpha-beta tree of a position.",
        TREE,
        media_types=(JSON, PLAIN, SVG),
    ),
    Endpoint(
        "/api/puzzle",
        queries.puzzle,
        PuzzleSchema,
        "Return a puzzle, with its hints and its solution.",
        PUZZLE,
        errors=(400,),
    ),
    Endpoint("/api/puzzles", queries.puzzles, PuzzlesSchema, "List all puzzles.", errors=(400,)),
    Endpoint(
        "/api/options",
        queries.options,
        OptionsSchema,
        "List what the other endpoints accept.",
        errors=(400,),
    ),
    Endpoint("/api/health", queries.health, HealthSchema, "Report the state of the server.", errors=(400,)),
)
_BY_PATH = {endpoint.path: endpoint for endpoint in ENDPOINTS}


def find_endpoint(path: str) -> Endpoint:
    """Return the endpoint at a path; raise ApiError if there is none."""
    endpoint = _BY_PATH.get(path)
    if endpoint is None:
        raise not_found()
    return endpoint


def not_found() -> ApiError:
    """Return the error for a path that does not exist."""
    return ApiError(NOT_FOUND, "not_found", "no such path; /openapi.json lists the paths")


def answer_question(path: str, question: Question, context: RequestContext) -> Answer:
    """Answer a question in this thread; a question that has no answer gets an error as its answer.

    Events on the way go to ``context.publish``. Raises SearchRequired if the answer takes a search and the
    context has no search slot.
    """
    try:
        query = find_endpoint(path).query(question)
        return query.write(query.compute(context))
    except SearchRequired:
        raise
    except Exception as error:
        known_error = context.api_error(error)
        if known_error is None:
            log.exception("a question failed")
            known_error = internal_error()
        return error_answer(known_error)
