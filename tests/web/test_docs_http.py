"""docs/http.md: what its examples show is what the server answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from claimeven.web.endpoints import ENDPOINTS
from claimeven.web.errors import INTERNAL
from clients import Client

PAGE = (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
EXAMPLES: list[tuple[str, str]] = re.findall(
    r"^`(/[^`]*)`\n\n```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
)
LEFT_OUT = "..."


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def assert_shown(shown: Any, seen: Any) -> None:
    """Compare an example with an answer; three dots stand for anything, at the end of a list for the rest."""
    if shown == LEFT_OUT:
        return
    if isinstance(shown, dict):
        assert set(shown) == set(seen)
        for key, value in shown.items():
            assert_shown(value, seen[key])
    elif isinstance(shown, list):
        parts = shown[:-1] if shown and shown[-1] == LEFT_OUT else shown
        assert len(seen) > len(parts) if parts is not shown else len(seen) == len(parts)
        for value, part in zip(parts, seen, strict=False):
            assert_shown(value, part)
    else:
        assert shown == seen


@pytest.mark.compiled
@pytest.mark.parametrize(("path", "shown"), EXAMPLES, ids=[path for path, _ in EXAMPLES])
def test_an_example_is_what_the_server_answers(client: Client, path: str, shown: str) -> None:
    assert_shown(json.loads(shown), client.get(path).json())


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 9


def test_a_text_is_parsed_as_shown(client: Client) -> None:
    body, answer = re.findall(r"```json\n(.*?)```", PAGE.split("POST /api/parse`\n")[1], re.DOTALL)[:2]
    assert_shown(json.loads(answer), client.post("/api/parse", json=json.loads(body)).json())


def test_health_is_as_shown(client: Client) -> None:
    shown = re.findall(r"```json\n(.*?)```", PAGE.split("### `GET /api/health`")[1], re.DOTALL)[0]
    assert_shown(json.loads(shown), client.get("/api/health").json())


def test_every_endpoint_and_parameter_is_documented() -> None:
    for endpoint in ENDPOINTS:
        assert f"`{endpoint.method} {endpoint.path}`" in PAGE
        for parameter in endpoint.parameters:
            assert (
                f"`{parameter.name}`" in PAGE
                or f"`{parameter.name}=" in PAGE
                or f"?{parameter.name}=" in PAGE
            )


def test_every_status_is_explained() -> None:
    for status in {status for endpoint in ENDPOINTS for status in endpoint.errors} | {INTERNAL}:
        assert f"| {status} |" in PAGE
