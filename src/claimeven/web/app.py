"""The web application: routes, and how a request becomes a question and its answer a response."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

import psutil  # type: ignore[import-untyped]
from msgspec import convert
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from claimeven.errors import KernelsError
from claimeven.kernels.library import library
from claimeven.rules.rules import GAMES
from claimeven.schemas.base import Schema, write_json
from claimeven.schemas.server import HealthSchema, SearchCountsSchema
from claimeven.solver.book_file import packaged_book
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.search_context import SearchRequired
from claimeven.solver.solver import DEFAULT_TABLE_MIB
from claimeven.solver.workspace import MIB
from claimeven.web.context import RequestContext, SearchSlot
from claimeven.web.endpoints import ENDPOINTS, Endpoint, not_found
from claimeven.web.errors import (
    METHOD_NOT_ALLOWED,
    ApiError,
    internal_error,
    is_out_of_resources,
    out_of_resources,
)
from claimeven.web.inputs import JSON, MAX_BODY_BYTES
from claimeven.web.middleware import SECURITY_HEADERS, HostCheckMiddleware, SecurityHeadersMiddleware
from claimeven.web.openapi import openapi
from claimeven.web.queries import VERSION, Answer, Query, Question, failure_schema
from claimeven.web.responses import (
    EventStream,
    answer_response,
    client_left,
    error_response,
    run_until_one_ends,
    write_event,
)
from claimeven.web.search_queue import Event, Search, SearchQueue
from claimeven.web.static_files import StaticFile, load_static_files

DEFAULT_QUEUE = 32
REVALIDATE = "no-cache"  # a browser keeps the file, and asks each time whether it has changed
IMMUTABLE = "public, max-age=31536000, immutable"  # a browser keeps the file for a year without asking

log = logging.getLogger("claimeven.web")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server; ``hosts`` are names that it answers to besides localhost."""

    workers: int
    seconds: float
    queue: int = DEFAULT_QUEUE
    table_mib: int = DEFAULT_TABLE_MIB
    cors: str | None = None
    hosts: tuple[str, ...] = ()


