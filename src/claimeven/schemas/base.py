"""The base class of all schemas, the types that their fields share, and how they are written as JSON."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, to_builtins

from claimeven.rules.rules import GAMES

Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Side = Literal["x", "o"]
SIDES: tuple[Side, Side] = get_args(Side)  # the first player, the second
Cell = tuple[Number, Number]  # column and row
CellName = Annotated[str, Meta(pattern="^[a-z][1-9][0-9]?$")]
GameName = Annotated[str, Meta(extra_json_schema={"enum": list(GAMES)})]


class Schema(Struct, forbid_unknown_fields=True):
    """A JSON object with exactly the fields of the class."""

    def to_dict(self) -> dict[str, Any]:
        """Return the object as dicts, lists, strings and numbers."""
        plain: dict[str, Any] = to_builtins(self)
        return plain


class CountsSchema(Schema):
    """A number for each player."""

    x: Count
    o: Count


class SharesSchema(Schema):
    """A share between 0 and 1 for each player; null if there is nothing to share."""

    x: Share | None
    o: Share | None


def write_json(content: Schema | dict[str, Any]) -> bytes:
    """Return compact JSON in ASCII, because a message may quote a text that UTF-8 cannot encode."""
    return json.dumps(to_builtins(content), separators=(",", ":")).encode()
