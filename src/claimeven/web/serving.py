"""Run the server: listen on a socket, guard connections, stop at Ctrl-C without waiting for searches."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from claimeven.errors import AddressError
from claimeven.web.app import Settings, new_app
from claimeven.web.errors import is_out_of_resources

MAX_CONNECTIONS = 128  # with more, uvicorn answers 503
MAX_SOCKETS = 2 * MAX_CONNECTIONS  # with more, a new connection is closed at once
BACKLOG = 64  # connections that are accepted at a time
REQUEST_SECONDS = 10.0  # for a request to arrive
ANSWER_SECONDS = 20.0  # for an answer to be read
ARRIVING = (h11.IDLE, h11.SEND_BODY)  # the states of a client whose request is not complete
MAX_HEADER_BYTES = 16 * 1024
GRACE_SECONDS = 2  # for responses that are being sent when the server stops
SWITCH_SECONDS = 0.001  # how long a search thread may keep the event loop waiting for the interpreter

log = logging.getLogger("claimeven.web")


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free port. Raises AddressError if that is not possible."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, address = addresses[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "neither a name nor an address"
        raise AddressError(f"the host {host!r} cannot be used: {why}") from None
    try:
        if os.name == "posix":  # Windows would let two servers have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise AddressError(_listen_message(host, port, error)) from None
    return listener


def _listen_message(host: str, port: int, error: OSError) -> str:
    """Say why the server cannot listen, and what to change."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is already in use; choose another with --port"
    option = "--host" if error.errno == errno.EADDRNOTAVAIL else "--port"
    return f"cannot listen on port {port} of {host}: {error.strerror}; choose another with {option}"


def address_of(listener: socket.socket) -> str:
    """Return the URL that it listens on, which may be that of every network: http://0.0.0.0:8000/."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def page_of(listener: socket.socket) -> str:
    """Return the URL that a browser on this machine can open."""
    return address_of(listener).replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")


def serve(listener: socket.socket, settings: Settings, *, started: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C; call ``started`` once the server accepts them.

    Raises TableError, and an OSError that ``started`` raises. uvicorn limits the number of requests, the size
    of headers and idle connections; GuardedProtocol does the rest.
    """
    app = new_app(settings)
    config = uvicorn.Config(
        app,
        http=GuardedProtocol,
        ws="none",
        lifespan="on",
        log_config=None,  # the default needs a standard output
        log_level="error",
        backlog=BACKLOG,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MAX_CONNECTIONS,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    server = _Server(config, app, started)
    with contextlib.suppress(KeyboardInterrupt):  # how uvicorn passes on the Ctrl-C that stopped it
        server.run(sockets=[listener])
    if server.failure is not None:
        raise server.failure


class _Server(uvicorn.Server):
    """A server that stops all searches before it waits for open responses, so that no stream delays it.

    If ``started`` raises OSError, the server stops, and ``failure`` is that error. If there are no file
    descriptors left, it logs that once, where asyncio would log it every second for each connection.
    """

    def __init__(self, config: uvicorn.Config, app: Starlette, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._on_started = started
        self._has_logged_shortage = False
        self.failure: OSError | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._handle_exception)
        await super().startup(sockets)
        try:
            self._on_started()
        except OSError as error:
            self.failure = error
            loop.call_soon(self._stop)  # later, because older versions of uvicorn would skip the shutdown

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.state.searches.close()
        await super().shutdown(sockets)
        if self.force_exit:  # a second Ctrl-C, after which uvicorn does not shut the application down
            await self.lifespan.shutdown()

    def _stop(self) -> None:
        self.should_exit = True

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not is_out_of_resources(error):
            loop.default_exception_handler(context)
        elif not self._has_logged_shortage:
            self._has_logged_shortage = True
            log.error("new connections wait until others close: %s", error.strerror)


class GuardedProtocol(H11Protocol):
    """A connection with limits that uvicorn has no settings for.

    It is closed if its request does not arrive in time, if its response is not read in time, and at once if
    there are too many others. H11Protocol is private to uvicorn, so pyproject.toml allows only versions that
    were tried: docs/adr/0005.
    """

    _arrival: asyncio.TimerHandle
    _delivery: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer of the first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # pause writing as long as anything is unsent
        self._arrival = self.loop.call_later(REQUEST_SECONDS, transport.abort)
        if len(self.connections) > MAX_SOCKETS:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Stop the timer once the request is complete."""
        if self._arrival.cancelled():
            self._arrival = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)
        super().data_received(data)
        if self.conn.their_state not in ARRIVING:
            self._arrival.cancel()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; if that is the body of a request, end the request."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        with contextlib.suppress(h11.LocalProtocolError):  # a response has begun, or may have no body
            super().send_400_response(msg)
        self.transport.close()

    def pause_writing(self) -> None:
        """Start the timer of a response that the client does not read."""
        super().pause_writing()
        self._delivery = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop that timer: everything is sent."""
        super().resume_writing()
        self._stop_delivery()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        self._arrival.cancel()
        self._stop_delivery()
        super().connection_lost(exc)

    def _stop_delivery(self) -> None:
        if self._delivery is not None:
            self._delivery.cancel()
