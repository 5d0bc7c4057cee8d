"""Write the TypeScript types of the server's answers, which the page's JavaScript is checked against.

    python tools/write_page_types.py

The types come from the OpenAPI document. A test compares the committed file with what this program writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import claimeven.web
from claimeven.web.openapi import openapi

TYPES = Path(claimeven.web.__file__).parent / "static" / "js" / "server" / "types.d.ts"
HEADER = """\
// The types of the server's answers. Generated from the OpenAPI document: run `make page-types`, do not edit.
"""
SIMPLE_TYPES = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}
JSON = "application/json"
EVENTS = "text/event-stream"

Schema = dict[str, Any]


def page_types() -> str:
    """Return the text of the file: an interface for each schema, then the answer of each endpoint."""
    document = openapi("")
    parts = [HEADER]
    for name, schema in document["components"]["schemas"].items():
        parts.append(_declaration(name, schema))
    parts.append(_answers(document["paths"]))
    parts.append(_error_answer(document["paths"]))
    return "\n".join(parts)


def _declaration(name: str, schema: Schema) -> str:
    comment = _comment(schema.get("description"), indent="")
    if "properties" in schema:
        return f"{comment}export interface {name} {_object_type(schema, indent='')}\n"
    return f"{comment}export type {name} = {_type(schema, indent='')};\n"


def _answers(paths: dict[str, Any]) -> str:
    """Return a type that maps each path to its answer: JSON where there is a choice, else events."""
    lines = ["/** The answer of each endpoint. */", "export interface Answers {"]
    for path, operations in paths.items():
        for operation in operations.values():
            content = operation["responses"]["200"]["content"]
            media = JSON if JSON in content else EVENTS
            lines.append(f"  {json.dumps(path)}: {_type(content[media]['schema'], indent='  ')};")
    lines.append("}\n")
    return "\n".join(lines)


def _error_answer(paths: dict[str, Any]) -> str:
    """Return the type of the answers whose status is an error."""
    types = set()
    for operations in paths.values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status != "200":
                    types.add(_type(response["content"][JSON]["schema"], indent=""))
    return f"/** The answer of every endpoint that fails. */\nexport type ErrorAnswer = {_union(types)};\n"


def _type(schema: Schema, indent: str) -> str:
    """Return the TypeScript type of a schema; of a string that holds JSON, the type of that JSON."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _union(json.dumps(value) for value in schema["enum"])
    if "contentSchema" in schema:
        return _type(schema["contentSchema"], indent)
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return _union(_type(choice, indent) for choice in choices)
    if schema["type"] == "array":
        return _array_type(schema, indent)
    if schema["type"] == "object":
        return _object_type(schema, indent)
    return SIMPLE_TYPES[schema["type"]]


def _array_type(schema: Schema, indent: str) -> str:
    if "prefixItems" in schema:
        items = [_type(item, indent) for item in schema["prefixItems"]]
        return f"[{', '.join(items)}]"
    item = _type(schema["items"], indent)
    return f"({item})[]" if "|" in item else f"{item}[]"


def _object_type(schema: Schema, indent: str) -> str:
    required = schema.get("required", [])
    inner = f"{indent}  "
    lines = ["{"]
    for name, described in schema["properties"].items():
        mark = "" if name in required else "?"
        comment = _comment(described.get("description"), inner)
        lines.append(f"{comment}{inner}{name}{mark}: {_type(described, inner)};")
    lines.append(f"{indent}}}")
    return "\n".join(lines)


def _union(types: Iterable[str]) -> str:
    """Return a union of types, in an order that does not change from one run to the next."""
    ordered = sorted(set(types), key=lambda name: (name == "null", name))
    return " | ".join(ordered)


def _comment(description: str | None, indent: str) -> str:
    return f"{indent}/** {description} */\n" if description else ""


def main() -> None:
    """Write the file."""
    TYPES.write_text(page_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
