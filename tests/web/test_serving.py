"""A server as a process: how it starts and stops, and who may keep it busy."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable, Iterator

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from claimeven.errors import AddressError
from claimeven.web.app import Settings
from claimeven.web.serving import address_of, listen, page_of
from clients import STOP_HINT, Server, served, wait_for
from commands import run_here, run_process

HARD = {"size": "8x7"}  # the empty board takes days, and no book has it
SEARCHED = "44444432223353567"  # not in the book
# `nice -n 19 claimeven` of an ordinary user. Root becomes one as late as possible: modules that are imported
# later may lie where only root may read.
NICE_PROGRAM = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import psutil, uvicorn
from claimeven import Position, Solver
from claimeven.cli.main import main
from claimeven.web import serving

def serve_as_nobody(listener, settings, *, started):
    def become_nobody():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
        started()
    serve(listener, settings, started=become_nobody)

os.nice(19)
Solver(table_mib=1).score(Position.from_moves("{SEARCHED}"))
serve, serving.serve = serving.serve, serve_as_nobody
sys.exit(main())
"""


@contextlib.contextmanager
def asking(server: Server, path: str) -> Iterator[httpx.Response]:
    """A stream that is being read, in a connection of its own."""
    with (
        httpx.Client(base_url=server.address, timeout=60) as client,
        client.stream("GET", path, params=HARD) as answer,
    ):
        yield answer


def test_ctrl_c_ends_it_with_exit_code_0() -> None:
    with served() as server:
        assert server.address.startswith("http://127.0.0.1:")
        assert server.http.get("/api/position").status_code == 200
        assert server.stop() == (0, STOP_HINT)


@pytest.mark.compiled
def test_ctrl_c_ends_open_streams_and_running_searches() -> None:
    with served() as server, asking(server, "/api/analyze/stream") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "event: start"
        assert server.searches()["running"] == 1
        assert server.stop() == (0, STOP_HINT)
        assert '"error":"stopping"' in "".join(lines)


def test_a_used_port_is_one_line_and_exit_code_1() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run_process("serve", "--port", str(port))
    assert (result.code, result.out) == (1, "")
    assert result.err == (f"claimeven: port {port} is already in use; choose another with --port\n")


@pytest.mark.compiled
def test_a_search_stops_when_its_only_client_disconnects() -> None:
    with served() as server:
        for path in ("/api/analyze/stream", "/api/analyze"):
            before = server.searches()["stopped"]
            with socket.create_connection(("127.0.0.1", server.port)) as client:
                client.sendall(f"GET {path}?size=8x7 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                wait_for(lambda: server.searches()["running"] == 1)
            wait_for(lambda before=before: server.searches()["stopped"] == before + 1)  # type: ignore[misc]
            assert server.searches()["running"] == 0


@pytest.mark.compiled
def test_a_search_continues_for_the_other_clients() -> None:
    with served() as server, asking(server, "/api/analyze/stream") as stays:
        lines = stays.iter_lines()
        assert next(lines) == "event: start"
        with asking(server, "/api/analyze/stream") as leaves:
            assert next(leaves.iter_lines()) == "event: start"
        assert server.searches() | {"shared": 1, "running": 1, "started": 1} == server.searches()
        next(line for line in lines if line == "event: progress")
        assert server.searches()["stopped"] == 0


@pytest.mark.compiled
def test_the_book_answers_beside_a_search_that_takes_the_only_worker() -> None:
    with served() as server, asking(server, "/api/analyze/stream"):
        wait_for(lambda: server.searches()["running"] == 1)
        assert server.http.get("/solve?pos=4").json()["score"] == [-4, -2, -2, -1, -2, -2, -4]
        assert server.http.get("/api/move?moves=44").json()["column"] == 4
        assert server.searches()["running"] == 1


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
def test_a_server_of_low_priority_searches_for_a_user_who_may_not_raise_it() -> None:
    with served(command=(sys.executable, "-c", NICE_PROGRAM)) as server:
        assert psutil.Process(server.process.pid).nice() == 19
        assert psutil.Process(server.process.pid).uids().effective != 0
        for moves in (SEARCHED, SEARCHED[:-1], SEARCHED[:-2]):
            assert server.http.get("/api/analyze", params={"moves": moves}).status_code == 200
        assert server.searches() | {"running": 0, "waiting": 0, "finished": 3} == server.searches()
        assert server.stop() == (0, STOP_HINT)


def test_too_long_headers_and_bodies_do_no_harm() -> None:
    with served() as server:
        with contextlib.suppress(httpx.TransportError):  # it does not wait for the rest of it
            assert server.http.get("/", headers={"x-long": "4" * 5_000_000}).status_code == 400
        assert server.http.get("/api/position?moves=" + "4" * 10_000).status_code == 400
        answer = server.http.post(
            "/api/parse", content=b" " * 5_000_000, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 413
        assert server.http.get("/api/position").status_code == 200
        assert server.stop() == (0, STOP_HINT)


def test_the_address_is_the_true_one_and_the_page_one_that_a_browser_can_open() -> None:
    for host, true in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("localhost", "127.0.0.1")):
        with listen(host, 0) as listener:
            port = listener.getsockname()[1]
            assert address_of(listener) == f"http://{true}:{port}/"
            assert page_of(listener) == f"http://127.0.0.1:{port}/"


def test_a_host_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AddressError, match="the host 'no such host' cannot be used"):
        listen("no such host", 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "65536"),
        ("--port", "-1"),
        ("--port", "http"),
        ("--workers", "0"),
        ("--seconds", "0"),
        ("--cors", "example.org"),
        ("--cors", "https://example.org/path"),
        ("--table", "0"),
        ("--allow-host", "http://example.org"),
        ("--allow-host", "example.org:80"),
        ("--allow-host", ""),
    ],
)
def test_a_wrong_option_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, str]
) -> None:
    result = run_here(capsys, "serve", *arguments)
    assert (result.code, result.out) == (2, "")
    assert arguments[1] in result.err


@pytest.mark.parametrize(
    ("options", "is_terminal", "opens"),
    [([], True, True), ([], False, False), (["--open"], False, True), (["--no-open"], True, False)],
)
def test_the_page_opens_in_a_browser(
    options: list[str],
    is_terminal: bool,
    opens: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened: list[str] = []

    def fail_to_open(address: str) -> bool:
        opened.append(address)
        return False

    def serve(listener: socket.socket, _: object, *, started: Callable[[], None]) -> None:
        with listener:
            started()

    monkeypatch.setattr("webbrowser.open", fail_to_open)
    monkeypatch.setattr("claimeven.cli.serve.is_terminal", lambda _: is_terminal)
    monkeypatch.setattr("claimeven.web.serving.serve", serve)
    result = run_here(capsys, "serve", "--port", "0", *options)
    assert (result.code, opened) == (0, [result.out.strip()] if opens else [])
    assert ("no browser found" in result.err) == opens


def test_listening_on_every_network_prints_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve(listener: socket.socket, settings: Settings, *, started: Callable[[], None]) -> None:
        assert settings.hosts == ("0.0.0.0", "friend.example")
        with listener:
            started()

    monkeypatch.setattr("claimeven.web.serving.serve", serve)
    arguments = ("--host", "0.0.0.0", "--port", "0", "--allow-host", "friend.example", "--no-open")
    result = run_here(capsys, "serve", *arguments)
    assert result.out.startswith("http://0.0.0.0:")
    page = result.out.strip().replace("0.0.0.0", "127.0.0.1")
    assert result.err == (
        f"claimeven: anyone who can reach this machine can use it; on this machine, open {page}\n{STOP_HINT}"
    )
