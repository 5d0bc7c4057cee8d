"""One handler for each endpoint: reads the request, has it answered, writes the answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
from random import Random
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from claimeven.errors import Refused
from claimeven.search.tree_json import plain_tree
from claimeven.search.tree_svg import write_tree_svg
from claimeven.search.tree_text import write_tree
from claimeven.web import api
from claimeven.web.asked import SIZE, VARIANT, read_game
from claimeven.web.board_json import parse_json, position_json
from claimeven.web.body import read_body
from claimeven.web.endpoints import JSON, PLAIN, SVG
from claimeven.web.events import EventStream, reader_gone, write_event
from claimeven.web.inquiry import Inquiry, NeedsSearch
from claimeven.web.review_json import review
from claimeven.web.searches import Event
from claimeven.web.status import health_json, options_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Hashable

    from starlette.requests import Request

    from claimeven.rules.position import Position
    from claimeven.web.api import Tell
    from claimeven.web.searches import Search, Searches, Work
    from claimeven.web.status import Status

Values = dict[str, Any]
NOT_STORED = {"cache-control": "no-store"}


class ClientGone(Exception):
    """The client closed the connection before there was an answer."""


def json_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return Response(compact(content), status, {**NOT_STORED, **(headers or {})}, JSON)


def compact(content: Any) -> bytes:
    """JSON without blanks, in ASCII: a pasted text may hold what UTF-8 cannot."""
    return json.dumps(content, separators=(",", ":")).encode()


class Handlers:
    """The handlers, by the names of their endpoints."""

    def __init__(self, searches: Searches, status: Status) -> None:
        self._searches = searches
        self._knowledge = searches.knowledge
        self._status = status

    async def solve(self, request: Request, values: Values) -> Response:
        """GET /solve."""
        game = read_game(
            {"moves": values["pos"], "board": None, "variant": VARIANT.default, "size": SIZE.default}
        )
        analysis = await self._analysis(request, game.position, line=False)
        return json_response(api.solve(values["pos"], analysis))

    async def position(self, request: Request, values: Values) -> Response:  # noqa: ARG002
        """GET /api/position."""
        return json_response(position_json(read_game(values)))

    async def parse(self, request: Request, values: Values) -> Response:  # noqa: ARG002
        """POST /api/parse."""
        body = await read_body(request)
        return json_response(parse_json(body["text"], body["variant"], body["size"]))

    async def analyze(self, request: Request, values: Values) -> Response:
        """GET /api/analyze."""
        position = read_game(values).position
        return json_response(await self._analysis(request, position, line=values["line"]))

    async def analyze_stream(self, request: Request, values: Values) -> Response:  # noqa: ARG002
        """GET /api/analyze/stream."""
        position, line = read_game(values).position, values["line"]
        events: list[Event] = []
        answer = api.known_analysis(
            position, self._knowledge, lambda name, data: events.append(Event(name, data)), line=line
        )
        if answer is not None:
            return EventStream(_pieces([*events, Event("done", answer)]), lambda: None)
        asking = contextlib.ExitStack()
        search = asking.enter_context(self._searches.asking(*_analysis_search(position, line)))
        return EventStream(_pieces(events, search), asking.close)

    async def move(self, request: Request, values: Values) -> Response:
        """GET /api/move."""
        position = read_game(values).position
        name, depth, seed = values["player"], values["depth"], values["seed"]

        def work(inquiry: Inquiry, tell: Tell) -> Any:  # noqa: ARG001
            return api.move(position, inquiry, name=name, depth=depth, rng=Random(seed))

        with contextlib.suppress(NeedsSearch):  # some players never search, and none searches for the book
            return json_response(work(Inquiry(self._knowledge), _tell_nobody))
        return json_response(await self._search(request, ("move", position, name, depth), work))

    async def review(self, request: Request, values: Values) -> Response:
        """GET /api/review."""
        game = read_game(values)
        known = review(game, Inquiry(self._knowledge))
        if known["complete"]:
            return json_response(known)
        answer = await self._search(request, ("review", game), lambda inquiry, _: review(game, inquiry))
        return json_response(answer)

    async def tree(self, request: Request, values: Values) -> Response:
        """GET /api/tree."""
        position, form = read_game(values).position, values["format"]
        asked = {name: values[name] for name in ("depth", "heuristic", "first", "pruning")}

        def work(inquiry: Inquiry, tell: Tell) -> bytes:  # noqa: ARG001
            root = api.tree(position, inquiry, **asked)
            if form == "json":
                return compact({**asked, **api.tree_facts(root), "tree": plain_tree(root)})
            return (write_tree_svg(root) if form == "svg" else write_tree(root)).encode()

        api.require_tree(position)
        body = await self._search(request, ("tree", position, form, *asked.values()), work)
        if form == "json":
            return Response(body, headers=NOT_STORED, media_type=JSON)
        file, media = ("tree.svg", SVG) if form == "svg" else ("tree.txt", PLAIN)
        headers = {**NOT_STORED, "content-disposition": f'attachment; filename="{file}"'}
        return Response(body, headers=headers, media_type=media)

    async def options(self, request: Request, values: Values) -> Response:  # noqa: ARG002
        """GET /api/options."""
        return json_response(options_json(self._status, self._searches))

    async def health(self, request: Request, values: Values) -> Response:  # noqa: ARG002
        """GET /api/health."""
        return json_response(health_json(self._status, self._searches))

    async def _analysis(self, request: Request, position: Position, *, line: bool) -> Any:
        known = api.known_analysis(position, self._knowledge, _tell_nobody, line=line)
        return known or await self._search(request, *_analysis_search(position, line))

    async def _search(self, request: Request, key: Hashable, work: Work) -> Any:
        """What ``work`` finds in a search that others may share; raises Refused, and ClientGone."""
        with self._searches.asking(key, work) as search:
            return await _unless_gone(request, search)


def _analysis_search(position: Position, line: bool) -> tuple[Hashable, Work]:
    """The key and the work of a search that analyses a position."""
    return ("analyze", position, line), lambda inquiry, tell: api.analyze(position, inquiry, tell, line=line)


def _tell_nobody(name: str, data: dict[str, Any]) -> None:
    """Ignore an event."""


async def _unless_gone(request: Request, search: Search) -> Any:
    """The answer of a search; raises ClientGone if the client leaves first."""
    answer = asyncio.ensure_future(search.answer())
    gone = asyncio.ensure_future(reader_gone(request.receive))
    try:
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        raise ClientGone
    finally:
        for task in (answer, gone):
            task.cancel()
        await asyncio.gather(answer, gone, return_exceptions=True)


async def _pieces(known: list[Event], search: Search | None = None) -> AsyncIterator[bytes]:
    """What was known at once, then what the search finds besides, then its answer."""
    for event in known:
        yield write_event(event.name, event.data)
    if search is None:
        return
    sent = {(event.name, event.data.get("column")) for event in known}
    async for event in search.follow():
        if (event.name, event.data.get("column")) not in sent:
            yield write_event(event.name, event.data)
    try:
        yield write_event("done", await search.answer())
    except Refused as refused:
        yield write_event("error", {"status": refused.status, **refused.plain()})
