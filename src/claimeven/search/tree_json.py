"""The tree as JSON: nested objects, with columns from 1 and null where a bound is infinite.

    {"move": 4, "player": "alice", "depth": 1, "value": 6, "alpha": 6, "beta": null,
     "pruned": [], "children": [...]}

The root has null for ``move`` and ``player``.
"""

from __future__ import annotations

import json
import math
from typing import Any

from claimeven.search.tree import Node


def write_tree_json(root: Node) -> str:
    """One line of JSON, with a final line end."""
    return json.dumps(plain_tree(root)) + "\n"


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
