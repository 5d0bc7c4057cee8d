"""The tree as text: printed line by line, as JSON, and for Graphviz; each with one final line end."""

from __future__ import annotations

import json
import math
from typing import Any

from claimeven.formats.columns import ALICE
from claimeven.rules.rules import COLUMN_NAMES
from claimeven.search.tree import Node, best_line

BAR = "|-"
DOT_HEAD = """digraph tree {
  rankdir=LR;
  node [shape=box, style="rounded,filled", fontname="sans-serif"];
  n0 [label="start", fillcolor=white];
"""
FILL = {True: "mistyrose", False: "lightyellow"}  # Alice, Bill
GREY = "color=grey, fontcolor=grey"


def write_tree(root: Node) -> str:
    """One line for each move and for each cut, and the first move at the end.

    A1: 1
    |-B2: 2; h=0                                   a leaf
    |-B2: pruning 3, 4; alpha=1, beta=0            a cut
    first move: 1
    """
    lines: list[str] = []
    _append_children(lines, root)
    lines.append(f"first move: {column_text(best_line(root)[0].move)}\n")
    return "\n".join(lines)


def write_tree_json(root: Node) -> str:
    """Nested objects on one line, with columns from 1 and null where a bound is infinite.

    {"move": 4, "player": "alice", "depth": 1, "value": 6, "alpha": 6, "beta": null,
     "pruned": [], "children": [...]}

    The root has null for ``move`` and ``player``.
    """
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


def write_tree_dot(root: Node) -> str:
    """A directed graph in the DOT language: pruned branches grey, the best line bold."""
    best = {id(node) for node in best_line(root)}
    lines: list[str] = []
    numbers = iter(range(1, 1 << 62))

    def append(parent: int, node: Node) -> None:
        for child in node.children:
            number = next(numbers)
            value = f"h={child.value}" if child.is_leaf else f"{child.value}"
            text = f"{node_label(child)}: {column_text(child.move)}\\n{value}"
            bold = " [penwidth=4]" if id(child) in best else ""
            lines.append(f'  n{number} [label="{text}", fillcolor={FILL[child.player == ALICE]}];')
            lines.append(f"  n{parent} -> n{number}{bold};")
            append(number, child)
        if node.pruned:
            number = next(numbers)
            lines.append(
                f'  n{number} [label="pruned {pruned_text(node)}", shape=plaintext, style="", {GREY}];'
            )
            lines.append(f"  n{parent} -> n{number} [color=grey, style=dashed];")

    append(0, root)
    return DOT_HEAD + "\n".join(lines) + "\n}\n"


def node_label(node: Node) -> str:
    """Who made the move and as which disc of the tree: ``A1``, ``B2``; the root has none."""
    return f"{node.player[0].upper()}{node.depth}" if node.player else ""


def column_text(column: int | None) -> str:
    """A column as people write it."""
    return "" if column is None else COLUMN_NAMES[column]


def pruned_text(node: Node) -> str:
    """The columns that ``node`` pruned, and why: ``4, 5; alpha=1, beta=0``."""
    columns = ", ".join(column_text(column) for column in node.pruned)
    return f"{columns}; alpha={node.alpha}, beta={node.beta}"


def _append_children(lines: list[str], node: Node) -> None:
    bars = BAR * node.depth
    for child in node.children:
        leaf = f"; h={child.value}" if child.is_leaf else ""
        lines.append(f"{bars}{node_label(child)}: {column_text(child.move)}{leaf}")
        _append_children(lines, child)
    if node.pruned:
        lines.append(f"{bars}{node_label(node.children[0])}: pruning {pruned_text(node)}")
