"""Bad requests: each gets its status and a message in JSON, and nothing of what is inside."""

from __future__ import annotations

import asyncio
import json
from errno import EMFILE, ENOENT
from typing import Any

import pytest

from claimeven.errors import KernelsError
from claimeven.schemas.base import write_json
from claimeven.schemas.events import FailureSchema
from claimeven.schemas.server import ErrorSchema
from claimeven.web import app as app_module
from claimeven.web import queries
from claimeven.web.app import Settings
from clients import SMALL, Client, events_of, wait_for


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("/solve", 400, "bad_parameter"),
        ("/solve?pos=8", 400, "bad_parameter"),
        ("/solve?pos=4444444", 400, "bad_position"),
        ("/solve?pos=1212121", 422, "game_over"),
        ("/solve?pos=" + "4" * 5000, 400, "bad_parameter"),
        ("/api/position?moves=x", 400, "bad_parameter"),
        ("/api/position?moves=%00", 400, "bad_parameter"),
        ("/api/position?moves=%ff%fe", 400, "bad_parameter"),
        ("/api/position?moves[]=4", 400, "bad_parameter"),
        ("/api/position?unknown=4", 400, "bad_parameter"),
        ("/api/position?moves=4&moves=4", 400, "bad_parameter"),
        ("/api/position?size=1000000x1000000", 400, "bad_parameter"),
        ("/api/position?size=9x9", 400, "bad_parameter"),
        ("/api/analyze?moves=1212121", 422, "game_over"),
        ("/api/analyze?line=1", 400, "bad_parameter"),
        ("/api/analyze/stream?moves=1212121", 422, "game_over"),
        ("/api/analyze/stream?moves=9", 400, "bad_position"),
        ("/api/move?player=nobody", 400, "bad_parameter"),
        ("/api/move?player=lookahead", 400, "bad_parameter"),
        ("/api/move?player=minimax&variant=max", 400, "bad_parameter"),
        ("/api/move?player=strategy&variant=max", 400, "bad_parameter"),
        ("/api/move?player=minimax&depth=7", 400, "bad_parameter"),
        ("/api/move?player=minimax&depth=0", 400, "bad_parameter"),
        ("/api/move?seed=-1", 400, "bad_parameter"),
        ("/api/move?seed=4294967296", 400, "bad_parameter"),
        ("/api/move?moves=1212121&player=random", 422, "game_over"),
        ("/api/tree?moves=1212121", 422, "game_over"),
        ("/api/tree?depth=7", 400, "bad_parameter"),
        ("/api/tree?variant=max", 422, "not_supported"),
        ("/api/tree?depth=6&pruning=false", 422, "too_large"),
        ("/api/tree?format=pdf", 400, "bad_parameter"),
        ("/api/tree?estimate=__import__", 400, "bad_parameter"),
        ("/api/explain?moves=1212121", 422, "game_over"),
        ("/api/explain?moves=121212&column=1", 422, "game_over"),
        ("/api/explain?moves=444444&column=4", 400, "bad_parameter"),
        ("/api/explain?column=8", 400, "bad_parameter"),
        ("/api/explain?column=0", 400, "bad_parameter"),
        ("/api/explain?column=13&size=12x4", 400, "bad_parameter"),
        ("/api/health?x=1", 400, "bad_parameter"),
        ("/api/nothing", 404, "not_found"),
        ("/solve/", 404, "not_found"),
    ],
)
def test_a_bad_query_is_refused_with_a_message(client: Client, path: str, status: int, error: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.headers["content-type"] == "application/json"
    assert 0 < len(answer.json()["message"]) < 300


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (b"", 400, "bad_body"),
        (b"{", 400, "bad_body"),
        (b"[" * 8000, 400, "bad_body"),
        (b"\xff", 400, "bad_body"),
        (b"[]", 400, "bad_body"),
        (b"{}", 400, "bad_body"),
        (b'{"text": 4453}', 400, "bad_body"),
        (b'{"text": null}', 400, "bad_body"),
        (b'{"text": "4", "size": 7}', 400, "bad_body"),
        (b'{"text": "4", "more": "x"}', 400, "bad_body"),
        (b'{"text": "4", "size": "3x3"}', 400, "bad_parameter"),
        (b'{"text": "4", "variant": "five"}', 400, "bad_parameter"),
        (b'{"text": "\\ud800"}', 400, "bad_text"),
        (b'{"text": "hello"}', 400, "bad_text"),
        (b'{"text": "' + b"4" * 9000 + b'"}', 413, "too_large"),
        (b"4" * 10_000_000, 413, "too_large"),
    ],
    ids=range(16),
)
def test_a_bad_body_is_refused_with_a_message(client: Client, body: bytes, status: int, error: str) -> None:
    answer = client.post("/api/parse", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_a_text_is_refused_where_it_is_wrong(client: Client) -> None:
    answer = client.post("/api/parse", json={"text": "44x3"}).json()
    assert answer == {
        "error": "bad_text",
        "message": "'x' is not a column; columns are 1 to 7",
        "line": 1,
        "column": 3,
    }


@pytest.mark.parametrize(
    "media", ["text/plain", "", "application/jsonx", "application/x-www-form-urlencoded"]
)
def test_a_body_of_another_type_is_refused(client: Client, media: str) -> None:
    answer = client.post("/api/parse", content=b"{}", headers={"content-type": media})
    assert (answer.status_code, answer.json()["error"]) == (415, "bad_body")


def test_an_unknown_path_is_404_for_any_method(client: Client) -> None:
    assert client.post("/api/nothing").status_code == 404


def test_a_wrong_method_is_answered_with_the_allowed_ones(client: Client) -> None:
    assert client.get("/api/parse").status_code == 405
    for path, allowed in (("/api/analyze", {"GET", "HEAD"}), ("/api/parse", {"POST"})):
        answer = client.request("DELETE", path)
        assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")
        assert set(answer.headers["allow"].split(", ")) == allowed


@pytest.mark.compiled
def test_a_search_over_the_limit_is_reported() -> None:
    impatient = Client(Settings(workers=1, table_mib=1, seconds=0.05))
    answer = impatient.get("/api/analyze?moves=12&size=8x7")
    assert (answer.status_code, answer.json()["error"]) == (503, "limit")
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["message"].startswith("not solved within 0.05 s")
    name, data = events_of(impatient.get("/api/analyze/stream?moves=12&size=8x7").text)[-1]
    assert (name, data["status"], data["error"]) == ("error", 503, "limit")
    assert tuple(data) == FailureSchema.__struct_fields__
    answer = impatient.get("/api/explain?moves=12&size=8x7")
    assert (answer.status_code, answer.json()["error"]) == (503, "limit")
    assert impatient.get("/api/health").json()["searches"]["over_limit"] == 3


@pytest.mark.parametrize(
    "path",
    [
        "/api/move?player=minimax&depth=6",
        "/api/tree?depth=6",
        "/api/tree?depth=5&pruning=false&format=svg",
        pytest.param("/api/move?player=lookahead&variant=max&depth=10", marks=pytest.mark.compiled),
        pytest.param(
            "/api/move?player=lookahead&variant=max&size=5x5&moves=1234512345123451",
            marks=pytest.mark.compiled,
        ),
    ],
)
def test_a_search_that_is_not_exact_also_ends_at_the_limit(path: str) -> None:
    impatient = Client(Settings(workers=1, table_mib=1, seconds=1e-6))
    answer = impatient.get(path)
    assert (answer.status_code, answer.json()["error"]) == (503, "limit")
    assert impatient.get("/api/health").json()["searches"]["over_limit"] == 1


def test_a_message_may_repeat_text_that_utf_8_cannot_encode() -> None:
    assert write_json(ErrorSchema("bad_text", "\ud800 \u00e9")) == (
        rb'{"error":"bad_text","message":"\ud800 \u00e9"}'
    )


@pytest.mark.parametrize(("number", "status", "error"), [(EMFILE, 503, "busy"), (ENOENT, 500, "internal")])
def test_out_of_files_is_busy_and_any_other_file_error_a_bug(
    client: Client, monkeypatch: pytest.MonkeyPatch, number: int, status: int, error: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, "what the system says", "/secret")

    monkeypatch.setattr(queries, "start_schema", fail)
    answer = client.get("/api/analyze")
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert "secret" not in answer.text


def test_an_internal_error_shows_no_details(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(queries, "start_schema", fail)
    answer = client.get("/api/analyze")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal")
    assert "secret" not in answer.text
    assert "Traceback" not in json.dumps(dict(answer.headers)) + answer.text
    assert caplog.records == []


def test_kernels_that_cannot_be_loaded_are_reported_in_one_sentence_when_a_server_starts(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise KernelsError("kernels.bc in the package cannot be read")

    monkeypatch.setattr(app_module, "library", missing)
    app = app_module.new_app(SMALL)

    async def start() -> None:
        async with app.router.lifespan_context(app):
            await asyncio.to_thread(wait_for, lambda: bool(caplog.messages))

    asyncio.run(start())
    assert caplog.messages == ["no search is possible: kernels.bc in the package cannot be read"]
