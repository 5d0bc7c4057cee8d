"""The body of POST /api/parse: JSON of a limited size, with known fields of known types."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from claimeven.errors import Refused
from claimeven.web.asked import SIZE, VARIANT
from claimeven.web.endpoints import JSON, MOST_BODY
from claimeven.web.refusal import BAD_MEDIA_TYPE, BAD_REQUEST, TOO_LARGE, bad_parameter

if TYPE_CHECKING:
    from starlette.requests import Request

FIELDS = ("text", "variant", "size")
EXPECTED = 'expected an object with "text" and perhaps "variant" and "size", all of them strings'


async def read_body(request: Request) -> dict[str, str]:
    """The text, the variant and the size; raises Refused for anything else."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        raise Refused(BAD_MEDIA_TYPE, "bad_body", f"the body is not of type {JSON}")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BODY:
            raise Refused(TOO_LARGE, "too_large", f"the body has more than {MOST_BODY} bytes")
    return parse_body(data)


def parse_body(data: bytes) -> dict[str, str]:
    """The fields in the JSON of a body."""
    try:
        fields: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(BAD_REQUEST, "bad_body", f"the body is not JSON; {EXPECTED}") from None
    if not isinstance(fields, dict) or "text" not in fields or not set(fields) <= set(FIELDS):
        raise Refused(BAD_REQUEST, "bad_body", f"not the fields of a text; {EXPECTED}")
    if not all(isinstance(field, str) for field in fields.values()):
        raise Refused(BAD_REQUEST, "bad_body", f"a field is not a string; {EXPECTED}")
    for parameter in (VARIANT, SIZE):
        try:
            fields[parameter.name] = parameter.kind.read(fields.get(parameter.name, parameter.default))
        except ValueError as error:
            raise bad_parameter(parameter.name, str(error)) from None
    return fields
