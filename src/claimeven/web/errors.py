"""ApiError: why a question has no answer, as an HTTP status, a code for programs and a message for people."""

from __future__ import annotations

import contextlib
import copy
import errno
from collections.abc import Iterator
from typing import TypeGuard

from claimeven.errors import (
    ClaimevenError,
    FormatError,
    GeometryError,
    IllegalMove,
    LimitReached,
    TableError,
    UnknownName,
)

BAD_REQUEST = 400
NOT_FOUND = 404
METHOD_NOT_ALLOWED = 405
TOO_LARGE = 413
BAD_MEDIA_TYPE = 415
MISDIRECTED = 421
NO_ANSWER = 422
INTERNAL = 500
UNAVAILABLE = 503

MAX_RETRY_SECONDS = 60
OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)  # the list that asyncio uses


class ApiError(ClaimevenError):
    """A question that has no answer: HTTP ``status``, ``error`` for programs, the message for people.

    ``retry_after`` are seconds; ``line`` and ``column`` say where a text is wrong.
    """

    def __init__(
        self,
        status: int,
        error: str,
        message: str,
        *,
        retry_after: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.message = message
        self.retry_after = retry_after
        self.line = line
        self.column = column


class SearchStopped(ApiError):
    """A search that was stopped, because no client waits for it or because the server shuts down."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE, "stopping", "the server is shutting down", retry_after=5)


def bad_parameter(name: str, message: str) -> ApiError:
    """Return the error for a parameter that is not valid."""
    return ApiError(BAD_REQUEST, "bad_parameter", f"{name}: {message}")


@contextlib.contextmanager
def parameter_errors(error: str, name: str) -> Iterator[None]:
    """Turn what the rules or a parser raise in the block into an ApiError about the parameter ``name``."""
    try:
        yield
    except (FormatError, GeometryError, IllegalMove, UnknownName) as wrong:
        raise ApiError(BAD_REQUEST, error, f"{name}: {wrong}") from None


def is_out_of_resources(error: object) -> TypeGuard[OSError]:
    """Return whether the machine has run out of memory or file descriptors."""
    return isinstance(error, OSError) and error.errno in OUT_OF_RESOURCES


def out_of_resources(error: OSError | TableError) -> ApiError:
    """Return the error for a question that the machine has too little memory or too few files for."""
    message = error.strerror if isinstance(error, OSError) else str(error)
    return ApiError(UNAVAILABLE, "busy", message or "out of memory or files", retry_after=MAX_RETRY_SECONDS)


def over_limit(seconds: float) -> ApiError:
    """Return the error for a question that was not answered within so many seconds."""
    message = f"not solved within {seconds:g} s; try again, or try a later position"
    return ApiError(UNAVAILABLE, "limit", message, retry_after=1)


def internal_error() -> ApiError:
    """Return the error for a question that meets a bug."""
    return ApiError(INTERNAL, "internal", "internal error; see the server's log")


def search_error(error: Exception, *, seconds: float) -> ApiError | None:
    """Return the ApiError for what a search with this limit raised; None for a bug.

    It has no traceback, whose frames would keep all data of the search in memory.
    """
    if isinstance(error, ApiError):
        return copy.copy(error)
    if isinstance(error, LimitReached):
        return over_limit(seconds)
    if isinstance(error, TableError | OSError):  # the machine has run out of memory or files
        return out_of_resources(error)
    return None
