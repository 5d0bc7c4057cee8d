"""The types that the page's JavaScript is checked against: made from the OpenAPI document."""

from __future__ import annotations

from typing import Any

import pytest

from write_page_types import TYPES, _declaration, page_types


def test_the_committed_types_are_those_of_the_openapi_document() -> None:
    assert TYPES.read_text(encoding="utf-8") == page_types(), "run make page-types"


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"$ref": "#/components/schemas/Value"}, "Value"),
        ({"type": "integer", "minimum": 1}, "number"),
        ({"enum": ["x", "o"]}, '"o" | "x"'),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, "string | null"),
        ({"type": "array", "items": {"type": "boolean"}}, "boolean[]"),
        ({"type": "array", "items": {"enum": ["x", "o"]}}, '("o" | "x")[]'),
        ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "string", "contentSchema": {"$ref": "#/components/schemas/Start"}}, "Start"),
    ],
)
def test_a_schema_becomes_a_type(schema: dict[str, Any], written: str) -> None:
    assert _declaration("Name", schema) == f"export type Name = {written};\n"


def test_an_object_becomes_an_interface_whose_optional_fields_are_marked() -> None:
    schema = {
        "description": "Why there is no answer.",
        "type": "object",
        "properties": {
            "message": {"type": "string"},
            "line": {"description": "Where it is wrong.", "type": "integer"},
        },
        "required": ["message"],
    }
    assert _declaration("Problem", schema) == (
        "/** Why there is no answer. */\n"
        "export interface Problem {\n"
        "  message: string;\n"
        "  /** Where it is wrong. */\n"
        "  line?: number;\n"
        "}\n"
    )
