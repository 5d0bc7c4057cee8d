"""The OpenAPI document, made from the table of endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimeven.web.endpoints import ENDPOINTS, EVENTS, JSON
from claimeven.web.schemas import SCHEMAS, named

if TYPE_CHECKING:
    from claimeven.web.endpoints import Endpoint
    from claimeven.web.parameters import Parameter

REFUSALS = {
    400: "What was sent cannot be read.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The question has no answer, as when the game is over.",
    503: "Too many searches, or one that takes too long; Retry-After says when to try again.",
}


def openapi(version: str) -> dict[str, Any]:
    """The document that describes every endpoint."""
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Claimeven", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [_parameter(parameter) for parameter in endpoint.parameters],
        "responses": {
            "200": {"description": "The answer.", "content": _content(endpoint)},
            **{str(status): _refusal(status) for status in endpoint.refusals},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": endpoint.body}}}
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema = parameter.kind.schema()
    if parameter.default is not None:
        schema["default"] = parameter.default
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.meaning,
        "required": parameter.required,
        "schema": schema,
    }


def _content(endpoint: Endpoint) -> dict[str, Any]:
    """What an answer looks like in each of its forms."""
    return {
        media: {"schema": named(endpoint.answer) if media in (JSON, EVENTS) else {"type": "string"}}
        for media in endpoint.media
    }


def _refusal(status: int) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": REFUSALS[status],
        "content": {JSON: {"schema": named("Error")}},
    }
    if status == 503:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}
    return answer
