"""Clients for tests of the server: in this process, and for servers in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp

from claimeven.web.app import Settings, new_app
from claimeven.web.serving import GuardedProtocol, listen
from commands import CLAIMEVEN

PATIENCE = 30
STOP_HINT = "claimeven: press Ctrl-C to stop\n"
SMALL = Settings(workers=1, table_mib=1, seconds=120)


class Client:
    """A client of an application in this process; each request has an event loop of its own."""

    def __init__(self, settings: Settings = SMALL) -> None:
        self.app = new_app(settings)

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Send a GET request."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """Send a POST request."""
        return self.request("POST", path, **options)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=60) as client:
                return await client.request(method, path, **options)

        return asyncio.run(ask())


def events_of(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of a complete stream."""
    events = []
    for block in text.removesuffix("\n\n").split("\n\n"):
        if not block.startswith(":"):
            name, data = block.split("\n")
            events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


class Server:
    """A server in a process of its own, on a free port; ``command`` is how `claimeven` is run."""

    def __init__(self, *options: str, command: Sequence[str] = CLAIMEVEN) -> None:
        arguments = ("serve", "--port", "0", "--workers", "1", "--table", "1", *options)
        self.process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().decode().strip()
        self.http = httpx.Client(base_url=self.address, timeout=60)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.address.rstrip("/").rpartition(":")[2])

    def searches(self) -> dict[str, int]:
        """Return the counts of its searches."""
        counts: dict[str, int] = self.http.get("/api/health").json()["searches"]
        return counts

    def stop(self) -> tuple[int, str]:
        """Send Ctrl-C; return the exit code and stderr."""
        self.http.close()
        self.process.send_signal(signal.SIGINT)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err.decode()


@contextlib.contextmanager
def served(*options: str, command: Sequence[str] = CLAIMEVEN) -> Iterator[Server]:
    """Run a server during the block."""
    server = Server(*options, command=command)
    try:
        yield server
    finally:
        server.http.close()
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail after a while."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@contextlib.contextmanager
def running(server: uvicorn.Server, *, buffer: int | None = None) -> Iterator[tuple[str, int]]:
    """Run a server in a thread during the block; yield its address.

    ``buffer`` is the size of the system's send buffer in bytes, by default whatever the system chooses.
    """
    listener = listen("127.0.0.1", 0)
    if buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    address: tuple[str, int] = listener.getsockname()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join()


@contextlib.contextmanager
def answering(app: ASGIApp, *, buffer: int | None = None) -> Iterator[tuple[uvicorn.Server, tuple[str, int]]]:
    """Serve an application with GuardedProtocol during the block; yield the server and its address."""
    config = uvicorn.Config(app, http=GuardedProtocol, ws="none", lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    with running(server, buffer=buffer) as address:
        yield server, address
