"""The middleware: which names this server answers to, and bodies whose length is given twice."""

from __future__ import annotations

import socket

import pytest

from claimeven.web.app import Settings
from claimeven.web.middleware import SECURITY_HEADERS
from clients import Client, served

FRIENDS = Settings(workers=1, table_mib=1, seconds=20, hosts=("0.0.0.0", "Friend.example", "fe80::1"))


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(FRIENDS)


@pytest.mark.parametrize("path", ["/", "/api/position", "/api/nothing", "/openapi.json"])
def test_dns_rebinding_is_rejected(client: Client, path: str) -> None:
    answer = client.get(path, headers={"host": "evil.example:8000"})
    assert answer.status_code == 421
    assert answer.json() == {
        "error": "wrong_host",
        "message": "this server is not called 'evil.example'; start it with --allow-host to allow that name",
    }
    assert SECURITY_HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    "host",
    [
        "",
        ":80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "notlocalhost",
        "more.friend.example",
        "[::2]",
        "[",
        "10.0.0.1",
        "x" * 5000,
        "evil@localhost",
    ],
    ids=range(11),
)
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    answer = client.get("/api/position", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]) == (421, "wrong_host")
    assert len(answer.json()["message"]) < 300


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.:1",
        "page.localhost:8000",
        "127.0.0.1",
        "127.1.2.3:65535",
        "[::1]:8000",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "friend.example",
        "FRIEND.example.:443",
        "0.0.0.0:8000",
        "[FE80::1]",
        "test",  # what the connection came to, see Client
    ],
)
def test_loopback_and_allowed_hosts_are_answered(client: Client, host: str) -> None:
    assert client.get("/api/position", headers={"host": host}).status_code == 200


def ask(port: int, request: bytes) -> bytes:
    """Return everything that a server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(request)
        return b"".join(iter(lambda: client.recv(65536), b""))


def test_hosts_can_be_allowed_by_an_option() -> None:
    with served("--allow-host", "one.example", "--allow-host", "two.example") as server:
        for host, status in (("one.example", 200), ("two.example:80", 200), ("three.example", 421)):
            assert server.http.get("/api/health", headers={"host": host}).status_code == status
        assert ask(server.port, b"GET /api/position HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_a_body_with_two_lengths_is_refused() -> None:
    body = b'{"text": "4453"}'
    head = b"POST /api/parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    lengths = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(body)
    with served() as server:
        answer = ask(server.port, head + lengths + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1") == 1
        assert b'{"error":"bad_body","message":"the body has both Content-Length and' in answer
