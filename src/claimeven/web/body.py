"""The body of POST /api/parse: JSON of a limited size, with known fields of known types."""

from __future__ import annotations

import json
from typing import Annotated

from msgspec import Meta, Struct, ValidationError, convert
from starlette.requests import Request

from claimeven.errors import Refused
from claimeven.web.answers import JSON
from claimeven.web.asked import SIZE, VARIANT
from claimeven.web.refusal import BAD_MEDIA_TYPE, BAD_REQUEST, TOO_LARGE, bad_parameter

MOST_BODY = 8192
EXPECTED = 'expected an object with "text" and perhaps "variant" and "size", all of them strings'


class Body(Struct, forbid_unknown_fields=True):
    """A pasted text, and the game of moves and boards that do not name their own."""

    text: Annotated[str, Meta(description="Moves, a board, a state file, or Alice and Bill's columns.")]
    variant: Annotated[str, Meta(extra_json_schema=VARIANT.kind.schema)] = VARIANT.default
    size: Annotated[str, Meta(extra_json_schema=SIZE.kind.schema)] = SIZE.default


async def read_body(request: Request) -> Body:
    """The body of a request; raises Refused for anything else, and ClientDisconnect."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        raise Refused(BAD_MEDIA_TYPE, "bad_body", f"the body is not of type {JSON}")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BODY:
            raise Refused(TOO_LARGE, "too_large", f"the body has more than {MOST_BODY} bytes")
    try:
        body = convert(json.loads(data), Body)
    except (ValueError, ValidationError, RecursionError):
        raise Refused(BAD_REQUEST, "bad_body", f"the body is not the JSON of a text; {EXPECTED}") from None
    for parameter, text in ((VARIANT, body.variant), (SIZE, body.size)):
        try:
            parameter.kind.read(text)
        except ValueError as error:
            raise bad_parameter(parameter.name, str(error)) from None
    return body
