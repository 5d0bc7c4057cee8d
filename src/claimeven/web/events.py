"""Server-sent events: a search's events as they happen, until the last one or until the reader is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, NamedTuple

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from claimeven.web.answers import Answer, write_json

KEEP_ALIVE_SECONDS = 10.0


class Event(NamedTuple):
    """Something that became known on the way to the answer."""

    name: str
    data: Answer

    @property
    def subject(self) -> tuple[str, int | None]:
        """What it is about: its name and, if it has one, its column."""
        return self.name, getattr(self.data, "column", None)

    def write(self) -> bytes:
        """The event as a stream has it.

        >>> from claimeven.web.answers import Start
        >>> Event("start", Start([4, 3])).write()
        b'event: start\\ndata: {"order":[4,3]}\\n\\n'
        """
        return b"event: %b\ndata: %b\n\n" % (self.name.encode(), write_json(self.data))


async def reader_gone(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def until_one_ends(*parts: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Run all parts at once until one of them ends; the others are cancelled."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return tasks


class EventStream(Response):
    """Sends ``pieces`` as they come and calls ``close`` at the end, however it ends."""

    media_type = "text/event-stream"

    def __init__(self, pieces: AsyncIterator[bytes], close: Callable[[], None]) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._pieces = pieces
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            if scope["method"] == "HEAD":
                await _send(send, b"", more=False)
                return
            await until_one_ends(self._stream(send), reader_gone(receive), _pulse(send))
        finally:
            self._close()

    async def _stream(self, send: Send) -> None:
        async for piece in self._pieces:
            await _send(send, piece, more=True)
        await _send(send, b"", more=False)


async def _pulse(send: Send) -> None:
    """Now and then a comment, so that nobody in between takes a quiet connection for a dead one."""
    while True:
        await asyncio.sleep(KEEP_ALIVE_SECONDS)
        await _send(send, b": still here\n\n", more=True)


async def _send(send: Send, body: bytes, *, more: bool) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
    await asyncio.sleep(0)  # lets the server notice that the client is gone before more is written
