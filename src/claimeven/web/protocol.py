"""HTTP connections that do not wait for ever: a request has to arrive within a few seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

REQUEST_SECONDS = 10.0
ARRIVING = (h11.IDLE, h11.SEND_BODY)  # what h11 calls a client whose request is not complete


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
