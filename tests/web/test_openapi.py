"""The OpenAPI document: schemathesis asks for what it allows and what it forbids, and reads the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS, load_all_checks

from claimeven.web.endpoints import ENDPOINTS
from claimeven.web.openapi import openapi
from clients import Client, Server, served

DOCUMENT = openapi("test")
EXAMPLES = 15
PATIENCE = 300  # seconds: a machine may be slow
SECONDS = "0.2"  # random positions may be hard, and 503 is an answer that the document allows
schema = schemathesis.openapi.from_dict(DOCUMENT)
load_all_checks()
LEFT_OUT: list[Any] = [
    CHECKS.get_one(name)
    # 503 is meant for searches that take too long; random moves follow their pattern and are illegal.
    for name in ("not_a_server_error", "positive_data_acceptance")
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--seconds", SECONDS) as made:
        yield made


def test_the_document_describes_every_endpoint() -> None:
    described = {(path, method.upper()) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert described == {(endpoint.path, endpoint.method) for endpoint in ENDPOINTS}


def test_the_document_is_served_with_the_version() -> None:
    answer = Client().get("/openapi.json").json()
    assert answer["openapi"] == "3.1.0"
    assert answer["paths"] == DOCUMENT["paths"]
    assert answer["info"]["version"].count(".") == 2


@pytest.mark.compiled
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_one_that_the_document_allows(case: schemathesis.Case[Any], server: Server) -> None:
    address = server.address.rstrip("/")
    answer = case.call_and_validate(base_url=address, excluded_checks=LEFT_OUT, timeout=PATIENCE)
    assert answer.status_code < 500 or answer.status_code == 503
    assert b"Traceback" not in answer.content
