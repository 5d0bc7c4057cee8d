"""Hostile and broken clients: the server keeps running, within its memory, and prints nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import socket
import subprocess
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send

from claimeven.web import serving
from claimeven.web.app import new_app
from claimeven.web.responses import EventStream
from clients import SMALL, STOP_HINT, answering, running, served, wait_for
from commands import CLAIMEVEN, run_process

ANSWER = {"type": "http.response.start", "status": 200, "headers": []}
BUFFER = 4096
LARGE = bytes(50_000_000)  # more than the system holds for a client that does not read
HEAD = b"POST /api/parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def connect(address: tuple[str, int], request: bytes = b"") -> socket.socket:
    """A connection on which a request was sent."""
    client = socket.socket()
    client.settimeout(60)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    client.connect(address)
    client.sendall(request)
    return client


async def answer_little(_: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass
    await send(ANSWER | {"status": 204})
    await send({"type": "http.response.body", "body": b""})


async def answer_some(_: Scope, __: Receive, send: Send) -> None:
    """Send less than asyncio buffers before it pauses writing."""
    await send(ANSWER)
    await send({"type": "http.response.body", "body": LARGE[:60_000]})


async def answer_much(_: Scope, __: Receive, send: Send) -> None:
    await send(ANSWER)
    await send({"type": "http.response.body", "body": LARGE})


async def answer_in_pieces(_: Scope, receive: Receive, send: Send) -> None:
    await send(ANSWER)
    for _piece in range(1000):
        await send({"type": "http.response.body", "body": LARGE[:50_000], "more_body": True})
    await send({"type": "http.response.body", "body": b""})
    assert (await receive())["type"]


@pytest.mark.parametrize("app", [answer_some, answer_much, answer_in_pieces])
@pytest.mark.parametrize("head", ["HTTP/1.1\r\nHost: here", "HTTP/1.0"], ids=["kept alive", "closed"])
def test_a_client_that_never_reads_is_cut_off(app: Any, head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ANSWER_SECONDS", 0.2)
    asked: list[Scope] = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        asked.append(scope)
        await app(scope, receive, send)

    request = f"GET / {head}\r\n\r\n".encode()
    with answering(note, buffer=BUFFER) as (server, address), connect(address, request):
        wait_for(lambda: bool(asked))
        wait_for(lambda: not server.server_state.connections and not server.server_state.tasks)


def test_a_client_that_reads_gets_a_large_answer() -> None:
    with answering(answer_much) as (_, address), connect(address, b"GET / HTTP/1.0\r\n\r\n") as client:
        assert b"".join(iter(lambda: client.recv(1 << 20), b"")).endswith(LARGE)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: here\r\n",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nbegun",
    ],
)
def test_a_request_that_does_not_arrive_is_given_up(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.2)
    with (
        answering(answer_little) as (_, address),
        connect(address, begun) as client,
        contextlib.suppress(ConnectionResetError),
    ):
        while client.recv(1000):
            pass


def test_a_request_that_arrives_in_pieces_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.2)
    with answering(answer_little) as (_, address), connect(address) as client:
        for piece in (b"GET / HT", b"TP/1.1\r\nHo", b"st: here\r\n\r\n"):
            client.sendall(piece)
        assert client.recv(12) == b"HTTP/1.1 204"
        time.sleep(0.4)  # an answered request is no longer waited for
        client.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert b"204" in client.recv(4000) + client.recv(4000)


def test_one_connection_too_many_is_closed_and_the_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_SOCKETS", 2)
    request = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
    with answering(answer_little) as (_, address), connect(address) as first, connect(address) as second:
        for client in (first, second):
            client.sendall(request)
            assert client.recv(12) == b"HTTP/1.1 204"
        with connect(address) as third, contextlib.suppress(ConnectionResetError):
            assert third.recv(1) == b""
        first.sendall(request)
        assert b"204" in first.recv(4000) + first.recv(4000)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_too_few_file_descriptors_are_one_line_on_stderr() -> None:
    with served() as server:
        assert server.process.stderr is not None
        wait_for(lambda: bool(server.http.get("/api/health").json()["ready"]))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        with contextlib.ExitStack() as clients:
            for _ in range(60):
                clients.enter_context(connect(("127.0.0.1", server.port)))
            lines = [server.process.stderr.readline().decode() for _ in range(2)]
        assert lines == [STOP_HINT, "new connections wait until others close: Too many open files\n"]
        wait_for(lambda: server.http.get("/api/health").status_code == 200)
        assert server.stop() == (0, "")


def test_a_client_that_leaves_during_a_body_logs_nothing() -> None:
    with served() as server:
        for _ in range(5):
            connect(("127.0.0.1", server.port), HEAD + b"Content-Length: 100\r\n\r\nbegun").close()
        assert server.http.get("/api/health").status_code == 200
        assert server.stop() == (0, STOP_HINT)


@pytest.mark.parametrize(
    "damaged",
    [
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD.replace(b"POST", b"HEAD") + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD.replace(b"localhost", b"evil") + b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
        b"GET /api/analyze?size=8x7 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Transfer-Encoding: gzip\r\n\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        bytes(range(256)),
    ],
    ids=range(7),
)
def test_damaged_bytes_are_a_400_and_log_nothing(damaged: bytes) -> None:
    with served() as server:
        with connect(("127.0.0.1", server.port), damaged) as client:
            assert client.recv(12) == b"HTTP/1.1 400"
        assert server.http.get("/api/health").status_code == 200
        assert server.stop() == (0, STOP_HINT)


def test_nothing_more_is_written_once_the_client_is_gone() -> None:
    """As asyncio and uvicorn do it: a write fails, and a moment later the connection is lost."""

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b": piece\n\n"

    async def scenario() -> list[Message]:
        written: list[Message] = []
        lost = asyncio.Event()

        async def send(message: Message) -> None:
            if not lost.is_set():
                written.append(message)
                if len(written) > 1:
                    asyncio.get_running_loop().call_soon(lost.set)

        async def receive() -> Message:
            await lost.wait()
            return {"type": "http.disconnect"}

        await EventStream(pieces(), lambda: None)({"method": "GET"}, receive, send)
        return written

    assert len(asyncio.run(scenario())) == 2


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        (">&-", "standard output is closed; expected a terminal, a file or a pipe"),
        (">/dev/full", "cannot write to standard output: No space left on device"),
    ],
)
def test_nowhere_to_print_the_address_is_one_line_and_exit_code_1(redirection: str, message: str) -> None:
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *CLAIMEVEN, "serve", "--port", "0"]
    done = subprocess.run(
        command, stderr=subprocess.PIPE, text=True, env=os.environ, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (1, f"claimeven: {message}\n")


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "\udcff", ""])
def test_an_invalid_host_is_one_line_and_exit_code_1(host: str) -> None:
    result = run_process("serve", "--port", "0", f"--host={host}")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"claimeven: the host {host!r} cannot be used: ")
    assert result.err.count("\n") == 1


def test_a_second_ctrl_c_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    app = new_app(SMALL)
    server = serving._Server(uvicorn.Config(app, lifespan="on", log_config=None), app, lambda: None)
    with running(server):
        wait_for(lambda: server.started)
        server.force_exit = True
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
