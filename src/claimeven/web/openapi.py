"""The OpenAPI document, made from the table of endpoints and the types of their answers."""

from __future__ import annotations

from itertools import starmap
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from claimeven.web import answers
from claimeven.web.answers import JSON
from claimeven.web.asked import Body
from claimeven.web.endpoints import ENDPOINTS, EVENTS, Endpoint
from claimeven.web.parameters import Parameter

REFUSALS = {
    400: "What was sent cannot be read.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The question has no answer, as when the game is over.",
    503: "Too many searches, or one that takes too long; Retry-After says when to try again.",
}


def _named(answer: type[Struct]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{answer.__name__}"}


def _event(name: str, answer: type[Struct]) -> dict[str, Any]:
    """An event of a stream; its data is a line of JSON."""
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": _named(answer)}
    return {
        "type": "object",
        "properties": {"event": {"const": name}, "data": data},
        "required": ["event", "data"],
        "additionalProperties": False,
    }


TYPES = [answers.Error, Body, *answers.EVENTS.values(), *(endpoint.answer for endpoint in ENDPOINTS)]
SCHEMAS = schema_components(TYPES, ref_template="#/components/schemas/{name}")[1]
SCHEMAS["Event"] = {"title": "Event", "oneOf": list(starmap(_event, answers.EVENTS.items()))}


def openapi(version: str) -> dict[str, Any]:
    """The document that describes every endpoint."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Claimeven", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": {one.path: {one.method.lower(): _operation(one)} for one in ENDPOINTS},
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
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _named(endpoint.body)}}}
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    default = {} if parameter.default is None else {"default": parameter.default}
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.meaning,
        "required": parameter.required,
        "schema": parameter.kind.schema | default,
    }


def _content(endpoint: Endpoint) -> dict[str, Any]:
    """What an answer looks like in each of its forms."""
    schemas = {JSON: _named(endpoint.answer), EVENTS: {"$ref": "#/components/schemas/Event"}}
    return {media: {"schema": schemas.get(media, {"type": "string"})} for media in endpoint.media}


def _refusal(status: int) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": REFUSALS[status],
        "content": {JSON: {"schema": _named(answers.Error)}},
    }
    if status == 503:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}
    return answer
