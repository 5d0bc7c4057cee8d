"""The OpenAPI document, made from the table of endpoints and the schemas."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from claimeven.schemas.events import EVENTS
from claimeven.schemas.server import BodySchema, ErrorSchema
from claimeven.web.endpoints import ENDPOINTS, EVENT_STREAM, Endpoint
from claimeven.web.inputs import JSON, Parameter

SUFFIX = "Schema"  # of the Python classes; the document names them without it
REFERENCE = "#/components/schemas/{name}"
ERROR_DESCRIPTIONS = {
    400: "The question is not valid.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The question has no answer, e.g. because the game is over.",
    503: "Too many searches, or one that takes too long; Retry-After says when to try again.",
}


def openapi(version: str) -> dict[str, Any]:
    """Return the document that describes every endpoint."""
    paths = {}
    for endpoint in ENDPOINTS:
        paths[endpoint.path] = {endpoint.method.lower(): _operation(endpoint)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Claimeven", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": component_schemas()},
    }


def component_schemas() -> dict[str, Any]:
    """Return the JSON schema of every type in the document, by its name there."""
    types: list[type[Struct]] = [ErrorSchema, BodySchema, *EVENTS.values()]
    types += [endpoint.schema for endpoint in ENDPOINTS]
    _, components = schema_components(types, ref_template=REFERENCE)
    schemas = {}
    for name, schema in components.items():
        schemas[name.removesuffix(SUFFIX)] = _without_suffixes(schema)
    events = [_event(name, schema) for name, schema in EVENTS.items()]
    schemas["Event"] = {"title": "Event", "oneOf": events}
    return schemas


def component_name(schema: type[Struct]) -> str:
    """Return the name of a type in the document."""
    return schema.__name__.removesuffix(SUFFIX)


def _without_suffixes(part: Any) -> Any:
    """Return a part of a JSON schema with the names of the document instead of those of Python."""
    if isinstance(part, list):
        return [_without_suffixes(item) for item in part]
    if not isinstance(part, dict):
        return part
    changed = {}
    for key, value in part.items():
        if key in ("$ref", "title") and isinstance(value, str):
            changed[key] = value.removesuffix(SUFFIX)
        else:
            changed[key] = _without_suffixes(value)
    return changed


def _reference(schema: type[Struct]) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(name=component_name(schema))}


def _event(name: str, schema: type[Struct]) -> dict[str, Any]:
    """Describe an event of a stream, whose data is a line of JSON."""
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": _reference(schema)}
    return {
        "type": "object",
        "properties": {"event": {"const": name}, "data": data},
        "required": ["event", "data"],
        "additionalProperties": False,
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {"description": "The answer.", "content": _contents(endpoint)},
    }
    for status in endpoint.errors:
        responses[str(status)] = _error_response(status)
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [_parameter(parameter) for parameter in endpoint.parameters],
        "responses": responses,
    }
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": _reference(endpoint.body)}},
        }
    return operation


def _contents(endpoint: Endpoint) -> dict[str, Any]:
    """Describe the answer in each of its media types."""
    contents: dict[str, Any] = {}
    for media_type in endpoint.media_types:
        if media_type == JSON:
            schema = _reference(endpoint.schema)
        elif media_type == EVENT_STREAM:
            schema = {"$ref": REFERENCE.format(name="Event")}
        else:
            schema = {"type": "string"}
        contents[media_type] = {"schema": schema}
    return contents


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema = dict(parameter.kind.schema)
    if parameter.default is not None:
        schema["default"] = parameter.default
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "required": parameter.required,
        "schema": schema,
    }


def _error_response(status: int) -> dict[str, Any]:
    response: dict[str, Any] = {
        "description": ERROR_DESCRIPTIONS[status],
        "content": {JSON: {"schema": _reference(ErrorSchema)}},
    }
    if status == 503:
        response["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "required": True}}
    return response
