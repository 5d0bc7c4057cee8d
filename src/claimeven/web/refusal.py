"""The refusals that a request may get instead of an answer, with status and words, and how both are sent."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from starlette.responses import Response

from claimeven.errors import FormatError, GeometryError, IllegalMove, Refused, TableError, UnknownName
from claimeven.web.answers import JSON, Answer, Error, write_json

BAD_REQUEST, METHOD_NOT_ALLOWED, TOO_LARGE, BAD_MEDIA_TYPE = 400, 405, 413, 415
MISDIRECTED, NO_ANSWER, INTERNAL, UNAVAILABLE = 421, 422, 500, 503
MAX_RETRY_SECONDS = 60
NOT_STORED = {"cache-control": "no-store"}


def json_response(content: Answer | dict[str, Any]) -> Response:
    """An answer in JSON."""
    return Response(write_json(content), headers=NOT_STORED, media_type=JSON)


def refuse(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal in JSON."""
    content = write_json(Error(refused.error, refused.message, **refused.details))
    later = {} if refused.retry_after is None else {"retry-after": str(refused.retry_after)}
    return Response(content, refused.status, {**NOT_STORED, **later, **(headers or {})}, JSON)


def bad_parameter(name: str, message: str) -> Refused:
    """A parameter that cannot be read."""
    return Refused(BAD_REQUEST, "bad_parameter", f"{name}: {message}")


@contextlib.contextmanager
def refusing(error: str, name: str) -> Iterator[None]:
    """Turn what the rules or a parser raise in the block into a refusal that blames ``name``."""
    try:
        yield
    except (FormatError, GeometryError, IllegalMove, UnknownName) as wrong:
        raise Refused(BAD_REQUEST, error, f"{name}: {wrong}") from None


def is_shortage(error: object) -> TypeGuard[OSError]:
    """True for an error that says that the machine has run out of memory or files."""
    shortages = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # as asyncio has them
    return isinstance(error, OSError) and error.errno in shortages


def shortage(error: OSError | TableError) -> Refused:
    """A request for which the machine has too little memory or too few files."""
    message = error.strerror if isinstance(error, OSError) else str(error)
    return Refused(UNAVAILABLE, "busy", message or "out of memory or files", retry_after=MAX_RETRY_SECONDS)


def failure() -> Refused:
    """A request that meets a bug."""
    return Refused(INTERNAL, "internal", "the server failed; its log says more")
