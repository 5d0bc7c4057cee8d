"""The types of the page's JavaScript: what it takes the server's answers for is what the schemas say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import claimeven.web
from claimeven.schemas.events import EVENTS
from claimeven.web.openapi import component_name, component_schemas

SCHEMAS = component_schemas()
SCRIPTS = Path(claimeven.web.__file__).parent / "static" / "js"
API = "".join(
    (SCRIPTS / name).read_text(encoding="utf-8") for name in ("server/api.js", "state/explanation.js")
)
TYPES = {  # names in these, and of the schemas
    "Value": "Value",
    "ColumnValue": "ColumnValue",
    "AnalysisAnswer": "Analysis",
    "Start": "Start",
    "Progress": "Progress",
    "Failure": "Failure",
    "Problem": "Error",
    "MoveAnswer": "Move",
    "JudgedPly": "Ply",
    "ReviewAnswer": "Review",
    "TreeNode": "Node",
    "TreeAnswer": "Tree",
    "ParseAnswer": "Parsed",
    "Overlooked": "Overlooked",
    "Step": "Step",
    "Rule": "Rule",
    "NeededLine": "NeededLine",
    "Reason": "Reason",
    "Threat": "Threat",
    "ColumnWhy": "ColumnWhy",
    "Played": "Played",
    "Sentence": "Sentence",
    "Explanation": "Explanation",
}


def typed(name: str) -> dict[str, str]:
    """The fields of a type of api.js, brackets for those that may be missing, with what stands in braces."""
    if name == "AnalysisAnswer":
        assert "@typedef {Value & AnalysisFields} AnalysisAnswer\n" in API
        return typed("Value") | typed("AnalysisFields")
    comments = re.findall(r"/\*\*.*?\*/", API, re.DOTALL)
    (comment,) = (comment for comment in comments if f"@typedef {{object}} {name}\n" in comment)
    found = re.findall(r"@property \{(.+)\} (\w+|\[\w+\])(?: .*)?$", comment, re.MULTILINE)
    return {field: kind for kind, field in found}


@pytest.mark.parametrize("name", TYPES)
def test_a_type_has_the_fields_of_its_schema(name: str) -> None:
    kinds, schema = typed(name), SCHEMAS[TYPES[name]]
    fields: dict[str, Any] = schema["properties"]
    assert list(kinds) == [field if field in schema["required"] else f"[{field}]" for field in fields]
    for kind, (field, described) in zip(kinds.values(), fields.items(), strict=True):
        forms = described.get("anyOf", [described])
        assert kind.endswith("| null") == ({"type": "null"} in forms), f"{name}.{field}"
        words = [word for form in forms for word in form.get("enum", [])]
        assert not words or sorted(re.findall(r'"([\w-]+)"', kind)) == sorted(words), f"{name}.{field}"


def test_the_events_are_those_of_a_stream() -> None:
    cases = re.findall(r"\{event: ([^,]+), data: (\w+)\}", API)
    typed_events = {name: TYPES[data] for names, data in cases for name in re.findall(r'"(\w+)"', names)}
    assert typed_events == {name: component_name(schema) for name, schema in EVENTS.items()}
