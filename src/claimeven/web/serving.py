"""A server on a socket: started, told where it is, and stopped by Ctrl-C without waiting for its searches."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from claimeven.errors import AddressError
from claimeven.web.server import new_app

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from starlette.applications import Starlette

    from claimeven.web.server import Settings

MOST_CONNECTIONS = 512
REQUEST_SECONDS = 10.0
ARRIVING = (h11.IDLE, h11.SEND_BODY)  # what h11 calls a client whose request is not complete
MOST_HEADER_BYTES = 16 * 1024
GRACE_SECONDS = 2  # for answers that are on their way when the server stops
SWITCH_SECONDS = 0.001  # how long a thread that runs Python may keep the event loop waiting


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any free one. Raises AddressError if it cannot be had."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise AddressError(f"the host {host!r} cannot be used: {error.strerror}") from None
    try:
        if os.name == "posix":  # Windows would let two servers have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        why = "it is used already" if error.errno == errno.EADDRINUSE else error.strerror
        raise AddressError(
            f"cannot listen on port {port} of {host}: {why}; expected another --port"
        ) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """The address that a browser can open."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # a browser on this machine
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(listener: socket.socket, settings: Settings, *, started: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C; calls ``started`` when the first one can come. Raises TableError."""
    app = new_app(settings)
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    with contextlib.suppress(KeyboardInterrupt):  # how uvicorn passes on the Ctrl-C that stopped it
        _Server(config, app, started).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends all searches before it waits for answers, so that no open stream holds it up."""

    def __init__(self, config: uvicorn.Config, app: Starlette, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.state.searches.close()
        await super().shutdown(sockets)


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with one more timer: it closes a connection whose request does not arrive in time.

    uvicorn itself has a timer only for connections that are idle after an answer.
    """

    _arrival: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once the request is complete."""
        if self._arrival is None:
            self._wait_for_request()
        super().data_received(data)
        if self.conn.their_state not in ARRIVING:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_request(self) -> None:
        self._arrival = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._arrival is not None:
            self._arrival.cancel()
            self._arrival = None

    def _give_up(self) -> None:
        self._arrival = None
        self.transport.close()
