"""HTTP responses: answers and errors, and streams of events that end when the client leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from claimeven.schemas.base import write_json
from claimeven.web.errors import ApiError
from claimeven.web.queries import Answer, error_answer
from claimeven.web.search_queue import Event

NOT_STORED = {"cache-control": "no-store"}
KEEP_ALIVE_SECONDS = 10.0
KEEP_ALIVE = b": keep-alive\n\n"


def answer_response(answer: Answer, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response that sends an answer, perhaps with further headers."""
    all_headers = {**NOT_STORED, **answer.headers, **(headers or {})}
    return Response(answer.body, answer.status, all_headers, answer.media_type)


def error_response(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response that reports an error, perhaps with further headers."""
    return answer_response(error_answer(error), headers)


def write_event(event: Event) -> bytes:
    """Return an event in the format of server-sent events.

    >>> from claimeven.schemas.events import StartSchema
    >>> write_event(Event("start", StartSchema([4, 3])))
    b'event: start\\ndata: {"order":[4,3]}\\n\\n'
    """
    return b"event: %b\ndata: %b\n\n" % (event.name.encode(), write_json(event.data))


async def client_left(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return


async def run_until_one_ends(*parts: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Run all parts at once until one of them ends, cancel the others, and return all as tasks."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return tasks


class EventStream(Response):
    """A response that sends ``chunks`` as they come and finally calls ``close``, however it ends."""

    media_type = "text/event-stream"

    def __init__(self, chunks: AsyncIterator[bytes], close: Callable[[], None]) -> None:
        super().__init__(headers=NOT_STORED)
        del self.headers["content-length"]
        self._chunks = chunks
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response to one request."""
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            if scope["method"] == "HEAD":
                await _send(send, b"", more=False)
                return
            await run_until_one_ends(self._send_chunks(send), client_left(receive), _keep_alive(send))
        finally:
            self._close()

    async def _send_chunks(self, send: Send) -> None:
        async for chunk in self._chunks:
            await _send(send, chunk, more=True)
        await _send(send, b"", more=False)


async def _keep_alive(send: Send) -> None:
    """Send a comment now and then, so that no proxy takes a quiet connection for a dead one."""
    while True:
        await asyncio.sleep(KEEP_ALIVE_SECONDS)
        await _send(send, KEEP_ALIVE, more=True)


async def _send(send: Send, body: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
    await asyncio.sleep(0)  # lets the server notice that the client has left before more is written
