"""The tree as JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from claimeven.teaching.tree import Node


def write_tree_json(root: Node) -> str:
    """Return nested objects on one line, with columns from 1 and null where a bound is infinite.

    {"move": 4, "player": "alice", "depth": 1, "value": 6, "bound": "exact", "returned": 6,
     "alpha": 6, "beta": null, "pruned": [], "children": [...]}

    The root has null for ``move`` and ``player``. ``bound`` is exact, upper or lower.
    """
    return json.dumps(tree_to_dict(root)) + "\n"


def tree_to_dict(node: Node) -> dict[str, Any]:
    """Return a node and everything below it as plain values, ready for JSON."""
    return {
        "move": None if node.move is None else node.move + 1,
        "player": node.player,
        "depth": node.depth,
        "value": node.value,
        "bound": node.bound,
        "returned": node.returned,
        "alpha": None if math.isinf(node.alpha) else node.alpha,
        "beta": None if math.isinf(node.beta) else node.beta,
        "pruned": [column + 1 for column in node.pruned],
        "children": [tree_to_dict(child) for child in node.children],
    }
