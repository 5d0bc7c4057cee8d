"""Questions answered without a server: no starlette, no uvicorn, no threads."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import claimeven.web
from claimeven.rules.position import Position
from claimeven.schemas.base import Schema
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchRequired
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.endpoints import ENDPOINTS, answer_question
from claimeven.web.queries import Question
from clients import Client

MIDDLE = "moves=115661135135232"
QUESTIONS = [
    ("/solve", "pos=4", 200),
    ("/solve", "", 400),
    ("/api/position", "moves=4453", 200),
    ("/api/position", "moves=4444444", 400),
    ("/api/analyze", "line=false", 200),
    ("/api/analyze", MIDDLE, 200),
    ("/api/analyze", "moves=1212121", 422),
    ("/api/analyze/stream", MIDDLE, 200),
    ("/api/move", MIDDLE, 200),
    ("/api/move", "player=minimax&depth=3", 200),
    ("/api/move", "player=level&level=3&seed=5", 200),
    ("/api/move", "player=lookahead&variant=max&depth=3", 200),
    ("/api/review", "moves=44444432223353567", 200),
    ("/api/explain", "moves=445566", 200),
    ("/api/explain", "moves=4455&column=1", 200),
    ("/api/tree", "moves=4453&depth=2", 200),
    ("/api/tree", "moves=4453&depth=2&format=svg", 200),
    ("/api/tree", "depth=6&pruning=false", 422),
    ("/api/puzzle", "number=17", 200),
    ("/api/puzzle", "number=501", 400),
    ("/api/puzzles", "", 200),
    ("/api/options", "", 200),
    ("/api/nothing", "", 404),
]
SERVER_MODULES = {"starlette", "uvicorn", "h11", "asyncio", "threading"}
QUERY_MODULES = ("errors", "inputs", "context", "queries", "endpoints", "openapi")

# Answers questions in a process in which no server can be imported and no thread can be started.
SCRIPT = """
import json, sys, threading

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("starlette", "uvicorn", "h11", "anyio", "psutil"):
            raise ImportError(name + " is hidden")

def start(thread):
    raise RuntimeError("no thread may be started")

sys.meta_path.insert(0, Hidden())
threading.Thread.start = start

from claimeven.web.endpoints import answer_question
from claimeven.web.openapi import openapi
assert "llvmlite" not in sys.modules
from claimeven.solver.score_cache import ScoreCache
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.queries import Question

slot = SearchSlot(1)
openapi("1")
answers = []
for path, query_string, _ in json.load(sys.stdin):
    context = RequestContext(ScoreCache(), slot, seconds=120)
    answer = answer_question(path, Question(query_string), context)
    answers.append((answer.status, answer.media_type, answer.body.decode()))
body = json.dumps({"text": "4453"}).encode()
parsed = answer_question("/api/parse", Question("", body, "application/json"), RequestContext(ScoreCache()))
answers.append((parsed.status, parsed.media_type, parsed.body.decode()))
json.dump(answers, sys.stdout)
"""


def comparable(body: str) -> Any:
    """Return the content of a body without what differs from one search to the next."""
    try:
        content = json.loads(body)
    except ValueError:
        return body
    if isinstance(content, dict):
        for name in ("nodes", "seconds"):
            content.pop(name, None)
        content.pop("limits", None)
    return content


@pytest.mark.compiled
def test_questions_are_answered_without_a_server_as_with_one() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(QUESTIONS),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(done.stdout)
    assert [status for status, _, _ in answers] == [*(status for _, _, status in QUESTIONS), 200]
    client = Client()
    for (path, query_string, _), (status, media_type, body) in zip(QUESTIONS, answers, strict=False):
        if path == "/api/analyze/stream":
            continue  # a server sends it as events
        response = client.get(f"{path}?{query_string}")
        assert response.status_code == status
        assert response.headers["content-type"].partition(";")[0] == media_type
        assert comparable(response.text) == comparable(body)
    response = client.post("/api/parse", json={"text": "4453"})
    assert response.json() == json.loads(answers[-1][2])


@pytest.mark.compiled
def test_events_are_published_on_the_way() -> None:
    names: list[str] = []

    def publish(name: str, _: Schema) -> None:
        names.append(name)

    context = RequestContext(ScoreCache(), SearchSlot(1), publish=publish)
    answer = answer_question("/api/analyze/stream", Question(MIDDLE), context)
    published = [name for name in names if name != "progress"]
    columns = len(json.loads(answer.body)["columns"])
    assert published == ["start", *["column"] * columns, "score"]


@pytest.mark.parametrize("path", ["/api/analyze", "/api/review", "/api/explain", "/api/tree", "/api/move"])
def test_without_a_slot_what_takes_a_search_is_not_answered(path: str) -> None:
    with pytest.raises(SearchRequired):
        answer_question(path, Question("moves=115661135135233"), RequestContext(ScoreCache()))


def test_a_bug_is_answered_as_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("claimeven.web.queries.position_schema", None)
    answer = answer_question("/api/position", Question(), RequestContext(ScoreCache()))
    assert (answer.status, json.loads(answer.body)["error"]) == (500, "internal")
    assert "a question failed" in caplog.text


@pytest.mark.parametrize("module", QUERY_MODULES)
def test_the_modules_of_questions_import_no_server(module: str) -> None:
    path = Path(claimeven.web.__file__).parent / f"{module}.py"
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    allowed = {"threading"} if module == "context" else set()  # the type of an event that stops a search
    assert imported & SERVER_MODULES <= allowed


def test_every_endpoint_is_tested() -> None:
    asked = {path for path, _, _ in QUESTIONS}
    assert {endpoint.path for endpoint in ENDPOINTS} - asked == {"/api/parse", "/api/health"}


def test_each_known_column_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[Position] = []
    value = ScoreCache.value

    def record(cache: ScoreCache, position: Position) -> int | None:
        looked_up.append(position)
        return value(cache, position)

    monkeypatch.setattr(ScoreCache, "value", record)
    assert answer_question("/api/analyze", Question("line=false"), RequestContext(ScoreCache())).status == 200
    assert len(looked_up) == len(set(looked_up)) == 7
