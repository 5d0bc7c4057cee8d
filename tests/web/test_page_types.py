"""The types of the page's JavaScript: what it takes the server's answers for is what the schemas say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import claimeven.web
from claimeven.web.schemas import COLUMN_FIELDS, PLY_FIELDS, SCHEMAS, VALUE_FIELDS, Schema

API = Path(claimeven.web.__file__).parent / "static" / "js" / "api.js"
ANALYSIS_FIELDS = {
    name: field for name, field in SCHEMAS["Analysis"]["properties"].items() if name not in VALUE_FIELDS
}
FIELDS: dict[str, dict[str, Schema]] = {
    "Value": VALUE_FIELDS,
    "ColumnValue": COLUMN_FIELDS,
    "AnalysisFields": ANALYSIS_FIELDS,
    "Problem": SCHEMAS["Error"]["properties"],
    "MoveAnswer": SCHEMAS["Move"]["properties"],
    "JudgedPly": PLY_FIELDS,
    "ReviewAnswer": SCHEMAS["Review"]["properties"],
    "TreeNode": SCHEMAS["Node"]["properties"],
    "TreeAnswer": SCHEMAS["Tree"]["properties"],
    "ParseAnswer": SCHEMAS["Parsed"]["properties"],
}


def typed(name: str) -> dict[str, str]:
    """The fields of a type of api.js with what stands in its braces."""
    comments = re.findall(r"/\*\*.*?\*/", API.read_text(encoding="utf-8"), re.DOTALL)
    (comment,) = (comment for comment in comments if f"@typedef {{object}} {name}\n" in comment)
    found = re.findall(r"@property \{(.+)\} (?:(\w+)|\[(\w+)\])(?: .*)?$", comment, re.MULTILINE)
    return {plain or optional: kind for kind, plain, optional in found}


def may_be_null(field: Schema) -> bool:
    kinds = field.get("type", [])
    return "null" in kinds or None in field.get("enum", []) or {"type": "null"} in field.get("anyOf", [])


@pytest.mark.parametrize("name", FIELDS)
def test_a_type_has_the_fields_of_its_schema(name: str) -> None:
    kinds = typed(name)
    assert list(kinds) == list(FIELDS[name])
    for field, kind in kinds.items():
        assert kind.endswith("| null") == may_be_null(FIELDS[name][field]), f"{name}.{field}"
        words = [word for word in FIELDS[name][field].get("enum", []) if word is not None]
        assert not words or re.findall(r'"(\w+)"', kind) == words, f"{name}.{field}"
