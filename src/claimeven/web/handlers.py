"""One handler for each endpoint: reads the request, has it answered, writes the answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Hashable
from random import Random
from secrets import randbelow
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from claimeven.errors import Refused
from claimeven.rules.position import Position
from claimeven.search.tree_svg import write_tree_svg
from claimeven.search.tree_text import write_tree
from claimeven.web import answers, api, board
from claimeven.web.answers_why import Explanation
from claimeven.web.api import Tell
from claimeven.web.asked import SIZE, VARIANT, read_game
from claimeven.web.body import read_body
from claimeven.web.endpoints import MOST_SEED, PLAIN, SVG
from claimeven.web.events import Event, EventStream, reader_gone
from claimeven.web.inquiry import Inquiry
from claimeven.web.searches import Search, Searches, Work
from claimeven.web.status import Status

Found = TypeVar("Found")
Values = dict[str, Any]
NOT_STORED = {"cache-control": "no-store"}


class Handlers:
    """The handlers, by the names of their endpoints; each gives an answer, or a whole response."""

    def __init__(self, searches: Searches, status: Status) -> None:
        self._searches = searches
        self._knowledge = searches.knowledge
        self._status = status

    async def solve(self, request: Request, values: Values) -> answers.Solved:
        """GET /solve."""
        game = read_game(
            {"moves": values["pos"], "board": None, "variant": VARIANT.default, "size": SIZE.default}
        )
        return api.solve(values["pos"], await self._analysis(request, game.position, line=False))

    async def position(self, request: Request, values: Values) -> answers.Position:  # noqa: ARG002
        """GET /api/position."""
        return board.position_of(read_game(values))

    async def parse(self, request: Request, values: Values) -> answers.Parsed:  # noqa: ARG002
        """POST /api/parse."""
        body = await read_body(request)
        return board.parse(body.text, body.variant, body.size)

    async def analyze(self, request: Request, values: Values) -> answers.Analysis:
        """GET /api/analyze."""
        return await self._analysis(request, read_game(values).position, line=values["line"])

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

    async def move(self, request: Request, values: Values) -> answers.Move:
        """GET /api/move."""
        position = read_game(values).position
        asked = {name: values[name] for name in ("depth", "level")}
        player = api.find_player(position, values["player"], asked["depth"])
        seed = values["seed"]
        if seed is None and player.has_moods:  # so that two people who ask at once are not given one answer
            seed = randbelow(MOST_SEED)

        def work(inquiry: Inquiry, _: Tell) -> answers.Move:
            return api.move(player, position, inquiry, asked, Random(seed))

        if api.needs_search(player, position, self._knowledge):
            key = ("move", position, player.name, *asked.values(), seed if player.has_moods else None)
            return await self._search(request, key, work)
        return work(Inquiry(self._knowledge), lambda *_: None)

    async def review(self, request: Request, values: Values) -> answers.Review:
        """GET /api/review."""
        game = read_game(values)
        known = api.known_review(game, self._knowledge)
        if known is not None:
            return known
        return await self._search(request, ("review", game), lambda inquiry, _: api.review(game, inquiry))

    async def explain(self, request: Request, values: Values) -> Explanation:
        """GET /api/explain."""
        column = values["column"]
        game = api.explained(read_game(values), None if column is None else column - 1)

        def work(inquiry: Inquiry, _: Tell) -> Explanation:
            return api.explain(game, inquiry, played=column is not None)

        return await self._search(request, ("explain", game, column), work)

    async def tree(self, request: Request, values: Values) -> Response:
        """GET /api/tree."""
        position, form = read_game(values).position, values["format"]
        asked = {name: values[name] for name in ("depth", "estimate", "first", "pruning")}

        def work(inquiry: Inquiry, _: Tell) -> bytes:
            root = api.grow(position, inquiry, asked)
            if form == "json":
                return answers.write_json(api.tree(root, asked))
            return (write_tree_svg(root) if form == "svg" else write_tree(root)).encode()

        api.require_tree(position)
        body = await self._search(request, ("tree", position, form, *asked.values()), work)
        if form == "json":
            return Response(body, headers=NOT_STORED, media_type=answers.JSON)
        file, media = ("tree.svg", SVG) if form == "svg" else ("tree.txt", PLAIN)
        headers = {**NOT_STORED, "content-disposition": f'attachment; filename="{file}"'}
        return Response(body, headers=headers, media_type=media)

    async def options(self, request: Request, values: Values) -> answers.Options:  # noqa: ARG002
        """GET /api/options."""
        return self._status.options(self._searches)

    async def health(self, request: Request, values: Values) -> answers.Health:  # noqa: ARG002
        """GET /api/health."""
        return self._status.health(self._searches)

    async def _analysis(self, request: Request, position: Position, *, line: bool) -> answers.Analysis:
        known = api.known_analysis(position, self._knowledge, lambda *_: None, line=line)
        if known is not None:
            return known
        return await self._search(request, *_analysis_search(position, line))

    async def _search(self, request: Request, key: Hashable, work: Callable[[Inquiry, Tell], Found]) -> Found:
        """What ``work`` finds in a search that others may share; raises Refused, and ClientDisconnect."""
        with self._searches.asking(key, work) as search:
            answer = asyncio.ensure_future(search.answer())
            gone = asyncio.ensure_future(reader_gone(request.receive))
            try:
                await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not answer.done():
                    raise ClientDisconnect
                found: Found = answer.result()
                return found
            finally:
                for task in (answer, gone):
                    task.cancel()
                await asyncio.gather(answer, gone, return_exceptions=True)


def _analysis_search(position: Position, line: bool) -> tuple[Hashable, Work]:
    """The key and the work of a search that analyses a position."""
    return ("analyze", position, line), lambda inquiry, tell: api.analyze(position, inquiry, tell, line=line)


async def _pieces(known: list[Event], search: Search | None = None) -> AsyncIterator[bytes]:
    """What was known at once, then what the search finds besides, then its answer."""
    for event in known:
        yield event.write()
    if search is None:
        return
    sent = {event.subject for event in known}
    async for event in search.follow():
        if event.subject not in sent:
            yield event.write()
    try:
        yield Event("done", await search.answer()).write()
    except Refused as refused:
        yield Event("error", answers.Failure(refused.status, refused.error, refused.message)).write()