def new_app(settings: Settings) -> Starlette:
    """Return the application; close its ``state.searches`` before it stops. Raises TableError."""
    slots = [SearchSlot(settings.table_mib) for _ in range(settings.workers)]
    searches = SearchQueue(ScoreCache(), slots, queue=settings.queue, seconds=settings.seconds)
    handler = QuestionHandler(searches)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        for rules in GAMES.values():
            packaged_book(rules)
        threading.Thread(target=handler.load_kernels, daemon=True).start()
        yield
        await searches.close()

    app = Starlette(
        routes=_routes(handler),
        middleware=_middleware(settings),
        exception_handlers={
            ApiError: _handle_api_error,
            HTTPException: _handle_http_exception,
            ClientDisconnect: _handle_bug,  # nobody reads this response
            OSError: _handle_os_error,
            Exception: _handle_bug,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.searches = searches
    return app


class QuestionHandler:
    """Answers requests: at once if the answer is known, else by a search that equal questions share."""

    def __init__(self, searches: SearchQueue, clock: Callable[[], float] = time.monotonic) -> None:
        self._searches = searches
        self._clock = clock
        self._start = clock()
        self._is_ready = False

    def load_kernels(self) -> None:
        """Load the kernels before the first search needs them."""
        try:
            library()
        except KernelsError as error:
            log.error("no search is possible: %s", error)
        else:
            self._is_ready = True

    async def handle(self, request: Request, endpoint: Endpoint) -> Response:
        """Answer one request; raise ApiError, and ClientDisconnect if the client has left."""
        query = endpoint.query(await _read_question(request, endpoint))
        events: list[Event] = []

        def publish(name: str, data: Schema) -> None:
            events.append(Event(name, data))

        context = RequestContext(
            self._searches.cache, seconds=self._searches.seconds, publish=publish, health=self.health
        )
        try:
            result = query.compute(context)
        except SearchRequired:
            if endpoint.is_stream:
                return self._stream_search(query, events)
            return answer_response(await self._search(request, query))
        if endpoint.is_stream:
            events.append(Event("done", result))
            return EventStream(_write_events(events), close=_do_nothing)
        return answer_response(query.write(result))

    async def _search(self, request: Request, query: Query) -> Answer:
        """Answer by a search; raise ApiError, and ClientDisconnect if the client leaves before."""
        with self._searches.waiting_for(query.key, query.compute) as search:
            result, _ = await run_until_one_ends(search.result(), client_left(request.receive))
        if result.cancelled():
            raise ClientDisconnect
        return query.write(result.result())

    def _stream_search(self, query: Query, events: list[Event]) -> Response:
        """Send the events so far, then those of a search; raise ApiError if the queue is full."""
        client = contextlib.ExitStack()
        search = client.enter_context(self._searches.waiting_for(query.key, query.compute))
        return EventStream(_write_events(events, search), close=client.close)

    def health(self) -> HealthSchema:
        """Return the state of the server."""
        return HealthSchema(
            status="ok",
            version=VERSION,
            ready=self._is_ready,
            uptime=round(self._clock() - self._start, 1),
            memory_mib=psutil.Process().memory_info().rss // MIB,
            searches=convert(self._searches, SearchCountsSchema, from_attributes=True),
        )


async def _read_question(request: Request, endpoint: Endpoint) -> Question:
    query_string = request.scope["query_string"].decode("latin-1")
    if endpoint.body is None:
        return Question(query_string)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:  # it will be refused
            break
    return Question(query_string, body, request.headers.get("content-type", ""))


async def _write_events(events: Iterable[Event], search: Search | None = None) -> AsyncIterator[bytes]:
    """Write the events so far, then the other events of a search, then its result or its error."""
    sent = set()
    for event in events:
        sent.add(event.subject)
        yield write_event(event)
    if search is None:
        return
    async for event in search.events():
        if event.subject not in sent:
            yield write_event(event)
    try:
        last = Event("done", await search.result())
    except ApiError as error:
        last = Event("error", failure_schema(error))
    yield write_event(last)


def _do_nothing() -> None:
    pass


def _routes(handler: QuestionHandler) -> list[Route]:
    document = Answer(200, JSON, write_json(openapi(VERSION)))

    async def describe(_: Request) -> Response:
        return answer_response(document)

    routes = [_endpoint_route(endpoint, handler) for endpoint in ENDPOINTS]
    routes.append(Route("/openapi.json", describe))
    for path, file in load_static_files().items():
        routes.append(_file_route(path, file))
    return routes


def _endpoint_route(endpoint: Endpoint, handler: QuestionHandler) -> Route:
    async def handle(request: Request) -> Response:
        return await handler.handle(request, endpoint)

    return Route(endpoint.path, handle, methods=[endpoint.method], name=endpoint.name)


def _file_route(path: str, file: StaticFile) -> Route:
    async def send(request: Request) -> Response:
        is_gzipped = "gzip" in request.headers.get("accept-encoding", "")
        etag = f'"{file.digest}-gzip"' if is_gzipped else f'"{file.digest}"'
        headers = {
            "cache-control": IMMUTABLE if file.is_immutable else REVALIDATE,
            "etag": etag,
            "vary": "accept-encoding",
        }
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["content-type"] = file.media_type
        if is_gzipped:
            headers["content-encoding"] = "gzip"
            return Response(file.gzipped, headers=headers)
        return Response(file.plain, headers=headers)

    return Route(f"/{path}", send)


def _middleware(settings: Settings) -> list[Middleware]:
    middleware = [Middleware(SecurityHeadersMiddleware), Middleware(HostCheckMiddleware, settings.hosts)]
    if settings.cors is not None:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=[settings.cors],
                allow_methods=["GET", "POST"],
                allow_headers=["content-type"],
                expose_headers=["retry-after"],
            )
        )
    return middleware


async def _handle_api_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_response(error)


async def _handle_os_error(_: Request, error: Exception) -> Response:
    """Answer that the server is busy if the machine has run out of something; anything else is a bug."""
    if not is_out_of_resources(error):
        raise error
    return error_response(out_of_resources(error))


async def _handle_http_exception(request: Request, error: Exception) -> Response:
    """Answer a request for which there is no route."""
    assert isinstance(error, HTTPException)
    if error.status_code == METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "GET")
        message = f"{request.method} is not allowed here; use {allowed}"
        return error_response(ApiError(METHOD_NOT_ALLOWED, "method_not_allowed", message), error.headers)
    return error_response(not_found(), error.headers)


async def _handle_bug(_: Request, __: Exception) -> Response:
    """Answer a request that met a bug; this response does not pass through the middleware."""
    return error_response(internal_error(), SECURITY_HEADERS)
