"""One handler for each endpoint: reads the request, has it answered, writes the answer."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Callable, Hashable
from functools import partial
from importlib.metadata import version
from random import Random
from secrets import randbelow
from typing import Any

from msgspec import convert
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from claimeven.errors import Refused
from claimeven.players.registry import players_of
from claimeven.rules.position import Position
from claimeven.rules.rules import GAMES
from claimeven.solver.workspace import MIB
from claimeven.teaching.estimates import ESTIMATES
from claimeven.teaching.tree_svg import write_tree_svg
from claimeven.teaching.tree_text import write_tree
from claimeven.web import answers, api, board
from claimeven.web.answers_why import Explanation
from claimeven.web.asked import MAX_BODY, MAX_MOVES, POSITION, read_body, read_game
from claimeven.web.endpoints import MAX_SEED, MAX_TREE_DEPTH, PLAIN, SVG
from claimeven.web.events import Event, EventStream, reader_gone, until_one_ends
from claimeven.web.inquiry import Inquiry
from claimeven.web.parameters import read_query
from claimeven.web.refusal import NOT_STORED
from claimeven.web.searches import Found, Search, Searches, Work

Values = dict[str, Any]
VERSION = version("claimeven")


class Handlers:
    """The handlers, by the names of their endpoints; each gives an answer, or a whole response.

    ``is_ready`` is what they say of the server: whether its kernels are loaded.
    """

    def __init__(self, searches: Searches, clock: Callable[[], float] = time.monotonic) -> None:
        self._searches = searches
        self._knowledge = searches.knowledge
        self._clock = clock
        self._start = clock()
        self.is_ready = False

    async def solve(self, request: Request, values: Values) -> answers.Solved:
        """GET /solve."""
        game = read_game(read_query([("moves", values["pos"])], POSITION))
        return api.solve(values["pos"], await self._analysis(request, game.position, line=False))

    async def position(self, _: Request, values: Values) -> answers.Position:
        """GET /api/position."""
        return board.position_of(read_game(values))

    async def parse(self, request: Request, _: Values) -> answers.Parsed:
        """POST /api/parse."""
        return board.parse(*await read_body(request))

    async def analyze(self, request: Request, values: Values) -> answers.Analysis:
        """GET /api/analyze."""
        return await self._analysis(request, read_game(values).position, line=values["line"])

    async def analyze_stream(self, _: Request, values: Values) -> Response:
        """GET /api/analyze/stream."""
        position, line = read_game(values).position, values["line"]
        events: list[Event] = []
        inquiry = Inquiry(self._knowledge, publish=lambda *event: events.append(Event(*event)))
        answer = api.known_analysis(position, inquiry, line=line)
        if answer is not None:
            return EventStream(_pieces([*events, Event("done", answer)]), lambda: None)
        asking = contextlib.ExitStack()
        search = asking.enter_context(self._searches.asking(*_analysis_of(position, line)))
        return EventStream(_pieces(events, search), asking.close)

    async def move(self, request: Request, values: Values) -> answers.Move:
        """GET /api/move."""
        position = read_game(values).position
        asked = {name: values[name] for name in ("depth", "level")}
        player = api.find_player(position, values["player"], asked["depth"])
        seed = values["seed"]
        if seed is None and player.is_random:  # so that two people who ask at once are not given one answer
            seed = randbelow(MAX_SEED)
        work = partial(api.move, player, position, asked=asked, rng=Random(seed))
        if not api.needs_search(player, position, self._knowledge):
            return work(Inquiry(self._knowledge))
        key = ("move", position, player.name, *asked.values(), seed if player.is_random else None)
        return await self._search(request, key, work)

    async def review(self, request: Request, values: Values) -> answers.Review:
        """GET /api/review."""
        game = read_game(values)
        known = api.known_review(game, self._knowledge)
        if known is not None:
            return known
        return await self._search(request, ("review", game), partial(api.review, game))

    async def explain(self, request: Request, values: Values) -> Explanation:
        """GET /api/explain."""
        column = values["column"]
        game = api.explained(read_game(values), column)
        work = partial(api.explain, game, played=column is not None)
        return await self._search(request, ("explain", game, column), work)

    async def tree(self, request: Request, values: Values) -> Response:
        """GET /api/tree."""
        position, form = read_game(values).position, values["format"]
        asked = {name: values[name] for name in ("depth", "estimate", "first", "pruning")}

        def work(inquiry: Inquiry) -> bytes:
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

    async def options(self, _: Request, __: Values) -> answers.Options:
        """GET /api/options."""
        players = {name: players_of(rules) for name, rules in GAMES.items()}
        seconds = self._searches.seconds
        return answers.Options(
            version=VERSION,
            variants=convert(list(GAMES.values()), list[answers.Variant], from_attributes=True),
            players=convert(players, answers.Players, from_attributes=True),
            estimates=list(ESTIMATES),
            limits=answers.Limits(seconds, MAX_MOVES, MAX_BODY, MAX_TREE_DEPTH, api.MAX_TREE_LINES),
        )

    async def health(self, _: Request, __: Values) -> answers.Health:
        """GET /api/health."""
        import psutil  # type: ignore[import-untyped]

        return answers.Health(
            status="ok",
            version=VERSION,
            ready=self.is_ready,
            uptime=round(self._clock() - self._start, 1),
            memory_mib=psutil.Process().memory_info().rss // MIB,
            searches=convert(self._searches, answers.SearchCounts, from_attributes=True),
        )

    async def _analysis(self, request: Request, position: Position, *, line: bool) -> answers.Analysis:
        known = api.known_analysis(position, Inquiry(self._knowledge), line=line)
        return await self._search(request, *_analysis_of(position, line)) if known is None else known

    async def _search(self, request: Request, key: Hashable, work: Work[Found]) -> Found:
        """What ``work`` finds in a search that others may share; raises Refused, and ClientDisconnect."""
        with self._searches.asking(key, work) as search:
            answer, _ = await until_one_ends(search.answer(), reader_gone(request.receive))
        if answer.cancelled():
            raise ClientDisconnect
        found: Found = answer.result()
        return found


def _analysis_of(position: Position, line: bool) -> tuple[Hashable, Work[answers.Analysis]]:
    """The key and the work of a search that analyses a position."""
    return ("analyze", position, line), partial(api.analyze, position, line=line)


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
