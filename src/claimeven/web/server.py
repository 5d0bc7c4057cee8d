"""The web application: routes and refusals; everything else is in the handlers."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from claimeven.errors import KernelsError, Refused
from claimeven.kernels.library import library
from claimeven.rules.rules import GAMES
from claimeven.solver.book_file import packaged_book
from claimeven.solver.score_cache import ScoreCache
from claimeven.solver.solver import DEFAULT_TABLE_MIB
from claimeven.web.answers import Answer
from claimeven.web.endpoints import ENDPOINTS, Endpoint, openapi
from claimeven.web.gate import HEADERS, Gate
from claimeven.web.handlers import VERSION, Handlers
from claimeven.web.inquiry import Seat
from claimeven.web.parameters import read_query
from claimeven.web.refusal import METHOD_NOT_ALLOWED, failure, is_shortage, json_response, refuse, shortage
from claimeven.web.searches import Searches
from claimeven.web.static_files import StaticFile, load_static_files

DEFAULT_QUEUE = 32
ASKED_AGAIN = "no-cache"  # a browser keeps a file, and asks whether it has changed
KEPT = "public, max-age=31536000, immutable"  # a browser keeps a file for a year, and does not ask

log = logging.getLogger("claimeven.web")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be chosen when a server starts; ``hosts`` are names that it answers to besides localhost."""

    workers: int
    seconds: float
    queue: int = DEFAULT_QUEUE
    table_mib: int = DEFAULT_TABLE_MIB
    cors: str | None = None
    hosts: tuple[str, ...] = ()


def new_app(settings: Settings) -> Starlette:
    """The application; its ``state.searches`` are to be closed before it stops. Raises TableError."""
    seats = [Seat(settings.table_mib) for _ in range(settings.workers)]
    searches = Searches(ScoreCache(), seats, queue=settings.queue, seconds=settings.seconds)
    handlers = Handlers(searches)

    def warm() -> None:
        """Have the kernels loaded before the first search needs them."""
        try:
            library()
        except KernelsError as error:
            log.error("no search is possible: %s", error)
            return
        handlers.is_ready = True

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        for rules in GAMES.values():
            packaged_book(rules)
        threading.Thread(target=warm, daemon=True).start()
        yield
        await searches.close()

    app = Starlette(
        routes=_routes(handlers),
        middleware=_middleware(settings),
        exception_handlers={
            Refused: _refuse,
            HTTPException: _refuse_http,
            ClientDisconnect: _fail,
            OSError: _refuse,
            Exception: _fail,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.searches = searches
    return app


def _routes(handlers: Handlers) -> list[Route]:
    document = openapi(VERSION)

    async def describe(_: Request) -> Response:
        return json_response(document)

    return [
        *(_route(endpoint, getattr(handlers, endpoint.name)) for endpoint in ENDPOINTS),
        Route("/openapi.json", describe),
        *(_file_route(path, file) for path, file in load_static_files().items()),
    ]


def _file_route(path: str, file: StaticFile) -> Route:
    async def send(request: Request) -> Response:
        is_packed = "gzip" in request.headers.get("accept-encoding", "")
        etag = f'"{file.digest}-gzip"' if is_packed else f'"{file.digest}"'
        caching = KEPT if file.is_immutable else ASKED_AGAIN
        headers = {"cache-control": caching, "etag": etag, "vary": "accept-encoding"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["content-type"] = file.media_type
        if is_packed:
            headers["content-encoding"] = "gzip"
        return Response(file.gzipped if is_packed else file.plain, headers=headers)

    return Route(f"/{path}", send)


def _route(endpoint: Endpoint, handle: Callable[..., Awaitable[Answer | Response]]) -> Route:
    async def answer(request: Request) -> Response:
        values = read_query(
            request.query_params.multi_items(), endpoint.parameters, ignore_unknown=endpoint.ignores_unknown
        )
        found = await handle(request, values)
        return json_response(found) if isinstance(found, Answer) else found

    return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.name)


def _middleware(settings: Settings) -> list[Middleware]:
    middleware = [Middleware(Gate, settings.hosts)]
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


async def _refuse(_: Request, error: Exception) -> Response:
    """What is refused on purpose, or because the machine has run out of something."""
    if is_shortage(error):
        error = shortage(error)
    if not isinstance(error, Refused):
        raise error
    return refuse(error)


async def _refuse_http(request: Request, error: Exception) -> Response:
    """What the router refuses."""
    assert isinstance(error, HTTPException)
    name, message = "not_found", "there is nothing here; /openapi.json says what there is"
    if error.status_code == METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "GET")
        name, message = "method_not_allowed", f"{request.method} is not possible here; {allowed} is"
    return refuse(Refused(error.status_code, name, message), error.headers)


async def _fail(_: Request, __: Exception) -> Response:
    """Answer a request that met a bug, past the middleware, or one whose client is gone and reads nothing."""
    return refuse(failure(), HEADERS)
