"""The answers described as JSON schemas, by name, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
WHOLE_OR_NULL: Schema = {"type": ["integer", "null"]}
TRUTH: Schema = {"type": "boolean"}
COLUMN: Schema = {"type": "integer", "minimum": 1}
COLUMN_OR_NULL: Schema = {"type": ["integer", "null"], "minimum": 1}
SIDE: Schema = {"enum": ["x", "o"]}
SIDE_OR_NULL: Schema = {"enum": ["x", "o", None]}
CELL: Schema = {"type": "array", "items": COLUMN, "minItems": 2, "maxItems": 2}


def listed(items: Schema) -> Schema:
    """A list of ``items``."""
    return {"type": "array", "items": items}


def record(**fields: Schema) -> Schema:
    """An object that has exactly these fields."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def named(name: str) -> Schema:
    """The schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema: Schema) -> Schema:
    """What ``schema`` describes, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def both(schema: Schema) -> Schema:
    """One for each player."""
    return record(x=schema, o=schema)


VALUE_FIELDS: dict[str, Schema] = {
    "score": WHOLE,
    "verdict": {"enum": ["win", "draw", "loss"]},
    "plies": COUNT,
    "words": TEXT,
    "short": TEXT,
}
COLUMN_FIELDS: dict[str, Schema] = {
    "column": COLUMN,
    "score": WHOLE_OR_NULL,
    "verdict": {"enum": ["win", "draw", "loss", "full"]},
    "plies": {"type": ["integer", "null"], "minimum": 0},
    "words": TEXT,
    "short": TEXT,
}
POSITION_FIELDS: dict[str, Schema] = {
    "moves": TEXT,
    "start": TEXT_OR_NULL,
    "board": TEXT,
    "variant": {"enum": ["four", "max"]},
    "size": TEXT,
    "query": TEXT,
    "rows": listed({"type": "string", "pattern": "^[xo.]+$"}),
    "ply": COUNT,
    "to_move": SIDE_OR_NULL,
    "playable": listed(COLUMN),
    "last": or_null(CELL),
    "lines": listed(record(player=SIDE, cells={**listed(CELL), "minItems": 4, "maxItems": 4})),
    "points": both(COUNT),
    "outcome": or_null(record(winner=SIDE_OR_NULL, words=TEXT)),
    "exports": record(moves=TEXT_OR_NULL, board=TEXT, state=TEXT_OR_NULL, columns=TEXT),
}
PLY_FIELDS: dict[str, Schema] = {
    "ply": COLUMN,
    "column": COLUMN,
    "player": SIDE,
    "before": or_null(named("Value")),
    "after": or_null(named("Value")),
    "judgement": {
        "enum": ["best", "weaker_win", "win_given_away", "draw_given_away", "weaker_loss", None],
    },
    "words": TEXT_OR_NULL,
    "better": COLUMN_OR_NULL,
    "first_player_score": WHOLE_OR_NULL,
}
NODE_FIELDS: dict[str, Schema] = {
    "move": COLUMN_OR_NULL,
    "player": {"enum": ["alice", "bill", None]},
    "depth": COUNT,
    "value": WHOLE,
    "alpha": WHOLE_OR_NULL,
    "beta": WHOLE_OR_NULL,
    "pruned": listed(COLUMN),
    "children": listed(named("Node")),
}
PLAYER = record(name=TEXT, about=TEXT, depth=or_null(record(least=COUNT, most=COUNT, default=COUNT)))
SCHEMAS: dict[str, Schema] = {
    "Value": record(**VALUE_FIELDS),
    "Position": record(**POSITION_FIELDS),
    "Parsed": record(
        kind={"enum": ["moves", "drawing", "board", "state", "columns"]},
        notes=listed(TEXT),
        position=named("Position"),
    ),
    "Analysis": record(
        **VALUE_FIELDS,
        sentence=TEXT,
        columns=listed(record(**COLUMN_FIELDS)),
        best={**listed(COLUMN), "minItems": 1},
        line=TEXT_OR_NULL,
        nodes=COUNT,
        seconds=NUMBER,
    ),
    "Event": record(
        event={"enum": ["start", "column", "progress", "score", "done", "error"]},
        data={**TEXT, "contentMediaType": "application/json"},
    ),
    "Solved": record(pos=TEXT, score={**listed(WHOLE), "minItems": 7, "maxItems": 7}),
    "Move": record(player=TEXT, column=COLUMN, value=or_null(named("Value"))),
    "Review": record(
        complete=TRUTH,
        plies=listed(record(**PLY_FIELDS)),
        turning_point=COLUMN_OR_NULL,
        mistakes=both(COUNT),
        accuracy=both({"type": ["number", "null"], "minimum": 0, "maximum": 1}),
        words=TEXT,
    ),
    "Node": record(**NODE_FIELDS),
    "Tree": record(
        depth=COUNT,
        heuristic=TEXT,
        first={"enum": ["alice", "bill"]},
        pruning=TRUTH,
        value=WHOLE,
        line=listed(COLUMN),
        nodes=COUNT,
        tree=named("Node"),
    ),
    "Options": record(
        version=TEXT,
        variants=listed(record(name=TEXT, title=TEXT)),
        players=record(four=listed(PLAYER), max=listed(PLAYER)),
        heuristics=listed(TEXT),
        limits=record(seconds=NUMBER, moves=COUNT, text_bytes=COUNT, tree_depth=COUNT, tree_lines=COUNT),
    ),
    "Health": record(
        status={"const": "ok"},
        version=TEXT,
        ready=TRUTH,
        uptime=NUMBER,
        memory_mib=COUNT,
        searches=record(
            **dict.fromkeys(
                ("running", "waiting", "workers", "queue", "started", "finished", "stopped", "refused"), COUNT
            ),
            over_limit=COUNT,
            shared=COUNT,
        ),
    ),
    "Error": {
        "type": "object",
        "properties": {"error": TEXT, "message": TEXT, "line": COUNT, "column": COUNT},
        "required": ["error", "message"],
        "additionalProperties": False,
    },
}
