"""The tree as JSON: nested objects, with columns from 1 and null where a bound is infinite.

    {"move": 4, "player": "alice", "depth": 1, "value": 6, "alpha": 6, "beta": null,
     "pruned": [], "children": [...]}

The root has null for ``move`` and ``player``.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from claimeven.errors import FormatError
from claimeven.formats.columns import NAMES
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.search.tree import Node

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = ("move", "player", "depth", "value", "alpha", "beta", "pruned", "children")


def write_tree_json(root: Node) -> str:
    """One line of JSON, with a final line end."""
    return json.dumps(plain_tree(root)) + "\n"


def parse_tree_json(text: str) -> Node:
    """The tree that ``write_tree_json`` wrote; raises FormatError for anything else."""
    try:
        plain = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise FormatError("not the JSON of a tree: a number too long or brackets too deep") from None
    return _node(plain, 0)


def plain_tree(node: Node) -> dict[str, Any]:
    """A node and all below it as JSON has them."""
    return {
        "move": None if node.move is None else node.move + 1,
        "player": node.player,
        "depth": node.depth,
        "value": node.value,
        "alpha": None if math.isinf(node.alpha) else node.alpha,
        "beta": None if math.isinf(node.beta) else node.beta,
        "pruned": [column + 1 for column in node.pruned],
        "children": [plain_tree(child) for child in node.children],
    }


def _node(plain: Any, depth: int) -> Node:
    if not isinstance(plain, dict) or set(plain) != set(KEYS):
        raise FormatError(f"not the JSON of a tree; expected objects with the keys {', '.join(KEYS)}")
    is_root = depth == 0
    _expect(plain, "move", lambda move: move is None if is_root else _is_column(move), "a column from 1")
    _expect(plain, "player", lambda name: name is None if is_root else name in NAMES, " or ".join(NAMES))
    _expect(plain, "depth", lambda number: number == depth and _is_int(number), f"{depth}")
    _expect(plain, "value", _is_int, "a whole number")
    for bound in ("alpha", "beta"):
        _expect(plain, bound, lambda number: number is None or _is_int(number), "a whole number or null")
    _expect(plain, "pruned", lambda part: isinstance(part, list) and all(map(_is_column, part)), "columns")
    _expect(plain, "children", lambda part: isinstance(part, list), "a list")
    return Node(
        move=None if is_root else plain["move"] - 1,
        player=plain["player"],
        depth=depth,
        value=plain["value"],
        alpha=-math.inf if plain["alpha"] is None else plain["alpha"],
        beta=math.inf if plain["beta"] is None else plain["beta"],
        pruned=tuple(column - 1 for column in plain["pruned"]),
        children=tuple(_node(child, depth + 1) for child in plain["children"]),
    )


def _expect(plain: dict[str, Any], key: str, holds: Callable[[Any], bool], accepted: str) -> None:
    if not holds(plain[key]):
        raise FormatError(f"the {key} {plain[key]!r:.40} is none of a tree; expected {accepted}")


def _is_int(value: object) -> bool:
    return type(value) is int  # bool is an int to isinstance


def _is_column(value: object) -> bool:
    return type(value) is int and 1 <= value <= len(COLUMN_NAMES)
